package model

import (
	"testing"

	"boardstudio/rules"
)

func TestReplaceContent(t *testing.T) {
	a, b := NewDocument(newFake()), NewDocument(newFake())
	line(t, a.Tree, a.Tree.Root(), 20)
	n := b.Tree.Add(b.Tree.Root(), play(4))
	b.Tree.Add(n, play(5))
	b.Tree.Add(n, play(5)) // an illegal move, which Insert would refuse, must be copied too
	b.Tree.AddRaw(b.Tree.Root(), "zz9")
	if err := b.Tree.SetStart("3"); err != nil {
		t.Fatal(err)
	}
	b.Tree.Annotate(n, Annotation{Comment: "x", Bookmark: true})
	b.Tree.Annotate(b.Tree.Root(), Annotation{Name: "start"})
	b.Players[1].Name, b.Info["event"] = "Bo", "cup"
	a.Info["round"] = "3"
	was := rebuild(a)
	edits, err := ReplaceContent(a, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Tree.Do("Take", edits...); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		do   func() bool
		want *Document
	}{{func() bool { return true }, b}, {a.Tree.Undo, was}, {a.Tree.Redo, b}} {
		if !x.do() {
			t.Fatal("no step")
		}
		if err := Equal(a, x.want); err != nil {
			t.Error(err)
		}
		if err := a.Tree.Check(); err != nil {
			t.Error(err)
		}
	}
	if a.Tree.Steps() != 1 {
		t.Errorf("%d steps", a.Tree.Steps())
	}
}

// TestReplaceContentByAnotherGame checks that ReplaceContent requires the same game and parameters.
func TestReplaceContentByAnotherGame(t *testing.T) {
	for name, tt := range map[string]struct {
		other rules.Rules
		want  string
	}{
		"the same":         {gomoku(t), ""},
		"other parameters": {threePlayers(t), "it is another game (cols)"},
		"another family":   {reversi(t), "it is another game (line)"},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := NewDocument(gomoku(t)), NewDocument(tt.other)
			got := ""
			if _, err := ReplaceContent(a, b, nil); err != nil {
				got = err.Error()
			}
			if got != tt.want || SameGame(a, b) != (tt.want == "") || SameGame(b, a) != (tt.want == "") {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
