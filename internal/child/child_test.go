package child

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// childrenScript makes a shell start children in various ways that make them hard to find, write a line, and
// wait. All of them keep standard error open.
const childrenScript = "sleep 60 & setsid sleep 60 & (setsid sh -c 'sleep 60 >/dev/null &'); " +
	"(env -i setsid sh -c 'ulimit -n 50; sleep 60 >/dev/null &'); trap '' TERM HUP INT; echo ready; exec sleep 60"

// childrenScriptSize is the number of processes that childrenScript starts, including the shell.
const childrenScriptSize = 5

// TestGuardParentKilled checks that a child dies with its parent, at whatever moment that is
// killed. With a guard, all its descendants die as well.
func TestGuardParentKilled(t *testing.T) {
	for _, how := range []string{"plain", "guarded"} {
		for i := range 8 {
			r, w := lifeline(t)
			cmd := exec.Command("/proc/self/exe")
			cmd.Env = append(os.Environ(), asParent+"="+how)
			cmd.Stderr = w
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			w.Close()
			if i%4 > 0 { // otherwise the process is killed during the start
				if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
					t.Fatal(err, waitGone(t, r))
				}
			}
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			if text := waitGone(t, r); text != "" {
				t.Error(text)
			}
		}
	}
}

// guarded starts a shell under a guard. It returns the guard, the shell's first line, and its
// lifeline.
func guarded(t *testing.T, script string, c Confinement) (g *Guarded, line string, life *os.File) {
	t.Helper()
	life, w := lifeline(t)
	r, out := lifeline(t)
	cmd := exec.Command("/bin/sh", "-c", script)
	cmd.Stdout, cmd.Stderr, cmd.Env = out, w, os.Environ()
	g, err := StartGuarded(cmd, c)
	w.Close()
	out.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Kill)
	line, _ = bufio.NewReader(r).ReadString('\n')
	return g, line, life
}

// ended waits for the end of a program and returns its status.
func ended(t *testing.T, g *Guarded) syscall.WaitStatus {
	t.Helper()
	if !g.Ended(patience) {
		t.Fatal("the program does not end")
	}
	return g.Status()
}

// TestGuardLimits checks that limits apply from the start, also to descendants, and never exceed
// the current ones.
func TestGuardLimits(t *testing.T) {
	var now syscall.Rlimit
	if err := syscall.Getrlimit(unix.RLIMIT_STACK, &now); err != nil {
		t.Fatal(err)
	}
	hard := "unlimited"
	if now.Max != unix.RLIM_INFINITY {
		hard = strconv.FormatUint(now.Max/1024, 10)
	}
	g, line, _ := guarded(t, "echo $(ulimit -n; ulimit -c; ulimit -v; ulimit -H -s; /bin/sh -c 'ulimit -n')", Confinement{Limits: []Limit{
		{unix.RLIMIT_NOFILE, 33}, {unix.RLIMIT_CORE, 0}, {unix.RLIMIT_STACK, unix.RLIM_INFINITY}, {unix.RLIMIT_AS, 100 << 20},
	}})
	if s := ended(t, g); s.ExitStatus() != 0 || line != "33 0 102400 "+hard+" 33\n" {
		t.Errorf("%v, %q", s, line)
	}
	if _, err := StartGuarded(exec.Command("/bin/true"), Confinement{Limits: []Limit{{99, 1}}}); err != unix.EINVAL {
		t.Errorf("a limit that does not exist: %v", err)
	}
}

// TestGuardBrood checks that all descendants end when a program is killed, and when it ends
// normally.
func TestGuardBrood(t *testing.T) {
	g, _, life := guarded(t, childrenScript, Confinement{})
	if all := g.Descendants(100); len(all) != childrenScriptSize || len(g.Descendants(3)) != 3 {
		t.Errorf("%d processes are known, want %d", len(all), childrenScriptSize)
	}
	if !living(t, life) {
		t.Error("it ends at once")
	}
	g.Kill()
	if s := ended(t, g); s.Signal() != syscall.SIGKILL {
		t.Errorf("it ended with %v", s)
	}
	waitGone(t, life)
	select {
	case <-g.Gone():
	default:
		t.Error("Kill returns before the end")
	}
	g, _, life = guarded(t, strings.Replace(childrenScript, "exec sleep 60", "exit 7", 1), Confinement{})
	if s := ended(t, g); s.ExitStatus() != 7 {
		t.Errorf("it ended with %v", s)
	}
	waitGone(t, life)
	<-g.Gone()
	g.Kill()
}

// TestGuardTerminal checks that a program cannot open the user's terminal and type commands into
// it.
func TestGuardTerminal(t *testing.T) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	name := "/dev/pts/" + strconv.Itoa(number)
	slave, err := os.OpenFile(name, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	for path, want := range map[string]bool{"/dev/tty": false, name: Landlock() == 0} {
		cmd := exec.Command("/proc/self/exe")
		cmd.Env = append(os.Environ(), asParent+"=terminal", atTerminal+"=if (: >"+path+") 2>/dev/null; then echo reached; else echo refused; fi")
		cmd.Stdin, cmd.Stderr = slave, os.Stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Pdeathsig: syscall.SIGKILL}
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		switch got := strings.TrimSpace(string(out)); {
		case got == "reached" && !want:
			t.Errorf("a program opens %s", path)
		case got != "reached" && got != "refused":
			t.Errorf("%s: %q", path, got)
		}
	}
}

// TestGuardOwnTerminal checks that a program can open pseudo-terminals, as script(1) does.
func TestGuardOwnTerminal(t *testing.T) {
	const script = `import os
master, slave = os.openpty()
os.write(slave, b"x")
print(os.read(master, 1).decode())`
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no Python")
	}
	g, line, _ := guarded(t, python+" -c '"+script+"' 2>&1 | tail -n 1", Confinement{Write: []string{t.TempDir()}})
	if line != "x\n" && g.Namespace() && !strings.Contains(os.Getenv(refusing), "mounts") {
		t.Errorf("it says %q", line)
	}
}

// TestGuardSignal checks that a program receives signals and does not ignore terminal signals.
func TestGuardSignal(t *testing.T) {
	g, _, _ := guarded(t, "trap 'exit 3' TERM; sleep 60 & echo; wait", Confinement{})
	if g.Signal(syscall.SIGTERM); ended(t, g).ExitStatus() != 3 {
		t.Errorf("it ended with %v", g.Status())
	}
	g.Signal(syscall.SIGTERM) // no effect
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE, syscall.SIGSEGV} {
		g, _, _ := guarded(t, "echo; exec sleep 60", Confinement{})
		if g.Signal(s); ended(t, g).Signal() != s {
			t.Errorf("%v: it ended with %v", s, g.Status())
		}
	}
	if g, _, _ := guarded(t, "sleep 60 & echo; wait", Confinement{}); g.Ended(time.Millisecond) {
		t.Error("a program that runs has ended")
	}
}

// attacks are shell commands that attack the guard, after the program has started children that are
// hard to find.
var attacks = map[string]string{
	"stop":           "kill -STOP $PPID; echo done; sleep 60",
	"kill":           "kill -KILL $PPID; echo done; sleep 60",
	"signals":        "for s in HUP INT QUIT ILL TRAP ABRT BUS FPE USR1 SEGV USR2 PIPE ALRM TERM CHLD URG SYS; do kill -$s $PPID; done; echo done; sleep 60",
	"session":        "g=$PPID; setsid sh -c \"kill -KILL $g; (setsid sleep 60 &) \" ; echo done; sleep 60",
	"after its end":  "g=$PPID; (setsid sh -c \"while kill -0 $$ 2>/dev/null; do :; done; kill -KILL $g; echo done; sleep 60\" &); exit 0",
	"generations":    "g=$PPID; f() { (setsid sh -c \"$1\" &); }; f 'f() { (setsid sh -c \"sleep 60\" &); }; f; f; f; sleep 60'; kill -KILL $g; echo done; sleep 60",
	"stop then kill": "kill -STOP $PPID; kill -KILL $PPID; echo done; sleep 60",
}

// TestGuardAttacked checks that all descendants of a program that attacks its guard end when it is
// killed, or when its guard was killed.
func TestGuardAttacked(t *testing.T) {
	for name, script := range attacks {
		t.Run(name, func(t *testing.T) {
			life, w := lifeline(t)
			in, begin := lifeline(t)
			out, said := lifeline(t)
			cmd := exec.Command("/bin/sh", "-c", "sleep 60 & (setsid sleep 60 &); read begin; "+script)
			cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = in, said, w, os.Environ()
			g, err := StartGuarded(cmd, Confinement{Write: []string{t.TempDir()}})
			if err != nil {
				t.Fatal(err)
			}
			w.Close()
			said.Close()
			fmt.Fprintln(begin)
			_, _ = bufio.NewReader(out).ReadString('\n') // end of the attack, or of the program
			g.Kill()
			waitGone(t, life)
		})
	}
}

// TestGuardKilled checks that all descendants end if the guard is killed from outside, without
// further calls.
func TestGuardKilled(t *testing.T) {
	for range 4 {
		g, _, life := guarded(t, childrenScript, Confinement{})
		if err := unix.Kill(g.pid, unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
		waitGone(t, life)
		if s := ended(t, g); s.Signal() != syscall.SIGKILL {
			t.Errorf("it ended with %v", s)
		}
		<-g.Gone()
	}
}

// TestGuardAttackedAtOnce checks that StartGuarded does not block if a program immediately stops or
// kills its guard, possibly before the guard has reported the start.
func TestGuardAttackedAtOnce(t *testing.T) {
	for _, attack := range []string{"STOP", "KILL"} {
		life, w := lifeline(t)
		g, err := StartGuarded(&exec.Cmd{Path: "/bin/sh", Args: []string{"sh", "-c", "kill -" + attack + " $PPID; sleep 60"}, Stderr: w}, Confinement{})
		w.Close()
		if err == nil {
			g.Kill()
		}
		waitGone(t, life)
	}
}

// TestGuardOthers checks that guards do not interfere with os/exec, or with orphans of other
// programs.
func TestGuardOthers(t *testing.T) {
	life, w := lifeline(t)
	script := exec.Command("/bin/sh", "-c", "(setsid sh -c 'echo $$; exec sleep 60' &); exit 4")
	out, err := script.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	script.Stderr = w
	g, _, _ := guarded(t, childrenScript, Confinement{})
	if err := script.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	orphan, _ := strconv.Atoi(strings.TrimSpace(line))
	defer func() { _ = unix.Kill(orphan, unix.SIGKILL) }()
	var status *exec.ExitError
	if err := script.Wait(); !errors.As(err, &status) || status.ExitCode() != 4 {
		t.Errorf("os/exec: %v", err)
	}
	if err := unix.Kill(g.pid, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-g.Gone()
	for range 10 {
		if err := exec.Command("/bin/true").Run(); err != nil {
			t.Errorf("os/exec: %v", err)
		}
	}
	if !living(t, life) {
		t.Error("the orphan of another program was killed")
	}
	_ = unix.Kill(orphan, unix.SIGKILL)
	waitGone(t, life)
	if adopting.guards != 0 {
		t.Errorf("this process adopts for %d guards", adopting.guards)
	}
}

// TestGuardWrites checks that files can be written only in the permitted folders, if the kernel has
// Landlock.
func TestGuardWrites(t *testing.T) {
	base, err := os.MkdirTemp("", "child-writes-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(base)
	own, named, other := filepath.Join(base, "own"), filepath.Join(base, "named"), filepath.Join(base, "other")
	for _, dir := range []string{own, named, other} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "old"), []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	try := func(dir string) string {
		return fmt.Sprintf("cd %s; for c in ': >new' 'echo x >>old' 'mkdir d' 'mkfifo p' 'ln -s x l' 'mv old older' 'rm -f older old' 'mv %s/out in'; do "+
			"sh -c \"$c\" 2>/dev/null && printf y || printf n; done; ", dir, own)
	}
	script := "touch out 2>/dev/null; (cat " + other + "/old >/dev/null && echo read >/dev/null && printf r); printf ' '; touch " + own + "/out; " + try(named) + "printf ' '; touch " + own + "/out; " + try(other) + "echo"
	g, line, _ := guarded(t, script, Confinement{Write: []string{own, named}})
	_ = ended(t, g)
	refused := "nnnnnnnn"
	if Landlock() == 0 {
		refused = "yyyyyyyy"
	}
	// rm -f succeeds for missing files. It fails in the third folder, which still contains its
	// files.
	if want := "r yyyyyyyy " + refused + "\n"; line != want {
		t.Errorf("%q, want %q", line, want)
	}
	if Landlock() > 0 {
		if text, err := os.ReadFile(filepath.Join(other, "old")); err != nil || string(text) != "old" {
			t.Errorf("%q, %v", text, err)
		}
	}
	g, line, _ = guarded(t, "touch "+other+"/free && echo yes", Confinement{})
	if _ = ended(t, g); line != "yes\n" {
		t.Errorf("without a list: %q", line)
	}
	if Landlock() > 0 {
		if _, err := StartGuarded(exec.Command("/bin/true"), Confinement{Write: []string{base + "/none"}}); err == nil {
			t.Error("a folder that does not exist is accepted")
		}
	}
}

// TestGuardNamespace checks the isolation in a namespace. The guard is the first process, other
// processes are invisible, shared memory is private, and all capabilities are dropped.
func TestGuardNamespace(t *testing.T) {
	file := fmt.Sprintf("%s/child-test-%d", shared, os.Getpid())
	g, line, _ := guarded(t, "echo $PPID $(ls -d /proc/[0-9]* | wc -l) $(grep -c '^Cap[IPEA].*0$' /proc/self/status) $(grep NoNewPrivs /proc/self/status | cut -f2) "+
		"$(cat /proc/self/oom_score_adj) $(echo x 2>/dev/null >"+file+"); sleep 60", Confinement{Write: []string{}})
	words := strings.Fields(line)
	refused := os.Getenv(refusing)
	if g.Namespace() == strings.Contains(refused, "namespaces") {
		t.Fatalf("namespace %v, although refused is %q", g.Namespace(), refused)
	}
	if len(words) != 5 || (words[0] == "1") != g.Namespace() || words[3] != "1" || words[4] != "1000" {
		t.Errorf("%q", line)
	}
	if n, _ := strconv.Atoi(words[1]); g.Namespace() && refused == "" && n > 10 {
		t.Errorf("it sees %d processes", n)
	}
	if words[2] != "4" && os.Geteuid() != 0 {
		t.Errorf("it has capabilities: %q", line)
	}
	if _, err := os.Stat(file); err == nil && Landlock() > 0 {
		t.Error("shared memory is not its own")
	}
	_ = os.Remove(file)
	g.Kill()
}

// TestGuardMemory checks that memory is summed over all processes, and that shared pages count
// once.
func TestGuardMemory(t *testing.T) {
	const mb = 1 << 20
	script := `b=$(head -c 20000000 /dev/zero | tr '\0' x); (: ${#b}; sleep 60) & (: ${#b}; sleep 60) & echo; wait`
	g, _, _ := guarded(t, script, Confinement{Memory: 1 << 40})
	exact, rough := g.Memory(0), g.Memory(1<<60)
	if rough < exact || exact < 15*mb || exact > 100*mb || rough < 50*mb {
		t.Errorf("%d MB, roughly %d MB", exact/mb, rough/mb)
	}
	g.Kill()
	if n := g.Memory(0); n != 0 {
		t.Errorf("%d bytes after the end", n)
	}
	if g.Overrun() {
		t.Error("the kernel ended it")
	}
}

// TestGuardShared checks the limit of System V shared memory, which processes need not map. Only
// the superuser can set that limit.
func TestGuardShared(t *testing.T) {
	path, err := exec.LookPath("ipcmk")
	if err != nil || os.Geteuid() != 0 {
		t.Skip("this needs ipcmk and the superuser")
	}
	for size, want := range map[int]int{sharedSize: 0, sharedSize + 1<<20: 1} {
		g, line, _ := guarded(t, fmt.Sprintf("%s -M %d 2>&1", path, size), Confinement{})
		if !g.Namespace() {
			t.Skip("this needs an IPC namespace")
		}
		if s := ended(t, g); s.ExitStatus() != want {
			t.Errorf("%d bytes: %v, %q", size, s.ExitStatus(), line)
		}
	}
}

// TestGuardTasks checks the limit of processes in a namespace. For the superuser, it needs Linux
// 6.14.
func TestGuardTasks(t *testing.T) {
	g, line, _ := guarded(t, "echo $(ulimit -p) $(cat /proc/sys/kernel/pid_max)", Confinement{Limits: []Limit{{unix.RLIMIT_NPROC, 5000}}})
	words := strings.Fields(line)
	if len(words) != 2 {
		t.Fatalf("%q", line)
	}
	want := "5000"
	if g.Namespace() {
		want = strconv.Itoa(namespaceTasks)
	}
	var name unix.Utsname
	_ = unix.Uname(&name)
	var major, minor int
	_, _ = fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor)
	bound := g.Namespace() && !strings.Contains(os.Getenv(refusing), "mounts") && (major > 6 || major == 6 && minor >= 14)
	if words[0] != want || bound != (words[1] == strconv.Itoa(namespaceTasks)) {
		t.Errorf("%q, want %s", words, want)
	}
}

// TestGuardNoStart checks the errors for programs that cannot be started.
func TestGuardNoStart(t *testing.T) {
	dir := t.TempDir()
	alien := dir + "/alien"
	if err := os.WriteFile(alien, []byte("\x7fELF\x02\x01\x01aliens"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{dir + "/none": syscall.ENOENT, dir: syscall.EACCES, alien: syscall.ENOEXEC} {
		if _, err := StartGuarded(&exec.Cmd{Path: path, Args: []string{path}}, Confinement{}); err != want {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
	if _, err := StartGuarded(&exec.Cmd{Path: "/bin/true", Args: []string{"true"}, Dir: dir + "/none"}, Confinement{}); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("in a folder that does not exist: %v", err)
	}
	if adopting.guards != 0 {
		t.Errorf("this process adopts for %d guards", adopting.guards)
	}
}

// TestGuarding checks that Guarding ignores arguments that are not for a guard.
func TestGuarding(t *testing.T) {
	for _, args := range [][]string{nil, {"x", "guard"}, {"x", "guard", "{}"}, {"x", "512", "open", "y"}} {
		if code, ok := Guarding(args); ok || code != 0 {
			t.Errorf("%q: %d", args, code)
		}
	}
}

// TestTrees checks that trees lists each process once.
func TestTrees(t *testing.T) {
	self := os.Getpid()
	if all := trees([]int{self, self}, 5); slices.Index(all, self) != 0 || slices.Index(all[1:], self) >= 0 || len(children(1<<30)) != 0 {
		t.Errorf("%v", all)
	}
}
