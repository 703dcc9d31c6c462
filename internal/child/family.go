package child

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A Family is all processes that come from one: those that descend from it, and those that carry the mark in their environment,
// which children inherit also when they leave the group and their parent has ended.
type Family struct {
	Root int    // the number of the first process
	Mark string // NAME=VALUE, unlike any other family's
}

// How often a family is looked for that makes children faster than they are killed, and how long between.
const (
	killRounds = 200
	killPause  = 2 * time.Millisecond
)

// Descendants returns those that descend from the root, without it. It costs some 20 µs for each.
func (f Family) Descendants() []int {
	var all []int
	for next := []int{f.Root}; len(next) > 0; {
		pid := next[0]
		next = next[1:]
		tasks, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
		for _, t := range tasks {
			text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + t.Name() + "/children")
			for _, word := range strings.Fields(string(text)) {
				if child, err := strconv.Atoi(word); err == nil && !slices.Contains(all, child) {
					all, next = append(all, child), append(next, child)
				}
			}
		}
	}
	return all
}

// marked returns the processes that carry the mark and have not ended. It looks at all processes of the machine.
func (f Family) marked() []int {
	var all []int
	list, _ := os.ReadDir("/proc")
	for _, e := range list {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, err := os.ReadFile("/proc/" + e.Name() + "/environ") // that of others is refused, and of those that have ended empty
		if err == nil && slices.ContainsFunc(bytes.Split(env, []byte{0}), func(v []byte) bool { return string(v) == f.Mark }) {
			all = append(all, pid)
		}
	}
	return all
}

// All returns the members of the family but the root.
func (f Family) All() []int {
	all := f.Descendants()
	for _, pid := range f.marked() {
		if pid != f.Root && !slices.Contains(all, pid) {
			all = append(all, pid)
		}
	}
	return all
}

// Kill kills all members but the root, which is its Process's matter, and reports whether none is left. All are stopped first, so
// that none makes another meanwhile.
func (f Family) Kill() bool {
	stopped := map[int]bool{}
	for range killRounds {
		fresh := false
		for _, pid := range f.All() {
			if !stopped[pid] {
				fresh, stopped[pid] = true, true
				_ = unix.Kill(pid, unix.SIGSTOP)
			}
		}
		if !fresh {
			break
		}
	}
	for pid := range stopped {
		_ = unix.Kill(pid, unix.SIGKILL)
	}
	for range killRounds {
		left := f.marked()
		left = slices.DeleteFunc(left, func(pid int) bool { return pid == f.Root })
		if len(left) == 0 {
			return true
		}
		for _, pid := range left {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		time.Sleep(killPause)
	}
	return false
}
