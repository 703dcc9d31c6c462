package search

import "boardstudio/rules"

// Positions is a Board for every game: a stack of rules.Position. It is slow, since each move
// creates a position.
type Positions struct {
	players  int
	estimate func(rules.Position, rules.Player) int
	stack    []rules.Position
}

// NewPositions returns a board for p. If estimate is nil, the board compares scores.
func NewPositions(r rules.Rules, p rules.Position, estimate func(rules.Position, rules.Player) int) *Positions {
	b := &Positions{players: r.Players(), estimate: estimate, stack: []rules.Position{p}}
	if estimate == nil {
		b.estimate = b.lead
	}
	return b
}

// Top returns the position on the board.
func (b *Positions) Top() rules.Position { return b.stack[len(b.stack)-1] }

// Turn returns the player to move.
func (b *Positions) Turn() rules.Player { return b.Top().Turn() }

// Over reports whether the game has ended, the winners, and the margin.
func (b *Positions) Over() (bool, rules.Players, int) {
	r := b.Top().Result()
	if !r.Over {
		return false, 0, 0
	}
	margin := 0
	if w := r.Winners.Only(); w != rules.NoPlayer && r.Final != nil {
		best := 0
		for i, n := range r.Final {
			if rules.Player(i) != w {
				best = max(best, n)
			}
		}
		// the lowest score wins
		margin = max(r.Final[w]-best, best-r.Final[w])
	}
	return true, r.Winners, margin
}

// Forced appends no moves.
func (b *Positions) Forced(moves []rules.Move) []rules.Move { return moves }

// Moves appends all legal moves, with estimates of 0.
func (b *Positions) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	for m := range b.Top().Moves() {
		moves, worth = append(moves, m), append(worth, 0)
	}
	return moves, worth, true
}

// Rest appends no moves, because Moves returns all of them.
func (b *Positions) Rest(moves []rules.Move) []rules.Move { return moves }

// Play makes a move. It reports whether the move is legal.
func (b *Positions) Play(m rules.Move) bool {
	p, err := b.Top().Play(m)
	if err != nil {
		return false
	}
	b.stack = append(b.stack, p)
	return true
}

// Undo takes back the last move.
func (b *Positions) Undo() { b.stack = b.stack[:len(b.stack)-1] }

// Eval returns the estimate of the position for p.
func (b *Positions) Eval(p rules.Player) int { return b.estimate(b.Top(), p) }

// lead returns the position's own estimate for p, or else the lead of p over the best opponent.
func (b *Positions) lead(at rules.Position, p rules.Player) int {
	count := func(rules.Player) int { return 0 }
	switch t := at.(type) {
	case rules.Estimator:
		return t.Estimate(p)
	case rules.Scorer:
		count = t.Score
	case rules.Holder:
		count = t.Held
	}
	best := -1 << 20
	for i := range b.players {
		if i := rules.Player(i); i != p {
			best = max(best, count(i))
		}
	}
	return 100 * (count(p) - best)
}

// Hash returns a hash of the position.
func (b *Positions) Hash() uint64 { return mix(b.Top().Hash()) }

// History returns a hash of the history if the rules consider it, and 0 otherwise.
func (b *Positions) History(int) uint64 {
	if h, ok := b.Top().(rules.Historian); ok {
		return h.History()
	}
	return 0
}

// Left returns a large number, since it is unknown for games in general.
func (b *Positions) Left() int { return 1 << 20 }

// Most returns the largest margin, since it is unknown for games in general.
func (b *Positions) Most() int { return maxMargin }

// Decided returns the winners that the rules know before the end.
func (b *Positions) Decided() (won, barred rules.Players) {
	if won = b.Top().Result().Winners; won != 0 {
		barred = rules.Players(1)<<b.players - 1&^won
	}
	return won, barred
}
