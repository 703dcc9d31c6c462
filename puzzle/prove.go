package puzzle

import (
	"context"
	"errors"
	"slices"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Nodes is how many positions a proof may look at where nothing else is said. A proof looks several times so far: for the position, for what
// is not sure of longer wins, and along the line.
const Nodes = 300_000

// mostPlies is the longest win that is looked for.
const mostPlies = 31

// Prover proves puzzles of a game. It belongs to one goroutine.
type Prover struct {
	rules   rules.Rules
	by      ai.Prover
	nodes   uint64
	counted bool // a count at the end decides, so how many plies a win takes says nothing
}

// NewProver returns a prover that looks at so many positions in each search, 0 for Nodes; or an *msg.Error for a game of more than two
// players.
func NewProver(r rules.Rules, nodes uint64) (*Prover, error) {
	by, err := aiall.Prover(r)
	if err != nil {
		return nil, err
	}
	if nodes == 0 {
		nodes = Nodes
	}
	return &Prover{r, by, nodes, r.Board().Counted()}, nil
}

// wins returns the moves that win from p within so many plies, 0 for however many, and whether the others certainly do not.
func (v *Prover) wins(ctx context.Context, p rules.Position, plies int) ([]ai.Line, bool, error) {
	lines, sure, err := v.by.Wins(ctx, ai.Request{Rules: v.rules, Start: p, Limit: ai.Limit{Nodes: v.nodes}}, plies)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return lines, sure, err
}

// The reasons why a position is no puzzle.
var (
	errNone = msg.Errorf("no move wins")
	errOpen = msg.Errorf("it could not be proved within so many positions")
)

// Solve returns the puzzle at p, or an error that says why it is none: no move wins within most plies (0 for however many), or more than
// one. Where the game is small enough, or near enough to its end, no other move wins at all, else none wins as soon.
func (v *Prover) Solve(ctx context.Context, p rules.Position, most int) (Puzzle, error) {
	if most <= 0 || most > mostPlies {
		most = mostPlies
	}
	if p.Result().Known() {
		return Puzzle{}, msg.Errorf("the game is over")
	}
	x, err := v.ever(ctx, p)
	if err == nil || !errors.Is(err, errOpen) {
		return x, err
	}
	for plies := 1; plies <= most; plies += 2 {
		lines, sure, err := v.wins(ctx, p, plies)
		switch {
		case err != nil:
			return Puzzle{}, err
		case len(lines) > 1 || len(lines) == 1 && sure:
			return v.only(p, lines, false)
		case !sure:
			return Puzzle{}, errOpen
		}
	}
	return Puzzle{}, errNone
}

// ever is Solve for puzzles in which no other move wins at all; errOpen when it cannot tell.
func (v *Prover) ever(ctx context.Context, p rules.Position) (Puzzle, error) {
	lines, sure, err := v.wins(ctx, p, 0)
	switch {
	case err != nil:
		return Puzzle{}, err
	case !sure && len(lines) < 2:
		return Puzzle{}, errOpen
	}
	return v.only(p, lines, true)
}

// only returns the puzzle whose solution is the one line.
func (v *Prover) only(p rules.Position, lines []ai.Line, ever bool) (Puzzle, error) {
	switch len(lines) {
	case 0:
		return Puzzle{}, errNone
	case 1:
		if s := lines[0].Score; s.AtMost && (!v.counted || len(lines[0].Moves) < s.Plies) {
			return Puzzle{}, errOpen
		}
		return Puzzle{At: p, Line: lines[0].Moves, Ever: ever}, nil
	}
	return Puzzle{}, msg.Errorf("more than one move wins: %s and %s", v.rules.FormatMove(lines[0].Moves[0]), v.rules.FormatMove(lines[1].Moves[0]))
}

// Prove proves that exactly one move wins, and that the line of p is its solution: each move of the solver wins as fast as possible, each
// other one puts that off as long as possible, and at the end the rules know the winner. Where a count at the end decides, each move of the solver must win,
// however long it takes. It returns p with what else is proved of it, or why it is not a puzzle.
func (v *Prover) Prove(ctx context.Context, p Puzzle) (Puzzle, error) {
	if p.At == nil || len(p.Line) == 0 {
		return p, msg.Errorf("there is no solution")
	}
	if err := v.follow(p); err != nil {
		return p, err
	}
	is, err := v.Solve(ctx, p.At, len(p.Line)+1)
	if err != nil {
		return p, err
	}
	switch text := v.rules.FormatMove; {
	case is.Line[0] != p.Line[0]:
		return p, msg.Errorf("%s wins, and not %s", text(is.Line[0]), text(p.Line[0]))
	case !v.counted && len(is.Line) != len(p.Line):
		return p, msg.Errorf("%s wins in %d plies, and not in %d", text(is.Line[0]), len(is.Line), len(p.Line))
	}
	p.Ever = is.Ever
	if slices.Equal(is.Line, p.Line) {
		return p, nil
	}
	at := p.At // others may be as good
	for i, m := range p.Line {
		if left := len(p.Line) - i; i > 0 && at.Turn() == p.At.Turn() {
			if v.counted {
				left = 0
			}
			if err := v.fastest(ctx, at, m, left, i+1); err != nil {
				return p, err
			}
		}
		if at, err = at.Play(m); err != nil {
			return p, err
		}
	}
	return p, nil
}

// follow plays the line of p: it must end when the rules know that the solver has won.
func (v *Prover) follow(p Puzzle) error {
	me := p.At.Turn()
	if p.At.Result().Known() {
		return msg.Errorf("the game is over")
	}
	at := p.At
	for i, m := range p.Line {
		if at.Result().Known() {
			return msg.Errorf("the solution goes on after the win")
		}
		if !rules.Legal(at, m) {
			return msg.Errorf("move %d of the solution is illegal", i+1)
		}
		at, _ = at.Play(m)
	}
	if at.Result().Winners != rules.Of(me) {
		return msg.Errorf("the solution does not end with the win")
	}
	return nil
}

// fastest proves that move number n of a solution wins in so many plies, and that none wins faster; with 0 that it wins at all.
func (v *Prover) fastest(ctx context.Context, at rules.Position, m rules.Move, plies, n int) error {
	lines, sure, err := v.wins(ctx, at, plies)
	switch i := slices.IndexFunc(lines, func(l ai.Line) bool { return l.Moves[0] == m }); {
	case err != nil:
		return err
	case i < 0 && !sure:
		return errOpen
	case i < 0:
		return msg.Errorf("move %d of the solution, %s, does not win in time", n, v.rules.FormatMove(m))
	case plies == 0:
		return nil
	case lines[0].Score.Plies < plies: // at most so many are fewer too
		return msg.Errorf("before move %d of the solution a faster win is there", n)
	case !sure:
		return errOpen
	}
	return nil
}

// Try returns whether m wins from at within so many plies, the number of those that the solution at this point has. If it does not, reply
// is a move that shows it: after it nothing wins in time. It is the reply of the engine where that does, and a zero Move when m ends the game. Where a count at
// the end decides, any time will do.
func (v *Prover) Try(ctx context.Context, e ai.Engine, at rules.Position, m rules.Move, plies int) (wins bool, reply rules.Move, err error) {
	me := at.Turn()
	next, err := at.Play(m)
	if err != nil {
		return false, reply, err
	}
	if r := next.Result(); r.Known() {
		return r.Winners == rules.Of(me), reply, nil
	}
	if v.counted {
		plies = 0
	}
	lines, sure, err := v.wins(ctx, at, plies)
	if err != nil {
		return false, reply, err
	}
	if slices.ContainsFunc(lines, func(l ai.Line) bool { return l.Moves[0] == m }) {
		return true, reply, nil
	}
	if !sure {
		return false, reply, errOpen
	}
	if next.Turn() == me { // the other passes over
		return false, reply, nil
	}
	for _, r := range v.replies(ctx, e, next) {
		then, err := next.Play(r)
		if err != nil {
			continue
		}
		if res := then.Result(); res.Known() {
			if res.Winners != rules.Of(me) {
				return false, r, nil
			}
			continue
		}
		if plies > 0 && plies <= 2 {
			return false, r, nil
		}
		if then.Turn() != me {
			continue
		}
		lines, sure, err := v.wins(ctx, then, max(plies-2, 0))
		if err != nil {
			return false, reply, err
		}
		if sure && len(lines) == 0 {
			return false, r, nil
		}
	}
	return false, reply, nil
}

// tempting is how many wrong tries Refute looks at.
const tempting = 4

// Refute returns a wrong try in a puzzle, and the reply that prevents the win; false where none is found. What tempts most is to make the moves of the
// solution in another order, then to play where the other player would, then what looks best to an engine. It depends on the number of
// positions to look at, and on nothing else.
func (v *Prover) Refute(ctx context.Context, e ai.Engine, p Puzzle) (try, reply rules.Move, ok bool) {
	var tries []rules.Move
	add := func(m rules.Move) {
		if m != p.Line[0] && !slices.Contains(tries, m) && rules.Legal(p.At, m) {
			tries = append(tries, m)
		}
	}
	for from := 2; from > 0; from-- {
		for i := from; i < len(p.Line); i += 2 {
			add(p.Line[i])
		}
	}
	if i, err := e.Think(ctx, ai.Request{Rules: v.rules, Start: p.At, Lines: tempting, Limit: ai.Limit{Nodes: v.nodes / share}}, nil); err == nil {
		for _, l := range i.Lines {
			if len(l.Moves) > 0 {
				add(l.Moves[0])
			}
		}
	}
	for _, m := range tries[:min(len(tries), tempting)] {
		wins, reply, err := v.Try(ctx, e, p.At, m, len(p.Line))
		if ctx.Err() != nil {
			break
		}
		if err == nil && !wins && reply != (rules.Move{}) {
			return m, reply, true
		}
	}
	return try, reply, false
}

// Refuter returns Refute for puzzles of any game, with the strongest engine for each and proofs that look at so many positions in each search, 0
// for Nodes.
func Refuter(nodes uint64) func(context.Context, rules.Rules, Puzzle) (try, reply rules.Move, ok bool) {
	return func(ctx context.Context, r rules.Rules, p Puzzle) (try, reply rules.Move, ok bool) {
		v, err := NewProver(r, nodes)
		if err != nil {
			return try, reply, false
		}
		e, err := aiall.Strongest(r)
		if err != nil {
			return try, reply, false
		}
		return v.Refute(ctx, e, p)
	}
}

// replies returns the legal moves, that of the engine first, which may be nil.
func (v *Prover) replies(ctx context.Context, e ai.Engine, p rules.Position) []rules.Move {
	all := slices.Collect(p.Moves())
	if e == nil {
		return all
	}
	i, err := e.Think(ctx, ai.Request{Rules: v.rules, Start: p, Limit: ai.Limit{Nodes: v.nodes / share}}, nil)
	if m, ok := i.Move(); ok && err == nil {
		all = slices.Insert(slices.DeleteFunc(all, func(x rules.Move) bool { return x == m }), 0, m)
	}
	return all
}
