// Package cpu measures the processor time of the process, which depends little on other programs.
package cpu

import (
	"syscall"
	"time"
)

// Used returns the processor time used by the process, including its start.
func Used() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
