package guess

import (
	"context"
	"slices"

	"boardstudio/analysis"
	"boardstudio/locale"
	"boardstudio/rules"
)

// mistakes are moves in the place of which a better one is to be found; whose they are is Guess.Seat.
type mistakes struct {
	report *analysis.Report // nil unless that is what the person does
	list   []analysis.Judged
	index  int  // of the one at hand, len(list) at the end
	solved bool // a better move was found, or shown
}

// Learn has the person find better moves than the mistakes of a player in a report, of all players for NoPlayer.
func (g *Guess) Learn(r analysis.Report, of rules.Player) {
	m := mistakes{report: &r}
	m.list = g.mistakesOf(&r, of)
	if len(m.list) == 0 {
		g.host.Tell(locale.T("There is no mistake to learn from"))
		return
	}
	g.End()
	if !g.host.Enter() {
		return
	}
	g.said, g.at, g.score, g.seat = "", nil, Score{}, of
	g.mistakes = m
	g.host.Visit(m.list[0].Node.Parent(), false)
	g.host.Changed()
}

// mistakesOf returns the mistakes in the place of which a better move can be found.
func (g *Guess) mistakesOf(r *analysis.Report, of rules.Player) []analysis.Judged {
	return slices.DeleteFunc(r.Mistakes(analysis.Marking{}, of), func(j analysis.Judged) bool {
		return !g.host.Tree().Contains(j.Node) || len(j.Best) == 0 || !g.find(j.Node)
	})
}

// Learning reports whether the person learns from mistakes.
func (g *Guess) Learning() bool { return g.report != nil && g.host.Guessing() }

// Solved reports whether nothing is left to find at the mistake at hand.
func (g *Guess) Solved() bool { return g.Learning() && g.solved }

// mistake returns the one at hand, nil at the end.
func (g *Guess) mistake() *analysis.Judged {
	if g.index >= len(g.list) {
		return nil
	}
	return &g.list[g.index]
}

// played returns the move of the mistake at hand.
func (m *mistakes) played() rules.Move {
	move, _ := m.list[m.index].Node.Move()
	return move
}

// learnFrom begins anew with the mistakes of a player.
func (g *Guess) learnFrom(of rules.Player) {
	list := g.mistakesOf(g.report, of)
	if len(list) == 0 {
		g.said = locale.T("%s made no mistake.", g.host.Name(of))
		return
	}
	g.refutation.end()
	g.said, g.at, g.score, g.seat = "", nil, Score{}, of
	g.list, g.index, g.solved = list, 0, false
	g.host.Visit(list[0].Node.Parent(), false)
}

// nextMistake goes on to the next mistake.
func (g *Guess) nextMistake() {
	g.refutation.end()
	if !g.solved {
		g.score.Skipped++
	}
	g.said, g.solved = "", false
	if g.index++; g.mistake() != nil {
		g.at = nil // also where the next one is at the same position
		g.host.Visit(g.mistake().Node.Parent(), false)
	}
	g.host.Changed()
}

// better takes m as what the person would play in the place of the mistake: right is what the engine would, and what gives away less than
// a mistake does.
func (g *Guess) better(m rules.Move) {
	x := g.mistake()
	if x == nil {
		return
	}
	if g.host.Node() != x.Node.Parent() { // the person looked elsewhere
		g.host.Visit(x.Node.Parent(), false)
		g.host.Changed()
		return
	}
	g.here()
	after, err := g.after(m)
	if err != nil {
		return
	}
	name := g.host.Tree().Rules().FormatMove(m)
	switch {
	case m == x.Best[0]:
		g.solve(m, after, locale.T("%s is right, the best move.", name))
	case m == g.played():
		g.said = locale.T("%s was played, and gave %d %% away.", name, percent(x.Loss()))
	case slices.Contains(g.tried, m):
		g.said = locale.T("You have tried %s.", name)
	default:
		g.mistaken(m)
		if child := g.host.Tree().Find(g.host.Node(), m); child != nil {
			if s := analysis.StoredShares(g.host.Tree().Rules(), after, child, g.report.Engine, g.report.Version); s != nil {
				g.weighed(m, after, analysis.Weight{Loss: max(x.Before()-s[x.Player], 0)})
				break
			}
		}
		g.weigh(m, after)
	}
	g.host.Changed()
}

// after returns the position after a move at the current node.
func (g *Guess) after(m rules.Move) (rules.Position, error) {
	p, err := g.host.Tree().Position(g.host.Node())
	if err != nil {
		return nil, err
	}
	return p.Play(m)
}

// weigh puts a move on the board, and has the engine judge it.
func (g *Guess) weigh(m rules.Move, after rules.Position) {
	x := g.mistake()
	start, moves, err := g.host.Tree().Start(g.host.Node())
	if err != nil {
		return
	}
	r := g.host.Tree().Rules()
	q := analysis.Weighing{Rules: r, Start: start, Moves: append(slices.Clip(moves), m), Engine: g.report.Engine, Player: x.Player, Before: x.Before()}
	if v, ok := analysis.Stored(x.Node.Parent(), g.report.Engine, g.report.Version); ok {
		q.Nodes = v.Nodes
	}
	g.shown, g.last = after, g.landing(m)
	g.said = locale.T("%s: the engine looks at it…", r.FormatMove(m))
	g.stop = g.host.Beside(func(ctx context.Context) func() {
		w, err := q.Do(ctx)
		return func() {
			g.stop = nil
			if err != nil {
				g.refutation.end()
				g.forgive()
				g.said = locale.Err(err)
			} else {
				g.weighed(m, after, w)
			}
			g.host.Changed()
		}
	})
}

// forgive takes the last try back.
func (g *Guess) forgive() {
	g.tried, g.wrong = g.tried[:len(g.tried)-1], g.wrong[:len(g.wrong)-1]
}

// weighed tells what an engine says of a try.
func (g *Guess) weighed(m rules.Move, after rules.Position, w analysis.Weight) {
	r := g.host.Tree().Rules()
	name := r.FormatMove(m)
	if (analysis.Marking{}).Glyph(w.Loss) == "" {
		g.forgive()
		g.solve(m, after, locale.T("%s is good, too; the engine would play %s.", name, r.FormatMove(g.mistake().Best[0])))
		return
	}
	g.shown, g.last = after, g.landing(m)
	g.said = locale.T("%s gives %d %% away.", name, percent(w.Loss))
	if len(w.Line) == 0 {
		return
	}
	if then, err := after.Play(w.Line[0]); err == nil {
		g.shown, g.last = then, rules.Landing(r.Board(), after, then, w.Line[0])
		g.said = locale.T("%s gives %d %% away: %s answers %s.", name, percent(w.Loss), g.host.Name(after.Turn()), r.FormatMove(w.Line[0]))
	}
}

// solve counts the mistake at hand as mended by m, which stands on the board until the person goes on.
func (g *Guess) solve(m rules.Move, after rules.Position, said string) {
	g.score.Found(min(len(g.tried), MaxTries-1), MaxTries)
	g.solved, g.said = true, said
	g.shown, g.last = after, g.landing(m)
}

// showBetter shows the best move, as not found.
func (g *Guess) showBetter() {
	x := g.mistake()
	if x == nil {
		return
	}
	if g.host.Node() != x.Node.Parent() {
		g.host.Visit(x.Node.Parent(), false)
	}
	g.here()
	after, err := g.after(x.Best[0])
	if err != nil {
		return
	}
	g.score.Shown++
	r := g.host.Tree().Rules()
	line := ""
	for _, m := range x.Best[:min(len(x.Best), shownMoves)] {
		line += " " + r.FormatMove(m)
	}
	g.solved, g.said = true, locale.T("Better was%s.", line)
	g.shown, g.last = after, g.landing(x.Best[0])
	g.host.Changed()
}

// shownMoves is how much of a best line is told.
const shownMoves = 6

// askBetter says which mistake it is.
func (g *Guess) askBetter() string {
	x := g.mistake()
	if x == nil {
		return locale.T("That was the last mistake")
	}
	r := g.host.Tree().Rules()
	name := r.FormatMove(g.played()) + string((analysis.Marking{}).Glyph(x.Loss()))
	return locale.T("Mistake %d of %d · %s played %s: find a better move", g.index+1, len(g.list), g.host.Name(x.Player), name)
}

func percent(share float64) int { return int(100*share + 0.5) }
