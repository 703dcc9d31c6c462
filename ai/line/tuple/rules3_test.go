package tuple

import (
	"context"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/line/board"
	"boardstudio/ai/line/linetest"
	"boardstudio/rules"
)

// grid3 returns the tic-tac-toe position with the given nine cells: x, o or a dot. x moved first.
func grid3(t *testing.T, r rules.Rules, cells string) rules.Position {
	t.Helper()
	s := rules.SetupOf(r, r.Start())
	for i, c := range cells {
		if p := strings.IndexRune("xo", c); p >= 0 {
			s.Cells[i] = rules.Piece(rules.Player(p))
		}
	}
	s.Turn = rules.Player(strings.Count(cells, "x") - strings.Count(cells, "o"))
	p, err := r.SetUp(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// first returns the first rule that names a cell for the player to move, and its cells.
func (e rules3) first(p rules.Position) (int, []rules.Cell) {
	for rule, cells := range e.named(e.Owners(p), p.Turn()) {
		if len(cells) > 0 {
			return rule, cells
		}
	}
	return ruleCount, nil
}

// TestRules3 checks for several positions which rule applies, which cells it names, and that each
// of them is played.
func TestRules3(t *testing.T) {
	r := linetest.Build(t, "tictactoe", nil)
	e := rules3{board.NewTables(r)}
	for _, x := range []struct {
		rule       int
		why, cells string
		want       string
	}{
		{toWin, "a win comes before a block", "xx.oo....", "c1"},
		{toBlock, "a block", "x...oo..x", "a2"},
		{toFork, "two rows at once", "xo..x...o", "a2 a3"},
		{toBlockFork, "the only fork is taken", ".x.xo....", "a1"},
		{toBlockFork, "forks in two corners: a side keeps the opponent busy, a corner makes it fork", "x...o...x", "a2 b1 b3 c2"},
		{toCentre, "an empty board", ".........", "b2"},
		{toCentre, "a corner is answered in the centre", "x........", "b2"},
		{toOpposite, "the corner opposite to the opponent's", "o...x....", "c3"},
		{toCorner, "the centre is taken", "....x....", "a1 a3 c1 c3"},
		{toSide, "nothing else is left", "o.xxxoo.x", "b1 b3"},
	} {
		t.Run(x.why, func(t *testing.T) {
			p := grid3(t, r, x.cells)
			played := map[string]bool{}
			for seed := range uint64(60) {
				i, err := e.Think(context.Background(), ai.Request{Rules: r, Start: p, Seed: seed}, nil)
				m, ok := i.Move()
				if err != nil || !ok {
					t.Fatal(err)
				}
				played[r.FormatMove(m)] = true
			}
			var got []string
			for cell := range played {
				got = append(got, cell)
			}
			slices.Sort(got)
			if rule, _ := e.first(p); rule != x.rule || strings.Join(got, " ") != x.want {
				t.Errorf("%s: rule %d plays %v; want rule %d, %s", x.cells, rule, got, x.rule, x.want)
			}
		})
	}
}

// TestRules3NeverLoses checks that the engine does not lose, whatever its opponent plays, from both
// seats and for all random choices.
func TestRules3NeverLoses(t *testing.T) {
	r := linetest.Build(t, "tictactoe", nil)
	e := rules3{board.NewTables(r)}
	games, used := 0, [ruleCount]int{}
	var walk func(p rules.Position, seat rules.Player)
	walk = func(p rules.Position, seat rules.Player) {
		if p.Result().Over {
			games++
			if p.Result().Winners.Has(1 - seat) {
				t.Fatalf("seat %d loses %s", seat, p)
			}
			return
		}
		moves := slices.Collect(p.Moves())
		if p.Turn() == seat {
			rule, cells := e.first(p)
			used[rule]++
			moves = moves[:0]
			for _, c := range cells {
				moves = append(moves, rules.Place(c))
			}
		}
		for _, m := range moves {
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			walk(next, seat)
		}
	}
	for seat := range rules.Player(2) {
		walk(r.Start(), seat)
	}
	t.Log(games, "games; rules used:", used)
	for rule, n := range used {
		if n == 0 {
			t.Errorf("rule %d was never used", rule)
		}
	}
}

// TestRules3Refuses checks that the engine rejects all games except plain tic-tac-toe.
func TestRules3Refuses(t *testing.T) {
	if err := Rules3.Plays(linetest.Build(t, "tictactoe", nil)); err != nil {
		t.Error(err)
	}
	for _, over := range []rules.Params{
		{"rows": "4"},
		{"cols": "4"},
		{"k": "2"},
		{"players": "3"},
		{"misere": "on"},
		{"drop": "on"},
		{"topology": "torus"},
		{"topology": "cylinder"},
		{"captures": "1"},
		{"adjacent": "on"},
		{"centreFirst": "on"},
		{"doubleThree": "forbidden"},
	} {
		if Rules3.Plays(linetest.Build(t, "tictactoe", over)) == nil {
			t.Errorf("plays %v", over)
		}
	}
}
