package all

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Member is the place of a game in a file of several.
type Member struct {
	Path   string
	Format *codec.Format
	Index  int // of the game; Of for one that is to come behind all others
	Of     int // how many games the file has
	Spec   *rules.Spec
	sum    [sha256.Size]byte // of the game's text; not of one that is to come
}

// MemberOf returns the place of the game i of a file whose content is known, nil where it cannot be written there: the format writes one game
// only, or does not say where each stands.
func MemberOf(path string, f *codec.Format, g *codec.Games, of, i int, spec *rules.Spec) *Member {
	if f.Encode == nil || f.Join == nil || g.Span == nil {
		return nil
	}
	m := &Member{Path: path, Format: f, Index: i, Of: of, Spec: spec}
	if i < of {
		from, to := g.Span(i)
		m.sum = sha256.Sum256(g.Text[from:to])
	}
	return m
}

// ErrMoved says that a file does not hold a game any more as it was read.
var ErrMoved = msg.Errorf("the game was changed there, or is gone")

var cannotInsert = msg.Errorf("with this game in it, the games of the file could not be read as they are")

// Insert returns data, the content of the file, with the game replaced by another, which is written in the format already, or with
// that behind all others; and where it stands now. All other bytes are the same, and what the games are is the same: that was read again. The game may have
// got another index meanwhile.
func (m *Member) Insert(ctx context.Context, data, game []byte) ([]byte, *Member, error) {
	o := codec.Options{Spec: m.Spec}
	g, f, err := Games(ctx, m.Path, data, o)
	switch {
	case err != nil:
		return nil, nil, err
	case f != m.Format || g.Span == nil:
		return nil, nil, ErrMoved
	case !bytes.Equal(g.Text, data):
		return nil, nil, msg.Errorf("the file is not in UTF-8, as the game would be")
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
		one, of, err := Games(ctx, m.Path, game, o) // what stands around a game, as a number of games, stays
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

// find returns where the game stands in the file, -1 where it does not.
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

// check reads what Insert has made: the game must be at i, and each other game of g where it was, moved by so many bytes behind it.
func (m *Member) check(ctx context.Context, out []byte, g *codec.Games, i, by int, game []byte) (*Member, error) {
	o := codec.Options{Spec: m.Spec}
	h, f, err := Games(ctx, m.Path, out, o)
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
		if i == len(g.Heads) && k == i-1 { // the last may take the blanks before the new one
			to, nowTo = from+len(bytes.TrimSpace(g.Text[from:to])), nowFrom+len(bytes.TrimSpace(out[nowFrom:nowTo]))
		}
		if from != nowFrom || to != nowTo {
			return nil, cannotInsert
		}
	}
	here, err := h.Decode(ctx, i)
	if err == nil {
		var alone *model.Document
		if alone, err = DecodeAs(ctx, m.Format, game, o); err == nil {
			err = model.Equal(here, alone)
		}
	}
	if err != nil {
		return nil, cmp.Or(ctx.Err(), cannotInsert)
	}
	return MemberOf(m.Path, f, h, n, i, m.Spec), nil
}
