package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// calls are the system calls that read, write and rename files.
var calls = []string{
	"openat", "read", "write", "pread64", "fsync", "close", "renameat", "renameat2", "unlinkat", "mkdirat",
	"linkat", "ftruncate", "fchmod", "fchown", "fchownat", "lseek", "flock", "newfstatat", "fstat", "getdents64", "copy_file_range",
}

// round prepares a folder with a saved document for the child "round". It also returns the
// fingerprint of the document.
func (t *torture) round(name string, i int, seed uint64) (dir string, begin string) {
	dir = t.folder(name, i)
	d := newSession(dir, seed)
	for range 20 {
		d.step()
	}
	check(d.save(filepath.Join(dir, "game.studio")))
	begin = fingerprint(d.View.Document())
	d.Close()
	return dir, begin
}

// traced runs the child "round" under strace. It returns the lines reported by the child, the
// trace, and an error if the child was killed or failed.
func (t *torture) traced(dir string, seed uint64, args ...string) (lines []string, trace string, err error) {
	file := filepath.Join(dir, "trace")
	below := append([]string{"strace", "-f", "-o", file}, args...)
	v, err := t.start(below, "round", dir, fmt.Sprint(seed))
	if err != nil {
		return nil, "", err
	}
	err = v.cmd.Wait()
	lines = v.lines()
	v.close()
	data, _ := os.ReadFile(file)
	return lines, string(data), err
}

var callLine = regexp.MustCompile(`(?m)^\d+ +(\w+)\(`)

var (
	injectedLine = regexp.MustCompile(`(?m)^(\d+).*\(INJECTED\)$`)
	resumedLine  = regexp.MustCompile(`^\d+ +<\.\.\. `)
)

// injected returns the lines of a trace with calls that were made to fail. If another thread
// interrupted a failing call in the trace, it also returns the line that started the call.
func injected(trace string) string {
	var found []string
	for _, at := range injectedLine.FindAllStringSubmatchIndex(trace, -1) {
		line, thread := trace[at[0]:at[1]], trace[at[2]:at[3]]
		if resumedLine.MatchString(line) {
			before := strings.Split(strings.TrimSpace(trace[:at[0]]), "\n")
			for i := len(before) - 1; i >= 0; i-- {
				if strings.HasPrefix(before[i], thread+" ") {
					found = append(found, before[i])
					break
				}
			}
		}
		found = append(found, line)
	}
	return strings.Join(found, "\n")
}

// point is a system call of the child: the n-th call of that name on one of its threads.
type point struct {
	call string
	n    int
}

// points returns the system calls of the child, except those before main. If n is not 0, it returns
// about n random ones, including all kinds of calls. It returns an error if the undisturbed run
// fails or does not save.
func (t *torture) points(n int) ([]point, error) {
	dir, _ := t.round("count", 0, t.seed)
	_, trace, err := t.traced(dir, t.seed, "-e", "trace="+strings.Join(calls, ","))
	if err != nil {
		return nil, fmt.Errorf("the undisturbed run failed: %w", err)
	}
	count := map[string]int{}
	for _, m := range callLine.FindAllStringSubmatch(trace, -1) {
		count[m[1]]++
	}
	if count["fsync"] < 4 || count["renameat"]+count["renameat2"] < 2 {
		return nil, fmt.Errorf("the trace shows no saving: %v", count)
	}
	var all []point
	for _, c := range slices.Sorted(maps.Keys(count)) {
		for i := 1; i <= count[c]+2; i++ { // the order of threads varies a little
			all = append(all, point{c, i})
		}
	}
	if n == 0 || n >= len(all) {
		return all, nil
	}
	rng := t.random(7)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	seen := map[string]int{}
	var some, rest []point
	for _, p := range all {
		if seen[p.call]++; seen[p.call] <= 2 {
			some = append(some, p)
		} else {
			rest = append(rest, p)
		}
	}
	return append(some, rest...)[:max(n, len(some))], nil
}

// callKills kills Studio at each system call while it opens, edits, saves and closes a document.
// The file must stay readable, acknowledged saves must not be lost, and unsaved edits must be
// offered for recovery.
func callKills(t *torture, n int) (string, error) {
	if _, err := os.Stat("/usr/bin/strace"); err != nil {
		return "", errors.New("strace is missing")
	}
	points, err := t.points(n)
	if err != nil {
		return "", err
	}
	var killed, unreadable, lost, unoffered, left int
	var all tally
	note := func(count *int, p point, format string, args ...any) {
		all.note(count, "%s %d: %s", p.call, p.n, fmt.Sprintf(format, args...))
	}
	twin := t.roundTwin(t.seed)
	for i, p := range points {
		dir, begin := t.round("kill", i, t.seed)
		path := filepath.Join(dir, "game.studio")
		lines, _, err := t.traced(dir, t.seed, "-e", "trace="+p.call, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", p.call, p.n))
		if err == nil {
			os.RemoveAll(dir)
			continue // the run ended before that call
		}
		killed++
		got, err := fileFingerprint(path)
		switch {
		case err != nil:
			note(&unreadable, p, "%v", err)
		case last(lines, "saved") == nil && got != begin && got != twin[5]:
			note(&lost, p, "the file is neither the old nor the new document")
		case last(lines, "saved") != nil && got != twin[5] && got != twin[6]:
			note(&lost, p, "an acknowledged save is lost")
		}
		d := newSession(dir, t.seed)
		offered := d.File.Lost()
		if f := last(lines, "edited"); f != nil && len(offered) == 0 && got == begin {
			note(&unoffered, p, "edits are not offered")
		}
		if len(offered) > 0 {
			if err := d.recover(offered[0].ID); err != nil {
				note(&unoffered, p, "%v", err)
			} else if r := fingerprint(d.View.Document()); r != begin && !slices.Contains(twin, r) {
				note(&lost, p, "another document is recovered")
			}
		}
		if err := d.open(path); err != nil {
			note(&unreadable, p, "%v", err)
		}
		d.Leave()
		if c := leftovers(dir); c > 0 {
			note(&left, p, "%d temporary files left", c)
		}
		os.RemoveAll(dir)
	}
	if killed < len(points)/4 && all.first == nil {
		all.first = fmt.Errorf("only %d of %d points were reached", killed, len(points))
	}
	return fmt.Sprintf("%d kills at %d system calls, %d unreadable, %d lost, %d not offered, %d with temporary files left",
		killed, len(points), unreadable, lost, unoffered, left), all.first
}

// roundTwin returns the document fingerprints of the child "round" after 0, 1, … steps.
func (t *torture) roundTwin(seed uint64) []string {
	dir, _ := t.round("twin", int(seed%1000), seed)
	d := newSession(dir, seed) // with the same history, because steps may undo earlier edits
	check(d.open(filepath.Join(dir, "game.studio")))
	defer d.Leave()
	s := newSequence(d)
	s.after(12)
	return s.fingerprints
}

// callErrors makes each system call of saving and journalling fail once. The old file must stay
// intact, and the document must stay modified. The message must name the file. Saving again must
// succeed, and the journal must contain every edit.
func callErrors(t *torture, n int) (string, error) {
	points, err := t.points(n)
	if err != nil {
		return "", err
	}
	var hit, failed, wrong int
	var all tally
	note := func(p point, e string, format string, args ...any) {
		all.note(&wrong, "%s at %s %d: %s", e, p.call, p.n, fmt.Sprintf(format, args...))
	}
	kinds := []string{"ENOSPC", "EIO", "EDQUOT", "EINTR"}
	for i, p := range points {
		// The short form tries one error per point, the full form all errors that apply.
		tried := kinds
		if n > 0 {
			tried = kinds[i%len(kinds):][:1]
		}
		switch p.call {
		case "write", "pread64", "fsync", "openat", "renameat", "renameat2", "unlinkat", "mkdirat", "linkat", "ftruncate", "close":
		default:
			tried = []string{"EIO"}
		}
		for _, e := range tried {
			dir, begin := t.round("error", i, t.seed)
			path := filepath.Join(dir, "game.studio")
			lines, trace, err := t.traced(dir, t.seed, "-y", "-e", "trace="+p.call, "-e", fmt.Sprintf("inject=%s:error=%s:when=%d", p.call, e, p.n))
			injectedCalls := injected(trace)
			if injectedCalls == "" || strings.Contains(injectedCalls, "<anon_inode:") { // Go's wake-up call is not a file
				os.RemoveAll(dir)
				continue
			}
			hit++
			got, ferr := fileFingerprint(path)
			f := last(lines, "failed")
			switch {
			case ferr != nil:
				note(p, e, "the file is unreadable: %v", ferr)
			case strings.HasPrefix(lines[0], "not opened"):
				if got != begin {
					note(p, e, "the file changed though it was not opened")
				}
			case err != nil:
				note(p, e, "%v: %s: %s", err, strings.Join(lines, "; "), injectedCalls)
			case f != nil && !strings.Contains(strings.Join(f, " "), "game.studio"):
				note(p, e, "the message does not name the file: %s", strings.Join(f, " "))
			case strings.Contains(strings.Join(lines, "\n"), "not modified any more"):
				note(p, e, "the document counts as saved")
			case last(lines, "saved") == nil || len(last(lines, "saved")) < 3 || last(lines, "saved")[2] != got:
				note(p, e, "the file is not what was saved: %s", strings.Join(lines, "; "))
			}
			if f != nil {
				failed++
			}
			if l := last(lines, "left"); l != nil && err == nil {
				if r, err := recovery(dir, t.seed); err != nil {
					note(p, e, "the edits after the save: %v", err)
				} else if r != l[1] {
					note(p, e, "another document is recovered")
				}
			}
			os.RemoveAll(dir)
		}
	}
	if hit < len(points)/4 && all.first == nil {
		all.first = fmt.Errorf("only %d of %d points were reached", hit, len(points))
	}
	return fmt.Sprintf("%d errors at %d system calls, %d saves refused and done again, %d wrong", hit, len(points), failed, wrong), all.first
}

// callOrder checks with a trace that a save writes, syncs, renames and syncs the folder, in that
// order, and never removes its target.
func callOrder(t *torture, _ int) (string, error) {
	dir, _ := t.round("order", 0, t.seed)
	_, trace, err := t.traced(dir, t.seed, "-y", "-e", "trace=write,fsync,renameat,renameat2,unlinkat,ftruncate")
	if err != nil {
		return "", err
	}
	var order []string
	for _, l := range strings.Split(trace, "\n") {
		target := strings.Contains(l, dir+"/game.studio") || strings.Contains(l, `"game.studio"`)
		temp := strings.Contains(l, dir+"/.studio-save-")
		folder := strings.Contains(l, "<"+dir+">")
		step := ""
		switch call := callLine.FindStringSubmatch(l); {
		case call == nil:
			continue
		case call[1] == "write" && temp:
			step = "write"
		case call[1] == "write" && target:
			return "", fmt.Errorf("the target is written in place: %s", l)
		case call[1] == "fsync" && temp:
			step = "sync"
		case strings.HasPrefix(call[1], "rename") && (target || temp):
			step = "rename"
		case call[1] == "fsync" && folder:
			step = "sync folder"
		case call[1] == "unlinkat" && target && !temp:
			return "", fmt.Errorf("the target is removed: %s", l)
		}
		if step != "" && (len(order) == 0 || order[len(order)-1] != step) {
			order = append(order, step)
		}
	}
	want := []string{"write", "sync", "rename", "sync folder", "write", "sync", "rename", "sync folder"}
	if !slices.Equal(order, want) {
		return "", fmt.Errorf("the order was %v", order)
	}
	return "write, sync, rename, sync of the folder, twice", nil
}
