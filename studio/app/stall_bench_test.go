package app

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/draw/treelayout"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/model/trees"
	"boardstudio/rules"
	"boardstudio/rules/line"
	"boardstudio/store/journal"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/settings"
)

// BenchmarkStall prints the total time of operations on a tree of a million nodes, and the longest
// time that they block the loop. During that time, the window does not respond. After each turn of
// the loop, it requests everything that a window shows, once for each frame.
//
//	go test ./studio/app -run '^$' -bench Stall -benchtime 1x
func BenchmarkStall(b *testing.B) {
	s, l := stallFixture(b)
	big := lines40(b, trees.Million)
	var text string
	copied := func(at *model.Node, done func()) {
		s.goTo(at)
		s.CopyBranch(func(t string) { text = t; done() })
	}
	path := filepath.Join(b.TempDir(), "a.studio")
	s.Show(big)
	runtime.GC()
	l.measure(b, "copy", func(done func()) { copied(s.View.doc.Tree.Root(), done) })
	l.measure(b, "next illegal", func(done func()) { s.NextIllegal(); s.after(done) })
	l.measure(b, "previous illegal", func(done func()) { s.PrevIllegal(); s.after(done) })
	l.measure(b, "merge duplicates", func(done func()) { s.MergeDuplicates(); s.after(done) })
	l.measure(b, "undo of it", func(done func()) { s.Undo(); s.after(done) })
	l.measure(b, "redo of it", func(done func()) { s.Redo(); s.after(done) })
	l.measure(b, "undo again", func(done func()) { s.Undo(); s.after(done) })
	l.measure(b, "save", func(done func()) { s.File.Save(path, func(error) { done() }) })
	l.measure(b, "save and edit", func(done func()) {
		s.File.Save(path, func(error) { done() })
		s.Comment(s.View.doc.Tree.Root(), "x")
	})
	var other *docfile.Other
	l.measure(b, "compare, with edits", func(done func()) {
		s.File.Compare(func(o *docfile.Other, _ error) { other = o; done() })
		for i := range 5 {
			l.After(time.Duration(i)*200*time.Millisecond, func() { s.Comment(s.View.doc.Tree.Root(), string(rune('a'+i))) })
		}
	})
	l.measure(b, "take the file", func(done func()) { s.Take(other, done) })
	l.measure(b, "undo of it", func(done func()) { s.Undo(); s.after(done) })
	l.measure(b, "cut illegal", func(done func()) { s.CutIllegal(); s.after(done) })
	l.measure(b, "undo of it", func(done func()) { s.Undo(); s.after(done) })
	s.goTo(s.View.doc.Tree.Root().First())
	l.measure(b, "delete others", func(done func()) { s.DeleteOthers(); s.after(done) })
	l.measure(b, "undo of it", func(done func()) { s.Undo(); s.after(done) })
	l.measure(b, "paste as new", func(done func()) { s.File.OpenText(text, s.View.Rules().Spec(), func(error) { done() }) })
	s.Show(lines40(b, 10))
	s.goTo(s.View.doc.Tree.Root())
	l.measure(b, "paste", func(done func()) { s.Paste(text, func(error) { s.after(done) }) })
	l.measure(b, "undo of it", func(done func()) { s.Undo(); s.after(done) })
	l.measure(b, "redo of it", func(done func()) { s.Redo(); s.after(done) })
	l.measure(b, "merge file", func(done func()) { s.Merge(path, func(error) { s.after(done) }) })
	l.measure(b, "open", func(done func()) { s.File.Open(path, func(error) { done() }) })
	if now := time.Now(); os.Chtimes(path, now, now) != nil { // forces a read
		b.Fatal("no times")
	}
	l.measure(b, "look at the file", func(done func()) { s.File.State(func(journal.Change) { done() }) })
}

// after calls done once no job is running.
func (s *Session) after(done func()) {
	s.Jobs.When(func() bool { return s.Jobs.Job() == nil }, done, nil)
}

// stallLoop is a loop that measures the duration of each turn.
type stallLoop struct {
	*looptest.Loop
	look func()
}

func (l *stallLoop) measure(b *testing.B, what string, f func(done func())) {
	runtime.GC()
	var turns []time.Duration
	over := false
	turn := func(f func()) {
		began := time.Now()
		f()
		l.look()
		turns = append(turns, time.Since(began))
	}
	began := time.Now()
	turn(func() { f(func() { over = true }) })
	for !over {
		select {
		case f := <-l.Queue:
			turn(f)
		case <-time.After(2 * time.Minute):
			b.Fatalf("%s does not end", what)
		}
	}
	for len(l.Queue) > 0 {
		turn(<-l.Queue)
	}
	all := time.Since(began)
	slices.Sort(turns)
	fmt.Printf("%-20s %6d ms in all, longest turns %v\n", what, all.Milliseconds(), turns[max(0, len(turns)-3):])
}

func stallFixture(b *testing.B) (*Session, *stallLoop) {
	for _, v := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		b.Setenv(v, b.TempDir())
	}
	st, err := settings.Load(filepath.Join(b.TempDir(), "settings.json"))
	if err != nil {
		b.Fatal(err)
	}
	l := &stallLoop{Loop: looptest.New(1 << 20)}
	s := New(boardstudio.All, l, st).NewSession()
	s.Say = func(_ Level, text string) { fmt.Println("  ", text) }
	changed := Topic(0)
	s.OnChange(func(t Topic) { changed |= t })
	var p treelayout.Picture
	l.look = func() {
		if changed&(TopicTree|TopicHere) != 0 && !s.Jobs.Changing() {
			s.View.Layout().Size()
			s.View.Layout().View(screen(s.View.Layout(), s.View.Node()), &p)
		}
		changed = 0
	}
	b.Cleanup(s.Close)
	return s, l
}

// lines40 returns a game of gomoku with the given number of nodes, in random lines of 40 moves.
func lines40(b *testing.B, nodes int) *model.Document {
	r, err := line.Game.Build("gomoku", nil)
	if err != nil {
		b.Fatal(err)
	}
	d := model.NewDocument(r)
	rnd := rand.New(rand.NewPCG(1, 1))
	for d.Tree.Len() < nodes {
		n := d.Tree.Root()
		for _, c := range rnd.Perm(225)[:40] {
			n = d.Tree.Add(n, rules.Place(rules.Cell(c)))
		}
	}
	return d
}
