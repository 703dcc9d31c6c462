package api

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Limits on the changes of a command and on its requests to engines.
const (
	MaxChanges = 250_000 // calls that change something
	MaxTexts   = 16 << 20
	MaxText    = 64 << 10 // bytes of a comment
	MaxName    = 1 << 10  // maximum length of a node name
	MaxNodes   = 1_000_000
	maxEngine  = 200 // maximum length of an engine name
)

// Part is a bit for a part of a node's annotation.
type Part uint8

// Parts that a command can change.
const (
	Comment Part = 1 << iota
	Name
	Color
	Marks
	Lines
	Glyphs
	Bookmark
	AllParts = Comment | Name | Color | Marks | Lines | Glyphs | Bookmark
)

// Added is a node that a command adds: a move after all other children of its parent.
type Added struct {
	Parent int
	Move   rules.Move
}

// Edited is the new annotation of a node. Only the Parts of Annotation matter.
type Edited struct {
	Node  int
	Parts Part
	model.Annotation
}

// Changes are all changes of a tree by a command. Nodes are numbered in the order of
// model.Tree.All, followed by the added nodes in their order.
type Changes struct {
	Added  []Added
	Edited []Edited // sorted by Node
}

// Edits returns the edits that make the changes in a tree with the given nodes. It returns an error
// if the changes do not fit the tree. The edits themselves check whether moves are legal and cells
// are on the board.
func (c *Changes) Edits(nodes []*model.Node) ([]model.Edit, error) {
	nodes = slices.Clip(nodes)
	misfit := msg.Errorf("the changes of the script do not fit the game tree")
	var edits []model.Edit
	for _, a := range c.Added {
		if a.Parent < 0 || a.Parent >= len(nodes) {
			return nil, misfit
		}
		n := model.NewNode(a.Move)
		edits = append(edits, model.Insert{Parent: nodes[a.Parent], Index: -1, Node: n})
		nodes = append(nodes, n)
	}
	last := -1
	for _, e := range c.Edited {
		if e.Node <= last || e.Node >= len(nodes) || e.Parts&^AllParts != 0 {
			return nil, misfit
		}
		last = e.Node
		n := nodes[e.Node]
		for _, x := range []struct {
			part Part
			edit model.Edit
		}{
			{Comment, model.SetComment{Node: n, Text: e.Comment}},
			{Name, model.SetName{Node: n, Name: e.Name}},
			{Color, model.SetColor{Node: n, Color: e.Color}},
			{Marks, model.SetMarks{Node: n, Marks: e.Marks}},
			{Lines, model.SetLines{Node: n, Lines: e.Lines}},
			{Glyphs, model.SetGlyphs{Node: n, Glyphs: e.Glyphs}},
			{Bookmark, model.SetBookmark{Node: n, On: e.Bookmark}},
		} {
			if e.Parts&x.part != 0 {
				edits = append(edits, x.edit)
			}
		}
	}
	return edits, nil
}

// Prose returns a text that is valid in documents: UTF-8, without control characters other than
// newlines and tabs.
func Prose(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Noncharacter_Code_Point, r):
			return '?'
		}
		return r
	}, s)
}

// AskEngine asks an engine about a position, on behalf of the function engine of scripts.
type AskEngine func(name string, p rules.Position, nodes uint64) (ai.Info, error)

// Tree is a game tree as seen by one call of a command: a copy that shows changes immediately.
type Tree struct {
	g        *Game
	doc      *model.Document
	units    map[string]float64
	nodes    []*node
	numbers  map[*model.Node]int
	added    []Added
	calls    int
	bytes    int
	done     int
	progress func(thousandths int)
	value    *lua.LUserData
}

// node is a node as seen by scripts.
type node struct {
	*model.Node
	tree    *Tree
	number  int
	value   *lua.LUserData // created on demand
	changed Part
}

// NewTree returns the tree of a document, which it then owns and changes. units are the score units
// of the engines whose scores are available as shares. ask and progress may be nil. progress is
// called with the part of the tree that was walked.
func (g *Game) NewTree(d *model.Document, units map[string]float64, ask AskEngine, progress func(thousandths int)) *Tree {
	t := &Tree{g: g, doc: d, units: units, numbers: make(map[*model.Node]int, d.Tree.Len()), progress: progress}
	for n := range d.Tree.All() {
		t.number(n)
	}
	g.openTrees()
	g.L.SetGlobal("engine", lua.LNil)
	if ask != nil {
		t.g.register(g.L.G.Global, "engine", func(l *lua.LState) int { return askEngine(g, l, ask) })
	}
	t.value = &lua.LUserData{Value: t, Metatable: g.treeMeta, Env: g.L.G.Global}
	return t
}

// openTrees creates the methods of trees and nodes, once.
func (g *Game) openTrees() {
	if g.treeMeta != nil {
		return
	}
	l := g.L
	open := func(what string) (meta, methods *lua.LTable) {
		methods, meta = l.NewTable(), l.NewTable()
		meta.RawSetString("__index", methods)
		meta.RawSetString("__metatable", lua.LString(what))
		meta.RawSetString("__tostring", l.NewFunction(func(l *lua.LState) int { return stdlib.Push(l, lua.LString(what)) }))
		return meta, methods
	}
	var trees, nodes *lua.LTable
	g.treeMeta, trees = open("tree")
	g.nodeMeta, nodes = open("node")
	for _, f := range treeFunctions {
		g.register(trees, f.name, func(l *lua.LState) int {
			u, _ := l.Get(1).(*lua.LUserData)
			if u != nil {
				if t, ok := u.Value.(*Tree); ok {
					t.current(l)
					return f.call(t, l)
				}
			}
			stdlib.Raise(l, "this is not a tree: a method is called with a colon, as in tree:%s()", f.name)
			return 0
		})
	}
	for _, f := range nodeFunctions {
		g.register(nodes, f.name, func(l *lua.LState) int {
			n := asNode(l.Get(1))
			if n == nil {
				stdlib.Raise(l, "this is not a node: a method is called with a colon, as in node:%s()", f.name)
			}
			n.tree.current(l)
			if change := changes[f.name]; change != "" && l.GetTop() > 1 {
				stdlib.Raise(l, "node:%s() only reads: to change the node, write %s", f.name, change)
			}
			return f.call(n, l)
		})
	}
}

// Call calls a command at a node and returns its changes.
func (t *Tree) Call(l *lua.LState, run *lua.LFunction, here int) Changes {
	t.g.tree = t
	defer func() { t.g.tree = nil }()
	stdlib.Call(l, run, t.value, t.nodes[min(max(here, 0), len(t.nodes)-1)].show())
	c := Changes{Added: t.added}
	for i, n := range t.nodes {
		if parts := n.changed; parts != 0 {
			c.Edited = append(c.Edited, Edited{Node: i, Parts: parts, Annotation: model.Annotation{
				Comment: n.Comment(), Name: n.Name(), Color: n.Color(), Marks: n.Marks(), Lines: n.Lines(), Glyphs: n.Glyphs(), Bookmark: n.Bookmarked(),
			}})
		}
	}
	return c
}

// current raises an error if the tree belongs to another call.
func (t *Tree) current(l *lua.LState) {
	if t.g.tree != t {
		stdlib.Raise(l, "this belongs to the tree of another call")
	}
}

// number adds a node to the list.
func (t *Tree) number(n *model.Node) *node {
	x := &node{Node: n, tree: t, number: len(t.nodes)}
	t.numbers[n] = x.number
	t.nodes = append(t.nodes, x)
	return x
}

// of returns a node as a Lua value.
func (t *Tree) of(n *model.Node) lua.LValue {
	if n == nil {
		return lua.LNil
	}
	return t.nodes[t.numbers[n]].show()
}

func (n *node) show() *lua.LUserData {
	if n.value == nil {
		n.value = &lua.LUserData{Value: n, Metatable: n.tree.g.nodeMeta, Env: n.tree.g.L.G.Global}
	}
	return n.value
}

// asNode returns the node in a value, or nil.
func asNode(v lua.LValue) *node {
	if u, ok := v.(*lua.LUserData); ok {
		n, _ := u.Value.(*node)
		return n
	}
	return nil
}

// nodeAt returns argument i, a node of the tree.
func (t *Tree) nodeAt(l *lua.LState, i int) *node {
	n := asNode(l.Get(i))
	if n == nil {
		stdlib.Raise(l, "%s is not a node of the tree", stdlib.Show(l.Get(i)))
	}
	n.tree.current(l)
	return n
}

// walked reports how much of the tree was walked.
func (t *Tree) walked(thousandths int) {
	if thousandths > t.done && t.progress != nil {
		t.done = thousandths
		t.progress(thousandths)
	}
}

func treeRoot(t *Tree, l *lua.LState) int { return stdlib.Push(l, t.of(t.doc.Tree.Root())) }

func treeCount(t *Tree, l *lua.LState) int {
	return stdlib.Push(l, lua.LNumber(t.doc.Tree.Len()))
}

// treeNodes returns an iterator over the nodes that currently exist.
func treeNodes(t *Tree, l *lua.LState) int {
	top := t.doc.Tree.Root()
	whole := l.Get(2) == lua.LNil
	if !whole {
		top = t.nodeAt(l, 2).Node
	}
	var list []*model.Node
	for n := range t.doc.Tree.Subtree(top) {
		list = append(list, n)
		t.g.Budget.Step(1)
	}
	i := 0
	return stdlib.Push(l, l.NewFunction(func(l *lua.LState) int {
		t.current(l)
		t.g.Budget.Step(1)
		if whole && i&255 == 0 {
			t.walked(i * 1000 / len(list))
		}
		if i == len(list) {
			return stdlib.Push(l, lua.LNil)
		}
		i++
		return stdlib.Push(l, t.of(list[i-1]))
	}))
}

// treePlayers returns the players of all seats.
func treePlayers(t *Tree, l *lua.LState) int {
	list := l.NewTable()
	for _, p := range t.doc.Players {
		x := l.NewTable()
		x.RawSetString("name", lua.LString(p.Name))
		x.RawSetString("kind", lua.LString(p.Kind))
		x.RawSetString("level", lua.LNumber(p.Level))
		x.RawSetString("score", lua.LNumber(p.Score))
		list.Append(x)
	}
	return stdlib.Push(l, list)
}

func treeInfo(t *Tree, l *lua.LState) int {
	if v, ok := t.doc.Info[l.CheckString(2)]; ok {
		return stdlib.Push(l, lua.LString(v))
	}
	return stdlib.Push(l, lua.LNil)
}

func treeProgress(t *Tree, l *lua.LState) int {
	if x := float64(l.CheckNumber(2)); x >= 0 && x <= 1 {
		t.walked(int(1000 * x))
	}
	return 0
}

// do makes a change. It raises an error if the change is impossible.
func (t *Tree) do(l *lua.LState, n *node, part Part, size int, edit model.Edit) {
	t.calls++
	t.bytes += size
	t.g.Budget.Step(16 + size/64)
	switch {
	case t.calls > MaxChanges:
		stdlib.Raise(l, "a command can make at most %d changes", MaxChanges)
	case t.bytes > MaxTexts:
		stdlib.Raise(l, "a command can write at most %d MB of text", MaxTexts>>20)
	}
	if err := t.doc.Tree.Do("command", edit); err != nil {
		stdlib.RaiseAt(l, 1, err)
	}
	if t.calls&255 == 0 {
		t.doc.Tree.Forget() // undo is not needed here
	}
	n.changed |= part
}

// words returns argument i, a text of at most limit bytes.
func (t *Tree) words(l *lua.LState, i, limit int) string {
	s := l.CheckString(i)
	if len(s) > limit {
		stdlib.Raise(l, "the text has more than %d bytes", limit)
	}
	if s = Prose(s); len(s) > limit {
		stdlib.Raise(l, "the text has more than %d bytes", limit)
	}
	return s
}

func treeComment(t *Tree, l *lua.LState) int {
	n, s := t.nodeAt(l, 2), t.words(l, 3, MaxText)
	t.do(l, n, Comment, len(s), model.SetComment{Node: n.Node, Text: s})
	return 0
}

func treeName(t *Tree, l *lua.LState) int {
	n, s := t.nodeAt(l, 2), t.words(l, 3, MaxName)
	t.do(l, n, Name, len(s), model.SetName{Node: n.Node, Name: s})
	return 0
}

func treeColour(t *Tree, l *lua.LState) int {
	n, s := t.nodeAt(l, 2), t.words(l, 3, MaxName)
	t.do(l, n, Color, len(s), model.SetColor{Node: n.Node, Color: s})
	return 0
}

func treeBookmark(t *Tree, l *lua.LState) int {
	n := t.nodeAt(l, 2)
	t.do(l, n, Bookmark, 1, model.SetBookmark{Node: n.Node, On: l.Get(3) == lua.LNil || lua.LVAsBool(l.Get(3))})
	return 0
}

// noMark is the kind that removes the marks of a cell.
const noMark = "none"

func treeMark(t *Tree, l *lua.LState) int {
	n, c := t.nodeAt(l, 2), t.g.cellAt(l, 3)
	m := model.Mark{Cell: c, Kind: model.MarkKind(l.OptString(4, string(model.MarkCircle)))}
	if l.Get(5) != lua.LNil {
		m.Text = t.words(l, 5, MaxName)
	}
	list := slices.DeleteFunc(slices.Clone(n.Marks()), func(x model.Mark) bool { return x.Cell == c && (x.Kind == m.Kind || m.Kind == noMark) })
	if m.Kind != noMark {
		list = append(list, m)
	}
	t.do(l, n, Marks, 16*len(list), model.SetMarks{Node: n.Node, Marks: list})
	return 0
}

func treeLine(t *Tree, l *lua.LState) int {
	n := t.nodeAt(l, 2)
	x := model.Line{From: t.g.cellAt(l, 3), To: t.g.cellAt(l, 4), Arrow: lua.LVAsBool(l.Get(5))}
	list := slices.DeleteFunc(slices.Clone(n.Lines()), func(y model.Line) bool { return x.From == y.From && x.To == y.To })
	list = append(list, x)
	t.do(l, n, Lines, 8*len(list), model.SetLines{Node: n.Node, Lines: list})
	return 0
}

// treeGlyph sets an annotation symbol of a node, which replaces one of the same type. "" removes
// all.
func treeGlyph(t *Tree, l *lua.LState) int {
	n := t.nodeAt(l, 2)
	g := model.Glyph(t.words(l, 3, MaxName))
	var list []model.Glyph
	if g != "" {
		_, _, sort := g.Position()
		list = slices.DeleteFunc(slices.Clone(n.Glyphs()), func(x model.Glyph) bool { _, _, s := x.Position(); return s == sort })
		list = append(list, g)
	}
	t.do(l, n, Glyphs, 8*len(list), model.SetGlyphs{Node: n.Node, Glyphs: list})
	return 0
}

// treeAdd returns the child of a node for a move, and adds it if necessary.
func treeAdd(t *Tree, l *lua.LState) int {
	n := t.nodeAt(l, 2)
	mv, ok := t.g.ReadMove(l.CheckString(3))
	if !ok {
		stdlib.Raise(l, "there is no move %s in this game", stdlib.Show(l.Get(3)))
	}
	if c := t.doc.Tree.Find(n.Node, mv); c != nil {
		return stdlib.Push(l, t.of(c))
	}
	t.g.played()
	c := model.NewNode(mv)
	t.do(l, n, 0, 8, model.Insert{Parent: n.Node, Index: -1, Node: c})
	t.added = append(t.added, Added{n.number, mv})
	return stdlib.Push(l, t.number(c).show())
}

func nodeParent(n *node, l *lua.LState) int { return stdlib.Push(l, n.tree.of(n.Parent())) }
func nodeFirst(n *node, l *lua.LState) int  { return stdlib.Push(l, n.tree.of(n.First())) }
func nodePly(n *node, l *lua.LState) int {
	return stdlib.Push(l, lua.LNumber(n.tree.doc.Tree.Ply(n.Node)))
}
func nodeIndex(n *node, l *lua.LState) int { return stdlib.Push(l, lua.LNumber(n.Index()+1)) }

func nodeChildren(n *node, l *lua.LState) int {
	list := l.NewTable()
	for c := range n.Children() {
		n.tree.g.Budget.Step(1)
		list.Append(n.tree.of(c))
	}
	return stdlib.Push(l, list)
}

// nodeMove returns the move, or nil for the start, a set-up and an unreadable move.
func nodeMove(n *node, l *lua.LState) int {
	b := n.tree.g.Rules.Board()
	on := func(c rules.Cell) bool { return c == rules.NoCell || b.Has(c) }
	if mv, ok := n.Move(); ok && on(mv.From) && on(mv.To) {
		return stdlib.Push(l, n.tree.g.MoveName(mv))
	}
	return stdlib.Push(l, lua.LNil)
}

// nodePosition returns the position, or nil and the reason if it is illegal.
func nodePosition(n *node, l *lua.LState) int {
	n.tree.g.played()
	p, err := n.tree.doc.Tree.Position(n.Node)
	if err != nil {
		return stdlib.Push(l, lua.LNil, lua.LString(stdlib.Clean(err.Error(), 300)))
	}
	return stdlib.Push(l, n.tree.g.Position(p))
}

func nodeComment(n *node, l *lua.LState) int { return stdlib.Push(l, lua.LString(n.Comment())) }
func nodeName(n *node, l *lua.LState) int    { return stdlib.Push(l, lua.LString(n.Name())) }
func nodeColour(n *node, l *lua.LState) int  { return stdlib.Push(l, lua.LString(n.Color())) }
func nodeBookmarked(n *node, l *lua.LState) int {
	return stdlib.Push(l, lua.LBool(n.Bookmarked()))
}

func nodeGlyphs(n *node, l *lua.LState) int {
	list := l.NewTable()
	for _, g := range n.Glyphs() {
		list.Append(lua.LString(g))
	}
	return stdlib.Push(l, list)
}

func nodeMarks(n *node, l *lua.LState) int {
	g, list := n.tree.g, l.NewTable()
	for _, m := range n.Marks() {
		x := l.NewTable()
		x.RawSetString("cell", g.label(m.Cell))
		x.RawSetString("kind", lua.LString(m.Kind))
		x.RawSetString("text", lua.LString(m.Text))
		list.Append(x)
	}
	g.Budget.Step(list.Len())
	return stdlib.Push(l, list)
}

func nodeLines(n *node, l *lua.LState) int {
	g, list := n.tree.g, l.NewTable()
	for _, m := range n.Lines() {
		x := l.NewTable()
		x.RawSetString("from", g.label(m.From))
		x.RawSetString("to", g.label(m.To))
		x.RawSetString("arrow", lua.LBool(m.Arrow))
		list.Append(x)
	}
	g.Budget.Step(list.Len())
	return stdlib.Push(l, list)
}

// label returns the name of a cell, or nil outside the board.
func (g *Game) label(c rules.Cell) lua.LValue {
	if !g.Rules.Board().Has(c) {
		return lua.LNil
	}
	return g.labels[c]
}

func nodeEvaluations(n *node, l *lua.LState) int {
	list := l.NewTable()
	for _, e := range n.Evals() {
		x := n.tree.g.evaluation(scoreOf(e), e.Depth, e.Nodes, e.PV)
		x.RawSetString("engine", lua.LString(e.Engine))
		if shares := n.shares(e); shares != nil {
			t := l.NewTable()
			for _, v := range shares {
				t.Append(lua.LNumber(v))
			}
			x.RawSetString("shares", t)
		}
		list.Append(x)
	}
	return stdlib.Push(l, list)
}

// shares returns the expected share of each player by an evaluation, or nil if it is unknown.
func (n *node) shares(e model.Eval) []float64 {
	unit, ok := n.tree.units[e.Engine]
	if !ok {
		return nil
	}
	p, err := n.tree.doc.Tree.Position(n.Node)
	if err != nil || p.Turn() == rules.NoPlayer {
		return nil
	}
	n.tree.g.Budget.Step(1)
	return ai.Scale{Players: n.tree.g.Rules.Players(), Unit: unit}.Shares(scoreOf(e), p.Turn())
}

// scoreOf returns the score of a stored evaluation.
func scoreOf(e model.Eval) ai.Score {
	return ai.Score{Value: e.Score, Proved: e.Proved, Plies: e.Plies, AtMost: e.AtMost, Margin: e.Margin, Shares: e.Shares}
}

// evaluation returns an engine's evaluation as a table. The line ends before a move that is not on the
// board.
func (g *Game) evaluation(score ai.Score, depth int, nodes uint64, moves []rules.Move) *lua.LTable {
	t, line := g.L.NewTable(), g.L.NewTable()
	t.RawSetString("score", lua.LNumber(score.Value))
	t.RawSetString("proved", lua.LBool(score.Proved))
	t.RawSetString("plies", lua.LNumber(score.Plies))
	t.RawSetString("margin", lua.LNumber(score.Margin))
	t.RawSetString("depth", lua.LNumber(depth))
	t.RawSetString("nodes", lua.LNumber(nodes))
	b := g.Rules.Board()
	for _, mv := range moves {
		if mv.From != rules.NoCell && !b.Has(mv.From) || mv.To != rules.NoCell && !b.Has(mv.To) {
			break
		}
		line.Append(g.MoveName(mv))
	}
	g.Budget.Step(len(moves))
	t.RawSetString("line", line)
	t.RawSetString("move", line.RawGetInt(1))
	return t
}

// askEngine implements engine(name, position, nodes).
func askEngine(g *Game, l *lua.LState, ask AskEngine) int {
	name, p, n := l.CheckString(1), positionAt(l, 2), float64(l.CheckNumber(3))
	switch {
	case g.tree == nil:
		stdlib.Raise(l, "only commands can ask an engine")
	case len(name) > maxEngine:
		stdlib.Raise(l, "the name of the engine has more than %d bytes", maxEngine)
	case !(n >= 1 && n <= MaxNodes):
		stdlib.Raise(l, "an engine is asked for 1 to %d nodes", MaxNodes)
	case p.Result().Over:
		stdlib.Raise(l, "the game is over in this position")
	}
	info, err := ask(Prose(name), p, uint64(n))
	if err != nil {
		stdlib.RaiseAt(l, 1, err)
	}
	score := info.Best.Score
	if math.IsNaN(score.Value) || math.IsInf(score.Value, 0) {
		score.Value = 0
	}
	return stdlib.Push(l, g.evaluation(score, info.Depth, info.Nodes, info.Best.Moves))
}

// Methods of trees and nodes.
type (
	treeMethod struct {
		name string
		call func(*Tree, *lua.LState) int
	}
	nodeMethod struct {
		name string
		call func(*node, *lua.LState) int
	}
)

var treeFunctions = []treeMethod{
	{"root", treeRoot},
	{"count", treeCount},
	{"nodes", treeNodes},
	{"players", treePlayers},
	{"info", treeInfo},
	{"progress", treeProgress},
	{"comment", treeComment},
	{"name", treeName},
	{"colour", treeColour},
	{"bookmark", treeBookmark},
	{"mark", treeMark},
	{"line", treeLine},
	{"glyph", treeGlyph},
	{"add", treeAdd},
}

// changes maps methods of nodes that only read to the calls that change the value.
var changes = map[string]string{
	"comment": "tree:comment(node, text)", "name": "tree:name(node, text)", "colour": "tree:colour(node, colour)",
	"bookmarked": "tree:bookmark(node, on)", "glyphs": "tree:glyph(node, symbol)", "marks": "tree:mark(node, cell, kind, text)",
	"lines": "tree:line(node, from, to, arrow)",
}

// Reads reports whether nodes have a method with that name. Such methods only read.
func Reads(name string) bool {
	return slices.ContainsFunc(nodeFunctions, func(f nodeMethod) bool { return f.name == name })
}

var nodeFunctions = []nodeMethod{
	{"parent", nodeParent},
	{"first", nodeFirst},
	{"children", nodeChildren},
	{"index", nodeIndex},
	{"ply", nodePly},
	{"move", nodeMove},
	{"position", nodePosition},
	{"comment", nodeComment},
	{"name", nodeName},
	{"colour", nodeColour},
	{"bookmarked", nodeBookmarked},
	{"glyphs", nodeGlyphs},
	{"marks", nodeMarks},
	{"lines", nodeLines},
	{"evaluations", nodeEvaluations},
}
