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
	"boardstudio/text/msg"
)

// Unknown content is stored as elements of the document or of the surrounding node. An unknown
// element is stored as a whole. For a known element, only its rest is stored: an element with the
// same name and key attributes, and the unknown attributes and children. When writing, a rest is
// merged into the element with the same name and keys. An example of a rest:
//
//	<player seat="2" elo="1900"><photo href="bo.png"/></player>

// read reads to the end of the known element that begins with start. It returns the known parts of
// the element, and the rests of the element and its children.
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
				c, inside, err := s.read(t, known) // shapes are nested at most three deep
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
			return e, rests, s.checkKept(len(rests))
		}
	}
}

// begin returns a known element with its known attributes, and its rest if it has other attributes.
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
				s.need(needed, a.Name, len(s.open)+1) // declare it here, even if the document declares it elsewhere
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

// more reads the unknown element that begins with start and adds it to rest. If rest is nil, it
// uses bare.
func (s *scanner) more(rest, bare *etree.Element, start stdxml.StartElement) (*etree.Element, error) {
	c, err := s.element(start)
	if err != nil {
		return nil, err
	}
	if rest == nil {
		rest = bare
	}
	rest.AddChild(c)
	return rest, s.checkKept(len(rest.Child))
}

// checkKept returns an error if more unknown elements are stored in one place than allowed.
func (s *scanner) checkKept(kept int) error {
	if kept > maxForeign {
		return s.errorf("there are more than %d unknown elements in one place", maxForeign)
	}
	return nil
}

// foreign converts unknown elements to the form of the model. It returns an error if the unknown
// content of the whole file exceeds the limits. Rests repeat key attributes and namespace
// declarations, so they can be much longer than the file.
//
// The elements are sorted by names and keys. Elements with the same name and keys keep their order
// in the file. So the result does not depend on the positions of known elements in the file, nor on
// whether these still exist.
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

// foreignSize counts the unknown content of a file. Readers and writers count the same way.
type foreignSize struct{ bytes, elements int }

func (b *foreignSize) add(foreign []model.Foreign) {
	for _, f := range foreign {
		b.bytes += len(f.XML)
		b.elements += strings.Count(f.XML, "<") - strings.Count(f.XML, "</")
	}
}

// check returns an error if the limits are exceeded.
func (b *foreignSize) check() error {
	switch {
	case b.bytes > maxUnknown:
		return msg.Errorf("the unknown elements have more than %d bytes", maxUnknown)
	case b.elements > maxLoose:
		return msg.Errorf("there are more than %d unknown elements", maxLoose)
	}
	return nil
}

// keptText returns the text inside a <kept> element, which contains unknown content that cannot be
// written as XML. It returns false for other elements.
func keptText(e *etree.Element) (string, bool) {
	if e.Tag != "kept" || headShapes.of(e) == nil {
		return "", false
	}
	text, err := textOf(e)
	return text, err == nil
}

// canonical are the settings for which written documents are read back exactly.
var canonical = &etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}

// markup returns e as text.
func markup(e *etree.Element) string {
	var b bytes.Buffer
	e.WriteTo(&b, canonical)
	return b.String()
}

// parse parses unknown content. It returns nil if markup would not write the same text, because
// only such text may be inserted into a file as XML.
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
	// Older files and journals have rests inside the surrounding elements.
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

// carry merges each rest in foreign into its element, which is one of es. It returns <kept>
// elements with the texts of the others. Each element takes one rest. If a rest has no element,
// later rests with the same name and keys are not merged either. Otherwise they would be read in a
// different order. Elements accepted by whole are returned unchanged.
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

// restore merges a rest into e, which has the same name and keys. It returns false, without
// changes, if read would never return such a rest.
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
	case len(kids)+len(attrs) == 0, len(kids) < len(rest.Child), len(kids) > maxForeign, len(e.Attr)+len(attrs) > maxAttrs,
		len(kids) > 0 && (e.Tag == "tree" || e.Tag == "var"), // these would be read as notes of a node
		slices.ContainsFunc(attrs, sh.knows),
		slices.ContainsFunc(kids, func(c *etree.Element) bool { return known.within(c, e.Tag) }):
		return false
	}
	merge(e, rest, len(keys))
	return true
}

// merge adds the contents of a rest to e. keys is the number of key attributes of the rest, which
// are skipped.
func merge(e, rest *etree.Element, keys int) {
	for _, a := range rest.Attr[keys:] {
		e.RemoveAttr(a.FullKey()) // removes the version attribute
		e.Attr = append(e.Attr, etree.Attr{Space: a.Space, Key: a.Key, Value: a.Value})
	}
	for _, c := range rest.ChildElements() {
		e.AddChild(c)
	}
}
