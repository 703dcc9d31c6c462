// Package huge makes large slices that are read at random, as tables of positions are.
package huge

// Make returns a slice of n zero values. It asks the system for large pages, so that reading it misses the processor's table of pages less often.
func Make[T any](n int) []T {
	s := make([]T, n)
	if n > 0 {
		advise(s)
	}
	return s
}
