package app

import (
	"context"
	"errors"
	"slices"

	"boardstudio/model"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
)

// fileHost implements docfile.Host for a session.
type fileHost struct {
	*Session
	*View
}

// Use implements docfile.Host.
func (h fileHost) Use(o *docfile.Opened) { h.use(o) }

// Changed implements docfile.Host.
func (h fileHost) Changed() { h.changed(TopicFile) }

// Visited implements docfile.Host.
func (h fileHost) Visited(path string) {
	h.App.Settings.Visit(path)
	h.SaveSettings()
}

// Missed implements docfile.Host.
func (h fileHost) Missed(path string) { h.App.Settings.Forget(path) }

// Note implements docfile.Host.
func (h fileHost) Note(text string) { h.Say(Note, text) }

// Warn implements docfile.Host.
func (h fileHost) Warn(text string) { h.Say(Warning, text) }

// Fail implements docfile.Host.
func (h fileHost) Fail(err error) { h.fail(err) }

// Leave ends the session like a crash, but after writing everything to disk. Unsaved work can be
// recovered at the next start.
func (s *Session) Leave() { s.finish(s.File.Leave) }

// Close ends the session. Unsaved work is not offered for recovery.
func (s *Session) Close() { s.finish(s.File.Close) }

func (s *Session) finish(end func()) {
	s.Stop()
	end()
	s.Game.close()
	s.Advice.Clear()
	if s.App.sessions = slices.DeleteFunc(s.App.sessions, func(x *Session) bool { return x == s }); len(s.App.sessions) == 0 {
		s.App.wait()
	}
}

// Take replaces the content of the open document by the content of o as one undo step, and then
// calls then. If o is the document's file, the document counts as saved.
func (s *Session) Take(o *docfile.Other, then func()) {
	var edits []model.Edit
	if s.fixed() {
		return
	}
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Edit, Title: locale.T(o.Label),
		Look: func(_ context.Context, d *model.Document, more model.More) (err error) {
			edits, err = model.ReplaceContent(d, o.Doc, more)
			return err
		},
		Then: func(err error) {
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				s.fail(err)
			default:
				s.take(o, edits, then)
			}
		},
	})
}

func (s *Session) take(o *docfile.Other, edits []model.Edit, then func()) {
	way := s.View.doc.Tree.Line(s.View.node)
	after := func() {
		s.goTo(s.View.along(way)) // follow the same moves as far as they exist
		s.File.Took(o)
		s.changed(TopicAll)
		then()
	}
	if len(edits) > 0 {
		s.change(o.Label, edits, nil, after)
		return
	}
	s.Game.pause()
	after()
}
