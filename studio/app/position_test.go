package app

import (
	"testing"

	"boardstudio"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
)

// TestPositionAboveWhatDoesNotPlay checks that an illegal node shows the nearest legal position
// above it, even across invalid set-ups.
func TestPositionAboveWhatDoesNotPlay(t *testing.T) {
	d := newFixture(t)
	doc := model.NewDocument(d.View.Rules())
	tree := doc.Tree
	at := tree.Root()
	for _, part := range []struct {
		setup string
		cells []rules.Cell
	}{
		{"", []rules.Cell{0, 1, 1, 2, 3}},
		{"nonsense", []rules.Cell{6, 7}},
		{" ", []rules.Cell{4, 4, 5}},
		{"nonsense", []rules.Cell{5, 5}},
	} {
		switch part.setup {
		case "":
		case " ": // the start position
			at = tree.AddSetup(at, "")
		default:
			at = tree.AddSetup(at, part.setup)
		}
		for _, c := range part.cells {
			at = tree.Add(at, rules.Place(c))
		}
	}
	d.Show(doc)
	bad := 0
	for n := range tree.All() {
		want, err := tree.Position(n)
		for up := n; want == nil && up.Parent() != nil; {
			up = up.Parent()
			want, _ = tree.Position(up)
		}
		got, e := d.View.PositionAt(n)
		if got.String() != want.String() || (e == nil) != (err == nil) {
			t.Errorf("%s at ply %d: %s, %v; want %s, %v", d.View.MoveName(n), n.Ply(), got, e, want, err)
		}
		if err != nil {
			bad++
		}
	}
	if bad < 8 || bad == tree.Len() {
		t.Errorf("%d of %d nodes do not play", bad, tree.Len())
	}
}

// BenchmarkPositionBelowABadMove gets the displayed position at the end of a line of 100,000 moves,
// the second of which is illegal.
//
//	go test ./studio/app -run '^$' -bench BelowABadMove
func BenchmarkPositionBelowABadMove(b *testing.B) {
	c := settings.Choice{Game: "line", Preset: "gomoku"}
	r, err := newgame.Build(boardstudio.Games, c)
	if err != nil {
		b.Fatal(err)
	}
	s := New(boardstudio.All, looptest.New(1<<20), settings.Defaults()).NewSession()
	d := model.NewDocument(r)
	at := d.Tree.Root()
	for range 100_000 {
		at = d.Tree.Add(at, rules.Place(0))
	}
	s.Show(d)
	defer s.Close()
	b.ReportAllocs()
	for b.Loop() {
		s.View.playing = model.Cache[*model.Node, rules.Position]{} // as after a step
		if p, err := s.View.PositionAt(at); err == nil || p.At(0).Count != 1 {
			b.Fatal(p, err)
		}
	}
}
