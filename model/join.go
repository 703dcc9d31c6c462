package model

import (
	"slices"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// key identifies a node among its siblings: siblings with equal keys are duplicates.
type key struct {
	kind kind
	move rules.Move
	text string
}

func (n *Node) key() key { return key{n.kind(), n.move, n.text()} }

// group is a set of nodes to merge into one. The children of others become children of into.
type group struct {
	into   *Node
	others []*Node
	// branches become children of into, together with their subtrees.
	branches []*Node
}

// joiner computes the edits of a merge. It visits each node once. If there are many siblings, it
// finds duplicates with a map.
type joiner struct {
	plan
	poller
	copies   bool // the nodes in others and branches are outside the tree and are copied
	all      bool // also merge siblings that are already in the tree, at all levels
	removed  []*Node
	before   *Node // insert the branches of the first group before this node; nil appends
	skip     *Node // a child of the first group that is being removed
	open     []group
	same     map[key]int
	children []group
}

// run merges g and every group that results from it.
func (j *joiner) run(g group) ([]Edit, error) {
	j.open = append(j.open, g)
	for len(j.open) > 0 && j.next() {
		g := j.open[len(j.open)-1]
		j.open = j.open[:len(j.open)-1]
		if len(g.others) == 0 && g.branches == nil && (g.into.first == nil || g.into.first.next == nil) {
			if g.into.first != nil { // a single line: no duplicates at this level
				j.open = append(j.open, group{into: g.into.first})
			}
			continue
		}
		j.join(g)
	}
	for _, n := range j.removed { // last, after everything to keep has been moved out
		j.remove(n)
	}
	if err := j.err(); err != nil {
		return nil, err
	}
	return j.edits, nil
}

// join merges duplicate children of a group, and pushes the groups of their children on the stack,
// the first on top.
func (j *joiner) join(g group) {
	j.children = j.children[:0]
	j.same = nil
	for c := range g.into.Children() {
		if c == j.skip {
			continue
		}
		if !j.next() {
			return
		}
		if i := j.find(c); i >= 0 && j.all {
			j.addDuplicate(i, c)
			j.removed = append(j.removed, c)
		} else {
			j.addChild(c)
		}
	}
	for _, c := range g.branches {
		j.insert(c, g.into)
	}
	for _, o := range g.others {
		for c := range o.Children() {
			j.insert(c, g.into)
		}
	}
	j.before, j.skip = nil, nil
	for i, k := range slices.Backward(j.children) {
		if slices.ContainsFunc(k.others, (*Node).annotated) {
			a := k.into.annotation()
			for _, o := range k.others {
				a = Join(a, o.annotation())
			}
			j.annotate(k.into, a)
		}
		if len(k.others) > 0 || j.all {
			j.open = append(j.open, k)
		}
		j.children[i] = group{}
	}
}

// insert adds c to the children of into, or merges it with a duplicate.
func (j *joiner) insert(c, into *Node) {
	if !j.next() {
		return
	}
	if i := j.find(c); i >= 0 {
		j.addDuplicate(i, c)
		return
	}
	if j.copies {
		c = c.copy(&j.poller)
		if c.kind() == isSetup && c.text() == "" {
			c.setText(j.t.rules.Start().String())
		}
		j.attach(c, into, j.before)
	} else {
		j.move(c, into, j.before)
	}
	j.addChild(c)
}

func (j *joiner) addDuplicate(i int, c *Node) { j.children[i].others = append(j.children[i].others, c) }

// linearMax is the number of siblings from which on a map is used to search.
const linearMax = 8

func (j *joiner) addChild(c *Node) {
	j.children = append(j.children, group{into: c})
	switch n := len(j.children); {
	case n < linearMax:
	case n == linearMax:
		j.same = map[key]int{}
		for i, k := range slices.Backward(j.children) {
			j.same[k.into.key()] = i
		}
	default:
		if k := c.key(); !hasKey(j.same, k) {
			j.same[k] = n - 1
		}
	}
}

func hasKey(m map[key]int, k key) bool {
	_, ok := m[k]
	return ok
}

// find returns the index of the duplicate of c among the children so far, or -1.
func (j *joiner) find(c *Node) int {
	k := c.key()
	if j.copies && k.kind == isRoot || k.kind == isSetup && k.text == "" {
		k.kind = isSetup
		if k.text == "" {
			k.text = j.t.rules.Start().String()
		}
	}
	if len(j.children) >= linearMax {
		if i, ok := j.same[k]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(j.children, func(g group) bool { return g.into.key() == k })
}

// MergeDuplicates returns the edits that merge siblings with equal moves or equal set-ups,
// everywhere below top. The first of them is kept. Annotations and continuations of the others are
// merged into it. It costs a step per node below top.
//
// It returns an error if top is not in the tree, or if more stops it.
func MergeDuplicates(t *Tree, top *Node, more More) ([]Edit, error) {
	if !t.Contains(top) {
		return nil, notInTree()
	}
	j := joiner{plan: plan{t: t}, poller: poller{more: more}, all: true}
	return j.run(group{into: top})
}

// Paste returns the edits that insert copies of branches below parent. A branch is a node with its
// subtree, from any tree of the same rules or detached. If parent already has an equal child, the
// two are merged, and so are their children.
//
// It returns an error if the first move of a branch is illegal at a legal parent, if a set-up is
// invalid, or if more stops it. Later illegal moves are kept, and Position reports them. It costs a
// step per node of the branches, and one Play per node above parent.
func Paste(t *Tree, parent *Node, more More, branches ...*Node) ([]Edit, error) {
	if !t.Contains(parent) {
		return nil, notInTree()
	}
	if len(branches) == 0 {
		return nil, msg.Errorf("there is nothing to insert")
	}
	j := joiner{plan: plan{t: t}, poller: poller{more: more}, copies: true}
	at := t.computeState(&j.poller, parent)
	if err := j.err(); err != nil {
		return nil, err
	}
	for _, n := range branches {
		if err := t.fits(parent, at, n); err != nil {
			return nil, err
		}
	}
	return j.run(group{into: parent, branches: branches})
}

// fits returns an error if the branch n cannot be inserted below parent, whose state is p.
func (t *Tree) fits(parent *Node, p nodeState, n *Node) error {
	switch n.kind() {
	case isMove:
		if p.err != nil || t.Find(parent, n.move) != nil {
			return nil
		}
		if _, err := p.pos.Play(n.move); err != nil {
			return msg.Errorf("the branch begins with %s, which is illegal in this position: %v", t.moveText(n), err)
		}
	case isSetup, isRoot:
		if n.text() == "" {
			return nil
		}
		if _, err := t.rules.Parse(n.text()); err != nil {
			return err
		}
	}
	return nil
}

// MergeTarget describes where MergeTree inserts another tree.
type MergeTarget struct {
	Node *Node // the node whose continuation the tree is merged with
	// Setup is set if the tree does not contain the start position of the other tree. That position
	// is then inserted as a set-up below Node.
	Setup bool
}

// MergeTree returns the edits that insert copies of all moves of other into t. They are merged at
// the node at, if its position is the start of other. Otherwise they are merged at the first node
// of t with that position, or inserted as a set-up below at. Equal moves are merged as in Paste.
//
// It returns an error if the rules differ, if the start of other is invalid, or if more stops it.
// It costs a step per node of other, and one Play per node above at. If at has another position, it
// also costs one Play per node of t.
func MergeTree(t *Tree, at *Node, other *Tree, more More) ([]Edit, MergeTarget, error) {
	into := MergeTarget{Node: at}
	if !t.Contains(at) {
		return nil, into, notInTree()
	}
	if other == t {
		return nil, into, msg.Errorf("a game cannot be merged into itself")
	}
	sa, sb := t.rules.Spec(), other.rules.Spec()
	if sa.Game != sb.Game {
		return nil, into, msg.Errorf("the other game has different rules: %s, not %s", sb.Game, sa.Game)
	}
	if name, ok := differing(sa.Params, sb.Params); ok {
		return nil, into, msg.Errorf("the other game has different rules: %s is %q, not %q", name, sb.Params[name], sa.Params[name])
	}
	start, err := other.Position(other.root)
	if err != nil {
		return nil, into, err
	}
	j := joiner{plan: plan{t: t}, poller: poller{more: more}, copies: true}
	if n := t.reach(&j.poller, at, start); n != nil {
		into.Node = n
	} else {
		into.Setup = true
	}
	g := group{into: into.Node, branches: []*Node{other.root}}
	if !into.Setup {
		g.branches, g.others = nil, []*Node{other.root}
		j.annotate(into.Node, Join(into.Node.annotation(), other.root.annotation()))
	}
	edits, err := j.run(g)
	return edits, into, err
}

// reach returns the node first if its position is pos, else the first node of the tree with that
// position. It returns nil if no node has it.
func (t *Tree) reach(a *poller, first *Node, pos rules.Position) *Node {
	hash, text := pos.Hash(), pos.String()
	is := func(p rules.Position) bool { return p.Hash() == hash && p.String() == text }
	if p := t.computeState(a, first); p.err == nil && !a.stopped && is(p.pos) {
		return first
	}
	for n, p := range t.walk(a, t.root, t.root) {
		if p.err == nil && is(p.pos) {
			return n
		}
	}
	return nil
}
