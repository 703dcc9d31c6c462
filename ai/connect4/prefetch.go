//go:build !amd64

package connect4

// prefetch does nothing where it is not known how.
func prefetch(*bucket) {}
