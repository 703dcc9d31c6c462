// Package guess has a person find the moves of a line one by one. A puzzle, which is a set-up below the root with its
// solution, is solved the same way; there wrong tries are refuted on the board. Nor are the moves of the line asked for where the person
// learns from mistakes, but better ones.
package guess

import (
	"context"
	"math/rand/v2"
	"slices"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
)

// Host is the document in which moves are guessed. It stays as it is.
type Host interface {
	Tree() *model.Tree
	Node() *model.Node
	// Enter begins the mode in which the host gives each move of the person to Try, and Leave ends it; Guessing reports whether
	// it goes on. Enter returns false where it cannot begin.
	Enter() bool
	Leave()
	Guessing() bool
	// Visit goes to a node; with sound, as to a move that is made there.
	Visit(n *model.Node, sound bool)
	// Beside calls think beside the loop, and on the loop what that returns, unless it is stopped before.
	Beside(think func(context.Context) (then func())) (stop func())
	Name(rules.Player) string
	MoveName(*model.Node) string
	// Changed is called when what Guess returns has changed.
	Changed()
	// Tell tells the person something.
	Tell(text string)
}

// Guess is what follows the current node, hidden from a person who guesses it.
type Guess struct {
	host  Host
	tries *int         // how often a move may be guessed before it is shown, 0 for DefaultTries
	seat  rules.Player // whose moves are guessed, NoPlayer for everybody's
	said  string       // what came of the last try
	asked map[*model.Node]bool
	score Score
	rand  func(n int) int

	// These are about the node at.
	at    *model.Node
	tried []rules.Move
	wrong []rules.Cell
	area  []rules.Cell

	refutation
	mistakes

	hidden   map[*model.Node]bool // answers of Hidden at hiddenAt
	hiddenAt *model.Node
}

// New returns how moves are guessed in a document. How often they may be is kept in tries.
func New(host Host, tries *int) *Guess {
	return &Guess{host: host, tries: tries, seat: rules.NoPlayer, rand: rand.IntN}
}

// Clear forgets the document, which another one follows.
func (g *Guess) Clear() {
	g.forget()
	g.seat = rules.NoPlayer
}

// forget lets go of the document's nodes.
func (g *Guess) forget() {
	g.refutation.end()
	g.mistakes = mistakes{}
	g.hidden, g.hiddenAt, g.at, g.asked = nil, nil, nil, nil
}

// Hidden reports whether n must not be shown while the person guesses: all below the current node. Asked for many
// nodes near each other, it costs the same for each.
func (g *Guess) Hidden(n *model.Node) bool {
	here := g.host.Node()
	if g.hiddenAt != here || g.hidden == nil {
		g.hiddenAt, g.hidden = here, map[*model.Node]bool{}
	}
	of := puzzleOf(here)
	var path []*model.Node
	below := false
	for m := n; m != nil; m = m.Parent() {
		if m == here || of != nil && m != of && IsPuzzle(m) {
			below = m != n
			break
		}
		if known, ok := g.hidden[m]; ok {
			below = known
			break
		}
		path = append(path, m)
	}
	for _, m := range path {
		g.hidden[m] = below
	}
	return below
}

// Tries returns how often a move may be guessed before it is shown.
func (g *Guess) Tries() int {
	n := *g.tries
	if n == 0 {
		n = DefaultTries
	}
	return min(max(n, MinTries), MaxTries)
}

// SetTries changes how often a move may be guessed, from 1 to 5, and remembers it. A move
// that was tried more often already may be guessed once more.
func (g *Guess) SetTries(n int) {
	*g.tries = min(max(n, MinTries), MaxTries)
	if g.host.Guessing() && g.at == g.host.Node() && len(g.tried) > 0 && !g.refuting() {
		g.said = g.missed()
	}
	g.host.Changed()
}

// Seat returns whose moves are guessed, NoPlayer for everybody's. In a puzzle they are those of the player who is to win.
func (g *Guess) Seat() rules.Player { return g.seat }

// SetSeat has the moves of one player guessed; those of the others are played by
// themselves. NoPlayer has everybody's guessed.
func (g *Guess) SetSeat(p rules.Player) {
	g.seat = p
	switch {
	case g.Learning():
		g.learnFrom(p)
	case g.host.Guessing():
		g.refutation.end()
		g.advance()
	}
	g.host.Changed()
}

// Score returns how the moves were found since Start.
func (g *Guess) Score() Score { return g.score }

// Over reports whether nothing is left to guess in the line.
func (g *Guess) Over() bool {
	if g.Learning() {
		return g.mistake() == nil
	}
	return g.host.Guessing() && !g.refuting() && g.host.Node().First() == nil
}

// Wrong returns the cells that were guessed for this move and are wrong.
func (g *Guess) Wrong() []rules.Cell { g.here(); return g.wrong }

// Area returns the cells among which the move is, after Hint; nil before.
func (g *Guess) Area() []rules.Cell { g.here(); return g.area }

// Start begins at the current node, with nothing counted; above the puzzles of a collection at the first one.
func (g *Guess) Start() {
	n := g.host.Node()
	if next := n.First(); n.Parent() == nil && next != nil && IsPuzzle(next) {
		n = next
	}
	switch {
	case n.First() == nil:
		g.host.Tell(locale.T("The line ends here: go back to where you want to guess from"))
		return
	case !g.host.Enter():
		return
	}
	if n != g.host.Node() {
		g.host.Visit(n, false)
	}
	g.said, g.at, g.score = "", nil, Score{}
	g.asked = map[*model.Node]bool{}
	if int(g.seat) >= g.host.Tree().Rules().Players() {
		g.seat = rules.NoPlayer
	}
	g.advance()
	g.host.Changed()
}

// End shows the document again.
func (g *Guess) End() {
	if g.host.Guessing() {
		g.forget()
		g.host.Leave()
	}
}

// Toggle starts or ends.
func (g *Guess) Toggle() {
	if g.host.Guessing() {
		g.End()
	} else {
		g.Start()
	}
}

// here forgets what is about another node.
func (g *Guess) here() {
	if g.at != g.host.Node() {
		g.refutation.end()
		g.at, g.tried, g.wrong, g.area = g.host.Node(), nil, nil, nil
		if x := g.mistake(); g.Learning() && x != nil && x.Node.Parent() == g.at { // what was played is wrong
			g.wrong = append(g.wrong, g.landing(g.played()))
		}
	}
}

// find reports whether n is a move that can be found: it plays, and is neither a
// pass nor a swap nor a resignation nor a set-up.
func (g *Guess) find(n *model.Node) bool {
	m, ok := n.Move()
	if !ok || m.From == rules.NoCell && m.To == rules.NoCell {
		return false
	}
	_, err := g.host.Tree().Position(n)
	return err == nil
}

// mover returns who makes the move of n, NoPlayer where it cannot be made.
func (g *Guess) mover(n *model.Node) rules.Player {
	p, err := g.host.Tree().Position(n.Parent())
	if err != nil {
		return rules.NoPlayer
	}
	return p.Turn()
}

// guessed returns whose moves are guessed at the current node.
func (g *Guess) guessed() rules.Player {
	if of := puzzleOf(g.host.Node()); of != nil {
		return g.mover(of.First())
	}
	return g.seat
}

// advance plays what need not be guessed.
func (g *Guess) advance() {
	seat := g.guessed()
	for n := g.host.Node().First(); n != nil; n = n.First() {
		if IsPuzzle(n) || g.find(n) && (seat == rules.NoPlayer || seat == g.mover(n)) {
			return
		}
		g.host.Visit(n, false)
	}
}

// landing returns the cell that m fills when it is played at the current node, NoCell if none.
func (g *Guess) landing(m rules.Move) rules.Cell {
	p, err := g.host.Tree().Position(g.host.Node())
	if err != nil {
		return rules.NoCell
	}
	q, err := p.Play(m)
	if err != nil {
		return rules.NoCell
	}
	return rules.Landing(g.host.Tree().Rules().Board(), p, q, m)
}

// Try takes m as what the person thinks comes next.
func (g *Guess) Try(m rules.Move) {
	if g.Resume() {
		return
	}
	if g.Learning() {
		g.better(m)
		return
	}
	n := g.host.Node()
	next := n.First()
	if next == nil || !g.find(next) {
		g.advance()
		return
	}
	g.here()
	right, _ := next.Move()
	name := g.host.Tree().Rules().FormatMove
	switch {
	case m == right:
		g.found()
		g.said = locale.T("%s is right.", name(m))
		if len(g.tried) == 0 {
			g.said = locale.T("%s is right, at once!", name(m))
		}
		g.pass(next)
	case g.host.Tree().Find(n, m) != nil && puzzleOf(n) == nil:
		if !g.asked[n] {
			g.score.Other()
		}
		g.said = locale.T("%s is in the file too; the line goes on with %s.", name(m), name(right))
		g.pass(next)
	case slices.Contains(g.tried, m):
		g.said = locale.T("You have tried %s.", name(m))
	case puzzleOf(n) != nil:
		g.refute(m)
	default:
		g.mistaken(m)
		if len(g.tried) < g.Tries() {
			g.said = g.missed()
			break
		}
		g.lost(next)
	}
	g.host.Changed()
}

// found counts the move as found; what was asked before does not count again.
func (g *Guess) found() {
	if !g.asked[g.host.Node()] {
		g.score.Found(len(g.tried), g.Tries())
	}
}

// mistaken keeps in mind that m is wrong.
func (g *Guess) mistaken(m rules.Move) {
	g.tried = append(g.tried, m)
	g.wrong = append(g.wrong, g.landing(m))
}

// lost shows the move, after the last try.
func (g *Guess) lost(next *model.Node) {
	g.miss()
	name := g.host.Tree().Rules().FormatMove
	right, _ := next.Move()
	g.said = locale.T("%s is not it. It was %s.", name(g.tried[len(g.tried)-1]), name(right))
	g.pass(next)
}

// missed says that the last try is wrong, and how many are left.
func (g *Guess) missed() string {
	left := max(g.Tries()-len(g.tried), 1)
	name := g.host.Tree().Rules().FormatMove(g.tried[len(g.tried)-1])
	return locale.N("%s is not it. You have %d more try.", "%s is not it. You have %d more tries.", left, name, left)
}

func (g *Guess) miss() {
	if !g.asked[g.host.Node()] {
		g.score.Shown++
	}
}

// pass goes to the move that was asked for, and on to the next one.
func (g *Guess) pass(next *model.Node) {
	g.asked[g.host.Node()] = true
	g.host.Visit(next, true)
	g.advance()
}

// Show plays the move, as not found.
func (g *Guess) Show() {
	if !g.host.Guessing() || g.Resume() {
		return
	}
	if g.Learning() {
		g.showBetter()
		return
	}
	if next := g.host.Node().First(); next != nil {
		g.miss()
		g.said = locale.T("It was %s.", g.host.MoveName(next))
		g.pass(next)
		g.host.Changed()
	}
}

// Hint shows some cells of moves that can be made, of which the one asked for is one.
func (g *Guess) Hint() {
	if !g.host.Guessing() || g.Resume() {
		return
	}
	m, ok := g.wanted()
	if !ok {
		return
	}
	g.here()
	if g.area == nil {
		g.score.Hints++
		g.area = Area(g.host.Tree().Rules().Board(), g.legal(), g.landing(m), g.rand)
		g.said = locale.T("It is among the marked cells.")
	}
	g.host.Changed()
}

// wanted returns the move that is asked for at the current node, false for none.
func (g *Guess) wanted() (m rules.Move, ok bool) {
	if g.Learning() {
		if x := g.mistake(); x != nil && x.Node.Parent() == g.host.Node() {
			return x.Best[0], true
		}
		return m, false
	}
	next := g.host.Node().First()
	if next == nil || !g.find(next) {
		return m, false
	}
	return next.Move()
}

// legal returns the cells that show the legal moves at the current node, each once.
func (g *Guess) legal() []rules.Cell {
	pos, err := g.host.Tree().Position(g.host.Node())
	if err != nil {
		return nil
	}
	var list []rules.Cell
	for m := range pos.Moves() {
		if c := g.landing(m); c >= 0 {
			list = append(list, c)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Status says what came of the last try, and what is asked for.
func (g *Guess) Status() string {
	text := g.said
	if text != "" {
		text += " "
	}
	next := g.host.Node().First()
	switch {
	case g.refuting():
		return text + locale.T("Press Escape or click to go on")
	case g.Learning():
		return text + g.askBetter()
	case puzzleOf(g.host.Node()) != nil:
		return text + g.task()
	case next != nil:
		return text + locale.T("Guess the move of %s", g.host.Name(g.mover(next)))
	}
	return text + locale.T("The line ends here")
}
