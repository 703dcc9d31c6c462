package xml

import (
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// shape describes a known element.
type shape struct {
	in    string   // parent element, "" for the root and for elements in a line of play
	attrs []string // known attributes
	keys  []string // attributes that distinguish elements with the same name
}

// shapes are the known elements in a part of the file, by name.
type shapes map[string]*shape

// of returns the shape of e, or nil if e is unknown.
func (known shapes) of(e *etree.Element) *shape {
	if e.Space != "" || e.SelectAttrValue("xmlns", Namespace) != Namespace {
		return nil
	}
	return known[e.Tag]
}

// within reports whether e is known as a child of an element with the given name.
func (known shapes) within(e *etree.Element, name string) bool {
	sh := known.of(e)
	return sh != nil && sh.in == name
}

// key returns the name and the keys of e. It returns the same key for all unknown elements.
func (known shapes) key(e *etree.Element) string {
	sh := known.of(e)
	if sh == nil {
		return ">"
	}
	var b strings.Builder
	b.WriteString("<" + e.Tag)
	for _, k := range sh.keys {
		if a := e.SelectAttr(k); a != nil {
			b.WriteString(" " + k + "=" + a.Value)
		}
	}
	return b.String()
}

// knows reports whether a is a known attribute, or a namespace declaration that need not be stored.
// A newer version number is stored like an unknown attribute.
func (sh *shape) knows(a etree.Attr) bool {
	return a.Space == "" && (a.Key == "xmlns" || slices.Contains(sh.attrs, a.Key)) && (a.Key != "version" || !newer(a.Value))
}

// bare returns an element with only the name and the keys of e.
func (sh *shape) bare(e *etree.Element) *etree.Element {
	c := &etree.Element{Tag: e.Tag}
	for _, a := range e.Attr {
		if a.Space == "" && slices.Contains(sh.keys, a.Key) {
			c.Attr = append(c.Attr, a)
		}
	}
	slices.SortFunc(c.Attr, func(a, b etree.Attr) int { return strings.Compare(a.Key, b.Key) })
	return c
}

// names splits a list of attribute names. A name with a star also has a variant with the suffix 64,
// whose value is in base64: see text.go.
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

// headShapes are the known elements outside the tree.
var headShapes = shapes{
	"studio":  {attrs: names("version")},
	"game":    {in: "studio", attrs: names("name")},
	"param":   {in: "game", attrs: names("name* value*"), keys: names("name*")},
	"players": {in: "studio"},
	"player":  {in: "players", attrs: names("seat name* kind* level symbol* color* score"), keys: names("seat")},
	"info":    {in: "studio"},
	"item":    {in: "info", attrs: names("key* enc"), keys: names("key*")},
	"start":   {in: "studio", attrs: names("enc")},
	"tree":    {in: "studio"},
	"kept":    {in: "studio", attrs: names("enc")},
}

// evalNames are the attributes of an evaluation.
const evalNames = "engine* version* score proved atmost margin plies depth nodes shares pv"

// lineShapes are the known elements in a line of play.
var lineShapes = shapes{
	"setup":    {attrs: names("enc")},
	"raw":      {attrs: names("enc")},
	"var":      {},
	"comment":  {attrs: names("enc")},
	"glyph":    {attrs: names("value"), keys: names("value")},
	"mark":     {attrs: names("kind cell text*"), keys: names("kind cell text*")},
	"time":     {attrs: names("seconds"), keys: names("seconds")},
	"eval":     {attrs: names(evalNames), keys: names(evalNames)},
	"kept":     {attrs: names("enc")},
	"name":     {attrs: names("value*"), keys: names("value*")},
	"bookmark": {},
	"advice":   {attrs: names("by* move"), keys: names("by* move")},
	"color":    {attrs: names("value"), keys: names("value")},
	"number":   {attrs: names("value"), keys: names("value")},
	"line":     {attrs: names("from to arrow"), keys: names("from to arrow")},
}
