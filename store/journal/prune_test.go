package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// closed creates the journal of a closed document and returns the fingerprint of its file.
func closed(t *testing.T, s *Store, content string) Fingerprint {
	t.Helper()
	fingerprint := file(t, content)
	j := s.Start(Origin{File: fingerprint}, []byte(content), quiet(t))
	j.Append([]byte(edit(0)))
	j.Saved(fingerprint)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return fingerprint
}

func TestPrune(t *testing.T) {
	s := fresh(t)
	// The two oldest journals are open, or have unsaved edits.
	open := s.Start(Origin{}, []byte("base"), quiet(t))
	open.Append([]byte(edit(0)))
	crashed := s.Start(Origin{}, []byte("base"), quiet(t))
	crashed.Append([]byte(edit(0)))
	if err := crashed.Abandon(); err != nil {
		t.Fatal(err)
	}
	var stamps []Fingerprint
	for n := range 6 {
		stamps = append(stamps, closed(t, s, fmt.Sprint("content ", n)))
	}
	remain := func(from int) {
		t.Helper()
		for n, fingerprint := range stamps {
			l := s.History(fingerprint.Path(), fingerprint.Sum())
			if (l != nil) != (n >= from) {
				t.Errorf("journal %d is there: %v", n, l != nil)
			}
			if l != nil {
				l.Close()
			}
		}
		orphan(t, s).Close()
		if got, want := folders(t, s), 2+len(stamps)-from; got != want {
			t.Errorf("%d folders, want %d", got, want)
		}
	}
	remain(0)
	if err := s.Prune(); err != nil {
		t.Fatal(err)
	}
	remain(0)
	if err := s.prune(4, maxSize); err != nil {
		t.Fatal(err)
	}
	remain(2)
	all, held, err := s.all()
	if err != nil {
		t.Fatal(err)
	}
	var size int64
	for _, name := range []string{logFile, firstFile, baseFile} {
		info, err := os.Stat(filepath.Join(open.folder, name))
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	if held != size {
		t.Errorf("the open journal takes %d bytes, not %d", held, size)
	}
	for _, i := range all {
		held += i.Size
	}
	if err := s.prune(maxClosed, held-1); err != nil { // room for one less
		t.Fatal(err)
	}
	remain(3)
	if err := s.prune(maxClosed, 0); err != nil {
		t.Fatal(err)
	}
	remain(6)
	if err := open.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestSweep checks that remnants of incomplete and deleted journals are removed. A journal that
// another program is creating must stay.
func TestSweep(t *testing.T) {
	s := fresh(t)
	empty := s.Start(Origin{}, []byte("base"), quiet(t))
	if err := empty.Abandon(); err != nil { // killed before the first edit
		t.Fatal(err)
	}
	half := func(name string, locked bool) {
		t.Helper()
		dir := s.path(journals, name)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		f, err := os.Create(filepath.Join(dir, logFile))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		if !locked {
			f.Close()
		} else if err := lock(f); err != nil {
			t.Fatal(err)
		}
	}
	half(newOne+"dead", false)
	half(newOne+"making", true)
	half(oldOne+"dead", false)
	half("powercut", false)
	if err := os.Mkdir(s.path(journals, newOne+"justnow"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.Prune(); err != nil {
		t.Fatal(err)
	}
	left, err := s.list(journals)
	if err != nil || len(left) != 2 || left[0].Name() != newOne+"justnow" || left[1].Name() != newOne+"making" {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestSweepDuringStart checks that a journal that starts during a sweep has a log.
func TestSweepDuringStart(t *testing.T) {
	s := fresh(t)
	over := make(chan struct{})
	var sweepers sync.WaitGroup
	for range 4 {
		sweepers.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					s.sweep()
				}
			}
		})
	}
	starts := 400
	if testing.Short() {
		starts = 60
	}
	for i := range starts {
		j := s.Start(Origin{}, []byte("base"), quiet(t))
		j.Append([]byte("edit"))
		if _, err := os.Stat(filepath.Join(j.folder, logFile)); err != nil {
			t.Errorf("start %d: %v", i, err)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
	close(over)
	sweepers.Wait()
	if left, err := s.list(journals); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestTwenty checks that twenty documents open at a crash can all be recovered.
func TestTwenty(t *testing.T) {
	s := fresh(t)
	for n := range 20 {
		j := s.Start(Origin{Title: fmt.Sprint(n)}, []byte("base"), quiet(t))
		j.Append([]byte(edit(0)))
		if err := j.Abandon(); err != nil {
			t.Fatal(err)
		}
	}
	o, err := s.Orphans()
	if err != nil || len(o) != 20 {
		t.Fatalf("%d are offered, %v", len(o), err)
	}
	for n, i := range o {
		if want := fmt.Sprint(19 - n); i.Title != want {
			t.Errorf("%s stands where %s should", i.Title, want)
		}
	}
	if _, err := s.Open("../journals/" + o[0].ID); err == nil {
		t.Error("opened by a path")
	}
}

// TestShelvedTime checks that documents closed without saving are kept for thirty days, whatever else is
// stored.
func TestShelvedTime(t *testing.T) {
	s := fresh(t)
	j := s.Start(Origin{Title: "pasted"}, []byte("base"), quiet(t)) // without an edit, it exists only in the journal
	if err := j.Shelve(); err != nil {
		t.Fatal(err)
	}
	shelf, err := s.Shelved()
	if err != nil || len(shelf) != 1 || shelf[0].Title != "pasted" {
		t.Fatalf("on the shelf: %+v, %v", shelf, err)
	}
	none(t, s)
	if err := s.prune(0, 0); err != nil {
		t.Fatal(err)
	}
	if shelf, _ := s.Shelved(); len(shelf) != 1 {
		t.Fatal("pruned too early")
	}
	i := shelf[0]
	folder := s.path(journals, i.ID)
	i.Last = i.Last.Add(-ShelvedTime)
	if err := writeMeta(folder, i, fileSize(filepath.Join(folder, logFile))); err != nil {
		t.Fatal(err)
	}
	if err := s.prune(0, 0); err != nil {
		t.Fatal(err)
	}
	if n := folders(t, s); n != 0 {
		t.Errorf("%d folders remain after thirty days", n)
	}
}
