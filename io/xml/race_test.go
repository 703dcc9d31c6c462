//go:build race

package xml

// raced says that the race detector makes everything slow.
const raced = true
