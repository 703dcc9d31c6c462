//go:build !amd64

package huge

// Prefetch does nothing where it is not known how.
func Prefetch[T any](*T) {}
