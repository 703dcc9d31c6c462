package sgf

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// program is our name in AP.
const program = "Board Studio"

// width is the column at which lines are broken, between nodes.
const width = 78

// writer writes a game tree. bufio.Writer remembers the first error.
type writer struct {
	*bufio.Writer
	doc    *model.Document
	rules  rules.Rules
	board  *rules.Board
	head   heading
	reader *reader // reads the output, to check that it has the same meaning
	b      []byte  // text of the current node
	column int
	state
}

// Encode writes the whole tree. It returns an error if the writer fails or ctx ends.
func Encode(ctx context.Context, to io.Writer, d *model.Document, p codec.Progress) error {
	r := d.Tree.Rules()
	w := &writer{
		Writer: bufio.NewWriterSize(codec.Limited(to), 1<<16),
		doc:    d, rules: r, board: r.Board(), head: headingOf(r, d.Info[infoRules]),
		reader: &reader{}, state: state{left: [2]int64{unknown, unknown}},
	}
	w.reader.setRules(r)
	if err := w.tree(ctx, p); err != nil {
		return err
	}
	return w.Flush()
}

// tree writes the nodes. It plays the moves only if the tree has set-up nodes.
func (w *writer) tree(ctx context.Context, p codec.Progress) error {
	t := w.doc.Tree
	plays := false
	for n := range t.All() {
		if plays = n != t.Root() && n.Setup() != ""; plays {
			break
		}
	}
	var branches []state // states at the parents of the surrounding variations, outermost first
	var last *model.Node
	done := 0
	for v := range t.Visits(plays) {
		n := v.Node
		if done%1024 == 0 {
			p.Report(int64(done), int64(t.Len()))
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		done++
		w.b = w.b[:0]
		if n == t.Root() {
			if err := w.root(); err != nil {
				return err
			}
			w.b = append(w.b, '\n')
		} else {
			for ; last != n.Parent(); last = last.Parent() {
				if last.Parent().First() != last.Parent().Last() {
					w.close()
				}
			}
			if n.Parent().First() != n.Parent().Last() {
				switch {
				case n.Prev() == nil:
					branches = append(branches, w.state)
				case n.Next() == nil:
					w.state = branches[len(branches)-1]
					branches = branches[:len(branches)-1]
				default:
					w.state = branches[len(branches)-1]
				}
				w.b = append(w.b, '(')
			}
			if err := w.node(n, v.Before, v.Pos); err != nil {
				return err
			}
		}
		w.put()
		last = n
	}
	for ; last != t.Root(); last = last.Parent() {
		if last.Parent().First() != last.Parent().Last() {
			w.close()
		}
	}
	w.WriteString(")\n")
	return nil
}

// put writes the current node, on a new line if the current one is full.
func (w *writer) put() {
	if w.column > 0 && w.column+len(w.b) > width {
		w.WriteByte('\n')
		w.column = 0
	}
	w.Write(w.b)
	if i := bytes.LastIndexByte(w.b, '\n'); i >= 0 {
		w.column = len(w.b) - 1 - i
	} else {
		w.column += len(w.b)
	}
}

func (w *writer) close() {
	w.WriteByte(')')
	w.column++
}

// property appends a property with escaped values.
func (w *writer) property(name string, values ...string) {
	w.b = append(w.b, name...)
	for _, v := range values {
		w.b = append(w.b, '[')
		w.b = append(w.b, v...)
		w.b = append(w.b, ']')
	}
}

// root appends the root node.
func (w *writer) root() error {
	d, h := w.doc, w.head
	w.property("(;FF", "4")
	if h.SGF != nil {
		w.property("GM", strconv.Itoa(h.Number))
	}
	w.property("CA", "UTF-8")
	if !slices.ContainsFunc(d.Foreign, func(f model.Foreign) bool {
		kept, _, ok := codec.ParseForeign(f, name)
		return ok && kept == "AP"
	}) {
		w.property("AP", program)
	}
	if h.SGF != nil {
		size := strconv.Itoa(len(w.board.Columns))
		if rows := len(w.board.Rows); rows != len(w.board.Columns) {
			size += ":" + strconv.Itoa(rows)
		}
		w.property("SZ", size)
	}
	if !h.plain {
		spec := w.rules.Spec()
		var params []string
		for _, name := range spec.Params.Names() {
			params = append(params, escape2.Replace(name)+":"+escape.Replace(spec.Params[name]))
		}
		w.property(ownGame, escape.Replace(spec.Game))
		if params != nil {
			w.property(ownParam, params...)
		}
	}
	w.info()
	w.players()
	w.writeForeign(d.Foreign)
	if root := d.Tree.Root(); root.Setup() != "" {
		w.setup(root, nil)
		if p, err := w.rules.Parse(root.Setup()); err == nil {
			w.turn = max(p.Turn(), 0)
		}
	}
	if err := w.notes(d.Tree.Root(), rules.NoPlayer); err != nil {
		return err
	}
	return nil
}

// info appends the information about the game. It repeats a value in our own property if the
// standard's property loses something.
func (w *writer) info() {
	d := w.doc
	more := maps.Clone(d.Info)
	for _, p := range infoProps {
		value := d.Info[p.key]
		if p.prop == "RU" && value == "" {
			value = w.head.ru
		}
		value = escape.Replace(writeInfo(p.prop, value))
		if value == "" {
			continue
		}
		w.property(p.prop, value)
		if p.prop == "TM" {
			t, _ := seconds([]byte(value))
			w.left = [2]int64{int64(t), int64(t)}
		}
		back := readInfo(p.prop, []byte(value))
		if p.prop == "RU" && canonical(w.reader.dialect, back) {
			back = ""
		}
		if back == d.Info[p.key] {
			delete(more, p.key)
		}
	}
	var values []string
	for _, key := range slices.Sorted(maps.Keys(more)) {
		if key != "" && more[key] != "" {
			values = append(values, escape2.Replace(key)+":"+escape.Replace(more[key]))
		}
	}
	if values != nil {
		w.property(ownInfo, values...)
	}
}

// players appends the information about the players.
func (w *writer) players() {
	var values []string
	for i, p := range w.doc.Players {
		if prop := []string{"PB", "PW"}; i < len(prop) && p.Name != "" {
			w.property(prop[i], escape.Replace(p.Name))
		}
		for what, value := range p.Words() {
			if what == "name" && i < 2 && simple([]byte(escape.Replace(value))) == value {
				continue
			}
			values = append(values, strconv.Itoa(i+1)+":"+what+":"+escape.Replace(value))
		}
	}
	if values != nil {
		w.property(ownPlayer, values...)
	}
}

// node appends a node other than the root. before and pos are the positions before and after it, or
// nil if they are unknown.
func (w *writer) node(n *model.Node, before, pos rules.Position) error {
	w.b = append(w.b, ';')
	m, ok := n.Move()
	raw := n.Raw()
	if !ok && raw == "" {
		w.setup(n, before)
		err := w.notes(n, rules.NoPlayer)
		if pos != nil {
			w.turn = max(pos.Turn(), 0)
		}
		return err
	}
	mover := w.turn
	if err := w.move(n, m, raw); err != nil {
		return err
	}
	err := w.notes(n, mover)
	if w.turn = 1 - mover; m == rules.SwapSides {
		w.turn = mover
	}
	return err
}

// special maps the Hex moves without a cell to their SGF names.
var special = map[rules.Move]string{rules.Swap: "swap-pieces", rules.SwapSides: "swap-sides", rules.Resign: "resign", rules.Timeout: "forfeit"}

// move appends the property for a move.
func (w *writer) move(n *model.Node, m rules.Move, raw string) error {
	standard := true
	var v string
	switch r := w.reader; {
	case raw != "":
		v = escape.Replace(raw)
		_, isMove := r.move([]byte(v))
		standard = !isMove
	case w.head.SGF != nil:
		switch {
		case m.To >= 0 && int(m.To) < len(r.onCell) && r.onCell[m.To] == m:
			v = w.point(m.To)
		case m == rules.Pass && w.head.Passes:
		case special[m] != "" && w.head.Words:
			v = special[m]
		default:
			standard = false
		}
	default:
		standard = false
	}
	if w.head.SGF == nil || !standard && raw == "" {
		standard = false
		if raw == "" {
			if !w.within(m) {
				return outside()
			}
			v = escape.Replace(w.rules.FormatMove(m))
		}
	}
	if len(v) > codec.MaxRaw {
		return msg.Errorf("an unreadable move of %d bytes is too long to be read again", len(v))
	}
	if standard {
		w.property([]string{"B", "W"}[w.turn], v)
	} else {
		w.property(ownMove, v)
	}
	return nil
}

func outside() error { return msg.Errorf("a move names a cell outside the board") }

// within reports whether the cells of a move, if any, are on the board.
func (w *writer) within(m rules.Move) bool {
	cells := rules.Cell(len(w.board.Cells))
	return m.From >= rules.NoCell && m.To >= rules.NoCell && m.From < cells && m.To < cells
}

// point returns the text for a cell: its label if other programs write that for the game, else a
// point.
func (w *writer) point(c rules.Cell) string {
	if w.head.SGF != nil && !w.head.Labels {
		cell := w.board.Cells[c]
		return string([]byte{coordinateLetters[cell.Col], coordinateLetters[cell.Row]})
	}
	return escape2.Replace(w.board.Cells[c].Label)
}

// setup appends the properties for a set-up position. It uses the standard's properties if these
// are sufficient.
func (w *writer) setup(n *model.Node, before rules.Position) {
	position := n.Setup()
	p, err := w.rules.Parse(position)
	if err == nil && w.standardSetup(n, before, p) {
		return
	}
	w.property(ownBoard, escape.Replace(position))
}

// standardSetup appends the changed cells and the player to move. It returns false if the
// standard's properties cannot express the position.
func (w *writer) standardSetup(n *model.Node, before, p rules.Position) bool {
	if w.head.SGF == nil {
		return false
	}
	want := rules.SetupOf(w.rules, p)
	var points [3][]string // black, white, empty
	from := make([]rules.Content, len(want.Cells))
	for c := range from {
		from[c] = rules.Empty
	}
	if n.Parent() == nil && !slices.ContainsFunc(want.Cells, func(x rules.Content) bool { return x != rules.Empty }) {
		before = w.rules.Start()
	}
	if before != nil {
		from = rules.SetupOf(w.rules, before).Cells
	}
	for c, x := range want.Cells {
		if x == from[c] {
			continue
		}
		i := 2
		if x != rules.Empty {
			if i = int(x.Owner); i > 1 || x != rules.Piece(x.Owner) {
				return false
			}
		}
		points[i] = append(points[i], w.point(rules.Cell(c)))
	}
	for turn := range rules.Player(2) {
		if want.Turn != rules.NoPlayer && want.Turn != turn {
			continue
		}
		lay := want
		lay.Turn = turn
		if q, err := w.rules.SetUp(lay); err != nil || q.String() != n.Setup() {
			continue
		}
		for i, prop := range []string{"AB", "AW", "AE"} {
			if points[i] != nil {
				w.property(prop, points[i]...)
			}
		}
		w.property("PL", []string{"B", "W"}[turn])
		return true
	}
	return false
}

// notes appends the annotations of a node. mover is the player who moved, or NoPlayer.
func (w *writer) notes(n *model.Node, mover rules.Player) error {
	if n.Plain() {
		return nil
	}
	if v := n.Comment(); v != "" {
		w.property("C", escape.Replace(v))
	}
	if v := n.Name(); v != "" {
		w.property("N", escape.Replace(v))
	}
	w.writeGlyphs(n.Glyphs())
	if err := w.marks(n); err != nil {
		return err
	}
	if v := n.Number(); v != 0 {
		w.property("MN", strconv.Itoa(v))
	}
	if n.Bookmarked() {
		w.property("HO", "1")
	}
	if v := n.Color(); v != "" {
		w.property(ownColor, escape.Replace(v))
	}
	if u := n.Used(); u > 0 {
		if mover >= 0 && mover < 2 && w.left[mover] != unknown && w.left[mover] >= int64(u) {
			w.left[mover] -= int64(u)
			w.property([]string{"BL", "WL"}[mover], formatSeconds(time.Duration(w.left[mover])))
		} else {
			w.property(ownTime, formatSeconds(u))
		}
	}
	var evals []string
	for _, v := range n.Evals() {
		if slices.ContainsFunc(v.PV, func(m rules.Move) bool { return !w.within(m) }) {
			return outside()
		}
		evals = append(evals, escape.Replace(formatEval(w.rules, v)))
	}
	if evals != nil {
		w.property(ownEval, evals...)
	}
	if a := n.Advice(); a.By != "" {
		if !w.within(a.Move) {
			return outside()
		}
		w.property(ownAdvice, escape.Replace(strconv.Quote(a.By)+" "+w.rules.FormatMove(a.Move)))
	}
	w.writeForeign(n.Foreign())
	return nil
}

// writeGlyphs appends annotation symbols. It uses our own property if one of the standard's would occur
// twice.
func (w *writer) writeGlyphs(list []model.Glyph) {
	written := map[string]bool{}
	exact := true
	for _, g := range list {
		i := slices.IndexFunc(glyphs, func(s symbol) bool { return s.glyph == g })
		if i < 0 || written[glyphs[i].prop] {
			exact = false
			continue
		}
		written[glyphs[i].prop] = true
		w.property(glyphs[i].prop, glyphs[i].value)
	}
	if !exact {
		var all []string
		for _, g := range list {
			all = append(all, escape.Replace(string(g)))
		}
		w.property(ownGlyphs, strings.Join(all, " "))
	}
}

// marks appends marks and lines.
func (w *writer) marks(n *model.Node) error {
	for _, kind := range marks {
		var values []string
		for _, m := range n.Marks() {
			switch {
			case !w.board.Has(m.Cell):
				return msg.Errorf("a mark is outside the board")
			case m.Kind != kind.kind:
			case kind.kind == model.MarkLabel:
				values = append(values, w.point(m.Cell)+":"+escape2.Replace(m.Text))
			default:
				values = append(values, w.point(m.Cell))
			}
		}
		if values != nil {
			w.property(kind.prop, values...)
		}
	}
	for i, prop := range []string{"LN", "AR"} {
		var values []string
		for _, l := range n.Lines() {
			if !w.board.Has(l.From) || !w.board.Has(l.To) {
				return msg.Errorf("a line does not join two cells of the board")
			}
			if arrows(l) == i {
				values = append(values, w.point(l.From)+":"+w.point(l.To))
			}
		}
		if values != nil {
			w.property(prop, values...)
		}
	}
	return nil
}

var propertyName = regexp.MustCompile(`^[A-Z][A-Z0-9]*$`)

// writeForeign appends foreign properties without changes.
func (w *writer) writeForeign(foreign []model.Foreign) {
	for _, f := range foreign {
		prop, values, ok := codec.ParseForeign(f, name)
		if !ok || !propertyName.MatchString(prop) || len(values) == 0 || prop == "FF" || prop == "GM" {
			continue
		}
		for i, v := range values {
			if valueEnd([]byte(v+"]"), 0) != len(v) { // the value did not come from a file
				values[i] = escape.Replace(v)
			}
		}
		w.property(prop, values...)
		if prop == "BL" || prop == "WL" {
			if d, ok := seconds([]byte(values[0])); ok && len(values) == 1 {
				w.left[seatOf(prop[0])] = int64(d)
			}
		}
	}
}
