package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

const endless = "return { name = 'X', choose = function() while true do end end }"

// alive reports whether a process is running. It returns false for a zombie.
func alive(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(text), ") Z ")
}

// studio is run by the test binary in the role of Studio. It starts a script that never ends,
// prints the ID of its process, and waits to be killed.
func studio() int {
	ctx := context.Background()
	w, err := Open(ctx, Config{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		return 1
	}
	if _, err := w.Load(ctx, Load{Name: "x.lua", Source: []byte(endless), Game: r.Spec()}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(w.p.Pid())
	_, err = w.Choose(ctx, r.Start(), nil, ai.Limit{Time: time.Hour}, 1)
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// TestStudioDies checks that a script's process ends together with Studio, however that ends.
func TestStudioDies(t *testing.T) {
	n := 20
	if testing.Short() {
		n = 4
	}
	for i := range n {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "STUDIO_TO_KILL=1")
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil || !alive(pid) {
			t.Fatalf("%q, %v", line, err)
		}
		sig := unix.SIGKILL
		if i%2 == 1 {
			sig = unix.SIGTERM
		}
		script, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := unix.Kill(cmd.Process.Pid, sig); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		ended := []unix.PollFd{{Fd: int32(script), Events: unix.POLLIN}}
		for {
			if n, err := unix.Poll(ended, -1); n > 0 {
				break
			} else if !errors.Is(err, unix.EINTR) {
				t.Fatal(err)
			}
		}
		_ = unix.Close(script)
	}
}

// whileRunning calls do once the script of w, which is about to be called, has reached the line
// according to its recorded position. The returned function waits for that, and gives up if the
// script has not reached the line.
func whileRunning(w *Client, line int, do func()) (wait func()) {
	_, _ = unix.Pwrite(w.p.page, make([]byte, noteText), 0) // clear the old record
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			if at, _ := readNote(w.p.page); at >= line {
				do()
				return
			}
			select {
			case <-over:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	return func() { close(over); <-done }
}

// TestCancel checks that a cancelled call returns soon, whether the script can be stopped or not.
func TestCancel(t *testing.T) {
	var worst time.Duration
	for _, source := range []string{endless, "return { name = 'X', choose = function() while true do pcall(string.find, ('a'):rep(1e5), '.-.-b') end end }"} {
		source = strings.Replace(source, "function() ", "function()\n\n\n", 1) // loading records lines too
		for range 10 {
			w, r := load(t, source)
			ctx, cancel := context.WithCancel(t.Context())
			var begun time.Time
			wait := whileRunning(w, 4, func() { begun = time.Now(); cancel() })
			_, err := w.Choose(ctx, r.Start(), nil, ai.Limit{Time: time.Hour}, 1)
			wait()
			worst = max(worst, time.Since(begun))
			if err == nil || !strings.HasPrefix(err.Error(), "script x.lua, line 4: stopped") {
				t.Errorf("%v", err)
			}
			w.Close()
		}
	}
	t.Logf("the slowest took %v", worst)
	if worst > 5*time.Second { // 10 ms on an idle machine
		t.Errorf("a cancelled call took %v", worst)
	}
}

// TestStuck checks that a stopped process is killed, and that the line comes from the page.
func TestStuck(t *testing.T) {
	w, r := load(t, "return { name = 'X', choose = function()\nwhile true do end end }")
	begun := time.Now()
	wait := whileRunning(w, 2, func() { _ = unix.Kill(w.p.Pid(), unix.SIGSTOP) })
	_, err := w.Choose(t.Context(), r.Start(), nil, ai.Limit{Time: time.Second}, 1)
	wait()
	if err == nil || err.Error() != "script x.lua, line 2: out of time: its limit is 1s" || !w.Died() {
		t.Errorf("%v", err)
	}
	if d := time.Since(begun); d < time.Second || d > 20*time.Second {
		t.Errorf("after %v", d)
	}
	if _, again := w.Choose(t.Context(), r.Start(), nil, ai.Limit{}, 1); again != err {
		t.Errorf("a dead child answers %v", again)
	}
}

// TestStuckAtLoadAndFinish checks the same at the end of a game and while the script is loaded.
func TestStuckAtLoadAndFinish(t *testing.T) {
	stop := func(w *Client) func() {
		return whileRunning(w, 2, func() { _ = unix.Kill(w.p.Pid(), unix.SIGSTOP) })
	}
	w, r := load(t, "return { name = 'X', choose = function() end, finish = function()\nwhile true do end end }")
	wait := stop(w)
	err := w.Finish(t.Context(), r.Start(), nil, 0, rules.Result{}, time.Second)
	wait()
	if err == nil || err.Error() != "script x.lua, line 2: out of time: its limit is 1s" || !w.Died() {
		t.Errorf("finish: %v", err)
	}
	w = open(t, Config{})
	wait = stop(w)
	_, err = w.Load(t.Context(), Load{Name: "x.lua", Source: []byte("\nwhile true do end"), Game: r.Spec()})
	wait()
	if err == nil || err.Error() != "script x.lua, line 2: out of time: its limit is 2.3s" || !w.Died() {
		t.Errorf("load: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	w, r = load(t, "return { name = 'X', choose = function() end, finish = function()\nwhile true do end end }")
	wait = whileRunning(w, 2, func() { _ = unix.Kill(w.p.Pid(), unix.SIGSTOP); cancel() })
	err = w.Finish(ctx, r.Start(), nil, 0, rules.Result{}, time.Hour)
	wait()
	if err == nil || err.Error() != "script x.lua, line 2: stopped" {
		t.Errorf("finish, cancelled: %v", err)
	}
}

// TestRefusedRequest checks that a request that exceeds a limit leaves the child running.
func TestRefusedRequest(t *testing.T) {
	w, r := load(t, "n = 0 return { name = 'X', choose = function(pos, moves) n = n + 1 log(n) return moves[1] end }")
	for name, ask := range map[string]func() error{
		"depth": func() error {
			_, err := w.Choose(t.Context(), r.Start(), nil, ai.Limit{Depth: ai.MaxDepth + 1}, 1)
			return err
		},
		"many moves": func() error {
			return w.Finish(t.Context(), r.Start(), make([]rules.Move, maxMoves+1), 0, rules.Result{}, 0)
		},
		"nobody": func() error {
			return w.Finish(t.Context(), r.Start(), nil, rules.NoPlayer, rules.Result{}, 0)
		},
		"unknown player": func() error {
			return w.Finish(t.Context(), r.Start(), nil, rules.MaxPlayers, rules.Result{}, 0)
		},
		"line": func() error { _, err := w.Next(t.Context(), To, math.MaxInt32+1, time.Second); return err },
		"long value": func() error {
			_, err := w.Load(t.Context(), Load{Name: "x.lua", Values: map[string]string{"a": strings.Repeat("b", 2000)}})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := ask()
			var f *script.Fault
			if err == nil || errors.As(err, &f) || w.Err() != nil {
				t.Errorf("%v, then %v", err, w.Err())
			}
		})
	}
	var f *script.Fault
	if _, err := open(t, Config{}).Load(t.Context(), Load{Name: "x.lua", Source: make([]byte, script.MaxSource+1)}); !errors.As(err, &f) || err.Error() != "script x.lua: it is longer than 256 KB" {
		t.Errorf("%v", err)
	}
	w.Play(r)
	for i := range 2 {
		if _, err := w.Choose(t.Context(), r.Start(), nil, ai.Limit{Time: time.Minute}, 1); err != nil || w.Log() != fmt.Sprintf("%d\n", i+1) {
			t.Errorf("%v", err)
		}
	}
}

// TestKilled checks the error if the process is killed, or if the program is not a child.
func TestKilled(t *testing.T) {
	w, r := load(t, endless)
	defer whileRunning(w, 1, func() { _ = unix.Kill(w.p.Pid(), unix.SIGKILL) })()
	if _, err := w.Choose(t.Context(), r.Start(), nil, ai.Limit{Time: time.Minute}, 1); err == nil || !strings.Contains(err.Error(), "killed, possibly because memory ran out") {
		t.Errorf("%v", err)
	}
	// Only SIGKILL can mean that memory ran out. The list omits signals that programs ignore under
	// nohup and shells.
	for _, sig := range []unix.Signal{
		unix.SIGTERM, unix.SIGQUIT, unix.SIGABRT, unix.SIGSEGV, unix.SIGSYS,
	} {
		w, r := load(t, endless)
		wait := whileRunning(w, 1, func() { _ = unix.Kill(w.p.Pid(), sig) })
		_, err := w.Choose(t.Context(), r.Start(), nil, ai.Limit{Time: time.Minute}, 1)
		wait()
		var f *script.Fault
		if name := unix.SignalName(sig); !errors.As(err, &f) || f.Budget != "" || !w.Died() || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for program, want := range map[string]string{"/bin/true": "studio-script", "/bin/cat": "cannot be started", "/none": "no such file"} {
		if _, err := Open(t.Context(), Config{Program: program}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", program, err)
		}
	}
}

// TestFewFiles checks that the error names the program that cannot be started if there are too few
// descriptors, whichever call fails.
func TestFewFiles(t *testing.T) {
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 200, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Setrlimit(unix.RLIMIT_NOFILE, &old) }()
	var taken []int
	defer func() {
		for _, fd := range taken {
			unix.Close(fd)
		}
	}()
	for {
		fd, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			break
		}
		taken = append(taken, fd)
	}
	short := 0
	for left := 0; ; left++ {
		w, err := Open(t.Context(), Config{})
		if err == nil {
			w.Close()
			break
		}
		if !strings.HasPrefix(err.Error(), "studio-script cannot be started: ") || !errors.Is(err, unix.EMFILE) {
			t.Errorf("%d files left: %v", left, err)
		}
		short++
		unix.Close(taken[len(taken)-1])
		taken = taken[:len(taken)-1]
	}
	if short < 4 {
		t.Errorf("a child needs %d files only", short)
	}
}

// TestInherited checks that the child does not inherit files that Studio's libraries leave open.
func TestInherited(t *testing.T) {
	fd, err := unix.Open(os.Args[0], unix.O_RDONLY, 0) // without O_CLOEXEC
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	w := open(t, Config{})
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", w.p.Pid()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		what, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%s", w.p.Pid(), f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(what, "pipe:") && !strings.HasPrefix(what, "socket:") && !strings.HasPrefix(what, "anon_inode:[event") && what != "/dev/null" {
			t.Errorf("descriptor %s is %s", f.Name(), what)
		}
		t.Log(f.Name(), what)
	}
	if env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", w.p.Pid())); err != nil || len(env) > 0 {
		t.Errorf("its environment is %q, %v", env, err)
	}
	if adj, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", w.p.Pid())); err != nil || strings.TrimSpace(string(adj)) != "1000" {
		t.Errorf("oom_score_adj is %q, %v", adj, err)
	}
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", w.p.Pid()))
	if err != nil || len(threads) == 0 {
		t.Fatal(err)
	}
	for _, path := range threads {
		stat, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		if nice := strings.Fields(rest)[16]; nice == "0" {
			t.Errorf("thread %s has niceness %s", path, nice)
		}
	}
	if group, err := unix.Getpgid(w.p.Pid()); err != nil || group != w.p.Pid() {
		t.Errorf("its group is %d, %v", group, err)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.p.Pid()))
	if err != nil {
		t.Fatal(err)
	}
	if c := w.Containment(); !strings.Contains(string(status), "NoNewPrivs:\t1") || c.Seccomp && !strings.Contains(string(status), "Seccomp:\t2") {
		t.Errorf("%s", status)
	}
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", w.p.Pid()))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(limits)) {
		for _, name := range []string{"Max file size", "Max core file size"} {
			if rest, ok := strings.CutPrefix(line, name); ok && strings.Join(strings.Fields(rest)[:2], " ") != "0 0" {
				t.Error(line)
			}
		}
		if rest, ok := strings.CutPrefix(line, "Max address space"); ok && strings.Contains(rest, "unlimited") {
			t.Error(line)
		}
	}
}
