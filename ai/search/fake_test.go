package search

import (
	"fmt"
	"iter"

	"boardstudio/rules"
)

// fake is an artificial game. Its positions are numbers, and a hash determines the moves, the
// winner and the margin. As in real games, different moves can lead to the same position.
type fake struct {
	players, branch, length int
	states                  uint64 // positions at each ply
	margins                 bool
	skips                   bool // players do not alternate: the hash determines who moves
	seed                    uint64
}

type fakeAt struct {
	g   *fake
	ply int
	id  uint64
}

func (g *fake) Family() *rules.Game                       { return nil }
func (g *fake) Spec() rules.Spec                          { return rules.Spec{Game: "fake"} }
func (g *fake) Players() int                              { return g.players }
func (g *fake) Board() *rules.Board                       { return &rules.Board{Cells: make([]rules.CellInfo, 64)} }
func (g *fake) Start() rules.Position                     { return fakeAt{g: g} }
func (g *fake) SetUp(rules.Setup) (rules.Position, error) { return nil, fmt.Errorf("no") }
func (g *fake) Parse(string) (rules.Position, error)      { return nil, fmt.Errorf("no") }
func (g *fake) FormatMove(m rules.Move) string            { return fmt.Sprint(m.To) }
func (g *fake) ParseMove(string) (rules.Move, error)      { return rules.Move{}, fmt.Errorf("no") }

func (p fakeAt) hash(salt uint64) uint64 {
	return mix(p.id<<8 + uint64(p.ply) + salt<<40 + p.g.seed<<50)
}

func (p fakeAt) Turn() rules.Player {
	if p.Result().Over {
		return rules.NoPlayer
	}
	if p.g.skips {
		return rules.Player(p.hash(9) % uint64(p.g.players))
	}
	return rules.Player(p.ply % p.g.players)
}

func (p fakeAt) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		if p.Result().Over {
			return
		}
		for i := range 1 + int(p.hash(1)%uint64(p.g.branch)) {
			if !yield(rules.Place(rules.Cell(i))) {
				return
			}
		}
	}
}

func (p fakeAt) Play(m rules.Move) (rules.Position, error) {
	if !rules.Legal(p, m) {
		return nil, rules.Illegal(m, "no")
	}
	return fakeAt{p.g, p.ply + 1, mix(p.hash(2)+uint64(m.To)) % p.g.states}, nil
}

func (p fakeAt) At(rules.Cell) rules.Content { return rules.Empty }

func (p fakeAt) Result() rules.Result {
	if p.ply < p.g.length && (p.ply < 3 || p.hash(3)%9 != 0) {
		return rules.Result{}
	}
	r := rules.Result{Over: true, Reason: rules.Count}
	w := int(p.hash(4) % uint64(p.g.players+1))
	if p.g.players > 2 && p.hash(7)%2 == 0 {
		w = 0 // otherwise the first seat would hardly ever win
	}
	if w == p.g.players {
		return r
	}
	r.Winners = rules.Of(rules.Player(w))
	if p.g.margins {
		r.Final = make([]int, p.g.players)
		r.Final[w] = 1 + int(p.hash(5)%5)
	}
	return r
}

func (p fakeAt) Score(s rules.Player) int { return int(p.hash(6+uint64(s)) % 7) }
func (p fakeAt) Hash() uint64             { return p.hash(0) }
func (p fakeAt) String() string           { return fmt.Sprint(p.ply, p.id) }

// minimax is the plain search that the real one must match: all moves, no bounds, no table. With
// plies = 0 it returns the board's estimate. It returns the value for side mine, and whether it
// depends on an estimate.
func minimax(b Board, players int, me rules.Player, depth, ply int, mine bool) (int, bool) {
	s := searcher{b: b, me: me, players: players}
	if over, winners, margin := b.Over(); over {
		return s.end(winners, margin, ply, mine), false
	}
	if (b.Turn() == me) != mine {
		v, guess := minimax(b, players, me, depth, ply, !mine)
		return -v, guess
	}
	if depth == 0 {
		return s.estimate(mine), true
	}
	best, guesses := -infinite, false
	moves, _, all := b.Moves(nil, nil)
	if !all {
		moves = b.Rest(moves)
	}
	for _, m := range moves {
		if !b.Play(m) {
			continue
		}
		v, guess := minimax(b, players, me, depth-1, ply+1, mine)
		b.Undo()
		best, guesses = max(best, v), guesses || guess
	}
	return best, guesses
}

// plain returns an engine based on rules.Position alone, with a small table.
func plain() *Engine { return &Engine{bits: 11} }
