package rules

import (
	"slices"

	"boardstudio/text/msg"
)

// FactKind is a kind of fact about moves, an entry of a catalogue.
type FactKind struct {
	Name string // identifier for programs
	// Weight orders the facts about a move, largest first.
	Weight int
	Text   msg.Plural // Many is "" if the fact has no count
	// Of is the common kind that this kind specialises, or nil. A fact of this kind replaces one of
	// the common kind.
	Of *FactKind
	// Against marks facts that are arguments against the move. Advice reports them; hints may omit
	// them.
	Against bool
}

// root returns the common kind that k specialises, or k itself.
func (k *FactKind) root() *FactKind {
	if k.Of != nil {
		return k.Of
	}
	return k
}

// Fact returns a fact of kind k. Its cells show the fact on the board, and args are the arguments
// of its text.
func (k *FactKind) Fact(cells []Cell, args ...any) Fact {
	return Fact{Kind: k, Text: msg.Text{Plural: k.Text, Args: args}, Cells: cells}
}

// Count returns a fact of kind k about n things. The first argument of its text is n.
func (k *FactKind) Count(n int, cells []Cell, args ...any) Fact {
	return Fact{Kind: k, Text: msg.Count(k.Text, n, append([]any{n}, args...)...), Cells: cells}
}

// Fact is a property of a move proved by the rules. The move is the subject of its text: "captures
// 3 pairs".
type Fact struct {
	Kind  *FactKind
	Text  msg.Text
	Cells []Cell // cells to highlight: the row made, the cell blocked, the discs flipped
}

// Explainer is implemented by Rules with additional facts about moves.
type Explainer interface {
	// Catalogue returns the kinds of facts that Explain may return.
	Catalogue() []*FactKind
	// Explain returns the facts about the legal move m, in any order.
	Explain(p Position, m Move) []Fact
}

// Kinds of facts common to all games. "At once" means with the next move. A player's threats are
// the wins that it would have if it were its turn now. With two players, a threat must also survive
// some reply.
var (
	Wins          = &FactKind{Name: "wins", Weight: 100, Text: msg.Plural{One: "wins"}}
	WinsBy        = &FactKind{Name: "wins-by", Weight: 100, Text: msg.Plural{One: "wins: %s"}, Of: Wins}
	Loses         = &FactKind{Name: "loses", Weight: 99, Text: msg.Plural{One: "loses the game"}, Against: true}
	Allows        = &FactKind{Name: "allows", Weight: 98, Text: msg.Plural{One: "lets the opponent win at once"}, Against: true}
	OnlyMove      = &FactKind{Name: "only", Weight: 97, Text: msg.Plural{One: "is the only legal move"}}
	OnlySafe      = &FactKind{Name: "only-safe", Weight: 96, Text: msg.Plural{One: "is the only move that does not lose at once"}}
	Blocks        = &FactKind{Name: "blocks", Weight: 95, Text: msg.Plural{One: "blocks a win"}}
	LeavesLosing  = &FactKind{Name: "leaves-losing", Weight: 94, Text: msg.Plural{One: "leaves the opponent only moves that lose at once"}}
	LeavesNoMove  = &FactKind{Name: "leaves-no-move", Weight: 90, Text: msg.Plural{One: "leaves the opponent without a move"}}
	ThreatensMany = &FactKind{Name: "threatens-many", Weight: 80, Text: msg.Plural{One: "threatens to win in %d ways"}, Of: Threatens}
	Threatens     = &FactKind{Name: "threatens", Weight: 45, Text: msg.Plural{One: "threatens to win"}}
	Draws         = &FactKind{Name: "draws", Weight: 40, Text: msg.Plural{One: "ends the game in a draw"}}
)

// common lists the kinds above.
var common = []*FactKind{
	Wins, WinsBy, Loses, Allows, OnlyMove, OnlySafe, Blocks, LeavesLosing, LeavesNoMove, ThreatensMany, Threatens, Draws,
}

// Catalogue returns the kinds of facts about moves of r: the common kinds, then the game's own. If
// r is nil, it returns only the common ones.
func Catalogue(r Rules) []*FactKind {
	all := slices.Clone(common)
	if e, ok := r.(Explainer); ok {
		all = append(all, e.Catalogue()...)
	}
	return all
}

// Reasons returns the facts that the rules prove about move m in p, the weightiest first. It
// returns nil if m is illegal or ends the game by resignation or on time. It plays the moves of
// both sides, some thousand positions on a 19×19 board.
func Reasons(r Rules, p Position, m Move) []Fact {
	if m.GivesUp() != "" {
		return nil
	}
	after, err := p.Play(m)
	if err != nil {
		return nil
	}
	var facts []Fact
	if e, ok := r.(Explainer); ok {
		facts = e.Explain(p, m)
	}
	own := len(facts)
	for _, f := range (&occasion{r, p, after, m, p.Turn()}).facts() {
		if !slices.ContainsFunc(facts[:own], func(o Fact) bool { return o.Kind.Of != nil && o.Kind.Of == f.Kind.root() }) {
			facts = append(facts, f)
		}
	}
	slices.SortStableFunc(facts, func(a, b Fact) int { return b.Kind.Weight - a.Kind.Weight })
	return facts
}

// occasion is a move together with the positions before and after it.
type occasion struct {
	r        Rules
	p, after Position
	m        Move
	me       Player
}

// facts returns the facts of the common kinds.
func (o *occasion) facts() (facts []Fact) {
	add := func(f Fact) { facts = append(facts, f) }
	b := o.r.Board()
	here := []Cell{}
	if c := Landing(b, o.p, o.after, o.m); c != NoCell {
		here = []Cell{c}
	}
	moves := slices.Collect(o.p.Moves())
	if len(moves) == 1 {
		add(OnlyMove.Fact(here))
	}
	known := o.p.Result().Known()
	res := o.after.Result()
	switch {
	case wins(o.p, o.after, o.me):
		cells := res.Cells
		if len(cells) == 0 {
			cells = here
		}
		if why := b.Why(res.Reason); why != "" {
			add(WinsBy.Fact(cells, why))
		} else {
			add(Wins.Fact(cells))
		}
	case lost(res, o.me) && !known:
		add(Loses.Fact(res.Cells))
	case res.Draw():
		add(Draws.Fact(here))
	}
	if res.Over {
		return facts
	}
	if MustPass(o.after) {
		add(LeavesNoMove.Fact(here))
	}
	if known || res.Known() {
		return facts
	}
	replies := winning(o.after)
	if len(replies) > 0 {
		add(Allows.Fact(o.cells(o.after, replies)))
	}
	if o.leavesLosing() {
		add(LeavesLosing.Fact(here))
	}
	var hints []Move
	var stopped []Cell
	for i := range o.r.Players() {
		who := Player(i)
		if who == o.me {
			continue
		}
		at := inTurn(o.r, o.p, who)
		threats := winning(at)
		if len(threats) == 0 {
			continue
		}
		hints = append(hints, threats...)
		left := replies
		if o.after.Turn() != who {
			left = winning(inTurn(o.r, o.after, who))
		}
		if len(left) == 0 {
			stopped = append(stopped, o.cells(at, threats)...)
		}
	}
	if len(stopped) > 0 {
		add(Blocks.Fact(stopped))
	}
	if len(moves) > 1 && len(replies) == 0 && !slices.ContainsFunc(moves, func(m Move) bool { return m != o.m && o.safe(m, hints) }) {
		add(OnlySafe.Fact(here))
	}
	if again := inTurn(o.r, o.after, o.me); again != nil {
		before := winning(o.p)
		next := slices.DeleteFunc(winning(again), func(m Move) bool { return slices.Contains(before, m) })
		switch {
		case len(next) == 0 || !o.lasts(next):
		case len(next) == 1:
			add(Threatens.Fact(o.cells(again, next)))
		default:
			add(ThreatensMany.Fact(o.cells(again, next), len(next)))
		}
	}
	return facts
}

// wins reports whether the move from p to q made who a winner.
func wins(p, q Position, who Player) bool {
	return q.Result().Winners.Has(who) && !p.Result().Winners.Has(who)
}

// lost reports whether who lost the game.
func lost(res Result, who Player) bool { return res.Over && res.Winners != 0 && !res.Winners.Has(who) }

// winning returns the moves of p that win at once. It returns nil if p is nil.
func winning(p Position) (moves []Move) {
	if p == nil {
		return nil
	}
	for m := range p.Moves() {
		if q, err := p.Play(m); err == nil && wins(p, q, p.Turn()) {
			moves = append(moves, m)
		}
	}
	return moves
}

// inTurn returns p with who to move. It returns nil if no position with that player to move exists,
// or if its winner is already known.
func inTurn(r Rules, p Position, who Player) Position {
	if p.Turn() == who {
		return p
	}
	s := SetupOf(r, p)
	s.Turn = who
	q, err := r.SetUp(s)
	if err != nil || q.Turn() != who || q.Result().Known() {
		return nil
	}
	return q
}

// leavesLosing reports whether every reply ends the game with a loss for the player who makes it.
func (o *occasion) leavesLosing() bool {
	for m := range o.after.Moves() {
		if q, err := o.after.Play(m); err != nil || !lost(q.Result(), o.after.Turn()) {
			return false
		}
	}
	return true
}

// lasts reports whether at least one of the given wins is still possible after some reply. It is
// always true with more than two players. If every reply prevents the wins, they are not a threat:
// in the opening of Othello, two moves in a row would often remove all discs of the other colour.
func (o *occasion) lasts(wins []Move) bool {
	if o.r.Players() != 2 {
		return true
	}
	for m := range o.after.Moves() {
		q, err := o.after.Play(m)
		if err != nil || q.Result().Known() || q.Turn() != o.me {
			continue
		}
		for _, w := range wins {
			if s, err := q.Play(w); err == nil && s.Result().Winners.Has(o.me) {
				return true
			}
		}
	}
	return false
}

// safe reports whether m neither loses nor allows the next player to win at once. It tries the
// replies in hints first.
func (o *occasion) safe(m Move, hints []Move) bool {
	q, err := o.p.Play(m)
	if err != nil {
		return false
	}
	if res := q.Result(); res.Over || wins(o.p, q, o.me) {
		return !lost(res, o.me)
	}
	for _, h := range hints {
		if s, err := q.Play(h); err == nil && wins(q, s, q.Turn()) {
			return false
		}
	}
	for h := range q.Moves() {
		if s, err := q.Play(h); err == nil && wins(q, s, q.Turn()) {
			return false
		}
	}
	return true
}

// cells returns the cells that show the given moves of p.
func (o *occasion) cells(p Position, moves []Move) (cells []Cell) {
	for _, m := range moves {
		q, err := p.Play(m)
		if err != nil {
			continue
		}
		if c := Landing(o.r.Board(), p, q, m); c != NoCell && !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	return cells
}
