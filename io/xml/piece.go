package xml

import (
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
	type keyed struct {
		key  string
		text model.Foreign
	}
	list := make([]keyed, len(pieces))
	for i, p := range pieces {
		k := &list[i]
		if text, ok := keptText(p); ok {
			k.text.XML = text
			p, _ = parsePiece(s.ctx, text)
		} else {
			k.text.XML = markup(p)
		}
		s.kept.add([]model.Foreign{k.text})
		if err := s.kept.check(); err != nil {
			return nil, s.errorf("%v", err)
		}
		if len(pieces) > 1 && p != nil {
			k.key = owner(p, sh)
		}
	}
	slices.SortStableFunc(list, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	fs := make([]model.Foreign, len(list))
	for i := range list {
		fs[i] = list[i].text
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

// owner names the known elements that a piece lies in, down to the one that it
// belongs to; "" when it stands by itself. What it says in attributes goes
// before what it says in elements.
func owner(piece *etree.Element, sh *shape) string {
	var b strings.Builder
	for e := piece; ; e = e.ChildElements()[0] {
		known := sh.kids[e.Tag]
		if known == nil || !plain(e) {
			b.WriteString(">")
			return b.String()
		}
		b.WriteString("<" + e.Tag)
		for _, k := range known.keys {
			if a := e.SelectAttr(k); a != nil {
				b.WriteString(" " + k + "=" + a.Value)
			}
		}
		if sh = known; len(e.ChildElements()) != 1 {
			return b.String()
		}
	}
}

// plain reports whether a piece begins with an element of this format.
func plain(e *etree.Element) bool { return e.Space == "" && e.SelectAttr("xmlns") == nil }

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

// merge puts a piece back into e, whose shape is sh and whose name and keys the
// piece has. It reports false, and changes nothing, when an element that the
// piece needs is not there, or something else stands where it belongs.
func merge(e, piece *etree.Element, sh *shape) bool {
	for _, a := range piece.Attr {
		if slices.Contains(sh.keys, a.Key) && a.Space == "" {
			continue
		}
		if a.Space == "" && slices.Contains(sh.attrs, a.Key) {
			return false
		}
	}
	if len(piece.Attr) > 0 && len(piece.ChildElements()) == 0 && slices.ContainsFunc(e.Attr, func(a etree.Attr) bool {
		return a.Space != "" || a.Key != "xmlns" && !slices.Contains(sh.attrs, a.Key)
	}) {
		return false // it has such a piece already
	}
	if len(e.Attr)+len(piece.Attr) > maxAttrs {
		return false
	}
	kids := piece.ChildElements()
	if len(kids) > 1 || len(kids) == 0 && len(piece.Attr) == 0 || strings.Trim(piece.Text(), space) != "" {
		return false
	}
	if len(kids) == 1 {
		kid := kids[0]
		known := sh.kids[kid.Tag]
		if known == nil || kid.Space != "" || kid.SelectAttr("xmlns") != nil {
			e.AddChild(kid.Copy())
		} else if !slices.ContainsFunc(e.ChildElements(), func(c *etree.Element) bool {
			return alike(c, kid, known) && merge(c, kid, known)
		}) {
			return false
		}
	}
	for _, a := range piece.Attr {
		if a.Space != "" || !slices.Contains(sh.keys, a.Key) {
			e.Attr = append(e.Attr, etree.Attr{Space: a.Space, Key: a.Key, Value: a.Value})
		}
	}
	return true
}

// alike reports whether a and b have the same name and keys.
func alike(a, b *etree.Element, sh *shape) bool {
	if a.Tag != b.Tag || a.Space != b.Space {
		return false
	}
	for _, k := range sh.keys {
		if x, y := a.SelectAttr(k), b.SelectAttr(k); (x == nil) != (y == nil) || x != nil && x.Value != y.Value {
			return false
		}
	}
	return true
}
