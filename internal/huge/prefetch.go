//go:build !amd64

package huge

// Prefetch does nothing on this processor.
func Prefetch[T any](*T) {}
