// Package app implements Studio without its toolkit: the meaning of clicks, the player to move, the
// window title. The window translates signals to calls of this package and displays its state.
package app

import (
	"boardstudio/draw/treelayout"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/advice"
	"boardstudio/studio/app/analysis"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/find"
	"boardstudio/studio/app/guess"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/numbering"
	"boardstudio/studio/app/players"
	"boardstudio/text/words"
)

// Topic is a set of changes. The window repaints everything that shows them.
type Topic uint

// Topics.
const (
	TopicTree           Topic = 1 << iota // shape of the tree
	TopicHere                             // the current node
	TopicNote                             // comment, marks, glyphs
	TopicPlayers                          // names, engine types, appearance, scores
	TopicMode                             // playing, thinking, setting up or replaying
	TopicFile                             // path, saved state, information
	TopicCursor                           // keyboard cursor, typed move
	TopicJob                              // background jobs
	TopicFold                             // collapsed and expanded branches
	TopicFind                             // search results and selected cells
	TopicTranspositions                   // nodes with equal positions
	TopicAdvice                           // suggestions
	TopicScripts                          // list of scripts, their descriptions and logs
	TopicAll            = TopicTree | TopicHere | TopicNote | TopicPlayers | TopicMode | TopicFile | TopicCursor | TopicJob | TopicFold | TopicFind | TopicTranspositions | TopicAdvice | TopicScripts
)

// Level is the importance of a message.
type Level int

// Message levels.
const (
	Note Level = iota
	Warning
	Problem
	// Undoable is added to the level of a message about an edit.
	Undoable Level = 1 << 4
)

// Session is an open document with the current node. It must only be used on the loop.
type Session struct {
	*App
	Jobs *jobs.Runner
	File *docfile.File
	// Say shows a message to the user. It must be set.
	Say func(l Level, text string)
	// Ask asks the user for a text on a cell and then calls MarkText for the current node. It may
	// be nil.
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

	finder         *find.Search
	transpositions *find.Transpositions
	scripted       scripted
}

// desks has the features that work on the document without changing its mode.
type desks struct {
	guess  *guess.Guess
	advice *advice.Desk
	study  *analysis.Desk
}

// trail records how the current node was reached and where changes happened.
type trail struct {
	came Cause
	// touched is the node of the last change in the tree. Undo and redo go there.
	touched *model.Node
	// stood maps a revision to the current node before an operation on branches changed the tree
	// from that revision. The changes may be far from it.
	stood map[uint64]*model.Node
	// ended maps a revision to the current node after such an operation led to that revision.
	ended map[uint64]*model.Node
}

// events has the listeners for changes.
type events struct {
	topics []func(Topic)
	held   Topic  // topics collected during a change in pieces and reported at its end
	stop   func() // stops watching the tree
}

// views has data derived from the document.
type views struct {
	layout    *treelayout.Layout // nil until first used
	numbers   *numbering.Numbers
	bookmarks model.Cache[*model.Node, []*model.Node]
	playing   model.Cache[*model.Node, rules.Position] // the last legal position above an illegal move
	title     struct {                                 // last result of GameTitle
		tree       *model.Tree
		lang, text string
	}
}

// NewSession returns a session without a document.
func (a *App) NewSession() *Session {
	s := &Session{App: a, Say: func(Level, string) {}}
	s.Jobs = jobs.New(a.Loop, func() {
		t := s.held
		s.held = 0
		s.changed(t | TopicJob)
	}, func(text string) { s.Say(Note, text) })
	s.File = docfile.New(a.Store, a.Loop, s.Jobs, fileHost{s})
	s.finder = find.NewSearch(s.Loop, s.Jobs, func() { s.changed(TopicFind) }, words.Move)
	s.Cursor.s = s
	s.replay.s = s
	s.Cursor.reset()
	s.guess = guess.New(guessHost{s}, &s.Settings.GuessTries)
	s.advice = advice.New(adviceHost{s}, s.Jobs, s.Loop, &s.leaving)
	s.study = analysis.New(studyHost{adviceHost{s}}, s.Jobs, s.Loop, &s.leaving)
	s.game, s.mode, s.selection = &game{s: s, table: players.New(s.Loop, &s.leaving)}, playMode{s}, newSelection(s)
	a.sessions = append(a.sessions, s)
	return s
}

// owned is called by methods that must run on the loop. Tests set it to detect calls from other
// goroutines.
var owned = func(*Session) {}

// Document returns the open document. It must only be changed through the session.
func (s *Session) Document() *model.Document { owned(s); return s.doc }

// Tree returns the tree of the document.
func (s *Session) Tree() *model.Tree { owned(s); return s.doc.Tree }

// Rules returns the rules of the document's game.
func (s *Session) Rules() rules.Rules { owned(s); return s.doc.Tree.Rules() }

// Node returns the current node.
func (s *Session) Node() *model.Node { owned(s); return s.node }

// OnChange registers f to be called with the topics of each change.
func (s *Session) OnChange(f func(Topic)) { s.topics = append(s.topics, f) }

func (s *Session) changed(t Topic) {
	owned(s)
	if s.Jobs.Changing() { // incomplete changes are not shown
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
	if m, ok := s.base().(markMode); ok { // the tool stays selected
		s.mode = m
	} else {
		s.mode = playMode{s}
	}
	s.guess.Clear()
	s.advice.Clear()
	s.scripted = scripted{}
	s.table.Clear()
	s.game = &game{s: s, table: players.New(s.Loop, &s.leaving)}
	s.Cursor.reset()
	s.transpositions = find.NewTranspositions(s.Loop, s.Jobs, func() { s.changed(TopicTranspositions) })
	s.finder.Reset()
	s.stop = s.doc.Tree.Watch(s.heard)
	if o.At != nil && s.doc.Tree.Contains(o.At) {
		s.goTo(o.At)
	}
	s.changed(TopicAll)
	s.study.Opened()
}

// heard converts a change of the tree to topics.
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

// Position returns the position at the current node. If the node is illegal, it returns the last
// legal position above it and an error with the reason.
func (s *Session) Position() (rules.Position, error) { return s.PositionAt(s.node) }

// PositionAt is like Position, for any node.
func (s *Session) PositionAt(n *model.Node) (rules.Position, error) {
	owned(s)
	p, err := s.doc.Tree.Position(n)
	if err == nil {
		return p, nil
	}
	return s.playable(n), err
}

// Show makes d the open document, without a file.
func (s *Session) Show(d *model.Document) { s.use(&docfile.Opened{Doc: d}) }
