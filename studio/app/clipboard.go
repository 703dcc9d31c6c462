package app

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/words"
)

// Labels of edits that bring branches in.
const (
	labelCut   = "Cut branch"
	labelPaste = "Paste"
	labelMerge = "Merge file"
)

// text writes a document as the studio's files are.
func text(d *model.Document) (string, error) {
	f := codec.ByExt(ioall.Formats, Extension)
	var b strings.Builder
	err := f.Encode(context.Background(), &b, d, nil)
	return b.String(), err
}

// Write writes a document to a file of its own.
func Write(path string, d *model.Document) error {
	return ioall.Save(path, codec.ByExt(ioall.Formats, path), d)
}

// CopyBranch returns the current move with all that follows as text that Paste
// reads, in this or another window; at the start, the whole document. It is "" when that fails.
func (s *Session) CopyBranch() string {
	t, err := text(model.Clip(s.doc, s.node))
	if err != nil {
		s.fail(err)
		return ""
	}
	n := s.branchMoves()
	s.Say(Note, locale.N("%d move is in the clipboard", "%d moves are in the clipboard", n, n))
	return t
}

// branchMoves returns how many nodes the current branch has, the start not counted.
func (s *Session) branchMoves() int {
	n := 0
	for m := range s.tree.Subtree(s.node) {
		if m != s.tree.Root() {
			n++
		}
	}
	return n
}

// CutBranch is CopyBranch, and then it deletes the branch.
func (s *Session) CutBranch() string {
	if !hasParent(s) {
		return ""
	}
	t := s.CopyBranch()
	if t == "" || !s.change(labelCut, []model.Edit{model.Remove{Node: s.node}}, nil) {
		return ""
	}
	return t
}

// Paste puts a record below the current node, where equal moves join: a branch that was
// copied, or any record that OpenText reads of the same game. When it does not go there it
// returns why, and nothing is changed: OpenText may open it as a document of its own.
func (s *Session) Paste(record string) error {
	if s.setup != nil {
		return rules.Errorf("a position is being set up")
	}
	spec := s.Rules().Spec()
	d, err := ioall.FromText(record, codec.Options{Spec: &spec})
	if err != nil {
		return err
	}
	if !model.SameGame(s.doc, d) {
		return rules.Errorf("this is a game of %s; the game here is %s", words.Game(d.Tree.Rules().Spec()), s.GameTitle())
	}
	edits, err := model.Paste(s.tree, s.node, slices.Collect(d.Tree.Root().Children())...)
	if err != nil {
		return err
	}
	s.bring(labelPaste, edits, "")
	return nil
}

// bring makes edits that bring moves in, and says how many came, how many of these do not
// play, and where, if that is to be said.
func (s *Session) bring(label string, edits []model.Edit, where string) {
	var came []*model.Node
	stop := s.tree.Watch(func(c model.Change) {
		if c.Kind == model.Inserted {
			came = append(came, c.Node)
		}
	})
	before := s.tree.Len()
	done := len(edits) > 0 && s.change(label, edits, nil)
	stop()
	if !done {
		if len(edits) == 0 {
			s.Say(Note, locale.T("All of it is here already"))
		}
		return
	}
	bad, left := 0, countLimit
	for _, n := range came {
		if !s.tree.Contains(n) {
			continue
		}
		bad += s.tree.CountBad(n, left)
		for range s.tree.Subtree(n) {
			if left--; left == 0 {
				break
			}
		}
		if left == 0 {
			break
		}
	}
	n := s.tree.Len() - before
	said, level := locale.N("%d move came in", "%d moves came in", n, n), Note
	if n == 0 {
		said = locale.T("No new move came in, but comments or marks")
	}
	if bad > 0 {
		said += ", " + locale.N("%d of them does not play (F8 goes there)", "%d of them do not play (F8 goes there)", bad, bad)
		level = Problem
	}
	if where != "" {
		said += ". " + where
	}
	s.Say(level, said)
}

// Merge brings the moves of a file into this game, where equal moves join; done, if
// not nil, runs on the loop at the end. The file is read in the background.
func (s *Session) Merge(path string, done func(error)) {
	spec, into := s.Rules().Spec(), s.doc
	s.fetch(locale.T("Opening %s", filepath.Base(path)), path, func(ctx context.Context, p codec.Progress) (*opened, error) {
		d, _, err := ioall.Open(ctx, path, codec.Options{Spec: &spec, Progress: p})
		return &opened{doc: d}, err
	}, func(o *opened) error {
		if s.doc != into {
			return rules.Errorf("another game is open by now")
		}
		return s.merge(o.doc, filepath.Base(path))
	}, done)
}

func (s *Session) merge(d *model.Document, name string) error {
	if s.setup != nil {
		return rules.Errorf("a position is being set up")
	}
	if !model.SameGame(s.doc, d) {
		return rules.Errorf("%s is a game of %s; the game here is %s", name, words.Game(d.Tree.Rules().Spec()), s.GameTitle())
	}
	edits, into, err := model.MergeTree(s.tree, s.node, d.Tree)
	if err != nil {
		return err
	}
	where := ""
	switch {
	case into.Setup:
		where = locale.T("%s starts from another position, which was set up below this move", name)
	case into.Node != s.node && into.Node != s.tree.Root():
		where = locale.T("They are below move %d, where %s starts", into.Node.Ply(), name)
	}
	s.bring(labelMerge, edits, where)
	return nil
}
