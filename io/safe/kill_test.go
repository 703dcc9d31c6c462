package safe

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// kills is how many programs TestKill kills:
//
//	go test ./io/safe -run Kill -kills 500 -v
var kills = flag.Int("kills", 20, "how many programs are killed")

// childMode and childFile tell a child process, which is this test binary
// again, what to do and which file to save.
const (
	childMode = "SAFE_TEST_MODE"
	childFile = "SAFE_TEST_FILE"
)

// failed is the exit code of a child that could not save once.
const failed = 3

func TestMain(m *testing.M) {
	path := os.Getenv(childFile)
	var err error
	switch os.Getenv(childMode) {
	case "":
		os.Exit(m.Run())
	case "saver":
		for i := 0; err == nil; i++ {
			if err = Write(path, version(i)); err == nil {
				fmt.Println(i)
			}
		}
		fmt.Println(err)
		os.Exit(1)
	case "once":
		if err = Write(path, version(2)); err != nil {
			fmt.Print(err)
			os.Exit(failed)
		}
		fmt.Print("saved")
		os.Exit(0)
	case "append":
		if err = AppendSync(path, []byte("a line")); err != nil {
			fmt.Print(err)
			os.Exit(failed)
		}
		fmt.Print("saved")
		os.Exit(0)
	case "nobody":
		err = syscall.Setuid(65534)
	case "member", "replacer": // of one group only
		err = errors.Join(syscall.Setgroups(nil), syscall.Setgid(65534), syscall.Setuid(65534))
		save := Write
		if os.Getenv(childMode) == "replacer" {
			save = Replace
		}
		if err == nil {
			err = save(path, text(strings.Repeat("x", 1<<20)))
		}
		if err == nil {
			err = errors.New("saved")
		}
		fmt.Print(err)
		os.Exit(0)
	case "limited":
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1 << 16, Max: 1 << 16})
	}
	if err == nil {
		err = Write(path, text(strings.Repeat("x", 1<<20)))
	}
	if err == nil {
		err = errors.New("saved")
	}
	fmt.Print(err)
	os.Exit(0)
}

// child runs a child process to its end and returns what it says.
func child(t *testing.T, mode, path string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childMode+"="+mode, childFile+"="+path, "GORACE=atexit_sleep_ms=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// version returns a write function for a content that shows if any of it is
// missing: each line names the version and its own number, the last says so.
func version(i int) func(io.Writer) error {
	lines := 500 + i*7919%4000
	return func(w io.Writer) error {
		for n := range lines {
			if _, err := fmt.Fprintf(w, "%d %d\n", i, n); err != nil {
				return err
			}
		}
		_, err := fmt.Fprintf(w, "end %d\n", i)
		return err
	}
}

// Killed at any moment, a saver leaves a whole file, and none older than the
// last save that it reported.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	temps := 0
	for k := range *kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childMode+"=saver", childFile+"="+path, "GORACE=atexit_sleep_ms=0")
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for { // the child starts in its own time
			time.Sleep(time.Millisecond)
			if _, err := os.Stat(path); err == nil {
				break
			}
		}
		time.Sleep(time.Duration(rand.IntN(20000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		last := -1
		for line := range strings.Lines(out.String()) {
			if _, err := fmt.Sscanln(line, &last); err != nil {
				t.Fatalf("the child says %q", line)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var i int
		if _, err := fmt.Sscan(string(got), &i); err != nil {
			t.Fatalf("kill %d: %v in %.40q", k, err, got)
		}
		var whole bytes.Buffer
		_ = version(i)(&whole)
		if !bytes.Equal(got, whole.Bytes()) {
			t.Fatalf("kill %d: version %d is not whole", k, i)
		}
		if i < last {
			t.Fatalf("kill %d: version %d was saved, %d is there", k, last, i)
		}
		left, _ := filepath.Glob(filepath.Join(dir, Prefix+"*"))
		temps += len(left)
		if err := clean(dir, time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		noTemp(t, dir)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("saving: %d kills, %d of them during a save, 0 unreadable files, 0 acknowledged saves lost", *kills, temps)
}
