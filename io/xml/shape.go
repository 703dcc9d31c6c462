package xml

import (
	"bytes"
	stdxml "encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/msg"
)

// shape says what this version knows of an element.
type shape struct {
	attrs []string // known attributes
	keys  []string // those that tell elements of one name apart
	kids  map[string]*shape
}

// names splits a list of attribute names. A name with a star can also be
// written with 64 after it and a value in base64: see text.go.
func names(list string) []string {
	var ns []string
	for _, n := range strings.Fields(list) {
		n, starred := strings.CutSuffix(n, "*")
		if ns = append(ns, n); starred {
			ns = append(ns, n+"64")
		}
	}
	return ns
}

// fileShape is what a file holds.
var fileShape = &shape{kids: map[string]*shape{"studio": docShape}}

// docShape is the shape of the root element, but for the tree.
var docShape = &shape{attrs: names("version"), kids: map[string]*shape{
	"game": {attrs: names("name"), kids: map[string]*shape{
		"param": {attrs: names("name* value*"), keys: names("name*")},
	}},
	"players": {kids: map[string]*shape{
		"player": {attrs: names("seat name* kind* level symbol* color* score"), keys: names("seat")},
	}},
	"info": {kids: map[string]*shape{
		"item": {attrs: names("key* enc"), keys: names("key*")},
	}},
	"start": {attrs: names("enc")},
	"tree":  {},
	"kept":  {attrs: names("enc")},
}}

// lineShape is what can stand in a line of play beside the moves.
var lineShape = &shape{kids: map[string]*shape{
	"setup":    {attrs: names("enc")},
	"raw":      {attrs: names("enc")},
	"var":      {},
	"comment":  {attrs: names("enc")},
	"glyph":    {attrs: names("value"), keys: names("value")},
	"mark":     {attrs: names("kind cell text*"), keys: names("kind cell text*")},
	"time":     {attrs: names("seconds"), keys: names("seconds")},
	"eval":     {attrs: names("engine* score proved plies depth nodes pv"), keys: names("engine* score proved plies depth nodes pv")},
	"kept":     {attrs: names("enc")},
	"name":     {attrs: names("value*"), keys: names("value*")},
	"bookmark": {},
	"color":    {attrs: names("value"), keys: names("value")},
	"number":   {attrs: names("value"), keys: names("value")},
	"line":     {attrs: names("from to arrow"), keys: names("from to arrow")},
}}

// A piece is something that this version does not know, inside the elements
// that it was found in. Those have the attributes that are their keys, and no
// other content: so a piece can be put back wherever elements like them stand.
//
//	<studio><players><player seat="2" elo="1900"/></players></studio>

// splitter reads elements of this format and takes the pieces out.
type splitter struct {
	*scanner
	pieces []*etree.Element
	count  int // elements read
}

// read reads on to the end of the known element that start began, inside the
// elements of path.
func (s *splitter) read(start stdxml.StartElement, sh *shape, path []level) (*etree.Element, error) {
	e, path, err := s.begin(start, sh, path)
	if err != nil {
		return nil, err
	}
	var text []byte
	most := codec.MaxText
	if e.SelectAttr("enc") != nil {
		most = maxEncoded
	}
	for {
		t, err := s.next()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case stdxml.StartElement:
			kid := sh.kids[t.Name.Local]
			if kid == nil || !s.ours(t.Name) {
				if err := s.unknown(t, path); err != nil {
					return nil, err
				}
				continue
			}
			c, err := s.read(t, kid, path) // shapes are three deep
			if err != nil {
				return nil, err
			}
			e.AddChild(c)
		case stdxml.CharData:
			if text = append(text, t...); len(text) > most {
				return nil, s.errorf("the text of <%s> is longer than %d bytes", e.Tag, codec.MaxText)
			}
		case stdxml.EndElement:
			if len(text) > 0 {
				e.CreateText(string(text))
			}
			return e, nil
		}
	}
}

// begin returns the known element with its attributes, and the path to what is inside it.
func (s *splitter) begin(start stdxml.StartElement, sh *shape, path []level) (*etree.Element, []level, error) {
	if s.count++; s.count > maxElements && s.lines != nil {
		return nil, nil, s.errorf("there are more than %d elements before the game tree", maxElements)
	}
	e := &etree.Element{Tag: start.Name.Local}
	if s.lines != nil {
		s.lines[e] = s.line
	}
	path = append(slices.Clip(path), level{e, sh})
	var other []etree.Attr
	var needed map[string]string
	for _, a := range start.Attr {
		attr := etree.Attr{Space: a.Name.Space, Key: a.Name.Local, Value: a.Value}
		switch _, declared := declares(a.Name); {
		case declared:
		case a.Name.Space == "" && slices.Contains(sh.attrs, a.Name.Local):
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
	if len(other) > 0 {
		piece, last := keysOf(path)
		last.Attr = append(last.Attr, other...)
		declare(last, needed)
		if err := s.keep(piece); err != nil {
			return nil, nil, err
		}
	}
	return e, path, nil
}

// unknown reads on to the end of an unknown element and makes it a piece.
func (s *splitter) unknown(start stdxml.StartElement, path []level) error {
	e, err := s.element(start)
	if err != nil {
		return err
	}
	if len(path) > 0 {
		piece, last := keysOf(path)
		last.AddChild(e)
		e = piece
	}
	return s.keep(e)
}

// keep adds a piece.
func (s *splitter) keep(e *etree.Element) error {
	if len(s.pieces) >= maxPieces {
		return s.errorf("there are more than %d unknown elements in one place", maxPieces)
	}
	s.pieces = append(s.pieces, e)
	return nil
}

// level is a known element around another.
type level struct {
	e  *etree.Element
	sh *shape
}

// keysOf returns copies of the elements of a path, each inside the one before and with
// nothing but its keys: the first and the last.
func keysOf(path []level) (first, last *etree.Element) {
	for _, l := range path {
		c := &etree.Element{Tag: l.e.Tag}
		for _, a := range l.e.Attr {
			if slices.Contains(l.sh.keys, a.Key) {
				c.Attr = append(c.Attr, a)
			}
		}
		slices.SortFunc(c.Attr, func(a, b etree.Attr) int { return strings.Compare(a.Key, b.Key) })
		if first == nil {
			first = c
		} else {
			last.AddChild(c)
		}
		last = c
	}
	return first, last
}

// canonical makes what is written read back exactly.
var canonical = &etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}

// markup returns e as text.
func markup(e *etree.Element) string {
	var b bytes.Buffer
	e.WriteTo(&b, canonical)
	return b.String()
}

// onlyUTF8 refuses any other encoding.
func onlyUTF8(charset string, _ io.Reader) (io.Reader, error) {
	return nil, msg.Errorf("the encoding %q is not UTF-8", codec.Cut(charset))
}
