package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a running child.
type process struct {
	cmd    *exec.Cmd
	report *os.File
}

// start starts a child, with the given command line prepended.
func (t *torture) start(below []string, what string, args ...string) (*process, error) {
	line := append(append(below, t.self, "child", what), args...)
	r, err := os.CreateTemp(t.dir, "report-")
	if err != nil {
		return nil, err
	}
	os.Remove(r.Name())
	c := exec.Command(line[0], line[1:]...)
	if below == nil {
		c.Stderr = os.Stderr // the reason if it fails; strace would list calls there
	}
	c.ExtraFiles = []*os.File{r}
	c.Env = append(os.Environ(), "GOMAXPROCS=2", "GODEBUG=asyncpreemptoff=1")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	return &process{c, r}, c.Start()
}

// lines returns the lines that the child has reported, except an incomplete last one.
func (v *process) lines() []string {
	data, err := os.ReadFile(fmt.Sprintf("/proc/self/fd/%d", v.report.Fd()))
	check(err)
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	return strings.Split(strings.TrimSuffix(string(whole), "\n"), "\n")
}

// wait waits until the child has reported n lines, for at most 30 seconds.
func (v *process) wait(n int) {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if l := v.lines(); len(l) >= n && l[0] != "" {
			return
		}
	}
}

// kill kills the child and its descendants with SIGKILL.
func (v *process) kill() {
	_ = syscall.Kill(-v.cmd.Process.Pid, syscall.SIGKILL)
	_ = v.cmd.Wait()
}

// stopped waits until every thread of the child is stopped. Threads that wait for the disk stop
// only afterwards. It returns an error after a minute.
func (v *process) stopped() error {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", v.cmd.Process.Pid))
		moving := 0
		for _, f := range tasks {
			if data, err := os.ReadFile(f); err == nil && !bytes.Contains(data, []byte(") T ")) {
				moving++
			}
		}
		if moving == 0 {
			return nil
		}
	}
	return errors.New("the program does not stand still")
}

func (v *process) close() { v.report.Close() }

// random returns the random numbers for disturbance i.
func (t *torture) random(i int) *rand.Rand { return rand.New(rand.NewPCG(t.seed, uint64(i))) }

func atoi(s string) int { n, _ := strconv.Atoi(s); return n }

// last returns the words of the last line that begins with word, or nil.
func last(lines []string, word string) []string {
	for i := len(lines) - 1; i >= 0; i-- {
		if f := strings.Fields(lines[i]); len(f) > 0 && f[0] == word {
			return f
		}
	}
	return nil
}

// tally stores the first error.
type tally struct{ first error }

func (t *tally) note(count *int, format string, args ...any) {
	*count++
	if t.first == nil {
		t.first = fmt.Errorf(format, args...)
	}
}

// killMany kills n children, each after it has reported up to lines lines, and after a random
// pause. inspect receives the report and the folder of each child.
func (t *torture) killMany(n int, what string, lines int, pause time.Duration, inspect func(k int, dir string, seed uint64, reported []string, twin *sequence)) error {
	const each = 10 // kills per seed, because the sequence of a seed is computed only once
	for i := 0; i < n; i += each {
		seed := t.seed + uint64(i)
		twin := newSequence(newSession(t.folder(what+"-twin", i), seed))
		for k := i; k < min(i+each, n); k++ {
			dir := t.folder(what, k)
			v, err := t.start(nil, what, dir, fmt.Sprint(seed))
			if err != nil {
				return err
			}
			rng := t.random(k)
			v.wait(2 + rng.IntN(lines))
			time.Sleep(time.Duration(rng.Int64N(int64(pause))))
			v.kill()
			reported := v.lines()
			v.close()
			inspect(k, dir, seed, reported, twin)
			os.RemoveAll(dir)
		}
	}
	return nil
}

// number returns the number in the last line that begins with word, or 0.
func number(lines []string, word string) int {
	if f := last(lines, word); f != nil {
		return atoi(f[1])
	}
	return 0
}

// saveKills kills Studio while it edits and saves.
func saveKills(t *torture, n int) (string, error) {
	var unreadable, lost, left, saves int
	var all tally
	err := t.killMany(n, "save", 120, 3*time.Millisecond, func(k int, dir string, seed uint64, reported []string, twin *sequence) {
		path := filepath.Join(dir, "game.studio")
		acked, begun := number(reported, "saved"), number(reported, "begin")
		saves += acked
		got, err := fileFingerprint(path)
		switch {
		case acked == 0 && !exists(path):
		case err != nil:
			all.note(&unreadable, "kill %d: %v", k, err)
		case got != twin.after(acked) && got != twin.after(begun) && got != twin.after(acked+1):
			all.note(&lost, "kill %d: the file is not save %d", k, acked)
		}
		d := newSession(dir, seed) // the next start
		if exists(path) {
			if err := d.open(path); err != nil {
				all.note(&unreadable, "kill %d: %v", k, err)
			}
		}
		d.Leave()
		if c := leftovers(dir); c > 0 {
			all.note(&left, "kill %d: %d temporary files left", k, c)
		}
	})
	return fmt.Sprintf("%d kills in %d saves, %d unreadable, %d acknowledged saves lost, %d with temporary files left",
		n, saves, unreadable, lost, left), cmp.Or(err, all.first)
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// editKills kills Studio while it edits. The recovered document must contain all edits, except
// possibly the last one.
func editKills(t *torture, n int) (string, error) {
	var recovered, wrong, beyond, edits int
	var all tally
	err := t.killMany(n, "edit", 400, time.Millisecond, func(k int, dir string, seed uint64, reported []string, twin *sequence) {
		acked := atoi(reported[len(reported)-1])
		edits += acked
		got, err := recovery(dir, seed)
		switch {
		case err != nil:
			all.note(&wrong, "kill %d after %d edits: %w", k, acked, err)
		case got == twin.after(acked):
			recovered++
		case got == twin.after(acked+1):
			recovered++
			beyond++
		default:
			all.note(&wrong, "kill %d after %d edits: the recovered document is another", k, acked)
		}
	})
	return fmt.Sprintf("%d kills in %d edits, %d recovered with every acknowledged edit (%d with the one being written too), %d wrong",
		n, edits, recovered, beyond, wrong), cmp.Or(err, all.first)
}

// recovery starts Studio after a crash and returns the fingerprint of the recovered document.
func recovery(dir string, seed uint64) (string, error) {
	d := newSession(dir, seed)
	defer d.Leave()
	lost := d.File.Lost()
	if len(lost) != 1 {
		return "", fmt.Errorf("%d documents are offered", len(lost))
	}
	if err := d.recover(lost[0].ID); err != nil {
		return "", err
	}
	return fingerprint(d.View.Document()), nil
}

// recoverKills kills Studio repeatedly while it recovers. The complete document must be offered
// again each time.
func recoverKills(t *torture, n int) (string, error) {
	dir := t.folder("recover", 0)
	d := newSession(dir, t.seed)
	for range 400 {
		d.step()
	}
	want := fingerprint(d.View.Document())
	d.Leave()
	begun, rounds := 0, 0
	for k := range n {
		v, err := t.start(nil, "recover", dir, fmt.Sprint(t.seed))
		if err != nil {
			return "", err
		}
		v.wait(1)
		time.Sleep(time.Duration(t.random(k).IntN(60_000)) * time.Microsecond)
		v.kill()
		for _, l := range v.lines() {
			switch l {
			case "":
			case "begin":
				begun++
			case "recovered":
				rounds++
			default:
				return "", fmt.Errorf("kill %d: %s", k, l)
			}
		}
		v.close()
	}
	got, err := recovery(dir, t.seed)
	if err == nil && got != want {
		err = errors.New("the recovered document is another")
	}
	return fmt.Sprintf("%d kills, %d recoveries begun, %d completed, then recovered whole", n, begun, rounds), err
}

// twoWriters makes two processes save to the same file concurrently. The file must always contain
// the complete document of one of them.
func twoWriters(t *torture, n int) (string, error) {
	dir := t.folder("writers", 0)
	path := filepath.Join(dir, "game.studio")
	var vs [2]*process
	prints := map[string]bool{}
	for i := range vs {
		// The states are separate, as for two users of a network drive.
		state := filepath.Join(dir, strconv.Itoa(i))
		check(os.MkdirAll(state, 0o755))
		check(os.Symlink(path, filepath.Join(state, "game.studio")))
		seed := uint64(n/2)<<32 | t.seed&0xffff<<2 | uint64(i)
		v, err := t.start(nil, "write", state, fmt.Sprint(seed))
		if err != nil {
			return "", err
		}
		vs[i] = v
	}
	for _, v := range vs {
		v.wait(1)
		prints[v.lines()[0]] = true
	}
	// Start when both are ready, and continue until the documents of both have been seen.
	signal := func(name string) {
		for i := range vs {
			check(os.WriteFile(filepath.Join(dir, strconv.Itoa(i), name), nil, 0o600))
		}
	}
	signal(beginFile)
	reads, seen := 0, map[string]bool{}
	deadline := time.Now().Add(time.Minute)
	for alive, signalled := true, false; alive; {
		alive = running(vs[0]) || running(vs[1])
		if !signalled && (len(seen) == len(vs) || time.Now().After(deadline)) {
			signal(endFile)
			signalled = true
		}
		if !exists(path) {
			continue
		}
		got, err := fileFingerprint(path)
		if err != nil {
			return "", fmt.Errorf("read %d: %w", reads, err)
		}
		if reads++; !prints[got] {
			return "", fmt.Errorf("read %d: a mixture of both documents", reads)
		}
		seen[got] = true
	}
	for _, v := range vs {
		if err := v.cmd.Wait(); err != nil {
			return "", err
		}
		v.close()
	}
	if len(seen) != 2 {
		return "", errors.New("only one of the documents was ever seen")
	}
	return fmt.Sprintf("%d saves or more by two programs, %d reads, every one a whole document", n, reads), nil
}

func running(v *process) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", v.cmd.Process.Pid))
	return err == nil && !bytes.Contains(data, []byte(") Z "))
}
