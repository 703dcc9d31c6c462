package puzzle

import (
	"context"
	"errors"
	"slices"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Nodes is the default node limit of a search. A proof runs several searches: for the position, for
// longer wins that are uncertain, and for the moves of the line.
const Nodes = 300_000

// mostPlies is the maximum length of a win.
const mostPlies = 31

// Prover proves puzzles of a game. It must not be used by several goroutines at once.
type Prover struct {
	rules   rules.Rules
	by      ai.Prover
	nodes   uint64
	counted bool // a count at the end decides, so the number of plies does not matter
}

// NewProver returns a prover for games of r with the given node limit for each search, or Nodes if
// it is 0. It returns a *msg.Error if the game has more than two players.
func NewProver(engines *player.Catalog, r rules.Rules, nodes uint64) (*Prover, error) {
	by, err := engines.Prover(r)
	if err != nil {
		return nil, err
	}
	if nodes == 0 {
		nodes = Nodes
	}
	return &Prover{r, by, nodes, r.Board().Counted()}, nil
}

// wins returns the moves that win from p within the given number of plies, or in any number if
// plies is 0. It also reports whether all other moves are proved not to.
func (v *Prover) wins(ctx context.Context, p rules.Position, plies int) ([]ai.Line, bool, error) {
	lines, sure, err := v.by.Wins(ctx, ai.Request{Rules: v.rules, Start: p, Limit: ai.Limit{Nodes: v.nodes}}, plies)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return lines, sure, err
}

// Reasons why a position is not a puzzle.
var (
	errNone = msg.Errorf("no move wins")
	errOpen = msg.Errorf("the proof needs more positions than allowed")
)

// Solve returns the puzzle at p. It first tries to prove that no other move wins at all. If that
// fails, it searches for a unique fastest win of at most limit plies, or of at most 31 if limit is 0.
// It returns an error if the game is over, no move or several moves win, or the node limit is too
// low.
func (v *Prover) Solve(ctx context.Context, p rules.Position, limit int) (Puzzle, error) {
	if limit <= 0 || limit > mostPlies {
		limit = mostPlies
	}
	if p.Result().Known() {
		return Puzzle{}, msg.Errorf("the game is over")
	}
	x, err := v.solveUnique(ctx, p)
	if err == nil || !errors.Is(err, errOpen) {
		return x, err
	}
	for plies := 1; plies <= limit; plies += 2 {
		lines, sure, err := v.wins(ctx, p, plies)
		switch {
		case err != nil:
			return Puzzle{}, err
		case len(lines) > 1 || len(lines) == 1 && sure:
			return v.uniqueSolution(p, lines, false)
		case !sure:
			return Puzzle{}, errOpen
		}
	}
	return Puzzle{}, errNone
}

// solveUnique is like Solve, but requires that no other move wins at all. It returns errOpen if the
// node limit is too low.
func (v *Prover) solveUnique(ctx context.Context, p rules.Position) (Puzzle, error) {
	lines, sure, err := v.wins(ctx, p, 0)
	switch {
	case err != nil:
		return Puzzle{}, err
	case !sure && len(lines) < 2:
		return Puzzle{}, errOpen
	}
	return v.uniqueSolution(p, lines, true)
}

// uniqueSolution returns the puzzle whose solution is the only line. It returns an error if there
// is not exactly one line or its length is uncertain.
func (v *Prover) uniqueSolution(p rules.Position, lines []ai.Line, ever bool) (Puzzle, error) {
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

// Prove proves that exactly one move wins and that the line of p is a solution. In the line, each
// move of the solver must win as fast as possible. Each other move must delay the win as long as
// possible, and the last move must decide the game. If a count decides the game, each move of the
// solver need only win. Prove returns p with Ever set, or an error if p is not a puzzle.
func (v *Prover) Prove(ctx context.Context, p Puzzle) (Puzzle, error) {
	if p.At == nil || len(p.Line) == 0 {
		return p, msg.Errorf("there is no solution")
	}
	if err := v.checkLine(p); err != nil {
		return p, err
	}
	is, err := v.Solve(ctx, p.At, len(p.Line)+1)
	if err != nil {
		return p, err
	}
	switch text := v.rules.FormatMove; {
	case is.Line[0] != p.Line[0]:
		return p, msg.Errorf("%s wins, not %s", text(is.Line[0]), text(p.Line[0]))
	case !v.counted && len(is.Line) != len(p.Line):
		return p, msg.Errorf("%s wins in %d plies, not in %d", text(is.Line[0]), len(is.Line), len(p.Line))
	}
	p.Ever = is.Ever
	if slices.Equal(is.Line, p.Line) {
		return p, nil
	}
	at := p.At // another solution may be just as good
	for i, m := range p.Line {
		if left := len(p.Line) - i; i > 0 && at.Turn() == p.At.Turn() {
			if v.counted {
				left = 0
			}
			if err := v.fastest(ctx, at, m, left, i+1); err != nil {
				return p, err
			}
		}
		at, _ = at.Play(m) // as follow has
	}
	return p, nil
}

// checkLine plays the line of p. It returns an error unless the line is legal and ends when the
// rules know that the solver has won.
func (v *Prover) checkLine(p Puzzle) error {
	me := p.At.Turn()
	if p.At.Result().Known() {
		return msg.Errorf("the game is over")
	}
	at := p.At
	for i, m := range p.Line {
		if at.Result().Known() {
			return msg.Errorf("the solution continues after the win")
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

// fastest proves that m, move n of a solution, wins in the given number of plies and that no move
// wins faster. If plies is 0, it proves only that m wins.
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
	case lines[0].Score.Plies < plies: // a score with AtMost set may be lower
		return msg.Errorf("before move %d of the solution, there is a faster win", n)
	case !sure:
		return errOpen
	}
	return nil
}

// Try reports whether m wins from at within the given number of plies, the remaining length of the
// solution. If not, reply is a move that prevents a win in time, preferably the one that e
// suggests. The reply is zero if m ends the game, if the same player moves again, or if no reply
// was proved. The engine e may be nil. If a count decides the game, plies is ignored. Try returns
// an error if m is illegal or the node limit is too low.
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
	if next.Turn() == me { // the opponent must pass
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

// maxTries is the maximum number of wrong tries that Refute examines.
const maxTries = 4

// Refute returns a wrong try in a puzzle and the reply that prevents the win, or false if it finds
// no such pair. It first tries the later moves of the solver, then the moves of the opponent, then
// the best moves of the engine. The result depends on the node limit, not on time.
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
	if i, err := e.Think(ctx, ai.Request{Rules: v.rules, Start: p.At, Lines: maxTries, Limit: ai.Limit{Nodes: v.nodes / engineShare}}, nil); err == nil {
		for _, l := range i.Lines {
			if len(l.Moves) > 0 {
				add(l.Moves[0])
			}
		}
	}
	for _, m := range tries[:min(len(tries), maxTries)] {
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

// Refuter returns a function like Refute for puzzles of any game. It uses the strongest engine for
// each game and the given node limit for each search, or Nodes if it is 0.
func Refuter(engines *player.Catalog, nodes uint64) func(context.Context, rules.Rules, Puzzle) (try, reply rules.Move, ok bool) {
	return func(ctx context.Context, r rules.Rules, p Puzzle) (try, reply rules.Move, ok bool) {
		v, err := NewProver(engines, r, nodes)
		if err != nil {
			return try, reply, false
		}
		e, err := engines.Strongest(r)
		if err != nil {
			return try, reply, false
		}
		return v.Refute(ctx, e, p)
	}
}

// replies returns the legal moves, starting with the engine's choice. e may be nil.
func (v *Prover) replies(ctx context.Context, e ai.Engine, p rules.Position) []rules.Move {
	all := slices.Collect(p.Moves())
	if e == nil {
		return all
	}
	i, err := e.Think(ctx, ai.Request{Rules: v.rules, Start: p, Limit: ai.Limit{Nodes: v.nodes / engineShare}}, nil)
	if m, ok := i.Move(); ok && err == nil {
		all = slices.Insert(slices.DeleteFunc(all, func(x rules.Move) bool { return x == m }), 0, m)
	}
	return all
}
