package app

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"boardstudio/collection"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/studio/docfile"
	"boardstudio/studio/jobs"
	"boardstudio/words"
)

// Labels of edits that bring branches in.
const (
	labelCut   = "Cut Branch"
	labelPaste = "Paste"
	labelMerge = "Merge file"
)

// text writes a document as the studio's files are.
func text(ctx context.Context, d *model.Document, p codec.Progress) (string, error) {
	f := ioall.ForName(docfile.Extension)
	var b strings.Builder
	err := f.Encode(ctx, &b, d, p)
	return b.String(), err
}

// CopyBranch gives the current move with all that follows to then, as text that Paste
// reads, in this or another window; at the start, the whole document. then is not called when
// that fails.
func (s *Session) CopyBranch(then func(text string)) { s.copyBranch(jobs.Look, s.node, then) }

func (s *Session) copyBranch(kind jobs.Kind, n *model.Node, then func(text string)) {
	s.copied(kind, model.Clip, func(d *model.Document) {
		var t string
		s.Jobs.Do(jobs.Task{
			Kind: kind, Title: locale.T("Copying the branch"),
			First: func(ctx context.Context, p codec.Progress) (err error) {
				t, err = text(ctx, d, p)
				return err
			},
			Then: s.unlessFailed(func() {
				n := d.Tree.Len() - 1
				s.Say(Note, locale.N("%d move is in the clipboard", "%d moves are in the clipboard", n, n))
				then(t)
			}),
		})
	})
}

// CutBranch is CopyBranch, and then it deletes the branch, unless that was changed meanwhile.
func (s *Session) CutBranch(then func(text string)) {
	if s.Setup() != nil || s.node.Parent() == nil || s.fixed() {
		return
	}
	n, revision := s.node, s.doc.Tree.Revision()
	s.copyBranch(jobs.Edit, n, func(text string) {
		if s.doc.Tree.Revision() != revision {
			s.Say(Warning, locale.T("The branch was changed meanwhile: it is in the clipboard, but was not deleted"))
			then(text)
			return
		}
		s.change(labelCut, []model.Edit{model.Remove{Node: n}}, nil, func() { then(text) })
	})
}

// Paste puts a record below the current node, where equal moves join: a branch that was
// copied, or any record that OpenText reads of the same game. It is read in the background, and done,
// if not nil, is called at the end. The error says why it does not go there, and nothing is changed:
// OpenText may open it as a document of its own.
func (s *Session) Paste(record string, done func(error)) {
	spec := s.Rules().Spec()
	s.join(locale.T("Pasting"), labelPaste, joined{
		read: func(ctx context.Context, p codec.Progress) (*model.Document, error) {
			return ioall.FromText(ctx, record, codec.Options{Spec: &spec, Progress: p})
		},
		other: func(other, here string) error {
			return msg.Errorf("this is a game of %s; the game here is %s", other, here)
		},
		plan: func(t *model.Tree, at *model.Node, d *model.Document, more model.More) ([]model.Edit, model.Into, error) {
			edits, err := model.Paste(t, at, more, slices.Collect(d.Tree.Root().Children())...)
			return edits, model.Into{Node: at}, err
		},
	}, done)
}

// joined is a document that comes into the open one.
type joined struct {
	read  func(context.Context, codec.Progress) (*model.Document, error)
	other func(other, here string) error // says that it is another game
	name  string                         // of its file
	plan  func(t *model.Tree, at *model.Node, d *model.Document, more model.More) ([]model.Edit, model.Into, error)
}

// join reads a document and brings its moves in at the current node; done, if not nil, runs at the end.
func (s *Session) join(title string, label msg.Key, j joined, done func(error)) {
	if done == nil {
		done = func(error) {}
	}
	if s.Setup() != nil {
		done(msg.Errorf("a position is being set up"))
		return
	}
	if s.fixed() {
		done(context.Canceled)
		return
	}
	at, game := s.node, s.GameTitle()
	var d *model.Document
	var edits []model.Edit
	var into model.Into
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Edit, Title: title,
		First: func(ctx context.Context, p codec.Progress) (err error) {
			d, err = j.read(ctx, p)
			return err
		},
		Look: func(_ context.Context, to *model.Document, more model.More) (err error) {
			if !model.SameGame(to, d) {
				return j.other(words.Game(d.Tree.Rules().Spec()), game)
			}
			edits, into, err = j.plan(to.Tree, at, d, more)
			return err
		},
		Then: func(err error) {
			switch {
			case err != nil:
				done(err)
			case s.Setup() != nil:
				done(msg.Errorf("a position is being set up"))
			case len(edits) == 0:
				s.Say(Note, locale.T("All of it is here already"))
				done(nil)
			default:
				s.bring(label, edits, s.place(into, at, j.name), done)
			}
		},
	})
}

// place says where the moves of another game came in, "" when that is at.
func (s *Session) place(into model.Into, at *model.Node, name string) string {
	switch {
	case into.Setup:
		return locale.T("%s starts from another position, which was set up below this move", name)
	case into.Node != at && into.Node != s.doc.Tree.Root():
		return locale.T("They are below move %d, where %s starts", into.Node.Ply(), name)
	}
	return ""
}

// bring makes edits that bring moves in, and says how many came, how many of these do not
// play, and where, if that is to be said.
func (s *Session) bring(label msg.Key, edits []model.Edit, where string, done func(error)) {
	var came []*model.Node
	stop := s.doc.Tree.Watch(func(c model.Change) {
		if c.Kind == model.Inserted {
			came = append(came, c.Node)
		}
	})
	before := s.doc.Tree.Len()
	s.changing(label, edits, nil, func(made bool) {
		stop()
		if !made {
			done(context.Canceled)
			return
		}
		n := s.doc.Tree.Len() - before
		s.countBad(came, func(bad int) {
			said, level := locale.N("%d move came in", "%d moves came in", n, n), Note
			if n == 0 {
				said = locale.T("No new move came in, but comments or marks")
			}
			if bad > 0 {
				said += ", " + locale.N("%d of them is illegal (F8 goes there)", "%d of them are illegal (F8 goes there)", bad, bad)
				level = Problem
			}
			if where != "" {
				said += ". " + where
			}
			s.Say(level|Undoable, said)
		})
		done(nil)
	})
}

// MergeGames brings moves that were read into this game, where equal moves join; they are of so many games. done, if not nil, runs on the loop at the
// end.
func (s *Session) MergeGames(d *model.Document, games int, done func(error)) {
	s.join(locale.T("Bringing the games together"), "Bring games together", joined{
		read: func(context.Context, codec.Progress) (*model.Document, error) { return d, nil },
		other: func(other, here string) error {
			return msg.Errorf("this is a game of %s; the game here is %s", other, here)
		},
		name: locale.N("%d game", "%d games", games, games),
		plan: func(t *model.Tree, at *model.Node, d *model.Document, more model.More) ([]model.Edit, model.Into, error) {
			return model.MergeTree(t, at, d.Tree, more)
		},
	}, func(err error) {
		s.fail(err)
		if done != nil {
			done(err)
		}
	})
}

// Merge brings the moves of a file into this game, where equal moves join; done, if
// not nil, runs on the loop at the end. The file is read in the background; of a file with several games, all that are of this game come in.
func (s *Session) Merge(path string, done func(error)) {
	rules, name := s.Rules(), filepath.Base(path)
	spec := rules.Spec()
	s.join(locale.T("Opening %s", name), labelMerge, joined{
		read: func(ctx context.Context, p codec.Progress) (*model.Document, error) {
			l, err := collection.Read(ctx, []string{path}, collection.Options{Spec: &spec})
			if err == nil && len(l.Rows) > 1 {
				m, err := l.Merge(ctx, rules, l.All(), p)
				return m.Doc, err
			}
			d, _, err := ioall.Open(ctx, path, codec.Options{Spec: &spec, Progress: p})
			return d, err
		},
		other: func(other, here string) error {
			return msg.Errorf("%s is a game of %s; the game here is %s", name, other, here)
		},
		name: name,
		plan: func(t *model.Tree, at *model.Node, d *model.Document, more model.More) ([]model.Edit, model.Into, error) {
			return model.MergeTree(t, at, d.Tree, more)
		},
	}, func(err error) {
		switch {
		case errors.Is(err, context.Canceled):
			s.Say(Note, locale.T("%s was not opened", name))
		default:
			s.fail(err)
		}
		if done != nil {
			done(err)
		}
	})
}
