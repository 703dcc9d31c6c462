package rules_test

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

func TestPlayers(t *testing.T) {
	for _, x := range []struct {
		seats []rules.Player
		only  rules.Player
	}{
		{nil, rules.NoPlayer},
		{[]rules.Player{0}, 0},
		{[]rules.Player{25}, 25},
		{[]rules.Player{0, 3, 25}, rules.NoPlayer},
	} {
		s := rules.Of(x.seats...)
		if got := slices.Collect(s.All()); !slices.Equal(got, x.seats) || s.Len() != len(x.seats) || s.Only() != x.only {
			t.Errorf("Of(%v): All %v, Len %d, Only %d", x.seats, got, s.Len(), s.Only())
		}
		for p := rules.NoPlayer; p < rules.MaxPlayers; p++ {
			if s.Has(p) != slices.Contains(x.seats, p) {
				t.Errorf("Of(%v).Has(%d) = %v", x.seats, p, s.Has(p))
			}
		}
	}
	if rules.Of(rules.NoPlayer) != 0 || rules.Of(2, rules.NoPlayer, 2) != rules.Of(2) {
		t.Error("NoPlayer got into a set, or a seat twice")
	}
	for p := range rules.Of(4, 7).All() {
		if p != 4 {
			t.Errorf("the lowest seat is %d", p)
		}
		break
	}
}

func TestLetter(t *testing.T) {
	for p, want := range map[rules.Player]byte{0: 'A', 25: 'Z', 26: '.', rules.NoPlayer: '.'} {
		if got := p.Letter(); got != want {
			t.Errorf("Letter of %d: %c, want %c", p, got, want)
		}
	}
}

// TestMoves checks that the zero Move differs from all placements, sowings and named moves.
func TestMoves(t *testing.T) {
	all := []rules.Move{{}, rules.Pass, rules.Resign, rules.Place(0), rules.Take(0), rules.Place(1), rules.Take(1)}
	seen := map[rules.Move]bool{}
	for _, m := range all {
		if seen[m] {
			t.Errorf("%v means two things", m)
		}
		seen[m] = true
	}
}

func TestDraw(t *testing.T) {
	for _, x := range []struct {
		r    rules.Result
		want bool
	}{
		{rules.Result{}, false},
		{rules.Result{Over: true}, true},
		{rules.Result{Over: true, Winners: rules.Of(1)}, false},
		{rules.Result{Winners: rules.Of(1)}, false},
	} {
		if x.r.Draw() != x.want {
			t.Errorf("%+v: Draw %v", x.r, x.r.Draw())
		}
	}
}

// stack is a minimal game for testing the functions on positions. It has three columns of two
// cells, numbered row by row. If drop is set, pieces fall.
type stack struct {
	cells string // '.', 'A', 'B'
	turn  rules.Player
	drop  bool
}

func (s stack) Turn() rules.Player { return s.turn }

func (s stack) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		for c, x := range s.cells {
			if x == '.' && (!s.drop || c < 3) && !yield(rules.Place(rules.Cell(c))) {
				return
			}
		}
	}
}

func (s stack) Play(m rules.Move) (rules.Position, error) {
	if !rules.Legal(s, m) {
		return nil, rules.Illegal(m, "cell %d is taken", m.To)
	}
	at := int(m.To)
	if s.drop && s.cells[at+3] == '.' {
		at += 3
	}
	cells := []byte(s.cells)
	cells[at] = s.turn.Letter()
	return stack{string(cells), 1 - s.turn, s.drop}, nil
}

func (s stack) At(c rules.Cell) rules.Content {
	if s.cells[c] == '.' {
		return rules.Empty
	}
	return rules.Piece(rules.Player(s.cells[c] - 'A'))
}
func (s stack) Result() rules.Result { return rules.Result{Over: !strings.Contains(s.cells, ".")} }
func (s stack) Hash() uint64         { return 0 }
func (s stack) String() string       { return s.cells }

func TestLegal(t *testing.T) {
	p := stack{cells: ".AB.AB"}
	for c := range rules.Cell(6) {
		if got := rules.Legal(p, rules.Place(c)); got != (c == 0 || c == 3) {
			t.Errorf("cell %d: legal %v", c, got)
		}
	}
	if rules.Legal(p, rules.Pass) || rules.Legal(p, rules.Move{}) {
		t.Error("a pass or the zero move is legal")
	}
}

func TestLanding(t *testing.T) {
	plain, drops := &rules.Board{Cells: make([]rules.CellInfo, 6)}, &rules.Board{Cells: make([]rules.CellInfo, 6), Target: []rules.Cell{0, 1, 2, 0, 1, 2}}
	for _, x := range []struct {
		name   string
		board  *rules.Board
		before stack
		move   rules.Move
		want   rules.Cell
	}{
		{"a placement", plain, stack{cells: "......"}, rules.Place(1), 1},
		{"a piece that falls", drops, stack{cells: "......", drop: true}, rules.Place(1), 4},
		{"one that cannot", drops, stack{cells: "....B.", drop: true}, rules.Place(1), 1},
		{"the second player's", drops, stack{cells: "A.....", drop: true, turn: 1}, rules.Place(2), 5},
	} {
		t.Run(x.name, func(t *testing.T) {
			after, err := x.before.Play(x.move)
			if err != nil {
				t.Fatal(err)
			}
			if got := rules.Landing(x.board, x.before, after, x.move); got != x.want {
				t.Errorf("%d, want %d", got, x.want)
			}
		})
	}
	p := stack{cells: "......"}
	for _, x := range []struct {
		name          string
		before, after rules.Position
		move          rules.Move
		want          rules.Cell
	}{
		{"a sowing", p, p, rules.Take(4), 4},
		{"a pass", p, p, rules.Pass, rules.NoCell},
		{"a resignation", p, p, rules.Resign, rules.NoCell},
		{"a move that did not play", p, nil, rules.Place(2), 2},
		{"a move from nowhere", nil, nil, rules.Place(3), 3},
		{"a move that left no trace", p, p, rules.Place(5), 5},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := rules.Landing(plain, x.before, x.after, x.move); got != x.want {
				t.Errorf("%d, want %d", got, x.want)
			}
		})
	}
}

func TestPerft(t *testing.T) {
	for depth, want := range []uint64{1, 6, 30, 120, 360, 720, 720, 0} {
		if got := rules.Perft(stack{cells: "......"}, depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
	}
	if got := rules.Perft(stack{cells: "......"}, -1); got != 1 {
		t.Errorf("depth -1: %d", got)
	}
}

// liar is a stack that lists a move that Play rejects.
type liar struct{ stack }

func (liar) Moves() iter.Seq[rules.Move] { return slices.Values([]rules.Move{rules.Pass}) }

func TestPerftOfLiar(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a listed move that Play refuses goes unnoticed")
		}
	}()
	rules.Perft(liar{stack{cells: "......"}}, 2)
}

// holder is a stack with pieces held off the board.
type holder struct{ stack }

func (holder) Held(p rules.Player) int { return 10 + int(p) }

// stackRules implements the methods of Rules that SetupOf calls.
type stackRules struct{ rules.Rules }

func (stackRules) Board() *rules.Board { return &rules.Board{Cells: make([]rules.CellInfo, 6)} }
func (stackRules) Players() int        { return 2 }

func TestSetupOf(t *testing.T) {
	s := rules.SetupOf(stackRules{}, stack{cells: "A..B..", turn: 1})
	want := []rules.Content{rules.Piece(0), rules.Empty, rules.Empty, rules.Piece(1), rules.Empty, rules.Empty}
	if s.Turn != 1 || !slices.Equal(s.Cells, want) || s.Held != nil {
		t.Errorf("%+v", s)
	}
	if s = rules.SetupOf(stackRules{}, holder{stack{cells: "......"}}); !slices.Equal(s.Held, []int{10, 11}) {
		t.Errorf("%+v", s)
	}
}

func TestErrorf(t *testing.T) {
	err := msg.Errorf("cell %s holds %d symbols", "a1", 2)
	var e *msg.Error
	if !errors.As(err, &e) || err.Error() != "cell a1 holds 2 symbols" || e.Format != "cell %s holds %d symbols" || len(e.Args) != 2 {
		t.Errorf("%#v", err)
	}
	wrapped := msg.Errorf("line %d: %v", 3, fmt.Errorf("short: %w", io.ErrUnexpectedEOF))
	if !errors.Is(wrapped, io.ErrUnexpectedEOF) || errors.Unwrap(err) != nil {
		t.Errorf("Unwrap: %v, %v", errors.Unwrap(wrapped), errors.Unwrap(err))
	}
	m := rules.Place(7)
	err = rules.Illegal(m, "cell %d is taken", 7)
	var me *rules.MoveError
	if !errors.As(err, &me) || me.Move != m || err.Error() != "cell 7 is taken" || !errors.As(err, &e) || e.Format != "cell %d is taken" {
		t.Errorf("%#v", err)
	}
}

func TestColumnName(t *testing.T) {
	for i, want := range map[int]string{
		0: "a", 1: "b", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 63: "bl", 701: "zz", 702: "aaa",
	} {
		if got := rules.ColumnName(i); got != want {
			t.Errorf("ColumnName(%d) = %q, want %q", i, got, want)
		}
	}
	seen := map[string]bool{}
	for i := range 20000 {
		if s := rules.ColumnName(i); seen[s] {
			t.Fatalf("column %d is called %s, as another is", i, s)
		} else {
			seen[s] = true
		}
	}
}

func TestBoard(t *testing.T) {
	b := &rules.Board{Cells: []rules.CellInfo{{Label: "a1"}, {Label: "a2"}}}
	if b.Find("a2") != 1 || b.Find("A2") != rules.NoCell || b.Find("") != rules.NoCell {
		t.Error("Find")
	}
	if b.Drops() || b.Named(1) != 1 || b.Named(rules.NoCell) != rules.NoCell {
		t.Error("cells that name themselves")
	}
	b.Target = []rules.Cell{0, 0}
	if !b.Drops() || b.Named(1) != 0 || b.Named(rules.NoCell) != rules.NoCell {
		t.Error("cells named by their column")
	}
}
