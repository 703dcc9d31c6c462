// Package app implements Studio without its toolkit: the meaning of clicks, the player to move, the
// window title. The window translates signals to calls of this package and displays its state.
package app

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/advice"
	"boardstudio/studio/app/analysis"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/guess"
	"boardstudio/studio/app/jobs"
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

// Session is an open document and the user's place in it. It coordinates its parts: each part owns
// its state, and the session passes it the data of other parts that it needs. It must only be used
// on the loop.
type Session struct {
	App  *App
	Jobs *jobs.Runner
	File *docfile.File
	// Say shows a message to the user. It must be set.
	Say func(l Level, text string)
	// Ask asks the user for a text on a cell and then calls MarkText for the current node. It may
	// be nil.
	Ask func(c rules.Cell, text string)

	View      *View
	Game      *Game
	Cursor    *Cursor
	Replay    *Replay
	Search    *Search
	Selection *Selection
	Guess     *guess.Guess
	Advice    *advice.Suggester
	Study     *analysis.Runner

	mode     mode
	trail    trail
	events   events
	scripted scripted
}

// trail records how the current node was reached and where changes happened.
type trail struct {
	came Cause
	// touched is the node of the last change in the tree. Undo and redo go there.
	touched *model.Node
	// stood maps a revision to the current node before an operation on branches changed the tree
	// from that revision. The changes may be far from that node.
	stood map[uint64]*model.Node
	// ended maps a revision to the current node after an operation on branches led to that
	// revision.
	ended map[uint64]*model.Node
}

// events has the listeners for changes.
type events struct {
	topics []func(Topic)
	held   Topic  // topics collected during a change in pieces and reported at its end
	stop   func() // stops watching the tree
}

// NewSession returns a session without a document.
func (a *App) NewSession() *Session {
	s := &Session{App: a, Say: func(Level, string) {}, mode: playMode{}}
	say := func(l Level, text string) { s.Say(l, text) }
	s.Jobs = jobs.New(a.Loop, func() {
		t := s.events.held
		s.events.held = 0
		s.changed(t | TopicJob)
	}, func(text string) { s.Say(Note, text) })
	s.View = &View{settings: a.Settings, engines: a.Engines, check: func() {}}
	s.File = docfile.New(a.Documents, a.Store, a.Loop, s.Jobs, fileHost{s, s.View})
	s.Game = newGame(s.View, a, gameEvents{
		changed: s.changed, say: say,
		answered: s.answered, logged: s.noteLog, timeout: s.timeout,
	})
	s.Cursor = newCursor(s.View, s.LastCell, s.changed)
	s.Replay = newReplay(s.View, a, s.startReplay, s.goTo, s.changed)
	s.Search = newSearch(a.Documents, s.View, s.Jobs, a.Loop, say, s.Go, s.changed)
	s.Selection = newSelection(s.View, s.Shown, s.changed)
	s.Guess = guess.New(a.Engines, s.View, guessHost{s}, &a.Settings.GuessTries)
	s.Advice = advice.New(a.Engines, adviceHost{s, s.View}, s.Jobs, a.Loop, &a.leaving)
	s.Study = analysis.New(a.Engines, studyHost{adviceHost{s, s.View}}, s.Jobs, a.Loop, &a.leaving)
	a.sessions = append(a.sessions, s)
	return s
}

// OnChange registers f to be called with the topics of each change.
func (s *Session) OnChange(f func(Topic)) { s.events.topics = append(s.events.topics, f) }

func (s *Session) changed(t Topic) {
	s.View.check()
	if s.Jobs.Changing() { // incomplete changes are not shown
		s.events.held |= t &^ TopicJob
		t &= TopicJob
	}
	if t == 0 {
		return
	}
	for _, f := range s.events.topics {
		f(t)
	}
	if t&(TopicTree|TopicHere|TopicPlayers|TopicMode) != 0 {
		s.Advice.Turn()
	}
}

// use makes o the open document.
func (s *Session) use(o *docfile.Opened) {
	s.Game.interrupt()
	s.Replay.Pause()
	if s.View.doc != nil {
		s.Search.close()
		s.events.stop()
	}
	s.events.held = 0
	s.View.open(o.Doc)
	s.File.Begin(o)
	s.trail = trail{}
	s.Selection.clear()
	if m, ok := s.base().(markMode); ok { // the tool stays selected
		s.mode = m
	} else {
		s.mode = playMode{}
	}
	s.Guess.Clear()
	s.Advice.Clear()
	s.scripted = scripted{}
	s.Game.reset()
	s.Cursor.reset()
	s.Search.reset()
	s.events.stop = s.View.doc.Tree.Watch(s.heard)
	if o.At != nil && s.View.doc.Tree.Contains(o.At) {
		s.goTo(o.At)
	}
	s.changed(TopicAll)
	s.Study.Opened()
}

// heard converts a change of the tree to topics.
func (s *Session) heard(c model.Change) {
	s.dropCorrection()
	s.View.heard(c)
	s.Search.heard(c)
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
		s.trail.touched = c.Parent
		if !s.View.doc.Tree.Contains(s.View.node) {
			s.goTo(c.Parent)
		}
	case c.Kind != model.Moved && c.Node != nil:
		s.trail.touched = c.Node
	}
	s.changed(t)
}

// Show makes d the open document, without a file.
func (s *Session) Show(d *model.Document) { s.use(&docfile.Opened{Doc: d}) }
