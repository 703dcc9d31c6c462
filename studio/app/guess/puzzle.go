package guess

import (
	"context"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/puzzle"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// IsPuzzle reports whether n is the set-up of a puzzle: a child of the root, with a solution.
func IsPuzzle(n *model.Node) bool {
	return n.Setup() != "" && n.Parent() != nil && n.Parent().Parent() == nil && n.First() != nil
}

// puzzleOf returns the set-up of the puzzle that contains n, or nil.
func puzzleOf(n *model.Node) *model.Node {
	for ; n.Parent() != nil; n = n.Parent() {
		if IsPuzzle(n) {
			return n
		}
	}
	return nil
}

// InPuzzle reports whether the user is solving a puzzle.
func (g *Guess) InPuzzle() bool {
	return g.host.Guessing() && !g.Learning() && puzzleOf(g.doc.Node()) != nil
}

// next returns the puzzle after the current one, or nil.
func (g *Guess) next() *model.Node {
	n := puzzleOf(g.doc.Node())
	for n != nil {
		if n = n.Next(); n != nil && IsPuzzle(n) {
			return n
		}
	}
	return nil
}

// HasNext reports whether there is another puzzle or mistake.
func (g *Guess) HasNext() bool {
	if g.Learning() {
		return g.mistake() != nil
	}
	return g.host.Guessing() && g.next() != nil
}

// Next continues with the next puzzle or mistake. Moves not yet found are not counted.
func (g *Guess) Next() {
	if g.Learning() {
		if g.mistake() != nil {
			g.nextMistake()
		}
		return
	}
	if n := g.next(); g.host.Guessing() && n != nil {
		g.refutation.end()
		g.message = ""
		g.host.Visit(n, false)
		g.advance()
		g.host.Changed()
	}
}

// taskText returns the task of the current puzzle, with its number and difficulty.
func (g *Guess) taskText() string {
	of := puzzleOf(g.doc.Node())
	number, all := 0, 0
	for n := g.doc.Tree().Root().First(); n != nil; n = n.Next() {
		if IsPuzzle(n) {
			if all++; n == of {
				number = all
			}
		}
	}
	name := g.doc.Name(g.mover(of.First()))
	r := g.doc.Tree().Rules()
	if g.doc.Node().First() == nil {
		return locale.T("Puzzle %d of %d is solved", number, all)
	}
	left, grade := plies(g.doc.Node()), locale.T(puzzle.GradeOf(r, plies(of)).Title())
	if r.Board().Counted() {
		return locale.T("Puzzle %d of %d · %s · Find the only move with which %s wins", number, all, grade, name)
	}
	moves := (left + 1) / 2
	return locale.N("Puzzle %d of %d · %s · %s wins in %d move", "Puzzle %d of %d · %s · %s wins in %d moves", moves, number, all, grade, name, moves)
}

// plies returns the number of plies of the solution after n.
func plies(n *model.Node) (count int) {
	for n = n.First(); n != nil; n = n.First() {
		count++
	}
	return count
}

// refutation is a wrong try in a puzzle and its refutation, shown on the board.
type refutation struct {
	shown rules.Position // nil if there is no refutation
	last  rules.Cell     // cell of the last move
	stop  func()         // stops the search for the answer
}

func (r *refutation) end() {
	if r.stop != nil {
		r.stop()
	}
	*r = refutation{}
}

// refuting reports whether a wrong try is on the board.
func (g *Guess) refuting() bool { return g.shown != nil && g.at == g.doc.Node() }

// Refutation returns the position after a wrong try and its answer, and the cell of the last move.
// It returns nil if there is nothing to show.
func (g *Guess) Refutation() (rules.Position, rules.Cell) {
	if !g.host.Guessing() || !g.refuting() {
		return nil, rules.NoCell
	}
	return g.shown, g.last
}

// refute shows a wrong try on the board, and then the answer of the strongest engine.
func (g *Guess) refute(m rules.Move) {
	n := g.doc.Node()
	before, err := g.doc.Tree().Position(n)
	if err != nil {
		return
	}
	after, err := before.Play(m)
	if err != nil {
		return
	}
	g.recordWrong(m)
	g.shown, g.last = after, g.landing(m)
	g.message = locale.T("%s: waiting for the reply…", g.doc.Tree().Rules().FormatMove(m))
	r, most := g.doc.Tree().Rules(), plies(n)
	g.stop = g.host.Beside(func(ctx context.Context) func() {
		wins, reply := prove(ctx, g.engines, r, before, m, most)
		return func() {
			g.stop = nil
			if wins {
				g.acceptAlternative(m)
			} else {
				g.answered(m, after, reply)
			}
			g.host.Changed()
		}
	})
}

// prove reports whether m wins from at within the given number of plies. Otherwise it returns the
// reply that prevents the win. A win that cannot be proved does not count.
func prove(ctx context.Context, engines *player.Catalog, r rules.Rules, at rules.Position, m rules.Move, plies int) (wins bool, reply rules.Move) {
	v, err := puzzle.NewProver(engines, r, 0)
	if err != nil {
		return false, reply
	}
	e, err := engines.Strongest(r)
	if err != nil {
		return false, reply
	}
	defer ai.Close(e)
	wins, reply, _ = v.Try(ctx, e, at, m, plies)
	return wins, reply
}

// answered shows the answer to a wrong try. reply is the zero Move if the answer is unknown.
func (g *Guess) answered(m rules.Move, after rules.Position, reply rules.Move) {
	r := g.doc.Tree().Rules()
	name := r.FormatMove(m)
	g.message = locale.T("%s does not win.", name)
	if then, err := after.Play(reply); reply != (rules.Move{}) && err == nil {
		g.shown, g.last = then, rules.Landing(r.Board(), after, then, reply)
		g.message = locale.T("%s does not win: %s answers %s.", name, g.doc.Name(after.Turn()), r.FormatMove(reply))
		if moves := (plies(g.at) + 1) / 2; !r.Board().Counted() {
			g.message = locale.N("%s does not win in %d move: %s answers %s.", "%s does not win in %d moves: %s answers %s.", moves, name, moves, g.doc.Name(after.Turn()), r.FormatMove(reply))
		}
	}
}

// acceptAlternative accepts a move that wins as fast as the move of the line. After the first move there may be
// several.
func (g *Guess) acceptAlternative(m rules.Move) {
	g.refutation.end()
	g.tried, g.wrong = g.tried[:len(g.tried)-1], g.wrong[:len(g.wrong)-1]
	n := g.doc.Node()
	right, _ := n.First().Move()
	name := g.doc.Tree().Rules().FormatMove
	g.found()
	g.message = locale.T("%s wins too; the line continues with %s.", name(m), name(right))
	g.proceed(n.First())
}

// Resume removes a wrong try from the board. After the last try it shows the move. It returns false
// if the board does not show one.
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
		g.message = ""
		g.host.Changed()
		return true
	}
	g.refutation.end()
	if g.message = g.missedText(); len(g.tried) >= g.Tries() {
		g.revealMove(g.doc.Node().First())
	}
	g.host.Changed()
	return true
}
