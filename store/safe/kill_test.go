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

// kills is the number of programs that TestKill kills:
//
//	go test ./store/safe -run Kill -kills 500 -v
var kills = flag.Int("kills", 20, "how many programs are killed")

// childMode and childFile are environment variables for child processes, which run this test
// binary. They select the action and the file to save.
const (
	childMode = "SAFE_TEST_MODE"
	childFile = "SAFE_TEST_FILE"
)

// failed is the exit code of a child whose save failed.
const failed = 3

func TestMain(m *testing.M) {
	path := os.Getenv(childFile)
	var err error
	switch os.Getenv(childMode) {
	case "":
		os.Exit(m.Run())
	case "saver":
		for i := 0; err == nil; i++ {
			write := func(w io.Writer) error {
				fmt.Println("begun")
				defer fmt.Println("written")
				return version(i)(w)
			}
			if err = Write(path, write); err == nil {
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
	case "member", "replacer": // member of a single group
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

// child runs a child process to its end and returns its output.
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

// version returns a write function for a text in which any missing part is detectable. Each line
// has the version and its line number, and the last line is marked.
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

// childOutput collects the output of a child. ready is closed after the given number of lines.
type childOutput struct {
	text  bytes.Buffer // not embedded, to hide its ReadFrom method
	lines int
	ready chan bool
}

// Write is called from one goroutine until the child has ended.
func (s *childOutput) Write(p []byte) (int, error) {
	if s.lines > 0 {
		if s.lines -= bytes.Count(p, []byte("\n")); s.lines <= 0 {
			close(s.ready)
		}
	}
	return s.text.Write(p)
}

// TestKill checks that a program killed after its first save leaves a complete file, at least as
// new as the last reported save.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	temps := 0
	for k := range *kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childMode+"=saver", childFile+"="+path, "GORACE=atexit_sleep_ms=0")
		out := &childOutput{lines: 3 + rand.IntN(60), ready: make(chan bool)} // three lines for each save
		cmd.Stdout = out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		<-out.ready
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		last := -1
		for line := range strings.Lines(out.text.String()) {
			if line == "begun\n" || line == "written\n" || !strings.HasSuffix(line, "\n") {
				continue
			}
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
		if err := std.clean(dir, time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		noTemp(t, dir)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("saving: %d kills, %d of them during a save, 0 unreadable files, 0 acknowledged saves lost", *kills, temps)
}
