package animation

import (
	"testing"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// play returns the animation of a move after some others.
func play(t *testing.T, preset string, moves ...string) (rules.Rules, *Film) {
	t.Helper()
	r, err := all.Games.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	var f *Film
	for _, text := range moves {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		f = New(r.Board(), p, q, m)
		p = q
	}
	if f == nil {
		t.Fatal("there is no film")
	}
	return r, f
}

func (f *Film) at(r rules.Rules, t float64) *diagram.Diagram {
	d := diagram.New(r, f.after)
	f.Show(d, t)
	d.Draw(&draw.Recorder{}, draw.Rect{W: 300, H: 300})
	return d
}

func TestStonesAppear(t *testing.T) {
	r, f := play(t, "gomoku", "h8")
	c := r.Board().Find("h8")
	early, late := f.at(r, 0.1).Stages, f.at(r, 0.9).Stages
	if len(early) != 1 || early[c].Alpha >= late[c].Alpha || early[c].Scale >= late[c].Scale || early[c].Owner != 0 {
		t.Errorf("first %+v, then %+v", early, late)
	}
}

func TestDiscsFlip(t *testing.T) {
	r, f := play(t, "othello", "f5")
	c := r.Board().Find("e5")
	if s := f.at(r, 0.3).Stages[c]; s.Owner != 1 || s.Squeeze >= 0.9 {
		t.Errorf("at first %+v", s)
	}
	if s := f.at(r, 0.8).Stages[c]; s.Owner != 0 || s.Squeeze >= 0.9 {
		t.Errorf("at last %+v", s)
	}
	if n := len(f.at(r, 0.5).Stages); n != 2 {
		t.Errorf("%d pieces move", n)
	}
}

func TestPiecesFall(t *testing.T) {
	r, f := play(t, "connect4", "d")
	for c, s := range f.at(r, 0.2).Stages {
		if s.Shift.Y > -3 || f.at(r, 0.9).Stages[c].Shift.Y < -2 || f.at(r, 1).Stages[c].Shift.Y != 0 {
			t.Errorf("it falls from %v to %v", s.Shift, f.at(r, 0.9).Stages[c].Shift)
		}
	}
}

func TestCapturesFade(t *testing.T) {
	r, f := play(t, "pente", "j10", "k10", "j15", "l10", "m10")
	c := r.Board().Find("l10")
	if s := f.at(r, 0.5).Stages[c]; s.Owner != 1 || s.Alpha >= 1 {
		t.Errorf("the stone is %+v", s)
	}
}

// TestSeedsAreSown checks that seeds leave the hand one by one and are not lost.
func TestSeedsAreSown(t *testing.T) {
	r, f := play(t, "awale", "A", "a", "F")
	sum := func(p rules.Position) (n int) {
		for c := range r.Board().Cells {
			n += int(p.At(rules.Cell(c)).Count)
		}
		return n
	}
	last := -1
	for i := range 20 {
		share := float64(i) / 20
		if now := sum(f.at(r, share).Position); now < last {
			t.Errorf("at %v there are %d seeds, before %d", share, now, last)
		} else {
			last = now
		}
	}
	if first := sum(f.at(r, 0).Position); first != sum(f.before)-int(f.before.At(f.origin).Count) {
		t.Errorf("it begins with %d seeds on the board", first)
	}
	if f.at(r, 1).Position != f.after {
		t.Error("it does not end with what is there")
	}
}

func TestNothingMoves(t *testing.T) {
	r, _ := all.Games.Build("awale", nil)
	if New(r.Board(), r.Start(), r.Start(), rules.Pass) != nil || New(r.Board(), nil, r.Start(), rules.Pass) != nil {
		t.Error("a pass has a film")
	}
}
