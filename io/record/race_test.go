//go:build race

package record

// raced says that the race detector makes everything slow.
const raced = true
