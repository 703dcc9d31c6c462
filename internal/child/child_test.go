package child

import (
	"bufio"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// asParent has the test program start a child, say which, and wait; guarded and with a child of its own if it says so.
const asParent = "CHILD_TEST_PARENT"

func TestMain(m *testing.M) {
	if code, ok := Guarding(os.Args); ok {
		os.Exit(code)
	}
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	if err := os.Setenv("STUDIO_SCRIPT", self); err != nil {
		panic(err)
	}
	switch os.Getenv(asParent) {
	case "":
		os.Exit(m.Run())
	case "plain":
		p, err := Start(exec.Command("sleep", "60"))
		if err != nil {
			panic(err)
		}
		os.Stdout.WriteString(strconv.Itoa(p.Pid()) + "\n")
	case "guarded":
		cmd := exec.Command("/bin/sh", "-c", brood)
		cmd.Stdout = os.Stdout
		if _, err := StartGuarded(cmd, Limit{unix.RLIMIT_CORE, 0}); err != nil {
			panic(err)
		}
	}
	time.Sleep(time.Minute)
}

// brood has a shell start children in all ways by which they are hard to find, write the numbers of all, and wait.
const brood = "sleep 60 & a=$!; setsid sleep 60 & b=$!; c=$( (setsid sh -c 'sleep 60 >/dev/null & echo $!' &) ); " +
	"d=$( (env -i setsid sh -c 'ulimit -n 50; sleep 60 >/dev/null & echo $!' &) ); echo $$ $a $b $c $d; trap '' TERM HUP INT; read x; sleep 60"

// runs reports whether a process runs, which soon ends.
func runs(pid int) bool {
	for end := time.Now().Add(time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return false
		}
	}
	return true
}

// A child dies with the program that started it, at whatever moment that is killed; a guarded one with all that it has started.
func TestParentKilled(t *testing.T) {
	for _, how := range []string{"plain", "guarded"} {
		t.Run(how, func(t *testing.T) {
			for i := range 100 {
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), asParent+"="+how)
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
				time.Sleep(time.Duration(i%20) * time.Millisecond)
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
				if pids := numbers(line); len(pids) != map[string]int{"plain": 1, "guarded": 5}[how] || slices.ContainsFunc(pids, runs) {
					t.Fatalf("of %q some go on", line)
				}
			}
		})
	}
}

// numbers returns the numbers of a line.
func numbers(line string) (all []int) {
	for _, word := range strings.Fields(line) {
		if n, err := strconv.Atoi(word); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// guarded starts a shell under a guard, and returns what it writes first.
func guarded(t *testing.T, script string, limits ...Limit) (*Guarded, string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := exec.Command("/bin/sh", "-c", script)
	cmd.Stdout = w
	g, err := StartGuarded(cmd, limits...)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Kill)
	line, _ := bufio.NewReader(r).ReadString('\n')
	return g, line
}

// Limits hold from the start, also of what the program starts.
func TestLimits(t *testing.T) {
	g, line := guarded(t, "echo $(ulimit -n; ulimit -c; ulimit -v; /bin/sh -c 'ulimit -n')", Limit{unix.RLIMIT_NOFILE, 33}, Limit{unix.RLIMIT_CORE, 0}, Limit{unix.RLIMIT_AS, 100 << 20})
	if s := g.Status(); s.ExitStatus() != 0 || line != "33 0 102400 33\n" {
		t.Errorf("%v, %q", s, line)
	}
}

// All that a program has started ends when it is killed, and when it ends by itself.
func TestBrood(t *testing.T) {
	g, line := guarded(t, brood)
	pids := numbers(line)
	if all := g.Descendants(); len(pids) != 5 || slices.ContainsFunc(pids, func(pid int) bool { return !slices.Contains(all, pid) }) {
		t.Errorf("of %q these are known: %v", line, all)
	}
	g.Kill()
	if s := g.Status(); s.Signal() != syscall.SIGKILL || slices.ContainsFunc(pids, runs) {
		t.Errorf("it ended with %v, of %v some go on", s, pids)
	}
	if g, line = guarded(t, strings.Replace(brood, "read x; sleep 60", "exit 7", 1)); !g.Ended(5 * time.Second) {
		t.Fatal("it does not end")
	}
	g.Kill()
	if pids := numbers(line); g.Status().ExitStatus() != 7 || len(pids) != 5 || slices.ContainsFunc(pids, runs) {
		t.Errorf("it ended with %v, of %q some go on", g.Status(), line)
	}
}

// A program gets the signals that it is sent, and none of those of a terminal are ignored for it.
func TestSignal(t *testing.T) {
	g, _ := guarded(t, "trap 'exit 3' TERM; echo; while :; do sleep 0.01; done")
	if g.Signal(syscall.SIGTERM); !g.Ended(5*time.Second) || g.Status().ExitStatus() != 3 {
		t.Errorf("it ended with %v", g.Status())
	}
	g.Signal(syscall.SIGTERM) // nothing happens
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE, syscall.SIGSEGV} {
		g, _ := guarded(t, "echo; exec sleep 60")
		if g.Signal(s); !g.Ended(5*time.Second) || g.Status().Signal() != s {
			t.Errorf("%v: it ended with %v", s, g.Status())
		}
	}
}

// A guard that its program has stopped or killed is no protection for it.
func TestGuardAttacked(t *testing.T) {
	for _, attack := range []string{"kill -STOP $PPID", "kill -KILL $PPID"} {
		g, line := guarded(t, "sleep 60 & echo $! $$; sleep 0.3; "+attack+"; sleep 60")
		pids := numbers(line)
		time.Sleep(500 * time.Millisecond)
		g.Kill()
		if runs(pids[1]) || strings.Contains(attack, "STOP") && runs(pids[0]) {
			t.Errorf("%s: of %q some go on", attack, line)
		}
	}
}

// A program that stops or kills its guard at once, perhaps before that could tell of the start, does not hold us up.
func TestGuardAttackedAtOnce(t *testing.T) {
	for _, attack := range []string{"STOP", "KILL"} {
		for range 2 {
			began := time.Now()
			g, err := StartGuarded(&exec.Cmd{Path: "/bin/sh", Args: []string{"sh", "-c", "kill -" + attack + " $PPID; sleep 60"}})
			if err == nil {
				g.Kill()
			}
			if took := time.Since(began); took > startTime+5*time.Second {
				t.Errorf("%s: %v", attack, took)
			}
		}
	}
}

// What does not start says why.
func TestNoStart(t *testing.T) {
	dir := t.TempDir()
	alien := dir + "/alien"
	if err := os.WriteFile(alien, []byte("\x7fELF\x02\x01\x01aliens"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{dir + "/none": syscall.ENOENT, dir: syscall.EACCES, alien: syscall.ENOEXEC} {
		if _, err := StartGuarded(&exec.Cmd{Path: path, Args: []string{path}}); err != want {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
}
