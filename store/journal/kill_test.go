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

// kills is the number of programs that TestKill and TestKillRecovery kill each:
//
//	go test ./store/journal -run Kill -kills 500 -v
var kills = flag.Int("kills", 30, "how many programs are killed")

// childMode, childDir and childFile are environment variables for child processes, which run this
// test binary. They select the action, the store and a file.
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
		recoverChild(s)
	case "session":
		s.retry = time.Millisecond
		few(s.Start(Origin{Format: "xml"}, []byte("base"), nil), 0)
	case "resume":
		resumeChild(s)
	case "nobody":
		nobodyChild(s)
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

// recoverChild reads the edits of the only orphan, and then writes more.
func recoverChild(s *Store) {
	fmt.Println("ready")
	o, err := s.Orphans()
	if err != nil || len(o) != 1 {
		complain(fmt.Errorf("orphans %+v, %w", o, err))
	}
	fmt.Println("ready")
	l, err := s.Open(o[0].ID)
	if err != nil {
		complain(err)
	}
	n := 0
	for e, err := range l.Edits() {
		if err != nil || string(e) != long(n) {
			complain(fmt.Errorf("edit %d is %.40q, %w", n, e, err))
		}
		fmt.Println("ready")
		n++
	}
	work(l.Continue(complain), n)
}

// resumeChild reads the only orphan, and then writes few edits.
func resumeChild(s *Store) {
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
}

// nobodyChild prints what it finds as another user, continues it, and prints what it finds then.
func nobodyChild(s *Store) {
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
		if err := j.Abandon(); err != nil {
			complain(err)
		}
	}
	os.Exit(0)
}

// work appends edits from n on without end, and prints each number afterwards.
func work(j *Journal, n int) {
	for ; ; n++ {
		j.Append([]byte(long(n)))
		fmt.Println(n)
	}
}

// few appends three edits, prints each number afterwards, and waits until all are synced.
func few(j *Journal, n int) {
	for range 3 {
		j.Append([]byte(long(n)))
		fmt.Println(n)
		n++
	}
	err := j.Sync()
	for try := 0; err != nil && try < 100; try++ { // as the journal does by itself
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

// long returns edit n, with a length of up to 8 KB.
func long(n int) string {
	return edit(n) + strings.Repeat("x", 1<<(n%14)) + fmt.Sprint(n)
}

// command returns a child process of this test.
func command(mode, dir, file string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childMode+"="+mode, childDir+"="+dir, childFile+"="+file, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// heard collects the output of a child. ready is closed after the given number of lines.
type heard struct {
	said  bytes.Buffer // not embedded, to hide its ReadFrom method
	lines int
	ready chan bool
}

func hear(lines int) *heard { return &heard{lines: lines, ready: make(chan bool)} }

// Write is called from one goroutine until the child has ended.
func (h *heard) Write(p []byte) (int, error) {
	if h.lines > 0 {
		if h.lines -= bytes.Count(p, []byte("\n")); h.lines <= 0 {
			close(h.ready)
		}
	}
	return h.said.Write(p)
}

// killed runs a child and kills it after the given number of output lines. It returns the last edit
// reported as written, or -1.
func killed(t *testing.T, mode, dir string, lines int) int {
	t.Helper()
	cmd := command(mode, dir, "")
	out := hear(lines)
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

// survivors checks what a killed child left: all edits reported as written, and at most one more.
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

// TestKill checks that all edits except at most the last one are recoverable if the program is
// killed at a random time.
func TestKill(t *testing.T) {
	edits, torn := 0, 0
	for k := range *kills {
		s := fresh(t)
		last := killed(t, "edit", s.dir, 1+rand.IntN(500))
		n, cut := survivors(t, s, k, last)
		edits += n
		if cut {
			torn++
		}
	}
	t.Logf("editing: %d kills, %d journals offered, %d edits in them, none lost that was acknowledged, %d torn ends", *kills, *kills, edits, torn)
}

// TestKillRecovery checks that a journal remains recoverable with all edits if the program is
// killed during recovery.
func TestKillRecovery(t *testing.T) {
	s := fresh(t)
	last := killed(t, "edit", s.dir, 100)
	edits, _ := survivors(t, s, 0, last)
	during := 0
	for k := range *kills {
		last := killed(t, "recover", s.dir, 1+rand.IntN(edits+50))
		if last < 0 {
			during++
			last = edits - 1
		}
		n, _ := survivors(t, s, k, last)
		if n < edits {
			t.Fatalf("kill %d: %d edits became %d", k, edits, n)
		}
		edits = n
		if edits > 2000 { // start again to limit the reading time
			s = fresh(t)
			last = killed(t, "edit", s.dir, 20)
			edits, _ = survivors(t, s, k, last)
		}
	}
	if n := folders(t, s); n != 1 {
		t.Errorf("%d folders, want one", n)
	}
	t.Logf("recovery: %d kills, %d of them before the first new edit, %d journals offered again, none with an edit less", *kills, during, *kills)
}

// TestFileLockOfAnotherProgram checks that two programs cannot lock the same file, and that a
// killed program releases its lock.
func TestFileLockOfAnotherProgram(t *testing.T) {
	s := fresh(t)
	path := filepath.Join(t.TempDir(), "a")
	cmd := command("claim", s.dir, path)
	out := hear(1)
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
