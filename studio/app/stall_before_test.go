package app

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

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

func BenchmarkStallBefore(b *testing.B) {
	for _, v := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		b.Setenv(v, b.TempDir())
	}
	st, _ := Load(filepath.Join(b.TempDir(), "settings.json"))
	s := New(&testLoop{make(chan func(), 1<<20)}, st)
	s.Say = func(l Level, t string) { fmt.Println("  said", t) }
	defer s.Close()
	var p Picture
	look := func() {
		s.Layout().Size()
		s.Layout().Find(s.Node())
		s.Layout().View(Area{Bottom: 40, Right: 20}, &p)
	}
	took := func(what string, f func()) {
		t := time.Now()
		f()
		fmt.Println(what, time.Since(t))
		t = time.Now()
		look()
		fmt.Println("   and its view", time.Since(t))
	}
	d := lines40(b, 1_000_000)
	took("show", func() { s.Show(d) })
	var txt string
	took("copy", func() { txt = s.CopyBranch() })
	fmt.Println(len(txt))
	took("next bad", s.NextBad)
	took("prev bad", s.PrevBad)
	took("merge duplicates", s.MergeDuplicates)
	took("undo merge", s.Undo)
	path := filepath.Join(b.TempDir(), "a.studio")
	took("write", func() { os.WriteFile(path, []byte(txt), 0o600) })
	took("filestate", func() { s.path = path; s.FileState() })
	took("delete others", func() { s.goTo(s.Tree().Root().First()); s.DeleteOthers() })
	took("undo delete", s.Undo)
	s.Show(lines40(b, 10))
	s.goTo(s.Tree().Root().First())
	took("paste", func() {
		if err := s.Paste(txt); err != nil {
			fmt.Println(err)
		}
	})
	took("undo paste", s.Undo)
	took("redo paste", s.Redo)
	took("cut bad", s.CutBad)
	took("opentext", func() { s.OpenText(txt) })
}
