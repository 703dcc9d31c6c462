package extern

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardstudio/internal/child"
)

func TestMain(m *testing.M) {
	if code, ok := child.Guarding(os.Args); ok {
		os.Exit(code)
	}
	self, err := os.Executable()
	if err == nil {
		err = os.Setenv("STUDIO_SCRIPT", self)
	}
	if err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// fillMemory is a Python program that fills in-memory files with 120 MB, which no process maps, and
// waits.
const fillMemory = `import os, time
for i in range(12):
    os.write(os.memfd_create("x"), bytes(10000000))
time.sleep(60)`

// patience is how long tests wait for an event before they fail.
const patience = 20 * time.Second

// script runs a shell script as a program.
func script(t *testing.T, text string, b Bounds, folders ...string) *Program {
	t.Helper()
	p, err := run([]string{"/bin/sh", "-c", text}, folders, b, func(line string) bool { return strings.HasPrefix(line, "#") })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close("") })
	return p
}

// answer returns the next line of a program.
func answer(t *testing.T, p *Program) string {
	t.Helper()
	line, err := p.Line(t.Context(), patience)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// fate returns the reason why a program has ended.
func fate(t *testing.T, p *Program) string {
	t.Helper()
	for {
		if _, err := p.Line(t.Context(), patience); err != nil {
			return err.Error()
		}
	}
}

// TestBounds checks that a program that exceeds a limit is ended, and that the message names the
// limit.
func TestBounds(t *testing.T) {
	filled := func(n string) string { return "b=$(head -c " + n + " /dev/zero | tr '\\0' x); " }
	for name, x := range map[string]struct {
		script string
		bounds Bounds
		want   string
	}{
		"processes":       {"for i in 1 2 3 4 5 6; do sleep 60 & done; wait", Bounds{Tasks: 4}, "it starts more than 4 processes"},
		"file":            {"head -c 3000000 /dev/zero >f", Bounds{Disk: 2 << 20}, "it writes more than 2 MB to the disk"},
		"files":           {"for i in 1 2 3; do head -c 1000000 /dev/zero >$i; done; sleep 60", Bounds{Disk: 2 << 20}, "it writes more than 2 MB to the disk"},
		"hidden files":    {"mkdir d; for i in 1 2 3; do head -c 1000000 /dev/zero >d/$i; done; chmod 0 d; sleep 60", Bounds{Disk: 2 << 20}, "it writes more than 2 MB to the disk"},
		"deleted files":   {"for i in 4 5 6; do eval \"exec $i>f\"; rm f; head -c 1000000 /dev/zero >&$i; done; sleep 60", Bounds{Disk: 2 << 20}, "it writes more than 2 MB to the disk"},
		"empty files":     {"for i in $(seq 600); do : >$i; done; sleep 60", Bounds{Disk: 2 << 20}, "it writes more than 2 MB to the disk"},
		"files in memory": {"exec python3 -c '" + fillMemory + "'", Bounds{Memory: 100 << 20}, "it uses more than 100 MB of memory, together with the processes that it has started"},
		"long paths":      {"d=$(printf %0250d 0); for i in $(seq 40); do mkdir $d; cd $d; done; for i in 1 2 3; do head -c 1000000 /dev/zero >$i; done; sleep 60", Bounds{Disk: 2 << 20}, "it writes more than 2 MB to the disk"},
		"deep folders":    {"for i in $(seq 101); do mkdir a; cd a; done; sleep 60", Bounds{}, "it nests folders more than 100 deep"},
		"own memory":      {"exec dd if=/dev/zero of=/dev/null bs=300000000 count=1", Bounds{Memory: 100 << 20}, "it is out of memory: it may use 100 MB"},
		"memory together": {"for i in 1 2 3 4; do (" + filled("30000000") + "sleep 60) & done; wait", Bounds{Memory: 100 << 20}, "it uses more than 100 MB of memory, together with the processes that it has started"},
		"crash":           {"kill -SEGV $$", Bounds{}, "it crashed with the signal SIGSEGV"},
		"exit":            {"echo; echo bye >&2; exit 3", Bounds{}, "it ended with exit code 3: bye"},
		"silent exit":     {"exit 3", Bounds{}, "it ended with exit code 3"},
		"closed output":   {"exec >&-; sleep 60", Bounds{}, "it has closed its output"},
		"killed":          {"kill -KILL $$", Bounds{}, "it crashed with the signal SIGKILL"},
		"large file":      {"echo File too large >&2; exit 1", Bounds{Disk: 2 << 20}, "it writes more than 2 MB to the disk"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := script(t, x.script, x.bounds)
			if got := fate(t, p); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			folder := p.Folder()
			p.Close("")
			if _, err := os.Lstat(folder); !os.IsNotExist(err) {
				t.Errorf("its folder stays: %v", err)
			}
		})
	}
}

// TestDeletedInMovedFolder checks that deleted files count towards the disk limit even if the
// folder for temporary files is a link, or if the program has moved its folder.
func TestDeletedInMovedFolder(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	const fill = "for i in 4 5 6; do eval \"exec $i>f\"; rm f; head -c 1000000 /dev/zero >&$i; done; sleep 60"
	for name, x := range map[string]struct{ tmp, script string }{
		"link":  {link, fill},
		"moved": {dir, "mv \"$PWD\" " + dir + "/moved; " + fill},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TMPDIR", x.tmp)
			p := script(t, x.script, Bounds{Disk: 2 << 20}, dir)
			if got, want := fate(t, p), "it writes more than 2 MB to the disk"; got != want {
				t.Errorf("%q, want %q", got, want)
			}
			p.Close("")
			if list, err := os.ReadDir(dir); err != nil || len(list) != 0 {
				t.Errorf("%v, %v", list, err)
			}
		})
	}
}

// TestWithinBounds checks that a program within its limits is not stopped.
func TestWithinBounds(t *testing.T) {
	p := script(t, "for i in 1 2 3; do sleep 60 & done; head -c 2000000 /dev/zero >f; for i in $(seq 99); do mkdir a; cd a; done; echo ready; read x; echo on; read x",
		Bounds{Tasks: 5, Disk: 2000000 + 99*entrySize, Memory: 1 << 30})
	if got := answer(t, p); got != "ready" {
		t.Fatal(got)
	}
	measured := make(chan struct{})
	go func() { // each limit has been measured at least once by the end of this
		defer close(measured)
		n, deep := sizeOf(p.folder.root, maxDepth)
		if n != 2000000+99*entrySize || deep || len(p.p.Descendants(100)) != 4 {
			t.Errorf("%d bytes, %v, %d processes", n, deep, len(p.p.Descendants(100)))
		}
	}()
	<-measured
	if err := p.Send(t.Context(), "go"); err != nil || answer(t, p) != "on" {
		t.Error(err)
	}
}

// TestEnvironment checks that a program has the user's PATH without relative folders, and that its
// home is its folder.
func TestEnvironment(t *testing.T) {
	for path, want := range map[string]string{"/opt/x:/usr/bin:/bin:.::bin": "/opt/x:/usr/bin:/bin", "": defaultPath, "bin": defaultPath} {
		t.Setenv("PATH", path)
		t.Setenv("SECRET", "x")
		p := script(t, `echo "$PATH" "$HOME" "$TMPDIR" "$PWD" "$LANG" "$SECRET"`, Bounds{})
		f := p.Folder()
		if got := answer(t, p); got != strings.Join([]string{want, f, f, f, "C.UTF-8", ""}, " ") {
			t.Errorf("%q: %q", path, got)
		}
	}
}

// TestFolders checks that a program can write only in its folder and in the named folders.
func TestFolders(t *testing.T) {
	if child.Landlock() == 0 {
		t.Skip("the kernel has no Landlock")
	}
	named, other := t.TempDir(), t.TempDir()
	p := script(t, "for d in . "+named+" "+other+"; do (echo x >$d/f) 2>/dev/null && echo yes || echo no; done", Bounds{}, named)
	if got := answer(t, p) + answer(t, p) + answer(t, p); got != "yesyesno" {
		t.Errorf("%q", got)
	}
	file := filepath.Join(named, "f")
	for dir, want := range map[string]string{
		other + "/none": "/bin/sh cannot be started: the folder " + other + "/none, which it may write to, cannot be opened: there is no such file or folder",
		file:            "/bin/sh cannot be started: " + file + ", which it may write to, is not a folder",
	} {
		if _, err := run([]string{"/bin/sh"}, []string{dir}, Bounds{}, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", dir, err, want)
		}
	}
}

func TestNoCommand(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"": "there is no command", dir: dir + " is a folder", plain: plain + " is not executable", dir + "/none": dir + "/none was not found", "nosuchprogram": "nosuchprogram was not found",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := run([]string{name}, nil, Bounds{}, nil); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
	if _, err := run(nil, nil, Bounds{}, nil); err == nil {
		t.Error("nothing is run")
	}
	t.Run("without the program that guards", func(t *testing.T) {
		t.Setenv("STUDIO_SCRIPT", dir+"/none")
		p, err := run([]string{"/bin/sh"}, nil, Bounds{}, nil)
		if p != nil || err == nil || !strings.Contains(err.Error(), "/bin/sh cannot be started: ") {
			t.Errorf("%v, %v", p, err)
		}
	})
	t.Setenv("TMPDIR", dir+"/none")
	if _, err := run([]string{"/bin/sh"}, nil, Bounds{}, nil); err == nil || !strings.Contains(err.Error(), "/bin/sh cannot be started: ") {
		t.Errorf("without a temporary folder: %v", err)
	}
}

// TestClose checks that Close first sends the command to end, then a signal, and finally kills the
// program.
func TestClose(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	end := Bounds{End: 300 * time.Millisecond}
	for name, x := range map[string]struct{ script, want string }{
		"by the line":   {"echo; read x; echo $x", "bye\n"},
		"by the end":    {"echo; cat", "bye\n"},
		"by the signal": {"trap 'echo signal; exit' TERM; echo; read x; sleep 60 & wait", "signal\n"},
		"by force":      {"trap '' TERM; echo; read x; echo no; exec sleep 60", "no\n"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(x.script, "echo;", "echo; exec >>"+out+";", 1)
			p := script(t, text, end, filepath.Dir(out))
			answer(t, p)
			p.Close("bye")
			p.Close("bye")
			if !p.p.Ended(0) {
				t.Error("it runs on")
			}
			got, _ := os.ReadFile(out)
			if string(got) != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			_ = os.Remove(out)
			if log := p.Log(); !strings.Contains(strings.Join(log, "\n"), "> bye") {
				t.Errorf("%q", log)
			}
		})
	}
	p := script(t, "exit 0", end)
	<-p.p.Done()
	p.Close("bye")
	if log := p.Log(); len(log) != 0 {
		t.Errorf("a program that has ended is told to end: %q", log)
	}
}

// TestSendAndLine checks that Send and Line return at their deadline, and when they are cancelled.
func TestSendAndLine(t *testing.T) {
	p := script(t, "echo '# remark'; echo one; printf 'par'; read x; echo; while :; do echo '# on'; read x; done", Bounds{Answer: 200 * time.Millisecond})
	if got := answer(t, p); got != "one" {
		t.Errorf("%q", got)
	}
	if _, err := p.Line(t.Context(), time.Millisecond); err != ErrLate {
		t.Error(err)
	}
	for p.out.unfinished() != "par" { // until it arrives
		if _, err := p.Line(t.Context(), time.Millisecond); err != ErrLate {
			t.Fatal(err)
		}
	}
	if err := p.NoAnswer("x"); err.Error() != `no answer to x: it wrote "par" without a line break` {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Line(ctx, patience); err != context.Canceled {
		t.Error(err)
	}
	if got := p.Remarks(); got != "# remark" {
		t.Errorf("%q", got)
	}
	if err := p.Send(t.Context(), "a", "b"); err != nil || answer(t, p) != "par" {
		t.Error(err)
	}
	if err := p.NoAnswer("x"); err.Error() != "no answer to x" {
		t.Error(err)
	}
	var heard []string
	if _, err := p.Listen(t.Context(), 3*heardEvery/2, func(r []string) { heard = append(heard, r...) }); err != ErrLate || len(heard) != 3 {
		t.Errorf("%v, %q", err, heard)
	}
	if line, ok := p.Waiting(); ok {
		t.Errorf("%q", line)
	}
	if log := p.Log(); len(log) < 5 || log[0] != "< # remark" || log[1] != "< one" || log[2] != "> a" {
		t.Errorf("%q", log)
	}

	deaf := script(t, "echo; exec sleep 60", Bounds{Answer: 100 * time.Millisecond})
	answer(t, deaf)
	if err := deaf.Send(t.Context(), strings.Repeat("x", 1<<20)); err == nil || err.Error() != "it does not read its input" {
		t.Error(err)
	}
	if err := deaf.Send(ctx, strings.Repeat("x", 1<<20)); err != context.Canceled {
		t.Error(err)
	}
	closed := script(t, "exec <&-; echo; sleep 60", Bounds{})
	answer(t, closed)
	if err := closed.Send(t.Context(), "x"); err == nil || err.Error() != "it has closed its input" {
		t.Error(err)
	}
}

// TestFlood checks that excessive output is dropped and counted.
func TestFlood(t *testing.T) {
	p := script(t, "yes '#' | head -n 30; yes 7,7 | head -n 1500; printf '%070000d\\n' 0; head -c 100000 /dev/zero | tr '\\0' e >&2; echo end >&2", Bounds{})
	<-p.p.Done()
	<-p.errs.end
	p.reads.Wait()
	n := 0
	for {
		if _, ok := p.Waiting(); !ok {
			break
		}
		n++
	}
	text := p.Remarks()
	if n != maxWaits || !strings.Contains(text, "… 487 lines more") || !strings.Contains(text, "… 4464 bytes more") {
		t.Errorf("%d lines, %q", n, text)
	}
	if got := p.errs.String(); len(got) != maxErrors || !strings.HasSuffix(got, "eend\n") {
		t.Errorf("%d bytes of errors", len(got))
	}
	if !bytes.Contains([]byte(strings.Join(p.Log(), "\n")), []byte(strings.Repeat("0", logLine-2))) || len(p.Log()) != exchange {
		t.Errorf("%d lines in the log", len(p.Log()))
	}
}
