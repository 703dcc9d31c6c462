package app

import (
	"time"

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
	pos, err := s.View.Position()
	if err != nil {
		s.fail(err)
		return
	}
	c = s.View.Rules().Board().Named(c)
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
		s.Say(Note, s.View.Outcome(pos))
		return
	}
	if _, err := pos.Play(s.View.Rules().Board().MoveAt(c)); err != nil {
		s.Say(Note, locale.Err(err))
	}
}

// PlayText plays a move typed by the user.
func (s *Session) PlayText(text string) {
	m, err := s.View.read(text)
	if err != nil {
		s.fail(err)
		return
	}
	s.Play(m)
}

func (s *Session) play(label msg.Key, m rules.Move) {
	if s.fixed() {
		return
	}
	s.Game.interrupt()
	s.Replay.Pause()
	pos, err := s.View.Position()
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
	n, from := s.View.node, advice.Place{Tree: s.View.doc.Tree, Node: s.View.node, Position: pos, Person: s.View.persons(pos)}
	// add returns the child of n with the move m, and adds it if necessary.
	add := func(m rules.Move) *model.Node {
		if len(edits) == 0 {
			if c := s.View.doc.Tree.Find(n, m); c != nil {
				return c
			}
		}
		c := model.NewNode(m)
		edits = append(edits, model.Insert{Parent: n, Index: -1, Node: c})
		return c
	}
	n = add(m)
	if used := s.Game.clock().Elapsed(s.App.now()); len(edits) > 0 && used > 0 {
		edits = append(edits, model.SetUsed{Node: n, Used: max(used.Round(10*time.Millisecond), 10*time.Millisecond)})
	}
	if a := s.Advice.Given(s.View.node); len(edits) > 0 && a.By != "" && m.GivesUp() == "" {
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
		if err := s.View.doc.Tree.Do(label, append(edits, s.Game.points(next)...)...); err != nil {
			s.fail(err)
			return
		}
	}
	s.Game.moved()
	s.goTo(n)
	s.App.Sound.Move(s.View.doc.Tree, n)
	if s.Advice.Keep(); from.Person && m.GivesUp() == "" {
		s.Advice.Made(from, m)
	}
	s.Game.afterMove()
}

// afterMove ends the game or lets the next player move.
func (g *Game) afterMove() {
	pos, err := g.view.Position()
	if err != nil {
		return
	}
	if pos.Result().Over {
		g.gameOver(pos)
		return
	}
	g.events.changed(TopicMode)
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
	s.Game.interrupt()
	head := s.View.node == s.Game.head // if so, the game continues from the undone position
	i := s.View.doc.Tree.At() - 1
	for i > 0 && s.View.doc.Tree.StepLabel(i) == labelComputer && s.View.person() {
		i--
	}
	s.jump(i, func() {
		if head {
			s.Game.turnUndone()
		}
	})
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
	s.Game.interrupt()
	i := s.View.doc.Tree.At() + 1
	for i < s.View.doc.Tree.Steps() && s.View.doc.Tree.StepLabel(i) == labelComputer {
		i++
	}
	s.jump(i, func() {})
}

// jump undoes or redoes steps, in pieces, until i steps are done. It goes to the node of the last
// change. If this is an operation on branches, it goes to the current node before or after that
// operation. Then it calls then, unless there was nothing to do.
func (s *Session) jump(i int, then func()) {
	was := s.View.doc.Tree.At()
	if i = min(max(i, 0), s.View.doc.Tree.Steps()); i == was {
		return
	}
	s.trail.touched = nil
	tree := s.View.doc.Tree
	title, next := locale.T("Undo"), s.View.doc.Tree.BeginUndo
	if i > was {
		title, next = locale.T("Redo"), s.View.doc.Tree.BeginRedo
	}
	s.Jobs.Pieces(title, func() *model.PendingStep {
		if tree.At() == i {
			return nil
		}
		return next()
	}, func(error) {
		if s.View.doc.Tree != tree {
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
	i := s.View.doc.Tree.At()
	last := i // the last step that was undone or redone
	if i > was {
		last--
	}
	been := s.trail.stood
	if i > was {
		been = s.trail.ended
	}
	if n := been[s.View.doc.Tree.EditRevision()]; n != nil && s.View.doc.Tree.Contains(n) {
		s.trail.touched = n
	} else if n := s.View.doc.Tree.StepNode(last); s.trail.touched == nil && n != nil && s.View.doc.Tree.Contains(n) {
		s.trail.touched = n // for example after reordering variations
	}
	s.follow()
}

// follow goes to the node of the last change.
func (s *Session) follow() {
	n := s.trail.touched
	if n == nil {
		return
	}
	for n.First() != nil && onlyMove(n.First(), rules.Pass) && n.First().First() == nil {
		n = n.First()
	}
	if n != s.View.node {
		s.goTo(n)
	}
	s.changed(TopicAll)
}

func onlyMove(n *model.Node, m rules.Move) bool { got, ok := n.Move(); return ok && got == m }
