package model

import (
	"slices"

	"boardstudio/msg"
	"boardstudio/rules"
)

// key is what makes two siblings the same: the move, or the text of a set-up or
// an unreadable move.
type key struct {
	kind kind
	move rules.Move
	text string
}

func (n *Node) key() key { return key{n.kind(), n.move, n.text()} }

// group is a set of nodes that become one: what is below the others is
// joined to what is below into.
type group struct {
	into   *Node
	others []*Node
	// branches are to come in at into themselves, not what is below them.
	branches []*Node
}

// joiner works out a join. Each node is looked at once, and found among its
// siblings by a table where they are many.
type joiner struct {
	plan
	asker
	copies bool // the others are not of this tree: what comes in is a copy
	all    bool // siblings that were there before become one too, everywhere below
	gone   []*Node
	before *Node // where branches of the first group go; nil is behind all
	leave  *Node // a child of the first group that is on its way out
	open   []group
	same   map[key]int
	kids   []group
}

// run joins everything in g, and all that follows from it.
func (j *joiner) run(g group) ([]Edit, error) {
	j.open = append(j.open, g)
	for len(j.open) > 0 && j.next() {
		g := j.open[len(j.open)-1]
		j.open = j.open[:len(j.open)-1]
		if len(g.others) == 0 && g.branches == nil && (g.into.first == nil || g.into.first.next == nil) {
			if g.into.first != nil { // a line: nothing to join but below
				j.open = append(j.open, group{into: g.into.first})
			}
			continue
		}
		j.join(g)
	}
	for _, n := range j.gone { // last, when all that stays has been moved out of them
		j.remove(n)
	}
	if err := j.err(); err != nil {
		return nil, err
	}
	return j.edits, nil
}

// join unites the children of a group that are the same, and leaves what
// is below these open, the first on top.
func (j *joiner) join(g group) {
	j.kids = j.kids[:0]
	j.same = nil
	for c := range g.into.Children() {
		if c == j.leave {
			continue
		}
		if !j.next() {
			return
		}
		if i := j.find(c); i >= 0 && j.all {
			j.meet(i, c)
			j.gone = append(j.gone, c)
		} else {
			j.list(c)
		}
	}
	for _, c := range g.branches {
		j.come(c, g.into)
	}
	for _, o := range g.others {
		for c := range o.Children() {
			j.come(c, g.into)
		}
	}
	j.before, j.leave = nil, nil
	for i, k := range slices.Backward(j.kids) {
		if slices.ContainsFunc(k.others, (*Node).says) {
			a := k.into.annotation()
			for _, o := range k.others {
				a = Join(a, o.annotation())
			}
			j.annotate(k.into, a)
		}
		if len(k.others) > 0 || j.all {
			j.open = append(j.open, k)
		}
		j.kids[i] = group{}
	}
}

// come brings c to the children of into.
func (j *joiner) come(c, into *Node) {
	if !j.next() {
		return
	}
	if i := j.find(c); i >= 0 {
		j.meet(i, c)
		return
	}
	if j.copies {
		c = c.copy(&j.asker)
		if c.kind() == isSetup && c.text() == "" {
			c.setText(j.t.rules.Start().String())
		}
		j.attach(c, into, j.before)
	} else {
		j.put(c, into, j.before)
	}
	j.list(c)
}

func (j *joiner) meet(i int, c *Node) { j.kids[i].others = append(j.kids[i].others, c) }

// few is how many siblings are searched one by one.
const few = 8

func (j *joiner) list(c *Node) {
	j.kids = append(j.kids, group{into: c})
	switch n := len(j.kids); {
	case n < few:
	case n == few:
		j.same = map[key]int{}
		for i, k := range slices.Backward(j.kids) {
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

// find returns which of the children so far is the same as c, -1 when none is.
func (j *joiner) find(c *Node) int {
	k := c.key()
	if j.copies && k.kind == isRoot || k.kind == isSetup && k.text == "" {
		k.kind = isSetup
		if k.text == "" {
			k.text = j.t.rules.Start().String()
		}
	}
	if len(j.kids) >= few {
		if i, ok := j.same[k]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(j.kids, func(g group) bool { return g.into.key() == k })
}

// MergeDuplicates returns the edits that unite siblings with the same move,
// or the same set-up text, everywhere below top: the first stays, what is said
// about the others and what follows them is joined to it by the same rule. It costs
// a step for each node below top.
func MergeDuplicates(t *Tree, top *Node, more More) ([]Edit, error) {
	if !t.Contains(top) {
		return nil, notHere()
	}
	j := joiner{plan: plan{t: t}, asker: asker{more: more}, all: true}
	return j.run(group{into: top})
}

// Paste returns the edits that put copies of branches under parent. A branch is
// any node with what is below it, of any tree of the same rules, in a tree or not; it
// stays as it is. Where parent has a child that is the same, both become one, and so
// on below. The first move of a branch must play at parent if that plays; later ones that
// are illegal are kept, and reported by Position. It costs a step for each node of
// the branches, and one Play for each node above parent.
func Paste(t *Tree, parent *Node, more More, branches ...*Node) ([]Edit, error) {
	if !t.Contains(parent) {
		return nil, notHere()
	}
	if len(branches) == 0 {
		return nil, msg.Errorf("there is nothing to insert")
	}
	j := joiner{plan: plan{t: t}, asker: asker{more: more}, copies: true}
	at := t.look(&j.asker, parent)
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

// fits returns why a branch cannot go under parent, which stands at p.
func (t *Tree) fits(parent *Node, p place, n *Node) error {
	switch n.kind() {
	case isMove:
		if p.err != nil || t.Find(parent, n.move) != nil {
			return nil
		}
		if _, err := p.pos.Play(n.move); err != nil {
			return msg.Errorf("the branch begins with %s, which is illegal here: %v", t.moveText(n), err)
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

// Into says where the moves of another tree come in.
type Into struct {
	Node *Node // they are joined to what is below this node
	// Setup is set when the position they start from is nowhere in the tree: it
	// comes in as a set-up below Node.
	Setup bool
}

// MergeTree returns the edits that bring copies of all moves of other into t: at
// the node at if its position is the one that other starts from; otherwise at the first
// node of the tree with that position, and where there is none as a set-up below at.
// Equal moves become one, as with Paste. Both must have the same rules. It costs a step
// for each node of other, one Play for each node above at, and one for each node of t when the
// position at at is another one.
func MergeTree(t *Tree, at *Node, other *Tree, more More) ([]Edit, Into, error) {
	into := Into{Node: at}
	if !t.Contains(at) {
		return nil, into, notHere()
	}
	if other == t {
		return nil, into, msg.Errorf("a game cannot be merged into itself")
	}
	sa, sb := t.rules.Spec(), other.rules.Spec()
	if sa.Game != sb.Game {
		return nil, into, msg.Errorf("the other game is played by other rules: %s, not %s", sb.Game, sa.Game)
	}
	if name, ok := differing(sa.Params, sb.Params); ok {
		return nil, into, msg.Errorf("the other game is played by other rules: %s is %q, not %q", name, sb.Params[name], sa.Params[name])
	}
	start, err := other.Position(other.root)
	if err != nil {
		return nil, into, err
	}
	j := joiner{plan: plan{t: t}, asker: asker{more: more}, copies: true}
	if n := t.reach(&j.asker, at, start); n != nil {
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

// reach returns first, or else the first node of all, at which pos stands.
func (t *Tree) reach(a *asker, first *Node, pos rules.Position) *Node {
	hash, text := pos.Hash(), pos.String()
	is := func(p rules.Position) bool { return p.Hash() == hash && p.String() == text }
	if p := t.look(a, first); p.err == nil && !a.stopped && is(p.pos) {
		return first
	}
	for n, p := range t.walk(a, t.root, t.root) {
		if p.err == nil && is(p.pos) {
			return n
		}
	}
	return nil
}
