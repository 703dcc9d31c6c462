//go:build !linux

package consult

// yield does nothing: threads have no priorities of their own here.
func yield() {}
