package find

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Query is what to look for. All parts that are given have to hold at a node. Cells
// are those of the board of the document that is searched.
type Query struct {
	// Text is to be found in the comment or the name; case and accents do not matter.
	Text  string
	Whole bool // the text begins and ends where words do
	// Position is what stands on the board, or an image of it under the board's symmetries,
	// with the same player to move and the same held off the board.
	Position *rules.Setup
	Pattern  *Pattern
	// Marked says that there are marks on cells; Mark which kind, "" for any.
	Marked bool
	Mark   model.MarkKind
	// Movers are the seats one of which made the move, Player is a part of the
	// name of who made it.
	Movers rules.Players
	Player string
	// Glyphs are glyphs one of which is there.
	Glyphs     []model.Glyph
	Bookmarked bool
	Named      bool
	Commented  bool
	// Swing is how much better or worse an engine thought of the mover after the move
	// than before, at least; a proved result is further from others than any estimate.
	Swing float64
	// From and To are the first and the last move number; with To 0 there is no upper limit.
	From, To int
	// Broken selects nodes whose move or set-up is illegal.
	Broken bool
}

// Empty reports whether q has no criterion.
func (q *Query) Empty() bool {
	return q.Text == "" && q.Position == nil && q.Pattern == nil && !q.Marked && q.Movers == 0 && q.Player == "" &&
		len(q.Glyphs) == 0 && !q.Bookmarked && !q.Named && !q.Commented && q.Swing == 0 && q.From <= 0 && q.To <= 0 && !q.Broken
}

// Hit is a node that was found.
type Hit struct {
	Node *model.Node
	Ply  int
	// Why says in one line what was found there: the text around the words, a glyph,
	// an evaluation. It can be empty.
	Why string
	// Perm takes the position asked for to the one found, nil when none was asked for.
	Perm rules.Perm
	// Cells are those of the pattern as it lies there.
	Cells []rules.Cell
	// Err says why the move is illegal.
	Err error
}

// excerpt is the usual length of a hit's text.
const excerpt = 80

// Search calls yield for each node that q finds in d, in the order of
// Tree.All, until it returns false. It reads the tree and writes nothing, so it can
// run in any goroutine while nobody edits. The error says that q is impossible on
// the board, or is that of ctx. A query about texts and other annotations costs a step
// for each node; one about positions one Play and a look at each cell.
func Search(ctx context.Context, d *model.Document, q *Query, progress Progress, yield func(Hit) bool) error {
	m, err := newMatcher(ctx, d, q)
	if err != nil {
		return err
	}
	return walk(ctx, d.Tree, m.plays, progress, func(v *model.Visit) bool {
		h, ok := m.match(v)
		return !ok || yield(h)
	})
}

// matcher is a query made ready for one document.
type matcher struct {
	*Query
	doc    *model.Document
	plays  bool // it needs positions
	text   *words
	movers rules.Players // 0 for any
	nobody bool          // no player has the name
	board  *scanner      // nil when the board does not matter
	want   state         // the position asked for
	sign   uint64        // and its fingerprint
	shapes *shapes       // the pattern, nil without
}

func newMatcher(ctx context.Context, d *model.Document, q *Query) (*matcher, error) {
	m := &matcher{Query: q, doc: d, movers: q.Movers}
	r := d.Tree.Rules()
	if q.Text != "" {
		m.text = newWords(q.Text, q.Whole)
	}
	if q.Player != "" {
		name := newWords(q.Player, false)
		var seats rules.Players
		for i, p := range d.Players {
			if _, _, ok := name.in(p.Name); ok {
				seats |= rules.Of(rules.Player(i))
			}
		}
		if m.movers != 0 {
			seats &= m.movers
		}
		m.movers, m.nobody = seats, seats == 0
	}
	m.plays = m.movers != 0 || q.Position != nil || q.Pattern != nil || q.Swing != 0 || q.Broken
	if q.Position == nil && q.Pattern == nil {
		return m, nil
	}
	sym := rules.SymmetriesOf(r.Board())
	if q.Pattern != nil {
		var err error
		if m.shapes, err = newShapes(ctx, r, sym, q.Pattern); err != nil {
			return nil, err
		}
	}
	if q.Position == nil {
		m.board = plain(r)
	} else {
		if len(q.Position.Cells) != len(r.Board().Cells) || len(q.Position.Held) > r.Players() {
			return nil, msg.Errorf("the position belongs to another board")
		}
		m.board = newScanner(r, sym)
		m.want.turn = q.Position.Turn
		for i, n := range q.Position.Held {
			m.want.held[i] = int32(n)
		}
		for _, c := range q.Position.Cells {
			m.want.cells = append(m.want.cells, pack(c))
		}
		m.board.follow(laidOut(q.Position.Cells))
		m.sign = m.board.sign(m.want.turn, m.want.held)
		m.board = newScanner(r, sym)
	}
	if m.shapes != nil {
		m.board.changed = m.shapes.changed
	}
	return m, nil
}

// laidOut is a position of which only the cells are looked at.
type laidOut []rules.Content

func (l laidOut) At(c rules.Cell) rules.Content { return l[c] }

// match reports whether all that is asked for holds at v. It is called for each
// node of a walk in turn.
func (m *matcher) match(v *model.Visit) (h Hit, ok bool) {
	if m.nobody {
		return h, false
	}
	// What costs least comes first; the pattern follows all positions, to know which
	// cells changed.
	if m.shapes != nil && v.Pos != nil {
		m.board.follow(v.Pos)
	}
	n := v.Node
	if v.Ply < m.From || m.To > 0 && v.Ply > m.To {
		return h, false
	}
	if m.Bookmarked && !n.Bookmarked() || m.Named && n.Name() == "" || m.Commented && n.Comment() == "" {
		return h, false
	}
	var why []string
	if m.text != nil {
		text := n.Comment()
		from, to, found := m.text.in(text)
		if !found {
			text = n.Name()
			if from, to, found = m.text.in(text); !found {
				return h, false
			}
		}
		why = append(why, Excerpt(text, from, to, excerpt))
	}
	if len(m.Glyphs) > 0 {
		i := slices.IndexFunc(n.Glyphs(), func(g model.Glyph) bool { return slices.Contains(m.Glyphs, g) })
		if i < 0 {
			return h, false
		}
		why = append(why, string(n.Glyphs()[i]))
	}
	if m.Marked {
		text, found := m.marks(n)
		if !found {
			return h, false
		}
		why = append(why, text)
	}
	if m.Broken {
		if v.Err == nil {
			return h, false
		}
		h.Err = v.Err
	}
	if m.movers != 0 && (v.Before == nil || n.Setup() != "" || !m.movers.Has(v.Before.Turn())) {
		return h, false
	}
	if m.Swing != 0 {
		text, found := m.swing(v)
		if !found {
			return h, false
		}
		why = append(why, text)
	}
	if m.shapes != nil {
		if v.Pos == nil {
			return h, false
		}
		if h.Cells, ok = m.shapes.here(v.Before); !ok {
			return h, false
		}
		if m.Position == nil {
			var labels []string
			for _, c := range h.Cells {
				labels = append(labels, m.doc.Tree.Rules().Board().Cells[c].Label)
			}
			why = append(why, strings.Join(labels, " "))
		}
	}
	if m.Position != nil {
		if v.Pos == nil || v.Pos.Turn() != m.want.turn || m.board.held(v.Pos) != m.want.held || m.board.fingerprint(v.Pos) != m.sign {
			return h, false
		}
		is := m.board.state(v.Pos)
		if h.Perm, ok = m.board.perm(&m.want, &is); !ok {
			return h, false
		}
	}
	if m.text == nil && len(why) == 0 {
		if text := n.Name(); text != "" {
			why = append(why, Excerpt(text, 0, 0, excerpt))
		} else if text := n.Comment(); text != "" {
			why = append(why, Excerpt(text, 0, 0, excerpt))
		}
	}
	h.Node, h.Ply, h.Why = n, v.Ply, strings.Join(why, " · ")
	return h, true
}

// marks returns the cells of n that bear the mark asked for.
func (m *matcher) marks(n *model.Node) (string, bool) {
	b := m.doc.Tree.Rules().Board()
	var parts []string
	for _, x := range n.Marks() {
		if m.Mark != "" && x.Kind != m.Mark || x.Cell < 0 || int(x.Cell) >= len(b.Cells) {
			continue
		}
		text := b.Cells[x.Cell].Label
		if x.Text != "" {
			text += "=" + x.Text
		}
		parts = append(parts, text)
	}
	if len(parts) > 12 {
		parts = append(parts[:12], "…")
	}
	return strings.Join(parts, " "), len(parts) > 0
}

// swing returns how the mover's evaluation changed with the move at v, if enough.
func (m *matcher) swing(v *model.Visit) (string, bool) {
	if v.Before == nil || v.Pos == nil || v.Node.Parent() == nil {
		return "", false
	}
	for _, a := range v.Node.Parent().Evals() {
		for _, b := range v.Node.Evals() {
			if a.Engine != b.Engine {
				continue
			}
			was, is := worth(a), worth(b)
			if v.Pos.Turn() != v.Before.Turn() {
				is = -is
			}
			if math.Abs(is-was) >= m.Swing {
				return score(was) + " → " + score(is), true
			}
		}
	}
	return "", false
}

// certain is what a proved win is worth: more than any estimate.
const certain = 1e9

func worth(e model.Eval) float64 {
	if e.Proved {
		return e.Score * certain
	}
	return max(-certain/2, min(e.Score, certain/2))
}

func score(x float64) string {
	switch {
	case x >= certain:
		return "+∞"
	case x <= -certain:
		return "−∞"
	}
	x = math.Round(x*100)/100 + 0 // which makes 0 of −0
	return strings.Replace(fmt.Sprintf("%+.2f", x), "-", "−", 1)
}
