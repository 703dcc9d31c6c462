package document

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Member identifies a game in a file of several games.
type Member struct {
	Path    string
	Format  *codec.Format
	Index   int // index of the game; Of for a new game at the end
	Of      int // number of games in the file
	Spec    *rules.Spec
	library *Library
	sum     [sha256.Size]byte // hash of the game's text; unused for a new game
}

// MemberOf returns the Member for game i of a file whose content is known. It returns nil if the
// game cannot be written there: the format supports only one game per file, or does not report the
// positions of games.
func (l *Library) MemberOf(path string, f *codec.Format, g *codec.Games, of, i int, spec *rules.Spec) *Member {
	if f.Encode == nil || f.Join == nil || g.Span == nil {
		return nil
	}
	m := &Member{library: l, Path: path, Format: f, Index: i, Of: of, Spec: spec}
	if i < of {
		from, to := g.Span(i)
		m.sum = sha256.Sum256(g.Text[from:to])
	}
	return m
}

// ErrMoved is returned if the file no longer contains the game as it was read.
var ErrMoved = msg.Errorf("the game in the file was changed or removed")

var cannotInsert = msg.Errorf("with this game added, the other games of the file would be read differently")

// Insert replaces the game in data, the content of the file, with another one, or adds it at the
// end. The new game is encoded in the format. Insert returns the new content and the new place of
// the game, whose index may have changed. All other bytes stay the same. Insert reads the result to
// check that no other game has changed. It returns ErrMoved if the game was changed or removed.
func (m *Member) Insert(ctx context.Context, data, game []byte) ([]byte, *Member, error) {
	o := codec.Options{Spec: m.Spec}
	g, f, err := m.library.Games(ctx, m.Path, data, o)
	switch {
	case err != nil:
		return nil, nil, err
	case f != m.Format || g.Span == nil:
		return nil, nil, ErrMoved
	case !bytes.Equal(g.Text, data):
		return nil, nil, msg.Errorf("the file is not in UTF-8, but the game would be")
	}
	n := len(g.Heads)
	i := n
	from, to := len(data), len(data)
	game = bytes.TrimRight(game, "\r\n")
	if m.Index < m.Of {
		if i = m.find(g); i < 0 {
			return nil, nil, ErrMoved
		}
		from, to = g.Span(i)
		old := data[from:to]
		one, of, err := m.library.Games(ctx, m.Path, game, o) // text around a game, such as a number of games, stays the same
		if err != nil || of != f || one.Span == nil || len(one.Heads) != 1 {
			return nil, nil, cmp.Or(ctx.Err(), cannotInsert)
		}
		begin, end := one.Span(0)
		game = append(bytes.Clone(one.Text[begin:end]), old[len(bytes.TrimRight(old, " \t\r\n")):]...)
	} else {
		game = append(append([]byte("\n"), game...), '\n')
		if !bytes.HasSuffix(data, []byte("\n")) {
			game = append([]byte("\n"), game...)
		}
	}
	out := make([]byte, 0, len(data)+len(game))
	out = append(append(append(out, data[:from]...), game...), data[to:]...)
	now, err := m.check(ctx, out, g, i, len(out)-len(data), game)
	if err != nil {
		return nil, nil, err
	}
	return out, now, nil
}

// find returns the current index of the game in the file, or -1 if it is not there.
func (m *Member) find(g *codec.Games) int {
	is := func(i int) bool {
		from, to := g.Span(i)
		return sha256.Sum256(g.Text[from:to]) == m.sum
	}
	if m.Index < len(g.Heads) && is(m.Index) {
		return m.Index
	}
	for i := range g.Heads {
		if is(i) {
			return i
		}
	}
	return -1
}

// check reads the output of Insert. The game must be at index i. Each other game of g must be
// unchanged, and later ones must have moved by the given number of bytes. It returns the new
// Member.
func (m *Member) check(ctx context.Context, out []byte, g *codec.Games, i, by int, game []byte) (*Member, error) {
	o := codec.Options{Spec: m.Spec}
	h, f, err := m.library.Games(ctx, m.Path, out, o)
	n := max(len(g.Heads), i+1)
	if err != nil || f != m.Format || h.Span == nil || len(h.Heads) != n {
		return nil, cmp.Or(ctx.Err(), cannotInsert)
	}
	for k := range n {
		if k == i {
			continue
		}
		from, to := g.Span(k)
		nowFrom, nowTo := h.Span(k)
		if k > i {
			from, to = from+by, to+by
		}
		if i == len(g.Heads) && k == i-1 { // the last game may include white space before the new one
			to, nowTo = from+len(bytes.TrimSpace(g.Text[from:to])), nowFrom+len(bytes.TrimSpace(out[nowFrom:nowTo]))
		}
		if from != nowFrom || to != nowTo {
			return nil, cannotInsert
		}
	}
	here, err := h.Decode(ctx, i)
	if err == nil {
		var alone *model.Document
		if alone, err = m.library.DecodeAs(ctx, m.Format, game, o); err == nil {
			err = model.Equal(here, alone)
		}
	}
	if err != nil {
		return nil, cmp.Or(ctx.Err(), cannotInsert)
	}
	return m.library.MemberOf(m.Path, f, h, n, i, m.Spec), nil
}
