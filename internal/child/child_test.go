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

// asParent has the test program start a child, say which, and wait.
const asParent = "CHILD_TEST_PARENT"

func TestMain(m *testing.M) {
	if os.Getenv(asParent) != "" {
		p, err := Start(exec.Command("sleep", "60"), Limit{unix.RLIMIT_CORE, 0})
		if err != nil {
			panic(err)
		}
		os.Stdout.WriteString(strconv.Itoa(p.Pid()) + "\n")
		time.Sleep(time.Minute)
	}
	os.Exit(m.Run())
}

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

// A child dies with the program that started it, at whatever moment that is killed.
func TestParentKilled(t *testing.T) {
	for i := range 100 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), asParent+"=1")
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
		pid, _ := strconv.Atoi(strings.TrimSpace(line))
		time.Sleep(time.Duration(i%20) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if pid == 0 || runs(pid) {
			t.Fatalf("the child %d goes on", pid)
		}
	}
}

// Limits hold from the start, also of what the child starts.
func TestLimits(t *testing.T) {
	cmd := exec.Command("/bin/sh", "-c", "ulimit -n; ulimit -c; /bin/sh -c 'ulimit -n'")
	var out strings.Builder
	cmd.Stdout = &out
	p, err := Start(cmd, Limit{unix.RLIMIT_NOFILE, 33}, Limit{unix.RLIMIT_CORE, 0})
	if err != nil {
		t.Fatal(err)
	}
	if s := p.State(); !s.Success() || out.String() != "33\n0\n33\n" {
		t.Errorf("%v, %q", s, out.String())
	}
}

// A family is found and killed wherever its members went.
func TestFamily(t *testing.T) {
	cmd := exec.Command("/bin/sh", "-c", "sleep 60 & setsid sleep 60 & (setsid sh -c 'sleep 60 & sleep 60' &) ; (env -i setsid sleep 60 &) ; echo ready; exec sleep 60")
	cmd.Env = append(os.Environ(), "CHILD_TEST_MARK=1")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd.Stdout = w
	f := Family{Mark: "CHILD_TEST_MARK=1", Tag: NewTag()}
	p, err := Start(cmd, f.Limits()...)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(make([]byte, 16)); err != nil {
		t.Fatal(err)
	}
	f.Root = p.Pid()
	var members []int
	for end := time.Now().Add(5 * time.Second); len(members) < 6 && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		members = f.All()
	}
	if len(members) < 6 || slices.Contains(members, os.Getpid()) {
		t.Errorf("the members are %v", members)
	}
	if !f.Kill() {
		t.Error("some are left")
	}
	p.Kill()
	if s, _ := p.State().Sys().(syscall.WaitStatus); s.Signal() != syscall.SIGKILL {
		t.Errorf("it ended with %v", s)
	}
	for _, pid := range members {
		if runs(pid) {
			t.Errorf("%d goes on", pid)
		}
	}
}
