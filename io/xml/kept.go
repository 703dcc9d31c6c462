package xml

import (
	"bytes"
	"cmp"
	"context"
	stdxml "encoding/xml"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
)

// What this version does not know is kept as pieces: an unknown element as a whole, or the unknown
// attributes of one known element, inside its nearest known parent. Of known elements a piece
// has the name and the keys only, so it is put back wherever such elements stand.
//
//	<studio><players><player seat="2"><photo href="bo.png"/></player></players></studio>

// read reads on to the end of the known element that start began: what is known of it, and the
// pieces of the rest.
func (s *scanner) read(start stdxml.StartElement, sh *shape) (e *etree.Element, pieces []*etree.Element, err error) {
	if e, pieces, err = s.begin(start, sh); err != nil {
		return nil, nil, err
	}
	var text []byte
	most := codec.MaxText
	if e.SelectAttr("enc") != nil {
		most = maxEncoded
	}
	for {
		t, err := s.next()
		if err != nil {
			return nil, nil, err
		}
		switch t := t.(type) {
		case stdxml.StartElement:
			kid := sh.kids[t.Name.Local]
			known := kid != nil && s.ours(t.Name)
			var c *etree.Element
			var inside []*etree.Element
			if known {
				c, inside, err = s.read(t, kid) // shapes are three deep
			} else {
				c, err = s.element(t)
				inside = []*etree.Element{c}
			}
			if err != nil {
				return nil, nil, err
			}
			if known {
				e.AddChild(c)
			}
			for _, p := range inside {
				pieces = append(pieces, within(sh.bare(e), p))
			}
			if err := s.few(pieces); err != nil {
				return nil, nil, err
			}
		case stdxml.CharData:
			if text = append(text, t...); len(text) > most {
				return nil, nil, s.errorf("the text of <%s> is longer than %d bytes", e.Tag, codec.MaxText)
			}
		case stdxml.EndElement:
			if len(text) > 0 {
				e.CreateText(string(text))
			}
			return e, pieces, nil
		}
	}
}

// begin returns a known element with its known attributes, and the piece of the others if there are any.
func (s *scanner) begin(start stdxml.StartElement, sh *shape) (e *etree.Element, pieces []*etree.Element, err error) {
	if s.count++; s.count > maxElements && s.lines != nil {
		return nil, nil, s.errorf("there are more than %d elements before the game tree", maxElements)
	}
	e = &etree.Element{Tag: start.Name.Local}
	if s.lines != nil {
		s.lines[e] = s.line
	}
	var other []etree.Attr
	var needed map[string]string
	for _, a := range start.Attr {
		attr := etree.Attr{Space: a.Name.Space, Key: a.Name.Local, Value: a.Value}
		switch _, declared := declares(a.Name); {
		case declared:
		case sh.knows(attr):
			e.Attr = append(e.Attr, attr)
		default:
			other = append(other, attr)
			if a.Name.Space != "" {
				if needed == nil {
					needed = map[string]string{}
				}
				s.need(needed, a.Name, len(s.open)+1) // whoever declares it, it is declared here
			}
		}
	}
	if len(other) == 0 {
		return e, nil, nil
	}
	piece := sh.bare(e)
	piece.Attr = append(piece.Attr, other...)
	declare(piece, needed)
	return e, []*etree.Element{piece}, nil
}

// few refuses more pieces in one place than are kept.
func (s *scanner) few(pieces []*etree.Element) error {
	if len(pieces) > maxPieces {
		return s.errorf("there are more than %d unknown elements in one place", maxPieces)
	}
	return nil
}

// within puts e into another element, and returns that.
func within(around, e *etree.Element) *etree.Element {
	around.AddChild(e)
	return around
}

// foreign returns pieces as they are kept in the model, and refuses them when all of the
// file are too long: they repeat the keys of what they lie in, and what their prefixes stand
// for, so they can be much longer than the file. sh is what their first elements stand in.
//
// They are sorted by the elements that they belong to, and only pieces of one
// element keep the order that they were found in. So their order does not depend
// on where those elements stand in a file, nor on whether they are still there.
func (s *scanner) foreign(pieces []*etree.Element, sh *shape) ([]model.Foreign, error) {
	if len(pieces) == 0 {
		return nil, nil
	}
	type keyed struct{ key, text string }
	list := make([]keyed, len(pieces))
	for i, p := range pieces {
		text, ok := keptText(p)
		if ok {
			p, _ = parsePiece(s.ctx, text)
		} else {
			text = markup(p)
		}
		s.kept.add([]model.Foreign{{XML: text}})
		if err := s.kept.check(); err != nil {
			return nil, s.errorf("%v", err)
		}
		list[i].text = text
		if len(pieces) > 1 && p != nil {
			list[i].key = owner(p, sh)
		}
	}
	slices.SortStableFunc(list, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	fs := make([]model.Foreign, len(list))
	for i := range list {
		fs[i].XML = list[i].text
	}
	return fs, nil
}

// burden counts all that is kept of a file. A reader and a writer count the same.
type burden struct{ bytes, elements int }

func (b *burden) add(foreign []model.Foreign) {
	for _, f := range foreign {
		b.bytes += len(f.XML)
		b.elements += strings.Count(f.XML, "<") - strings.Count(f.XML, "</")
	}
}

// check refuses more than can be kept.
func (b *burden) check() error {
	switch {
	case b.bytes > maxUnknown:
		return msg.Errorf("what is kept of unknown elements is longer than %d bytes", maxUnknown)
	case b.elements > codec.MaxNotes:
		return msg.Errorf("there are more than %d unknown elements", codec.MaxNotes)
	}
	return nil
}

// keptText returns the text that an element was made for that holds what
// cannot stand in the file as XML.
func keptText(e *etree.Element) (string, bool) {
	if e.Tag != "kept" || !plain(e) {
		return "", false
	}
	text, err := textOf(e)
	return text, err == nil
}

// owner names the known elements down to the one that a piece belongs to. What it says in attributes
// goes before what it says in elements.
func owner(piece *etree.Element, sh *shape) string {
	known := sh.kid(piece)
	if known == nil {
		return ">"
	}
	key := known.key(piece)
	if kids := piece.ChildElements(); len(kids) == 1 {
		key += owner(kids[0], known)
	}
	return key
}

// canonical makes what is written read back exactly.
var canonical = &etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}

// markup returns e as text.
func markup(e *etree.Element) string {
	var b bytes.Buffer
	e.WriteTo(&b, canonical)
	return b.String()
}

// parsePiece reads the text of a piece. It reports false for a text that markup
// would not write so: nothing but pieces may be put into a file as XML.
func parsePiece(ctx context.Context, text string) (*etree.Element, bool) {
	s := newScanner(ctx, []byte(text), codec.Options{}, Namespace, nil)
	t, err := s.next()
	start, ok := t.(stdxml.StartElement)
	if err != nil || !ok {
		return nil, false
	}
	e, err := s.element(start)
	if err != nil || s.finish() != nil || markup(e) != text {
		return nil, false
	}
	return e, true
}

// carry has place put each piece of foreign into the file, and put an element with its text where it
// has no place. Of pieces of one element, none has a place after one that had none: else they
// would be read in another order. sh is what their first elements stand in.
func carry(ctx context.Context, foreign []model.Foreign, sh *shape, place func(piece *etree.Element) bool, put func(*etree.Element)) {
	lost := map[string]bool{}
	for _, f := range foreign {
		piece, ok := parsePiece(ctx, f.XML)
		if ok {
			key := owner(piece, sh)
			ok = !lost[key] && place(piece)
			lost[key] = !ok
		}
		if !ok {
			put(setText(&etree.Element{Tag: "kept"}, f.XML))
		}
	}
}

// restore puts a piece back into e, whose shape is sh and whose name and keys the
// piece has. It reports false, and changes nothing, when an element that the
// piece needs is not there, or something else stands where it belongs.
func restore(e, piece *etree.Element, sh *shape) bool {
	var attrs []etree.Attr
	for _, a := range piece.Attr {
		switch {
		case a.Space == "" && slices.Contains(sh.keys, a.Key):
		case sh.knows(a):
			return false
		default:
			attrs = append(attrs, a)
		}
	}
	kids := piece.ChildElements()
	switch {
	case len(kids)+min(len(attrs), 1) != 1 || strings.Trim(piece.Text(), space) != "":
		return false // this is not a piece
	case len(attrs) > 0:
		if len(e.Attr)+len(attrs) > maxAttrs || slices.ContainsFunc(e.Attr, func(a etree.Attr) bool { return !sh.knows(a) }) {
			return false // it has such a piece already
		}
		for _, a := range attrs {
			e.Attr = append(e.Attr, etree.Attr{Space: a.Space, Key: a.Key, Value: a.Value})
		}
		return true
	case sh.kid(kids[0]) == nil:
		e.AddChild(kids[0].Copy())
		return true
	}
	known := sh.kid(kids[0])
	return slices.ContainsFunc(e.ChildElements(), func(c *etree.Element) bool { return known.alike(c, kids[0]) && restore(c, kids[0], known) })
}
