package xml

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// notation converts moves and cells to words and back.
type notation struct {
	rules rules.Rules
	moves codec.Moves
	words map[rules.Move]string
	cells map[string]rules.Cell
}

func newNotation(r rules.Rules) *notation {
	n := &notation{rules: r, moves: codec.Moves{Parse: r.ParseMove}, words: map[rules.Move]string{}, cells: map[string]rules.Cell{}}
	for c, info := range r.Board().Cells {
		n.cells[info.Label] = rules.Cell(c)
	}
	return n
}

// word returns the notation of m. It returns an error if the notation would not be read back as m.
func (n *notation) word(m rules.Move) (string, error) {
	if w, ok := n.words[m]; ok {
		return w, nil
	}
	cells := rules.Cell(len(n.rules.Board().Cells))
	if m.From < rules.NoCell || m.To < rules.NoCell || m.From >= cells || m.To >= cells {
		return "", msg.Errorf("a move names a cell outside the board")
	}
	w := n.rules.FormatMove(m)
	if back, err := n.rules.ParseMove(w); err != nil || back != m || strings.ContainsAny(w, space) || !codec.InXML(w) {
		return "", msg.Errorf("the move %s cannot be written in a form that can be read again", w)
	}
	if len(n.words) < codec.MaxCached {
		n.words[m] = w
	}
	return w, nil
}

// glyphs are the annotation symbols of moves.
var glyphs = []model.Glyph{
	model.GlyphVeryGood, model.GlyphGood, model.GlyphInteresting,
	model.GlyphDoubtful, model.GlyphBad, model.GlyphVeryBad,
}

// markKinds are the supported marks.
var markKinds = []model.MarkKind{
	model.MarkCircle, model.MarkCross, model.MarkSquare, model.MarkTriangle, model.MarkLabel,
}

// notes are the annotations read for a node.
type notes struct {
	model.Annotation
	comment strings.Builder // comment collects any number of comment elements
	kept    []*etree.Element
}

// add appends a comment, on a new line.
func (a *notes) add(comment []byte) {
	if a.comment.Len() > 0 && len(comment) > 0 {
		a.comment.WriteByte('\n')
	}
	a.comment.Write(comment)
}

// say adds the annotation in the known element e to a. It returns false if e has an unknown value.
func (n *notation) say(a *notes, e *etree.Element) bool {
	at := attrs{e: e}
	switch e.Tag {
	case "comment":
		text, err := textOf(e)
		if err != nil {
			return false
		}
		a.add([]byte(text))
	case "name":
		name := at.text("value", "")
		if name == "" || at.err != nil || a.Name != "" && a.Name != name {
			return false
		}
		a.Name = name
	case "bookmark":
		a.Bookmark = true
	case "advice":
		m, ok := n.moves.Read([]byte(at.text("move", "")))
		v := model.Advice{By: at.text("by", ""), Move: m}
		if !ok || v.By == "" || at.err != nil || a.Advice != (model.Advice{}) && a.Advice != v {
			return false
		}
		a.Advice = v
	case "color":
		c := at.text("value", "")
		if !model.IsColor(c) || a.Color != "" && a.Color != c {
			return false
		}
		a.Color = c
	case "number":
		i := at.number("value")
		if at.err != nil || i < 1 || i > model.MaxNumber || a.Number != 0 && int(a.Number) != i {
			return false
		}
		a.Number = int32(i)
	case "line":
		from, ok1 := n.cells[at.text("from", "")]
		to, ok2 := n.cells[at.text("to", "")]
		arrow := at.text("arrow", "false")
		if !ok1 || !ok2 || from == to || arrow != "true" && arrow != "false" {
			return false
		}
		a.Lines = append(a.Lines, model.Line{From: from, To: to, Arrow: arrow == "true"})
	case "glyph":
		g := model.Glyph(at.text("value", ""))
		p, _, ok := g.Position()
		if !slices.Contains(glyphs, g) && (!ok || int(p) >= n.rules.Players()) {
			return false
		}
		a.Glyphs = append(a.Glyphs, g)
	case "mark":
		c, ok := n.cells[at.text("cell", "")]
		m := model.Mark{Cell: c, Kind: model.MarkKind(at.text("kind", "")), Text: at.text("text", "")}
		length, most := utf8.RuneCountInString(m.Text), 0
		if m.Kind == model.MarkLabel {
			most = model.MaxLabel
		}
		if !ok || at.err != nil || !slices.Contains(markKinds, m.Kind) || length > most || length < min(1, most) {
			return false
		}
		a.Marks = append(a.Marks, m)
	case "time":
		d, ok := parseSeconds(at.text("seconds", ""))
		if !ok || a.Used != 0 && a.Used != d {
			return false
		}
		a.Used = d
	case "eval":
		v, ok := n.eval(&at)
		if !ok {
			return false
		}
		a.Evals = append(a.Evals, v)
	}
	return true
}

// eval reads the attributes of an evaluation. It returns false if any is invalid.
func (n *notation) eval(at *attrs) (model.Eval, bool) {
	v := model.Eval{
		Engine: at.text("engine", ""),
		Proved: at.text("proved", "") == "true",
		Plies:  at.number("plies"),
		Depth:  at.number("depth"),
		AtMost: at.text("atmost", "") == "true",
		Margin: at.number("margin"),

		Version: at.text("version", ""),
	}
	var err1, err2 error
	v.Score, err1 = strconv.ParseFloat(at.text("score", "0"), 64)
	v.Nodes, err2 = strconv.ParseUint(at.text("nodes", "0"), 10, 64)
	for w := range strings.FieldsSeq(at.text("pv", "")) {
		m, ok := n.moves.Read([]byte(w))
		if !ok {
			return v, false
		}
		v.PV = append(v.PV, m)
	}
	for w := range strings.FieldsSeq(at.text("shares", "")) {
		f, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return v, false
		}
		v.Shares = append(v.Shares, f)
	}
	return v, err1 == nil && err2 == nil && at.err == nil
}

// notes returns the elements for the annotations of a node, in the order of writing.
func (n *notation) notes(node *model.Node) ([]*etree.Element, error) {
	var es []*etree.Element
	add := func(tag string) *etree.Element {
		e := &etree.Element{Tag: tag}
		es = append(es, e)
		return e
	}
	if name := node.Name(); name != "" {
		setAttr(add("name"), "value", name)
	}
	if node.Bookmarked() {
		add("bookmark")
	}
	if c := node.Color(); c != "" {
		setAttr(add("color"), "value", c)
	}
	if i := node.Number(); i != 0 {
		setAttr(add("number"), "value", strconv.Itoa(i))
	}
	if text := node.Comment(); text != "" {
		setText(add("comment"), text)
	}
	for _, g := range node.Glyphs() {
		setAttr(add("glyph"), "value", string(g))
	}
	cells := n.rules.Board().Cells
	for _, m := range node.Marks() {
		if m.Cell < 0 || int(m.Cell) >= len(cells) {
			return nil, msg.Errorf("a mark is outside the board")
		}
		e := add("mark")
		setAttr(e, "kind", string(m.Kind))
		setAttr(e, "cell", cells[m.Cell].Label)
		if m.Text != "" {
			setAttr(e, "text", m.Text)
		}
	}
	for _, l := range node.Lines() {
		if l.From < 0 || l.To < 0 || int(max(l.From, l.To)) >= len(cells) {
			return nil, msg.Errorf("a line does not join two cells of the board")
		}
		e := add("line")
		setAttr(e, "from", cells[l.From].Label)
		setAttr(e, "to", cells[l.To].Label)
		if l.Arrow {
			setAttr(e, "arrow", "true")
		}
	}
	if d := node.Used(); d != 0 {
		setAttr(add("time"), "seconds", formatSeconds(d))
	}
	if a := node.Advice(); a != (model.Advice{}) {
		w, err := n.word(a.Move)
		if err != nil {
			return nil, err
		}
		e := add("advice")
		setAttr(e, "by", a.By)
		setAttr(e, "move", w)
	}
	for _, v := range node.Evals() {
		if err := n.setEval(add("eval"), v); err != nil {
			return nil, err
		}
	}
	return es, nil
}

// setEval sets the attributes of an evaluation. Zero values are omitted.
func (n *notation) setEval(e *etree.Element, v model.Eval) error {
	if v.Engine != "" {
		setAttr(e, "engine", v.Engine)
	}
	setAttr(e, "score", formatFloat(v.Score))
	if v.Version != "" {
		setAttr(e, "version", v.Version)
	}
	if v.Proved {
		setAttr(e, "proved", "true")
	}
	if v.AtMost {
		setAttr(e, "atmost", "true")
	}
	for _, f := range []struct {
		name string
		n    int
	}{{"margin", v.Margin}, {"plies", v.Plies}, {"depth", v.Depth}} {
		if f.n != 0 {
			setAttr(e, f.name, strconv.Itoa(f.n))
		}
	}
	if v.Nodes != 0 {
		setAttr(e, "nodes", strconv.FormatUint(v.Nodes, 10))
	}
	var shares []string
	for _, f := range v.Shares {
		shares = append(shares, formatFloat(f))
	}
	if shares != nil {
		setAttr(e, "shares", strings.Join(shares, " "))
	}
	var pv []string
	for _, m := range v.PV {
		w, err := n.word(m)
		if err != nil {
			return err
		}
		pv = append(pv, w)
	}
	if pv != nil {
		setAttr(e, "pv", strings.Join(pv, " "))
	}
	return nil
}

// unknown reports whether the stored element e is unknown as a whole, so it is not a rest.
func (n *notation) unknown(e *etree.Element) bool {
	return lineShapes.of(e) == nil || e.Tag != "kept" && !n.say(&notes{}, e)
}

// elements returns the elements of a node: the variation that begins with it, the node itself
// unless it is a move, and its notes.
func (n *notation) elements(node *model.Node) ([]*etree.Element, error) {
	var es []*etree.Element
	if node.Prev() != nil {
		es = append(es, &etree.Element{Tag: "var"})
	}
	if tag, text := textNode(node); tag != "" {
		es = append(es, setText(&etree.Element{Tag: tag}, text))
	}
	notes, err := n.notes(node)
	return append(es, notes...), err
}

// textNode returns the element name and the text of a set-up node or an unreadable move. It returns
// "" for moves and the root.
func textNode(node *model.Node) (tag, text string) {
	if _, ok := node.Move(); ok || node.Parent() == nil {
		return "", ""
	}
	if text := node.Raw(); text != "" {
		return "raw", text
	}
	return "setup", node.Setup()
}
