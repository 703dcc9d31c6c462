package model

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
	lines "boardstudio/rules/line"
	"boardstudio/text/msg"
)

// operator makes random operations and checks the tree after each.
type operator struct {
	t      *testing.T
	chance *rand.Rand
	d      *Document
	seen   map[*Node]bool // nodes of the tree according to a watcher
	done   map[string]int
}

func newOperator(t *testing.T, r rules.Rules, seed uint64) *operator {
	o := &operator{
		t: t, chance: rand.New(rand.NewPCG(seed, 7)), d: NewDocument(r),
		seen: map[*Node]bool{}, done: map[string]int{},
	}
	o.d.Tree.limits = limits{checkpoints: 6, ratio: 1 << 30, spacing: 2, forgetMax: 6, openMax: 2}
	o.grow(o.d.Tree, 25)
	for n := range o.d.Tree.All() {
		o.seen[n] = true
	}
	o.d.Tree.Watch(func(c Change) {
		for n := range o.d.Tree.Subtree(cmpOr(c.Gone, c.Node)) {
			switch c.Kind {
			case Inserted:
				o.seen[n] = true
			case Removed:
				delete(o.seen, n)
			}
		}
	})
	return o
}

func cmpOr(a, b *Node) *Node {
	if a != nil {
		return a
	}
	return b
}

// grow adds about size nodes by the builders: games that branch off, a few illegal moves, set-ups,
// unreadable moves, equal siblings.
func (o *operator) grow(t *Tree, size int) {
	nodes := slices.Collect(t.All())
	for range size {
		n := nodes[o.chance.IntN(len(nodes))]
		if o.chance.IntN(3) > 0 {
			n = nodes[len(nodes)-1]
		}
		switch o.chance.IntN(20) {
		case 0:
			n = t.AddRaw(n, "zz"+strconv.Itoa(o.chance.IntN(2)))
		case 1:
			n = t.AddSetup(n, "")
		case 2:
			n = t.AddSetup(n, "no position")
		default:
			n = t.Add(n, o.move(t, n))
		}
		t.Annotate(n, o.words())
		nodes = append(nodes, n)
	}
}

func (o *operator) words() Annotation {
	words := []string{"", "", "", "one", "two", "one\n\ntwo"}
	a := Annotation{Comment: words[o.chance.IntN(len(words))], Bookmark: o.chance.IntN(9) == 0}
	if o.chance.IntN(4) == 0 {
		a.Marks = []Mark{{Cell: rules.Cell(o.chance.IntN(4)), Kind: MarkCross}}
		a.Glyphs = []Glyph{[]Glyph{GlyphGood, GlyphBad, GlyphEven}[o.chance.IntN(3)]}
	}
	return a
}

// move returns a move for a child of n, usually a legal one. It chooses from few moves, so equal
// siblings occur.
func (o *operator) move(t *Tree, n *Node) rules.Move {
	pos, err := t.Position(n)
	if err == nil && o.chance.IntN(8) > 0 {
		moves := slices.Collect(pos.Moves())
		if len(moves) > 0 {
			return moves[o.chance.IntN(min(3, len(moves)))]
		}
	}
	if n.counts() && o.chance.IntN(2) == 0 {
		return n.move
	}
	return rules.Place(rules.Cell(o.chance.IntN(len(t.rules.Board().Cells))))
}

func (o *operator) operation() (name string, edits []Edit, err error) {
	t := o.d.Tree
	nodes := slices.Collect(t.All())
	node := func() *Node { return nodes[o.chance.IntN(len(nodes))] }
	n := node()
	switch o.chance.IntN(22) {
	case 0:
		return "promote", Promote(n), nil
	case 1:
		return "demote", Demote(n), nil
	case 2:
		return "main", MakeMain(n), nil
	case 3:
		if len(nodes) < 30 {
			return
		}
		edits, err = DeleteOthers(t, n)
		return "others", edits, err
	case 4:
		if n.Parent() == nil || len(nodes) < 20 {
			return
		}
		return "after", DeleteAfter(n), nil
	case 5:
		if n.Ply() > 3 && len(nodes) < 40 {
			return
		}
		edits, err = DeleteBefore(t, n)
		return "before", edits, err
	case 6:
		if len(nodes) < 60 {
			return
		}
		edits, err = Flatten(t, n)
		return "flatten", edits, err
	case 7, 8, 9:
		other := NewTree(t.rules)
		o.grow(other, 12)
		edits, err = Paste(t, n, nil, slices.Collect(other.root.Children())...)
		return "paste", edits, err
	case 10:
		if len(nodes) > 80 {
			return
		}
		edits, err = Paste(t, n, nil, node())
		return "paste own", edits, err
	case 11:
		if len(nodes) > 80 {
			return
		}
		edits, err = Duplicate(t, n, nil)
		return "duplicate", edits, err
	case 12, 13:
		edits, err = MergeDuplicates(t, n, nil)
		return "merge", edits, err
	case 14:
		other := NewTree(t.rules)
		if pos, e := t.Position(node()); e == nil && o.chance.IntN(2) == 0 {
			_ = other.SetStart(pos.String()) // Parse may reject the position of a finished game
		}
		o.grow(other, 12)
		edits, _, err = MergeTree(t, n, other, nil)
		return "merge tree", edits, err
	case 15:
		if n.Parent() == nil {
			return
		}
		edits, err = ReplaceMove(t, n, o.move(t, n.Parent()))
		return "replace", edits, err
	case 16:
		if n.Parent() == nil {
			return
		}
		edits, err = InsertMove(t, n, o.move(t, n.Parent()))
		return "insert", edits, err
	case 17:
		edits, err = DeleteMove(t, n)
		return "out", edits, err
	case 18:
		if len(nodes) < 60 {
			return
		}
		edits, err = DeleteIllegal(t, nil)
		return "cut bad", edits, err
	case 19:
		text := ""
		if pos, e := t.Position(node()); e == nil {
			text = pos.String()
		}
		edits, err = Setup(t, n, text)
		return "setup", edits, err
	case 20:
		if n = t.NextIllegal(n, nil); n == nil {
			return
		}
		all, err := Repairs(t, n, nil)
		if err != nil {
			return "repair", nil, err
		}
		edits, err = all[o.chance.IntN(len(all))].Edits(t, n)
		return "repair", edits, err
	default:
		x := Extract(o.d, n, nil)
		if o.chance.IntN(2) == 0 {
			x = Clip(o.d, n, nil)
		}
		if err := x.Tree.Check(); err != nil {
			o.t.Fatal(err)
		}
		if n == t.root {
			if err := Equal(o.d, x); err != nil {
				o.t.Fatal(err)
			}
		}
		return
	}
}

func (o *operator) run(steps int) {
	tree := o.d.Tree
	for range steps {
		before, at := rebuild(o.d), tree.At()
		name, edits, err := o.operation()
		if err != nil {
			var e *NodeError
			var r *msg.Error
			var m *rules.MoveError
			if !errors.As(err, &e) && !errors.As(err, &r) && !errors.As(err, &m) {
				o.t.Fatalf("%s fails with %v, which is for nobody to read", name, err)
			}
			if err := Equal(before, o.d); err != nil {
				o.t.Fatalf("%s was refused and changed the tree: %v", name, err)
			}
			o.done[name+" refused"]++
			continue
		}
		if err := tree.Do(msg.Key(name), edits...); err != nil {
			o.t.Fatalf("%s: %v", name, err)
		}
		o.sound(name)
		if tree.At() == at {
			if err := Equal(before, o.d); err != nil {
				o.t.Fatalf("%s is no step and changed the tree: %v", name, err)
			}
			continue
		}
		o.done[name]++
		after := rebuild(o.d)
		tree.Undo()
		if err := Equal(before, o.d); err != nil {
			o.t.Fatalf("%s undone: %v", name, err)
		}
		tree.Redo()
		if err := Equal(after, o.d); err != nil {
			o.t.Fatalf("%s redone: %v", name, err)
		}
		o.sound(name)
		if name == "merge" {
			o.single(name)
		}
	}
	for tree.Undo() {
	}
	o.sound("undo all")
	for tree.Redo() {
	}
	o.sound("redo all")
}

// single checks that merging all duplicates leaves no equal siblings.
func (o *operator) single(name string) {
	edits, err := MergeDuplicates(o.d.Tree, o.d.Tree.root, nil)
	if err != nil || o.d.Tree.Do(msg.Key(name), edits...) != nil {
		o.t.Fatal(name, err)
	}
	for n := range o.d.Tree.All() {
		keys := map[key]bool{}
		for c := range n.Children() {
			if keys[c.key()] {
				o.t.Fatalf("%s is double", o.d.Tree.pathText(c))
			}
			keys[c.key()] = true
		}
	}
	o.sound(name)
}

func (o *operator) sound(name string) {
	o.t.Helper()
	tree := o.d.Tree
	if err := tree.Check(); err != nil {
		o.t.Fatalf("%s: %v", name, err)
	}
	if len(o.seen) != tree.Len() {
		o.t.Fatalf("%s: a watcher knows %d nodes of %d", name, len(o.seen), tree.Len())
	}
	for n, want := range replayed(tree) {
		if got := placed(tree.Position(n)); got != want {
			o.t.Fatalf("%s: %s stands at %v, replayed %v", name, tree.pathText(n), got, want)
		}
	}
}

// TestManyOperations checks random operations on trees of several games.
func TestManyOperations(t *testing.T) {
	race.Skip(t)
	steps := 100
	if testing.Short() {
		steps = 40
	}
	done := map[string]int{}
	for name, r := range map[string]rules.Rules{
		"fake": newFake(), "othello": reversi(t), "awale": sowing(t), "three": threePlayers(t),
		"connect": game(t, &lines.Game, "connect4", nil),
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(3) {
				o := newOperator(t, r, seed)
				o.run(steps)
				for k, n := range o.done {
					done[k] += n
				}
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
	t.Log(done)
	for _, name := range []string{
		"promote", "demote", "main", "others", "after", "before", "flatten", "paste", "paste own", "duplicate",
		"merge", "merge tree", "replace", "insert", "out", "cut bad", "setup", "repair", "paste refused", "replace refused",
	} {
		if done[name] == 0 {
			t.Errorf("%s never happened", name)
		}
	}
}
