//go:build !race

package all_test

// race says that the race detector is on: it makes counting some ten times slower.
const race = false
