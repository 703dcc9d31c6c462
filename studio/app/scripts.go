package app

import (
	"path/filepath"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/docfile"
	"boardstudio/studio/jobs"
	"boardstudio/studio/scripts"
)

// scripted is what scripts did in the open document.
type scripted struct {
	log scripts.Log
	// test says that the document is a test game, and revision is that of the tree after the last
	// move of a computer: nothing is lost when another test game takes its place.
	test     bool
	revision uint64
	// failed is the node at which the script at path failed, nil for none.
	failed *model.Node
	path   string
}

// Scripts returns the library of scripts. The session that asks first is told of what is wrong with their folders.
func (s *Session) Scripts() *scripts.Library {
	if s.library == nil {
		var err error
		s.library, err = scripts.New(scriptHost{s.Loop, s.App}, all.Games)
		s.fail(err)
	}
	return s.library
}

// OpenScript reads a script to be edited, as a job of the session: see Library.OpenText.
func (s *Session) OpenScript(path string, done func(*scripts.Text, error)) {
	ctx, _, end := s.Jobs.Start(jobs.Script, locale.T("Reading %s", filepath.Base(path)))
	s.Scripts().OpenText(ctx, path, s.fail, func(t *scripts.Text, err error) {
		end()
		done(t, err)
	})
}

// scriptsChanged tells that the list of scripts changed. A script that failed at the current node tries
// again when it was saved.
func (s *Session) scriptsChanged(saved string) {
	s.changed(TopicScripts)
	if x := &s.scripted; saved != "" && x.failed == s.node && x.path == saved && s.live && s.thinking == nil {
		x.failed = nil
		s.think()
	}
}

// ScriptLog returns what scripts logged in the open document, the oldest first.
func (s *Session) ScriptLog() []scripts.Entry { return s.scripted.log.Entries() }

// ClearScriptLog empties the log.
func (s *Session) ClearScriptLog() {
	s.scripted.log.Clear()
	s.changed(TopicScripts)
}

func (s *Session) noteLog(p model.Player, e scripts.Entry) {
	if s.scripted.log.Add(p, e) {
		s.changed(TopicScripts)
	}
}

// RunScript begins a test game of the script of the kind. The choice of the new-game dialog stays as it is.
func (s *Session) RunScript(kind string, g scripts.TestGame) {
	s.use(&docfile.Opened{Doc: g.Document(kind)})
	s.scripted.test, s.scripted.revision = true, s.doc.Tree.Revision()
	s.Continue()
}

// InTestGame reports whether the open document is a test game that nobody but computers has
// changed: it may be replaced unasked.
func (s *Session) InTestGame() bool {
	return s.scripted.test && s.scripted.revision == s.doc.Tree.Revision() && s.File.Path() == ""
}

// ScriptCall returns a call of a script at the current node or, where the game is over, at the last
// node above at which somebody is to move.
func (s *Session) ScriptCall(name, text string, values map[string]string) (scripts.Call, error) {
	n := s.node
	for n.Parent() != nil {
		p, err := s.doc.Tree.Position(n)
		if err != nil || p.Turn() != rules.NoPlayer {
			break
		}
		n = n.Parent()
	}
	start, moves, err := s.doc.Tree.Start(n)
	return scripts.Call{Name: name, Text: text, Values: values, Rules: s.Rules(), Start: start, Moves: moves}, err
}

// Over reports whether the game is over at the current node; the call of a script is then that for the last move.
func (s *Session) Over() bool {
	p, err := s.Position()
	return err == nil && p.Turn() == rules.NoPlayer
}
