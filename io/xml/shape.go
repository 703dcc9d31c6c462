package xml

import (
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// shape says what this version knows of an element.
type shape struct {
	attrs []string // known attributes
	keys  []string // those that tell elements of one name apart
	kids  map[string]*shape
}

// kid returns the shape of an element inside, nil when this version does not know it.
func (sh *shape) kid(e *etree.Element) *shape {
	if !plain(e) {
		return nil
	}
	return sh.kids[e.Tag]
}

// knows reports whether a is a known attribute, or a declaration that needs no keeping.
func (sh *shape) knows(a etree.Attr) bool {
	return a.Space == "" && (a.Key == "xmlns" || slices.Contains(sh.attrs, a.Key))
}

// plain reports whether e is an element of this format, known or not.
func plain(e *etree.Element) bool { return e.Space == "" && e.SelectAttr("xmlns") == nil }

// key returns the name and the keys of an element of the shape.
func (sh *shape) key(e *etree.Element) string {
	var b strings.Builder
	b.WriteString("<" + e.Tag)
	for _, k := range sh.keys {
		if a := e.SelectAttr(k); a != nil {
			b.WriteString(" " + k + "=" + a.Value)
		}
	}
	return b.String()
}

// alike reports whether a and b, which is of the shape, have the same name and keys.
func (sh *shape) alike(a, b *etree.Element) bool {
	return a.Tag == b.Tag && plain(a) && sh.key(a) == sh.key(b)
}

// bare returns an element with the name and the keys of e, and nothing else.
func (sh *shape) bare(e *etree.Element) *etree.Element {
	c := &etree.Element{Tag: e.Tag}
	for _, a := range e.Attr {
		if slices.Contains(sh.keys, a.Key) {
			c.Attr = append(c.Attr, a)
		}
	}
	slices.SortFunc(c.Attr, func(a, b etree.Attr) int { return strings.Compare(a.Key, b.Key) })
	return c
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
