//go:build !linux

package huge

func advise[T any]([]T) {}
