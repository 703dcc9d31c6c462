package engines

import "syscall"

// niceness is the scheduling priority of engine threads, the lowest one.
const niceness = 19

// yield lowers the priority of the calling thread below the threads of the window, for the rest of
// its life.
func yield() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), niceness) }
