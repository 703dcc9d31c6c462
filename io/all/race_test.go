//go:build race

package all

// raced says that the race detector makes everything slow.
const raced = true
