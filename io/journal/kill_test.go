package journal

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// kills is how many programs TestKill and TestKillRecovery kill each:
//
//	go test ./io/journal -run Kill -kills 500 -v
var kills = flag.Int("kills", 30, "how many programs are killed")

// childMode and childDir tell a child process, which is this test binary
// again, what to do and where its store is.
const (
	childMode = "JOURNAL_TEST_MODE"
	childDir  = "JOURNAL_TEST_DIR"
	childFile = "JOURNAL_TEST_FILE"
)

func TestMain(m *testing.M) {
	s := New(os.Getenv(childDir))
	switch os.Getenv(childMode) {
	case "":
		os.Exit(m.Run())
	case "edit":
		work(s.Start(Origin{Format: "xml"}, []byte("base"), complain), 0)
	case "recover":
		fmt.Println("ready")
		o, err := s.Orphans()
		if err != nil || len(o) != 1 {
			complain(fmt.Errorf("orphans %+v, %w", o, err))
		}
		l, err := s.Open(o[0].ID)
		if err != nil {
			complain(err)
		}
		n := 0
		for e, err := range l.Edits() {
			if err != nil || string(e) != long(n) {
				complain(fmt.Errorf("edit %d is %.40q, %w", n, e, err))
			}
			n++
		}
		work(l.Continue(complain), n)
	case "session":
		s.retry = time.Millisecond
		few(s.Start(Origin{Format: "xml"}, []byte("base"), nil), 0)
	case "resume":
		s.retry = time.Millisecond
		o, err := s.Orphans()
		if err != nil || len(o) != 1 {
			complain(fmt.Errorf("orphans %+v, %w", o, err))
		}
		l, err := s.Open(o[0].ID)
		if err != nil {
			complain(err)
		}
		if base, err := l.Base(); err != nil {
			complain(err)
		} else if string(base) != "base" {
			fmt.Printf("wrong base %q\n", base)
		}
		for _, err := range l.Edits() {
			if err != nil {
				complain(err)
			}
		}
		few(l.Continue(nil), l.Info().Edits)
	case "nobody": // tells what it finds, goes on with it, and tells what it finds then
		if err := syscall.Setuid(65534); err != nil {
			complain(err)
		}
		for n := 2; n < 4; n++ {
			got, why := outcomeOf(s, crashed{base: "base", edits: n})
			fmt.Println(got, why)
			if got != wholly {
				os.Exit(0)
			}
			o, _ := s.Orphans()
			l, err := s.Open(o[0].ID)
			if err != nil {
				complain(err)
			}
			j := l.Continue(complain)
			j.Append([]byte(edit(n)))
			if err := j.Leave(); err != nil {
				complain(err)
			}
		}
		os.Exit(0)
	case "claim":
		release, other, err := s.LockFile(os.Getenv(childFile))
		defer release()
		if err != nil {
			complain(err)
		}
		if other != nil {
			fmt.Println("held", other.PID)
			os.Exit(0)
		}
		fmt.Println("mine")
		select {}
	}
}

// work appends edits from n on for ever, and says after each that it is there.
func work(j *Journal, n int) {
	for ; ; n++ {
		j.Append([]byte(long(n)))
		fmt.Println(n)
	}
}

// few appends three edits, says so after each, and ends when all are synced.
func few(j *Journal, n int) {
	for range 3 {
		j.Append([]byte(long(n)))
		fmt.Println(n)
		n++
	}
	err := j.Sync()
	for try := 0; err != nil && try < 100; try++ { // as it does by itself
		err = j.Sync()
	}
	if err != nil {
		complain(err)
	}
	fmt.Println("synced")
	os.Exit(0)
}

func complain(err error) {
	fmt.Println("error:", err)
	os.Exit(1)
}

// long is edit n, of a length between nothing and 8 KB.
func long(n int) string {
	return edit(n) + strings.Repeat("x", 1<<(n%14)) + fmt.Sprint(n)
}

// command returns a child process of this test.
func command(mode, dir, file string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childMode+"="+mode, childDir+"="+dir, childFile+"="+file, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// heard is what a child said; ready is closed at the first word.
type heard struct {
	said  bytes.Buffer // not embedded, or its ReadFrom would be taken
	ready chan bool
}

// Write is called by one goroutine until the child has ended.
func (h *heard) Write(p []byte) (int, error) {
	if h.said.Len() == 0 {
		close(h.ready)
	}
	return h.said.Write(p)
}

// killed runs a child and kills it some time after its first word. It returns
// the last edit that it said to be written, -1 for none.
func killed(t *testing.T, mode, dir string, after time.Duration) int {
	t.Helper()
	cmd := command(mode, dir, "")
	out := &heard{ready: make(chan bool)}
	cmd.Stdout = out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-out.ready
	time.Sleep(after)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	last := -1
	for line := range strings.Lines(out.said.String()) {
		if line == "ready\n" || !strings.HasSuffix(line, "\n") {
			continue
		}
		if _, err := fmt.Sscanln(line, &last); err != nil {
			t.Fatalf("the child says %q", line)
		}
	}
	return last
}

// survivors checks what a killed child left: all edits that it said to be
// written, at most one more, and nothing else.
func survivors(t *testing.T, s *Store, k, last int) (edits int, torn bool) {
	t.Helper()
	l := orphan(t, s)
	defer l.Close()
	if b, err := l.Base(); err != nil || string(b) != "base" {
		t.Fatalf("kill %d: base %q, %v", k, b, err)
	}
	for e, err := range l.Edits() {
		if err != nil || string(e) != long(edits) {
			t.Fatalf("kill %d: edit %d is %.40q, %v", k, edits, e, err)
		}
		edits++
	}
	if edits < last+1 || edits > last+2 {
		t.Fatalf("kill %d: %d edits were written, %d are there", k, last+1, edits)
	}
	return edits, l.Info().Lost > 0
}

// Killed at any moment, a program leaves a journal that is offered, with every
// edit but, at most, the one that was being written.
func TestKill(t *testing.T) {
	edits, torn := 0, 0
	for k := range *kills {
		s := fresh(t)
		last := killed(t, "edit", s.dir, time.Duration(rand.IntN(20000))*time.Microsecond)
		n, cut := survivors(t, s, k, last)
		edits += n
		if cut {
			torn++
		}
	}
	t.Logf("editing: %d kills, %d journals offered, %d edits in them, none lost that was acknowledged, %d torn ends", *kills, *kills, edits, torn)
}

// Killed while it recovers, a program leaves a journal that is offered again,
// with all that was in it.
func TestKillRecovery(t *testing.T) {
	s := fresh(t)
	last := killed(t, "edit", s.dir, 5*time.Millisecond)
	edits, _ := survivors(t, s, 0, last)
	during := 0
	for k := range *kills {
		last := killed(t, "recover", s.dir, time.Duration(rand.IntN(40000))*time.Microsecond)
		if last < 0 {
			during++
			last = edits - 1
		}
		n, _ := survivors(t, s, k, last)
		if n < edits {
			t.Fatalf("kill %d: %d edits became %d", k, edits, n)
		}
		edits = n
		if edits > 2000 { // begin again, or reading takes all the time
			s = fresh(t)
			last = killed(t, "edit", s.dir, time.Millisecond)
			edits, _ = survivors(t, s, k, last)
		}
	}
	if n := folders(t, s); n != 1 {
		t.Errorf("%d folders, want one", n)
	}
	t.Logf("recovery: %d kills, %d of them before the first new edit, %d journals offered again, none with an edit less", *kills, during, *kills)
}

// Two programs cannot have one file, and a program that dies lets go of it.
func TestFileLockOfAnotherProgram(t *testing.T) {
	s := fresh(t)
	path := filepath.Join(t.TempDir(), "a")
	cmd := command("claim", s.dir, path)
	out := &heard{ready: make(chan bool)}
	cmd.Stdout = out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-out.ready
	release, other, err := s.LockFile(path)
	release()
	if err != nil || other == nil || other.PID != cmd.Process.Pid || other.Here() || time.Since(other.Since) > time.Minute {
		t.Errorf("locked twice: %+v, %v", other, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	release, other, err = s.LockFile(path)
	if err != nil || other != nil {
		t.Fatalf("a dead program holds the file: %+v, %v", other, err)
	}
	got, err := command("claim", s.dir, path).Output()
	if want := fmt.Sprintln("held", os.Getpid()); err != nil || string(got) != want {
		t.Errorf("the other program says %q, %v; want %q", got, err, want)
	}
	release()
}
