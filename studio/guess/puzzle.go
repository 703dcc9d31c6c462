package guess

import (
	"context"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/puzzle"
	"boardstudio/rules"
)

// IsPuzzle reports whether n is the set-up of a puzzle: below the root, with a solution.
func IsPuzzle(n *model.Node) bool {
	return n.Setup() != "" && n.Parent() != nil && n.Parent().Parent() == nil && n.First() != nil
}

// puzzleOf returns the set-up of the puzzle that n is in, nil for none.
func puzzleOf(n *model.Node) *model.Node {
	for ; n.Parent() != nil; n = n.Parent() {
		if IsPuzzle(n) {
			return n
		}
	}
	return nil
}

// InPuzzle reports whether the person solves a puzzle.
func (g *Guess) InPuzzle() bool {
	return g.host.Guessing() && !g.Learning() && puzzleOf(g.host.Node()) != nil
}

// next returns the puzzle after the one at the current node, nil for none.
func (g *Guess) next() *model.Node {
	n := puzzleOf(g.host.Node())
	for n != nil {
		if n = n.Next(); n != nil && IsPuzzle(n) {
			return n
		}
	}
	return nil
}

// HasNext reports whether another puzzle follows, or the mistakes go on.
func (g *Guess) HasNext() bool {
	if g.Learning() {
		return g.mistake() != nil
	}
	return g.host.Guessing() && g.next() != nil
}

// Next goes to the next puzzle or mistake. What was not found of this one does not count.
func (g *Guess) Next() {
	if g.Learning() {
		if g.mistake() != nil {
			g.nextMistake()
		}
		return
	}
	if n := g.next(); g.host.Guessing() && n != nil {
		g.refutation.end()
		g.said = ""
		g.host.Visit(n, false)
		g.advance()
		g.host.Changed()
	}
}

// task says which puzzle it is, how hard, and what is to be done.
func (g *Guess) task() string {
	of := puzzleOf(g.host.Node())
	number, all := 0, 0
	for n := g.host.Tree().Root().First(); n != nil; n = n.Next() {
		if IsPuzzle(n) {
			if all++; n == of {
				number = all
			}
		}
	}
	name := g.host.Name(g.mover(of.First()))
	r := g.host.Tree().Rules()
	if g.host.Node().First() == nil {
		return locale.T("Puzzle %d of %d is done", number, all)
	}
	left, grade := plies(g.host.Node()), locale.T(puzzle.GradeOf(r, plies(of)).Title())
	if r.Board().Counted() {
		return locale.T("Puzzle %d of %d · %s · Find the only move with which %s wins", number, all, grade, name)
	}
	moves := (left + 1) / 2
	return locale.N("Puzzle %d of %d · %s · %s wins in %d move", "Puzzle %d of %d · %s · %s wins in %d moves", moves, number, all, grade, name, moves)
}

// plies returns how many plies the solution has from n on.
func plies(n *model.Node) (count int) {
	for n = n.First(); n != nil; n = n.First() {
		count++
	}
	return count
}

// refutation is a wrong try in a puzzle and what refutes it, shown on the board.
type refutation struct {
	shown rules.Position // nil for none
	last  rules.Cell     // where the last move of it was made
	stop  func()         // ends thinking of the answer
}

func (r *refutation) end() {
	if r.stop != nil {
		r.stop()
	}
	*r = refutation{}
}

// refuting reports whether a wrong try is on the board.
func (g *Guess) refuting() bool { return g.shown != nil && g.at == g.host.Node() }

// Refutation returns the position after a wrong try and its answer, and where the last move of these was made; nil where none is to be shown.
func (g *Guess) Refutation() (rules.Position, rules.Cell) {
	if !g.host.Guessing() || !g.refuting() {
		return nil, rules.NoCell
	}
	return g.shown, g.last
}

// refute puts a wrong try on the board, and then what the strongest engine answers.
func (g *Guess) refute(m rules.Move) {
	n := g.host.Node()
	before, err := g.host.Tree().Position(n)
	if err != nil {
		return
	}
	after, err := before.Play(m)
	if err != nil {
		return
	}
	g.mistaken(m)
	g.shown, g.last = after, g.landing(m)
	g.said = locale.T("%s: the answer is on its way…", g.host.Tree().Rules().FormatMove(m))
	r, most := g.host.Tree().Rules(), plies(n)
	g.stop = g.host.Beside(func(ctx context.Context) func() {
		wins, reply := prove(ctx, r, before, m, most)
		return func() {
			g.stop = nil
			if wins {
				g.also(m)
			} else {
				g.answered(m, after, reply)
			}
			g.host.Changed()
		}
	})
}

// prove finds out whether m wins within so many plies from at, and else the reply that prevents it. What cannot be proved does not win.
func prove(ctx context.Context, r rules.Rules, at rules.Position, m rules.Move, plies int) (wins bool, reply rules.Move) {
	v, err := puzzle.NewProver(r, 0)
	if err != nil {
		return false, reply
	}
	e, err := aiall.Strongest(r)
	if err != nil {
		return false, reply
	}
	defer ai.Close(e)
	wins, reply, _ = v.Try(ctx, e, at, m, plies)
	return wins, reply
}

// answered shows the answer to a wrong try, a zero Move for none.
func (g *Guess) answered(m rules.Move, after rules.Position, reply rules.Move) {
	r := g.host.Tree().Rules()
	name := r.FormatMove(m)
	g.said = locale.T("%s does not win.", name)
	if then, err := after.Play(reply); reply != (rules.Move{}) && err == nil {
		g.shown, g.last = then, rules.Landing(r.Board(), after, then, reply)
		g.said = locale.T("%s does not win: %s answers %s.", name, g.host.Name(after.Turn()), r.FormatMove(reply))
		if moves := (plies(g.at) + 1) / 2; !r.Board().Counted() {
			g.said = locale.N("%s does not win in %d move: %s answers %s.", "%s does not win in %d moves: %s answers %s.", moves, name, moves, g.host.Name(after.Turn()), r.FormatMove(reply))
		}
	}
}

// also takes a move that wins as soon as the one of the line: after the first move there may be several.
func (g *Guess) also(m rules.Move) {
	g.refutation.end()
	g.tried, g.wrong = g.tried[:len(g.tried)-1], g.wrong[:len(g.wrong)-1]
	n := g.host.Node()
	right, _ := n.First().Move()
	name := g.host.Tree().Rules().FormatMove
	g.found()
	g.said = locale.T("%s wins too; the line goes on with %s.", name(m), name(right))
	g.pass(n.First())
}

// Resume takes a wrong try from the board; false when there is none. After the last try the move is shown.
func (g *Guess) Resume() bool {
	if !g.refuting() {
		return false
	}
	if g.Learning() {
		if g.solved {
			g.nextMistake()
			return true
		}
		g.refutation.end()
		g.said = ""
		g.host.Changed()
		return true
	}
	g.refutation.end()
	if g.said = g.missed(); len(g.tried) >= g.Tries() {
		g.lost(g.host.Node().First())
	}
	g.host.Changed()
	return true
}
