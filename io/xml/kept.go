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

// What this version does not know is kept as elements of the document, or of the node where they
// stand: an unknown element as a whole; and of a known one the rest, which has its name, its keys,
// and all that is unknown in it. A rest is put back into the element with that name and those keys.
//
//	<player seat="2" elo="1900"><photo href="bo.png"/></player>

// read reads on to the end of the known element that start began: what is known of it, and the
// rests of it and of those in it.
func (s *scanner) read(start stdxml.StartElement, known shapes) (e *etree.Element, rests []*etree.Element, err error) {
	sh := known[start.Name.Local]
	e, rest, err := s.begin(start, sh)
	if err != nil {
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
			if kid := known[t.Name.Local]; kid != nil && kid.in == e.Tag && s.ours(t.Name) {
				c, inside, err := s.read(t, known) // shapes are three deep
				if err != nil {
					return nil, nil, err
				}
				e.AddChild(c)
				rests = append(rests, inside...)
			} else if rest, err = s.more(rest, sh.bare(e), t); err != nil {
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
			if rest != nil {
				rests = append(rests, rest)
			}
			return e, rests, s.few(len(rests))
		}
	}
}

// begin returns a known element with its known attributes, and its rest if there are others.
func (s *scanner) begin(start stdxml.StartElement, sh *shape) (e, rest *etree.Element, err error) {
	if s.count++; s.count > maxElements && s.lines != nil {
		return nil, nil, s.errorf("there are more than %d elements before the game tree", maxElements)
	}
	e = &etree.Element{Tag: start.Name.Local}
	if s.lines != nil {
		s.lines[e] = s.line
	}
	var other []etree.Attr
	needed := map[string]string{}
	for _, a := range start.Attr {
		attr := etree.Attr{Space: a.Name.Space, Key: a.Name.Local, Value: a.Value}
		switch _, declared := declares(a.Name); {
		case declared:
		case sh.knows(attr):
			e.Attr = append(e.Attr, attr)
		default:
			other = append(other, attr)
			if a.Name.Space != "" {
				s.need(needed, a.Name, len(s.open)+1) // whoever declares it, it is declared here
			}
		}
	}
	if len(other) > 0 {
		rest = sh.bare(e)
		rest.Attr = append(rest.Attr, other...)
		declare(rest, needed)
	}
	return e, rest, nil
}

// more reads the unknown element that start began into a rest, which is bare when there is none yet.
func (s *scanner) more(rest, bare *etree.Element, start stdxml.StartElement) (*etree.Element, error) {
	c, err := s.element(start)
	if err != nil {
		return nil, err
	}
	if rest == nil {
		rest = bare
	}
	rest.AddChild(c)
	return rest, s.few(len(rest.Child))
}

// few refuses more elements in one place than are kept.
func (s *scanner) few(kept int) error {
	if kept > maxKept {
		return s.errorf("there are more than %d unknown elements in one place", maxKept)
	}
	return nil
}

// foreign returns elements as they are kept in the model, and refuses them when all of the
// file are too long: rests repeat keys, and what prefixes stand for, so they can be much
// longer than the file.
//
// They are sorted by names and keys, and only those with the same keep the order that they
// were found in. So their order does not depend on where known elements stand in a file,
// nor on whether they are still there.
func (s *scanner) foreign(kept []*etree.Element, known shapes) ([]model.Foreign, error) {
	if len(kept) == 0 {
		return nil, nil
	}
	type keyed struct{ key, text string }
	list := make([]keyed, len(kept))
	for i, e := range kept {
		text, ok := keptText(e)
		if ok {
			e = known.parse(s.ctx, text)
		}
		if !ok || e != nil {
			text = markup(e)
		}
		s.kept.add([]model.Foreign{{XML: text}})
		if err := s.kept.check(); err != nil {
			return nil, s.errorf("%v", err)
		}
		if list[i].text = text; e != nil {
			list[i].key = known.key(e)
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
	case b.elements > maxLoose:
		return msg.Errorf("there are more than %d unknown elements", maxLoose)
	}
	return nil
}

// keptText returns the text that an element was made for that holds what
// cannot stand in the file as XML.
func keptText(e *etree.Element) (string, bool) {
	if e.Tag != "kept" || headShapes.of(e) == nil {
		return "", false
	}
	text, err := textOf(e)
	return text, err == nil
}

// canonical makes what is written read back exactly.
var canonical = &etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}

// markup returns e as text.
func markup(e *etree.Element) string {
	var b bytes.Buffer
	e.WriteTo(&b, canonical)
	return b.String()
}

// parse reads an element that is kept. It returns nil for a text that markup would not write
// so: nothing but that may be put into a file as XML.
func (known shapes) parse(ctx context.Context, text string) *etree.Element {
	s := newScanner(ctx, []byte(text), codec.Options{}, Namespace, nil)
	t, err := s.next()
	start, ok := t.(stdxml.StartElement)
	if err != nil || !ok {
		return nil
	}
	e, err := s.element(start)
	if err != nil || s.finish() != nil || markup(e) != text {
		return nil
	}
	// Older files and journals have rests inside the elements around them.
	for sh := known.of(e); sh != nil && len(e.Child) == 1 && len(e.Attr) == len(sh.bare(e).Attr); sh = known.of(e) {
		kids := e.ChildElements()
		if len(kids) == 0 || !known.within(kids[0], e.Tag) {
			break
		}
		e.RemoveChild(kids[0])
		e = kids[0]
	}
	return e
}

// carry puts each rest of foreign into the element that it belongs to, one of es, and returns elements with the
// texts of the others. An element takes one rest; once a rest has no place, neither have the later ones of
// such elements: else they would be read in another order. What whole accepts is returned as it is.
func (known shapes) carry(ctx context.Context, foreign []model.Foreign, es []*etree.Element, whole func(*etree.Element) bool) (more []*etree.Element) {
	if len(foreign) == 0 {
		return nil
	}
	alike := map[string][]*etree.Element{}
	for _, e := range es {
		key := known.key(e)
		alike[key] = append(alike[key], e)
	}
	for _, f := range foreign {
		rest := known.parse(ctx, f.XML)
		if rest != nil {
			if whole(rest) {
				more = append(more, rest)
				continue
			}
			key := known.key(rest)
			if to := alike[key]; len(to) > 0 && known.restore(to[0], rest) {
				alike[key] = to[1:]
				continue
			}
			delete(alike, key)
		}
		more = append(more, setText(&etree.Element{Tag: "kept"}, f.XML))
	}
	return more
}

// restore puts a rest back into e, whose name and keys it has. It reports false, and changes
// nothing, when it is not a rest that read returns.
func (known shapes) restore(e, rest *etree.Element) bool {
	sh := known.of(rest)
	if sh == nil {
		return false
	}
	kids, attrs, keys := rest.ChildElements(), rest.Attr, sh.bare(rest).Attr
	for i, k := range keys {
		if attrs[i].Key != k.Key {
			return false
		}
	}
	attrs = attrs[len(keys):]
	switch {
	case len(kids)+len(attrs) == 0, len(kids) < len(rest.Child), len(kids) > maxKept, len(e.Attr)+len(attrs) > maxAttrs,
		len(kids) > 0 && (e.Tag == "tree" || e.Tag == "var"), // which would be notes there
		slices.ContainsFunc(attrs, sh.knows),
		slices.ContainsFunc(kids, func(c *etree.Element) bool { return known.within(c, e.Tag) }):
		return false
	}
	merge(e, rest, len(keys))
	return true
}

// merge adds a rest to e, without its keys.
func merge(e, rest *etree.Element, keys int) {
	for _, a := range rest.Attr[keys:] {
		e.RemoveAttr(a.FullKey()) // a version
		e.Attr = append(e.Attr, etree.Attr{Space: a.Space, Key: a.Key, Value: a.Value})
	}
	for _, c := range rest.ChildElements() {
		e.AddChild(c)
	}
}
