package uitest

import (
	"os"
	"strconv"
	"strings"
)

// Child waits until the program has started another one that shows a window, and
// returns a session on that: the same display, other widgets. It ends with the first.
func (s *Session) Child() *Session {
	s.t.Helper()
	c := *s
	s.Wait("window of another process", func() bool {
		c.pid = s.child()
		return c.pid != 0 && len(c.windows()) > 0
	})
	return &c
}

// HasChild reports whether a program runs that the program has started.
func (s *Session) HasChild() bool { return s.child() != 0 }

func (s *Session) child() int {
	for _, pid := range s.strays() {
		if parent(pid) == s.app.cmd.Process.Pid {
			return pid
		}
	}
	return 0
}

// parent returns the id of the process that started pid, 0 when there is none.
func parent(pid int) int {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// The name before stands in brackets and may hold anything.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 2 {
		return 0
	}
	ppid, _ := strconv.Atoi(fields[1])
	return ppid
}

// Raise gives the program's window the keyboard, where several programs have windows.
func (s *Session) Raise() {
	s.t.Helper()
	// xdotool looks at every window there is, and fails when one closes meanwhile, such as
	// those of a program that has just ended.
	s.Wait("window of the program", func() bool {
		return s.tryXdotool("search", "--all", "--onlyvisible", "--pid", strconv.Itoa(s.process()), "--name", ".", "windowactivate") == nil
	})
	s.Wait("window with the keyboard", s.active)
}

// process returns the id of the program's process.
func (s *Session) process() int {
	if s.pid != 0 {
		return s.pid
	}
	return s.app.cmd.Process.Pid
}
