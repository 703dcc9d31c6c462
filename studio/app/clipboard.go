package app

import (
	"context"
	"errors"
	"slices"
	"strings"

	"boardstudio/collection"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// Labels of edits that insert branches.
const (
	labelCut   = "Cut Branch"
	labelPaste = "Paste"
	labelMerge = "Merge file"
)

// text encodes a document in Studio's own format. It is safe to call on any goroutine.
func (a *App) text(ctx context.Context, d *model.Document, p codec.Progress) (string, error) {
	f := a.Documents.ForName(docfile.Extension)
	var b strings.Builder
	err := f.Encode(ctx, &b, d, p)
	return b.String(), err
}

// CopyBranch calls then with the current branch as text that Paste can read, in this or another
// window. At the root, it copies the whole document. On an error, then is not called.
func (s *Session) CopyBranch(then func(text string)) { s.copyBranch(jobs.Look, s.View.node, then) }

func (s *Session) copyBranch(kind jobs.Kind, n *model.Node, then func(text string)) {
	s.copied(kind, model.Clip, func(d *model.Document) {
		var t string
		s.Jobs.Do(jobs.Task{
			Kind: kind, Title: locale.T("Copying the branch"),
			First: func(ctx context.Context, p codec.Progress) (err error) {
				t, err = s.App.text(ctx, d, p)
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

// CutBranch is like CopyBranch, and then deletes the branch unless the tree has changed in the
// meantime.
func (s *Session) CutBranch(then func(text string)) {
	if s.Setup() != nil || s.View.node.Parent() == nil || s.fixed() {
		return
	}
	n, revision := s.View.node, s.View.doc.Tree.Revision()
	s.copyBranch(jobs.Edit, n, func(text string) {
		if s.View.doc.Tree.Revision() != revision {
			s.Say(Warning, locale.T("The branch changed in the meantime: it was copied to the clipboard, but not deleted"))
			then(text)
			return
		}
		s.change(labelCut, []model.Edit{model.Remove{Node: n}}, nil, func() { then(text) })
	})
}

// Paste inserts a record below the current node and merges equal moves. The record is a copied
// branch or any record of the same game that OpenText can read. It is read in the background. If
// done is not nil, it is called at the end. On an error, the document is unchanged, and OpenText
// may still open the record as a new document.
func (s *Session) Paste(record string, done func(error)) {
	spec := s.View.Rules().Spec()
	s.join(locale.T("Pasting"), labelPaste, joined{
		read: func(ctx context.Context, p codec.Progress) (*model.Document, error) {
			return s.App.Documents.FromText(ctx, record, codec.Options{Spec: &spec, Progress: p})
		},
		other: func(other, here string) error {
			return msg.Errorf("this is a game of %s; the current game is %s", other, here)
		},
		plan: func(t *model.Tree, at *model.Node, d *model.Document, more model.More) ([]model.Edit, model.MergeTarget, error) {
			edits, err := model.Paste(t, at, more, slices.Collect(d.Tree.Root().Children())...)
			return edits, model.MergeTarget{Node: at}, err
		},
	}, done)
}

// joined is a document to be merged into the open one.
type joined struct {
	read  func(context.Context, codec.Progress) (*model.Document, error)
	other func(other, here string) error // returns the error for another game
	name  string                         // name of its file
	plan  func(t *model.Tree, at *model.Node, d *model.Document, more model.More) ([]model.Edit, model.MergeTarget, error)
}

// join reads a document and merges its moves at the current node. If done is not nil, it is called
// at the end.
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
	at, game := s.View.node, s.View.GameTitle()
	var d *model.Document
	var edits []model.Edit
	var into model.MergeTarget
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Edit, Title: title,
		First: func(ctx context.Context, p codec.Progress) (err error) {
			d, err = j.read(ctx, p)
			return err
		},
		Look: func(_ context.Context, to *model.Document, more model.More) (err error) {
			if !model.SameGame(to, d) {
				return j.other(words.Game(d.Tree.Rules()), game)
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
				s.Say(Note, locale.T("This document already contains all moves, comments and marks"))
				done(nil)
			default:
				s.bring(label, edits, s.place(into, at, j.name), done)
			}
		},
	})
}

// place returns a message about the node below which moves of another game were inserted, or "" if
// it is at.
func (s *Session) place(into model.MergeTarget, at *model.Node, name string) string {
	switch {
	case into.Setup:
		return locale.T("%s starts from another position, which was set up after this move", name)
	case into.Node != at && into.Node != s.View.doc.Tree.Root():
		return locale.T("They are after move %d, where %s starts", into.Node.Ply(), name)
	}
	return ""
}

// bring applies edits that insert moves. It shows a message with the number of new moves, the
// number of illegal ones, and where, unless where is "".
func (s *Session) bring(label msg.Key, edits []model.Edit, where string, done func(error)) {
	var came []*model.Node
	stop := s.View.doc.Tree.Watch(func(c model.Change) {
		if c.Kind == model.Inserted {
			came = append(came, c.Node)
		}
	})
	before := s.View.doc.Tree.Len()
	s.changing(label, edits, nil, func(made bool) {
		stop()
		if !made {
			done(context.Canceled)
			return
		}
		n := s.View.doc.Tree.Len() - before
		s.countIllegal(came, func(illegal int) {
			said, level := locale.N("%d move was added", "%d moves were added", n, n), Note
			if n == 0 {
				said = locale.T("No moves were added, only comments or marks")
			}
			if illegal > 0 {
				said += ", " + locale.N("%d of them is illegal (F8 goes there)", "%d of them are illegal (F8 goes there)", illegal, illegal)
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

// MergeGames merges the moves of a tree that contains the given number of games. If done is not
// nil, it is called on the loop at the end.
func (s *Session) MergeGames(d *model.Document, games int, done func(error)) {
	s.join(locale.T("Merging games"), "Merge games", joined{
		read: func(context.Context, codec.Progress) (*model.Document, error) { return d, nil },
		other: func(other, here string) error {
			return msg.Errorf("this is a game of %s; the current game is %s", other, here)
		},
		name: locale.N("%d game", "%d games", games, games),
		plan: func(t *model.Tree, at *model.Node, d *model.Document, more model.More) ([]model.Edit, model.MergeTarget, error) {
			return model.MergeTree(t, at, d.Tree, more)
		},
	}, func(err error) {
		s.fail(err)
		if done != nil {
			done(err)
		}
	})
}

// Merge merges the moves of a file into the document. The file is read in the background. If it has
// several games, all games with the same rules are merged. If done is not nil, it is called on the
// loop at the end.
func (s *Session) Merge(path string, done func(error)) {
	rules, name := s.View.Rules(), locale.FileName(path)
	spec := rules.Spec()
	var wrong []error // errors about unreadable parts of the file
	s.join(locale.T("Opening %s", name), labelMerge, joined{
		read: func(ctx context.Context, p codec.Progress) (*model.Document, error) {
			wrong = nil
			l, err := collection.Read(ctx, []string{path}, collection.Options{Documents: s.App.Documents, Spec: &spec, Failed: func(_ string, err error) { wrong = append(wrong, err) }})
			if err == nil && len(l.Rows) > 1 {
				m, err := l.Merge(ctx, rules, l.All(), p)
				for _, w := range m.Wrong {
					wrong = append(wrong, w.Err)
				}
				return m.Doc, err
			}
			wrong = nil // reading the single game reports these errors again
			d, _, err := s.App.Documents.Open(ctx, path, codec.Options{Spec: &spec, Progress: p})
			if err == nil {
				wrong = slices.DeleteFunc(slices.Clone(d.Warnings), func(w error) bool { return !codec.IsDamaged(w) })
			}
			return d, err
		},
		other: func(other, here string) error {
			return msg.Errorf("%s is a game of %s; the current game is %s", name, other, here)
		},
		name: name,
		plan: func(t *model.Tree, at *model.Node, d *model.Document, more model.More) ([]model.Edit, model.MergeTarget, error) {
			return model.MergeTree(t, at, d.Tree, more)
		},
	}, func(err error) {
		switch {
		case errors.Is(err, context.Canceled):
			s.Say(Note, locale.T("%s was not opened", name))
		case err == nil && len(wrong) > 0:
			s.Say(Warning, locale.T("Not all of %s could be read: %s", name, locale.Err(wrong[0])))
		default:
			s.fail(err)
		}
		if done != nil {
			done(err)
		}
	})
}
