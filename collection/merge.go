package collection

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Merged is the result of a merge.
type Merged struct {
	Doc   *model.Document
	Games int
	Other int // skipped games with other rules
	// Wrong lists the unreadable games.
	Wrong []Unreadable
}

// Unreadable is an unreadable game and the error.
type Unreadable struct {
	Path string // path of its file
	Err  error
}

// Merge merges the games of rows into one tree. Moves that games share appear once, and the most
// frequent variation comes first. The last move of each game gets a comment with the players and
// the result. Annotations are preserved. If r is nil, the rules of the first game are used. Games
// with other rules are skipped. If no game is readable, Doc is nil. The cost is a few steps for
// each move. It returns an error if ctx is done or the tree has too many nodes.
func (l *List) Merge(ctx context.Context, r rules.Rules, rows []int, p codec.Progress) (Merged, error) {
	var m merger
	var out Merged
	done := 0
	for i, x := range l.Docs(ctx, rows) {
		if done++; done%256 == 0 {
			p.Report(int64(done), int64(len(rows)))
		}
		if x.Err != nil {
			out.Wrong = append(out.Wrong, Unreadable{l.Files[l.Rows[rows[i]].File].Path, x.Err})
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

// label returns the comment for the end of a game: players, result, event and date.
func (r *Row) label() string {
	var parts []string
	for _, t := range []string{r.Names(), r.Result, r.Event, r.Date} {
		if t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, ", ")
}

// merger merges games.
type merger struct {
	tree  *model.Tree
	ends  []end
	stack []pair
}

// end is the last node of a game in the merged tree.
type end struct {
	node  *model.Node
	label string
}

// pair is a node of a game and the corresponding node of the merged tree.
type pair struct{ from, to *model.Node }

// add merges a game into the tree, and records the end of its main line with the label.
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
			m.annotate(p)
		}
		if p.from.First() == nil && main {
			m.ends = append(m.ends, end{p.to, label})
			main = false
		}
		for c := p.from.Last(); c != nil; c = c.Prev() { // reversed, as the stack is last in, first out
			m.stack = append(m.stack, pair{c, m.child(p.to, c)})
		}
	}
}

// child returns the child of at that equals c. It adds one if necessary.
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

// annotate adds the annotation of a node to the merged tree.
func (m *merger) annotate(p pair) {
	a := p.from.Annotation()
	if !p.to.Plain() {
		a = model.Join(p.to.Annotation(), a)
	}
	m.tree.Annotate(p.to, a)
}

// arrange adds the labels and sorts variations by the number of games, highest first.
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
	var children []level // children of the nodes on the current line
	var open []level     // the current line
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
		first := len(children) - 1 // the siblings are at the end of children
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
	if err := m.tree.Do("Merge games", edits...); err != nil {
		return err
	}
	m.tree.Forget()
	return nil
}
