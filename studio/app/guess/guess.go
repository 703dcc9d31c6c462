// Package guess implements guessing the moves of a line one by one. Puzzles are solved in the same
// way. A puzzle is a set-up below the root with its solution; wrong tries are refuted on the board.
// The package also implements learning from mistakes: the user must improve on the moves played.
package guess

import (
	"context"
	"math/rand/v2"
	"slices"

	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// Document is the document in which moves are guessed. It is not changed.
type Document interface {
	Tree() *model.Tree
	Node() *model.Node
	Name(rules.Player) string
	MoveName(*model.Node) string
}

// Host is the session that shows the document.
type Host interface {
	// Enter starts a mode of the host that passes each move of the user to Try. It returns false if
	// the mode cannot be started. Leave ends the mode. Guessing reports whether the mode is active.
	Enter() bool
	Leave()
	Guessing() bool
	// Visit selects a node. sound plays the sound of its move.
	Visit(n *model.Node, sound bool)
	// Beside calls think in the background, and then calls the function that think returned on the
	// loop, unless stop is called before.
	Beside(think func(context.Context) (then func())) (stop func())
	// Changed is called when the state of the Guess has changed.
	Changed()
	// Notify shows a message to the user.
	Notify(text string)
}

// Guess is the state of guessing the moves after the current node, which are hidden from the user.
type Guess struct {
	engines *player.Catalog
	doc     Document
	host    Host
	tries   *int         // tries before a move is shown; 0 means DefaultTries
	seat    rules.Player // the player whose moves are guessed, or NoPlayer for all
	message string       // the result of the last try
	counted map[*model.Node]bool
	score   Score
	rand    func(n int) int

	// at is the node whose next move is being guessed. The three fields after it describe the tries
	// and the hint for that move.
	at    *model.Node
	tried []rules.Move
	wrong []rules.Cell
	area  []rules.Cell

	refutation
	mistakes

	hidden   map[*model.Node]bool // results of Hidden at hiddenAt
	hiddenAt *model.Node
}

// New returns the state for guessing moves in a document. engines refute wrong tries. tries points to
// the setting for the number of tries.
func New(engines *player.Catalog, doc Document, host Host, tries *int) *Guess {
	return &Guess{engines: engines, doc: doc, host: host, tries: tries, seat: rules.NoPlayer, rand: rand.IntN}
}

// Clear resets the state before another document is opened.
func (g *Guess) Clear() {
	g.forget()
	g.seat = rules.NoPlayer
}

// forget drops all references to nodes of the document.
func (g *Guess) forget() {
	g.refutation.end()
	g.mistakes = mistakes{}
	g.hidden, g.hiddenAt, g.at, g.counted = nil, nil, nil, nil
}

// Hidden reports whether n must not be shown while the user guesses. This applies to all nodes
// below the current one. For many nodes near each other, the average cost is constant.
func (g *Guess) Hidden(n *model.Node) bool {
	here := g.doc.Node()
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

// Tries returns the number of tries before a move is shown.
func (g *Guess) Tries() int {
	n := *g.tries
	if n == 0 {
		n = DefaultTries
	}
	return min(max(n, MinTries), MaxTries)
}

// SetTries sets the number of tries, from 1 to 5. If the current move has been tried more often
// already, one more try is allowed.
func (g *Guess) SetTries(n int) {
	*g.tries = min(max(n, MinTries), MaxTries)
	if g.host.Guessing() && g.at == g.doc.Node() && len(g.tried) > 0 && !g.refuting() {
		g.message = g.missedText()
	}
	g.host.Changed()
}

// Seat returns the player whose moves are guessed, or NoPlayer for all players. In a puzzle, the
// moves of the winner are guessed instead.
func (g *Guess) Seat() rules.Player { return g.seat }

// SetSeat sets the player whose moves are guessed. Moves of other players are played automatically.
// NoPlayer means that all moves are guessed.
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

// Score returns the score since Start.
func (g *Guess) Score() Score { return g.score }

// Over reports whether the end of the line has been reached.
func (g *Guess) Over() bool {
	if g.Learning() {
		return g.mistake() == nil
	}
	return g.host.Guessing() && !g.refuting() && g.doc.Node().First() == nil
}

// Wrong returns the cells that were wrongly guessed for this move.
func (g *Guess) Wrong() []rules.Cell { g.syncNode(); return g.wrong }

// Area returns the cells of the hint, including the cell of the move. It returns nil before Hint is
// called.
func (g *Guess) Area() []rules.Cell { g.syncNode(); return g.area }

// Start starts at the current node with a new score. At the root of a collection of puzzles, it
// starts at the first puzzle.
func (g *Guess) Start() {
	n := g.doc.Node()
	if next := n.First(); n.Parent() == nil && next != nil && IsPuzzle(next) {
		n = next
	}
	switch {
	case n.First() == nil:
		g.host.Notify(locale.T("This is the end of the line: go back to the position where you want to start guessing"))
		return
	case !g.host.Enter():
		return
	}
	if n != g.doc.Node() {
		g.host.Visit(n, false)
	}
	g.message, g.at, g.score = "", nil, Score{}
	g.counted = map[*model.Node]bool{}
	if int(g.seat) >= g.doc.Tree().Rules().Players() {
		g.seat = rules.NoPlayer
	}
	g.advance()
	g.host.Changed()
}

// End ends guessing and shows the document again.
func (g *Guess) End() {
	if g.host.Guessing() {
		g.forget()
		g.host.Leave()
	}
}

// Toggle starts or ends guessing.
func (g *Guess) Toggle() {
	if g.host.Guessing() {
		g.End()
	} else {
		g.Start()
	}
}

// syncNode resets the fields about the current node if the node has changed.
func (g *Guess) syncNode() {
	if g.at != g.doc.Node() {
		g.refutation.end()
		g.at, g.tried, g.wrong, g.area = g.doc.Node(), nil, nil, nil
		if x := g.mistake(); g.Learning() && x != nil && x.Node.Parent() == g.at { // the move that was played is wrong
			g.wrong = append(g.wrong, g.landing(g.played()))
		}
	}
}

// canGuess reports whether the move of n can be guessed. It must be legal, and not a pass, swap,
// resignation or set-up.
func (g *Guess) canGuess(n *model.Node) bool {
	m, ok := n.Move()
	if !ok || m.From == rules.NoCell && m.To == rules.NoCell {
		return false
	}
	_, err := g.doc.Tree().Position(n)
	return err == nil
}

// mover returns the player of n's move, or NoPlayer if the move cannot be made.
func (g *Guess) mover(n *model.Node) rules.Player {
	p, err := g.doc.Tree().Position(n.Parent())
	if err != nil {
		return rules.NoPlayer
	}
	return p.Turn()
}

// guessed returns the player whose moves are guessed at the current node.
func (g *Guess) guessed() rules.Player {
	if of := puzzleOf(g.doc.Node()); of != nil {
		return g.mover(of.First())
	}
	return g.seat
}

// advance plays the moves that need not be guessed.
func (g *Guess) advance() {
	seat := g.guessed()
	for n := g.doc.Node().First(); n != nil; n = n.First() {
		if IsPuzzle(n) || g.canGuess(n) && (seat == rules.NoPlayer || seat == g.mover(n)) {
			return
		}
		g.host.Visit(n, false)
	}
}

// landing returns the cell that m would fill at the current node, or NoCell.
func (g *Guess) landing(m rules.Move) rules.Cell {
	p, err := g.doc.Tree().Position(g.doc.Node())
	if err != nil {
		return rules.NoCell
	}
	q, err := p.Play(m)
	if err != nil {
		return rules.NoCell
	}
	return rules.Landing(g.doc.Tree().Rules().Board(), p, q, m)
}

// Try handles a move of the user as a guess.
func (g *Guess) Try(m rules.Move) {
	if g.Resume() {
		return
	}
	if g.Learning() {
		g.tryBetter(m)
		return
	}
	n := g.doc.Node()
	next := n.First()
	if next == nil || !g.canGuess(next) {
		g.advance()
		return
	}
	g.syncNode()
	right, _ := next.Move()
	name := g.doc.Tree().Rules().FormatMove
	switch {
	case m == right:
		g.found()
		g.message = locale.T("%s is right.", name(m))
		if len(g.tried) == 0 {
			g.message = locale.T("%s is right, at the first try!", name(m))
		}
		g.proceed(next)
	case g.doc.Tree().Find(n, m) != nil && puzzleOf(n) == nil:
		if !g.counted[n] {
			g.score.Other()
		}
		g.message = locale.T("%s is also in the file; the line continues with %s.", name(m), name(right))
		g.proceed(next)
	case slices.Contains(g.tried, m):
		g.message = locale.T("You have already tried %s.", name(m))
	case puzzleOf(n) != nil:
		g.refute(m)
	default:
		g.recordWrong(m)
		if len(g.tried) < g.Tries() {
			g.message = g.missedText()
			break
		}
		g.revealMove(next)
	}
	g.host.Changed()
}

// found counts the move as found, unless it was already counted.
func (g *Guess) found() {
	if !g.counted[g.doc.Node()] {
		g.score.Found(len(g.tried), g.Tries())
	}
}

// recordWrong records m as a wrong try.
func (g *Guess) recordWrong(m rules.Move) {
	g.tried = append(g.tried, m)
	g.wrong = append(g.wrong, g.landing(m))
}

// revealMove shows the move after the last try.
func (g *Guess) revealMove(next *model.Node) {
	g.countMissed()
	name := g.doc.Tree().Rules().FormatMove
	right, _ := next.Move()
	g.message = locale.T("%s is wrong. The move was %s.", name(g.tried[len(g.tried)-1]), name(right))
	g.proceed(next)
}

// missedText returns the message for a wrong try, with the number of tries left.
func (g *Guess) missedText() string {
	left := max(g.Tries()-len(g.tried), 1)
	name := g.doc.Tree().Rules().FormatMove(g.tried[len(g.tried)-1])
	return locale.N("%s is wrong. You have %d more try.", "%s is wrong. You have %d more tries.", left, name, left)
}

func (g *Guess) countMissed() {
	if !g.counted[g.doc.Node()] {
		g.score.Shown++
	}
}

// proceed plays the requested move and continues with the next one.
func (g *Guess) proceed(next *model.Node) {
	g.counted[g.doc.Node()] = true
	g.host.Visit(next, true)
	g.advance()
}

// Show plays the requested move and counts it as not found.
func (g *Guess) Show() {
	if !g.host.Guessing() || g.Resume() {
		return
	}
	if g.Learning() {
		g.showBetter()
		return
	}
	if next := g.doc.Node().First(); next != nil {
		g.countMissed()
		g.message = locale.T("The move was %s.", g.doc.MoveName(next))
		g.proceed(next)
		g.host.Changed()
	}
}

// Hint shows the cells of some legal moves, including the requested one.
func (g *Guess) Hint() {
	if !g.host.Guessing() || g.Resume() {
		return
	}
	m, ok := g.wanted()
	if !ok {
		return
	}
	g.syncNode()
	if g.area == nil {
		g.score.Hints++
		g.area = Area(g.doc.Tree().Rules().Board(), g.legal(), g.landing(m), g.rand)
		g.message = locale.T("The move is among the marked cells.")
	}
	g.host.Changed()
}

// wanted returns the requested move at the current node. ok is false if no move is requested.
func (g *Guess) wanted() (m rules.Move, ok bool) {
	if g.Learning() {
		if x := g.mistake(); x != nil && x.Node.Parent() == g.doc.Node() {
			return x.Best[0], true
		}
		return m, false
	}
	next := g.doc.Node().First()
	if next == nil || !g.canGuess(next) {
		return m, false
	}
	return next.Move()
}

// legal returns the cells of the legal moves at the current node, without duplicates.
func (g *Guess) legal() []rules.Cell {
	pos, err := g.doc.Tree().Position(g.doc.Node())
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

// Status returns a message with the result of the last try and the next task.
func (g *Guess) Status() string {
	text := g.message
	if text != "" {
		text += " "
	}
	next := g.doc.Node().First()
	switch {
	case g.refuting():
		return text + locale.T("Press Escape or click to continue")
	case g.Learning():
		return text + g.askBetter()
	case puzzleOf(g.doc.Node()) != nil:
		return text + g.taskText()
	case next != nil:
		return text + locale.T("Guess the move of %s", g.doc.Name(g.mover(next)))
	}
	return text + locale.T("This is the end of the line")
}
