package model

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// fake is a game without end, cheap enough for a million moves. The position is a number. A move to
// cell c adds c+1 to it, and is illegal if the sum is a multiple of 3. Resigning ends the game.
// Moves that differ only in Aux have the same effect, so a node can have any number of children.
type fake struct {
	name  string
	board *rules.Board
	plays atomic.Int64 // number of calls of Play
}

type state struct {
	r    *fake
	n    uint64
	over bool
}

func newFake() *fake {
	b := &rules.Board{}
	for i := range 8 {
		b.Cells = append(b.Cells, rules.CellInfo{Label: string(rune('a'+i)) + "1", Col: i})
	}
	return &fake{name: "fake", board: b}
}

func (r *fake) Family() *rules.Game { return nil }

func (r *fake) Spec() rules.Spec {
	return rules.Spec{Game: r.name, Params: rules.Params{"cells": strconv.Itoa(len(r.board.Cells))}}
}
func (r *fake) Players() int          { return 2 }
func (r *fake) Board() *rules.Board   { return r.board }
func (r *fake) Start() rules.Position { return state{r: r} }
func (r *fake) SetUp(rules.Setup) (rules.Position, error) {
	return nil, msg.Errorf("nothing to set up")
}

func (r *fake) Parse(text string) (rules.Position, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 32)
	if err != nil {
		return nil, msg.Errorf("%q is no number", text)
	}
	return state{r: r, n: n}, nil
}

func (r *fake) FormatMove(m rules.Move) string {
	if m == rules.Resign {
		return "resign"
	}
	if m.To == rules.NoCell {
		return "-"
	}
	return r.board.Cells[m.To].Label + strings.Repeat("'", int(max(0, min(m.Aux, 3))))
}

func (r *fake) ParseMove(string) (rules.Move, error) {
	return rules.Move{}, msg.Errorf("not used")
}

func (s state) Turn() rules.Player {
	if s.over {
		return rules.NoPlayer
	}
	return rules.Player(s.n % 2)
}

func (s state) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		for c := range rules.Cell(8) {
			if m := rules.Place(c); s.legal(m) && !yield(m) {
				return
			}
		}
	}
}

func (s state) legal(m rules.Move) bool {
	return !s.over && m.From == rules.NoCell && m.To >= 0 && m.To < 8 && (s.n+uint64(m.To)+1)%3 != 0
}

func (s state) Play(m rules.Move) (rules.Position, error) {
	s.r.plays.Add(1)
	if m == rules.Resign && !s.over {
		return state{r: s.r, n: s.n, over: true}, nil
	}
	if !s.legal(m) {
		return nil, rules.Illegal(m, "%d cannot grow so", s.n)
	}
	return state{r: s.r, n: s.n + uint64(m.To) + 1}, nil
}

func (s state) At(rules.Cell) rules.Content { return rules.Empty }
func (s state) Result() rules.Result        { return rules.Result{Over: s.over} }
func (s state) Hash() uint64                { return s.n }

func (s state) String() string {
	if s.over {
		return fmt.Sprint(s.n, " over")
	}
	return fmt.Sprint(s.n)
}

func play(c int) rules.Move { return rules.Place(rules.Cell(c)) }

// line appends legal moves until the line below n has length nodes, and returns the last node. It
// uses cell 0 if that is legal, else cell 1.
func line(t testing.TB, tree *Tree, n *Node, length int) *Node {
	t.Helper()
	p, err := tree.Position(n)
	if err != nil {
		t.Fatal(err)
	}
	at := p.(state).n
	for range length {
		c := 0 // adds 1, which is illegal after 2 mod 3
		if at%3 == 2 {
			c = 1
		}
		n = tree.Add(n, play(c))
		at += uint64(c) + 1
	}
	return n
}

// dump returns the saved content of a document as text. It is kept simple, because it serves to
// test Equal, Undo and the builders.
func dump(d *Document) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v", d.Tree.Rules().Spec(), d.Players)
	for _, k := range slices.Sorted(func(yield func(string) bool) {
		for k := range d.Info {
			if !yield(k) {
				return
			}
		}
	}) {
		fmt.Fprintf(&b, " %s=%q", k, d.Info[k])
	}
	fmt.Fprintf(&b, " %q\n", d.Foreign)
	for n := range d.Tree.All() {
		depth := 0
		for m := n.Parent(); m != nil; m = m.Parent() {
			depth++
		}
		m, ok := n.Move()
		if n.Plain() {
			b.WriteString(strconv.Itoa(depth) + " " + strconv.Itoa(int(m.To)) + " " + strconv.Itoa(int(m.From)) + " " + strconv.Itoa(int(m.Aux)) + "\n")
			continue
		}
		fmt.Fprintf(&b, "%d %v %v %q %q %q %v %v %d %v %q %q %q %v %d %v\n", depth, m, ok, n.Setup(), n.Raw(),
			n.Comment(), n.Marks(), n.Glyphs(), n.Used(), n.Evals(), n.Foreign(),
			n.Name(), n.Color(), n.Lines(), n.Number(), n.Bookmarked())
	}
	return b.String()
}

// rebuild returns a document with the same content, constructed by the builders.
func rebuild(d *Document) *Document {
	c := NewDocument(d.Tree.Rules())
	copy(c.Players, d.Players)
	for k, v := range d.Info {
		c.Info[k] = v
	}
	c.Foreign = slices.Clone(d.Foreign)
	twin := map[*Node]*Node{}
	for n := range d.Tree.All() {
		var x *Node
		switch m, ok := n.Move(); {
		case n.Parent() == nil:
			x = c.Tree.Root()
			if err := c.Tree.SetStart(n.Setup()); err != nil {
				panic(err)
			}
		case ok:
			x = c.Tree.Add(twin[n.Parent()], m)
		case n.Raw() != "":
			x = c.Tree.AddRaw(twin[n.Parent()], n.Raw())
		default:
			x = c.Tree.AddSetup(twin[n.Parent()], n.Setup())
		}
		c.Tree.Annotate(x, n.annotation())
		twin[n] = x
	}
	return c
}

// replayed returns the state of each node computed without checkpoints: the text of the position,
// or the first illegal node.
func replayed(t *Tree) map[*Node]any {
	type found struct {
		pos rules.Position
		bad *Node
	}
	at := map[*Node]found{}
	out := map[*Node]any{}
	for n := range t.All() {
		var f found
		m, isMove := n.Move()
		switch {
		case n == t.Root() && n.Setup() == "":
			f.pos = t.Rules().Start()
		case n == t.Root() || !isMove && n.Raw() == "":
			p, err := t.Rules().Parse(n.Setup())
			if err != nil {
				f.bad = n
			} else {
				f.pos = p
			}
		case at[n.Parent()].bad != nil:
			f.bad = at[n.Parent()].bad
		case !isMove:
			f.bad = n
		default:
			p, err := at[n.Parent()].pos.Play(m)
			if err != nil {
				f.bad = n
			} else {
				f.pos = p
			}
		}
		at[n] = f
		if f.bad != nil {
			out[n] = f.bad
		} else {
			out[n] = f.pos.String()
		}
	}
	return out
}

// placed converts the result of Tree.Position to the form of replayed.
func placed(p rules.Position, err error) any {
	var bad *NodeError
	if err == nil {
		return p.String()
	}
	if b, ok := err.(*NodeError); ok {
		bad = b
		return bad.Node
	}
	return err
}
