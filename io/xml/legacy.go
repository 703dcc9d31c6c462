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
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// The old format, version 1.0, supports alignment games on a plane board.
const (
	legacyVersion = "1.0"
	legacySeats   = 26 // number of player elements; only the first ones play
	maxLevel      = 5  // maximum level of a model.Player
	usualLevel    = 2  // default level of the old programs (easy)
)

// The values of numeric attributes of the old format.
var (
	legacyKinds   = []string{model.Human, "computer"} // attribute type
	legacySymbols = []string{"nought", "cross"}       // attribute symb, with two players
)

// legacyReader reads a document in the old format.
type legacyReader struct {
	*scanner
	doc  *model.Document
	warn []error
}

// DecodeLegacy reads a document of version 1.0. Harmless errors of the old programs become
// warnings. It returns an error if the file is invalid, and ctx.Err() if ctx ends.
func DecodeLegacy(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	// The file may be UTF-8 even if it declares another charset.
	data, warn := o.TextIn(data, codec.DeclaredXML(data))
	r := &legacyReader{scanner: newScanner(ctx, data, o, "", func(_ string, in io.Reader) (io.Reader, error) { return in, nil })}
	r.lines = map[*etree.Element]int{}
	r.warn = append(r.warn, warn...)
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
		return nil, r.errorf("the root element <%s> does not belong to an old save", label(start.Name))
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

// number returns the value of a required integer attribute.
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

// settings creates the document with the rules described by the settings.
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
	ru, err := r.o.Games.FromSpec(spec)
	if err != nil {
		return r.errorAt(e, "%v", err)
	}
	r.doc = model.NewDocument(ru)
	return nil
}

// players reads the players. Missing players are not an error: the old programs wrote all 26,
// others fewer.
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
		// Levels range from 0 (very easy) to 4 (expert). Earlier versions of Studio counted from 1
		// without marking the file, so 5 also means expert.
		if n, ok := r.index(c, "difficulty", maxLevel+1); ok {
			p.Level = min(n+1, maxLevel)
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

// index returns the value of an integer attribute that must be less than limit. ok is false if the
// attribute is missing, or if it is invalid, which adds a warning.
func (r *legacyReader) index(e *etree.Element, name string, limit int) (int, bool) {
	if e.SelectAttr(name) == nil {
		return 0, false
	}
	n, err := r.number(e, name)
	if err != nil || n < 0 || n >= limit {
		r.warnAt(e, "the attribute %s has the invalid value %q: it was left out", name, codec.Cut(e.SelectAttrValue(name, "")))
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

// cases reads the pieces. They become moves if they are in playing order, otherwise a position.
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
	// Some programs store the player to move in numPlayer, others the player who moved last.
	pos, err := tree.Position(n)
	moved := all[len(all)-1].owner
	if err == nil && ok && pos.Turn() != rules.NoPlayer && pos.Turn() != rules.Player(turn) && moved != rules.Player(turn) {
		r.warnAt(settings, "numPlayer names player %d, but by the moves this player is not to move and did not move last: the moves were kept", turn+1)
	}
	return nil
}

// placed reads the list of pieces.
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
			return nil, r.errorAt(c, "the player of a cell must be from 0 to %d, not %d", len(r.doc.Players)-1, owner)
		}
		all = append(all, placed{c, cell, rules.Player(owner)})
	}
	return all, nil
}

// setUp sets the start position.
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
