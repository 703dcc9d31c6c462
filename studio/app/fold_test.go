package app

import (
	"testing"

	"boardstudio"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
)

// TestFolding checks the commands that collapse and expand lines of a game.
func TestFolding(t *testing.T) {
	d := newFixture(t)
	r, err := newgame.Build(boardstudio.Games, settings.Choice{Game: "line", Preset: "gomoku"})
	if err != nil {
		t.Fatal(err)
	}
	doc := model.NewDocument(r)
	line := func(n *model.Node, from, moves int) *model.Node {
		for c := range moves {
			n = doc.Tree.Add(n, rules.Place(rules.Cell(from+c)))
		}
		return n
	}
	line(doc.Tree.Root(), 0, 20)
	short := line(doc.Tree.Root().First(), 100, 5)
	long := line(doc.Tree.Root().First(), 30, 60)
	d.Show(doc)
	shown := func(n *model.Node, want bool) {
		t.Helper()
		if _, _, ok := d.View.Layout().Find(n); ok != want {
			t.Errorf("%s is shown: %v", d.View.Label(n), ok)
		}
	}
	shown(short, true)
	shown(long, false) // too long to be expanded by default
	d.Go(long)
	shown(long, true)
	if here, last := d.Progress(); here != 61 || last != 61 {
		t.Errorf("at %d of %d", here, last)
	}
	d.Fold()
	head := doc.Tree.Root().First().Last()
	if d.View.Node() != head {
		t.Errorf("folding went to %s", d.View.Label(d.View.Node()))
	}
	shown(long, false)
	d.Home()
	d.Unfold(d.View.Node()) // no collapsed line there
	if len(d.said) != 1 {
		t.Errorf("it said %q", d.said)
	}
	d.Forward()
	d.Unfold(d.View.Node()) // the variations there
	shown(long, true)
	d.Fold()
	shown(long, false)
	shown(short, false)
	d.UnfoldAll()
	shown(long, true)
	shown(short, true)
	d.Home()
	d.FoldOthers()
	shown(long, false)
	shown(short, false)
	shown(head, true)
	if got := d.LineNodes(0, 2); len(got) != 3 || got[2] != doc.Tree.Root().First().First() {
		t.Errorf("the line is %v", got)
	}
}
