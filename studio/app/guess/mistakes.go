package guess

import (
	"context"
	"slices"

	"boardstudio/analysis"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// mistakes are the moves that the user must improve. Guess.Seat is their player.
type mistakes struct {
	report *analysis.Report // nil unless the user is learning from mistakes
	list   []analysis.EvaluatedMove
	index  int  // index of the current mistake; len(list) at the end
	solved bool // a better move was found or shown
}

// Learn starts learning from the mistakes of a player in a report, or of all players for NoPlayer.
func (g *Guess) Learn(r analysis.Report, of rules.Player) {
	m := mistakes{report: &r}
	m.list = g.mistakesOf(&r, of)
	if len(m.list) == 0 {
		g.host.Notify(locale.T("There is no mistake to learn from"))
		return
	}
	g.End()
	if !g.host.Enter() {
		return
	}
	g.message, g.at, g.score, g.seat = "", nil, Score{}, of
	g.mistakes = m
	g.host.Visit(m.list[0].Node.Parent(), false)
	g.host.Changed()
}

// mistakesOf returns the mistakes with a known better move.
func (g *Guess) mistakesOf(r *analysis.Report, of rules.Player) []analysis.EvaluatedMove {
	return slices.DeleteFunc(r.Mistakes(analysis.Marking{}, of), func(j analysis.EvaluatedMove) bool {
		return !g.doc.Tree().Contains(j.Node) || len(j.Best) == 0 || !g.canGuess(j.Node)
	})
}

// Learning reports whether the user is learning from mistakes.
func (g *Guess) Learning() bool { return g.report != nil && g.host.Guessing() }

// Solved reports whether the current mistake has been solved.
func (g *Guess) Solved() bool { return g.Learning() && g.solved }

// mistake returns the current mistake, or nil at the end.
func (g *Guess) mistake() *analysis.EvaluatedMove {
	if g.index >= len(g.list) {
		return nil
	}
	return &g.list[g.index]
}

// played returns the move of the current mistake.
func (m *mistakes) played() rules.Move {
	move, _ := m.list[m.index].Node.Move()
	return move
}

// learnFrom starts again with the mistakes of a player.
func (g *Guess) learnFrom(of rules.Player) {
	list := g.mistakesOf(g.report, of)
	if len(list) == 0 {
		g.message = locale.T("%s made no mistake.", g.doc.Name(of))
		return
	}
	g.refutation.end()
	g.message, g.at, g.score, g.seat = "", nil, Score{}, of
	g.list, g.index, g.solved = list, 0, false
	g.host.Visit(list[0].Node.Parent(), false)
}

// nextMistake continues with the next mistake.
func (g *Guess) nextMistake() {
	g.refutation.end()
	if !g.solved {
		g.score.Skipped++
	}
	g.message, g.solved = "", false
	if g.index++; g.mistake() != nil {
		g.at = nil // even if the next mistake has the same position
		g.host.Visit(g.mistake().Node.Parent(), false)
	}
	g.host.Changed()
}

// tryBetter handles a move of the user as an improvement on the current mistake. It is right if it is
// the engine's move, or if it loses less than a mistake does.
func (g *Guess) tryBetter(m rules.Move) {
	x := g.mistake()
	if x == nil {
		return
	}
	if g.doc.Node() != x.Node.Parent() { // the user selected another node
		g.host.Visit(x.Node.Parent(), false)
		g.host.Changed()
		return
	}
	g.syncNode()
	after, err := g.after(m)
	if err != nil {
		return
	}
	name := g.doc.Tree().Rules().FormatMove(m)
	switch {
	case m == x.Best[0]:
		g.solve(m, after, locale.T("%s is right: it is the best move.", name))
	case m == g.played():
		g.message = locale.T("%s was played and lost %d %%.", name, percent(x.Loss()))
	case slices.Contains(g.tried, m):
		g.message = locale.T("You have already tried %s.", name)
	default:
		g.recordWrong(m)
		if child := g.doc.Tree().Find(g.doc.Node(), m); child != nil {
			if s := analysis.StoredShares(g.engines, g.doc.Tree().Rules(), after, child, g.report.Engine, g.report.Version); s != nil {
				g.showEvaluation(m, after, analysis.MoveLoss{Loss: max(x.Before()-s[x.Player], 0)})
				break
			}
		}
		g.evaluate(m, after)
	}
	g.host.Changed()
}

// after returns the position after m at the current node. It returns an error if m is illegal.
func (g *Guess) after(m rules.Move) (rules.Position, error) {
	p, err := g.doc.Tree().Position(g.doc.Node())
	if err != nil {
		return nil, err
	}
	return p.Play(m)
}

// evaluate shows a move on the board and evaluates it with the engine.
func (g *Guess) evaluate(m rules.Move, after rules.Position) {
	x := g.mistake()
	start, moves, err := g.doc.Tree().Start(g.doc.Node())
	if err != nil {
		return
	}
	r := g.doc.Tree().Rules()
	q := analysis.LossRequest{Engines: g.engines, Rules: r, Start: start, Moves: append(slices.Clip(moves), m), Engine: g.report.Engine, Player: x.Player, Before: x.Before()}
	if v, ok := analysis.Stored(x.Node.Parent(), g.report.Engine, g.report.Version); ok {
		q.Nodes = v.Nodes
	}
	g.shown, g.last = after, g.landing(m)
	g.message = locale.T("%s: the engine is thinking…", r.FormatMove(m))
	g.stop = g.host.Beside(func(ctx context.Context) func() {
		w, err := q.Do(ctx)
		return func() {
			g.stop = nil
			if err != nil {
				g.refutation.end()
				g.undoTry()
				g.message = locale.Err(err)
			} else {
				g.showEvaluation(m, after, w)
			}
			g.host.Changed()
		}
	})
}

// undoTry removes the last try.
func (g *Guess) undoTry() {
	g.tried, g.wrong = g.tried[:len(g.tried)-1], g.wrong[:len(g.wrong)-1]
}

// showEvaluation shows the evaluation of a try.
func (g *Guess) showEvaluation(m rules.Move, after rules.Position, w analysis.MoveLoss) {
	r := g.doc.Tree().Rules()
	name := r.FormatMove(m)
	if (analysis.Marking{}).Glyph(w.Loss) == "" {
		g.undoTry()
		g.solve(m, after, locale.T("%s is also good; the engine would play %s.", name, r.FormatMove(g.mistake().Best[0])))
		return
	}
	g.shown, g.last = after, g.landing(m)
	g.message = locale.T("%s loses %d %% of the winning chances.", name, percent(w.Loss))
	if len(w.Line) == 0 {
		return
	}
	if then, err := after.Play(w.Line[0]); err == nil {
		g.shown, g.last = then, rules.Landing(r.Board(), after, then, w.Line[0])
		g.message = locale.T("%s loses %d %%: %s answers %s.", name, percent(w.Loss), g.doc.Name(after.Turn()), r.FormatMove(w.Line[0]))
	}
}

// solve marks the current mistake as solved by m, which is shown on the board until the user
// continues.
func (g *Guess) solve(m rules.Move, after rules.Position, said string) {
	g.score.Found(min(len(g.tried), MaxTries-1), MaxTries)
	g.solved, g.message = true, said
	g.shown, g.last = after, g.landing(m)
}

// showBetter shows the best move and counts it as not found.
func (g *Guess) showBetter() {
	x := g.mistake()
	if x == nil {
		return
	}
	if g.doc.Node() != x.Node.Parent() {
		g.host.Visit(x.Node.Parent(), false)
	}
	g.syncNode()
	after, err := g.after(x.Best[0])
	if err != nil {
		return
	}
	g.score.Shown++
	r := g.doc.Tree().Rules()
	line := ""
	for _, m := range x.Best[:min(len(x.Best), shownMoves)] {
		line += " " + r.FormatMove(m)
	}
	g.solved, g.message = true, locale.T("Better:%s.", line)
	g.shown, g.last = after, g.landing(x.Best[0])
	g.host.Changed()
}

// shownMoves is the number of moves of a best line to show.
const shownMoves = 6

// askBetter returns the task for the current mistake.
func (g *Guess) askBetter() string {
	x := g.mistake()
	if x == nil {
		return locale.T("That was the last mistake")
	}
	r := g.doc.Tree().Rules()
	name := r.FormatMove(g.played()) + string((analysis.Marking{}).Glyph(x.Loss()))
	return locale.T("Mistake %d of %d · %s played %s: find a better move", g.index+1, len(g.list), g.doc.Name(x.Player), name)
}

func percent(share float64) int { return int(100*share + 0.5) }
