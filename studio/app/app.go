// Package app is the studio without its toolkit: what a click means, who is
// to move, what the title says. The window translates signals into calls of
// this package and paints what it reads here.
package app

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/advice"
	"boardstudio/studio/docfile"
	"boardstudio/studio/finder"
	"boardstudio/studio/guess"
	"boardstudio/studio/jobs"
	"boardstudio/studio/numbering"
	"boardstudio/studio/seats"
	"boardstudio/studio/study"
	"boardstudio/studio/treelayout"
	"boardstudio/words"
)

// Topic is a set of things that changed; the window repaints what shows them.
type Topic uint

// What can change.
const (
	TopicTree           Topic = 1 << iota // shape of the tree
	TopicHere                             // the current node
	TopicNote                             // comment, marks, glyphs
	TopicPlayers                          // names, kinds, looks, scores
	TopicMode                             // playing, thinking, setting up, replaying
	TopicFile                             // path, saved state, information
	TopicCursor                           // keyboard cursor, typed move
	TopicJob                              // work in the background
	TopicFold                             // what of the tree is shown
	TopicFind                             // what was found, the selected cells
	TopicTranspositions                   // which places have the same position
	TopicAdvice                           // what is suggested
	TopicScripts                          // which scripts there are, what they say of themselves, what they logged
	TopicAll            = TopicTree | TopicHere | TopicNote | TopicPlayers | TopicMode | TopicFile | TopicCursor | TopicJob | TopicFold | TopicFind | TopicTranspositions | TopicAdvice | TopicScripts
)

// Level says how a message is meant.
type Level int

// Levels of messages.
const (
	Note Level = iota
	Warning
	Problem
	// Undoable is added to the level of a message that tells of an edit.
	Undoable Level = 1 << 4
)

// Session is one open document and the person's place in it. It belongs to the
// loop's goroutine.
type Session struct {
	*App
	Jobs *jobs.Runner
	File *docfile.File
	// Say shows a message to the person in the window; it must be set.
	Say func(l Level, text string)
	// Ask has the person write a text on a cell, which then goes to MarkText with the current node. nil for nobody to ask.
	Ask func(c rules.Cell, text string)

	doc  *model.Document
	node *model.Node
	trail
	events
	views

	*game
	mode      mode
	Cursor    Cursor
	selection *Selection
	desks
	replay Replay

	finder         *finder.Search
	transpositions *finder.Transpositions
	scripted       scripted
}

// desks have what is done beside the document.
type desks struct {
	guess  *guess.Guess
	advice *advice.Desk
	study  *study.Desk
}

// trail is how the person came to the current node, and where changes lead.
type trail struct {
	came Cause
	// touched is where the last change of the tree happened; undo and redo go there.
	touched *model.Node
	// stood is where the person was when an operation on branches changed the state with
	// a revision: what it touched may be far from there.
	stood map[uint64]*model.Node
	// ended is where the person was when such an operation had led to the state with a revision.
	ended map[uint64]*model.Node
}

// events is who hears what changed.
type events struct {
	topics []func(Topic)
	held   Topic  // what changed while the document is changed in pieces: it is told at the end
	stop   func() // ends watching the tree
}

// views are worked out from the document, and kept.
type views struct {
	layout    *treelayout.Layout // nil until it is needed
	numbers   *numbering.Numbers
	bookmarks model.Cache[*model.Node, []*model.Node]
	playing   model.Cache[*model.Node, rules.Position] // the last position above an illegal move
	title     struct {                                 // what GameTitle found last
		tree       *model.Tree
		lang, text string
	}
}

// NewSession returns a session of the process, which has no document yet.
func (a *App) NewSession() *Session {
	s := &Session{App: a, Say: func(Level, string) {}}
	s.Jobs = jobs.New(a.Loop, func() {
		t := s.held
		s.held = 0
		s.changed(t | TopicJob)
	}, func(text string) { s.Say(Note, text) })
	s.File = docfile.New(a.Store, a.Loop, s.Jobs, fileHost{s})
	s.finder = finder.NewSearch(s.Loop, s.Jobs, func() { s.changed(TopicFind) }, words.Move)
	s.Cursor.s = s
	s.replay.s = s
	s.Cursor.reset()
	s.guess = guess.New(guessHost{s}, &s.Settings.GuessTries)
	s.advice = advice.New(adviceHost{s}, s.Jobs, s.Loop, &s.leaving)
	s.study = study.New(studyHost{adviceHost{s}}, s.Jobs, s.Loop, &s.leaving)
	s.game, s.mode, s.selection = &game{s: s, table: seats.New(s.Loop, &s.leaving)}, playMode{s}, newSelection(s)
	a.sessions = append(a.sessions, s)
	return s
}

// owned is called by the methods that read or change what belongs to the loop. Tests set
// it to fail on a call from another goroutine.
var owned = func(*Session) {}

// Document returns the open document. Change it only through the session.
func (s *Session) Document() *model.Document { owned(s); return s.doc }

// Tree returns the document's tree.
func (s *Session) Tree() *model.Tree { owned(s); return s.doc.Tree }

// Rules returns the document's game.
func (s *Session) Rules() rules.Rules { owned(s); return s.doc.Tree.Rules() }

// Node returns the current node.
func (s *Session) Node() *model.Node { owned(s); return s.node }

// OnChange has f called with what changed, after every change.
func (s *Session) OnChange(f func(Topic)) { s.topics = append(s.topics, f) }

func (s *Session) changed(t Topic) {
	owned(s)
	if s.Jobs.Changing() { // nobody looks at what is half done
		s.held |= t &^ TopicJob
		t &= TopicJob
	}
	if t == 0 {
		return
	}
	for _, f := range s.topics {
		f(t)
	}
	if t&(TopicTree|TopicHere|TopicPlayers|TopicMode) != 0 {
		s.advice.Turn()
	}
}

// use makes o the open document.
func (s *Session) use(o *docfile.Opened) {
	s.interrupt()
	s.replay.Pause()
	if s.doc != nil {
		s.transpositions.Close()
		s.stop()
	}
	s.doc, s.held = o.Doc, 0
	s.File.Begin(o)
	s.node, s.trail, s.views = s.doc.Tree.Root(), trail{}, views{numbers: numbering.New(s.doc.Tree)}
	s.selection = newSelection(s)
	if m, ok := s.base().(markMode); ok { // the tool stays in hand
		s.mode = m
	} else {
		s.mode = playMode{s}
	}
	s.guess.Clear()
	s.advice.Clear()
	s.scripted = scripted{}
	s.table.Clear()
	s.game = &game{s: s, table: seats.New(s.Loop, &s.leaving)}
	s.Cursor.reset()
	s.transpositions = finder.NewTranspositions(s.Loop, s.Jobs, func() { s.changed(TopicTranspositions) })
	s.finder.Reset()
	s.stop = s.doc.Tree.Watch(s.heard)
	if o.At != nil && s.doc.Tree.Contains(o.At) {
		s.goTo(o.At)
	}
	s.changed(TopicAll)
	s.study.Opened()
}

// heard turns a change of the tree into topics.
func (s *Session) heard(c model.Change) {
	s.dropCorrection()
	s.numbers.Heard(c)
	if s.layout != nil {
		s.layout.Apply(c)
	}
	s.finder.Edited()
	s.transpositions.Heard(c)
	t := TopicFile
	switch c.Kind {
	case model.Edited:
		t |= TopicNote
	case model.Meta:
		t |= TopicPlayers
	case model.Restarted:
		t |= TopicTree | TopicHere
	default:
		t |= TopicTree
	}
	switch {
	case c.Kind == model.Removed:
		s.touched = c.Parent
		if !s.doc.Tree.Contains(s.node) {
			s.goTo(c.Parent)
		}
	case c.Kind != model.Moved && c.Node != nil:
		s.touched = c.Node
	}
	s.changed(t)
}

// Position returns the position at the current node. If the node does not
// play, it returns the last position above that does, and the reason.
func (s *Session) Position() (rules.Position, error) { return s.PositionAt(s.node) }

// PositionAt is Position for any node.
func (s *Session) PositionAt(n *model.Node) (rules.Position, error) {
	owned(s)
	p, err := s.doc.Tree.Position(n)
	if err == nil {
		return p, nil
	}
	return s.playable(n), err
}

// Show makes d the open document, as if it had just been read from nowhere.
func (s *Session) Show(d *model.Document) { s.use(&docfile.Opened{Doc: d}) }
