package xml

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Encode writes a document in version 2. It uses the lowest minor version that supports the
// content, to avoid needless warnings in older programs. It returns an error if the document
// exceeds the limits of Decode or contains an invalid move or mark, and ctx.Err() if ctx ends.
func Encode(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	if n := len(d.Info); n > maxItems {
		return msg.Errorf("the document has %d items of information, more than the %d that can be read again", n, maxItems)
	}
	if n := d.Tree.Len(); n > codec.MaxNodes {
		return msg.Errorf("the game tree has %d nodes, more than the %d that can be read again", n, codec.MaxNodes)
	}
	v, size := survey(d)
	if b, ok := w.(interface{ Grow(n int) }); ok { // growing in steps would take twice the memory
		b.Grow(min(size, codec.MaxFile))
	}
	root, err := head(ctx, d, v)
	if err != nil {
		return err
	}
	tree := root.ChildElements()[len(root.ChildElements())-1]
	indent(root, 0)
	body := &lineWriter{ctx: ctx, progress: p, CharData: etree.NewText(""), tree: d.Tree, notation: newNotation(d.Tree.Rules())}
	body.kept.add(d.Foreign)
	if err := body.kept.check(); err != nil {
		return err
	}
	tree.AddChild(body)
	doc := etree.NewDocument()
	doc.WriteSettings = *canonical
	doc.CreateProcInst("xml", `version="1.0" encoding="UTF-8"`)
	doc.CreateText("\n")
	doc.AddChild(root)
	doc.CreateText("\n")
	out := codec.Limited(w)
	if _, err := doc.WriteTo(out); err != nil {
		return err
	}
	return cmp.Or(body.err, ctx.Err()) // lineWriter checks ctx only at intervals
}

// survey returns the lowest version that supports the document, and the approximate size of its
// tree in bytes.
func survey(d *model.Document) (version string, size int) {
	t := d.Tree
	words, cells := 0, t.Rules().Board().Cells
	for i := range cells {
		words += len(cells[i].Label)
	}
	word := words/max(len(cells), 1) + len("  ")
	least := 0 // index of the version
	if slices.ContainsFunc(d.Players, func(p model.Player) bool { return p.Score != 0 }) {
		least = 3
	}
	for n := range t.All() {
		size += word
		if n.Prev() != nil {
			size += len("<var></var>  ")
		}
		if n.Plain() {
			continue
		}
		if text := n.Comment(); text != "" {
			size += len("<comment></comment> ") + len(text)
		}
		switch {
		case least < 3 && slices.ContainsFunc(n.Evals(), detailed):
			least = 3
		case least < 2 && n.Advice() != (model.Advice{}):
			least = 2
		case least < 1 && (n.Name() != "" || n.Bookmarked() || n.Color() != "" || n.Number() != 0 || len(n.Lines()) > 0 || slices.ContainsFunc(n.Glyphs(), ofPosition)):
			least = 1
		}
	}
	return versions[least], size
}

// detailed reports whether an evaluation has an attribute that version 2.2 does not support.
func detailed(v model.Eval) bool {
	return v.Version != "" || v.AtMost || v.Margin != 0 || len(v.Shares) > 0
}

func ofPosition(g model.Glyph) bool {
	_, _, ok := g.Position()
	return ok
}

// head returns the root element with everything before the tree, followed by the empty tree
// element. It returns an error if the head exceeds the limits of Decode.
func head(ctx context.Context, d *model.Document, version string) (*etree.Element, error) {
	root := &etree.Element{Tag: "studio"}
	setAttr(root, "xmlns", Namespace)
	setAttr(root, "version", version)
	spec := d.Tree.Rules().Spec()
	game := root.CreateElement("game")
	setAttr(game, "name", spec.Game)
	for _, name := range spec.Params.Names() {
		p := game.CreateElement("param")
		setAttr(p, "name", name)
		setAttr(p, "value", spec.Params[name])
	}
	players := root.CreateElement("players")
	for i, p := range d.Players {
		e := players.CreateElement("player")
		setAttr(e, "seat", strconv.Itoa(i+1))
		for what, value := range p.Words() {
			setAttr(e, what, value)
		}
	}
	info := etree.NewElement("info")
	for _, key := range slices.Sorted(maps.Keys(d.Info)) {
		if d.Info[key] != "" {
			item := info.CreateElement("item")
			setAttr(item, "key", key)
			setText(item, d.Info[key])
		}
	}
	if len(info.Child) > 0 {
		root.AddChild(info)
	}
	if text := d.Tree.Root().Setup(); text != "" {
		setText(root.CreateElement("start"), text)
	}
	tree := root.CreateElement("tree")
	if err := tooMany(d.Foreign); err != nil {
		return nil, err
	}
	for key := range d.Info {
		if len(key) > maxWord {
			return nil, msg.Errorf("the key %q is longer than the %d bytes that can be read again", codec.Cut(key), maxWord)
		}
	}
	known := []*etree.Element{root}
	for _, e := range root.ChildElements() {
		known = append(append(known, e), e.ChildElements()...)
	}
	for _, e := range headShapes.carry(ctx, d.Foreign, known, func(*etree.Element) bool { return false }) {
		root.AddChild(e)
	}
	root.AddChild(tree) // moves it to the end
	return root, tooLong(root)
}

// tooMany returns an error if there are more elements in one place than Decode accepts.
func tooMany(foreign []model.Foreign) error {
	if n := len(foreign); n > maxForeign {
		return msg.Errorf("there are %d unknown elements in one place, more than the %d that can be read again", n, maxForeign)
	}
	return nil
}

// tooLong returns an error if a text is longer than Decode accepts.
func tooLong(e *etree.Element) error {
	size := 0
	for _, c := range e.Child {
		switch c := c.(type) {
		case *etree.CharData:
			size += textLen(e, c.Data)
		case *etree.Element:
			if err := tooLong(c); err != nil { // heads have limited depth
				return err
			}
		}
	}
	inAttrs := 0
	for _, a := range e.Attr {
		inAttrs += len(a.Value)
	}
	if size = max(size, inAttrs); size > codec.MaxText && e.Tag != "kept" {
		return msg.Errorf("a text of %d bytes is longer than the %d that can be read again", size, codec.MaxText)
	}
	return nil
}

// indent puts each element of the head on its own line. It changes only elements whose text is
// ignored, to preserve unknown content.
func indent(e *etree.Element, depth int) {
	if len(e.Child) == 0 || !slices.Contains([]string{"studio", "game", "players", "info"}, e.Tag) {
		return
	}
	var with []etree.Token
	for _, c := range e.Child {
		if k, ok := c.(*etree.Element); ok && headShapes.within(k, e.Tag) {
			indent(k, depth+1)
		}
		with = append(with, etree.NewText("\n"+strings.Repeat("  ", depth+1)), c)
	}
	e.Child = append(with, etree.NewText("\n"+strings.Repeat("  ", depth)))
	e.ReindexChildren()
}

// lineWriter writes the game tree. It is a token of the etree document, so the tree, its largest
// part, needs no memory.
type lineWriter struct {
	*etree.CharData
	ctx      context.Context
	progress codec.Progress
	tree     *model.Tree
	notation *notation
	out      etree.Writer
	column   int  // number of bytes in the current line
	tight    bool // no gap is needed before the next word
	depth    int  // nesting depth of variations
	kept     foreignSize
	said     int // number of notes
	varied   int // number of variations
	best     int // number of moves in evaluations
	err      error
}

// width is the preferred maximum length of lines in the file.
const width = 100

// WriteTo writes the lines of play. The order is: a node, its variations, then the continuation.
func (w *lineWriter) WriteTo(out etree.Writer, _ *etree.WriteSettings) {
	w.out = out
	w.raw("\n")
	root := w.tree.Root()
	n := root
	for count := 0; n != nil && w.err == nil; count++ {
		if count%1024 == 0 {
			w.progress.Report(int64(count), int64(w.tree.Len()))
			if w.err = w.ctx.Err(); w.err != nil {
				return
			}
		}
		w.node(n)
		switch {
		case n.Prev() == nil && n.Next() != nil:
			n = n.Next() // the first variation to n
		case n.First() != nil:
			n = n.First()
		default:
			n = w.up(n)
		}
	}
	w.newline()
}

// up returns the node to write after the line that ends with n, or nil at the end of the tree.
func (w *lineWriter) up(n *model.Node) *model.Node {
	for n.Parent() != nil {
		if n.Prev() == nil {
			n = n.Parent()
			continue
		}
		// n was the first move of a variation.
		w.raw("</var>")
		w.depth--
		if n.Next() != nil {
			return n.Next()
		}
		if n = n.Parent().First(); n.First() != nil {
			return n.First()
		}
	}
	return nil
}

// node writes a node. If a variation begins with it, node first begins the variation.
func (w *lineWriter) node(n *model.Node) {
	m, isMove := n.Move()
	if n.Plain() && n.Prev() == nil {
		w.word(m)
		return
	}
	es, err := w.notation.elements(n)
	if err != nil {
		w.err = err
		return
	}
	notes := len(es) + len(n.Foreign())
	if n.Prev() != nil {
		notes--
	}
	if w.err = cmp.Or(tooMany(n.Foreign()), w.count(n, notes)); w.err != nil {
		return
	}
	es = append(es, lineShapes.carry(w.ctx, n.Foreign(), es, w.notation.unknown)...)
	if n.Prev() != nil {
		w.variation(es[0])
		es = es[1:]
	}
	if isMove {
		w.word(m)
	}
	for _, e := range es {
		w.element(e)
	}
}

// count counts notes and returns an error if Decode would reject their number.
func (w *lineWriter) count(n *model.Node, notes int) error {
	w.said += notes
	w.kept.add(n.Foreign())
	for _, v := range n.Evals() {
		w.best += len(v.PV)
	}
	switch {
	case len(n.Raw()) > codec.MaxRaw:
		return msg.Errorf("an unreadable move of %d bytes is too long to be read again", len(n.Raw()))
	case w.said > codec.MaxNotes:
		return msg.Errorf("the game tree has more than the %d notes that can be read again", codec.MaxNotes)
	case w.best > codec.MaxBest:
		return msg.Errorf("the evaluations have more moves than the %d that can be read again", codec.MaxBest)
	}
	return w.kept.check()
}

// variation begins a variation. e contains only its attributes.
func (w *lineWriter) variation(e *etree.Element) {
	if w.depth++; w.depth > codec.MaxDepth {
		w.err = msg.Errorf("variations are nested more than %d deep, too deep to be read again", codec.MaxDepth)
		return
	}
	if w.varied++; w.varied > codec.MaxVariations {
		w.err = msg.Errorf("the game tree has more than the %d variations that can be read again", codec.MaxVariations)
		return
	}
	w.newline()
	w.raw(strings.TrimSuffix(markup(e), "/>") + ">")
	w.tight = true
}

// word writes a move in the notation of the line, or stores an error in w.err.
func (w *lineWriter) word(m rules.Move) {
	text, err := w.notation.word(m)
	if err != nil {
		w.err = err
		return
	}
	w.gap(len(text))
	w.raw(text)
}

// element writes an element that belongs to a move.
func (w *lineWriter) element(e *etree.Element) {
	if err := tooLong(e); err != nil {
		w.err = err
		return
	}
	text := markup(e)
	w.gap(len(text))
	w.raw(text)
}

// gap separates the next size bytes from the previous ones.
func (w *lineWriter) gap(size int) {
	switch {
	case w.tight || w.column == 0:
	case w.column+1+size > width:
		w.newline()
	default:
		w.raw(" ")
	}
	w.tight = false
}

// newline begins a new line unless the current one is empty.
func (w *lineWriter) newline() {
	if w.column > 0 {
		w.raw("\n")
	}
}

// raw writes text unchanged. Errors are stored in w.err.
func (w *lineWriter) raw(text string) {
	if _, err := w.out.WriteString(text); err != nil {
		w.err = err
	}
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		w.column, text = 0, text[i+1:]
	}
	w.column += len(text)
}
