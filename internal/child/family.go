package child

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A Family is all processes that come from one: those that descend from it, and those that carry the mark in their environment or the
// tag among their limits, which children inherit also when they leave the group and their parent has ended. The tag is for those that
// clear their environment: a limit stays, and only a privileged process can raise it.
type Family struct {
	Root int    // the number of the first process
	Mark string // NAME=VALUE, unlike any other family's
	Tag  uint64 // what NewTag returned, 0 for none
}

// tagResource is the limit that tells families apart: the microseconds that a process may run at real-time priority without a pause,
// which no engine does. Of a limit of less than leastTag, which is twelve days, no tags are made.
const (
	tagResource = unix.RLIMIT_RTTIME
	leastTag    = 1 << 40
)

// NewTag returns a tag unlike any other family's; 0 if the limits of the system leave no room for one.
func NewTag() uint64 {
	var now unix.Rlimit
	if err := unix.Getrlimit(tagResource, &now); err != nil {
		return 0
	}
	most := min(now.Max, 1<<62)
	if most < leastTag {
		return 0
	}
	return most/2 + rand.Uint64N(most/2)
}

// Limits returns what the first process must be started with, so that the tag is inherited.
func (f Family) Limits() []Limit {
	if f.Tag == 0 {
		return nil
	}
	return []Limit{{tagResource, f.Tag}}
}

// tagged reports whether a process carries the tag and has not ended.
func (f Family) tagged(pid int) bool {
	var has unix.Rlimit
	if f.Tag == 0 || unix.Prlimit(pid, tagResource, nil, &has) != nil || has.Max != f.Tag {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, state, ok := strings.Cut(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " ")
	return err == nil && ok && !strings.HasPrefix(state, "Z") && !strings.HasPrefix(state, "X")
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

// marked returns the processes that carry the mark or the tag and have not ended. It looks at all processes of the machine.
func (f Family) marked() []int {
	var all []int
	list, _ := os.ReadDir("/proc")
	for _, e := range list {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		if f.tagged(pid) {
			all = append(all, pid)
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
