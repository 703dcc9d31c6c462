//go:build !linux

package engines

// yield does nothing, because threads have no separate priorities on this system.
func yield() {}
