package xml

import (
	"context"
	stdxml "encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// The old format, version 1.0, is for alignment games on a plane board.
const (
	legacyVersion = "1.0"
	legacySeats   = 26 // player elements, of which the first ones play
)

// The old format's numbers.
var (
	legacyKinds   = []string{model.Human, "computer"} // type
	legacySymbols = []string{"nought", "cross"}       // symb, with two players
)

// legacyReader reads a document of the old format.
type legacyReader struct {
	*scanner
	doc  *model.Document
	warn []error
}

// DecodeLegacy reads a document of version 1.0. What the old programs got wrong
// without harm is a warning.
func DecodeLegacy(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	// Whatever encoding a file declares, it is UTF-8, or else some 8-bit one.
	data, latin1 := codec.Text(data)
	r := &legacyReader{scanner: newScanner(ctx, data, o, "", func(_ string, in io.Reader) (io.Reader, error) { return in, nil })}
	r.lines = map[*etree.Element]int{}
	if latin1 {
		r.warn = append(r.warn, o.Errorf(0, "the text is not UTF-8: it was read as Latin-1"))
	}
	root, err := r.root()
	if err != nil {
		return nil, err
	}
	parts := map[string]*etree.Element{}
	for _, e := range root.ChildElements() {
		if parts[e.Tag] != nil {
			return nil, r.errorAt(e, "the element <%s> occurs twice", codec.Cut(e.Tag))
		}
		parts[e.Tag] = e
		switch e.Tag {
		case "settings", "players", "cases":
		default:
			r.warnAt(e, "the element <%s> is not known: it was left out", codec.Cut(e.Tag))
		}
	}
	settings := parts["settings"]
	if settings == nil {
		return nil, r.errorAt(root, "the element <settings> is missing")
	}
	if err := r.settings(settings); err != nil {
		return nil, err
	}
	r.players(parts["players"])
	at := codec.Lines{}
	if err := r.cases(parts["cases"], settings, &at); err != nil {
		return nil, err
	}
	d := r.doc
	d.Warnings = append(r.warn, at.Problems(ctx, o, d.Tree)...)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d, nil
}

// root reads the whole file.
func (r *legacyReader) root() (*etree.Element, error) {
	t, err := r.next()
	if err != nil {
		return nil, err
	}
	start, ok := t.(stdxml.StartElement)
	if !ok || start.Name.Local != "save" {
		return nil, r.errorf("the root element <%s> is not that of an old save", label(start.Name))
	}
	e, err := r.element(start)
	if err != nil {
		return nil, err
	}
	return e, r.finish()
}

func (r *legacyReader) errorAt(e *etree.Element, format msg.Key, args ...any) error {
	return r.o.Errorf(r.lines[e], format, args...)
}

func (r *legacyReader) warnAt(e *etree.Element, format msg.Key, args ...any) {
	if len(r.warn) < codec.MaxWarnings {
		r.warn = append(r.warn, r.errorAt(e, format, args...))
	}
}

// number returns an attribute that must be a whole number.
func (r *legacyReader) number(e *etree.Element, name string) (int, error) {
	a := e.SelectAttr(name)
	if a == nil {
		return 0, r.errorAt(e, "<%s> has no attribute %s", e.Tag, name)
	}
	n, err := strconv.Atoi(strings.TrimSpace(a.Value))
	if err != nil {
		return 0, r.errorAt(e, "%s is %q, not a whole number", name, codec.Cut(a.Value))
	}
	return n, nil
}

// settings creates the document with the rules that the settings describe.
func (r *legacyReader) settings(e *etree.Element) error {
	if v := e.SelectAttrValue("version", legacyVersion); v != legacyVersion {
		return r.errorAt(e, "version %s of the old format is not known", codec.Cut(v))
	}
	spec := rules.Spec{Game: "line", Params: rules.Params{}}
	for _, p := range []struct{ name, param string }{
		{"nbPlayers", "players"},
		{"nbRows", "rows"},
		{"nbCols", "cols"},
		{"nbSymbs", "k"},
	} {
		n, err := r.number(e, p.name)
		if err != nil {
			return err
		}
		spec.Params[p.param] = strconv.Itoa(n)
	}
	ru, err := r.o.Build(spec)
	if err != nil {
		return r.errorAt(e, "%v", err)
	}
	r.doc = model.NewDocument(ru)
	return nil
}

// players takes over those who play. None is missed: the old programs wrote
// all 26, others fewer.
func (r *legacyReader) players(e *etree.Element) {
	if e == nil {
		return
	}
	for i, c := range e.ChildElements() {
		if i >= len(r.doc.Players) {
			return
		}
		p := &r.doc.Players[i]
		if err := p.Set("name", c.SelectAttrValue("name", "")); err != nil {
			r.warnAt(c, "the attribute name is left out: %v", err)
		}
		if n, ok := r.index(c, "type", len(legacyKinds)); ok {
			p.Kind = legacyKinds[n]
		}
		if n, ok := r.index(c, "difficulty", 6); ok {
			p.Level = n
		}
		if n, ok := r.index(c, "symb", legacySeats); ok {
			p.Symbol = string(rules.Player(n).Letter())
			if len(r.doc.Players) == 2 && n < len(legacySymbols) {
				p.Symbol = legacySymbols[n]
			}
		}
		if c.SelectAttr("score") != nil {
			n, err := r.number(c, "score")
			if err != nil {
				r.warnAt(c, "the score %q was left out", codec.Cut(c.SelectAttrValue("score", "")))
			}
			p.Score = n
		}
	}
}

// index returns an attribute that must be less than limit. It is false when the
// attribute is missing, or wrong, which is a warning.
func (r *legacyReader) index(e *etree.Element, name string, limit int) (int, bool) {
	if e.SelectAttr(name) == nil {
		return 0, false
	}
	n, err := r.number(e, name)
	if err != nil || n < 0 || n >= limit {
		r.warnAt(e, "the attribute %s is %q, which means nothing: it was left out", name, codec.Cut(e.SelectAttrValue(name, "")))
		return 0, false
	}
	return n, true
}

// placed is a piece on the board.
type placed struct {
	e     *etree.Element
	cell  rules.Cell
	owner rules.Player
}

// cases loads the pieces: as moves when they stand in the order of play, else
// as a position.
func (r *legacyReader) cases(e, settings *etree.Element, at *codec.Lines) error {
	var all []placed
	if e != nil {
		var err error
		if all, err = r.placed(e); err != nil {
			return err
		}
	}
	tree := r.doc.Tree
	at.Add(tree.Root(), r.lines[settings])
	players := rules.Player(len(r.doc.Players))
	turn, ok := r.index(settings, "numPlayer", int(players))
	if len(all) == 0 || !inOrder(all, players) {
		return r.setUp(all, rules.Player(turn), settings)
	}
	if first := all[0].owner; first != 0 {
		if err := r.setUp(nil, first, settings); err != nil {
			return err
		}
	}
	n := tree.Root()
	for _, p := range all {
		n = tree.Add(n, rules.Place(p.cell))
		at.Add(n, r.lines[p.e])
	}
	// Programs disagree whether numPlayer is who moves next or who moved last.
	pos, err := tree.Position(n)
	moved := all[len(all)-1].owner
	if err == nil && ok && pos.Turn() != rules.NoPlayer && pos.Turn() != rules.Player(turn) && moved != rules.Player(turn) {
		r.warnAt(settings, "numPlayer names player %d, but by the moves this player is not to move and did not move last: the moves were kept", turn+1)
	}
	return nil
}

// placed reads the cases.
func (r *legacyReader) placed(e *etree.Element) ([]placed, error) {
	cells := map[[2]int]rules.Cell{}
	for i, c := range r.doc.Tree.Rules().Board().Cells {
		cells[[2]int{c.Row, c.Col}] = rules.Cell(i)
	}
	taken := map[rules.Cell]bool{}
	var all []placed
	for _, c := range e.ChildElements() {
		if c.Tag != "case" {
			r.warnAt(c, "the element <%s> is not known: it was left out", codec.Cut(c.Tag))
			continue
		}
		row, err := r.number(c, "row")
		if err != nil {
			return nil, err
		}
		col, err := r.number(c, "col")
		if err != nil {
			return nil, err
		}
		cell, ok := cells[[2]int{row, col}]
		switch {
		case !ok:
			return nil, r.errorAt(c, "row %d, column %d is outside the board", row, col)
		case taken[cell]:
			return nil, r.errorAt(c, "row %d, column %d is given twice", row, col)
		}
		taken[cell] = true
		owner, err := strconv.Atoi(strings.TrimSpace(c.Text()))
		if err != nil {
			return nil, r.errorAt(c, "the owner %q of a cell is not a whole number", codec.Cut(strings.TrimSpace(c.Text())))
		}
		if owner < 0 || owner >= len(r.doc.Players) {
			return nil, r.errorAt(c, "there is no player %d to own a cell: they are counted from 0 to %d", owner, len(r.doc.Players)-1)
		}
		all = append(all, placed{c, cell, rules.Player(owner)})
	}
	return all, nil
}

// setUp begins the game with a position.
func (r *legacyReader) setUp(all []placed, turn rules.Player, settings *etree.Element) error {
	ru := r.doc.Tree.Rules()
	s := rules.SetupOf(ru, ru.Start())
	s.Turn = turn
	for _, p := range all {
		s.Cells[p.cell] = rules.Piece(p.owner)
	}
	pos, err := ru.SetUp(s)
	if err == nil {
		err = r.doc.Tree.SetStart(pos.String())
	}
	if err != nil {
		return r.errorAt(settings, "%v", err)
	}
	if w, ok := ru.(rules.Warner); ok && len(all) > 0 {
		if err := w.Warn(pos); err != nil {
			r.warnAt(settings, "%v", err)
		}
	}
	return nil
}
