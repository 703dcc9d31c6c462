package app

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/scripts"
	"boardstudio/text/locale"
)

// scripted has the effects of scripts in the open document.
type scripted struct {
	log scripts.Log
	// test reports that the document is a test game. revision is the revision of the tree after the
	// last move of a computer. If the tree still has that revision, another test game may replace
	// the document without loss.
	test     bool
	revision uint64
	// failed is the node at which the script at path failed, or nil.
	failed *model.Node
	path   string
}

// Scripts returns the script library. Errors about its folders are shown by the first session that
// uses it.
func (s *Session) Scripts() *scripts.Library {
	if s.App.library == nil {
		var err error
		s.App.library, err = scripts.New(scriptHost{s.App.Loop, s.App}, s.App.Games)
		s.fail(err)
	}
	return s.App.library
}

// OpenScript reads a script for editing as a job of the session, see Library.OpenText.
func (s *Session) OpenScript(path string, done func(*scripts.Text, error)) {
	ctx, _, end := s.Jobs.Start(jobs.Script, locale.T("Reading %s", locale.FileName(path)))
	s.Scripts().OpenText(ctx, path, s.fail, func(t *scripts.Text, err error) {
		end()
		done(t, err)
	})
}

// scriptsChanged reports a change of the script list. If a script that failed at the current node
// was saved, it runs again.
func (s *Session) scriptsChanged(saved string) {
	s.changed(TopicScripts)
	if x := &s.scripted; saved != "" && x.failed == s.View.node && x.path == saved && s.Game.live && s.Game.thinking == nil {
		x.failed = nil
		s.Game.think()
	}
}

// ScriptLog returns the output of scripts in the open document, oldest first.
func (s *Session) ScriptLog() []scripts.Entry { return s.scripted.log.Entries() }

// ClearScriptLog clears the script output.
func (s *Session) ClearScriptLog() {
	s.scripted.log.Clear()
	s.changed(TopicScripts)
}

func (s *Session) noteLog(p model.Player, e scripts.Entry) {
	if s.scripted.log.Add(p, e) {
		s.changed(TopicScripts)
	}
}

// RunScript starts a test game of a script. It does not change the choice stored for the new-game
// dialog.
func (s *Session) RunScript(kind string, g scripts.TestGame) {
	s.use(&docfile.Opened{Doc: g.Document(kind)})
	s.scripted.test, s.scripted.revision = true, s.View.doc.Tree.EditRevision()
	s.Continue()
}

// InTestGame reports whether the open document is a test game that only computers have changed.
// Such a game may be replaced without asking.
func (s *Session) InTestGame() bool {
	return s.scripted.test && s.scripted.revision == s.View.doc.Tree.EditRevision() && s.File.Path() == ""
}

// ScriptCall returns a script call for the current node. If the game is over, it is for the last
// node above at which a player is to move. It returns an error if a move above is illegal.
func (s *Session) ScriptCall(name, text string, values map[string]string) (scripts.Call, error) {
	n := s.View.node
	for n.Parent() != nil {
		p, err := s.View.doc.Tree.Position(n)
		if err != nil || p.Turn() != rules.NoPlayer {
			break
		}
		n = n.Parent()
	}
	start, moves, err := s.View.doc.Tree.Start(n)
	return scripts.Call{Name: name, Text: text, Values: values, Rules: s.View.Rules(), Start: start, Moves: moves}, err
}
