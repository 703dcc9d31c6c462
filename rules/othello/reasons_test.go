package othello

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/rulestest"
)

// corners returns the corners that who could take if it were its turn.
func corners(r rules.Rules, p rules.Position, who rules.Player) (cells []rules.Cell) {
	at := rulestest.InTurn(r, p, who)
	if at == nil {
		return nil
	}
	n := len(r.Board().Columns)
	for m := range at.Moves() {
		if slices.Contains([]rules.Cell{0, rules.Cell(n - 1), rules.Cell(n*n - n), rules.Cell(n*n - 1)}, m.To) {
			cells = append(cells, m.To)
		}
	}
	return cells
}

// replies returns the legal placements.
func replies(p rules.Position) (cells []rules.Cell) {
	for m := range p.Moves() {
		if m != rules.Pass {
			cells = append(cells, m.To)
		}
	}
	return cells
}

// opponent returns the player who is not to move.
func opponent(o *rulestest.Occasion) rules.Player { return 1 - o.Me() }

// shows checks that a fact has exactly the given cells.
func shows(t *testing.T, o *rulestest.Occasion, told rules.Fact, cells []rules.Cell) rulestest.Says {
	t.Helper()
	if told.Kind != nil && !slices.Equal(slices.Sorted(slices.Values(told.Cells)), slices.Sorted(slices.Values(cells))) {
		t.Errorf("%s: %v, want the cells %v", o, told, cells)
	}
	return rulestest.YesIf(len(cells) > 0)
}

// turned returns the discs that the move flips.
func turned(o *rulestest.Occasion) (cells []rules.Cell) {
	for c := range o.Rules.Board().Cells {
		if c := rules.Cell(c); o.Position.At(c).Owner == opponent(o) && o.After.At(c).Owner == o.Me() {
			cells = append(cells, c)
		}
	}
	return cells
}

// mostDiscs limits a proof to games in which most discs win, and to moves that flip discs and do
// not end the game.
func mostDiscs(proof rulestest.Proof) rulestest.Proof {
	return func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		if o.Rules.Spec().Params["goal"] != "most" || o.After.Result().Over || len(turned(o)) == 0 {
			return rulestest.No
		}
		return proof(t, o, told)
	}
}

var proofs = map[string]rulestest.Proof{
	"turns": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		return shows(t, o, told, turned(o))
	},
	"wins-count": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		res := o.After.Result()
		yes := res.Over && res.Winners.Has(o.Me()) && o.Move != rules.Pass
		if yes && told.Text.String() != "wins with "+digits(res.Final[o.Me()])+" discs to "+digits(res.Final[opponent(o)]) {
			t.Errorf("%s: %v", o, told)
		}
		return rulestest.YesIf(yes)
	},
	"corner": mostDiscs(func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		return rulestest.YesIf(slices.Contains(corners(o.Rules, o.Position, o.Me()), o.Move.To))
	}),
	"gives-corner": mostDiscs(func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		if o.After.Turn() == o.Me() {
			return rulestest.No
		}
		return shows(t, o, told, corners(o.Rules, o.After, opponent(o)))
	}),
	"denies-corner": mostDiscs(func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		now := corners(o.Rules, o.After, opponent(o))
		gone := slices.DeleteFunc(corners(o.Rules, o.Position, opponent(o)), func(c rules.Cell) bool {
			return c == o.Move.To || slices.Contains(now, c)
		})
		return shows(t, o, told, gone)
	}),
	"no-corner": mostDiscs(func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		others := false
		for m := range o.Position.Moves() {
			if q, err := o.Position.Play(m); err == nil && m != o.Move && len(corners(o.Rules, q, opponent(o))) > 0 {
				others = true
			}
		}
		return rulestest.YesIf(others && len(corners(o.Rules, o.After, opponent(o))) == 0)
	}),
	"few-moves": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		n := len(replies(o.After))
		if len(turned(o)) == 0 || o.After.Result().Over || n == 0 || n > 3 {
			return rulestest.No // this includes the first four discs of an open start
		}
		return shows(t, o, told, replies(o.After))
	},
	"forces-corner": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		n := len(replies(o.After))
		return rulestest.YesIf(o.Rules.Spec().Params["goal"] == "fewest" && o.Move != rules.Pass && n > 0 && n == len(corners(o.Rules, o.After, opponent(o))))
	},
	// A disc that is not reported as stable may still be stable. The reported ones are tested by
	// playing all continuations.
	"stable": mostDiscs(func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		left := 0
		for c := range o.Rules.Board().Cells {
			if o.After.At(rules.Cell(c)).Owner == rules.NoPlayer {
				left++
			}
		}
		if told.Kind == nil || left > 7 {
			return rulestest.Unknown
		}
		if told.Text.Args[0] != len(told.Cells) {
			t.Errorf("%s: %v", o, told)
		}
		for _, c := range told.Cells {
			if o.After.At(c).Owner != o.Me() {
				return rulestest.No
			}
		}
		return rulestest.YesIf(!turnable(o.After, told.Cells, o.Me(), map[uint64]bool{}))
	}),
}

// digits returns n in decimal.
func digits(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return digits(n/10) + digits(n%10)
}

// turnable reports whether play from p can change the owner of one of cells from who.
func turnable(p rules.Position, cells []rules.Cell, who rules.Player, seen map[uint64]bool) bool {
	if seen[p.Hash()] {
		return false
	}
	seen[p.Hash()] = true
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			return true
		}
		if slices.ContainsFunc(cells, func(c rules.Cell) bool { return q.At(c).Owner != who }) || turnable(q, cells, who, seen) {
			return true
		}
	}
	return false
}

func TestReasons(t *testing.T) {
	race.Skip(t)
	var list []rules.Rules
	for _, over := range []rules.Params{{"size": "4"}, {"size": "6"}, {"size": "6", "goal": "fewest"}, {"size": "4", "start": "open"}, {"size": "8"}} {
		list = append(list, rulestest.Build(t, &Game, "", over))
	}
	// The proof cannot refute that a disc is stable, so this kind is counted separately.
	stable := proofs["stable"]
	checked := 0
	delete(proofs, "stable")
	defer func() { proofs["stable"] = stable }()
	i := 0
	rulestest.Facts(t, 50, proofs, func(rnd *rand.Rand) []*rulestest.Occasion {
		i++
		found := rulestest.Playout(list[i%len(list)], rnd, 300)
		for _, o := range found {
			rulestest.Known(t, o)
			f, told := o.Fact("stable")
			if !told || checked >= 200 {
				continue
			}
			switch stable(t, o, f) {
			case rulestest.No:
				t.Errorf("%s: %v: one can be turned over", o, f)
			case rulestest.Yes:
				checked++
			}
		}
		return found
	})
	if checked < 50 {
		t.Errorf("stable discs were proved only %d times", checked)
	}
}

// TestStable checks which discs are reported as stable: a corner, discs connected to it, but not
// discs that can be flipped.
func TestStable(t *testing.T) {
	r := rulestest.Build(t, &Game, "othello6", nil).(*game)
	for _, x := range []struct{ name, cells, want string }{
		{"corner", "X-----/------/------/------/------/------", "X-----/------/------/------/------/------"},
		{"corner and its neighbours", "XX----/X-----/------/------/------/------", "XX----/X-----/------/------/------/------"},
		{"second row on one side only", "XX----/XX----/------/------/------/------", "XX----/X-----/------/------/------/------"},
		{"second row", "XXX---/XX----/------/------/------/------", "XXX---/XX----/------/------/------/------"},
		{"no corner", "-X----/X-----/------/------/------/------", "------/------/------/------/------/------"},
		{"disc of the opponent", "XO----/------/------/------/------/------", "X-----/------/------/------/------/------"},
		{"full edge", "XOXOXO/------/------/------/------/------", "XOXOXO/------/------/------/------/------"},
		{"disc in the middle", "------/--X---/------/------/------/------", "------/------/------/------/------/------"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p, err := r.Parse(strings.ReplaceAll(x.cells, "/", "") + " X")
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			for c, safe := range p.(*position).stable() {
				if c > 0 && c%6 == 0 {
					b.WriteByte('/')
				}
				if safe {
					b.WriteByte(p.(*position).cells[c])
				} else {
					b.WriteByte(empty)
				}
			}
			if b.String() != x.want {
				t.Errorf("%s: %s is stable, want %s", x.cells, b.String(), x.want)
			}
		})
	}
}

func TestReasonTexts(t *testing.T) {
	for _, x := range []struct{ name, position, move, want string }{
		{"last move", "XO-------------- X", "c1", "wins with 16 discs to 0"},
		{"corner", "-XO--XO--OX----- O", "a1", "takes the corner a1"},
		{"one disc", "-XO--XO--OX----- O", "a1", "turns 1 disc over"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := rulestest.Build(t, &Game, "", rules.Params{"size": "4"})
			p, err := r.Parse(x.position)
			if err != nil {
				t.Fatal(err)
			}
			m, err := r.ParseMove(x.move)
			if err != nil {
				t.Fatal(err)
			}
			texts := rulestest.ReasonTexts(r, p, m)
			t.Logf("%s %s: %q", x.position, x.move, texts)
			if !slices.Contains(texts, x.want) {
				t.Errorf("%s %s: %q, want %s among them", x.position, x.move, texts, x.want)
			}
		})
	}
}

func BenchmarkReasons(b *testing.B) {
	r := rulestest.Build(b, &Game, "", rules.Params{"size": "16"})
	list := rulestest.Playout(r, rand.New(rand.NewPCG(1, 2)), 150)
	for i := 0; b.Loop(); i++ {
		o := list[i%len(list)]
		rules.Reasons(r, o.Position, o.Move)
	}
}
