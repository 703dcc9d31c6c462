package all_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"boardstudio/internal/effort"
	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/rules/rulestest"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// wins returns the moves with which who would win at once if it were its turn. The result known is
// false if that is undefined.
func wins(r rules.Rules, p rules.Position, who rules.Player) (moves []rules.Move, known bool) {
	if p.Result().Known() {
		return nil, false
	}
	at := rulestest.InTurn(r, p, who)
	if at == nil || at.Result().Known() {
		return nil, false
	}
	for m := range at.Moves() {
		q, err := at.Play(m)
		if err == nil && q.Result().Winners.Has(who) {
			moves = append(moves, m)
		}
	}
	return moves, true
}

// next counts the moves of p that win the game, the moves that lose it, and all moves.
func next(p rules.Position) (won, lost, all int) {
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			continue
		}
		all++
		switch res := q.Result(); {
		case res.Winners.Has(p.Turn()):
			won++
		case res.Over && res.Winners != 0:
			lost++
		}
	}
	return won, lost, all
}

// proofs are the proofs of the common facts.
var proofs = map[string]rulestest.Proof{
	"wins": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		return rulestest.YesIf(!o.Position.Result().Known() && o.After.Result().Winners.Has(o.Me()))
	},
	"loses": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		res := o.After.Result()
		return rulestest.YesIf(!o.Position.Result().Known() && res.Over && res.Winners != 0 && !res.Winners.Has(o.Me()))
	},
	"draws": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		return rulestest.YesIf(o.After.Result().Over && o.After.Result().Winners == 0)
	},
	"only": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		return rulestest.YesIf(len(slices.Collect(o.Position.Moves())) == 1)
	},
	"leaves-no-move": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		return rulestest.YesIf(slices.Equal(slices.Collect(o.After.Moves()), []rules.Move{rules.Pass}))
	},
	"allows": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		if o.Position.Result().Known() || o.After.Result().Known() {
			return rulestest.No
		}
		won, _, _ := next(o.After)
		return rulestest.YesIf(won > 0)
	},
	"leaves-losing": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		if o.Position.Result().Known() || o.After.Result().Known() {
			return rulestest.No
		}
		_, lost, all := next(o.After)
		return rulestest.YesIf(lost == all)
	},
	"only-safe": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		if o.Position.Result().Known() || o.After.Result().Known() {
			return rulestest.No
		}
		all := 0
		var safe []rules.Move
		for m := range o.Position.Moves() {
			all++
			q, err := o.Position.Play(m)
			if err != nil {
				continue
			}
			res := q.Result()
			if won, _, _ := next(q); res.Winners.Has(o.Me()) || res.Over && res.Winners == 0 || res.Winners == 0 && won == 0 {
				safe = append(safe, m)
			}
		}
		return rulestest.YesIf(all > 1 && slices.Equal(safe, []rules.Move{o.Move}))
	},
	"blocks": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		for i := range o.Rules.Players() {
			who := rules.Player(i)
			if who == o.Me() || o.After.Result().Known() {
				continue
			}
			before, _ := wins(o.Rules, o.Position, who)
			after, _ := wins(o.Rules, o.After, who)
			if len(before) > 0 && len(after) == 0 {
				return rulestest.Yes
			}
		}
		return rulestest.No
	},
	"threatens": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		return rulestest.YesIf(threats(t, o, told) == 1)
	},
	"threatens-many": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		return rulestest.YesIf(threats(t, o, told) > 1)
	},
}

// threats returns the number of new ways to win at once that the move creates, or -1 if the game
// reports threats by facts of its own.
func threats(t *testing.T, o *rulestest.Occasion, told rules.Fact) int {
	if o.After.Result().Known() {
		return 0
	}
	before, _ := wins(o.Rules, o.Position, o.Me())
	after, known := wins(o.Rules, o.After, o.Me())
	if !known {
		return 0
	}
	n := 0
	for _, m := range after {
		if !slices.Contains(before, m) {
			n++
		}
	}
	if n > 0 && o.Rules.Players() == 2 && !lasts(o, after, before) {
		return 0
	}
	if f := told; f.Kind == rules.ThreatensMany && f.Text.Args[0] != n {
		t.Errorf("%s: %v, want %d", o, f.Text, n)
	}
	return n
}

// lasts reports whether one of the new ways to win survives some reply.
func lasts(o *rulestest.Occasion, after, before []rules.Move) bool {
	for reply := range o.After.Moves() {
		q, err := o.After.Play(reply)
		if err != nil || q.Result().Over || q.Result().Winners != 0 || q.Turn() != o.Me() {
			continue
		}
		left, _ := wins(o.Rules, q, o.Me())
		if slices.ContainsFunc(left, func(m rules.Move) bool { return slices.Contains(after, m) && !slices.Contains(before, m) }) {
			return true
		}
	}
	return false
}

// reasonGames are small, so rare situations occur.
var reasonGames = []struct {
	preset string
	over   rules.Params
}{
	{"tictactoe", nil},
	{"tictactoe", rules.Params{"rows": "4", "cols": "4", "misere": "on"}},
	{"tictactoe", rules.Params{"rows": "3", "cols": "4", "players": "3"}},
	{"morpion", rules.Params{"rows": "5", "cols": "5", "k": "4"}},
	{"connect4", nil},
	{"renju", rules.Params{"rows": "7", "cols": "7"}},
	{"othello6", nil},
	{"othello", rules.Params{"size": "4"}},
	{"anti-othello", rules.Params{"size": "4"}},
	{"awale", rules.Params{"pits": "3", "seeds": "2"}},
	{"awale-abapa", nil},
	{"awale-abapa", rules.Params{"pits": "4", "seeds": "3"}},
	{"hex", rules.Params{"size": "4"}},
}

// TestReasons checks that each common fact is reported if and only if it is true.
func TestReasons(t *testing.T) {
	race.Skip(t)
	var list []rules.Rules
	for _, g := range reasonGames {
		r, err := all.Games.Build(g.preset, g.over)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	i, least := 0, effort.ShortAmount(testing.Short(), 50, 20, 10)
	rulestest.Facts(t, least, proofs, func(rnd *rand.Rand) []*rulestest.Occasion {
		i++
		list := rulestest.Playout(list[i%len(list)], rnd, 100)
		for _, o := range list {
			rulestest.Known(t, o)
		}
		return list
	})
}

// TestOverlays checks the overlays of each game: their titles, the uniqueness of their names, and
// that their notes are on the board. The overlay of legal moves must mark the landing cells.
func TestOverlays(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 4))
	titles := map[string]rules.OverlayKind{}
	for _, g := range reasonGames {
		r, err := all.Games.Build(g.preset, g.over)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range rules.Overlays(r) {
			if other, known := titles[k.Name]; known && other != k || k.Title == "" || k.About == "" {
				t.Errorf("%s: overlay %q is also %v", g.preset, k.Name, other)
			}
			titles[k.Name] = k
		}
		if rules.Overlay(r, "none", r.Start(), rules.NoCell) != nil {
			t.Errorf("%s: there is an overlay called none", g.preset)
		}
		for _, o := range rulestest.Playout(r, rnd, 60) {
			for _, at := range []rules.Cell{rules.NoCell, o.Move.From, o.Move.To} {
				rulestest.Drawable(t, r, o.Position, at)
			}
			want := map[rules.Cell]bool{}
			for m := range o.Position.Moves() {
				q, err := o.Position.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case m.From != rules.NoCell:
					want[m.From] = true
				case m.To != rules.NoCell:
					for c := range r.Board().Cells {
						if c := rules.Cell(c); o.Position.At(c).Owner == rules.NoPlayer && q.At(c).Owner == o.Me() {
							want[c] = true
						}
					}
				}
			}
			got := map[rules.Cell]bool{}
			for _, k := range rules.Overlays(r) {
				for _, n := range rules.Overlay(r, k.Name, o.Position, rules.NoCell) {
					for _, c := range n.Cells {
						if k == rules.LegalMoves {
							got[c] = true
						}
					}
				}
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s: legal are %v, want %v", o, got, want)
			}
		}
	}
	if len(titles) < 8 {
		t.Errorf("there are only the overlays %v", titles)
	}
}

// TestCatalogue checks that names are unique in each catalogue, and that its texts and those of the
// overlays have French translations.
func TestCatalogue(t *testing.T) {
	defer locale.Use("en") //nolint:errcheck // English is always there
	if _, err := locale.Use("fr"); err != nil {
		t.Fatal(err)
	}
	french := func(key msg.Key) {
		if key != "" && locale.T(key) == string(key) && strings.ContainsFunc(msg.Verb.ReplaceAllString(string(key), ""), unicode.IsLetter) {
			t.Errorf("%q has no translation", key)
		}
	}
	for _, g := range all.Games {
		r, err := g.Build(g.Presets[0].Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, k := range rules.Catalogue(r) {
			if names[k.Name] || k.Name == "" || k.Weight <= 0 || k.Of != nil && k.Of.Of != nil {
				t.Errorf("%s: the kind %+v stands twice, or lacks a name or a weight, or is special of a special one", g.Name, k)
			}
			names[k.Name] = true
			french(k.Text.One)
			if many := k.Text.Many; many != "" && locale.N(k.Text.One, many, 2) == string(many) {
				t.Errorf("%q has no translation", many)
			}
		}
		for _, k := range rules.Overlays(r) {
			french(k.Title)
			french(k.About)
		}
	}
}
