package app

import (
	"strings"
	"time"

	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/advice"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Labels of edits. The menu shows them after "Undo".
const (
	labelMove     = "Move"
	labelComputer = "Computer move"
	labelResign   = "Resignation"
	labelTimeout  = "Out of time"
)

// playAt plays the legal move that c names. In games whose moves have two cells, the first click
// selects the start cell.
func (s *Session) playAt(c rules.Cell) {
	pos, err := s.Position()
	if err != nil {
		s.fail(err)
		return
	}
	c = s.Rules().Board().Named(c)
	var started bool
	for m := range pos.Moves() {
		switch {
		case m.From == rules.NoCell && m.To == c, m.From == c && m.To == rules.NoCell,
			m.From != rules.NoCell && m.From == s.Cursor.hold && m.To == c:
			s.Play(m)
			return
		case m.From == c:
			started = true
		}
	}
	if started {
		s.Cursor.hold = c
		s.changed(TopicCursor)
		return
	}
	s.Cursor.hold = rules.NoCell
	s.refuse(pos, c)
}

// refuse shows the reason why no move can be played at c.
func (s *Session) refuse(pos rules.Position, c rules.Cell) {
	if pos.Turn() == rules.NoPlayer {
		s.Say(Note, s.Outcome(pos))
		return
	}
	_, err := pos.Play(rules.Place(c))
	if b := s.Rules().Board(); b.Style == rules.Pits {
		_, err = pos.Play(rules.Take(c))
	}
	if err != nil {
		s.Say(Note, locale.Err(err))
	}
}

// PlayText plays a move typed by the user.
func (s *Session) PlayText(text string) {
	m, err := s.read(text)
	if err != nil {
		s.fail(err)
		return
	}
	s.Play(m)
}

// read returns the legal move that text names, exactly or ignoring case. It returns an error if the
// move is unknown or illegal.
func (s *Session) read(text string) (rules.Move, error) {
	pos, err := s.Position()
	if err != nil {
		return rules.Move{}, err
	}
	r := s.Rules()
	var found []rules.Move
	for m := range pos.Moves() {
		name := r.FormatMove(m)
		if name == text {
			return m, nil
		}
		if strings.EqualFold(name, strings.TrimSpace(text)) {
			found = append(found, m)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	m, err := r.ParseMove(text)
	if err != nil {
		return m, err
	}
	_, err = pos.Play(m)
	return m, err
}

func (s *Session) play(label msg.Key, m rules.Move) {
	if s.fixed() {
		return
	}
	s.interrupt()
	s.replay.Pause()
	pos, err := s.Position()
	if err != nil {
		s.fail(err)
		return
	}
	next, err := pos.Play(m)
	if err != nil {
		s.fail(err)
		return
	}
	var edits []model.Edit
	n, from := s.node, advice.Place{Tree: s.doc.Tree, Node: s.node, Position: pos, Person: s.persons(pos)}
	// add returns the child of n with the move m, and adds it if necessary.
	add := func(m rules.Move) *model.Node {
		if len(edits) == 0 {
			if c := s.doc.Tree.Find(n, m); c != nil {
				return c
			}
		}
		c := model.NewNode(m)
		edits = append(edits, model.Insert{Parent: n, Index: -1, Node: c})
		return c
	}
	n = add(m)
	if used := s.clock().Elapsed(s.now()); len(edits) > 0 && used > 0 {
		edits = append(edits, model.SetUsed{Node: n, Used: max(used.Round(10*time.Millisecond), 10*time.Millisecond)})
	}
	if a := s.advice.Given(s.node); len(edits) > 0 && a.By != "" && m.GivesUp() == "" {
		edits = append(edits, model.SetAdvice{Node: n, Advice: a})
	}
	for rules.MustPass(next) { // forced passes are played automatically
		n = add(rules.Pass)
		if next, err = next.Play(rules.Pass); err != nil {
			s.fail(err)
			return
		}
	}
	if len(edits) > 0 {
		if err := s.doc.Tree.Do(label, append(edits, s.points(next)...)...); err != nil {
			s.fail(err)
			return
		}
	}
	if s.clocked = s.live && s.clocked || s.node == s.head; s.clocked {
		s.head = nil
	}
	s.live = true
	s.goTo(n)
	s.Sound.Move(s.doc.Tree, n)
	if s.advice.Keep(); from.Person && m.GivesUp() == "" {
		s.advice.Made(from, m)
	}
	s.afterMove()
}

// afterMove ends the game or lets the next player move.
func (g *game) afterMove() {
	pos, err := g.s.Position()
	if err != nil {
		return
	}
	if pos.Result().Over {
		g.gameOver(pos)
		return
	}
	g.s.changed(TopicMode)
	g.think()
}

// Resign resigns at the current node for the player to move.
func (s *Session) Resign() { s.play(labelResign, rules.Resign) }

// Pass passes, if that is legal. Forced passes are played automatically after a move, but a set-up
// position may start with one.
func (s *Session) Pass() { s.Play(rules.Pass) }

// Swap swaps sides or takes over the opponent's stone, if that is legal.
func (s *Session) Swap() { s.Play(rules.Swap) }

// fail shows an error to the user. It does nothing if err is nil.
func (s *Session) fail(err error) {
	if err != nil {
		s.Say(Problem, locale.Err(err))
	}
}

// Undo undoes the last step. A move of the computer is undone together with the user's move before
// it, so that it is the user's turn again.
func (s *Session) Undo() {
	if m := s.Setup(); m != nil {
		m.Undo()
		return
	}
	if s.fixed() {
		return
	}
	s.interrupt()
	head := s.node == s.head // if so, the game continues from the undone position
	i := s.doc.Tree.At() - 1
	for i > 0 && s.doc.Tree.StepLabel(i) == labelComputer && s.person() {
		i--
	}
	s.jump(i, func() {
		if head {
			s.head, s.turn = s.node, clock.Watch{}
		}
	})
}

// person reports whether any player is human.
func (s *Session) person() bool {
	for _, p := range s.doc.Players {
		if p.Kind == Human {
			return true
		}
	}
	return false
}

// Redo redoes the last undone step, together with the computer's answer.
func (s *Session) Redo() {
	if m := s.Setup(); m != nil {
		m.Redo()
		return
	}
	if s.fixed() {
		return
	}
	s.interrupt()
	i := s.doc.Tree.At() + 1
	for i < s.doc.Tree.Steps() && s.doc.Tree.StepLabel(i) == labelComputer {
		i++
	}
	s.jump(i, func() {})
}

// jump undoes or redoes steps, in pieces, until i steps are done. It goes to the node of the last
// change. If this is an operation on branches, it goes to the current node before or after that
// operation. Then it calls then, unless there was nothing to do.
func (s *Session) jump(i int, then func()) {
	was := s.doc.Tree.At()
	if i = min(max(i, 0), s.doc.Tree.Steps()); i == was {
		return
	}
	s.touched = nil
	tree := s.doc.Tree
	title, next := locale.T("Undo"), s.doc.Tree.BeginUndo
	if i > was {
		title, next = locale.T("Redo"), s.doc.Tree.BeginRedo
	}
	s.Jobs.Pieces(title, func() *model.PendingStep {
		if tree.At() == i {
			return nil
		}
		return next()
	}, func(error) {
		if s.doc.Tree != tree {
			return // closed in the meantime
		}
		if tree.At() != was {
			s.jumped(was)
		}
		then()
	})
}

// jumped goes to the node of the last change after an undo or redo.
func (s *Session) jumped(was int) {
	i := s.doc.Tree.At()
	last := i // the last step that was undone or redone
	if i > was {
		last--
	}
	been := s.stood
	if i > was {
		been = s.ended
	}
	if n := been[s.doc.Tree.EditRevision()]; n != nil && s.doc.Tree.Contains(n) {
		s.touched = n
	} else if n := s.doc.Tree.StepNode(last); s.touched == nil && n != nil && s.doc.Tree.Contains(n) {
		s.touched = n // for example after reordering variations
	}
	s.follow()
}

// follow goes to the node of the last change.
func (s *Session) follow() {
	n := s.touched
	if n == nil {
		return
	}
	for n.First() != nil && onlyMove(n.First(), rules.Pass) && n.First().First() == nil {
		n = n.First()
	}
	if n != s.node {
		s.goTo(n)
	}
	s.changed(TopicAll)
}

func onlyMove(n *model.Node, m rules.Move) bool { got, ok := n.Move(); return ok && got == m }
