package find

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Query is a search query. A node matches if it satisfies all criteria that are set. Cells refer to
// the board of the searched document.
type Query struct {
	// Text must occur in the comment or the name. Case and accents are ignored.
	Text  string
	Whole bool // match whole words only
	// Position must be the position on the board, up to the symmetries of the board. The player to
	// move and the pieces in hand must be equal.
	Position *rules.Setup
	Pattern  *Pattern
	// Marked requires marks on cells, of the kind Mark, or of any kind if Mark is "".
	Marked bool
	Mark   model.MarkKind
	// Movers are the seats that may have made the move. Player must be part of that player's name.
	Movers rules.Players
	Player string
	// Glyphs are annotation symbols; the node must have at least one of them.
	Glyphs     []model.Glyph
	Bookmarked bool
	Named      bool
	Commented  bool
	// Swing is the minimum change of an engine's evaluation by the move, for the player who moved.
	// A proved result differs from any estimate by more than any Swing.
	Swing float64
	// From and To are the first and last move number. If To is 0, there is no upper limit.
	From, To int
	// Broken selects nodes whose move or set-up is illegal.
	Broken bool
}

// Empty reports whether q has no criterion.
func (q *Query) Empty() bool {
	return q.Text == "" && q.Position == nil && q.Pattern == nil && !q.Marked && q.Movers == 0 && q.Player == "" &&
		len(q.Glyphs) == 0 && !q.Bookmarked && !q.Named && !q.Commented && q.Swing == 0 && q.From <= 0 && q.To <= 0 && !q.Broken
}

// Hit is a node that matches a query.
type Hit struct {
	Node *model.Node
	Ply  int
	// Why is a one-line description of the match: the text around the words, a glyph, an
	// evaluation. It may be empty.
	Why string
	// Perm maps the position of the query to the position of the node. It is nil if the query has
	// no position.
	Perm rules.Perm
	// Cells are the cells of the matching pattern.
	Cells []rules.Cell
	// Err is the reason why the move is illegal.
	Err error
}

// excerpt is the length of the text in a hit, in characters.
const excerpt = 80

// Search calls yield for each node of d that matches q, in the order of Tree.All, until yield
// returns false. It only reads the tree, so it may run in any goroutine while the tree is not
// edited. It returns an error if q is impossible on the board, or the error of ctx. A query about
// annotations costs one step for each node. A query about positions costs one Play and one look at
// each cell for each node.
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

// matcher is a query prepared for one document.
type matcher struct {
	*Query
	doc         *model.Document
	plays       bool // needs positions
	text        *words
	movers      rules.Players // 0 for any
	noPlayer    bool          // no player has the name
	board       *scanner      // nil if the query is not about positions
	want        state         // the position of the query
	fingerprint uint64        // fingerprint of want
	shapes      *shapes       // nil if the query has no pattern
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
		m.movers, m.noPlayer = seats, seats == 0
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
		m.board = newPlainScanner(r)
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
		m.board.follow(cellList(q.Position.Cells))
		m.fingerprint = m.board.combine(m.want.turn, m.want.held)
		m.board = newScanner(r, sym)
	}
	if m.shapes != nil {
		m.board.changed = m.shapes.changed
	}
	return m, nil
}

// cellList is a position reduced to its cells.
type cellList []rules.Content

func (l cellList) At(c rules.Cell) rules.Content { return l[c] }

// match reports whether v matches the query. It must be called for each node of a walk in order.
func (m *matcher) match(v *model.Visit) (h Hit, ok bool) {
	if m.noPlayer {
		return h, false
	}
	// Cheap criteria come first. However, the pattern must see all positions to know which cells
	// changed.
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
		if v.Pos == nil || v.Pos.Turn() != m.want.turn || m.board.held(v.Pos) != m.want.held || m.board.fingerprint(v.Pos) != m.fingerprint {
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

// marks returns a list of the cells of n with the requested mark.
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

// swing returns a description of the change of evaluation at v, if it is large enough.
func (m *matcher) swing(v *model.Visit) (string, bool) {
	if v.Before == nil || v.Pos == nil || v.Node.Parent() == nil {
		return "", false
	}
	for _, a := range v.Node.Parent().Evals() {
		for _, b := range v.Node.Evals() {
			if a.Engine != b.Engine {
				continue
			}
			was, is := evalValue(a), evalValue(b)
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

// provedValue is the value of a proved win, above any estimate.
const provedValue = 1e9

func evalValue(e model.Eval) float64 {
	if e.Proved {
		return e.Score * provedValue
	}
	return max(-provedValue/2, min(e.Score, provedValue/2))
}

func score(x float64) string {
	switch {
	case x >= provedValue:
		return "+∞"
	case x <= -provedValue:
		return "−∞"
	}
	x = math.Round(x*100)/100 + 0 // converts −0 to 0
	return strings.Replace(fmt.Sprintf("%+.2f", x), "-", "−", 1)
}
