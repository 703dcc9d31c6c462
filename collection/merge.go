package collection

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Merged is what became of games that were brought together.
type Merged struct {
	Doc   *model.Document
	Games int
	Other int // games by other rules, which are left out
	// Wrong are the games that could not be read, with the reasons.
	Wrong []error
}

// Merge brings the games of rows together in one tree: openings that they share stand there once, the most played variation
// first. The last move of each game says whose it was and how it ended, and all that is said in the games is kept. The rules are those of r, or of the first game
// where that is nil. It costs a few steps for each move.
func (l *List) Merge(ctx context.Context, r rules.Rules, rows []int, p codec.Progress) (Merged, error) {
	var m merger
	var out Merged
	done := 0
	for i, x := range l.Docs(ctx, rows) {
		if done++; done%256 == 0 {
			p.Tell(int64(done), int64(len(rows)))
		}
		if x.Err != nil {
			out.Wrong = append(out.Wrong, x.Err)
			continue
		}
		if r == nil {
			r = x.Doc.Tree.Rules()
		}
		if m.tree == nil {
			m.tree = model.NewTree(r)
		}
		if !model.SameRules(r, x.Doc.Tree.Rules()) {
			out.Other++
			continue
		}
		m.add(x.Doc, l.Rows[rows[i]].label())
		if m.tree.Len() > codec.MaxNodes {
			return Merged{}, msg.Errorf("the tree would have more than %d nodes", codec.MaxNodes)
		}
		out.Games++
	}
	if err := ctx.Err(); err != nil {
		return Merged{}, err
	}
	if m.tree == nil {
		return out, nil
	}
	if err := m.arrange(); err != nil {
		return Merged{}, err
	}
	out.Doc = model.NewDocument(r)
	out.Doc.Tree = m.tree
	return out, nil
}

// label is what stands at the end of a game: players, result, event and date.
func (r *Row) label() string {
	var parts []string
	for _, t := range []string{r.Names(), r.Result, r.Event, r.Date} {
		if t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, ", ")
}

// merger brings games together.
type merger struct {
	tree  *model.Tree
	ends  []end
	stack []pair
}

// end is where a game ends.
type end struct {
	node  *model.Node
	label string
}

// pair is a node of a game, and the same in the tree.
type pair struct{ from, to *model.Node }

// add brings a game in.
func (m *merger) add(d *model.Document, label string) {
	top := pair{d.Tree.Root(), m.tree.Root()}
	if d.Tree.Root().Setup() != "" {
		top.to = m.child(top.to, top.from)
	}
	m.stack = append(m.stack[:0], top)
	main := true
	for len(m.stack) > 0 {
		p := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		if !p.from.Plain() {
			m.say(p)
		}
		if p.from.First() == nil && main {
			m.ends = append(m.ends, end{p.to, label})
			main = false
		}
		for c := p.from.Last(); c != nil; c = c.Prev() { // the first comes off the stack first
			m.stack = append(m.stack, pair{c, m.child(p.to, c)})
		}
	}
}

// child returns the child of a node that is the same as c, which may be new.
func (m *merger) child(at, c *model.Node) *model.Node {
	move, ok := c.Move()
	if ok {
		if n := m.tree.Find(at, move); n != nil {
			return n
		}
		return m.tree.Add(at, move)
	}
	for n := range at.Children() {
		if _, ok := n.Move(); !ok && n.Setup() == c.Setup() && n.Raw() == c.Raw() {
			return n
		}
	}
	if c.Raw() != "" {
		return m.tree.AddRaw(at, c.Raw())
	}
	return m.tree.AddSetup(at, c.Setup())
}

// say gives the node of the tree what a game says about it.
func (m *merger) say(p pair) {
	a := p.from.Annotation()
	if !p.to.Plain() {
		a = model.Join(p.to.Annotation(), a)
	}
	m.tree.Annotate(p.to, a)
}

// arrange writes the labels, and puts the variations that most games played first.
func (m *merger) arrange() error {
	games := map[*model.Node]int{}
	labels := map[*model.Node][]string{}
	for _, e := range m.ends {
		games[e.node]++
		if e.label != "" {
			labels[e.node] = append(labels[e.node], e.label)
		}
	}
	for n, lines := range labels {
		a := model.Annotation{Comment: strings.Join(lines, "\n")}
		if !n.Plain() {
			a = model.Join(n.Annotation(), a)
		}
		m.tree.Annotate(n, a)
	}
	var edits []model.Edit
	type level struct {
		node  *model.Node
		count int
	}
	var children []level // of the forks that are open
	var open []level     // the line to the node at hand
	leave := func() {
		last := len(open) - 1
		l := open[last]
		if open = open[:last]; last == 0 {
			return
		}
		open[last-1].count += l.count
		if up := open[last-1].node; up.First().Next() == nil {
			return
		}
		children = append(children, l)
		if l.node.Next() != nil {
			return
		}
		first := len(children) - 1 // of the siblings, which stand at the end
		for first > 0 && children[first-1].node.Parent() == l.node.Parent() {
			first--
		}
		siblings := children[first:]
		slices.SortStableFunc(siblings, func(a, b level) int { return cmp.Compare(b.count, a.count) })
		for i, s := range siblings {
			edits = append(edits, model.Reorder{Node: s.node, Index: i})
		}
		children = children[:first]
	}
	for n := range m.tree.All() {
		for len(open) > 0 && open[len(open)-1].node != n.Parent() {
			leave()
		}
		open = append(open, level{n, games[n]})
	}
	for len(open) > 0 {
		leave()
	}
	if err := m.tree.Do("Bring games together", edits...); err != nil {
		return err
	}
	m.tree.Forget()
	return nil
}
