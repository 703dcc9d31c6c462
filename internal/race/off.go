//go:build !race

package race

// enabled reports whether the race detector is on.
const enabled = false
