package awale_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/rulestest"
)

// gain returns the number of seeds that m captures in p, according to the stores.
func gain(p rules.Position, m rules.Move) int {
	q, err := p.Play(m)
	if err != nil {
		return 0
	}
	return q.(rules.Holder).Held(p.Turn()) - p.(rules.Holder).Held(p.Turn())
}

// mostCapturable returns the largest number of seeds that who could capture with one move if it
// were its turn.
func mostCapturable(r rules.Rules, p rules.Position, who rules.Player) (n int) {
	if at := rulestest.InTurn(r, p, who); at != nil {
		for m := range at.Moves() {
			n = max(n, gain(at, m))
		}
	}
	return n
}

// uncovered returns the pits of who with one or two seeds.
func uncovered(r rules.Rules, p rules.Position, who rules.Player) (cells []rules.Cell) {
	for c, owner := range r.Board().Home {
		if n := p.At(rules.Cell(c)).Count; owner == who && (n == 1 || n == 2) {
			cells = append(cells, rules.Cell(c))
		}
	}
	return cells
}

// seeds returns the number of seeds in the pits of who.
func seeds(r rules.Rules, p rules.Position, who rules.Player) (n int) {
	for c, owner := range r.Board().Home {
		if owner == who {
			n += int(p.At(rules.Cell(c)).Count)
		}
	}
	return n
}

// rival returns the player who is not to move.
func rival(o *rulestest.Occasion) rules.Player { return 1 - o.Me() }

// checkNumber checks the number in a fact.
func checkNumber(t *testing.T, o *rulestest.Occasion, told rules.Fact, n int) rulestest.Says {
	t.Helper()
	if told.Kind != nil && told.Text.Args[0] != n {
		t.Errorf("%s: %v, want %d", o, told.Text, n)
	}
	return rulestest.YesIf(n > 0)
}

// ongoing limits a proof to sowings that do not end the game.
func ongoing(proof rulestest.Proof) rulestest.Proof {
	return func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		if o.After.Result().Over || o.Move == rules.Pass {
			return rulestest.No
		}
		return proof(t, o, told)
	}
}

// slams reports whether the move would take all seeds of the opponent if that were allowed.
func slams(t *testing.T, o *rulestest.Occasion) bool {
	t.Helper()
	params := o.Rules.Spec().Params
	params["grandSlam"] = "allowed"
	r := rulestest.Build(t, &awale.Game, "", params)
	p, err := r.SetUp(rules.SetupOf(o.Rules, o.Position))
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Play(o.Move)
	if err != nil {
		t.Fatal(err)
	}
	return gain(p, o.Move) > 0 && seeds(r, q, rival(o)) == 0
}

var reasonProofs = map[string]rulestest.Proof{
	"majority": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		all := seeds(o.Rules, o.Position, 0) + seeds(o.Rules, o.Position, 1) + o.Position.(rules.Holder).Held(0) + o.Position.(rules.Holder).Held(1)
		before, now := o.Position.(rules.Holder).Held(o.Me()), o.After.(rules.Holder).Held(o.Me())
		if o.After.Result().Over {
			return rulestest.Unknown // reported by another fact
		}
		return rulestest.YesIf(2*now > all && 2*before <= all)
	},
	"must-feed": func(t *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		if o.Rules.Spec().Params["mustFeed"] != "on" || o.Move == rules.Pass || seeds(o.Rules, o.Position, rival(o)) > 0 {
			return rulestest.No
		}
		if seeds(o.Rules, o.After, rival(o)) == 0 && gain(o.Position, o.Move) == 0 {
			t.Errorf("%s: the move feeds nobody", o)
		}
		return rulestest.Yes
	},
	"captures": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		for _, c := range told.Cells {
			if o.After.At(c).Count != 0 {
				t.Errorf("%s: %v: there are seeds left", o, told)
			}
		}
		return checkNumber(t, o, told, gain(o.Position, o.Move))
	},
	"grand-slam": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		return rulestest.YesIf(gain(o.Position, o.Move) > 0 && seeds(o.Rules, o.After, rival(o)) == 0)
	},
	"slam-in-vain": func(t *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		return rulestest.YesIf(o.Move != rules.Pass && gain(o.Position, o.Move) == 0 && slams(t, o))
	},
	"krou": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		if o.Move == rules.Pass {
			return rulestest.No
		}
		n := int(o.Position.At(o.Move.From).Count)
		if n < len(o.Rules.Board().Cells) {
			return rulestest.No
		}
		return checkNumber(t, o, told, n)
	},
	"keeps-home": ongoing(func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		return rulestest.YesIf(gain(o.Position, o.Move) == 0 && seeds(o.Rules, o.After, rival(o)) == seeds(o.Rules, o.Position, rival(o)))
	}),
	"allows-capture": ongoing(func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		return checkNumber(t, o, told, mostCapturable(o.Rules, o.After, rival(o)))
	}),
	"no-capture": ongoing(func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		if mostCapturable(o.Rules, o.After, rival(o)) > 0 {
			return rulestest.No
		}
		could := mostCapturable(o.Rules, o.Position, rival(o))
		for m := range o.Position.Moves() {
			if q, err := o.Position.Play(m); err == nil && m != o.Move && !q.Result().Over {
				could = max(could, mostCapturable(o.Rules, q, rival(o)))
			}
		}
		return rulestest.YesIf(could > 0)
	}),
	"saves-seeds": ongoing(func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		return checkNumber(t, o, told, max(0, mostCapturable(o.Rules, o.Position, rival(o))-mostCapturable(o.Rules, o.After, rival(o))))
	}),
	"threatens-capture": ongoing(func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		n := mostCapturable(o.Rules, o.After, o.Me())
		if n <= mostCapturable(o.Rules, o.Position, o.Me()) {
			return rulestest.No
		}
		return checkNumber(t, o, told, n)
	}),
	"uncovers": ongoing(func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		return checkNumber(t, o, told, len(uncovered(o.Rules, o.After, rival(o))))
	}),
	"uncovered": ongoing(func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		return checkNumber(t, o, told, len(uncovered(o.Rules, o.After, o.Me())))
	}),
	"covers": ongoing(func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		return rulestest.YesIf(len(uncovered(o.Rules, o.After, o.Me())) == 0 && len(uncovered(o.Rules, o.Position, o.Me())) > 0)
	}),
}

// TestReasons checks the facts about sowings against the stores and pits after each move.
func TestReasons(t *testing.T) {
	var list []rules.Rules
	for _, v := range []struct {
		preset string
		over   rules.Params
	}{
		{"awale", nil},
		{"awale-abapa", nil},
		{"awale-abapa", rules.Params{"pits": "3", "seeds": "3"}},
		{"awale-abapa", rules.Params{"grandSlam": "allowed", "pits": "3"}},
		{"awale", rules.Params{"pits": "4", "mustFeed": "on"}},
	} {
		list = append(list, rulestest.Build(t, &awale.Game, v.preset, v.over))
	}
	i := 0
	rulestest.Facts(t, 50, reasonProofs, func(rnd *rand.Rand) []*rulestest.Occasion {
		i++
		found := rulestest.Playout(list[i%len(list)], rnd, 150)
		for _, o := range found {
			rulestest.Known(t, o)
		}
		return found
	})
}

// TestReasonsByHand checks two positions analysed by hand. Pits are listed in the order of sowing:
// A to F of South, then a to f of North.
func TestReasonsByHand(t *testing.T) {
	for _, x := range []struct {
		preset, position, move string
		want                   []string
	}{
		// South has 3 2 4 1 3 2 and North 1 2 5 4 4 5. South sows the two seeds of F: a goes from 1
		// to 2 and b from 2 to 3. The last seed falls in b, which has 3 and is taken. The pit
		// before it, a, has 2 and is taken too. That makes 5 seeds; E, before a, belongs to South.
		// North keeps 5+4+4+5 = 18 seeds, so it is not a grand slam. South has 6+5 = 11 of 48, so
		// the game is not decided.
		//
		// North then has 0 0 5 4 4 5. c (5) sows d e f A B and B goes from 2 to 3, so it takes 3.
		// A, before B, also gets a seed and has 4, so it is not taken. d (4) sows e f A B with the
		// same result. e (4) sows f A B C and C gets its fifth seed. f (5) sows A to E and E gets
		// its fourth. So North can take at most 3.
		//
		// If it were North's turn before the move, a (1) would end in b and b (2) in d, both its
		// own. c and d would take the 3 seeds of B as above. North could take 3 before and can
		// after, so the move does not save seeds. South's pits with one or two seeds are then B (2)
		// and D (1). North has no such pit: 0 0 5 4 4 5. Before the move South could take those 5
		// seeds. After it, C (4) would end in a and E (3) in b, with one seed each, and other moves
		// do not reach North. So there is no new threat.
		{
			"awale", "3-2-4-1-3-2-1-2-5-4-4-5 6-6 S", "F",
			[]string{"captures 5 seeds", "lets the opponent capture 3 seeds", "leaves 2 pits uncovered"},
		},
		// Abapa: North has no seeds and South 0 1 0 0 2 1, so a move must feed North if possible. B
		// (1) ends in C. E (2) sows F and a, and F (1) sows a. So B is illegal, and E and F feed.
		//
		// After E, South has 0 1 0 0 0 2 and North 1 0 0 0 0 0. North's only move, a to b, does not
		// capture. It could not capture before, or after any other move of South. South could then
		// sow F (2) into a and b: a has 2, but the last seed makes b one, so there is no capture.
		// North has one uncovered pit, a; South has two, B and F.
		{
			"awale-abapa", "0-1-0-0-2-1-0-0-0-0-0-0 22-22 S", "E",
			[]string{"feeds the opponent, who has no seeds, as required", "leaves the opponent 1 uncovered pit", "leaves 2 pits uncovered"},
		},
	} {
		r := rulestest.Build(t, &awale.Game, x.preset, nil)
		p, err := r.Parse(x.position)
		if err != nil {
			t.Fatal(err)
		}
		m, err := r.ParseMove(x.move)
		if err != nil {
			t.Fatal(err)
		}
		texts := rulestest.ReasonTexts(r, p, m)
		if !slices.Equal(texts, x.want) {
			t.Errorf("%s, %s: %q, want %q", x.position, x.move, strings.Join(texts, "; "), x.want)
		}
	}
}

func BenchmarkReasons(b *testing.B) {
	r := rulestest.Build(b, &awale.Game, "awale", rules.Params{"pits": "12"})
	list := rulestest.Playout(r, rand.New(rand.NewPCG(1, 2)), 100)
	for i := 0; b.Loop(); i++ {
		o := list[i%len(list)]
		rules.Reasons(r, o.Position, o.Move)
	}
}

func BenchmarkOverlay(b *testing.B) {
	r := rulestest.Build(b, &awale.Game, "awale", rules.Params{"pits": "12"})
	list := rulestest.Playout(r, rand.New(rand.NewPCG(1, 2)), 100)
	for _, k := range rules.Overlays(r) {
		b.Run(k.Name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				rules.Overlay(r, k.Name, list[i%len(list)].Position, rules.NoCell)
			}
		})
	}
}
