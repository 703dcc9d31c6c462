package document

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/record"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// longDocument returns a document of n moves with comments. Most of the moves are illegal.
func longDocument(t testing.TB, n int) *model.Document {
	t.Helper()
	r, err := games.Games.Build("gomoku", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	at := d.Tree.Root()
	for i := range n {
		at = d.Tree.Add(at, rules.Place(rules.Cell(i%100)))
		if i%10 == 0 {
			d.Tree.Annotate(at, model.Annotation{Comment: "a comment", Name: "a name"})
		}
	}
	return d
}

// steps collects the values reported to a Progress, and calls stop after enough of them.
type steps struct {
	t      *testing.T
	done   []int64
	total  int64
	enough int
	stop   func()
}

func (s *steps) report(done, total int64) {
	if n := len(s.done); n > 0 && (done < s.done[n-1] || total != s.total) || done < 0 || done > total {
		s.t.Errorf("%d of %d after %d of %d", done, total, s.done[max(0, n-1)], s.total)
	}
	s.done, s.total = append(s.done, done), total
	if len(s.done) == s.enough {
		s.stop()
	}
}

// even fails unless progress was reported from start to end in small steps.
func (s *steps) even(what string) {
	s.t.Helper()
	for i, n := range s.done {
		last := int64(0)
		if i > 0 {
			last = s.done[i-1]
		}
		if n-last > s.total/8 {
			s.t.Errorf("%s: from %d to %d of %d at once", what, last, n, s.total)
		}
	}
	if len(s.done) == 0 || s.done[len(s.done)-1] < s.total-s.total/8 {
		s.t.Errorf("%s: not told to the end: %d steps", what, len(s.done))
	}
}

// TestProgressAndCancel checks that reading and writing report their progress, and stop immediately
// when they are cancelled.
func TestProgressAndCancel(t *testing.T) {
	d := longDocument(t, 12_000)
	for _, f := range []*codec.Format{&xml.Format, &record.Format} {
		name := "a" + f.Ext[0]
		encoded := &steps{t: t}
		data, err := Encode(context.Background(), name, f, d, encoded.report)
		if err != nil {
			t.Fatal(err)
		}
		encoded.even("writing " + name)
		decoded := &steps{t: t}
		if _, err := f.Decode(context.Background(), data, codec.Options{Games: games.Games, Progress: decoded.report}); err != nil {
			t.Fatal(err)
		}
		decoded.even("reading " + name)
		for i := 1; i <= len(decoded.done); i += max(1, len(decoded.done)/4) {
			ctx, cancel := context.WithCancel(context.Background())
			s := &steps{t: t, enough: i, stop: cancel}
			got, err := f.Decode(ctx, data, codec.Options{Games: games.Games, Progress: s.report})
			if got != nil || !errors.Is(err, context.Canceled) || len(s.done) > i+1 {
				t.Errorf("reading %s: %v, after %d steps of which the last is %d", name, err, len(s.done), i)
			}
		}
		for i := 1; i <= len(encoded.done); i += max(1, len(encoded.done)/4) {
			ctx, cancel := context.WithCancel(context.Background())
			s := &steps{t: t, enough: i, stop: cancel}
			got, err := Encode(ctx, name, f, d, s.report)
			if got != nil || !errors.Is(err, context.Canceled) || len(s.done) > i+1 {
				t.Errorf("writing %s: %v, after %d steps of which the last is %d", name, err, len(s.done), i)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, f := range library.Formats {
		if data, err := Encode(ctx, "a", f, smallDocument(t), nil); data != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

// TestEncodeDuringReads checks that encoding can run concurrently with reads by the document's
// owner. Tree.Position stores its results, so the two must not write to the same data.
func TestEncodeDuringReads(t *testing.T) {
	for _, f := range library.Formats {
		if f.Encode == nil {
			continue
		}
		d := longDocument(t, 5000)
		if f.Holds != nil {
			d = shortGame(t, f, 100)
		}
		var wg sync.WaitGroup
		written := make([][]byte, 2)
		for i := range written {
			wg.Go(func() {
				data, err := Encode(context.Background(), "a", f, d, nil)
				if err != nil && !strings.Contains(err.Error(), "over already") {
					t.Errorf("%s: %v", f.Name, err)
				}
				written[i] = data
			})
		}
		for n := range d.Tree.All() {
			_, _ = d.Tree.Position(n) // most are illegal
			_, _, _ = d.Tree.Start(n)
			_ = d.Tree.Contains(n)
		}
		wg.Wait()
		if string(written[0]) != string(written[1]) {
			t.Errorf("%s: what is written differs", f.Name)
		}
	}
}

// TestWrite checks that a document is written completely, or not at all.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.studio")
	data, err := Encode(context.Background(), path, library.Formats[0], smallDocument(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("encoding made the file")
	}
	if err := Write(path, data); err != nil {
		t.Fatal(err)
	}
	back, _, err := open(path)
	if err != nil || model.Equal(smallDocument(t), back) != nil {
		t.Errorf("read back: %v", err)
	}
	missing := filepath.Join(t.TempDir(), "none", "a.studio")
	if err := Write(missing, data); err == nil || !strings.HasPrefix(err.Error(), "a.studio cannot be saved: ") {
		t.Errorf("got %v", err)
	}
}
