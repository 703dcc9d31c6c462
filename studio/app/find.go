package app

import (
	"boardstudio/document"
	"boardstudio/find"
	"boardstudio/model"
	appfind "boardstudio/studio/app/find"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// Search finds positions, moves and texts in the document and in files, and equal positions in the
// document.
type Search struct {
	view    *View
	jobs    *jobs.Runner
	loop    jobs.Loop
	say     func(Level, string)
	goTo    func(*model.Node) // goes to a node as the user navigates
	changed func(Topic)

	finder         *appfind.Search
	transpositions *appfind.Transpositions
}

func newSearch(documents *document.Library, v *View, r *jobs.Runner, loop jobs.Loop, say func(Level, string), goTo func(*model.Node), changed func(Topic)) *Search {
	x := &Search{view: v, jobs: r, loop: loop, say: say, goTo: goTo, changed: changed}
	x.finder = appfind.NewSearch(documents, loop, r, func() { changed(TopicFind) }, words.Move)
	return x
}

// close ends the search for transpositions in the document.
func (x *Search) close() { x.transpositions.Close() }

// reset starts again with another document.
func (x *Search) reset() {
	x.transpositions = appfind.NewTranspositions(x.loop, x.jobs, func() { x.changed(TopicTranspositions) })
	x.finder.Reset()
}

// heard is called for each change of the tree.
func (x *Search) heard(c model.Change) {
	x.finder.Edited()
	x.transpositions.Heard(c)
}

// Finder returns the search of positions, moves and texts. TopicFind reports changes of its
// results.
func (x *Search) Finder() *appfind.Search { return x.finder }

// GoToFound goes to a result in the open document. It returns false if the document does not
// contain it.
func (s *Session) GoToFound(x appfind.Found) bool {
	n := x.Node
	if n == nil && x.Item != nil && s.File.Holds(*x.Item) {
		n = find.Follow(s.View.doc.Tree, x.Steps)
	}
	if n == nil || !s.View.doc.Tree.Contains(n) {
		return false
	}
	s.Go(n)
	return true
}

// ShowFound goes to a result in the file that is now open.
func (s *Session) ShowFound(x appfind.Found) { s.Go(find.Follow(s.View.doc.Tree, x.Steps)) }

// Next goes to the next result in tree order, and from the last to the first.
func (x *Search) Next() { x.move(1) }

// Prev goes to the previous result in tree order, and from the first to the last.
func (x *Search) Prev() { x.move(-1) }

func (x *Search) move(by int) {
	f := x.Finder()
	switch {
	case f.Folder() != "" || !f.Asked():
		return
	case !f.Known():
		f.Await(func() { x.move(by) })
		return
	}
	places := f.Places()
	if len(places) == 0 {
		x.say(Note, locale.T("No matches"))
		return
	}
	i, ok := f.At(x.view.node)
	switch {
	case by > 0:
		i++
	case ok:
		i--
	}
	switch {
	case i >= len(places):
		i = 0
		x.say(Note, locale.T("Search continued from the start of the tree"))
	case i < 0:
		i = len(places) - 1
		x.say(Note, locale.T("Search continued from the end of the tree"))
	}
	x.goTo(places[i].Node)
}

// Transpositions returns the transpositions of the document. TopicTranspositions reports changes.
func (x *Search) Transpositions() *appfind.Transpositions { return x.transpositions }

// known returns the transpositions of the current node. If they are not yet known, it returns
// false, and calls again once they are, unless the current node has changed.
func (x *Search) known(again func()) ([]appfind.Transposition, bool) {
	list, ok := x.transpositions.List(x.view.node)
	if !ok {
		here := x.view.node
		x.transpositions.Await(func() {
			if x.view.node == here {
				again()
			}
		})
	}
	return list, ok
}

// NextTransposition goes to the next node with the same position, and from the last to the first.
func (x *Search) NextTransposition() {
	list, ok := x.known(x.NextTransposition)
	switch {
	case !ok:
		return
	case len(list) == 0:
		x.say(Note, locale.T("This position occurs nowhere else in the tree"))
		return
	}
	to := list[0].Node
	for _, other := range list {
		if find.Order(other.Node, x.view.node) > 0 {
			to = other.Node
			break
		}
	}
	x.goTo(to)
}

const labelContinuation = "Copy the continuation"

// CopyContinuation copies the continuation of a transposition to the current node. Equal moves are
// merged.
func (s *Session) CopyContinuation(from appfind.Transposition) {
	to := s.View.node
	pos, err := s.View.Position()
	if err != nil {
		s.fail(err)
		return
	}
	s.plan(labelContinuation, func(t *model.Tree, more model.More) ([]model.Edit, error) {
		if !t.Contains(from.Node) || !t.Contains(to) {
			return nil, nil
		}
		return find.Continuation(t, from.Node, to, pos, from.Perm, more)
	}, func(edits []model.Edit) {
		if len(edits) == 0 {
			s.Say(Note, locale.T("This position already has the whole continuation"))
			return
		}
		s.steps(labelContinuation, edits, func(bool) {})
	})
}

// CopyContinuations copies the continuations of all transpositions, with one undo step for each.
func (s *Session) CopyContinuations() {
	list, ok := s.Search.known(s.CopyContinuations)
	if !ok {
		return
	}
	done := false
	for _, x := range list {
		if x.More > 0 {
			s.CopyContinuation(x)
			done = true
		}
	}
	if !done {
		s.Say(Note, locale.T("No other place with this position has other continuations"))
	}
}
