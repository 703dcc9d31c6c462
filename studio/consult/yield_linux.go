package consult

import "syscall"

// niceness is how much an engine stands back behind the window.
const niceness = 19

// yield has the thread of the caller stand back behind those of the window, for as long as there is the thread.
func yield() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), niceness) }
