//go:build !linux

package huge

func (m *Memory[T]) system(int) bool { return false }
