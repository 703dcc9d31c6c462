package app

import (
	"math/rand/v2"
	"slices"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/guess"
)

// Guess is guess mode: what follows the current node is hidden, and the person
// finds the moves of the line one by one. The document stays as it is.
type Guess struct {
	playMode
	seat  rules.Player // whose moves are guessed, NoPlayer for everybody's
	said  string       // what came of the last try
	asked map[*model.Node]bool
	score guess.Score
	rand  func(n int) int

	// These are about the node at.
	at    *model.Node
	tried []rules.Move
	wrong []rules.Cell
	area  []rules.Cell

	hidden   map[*model.Node]bool // answers of Session.Hidden at hiddenAt
	hiddenAt *model.Node
}

// Guess returns the session's guess mode.
func (s *Session) Guess() *Guess { return &s.guess }

// Guessing reports whether the person guesses the moves of the line.
func (s *Session) Guessing() bool { return s.base() == &s.guess }

// Hidden reports whether n must not be shown: while the person guesses, all below
// the current node. Asked for many nodes near each other, it costs the same for each.
func (s *Session) Hidden(n *model.Node) bool {
	g := &s.guess
	if !s.Guessing() {
		return false
	}
	if g.hiddenAt != s.node || g.hidden == nil {
		g.hiddenAt, g.hidden = s.node, map[*model.Node]bool{}
	}
	var path []*model.Node
	below := false
	for m := n; m != nil; m = m.Parent() {
		if m == s.node {
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

func (g *Guess) play(m rules.Move) { g.try(m) }

func (g *Guess) editable() (bool, msg.Key) {
	return false, "Nothing is changed while you guess; end it first"
}

// Tries returns how often a move may be guessed before it is shown.
func (g *Guess) Tries() int {
	n := g.s.Settings.GuessTries
	if n == 0 {
		n = guess.DefaultTries
	}
	return min(max(n, guess.MinTries), guess.MaxTries)
}

// SetTries changes how often a move may be guessed, from 1 to 5, and remembers it. A move
// that was tried more often already may be guessed once more.
func (g *Guess) SetTries(n int) {
	g.s.Settings.GuessTries = min(max(n, guess.MinTries), guess.MaxTries)
	if g.s.Guessing() && g.at == g.s.node && len(g.tried) > 0 {
		g.said = g.missed()
	}
	g.s.changed(TopicMode)
}

// Seat returns whose moves are guessed, NoPlayer for everybody's.
func (g *Guess) Seat() rules.Player { return g.seat }

// SetSeat has the moves of one player guessed; those of the others are played by
// themselves. NoPlayer has everybody's guessed.
func (g *Guess) SetSeat(p rules.Player) {
	g.seat = p
	if g.s.Guessing() {
		g.advance()
	}
	g.s.changed(TopicAll)
}

// Score returns how the moves were found since Start.
func (g *Guess) Score() guess.Score { return g.score }

// Over reports whether nothing is left to guess in the line.
func (g *Guess) Over() bool { return g.s.Guessing() && g.s.node.First() == nil }

// Wrong returns the cells that were guessed for this move and are wrong.
func (g *Guess) Wrong() []rules.Cell { g.here(); return g.wrong }

// Area returns the cells among which the move is, after Hint; nil before.
func (g *Guess) Area() []rules.Cell { g.here(); return g.area }

// Start begins at the current node, with nothing counted.
func (g *Guess) Start() {
	s := g.s
	if !settled(s) {
		return
	}
	if s.node.First() == nil {
		s.Say(Note, locale.T("The line ends here: go back to where you want to guess from"))
		return
	}
	s.enterMode(g)
	s.Cursor.reset()
	g.said, g.at, g.score = "", nil, guess.Score{}
	g.asked = map[*model.Node]bool{}
	if int(g.seat) >= s.Rules().Players() {
		g.seat = rules.NoPlayer
	}
	if g.rand == nil {
		g.rand = rand.IntN
	}
	g.advance()
	s.changed(TopicAll)
}

// End shows the document again.
func (g *Guess) End() {
	if g.s.Guessing() {
		g.s.setMode(playMode{g.s})
		g.forget()
		g.s.changed(TopicAll)
	}
}

// forget lets go of the document's nodes.
func (g *Guess) forget() { g.hidden, g.hiddenAt, g.at, g.asked = nil, nil, nil, nil }

// Toggle starts or ends.
func (g *Guess) Toggle() {
	if g.s.Guessing() {
		g.End()
	} else {
		g.Start()
	}
}

// here forgets what is about another node.
func (g *Guess) here() {
	if g.at != g.s.node {
		g.at, g.tried, g.wrong, g.area = g.s.node, nil, nil, nil
	}
}

// find reports whether n is a move that can be found: it plays, and is neither a
// pass nor a swap nor a resignation nor a set-up.
func (g *Guess) find(n *model.Node) bool {
	m, ok := n.Move()
	return ok && (m.From != rules.NoCell || m.To != rules.NoCell) && g.s.Plays(n)
}

// advance plays what need not be guessed.
func (g *Guess) advance() {
	for n := g.s.node.First(); n != nil; n = n.First() {
		if g.find(n) && (g.seat == rules.NoPlayer || g.seat == g.s.Mover(n)) {
			return
		}
		g.s.goTo(n)
	}
}

// try takes m as what the person thinks comes next.
func (g *Guess) try(m rules.Move) {
	s := g.s
	next := s.node.First()
	if next == nil || !g.find(next) {
		g.advance()
		return
	}
	g.here()
	right, _ := next.Move()
	name := s.Rules().FormatMove
	fresh := !g.asked[s.node] // what was asked before does not count again
	switch {
	case m == right:
		if fresh {
			g.score.Found(len(g.tried), g.Tries())
		}
		g.said = locale.T("%s is right.", name(m))
		if len(g.tried) == 0 {
			g.said = locale.T("%s is right, at once!", name(m))
		}
		g.pass(next)
	case s.doc.Tree.Find(s.node, m) != nil:
		if fresh {
			g.score.Other()
		}
		g.said = locale.T("%s is in the file too; the line goes on with %s.", name(m), name(right))
		g.pass(next)
	case slices.Contains(g.tried, m):
		g.said = locale.T("You have tried %s.", name(m))
	default:
		g.tried = append(g.tried, m)
		g.wrong = append(g.wrong, s.landing(s.node, m))
		if len(g.tried) < g.Tries() {
			g.said = g.missed()
			break
		}
		g.miss(next)
		g.said = locale.T("%s is not it. It was %s.", name(m), name(right))
		g.pass(next)
	}
	s.changed(TopicMode | TopicCursor)
}

// missed says that the last try is wrong, and how many are left.
func (g *Guess) missed() string {
	left := max(g.Tries()-len(g.tried), 1)
	name := g.s.Rules().FormatMove(g.tried[len(g.tried)-1])
	return locale.N("%s is not it. You have %d more try.", "%s is not it. You have %d more tries.", left, name, left)
}

func (g *Guess) miss(*model.Node) {
	if !g.asked[g.s.node] {
		g.score.Shown++
	}
}

// pass goes to the move that was asked for, and on to the next one.
func (g *Guess) pass(next *model.Node) {
	s := g.s
	g.asked[s.node] = true
	s.Sound.Move(s.doc.Tree, next)
	s.goTo(next)
	g.advance()
}

// Show plays the move, as not found.
func (g *Guess) Show() {
	if next := g.s.node.First(); g.s.Guessing() && next != nil {
		g.miss(next)
		g.said = locale.T("It was %s.", g.s.MoveName(next))
		g.pass(next)
		g.s.changed(TopicMode)
	}
}

// Hint shows some cells of moves that can be made, of which the one asked for is one.
func (g *Guess) Hint() {
	next := g.s.node.First()
	if !g.s.Guessing() || next == nil || !g.find(next) {
		return
	}
	g.here()
	if g.area == nil {
		g.score.Hints++
		m, _ := next.Move()
		g.area = guess.Area(g.s.Rules().Board(), g.legal(), g.s.landing(g.s.node, m), g.rand)
		g.said = locale.T("It is among the marked cells.")
	}
	g.s.changed(TopicMode | TopicCursor)
}

// legal returns the cells that show the legal moves at the current node, each once.
func (g *Guess) legal() []rules.Cell {
	pos, err := g.s.Position()
	if err != nil {
		return nil
	}
	var list []rules.Cell
	for m := range pos.Moves() {
		if c := g.s.landing(g.s.node, m); c >= 0 {
			list = append(list, c)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// status says what came of the last try, and what is asked for.
func (g *Guess) status() string {
	text := g.said
	if text != "" {
		text += " "
	}
	if next := g.s.node.First(); next != nil {
		return text + locale.T("Guess the move of %s", g.s.Name(g.s.Mover(next)))
	}
	return text + locale.T("The line ends here")
}
