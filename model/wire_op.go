package model

import (
	"encoding/binary"

	"boardstudio/msg"
	"boardstudio/rules"
)

// The first byte of a record.
const (
	recordDo byte = 1 + iota
	recordAmend
	recordUndo
	recordRedo
	recordAside // evaluations, which are no step
)

// opcode is the first byte of a primitive in a record.
type opcode byte

const (
	opDetach   opcode = 1 + iota // node
	opRestore                    // node, parent, before: a branch that was there once
	opGraft                      // parent, before, branch: a new one
	opShift                      // node, before
	opRelink                     // node, parent, before
	opSetText                    // node, text
	opSetMove                    // node, kind, move, text
	opAnnotate                   // node, patch
	opInfo                       // key, value
	opSeat                       // seat, player
)

// The flags of a node in a branch, above its kind.
const (
	flagKind   = 3
	flagSays   = 4 // an annotation follows
	flagParent = 8 // the next node is its child; else how many levels up the next one's sibling is
	allFlags   = 15
)

// putNode writes a node of top's branch. All of them, each before what is below it, make the branch.
func putNode(b []byte, top, n *Node) []byte {
	k, says := n.kind(), n.says()
	flags := byte(k)
	if says {
		flags |= flagSays
	}
	if n.first != nil {
		flags |= flagParent
	}
	b = append(b, flags)
	if k == isMove {
		b = putMove(b, n.move)
	} else {
		b = putText(b, n.text())
	}
	if says {
		a := n.annotation()
		b = putPatch(b, &noAnnotation, &a)
	}
	if n.first != nil {
		return b
	}
	up := uint64(0)
	for n != top && n.next == nil {
		n = n.parent
		up++
	}
	return binary.AppendUvarint(b, up)
}

// branch reads what putNode wrote into nodes of t.
func (s *source) branch(t *Tree) *Node {
	var top, parent *Node
	for !s.bad {
		flags := s.byte()
		if flags&^allFlags != 0 {
			s.fail()
			break
		}
		n := s.node(t, kind(flags&flagKind), flags&flagSays != 0)
		if s.bad {
			break
		}
		if top == nil {
			top = n
		} else {
			n.link(parent, nil)
		}
		if flags&flagParent != 0 {
			parent = n
			continue
		}
		up := s.uint()
		for parent = n; up > 0 && parent != top; up-- {
			parent = parent.parent
		}
		if up > 0 {
			s.fail()
		}
		if parent == top {
			break
		}
		parent = parent.parent
	}
	return top
}

func (s *source) node(t *Tree, k kind, says bool) *Node {
	n := t.newNode()
	switch k {
	case isMove:
		n.move = s.move()
	case isSetup, isRaw:
		n.extra = textExtra(k, s.text())
		if n.text() == "" {
			s.fail()
		}
	default:
		s.fail()
	}
	if says {
		p := s.patch()
		a, ok := p.on(Annotation{})
		if !ok || a.empty() {
			s.fail()
		}
		n.setAnnotation(a)
	}
	return n
}

// op is a primitive as a record has it. Its nodes are found when it is applied,
// as they may come in by an op before it. It refuses what does not fit the document.
type op struct {
	code        opcode
	doc         *Document
	node        uint32
	parent      uint32
	before      uint32 // 0 for the place behind all
	branch      *Node
	kind        kind
	move        rules.Move
	text, value string
	patch       *patch
	seat        uint64
	player      Player
}

func (s *source) op(d *Document) op {
	o := op{code: opcode(s.byte()), doc: d}
	switch o.code {
	case opDetach:
		o.node = s.number()
	case opRestore, opRelink:
		o.node, o.parent, o.before = s.number(), s.number(), s.number()
	case opGraft:
		o.parent, o.before, o.branch = s.number(), s.number(), s.branch(d.Tree)
	case opShift:
		o.node, o.before = s.number(), s.number()
	case opSetText:
		o.node, o.text = s.number(), s.text()
	case opSetMove:
		o.node, o.kind, o.move, o.text = s.number(), kind(s.byte()), s.move(), s.text()
	case opAnnotate:
		o.node, o.patch = s.number(), s.patch()
	case opInfo:
		o.text, o.value = s.text(), s.text()
	case opSeat:
		o.seat, o.player = s.uint(), s.player()
	default:
		s.fail()
	}
	return o
}

func damaged() error { return msg.Errorf("the record of a step is damaged") }

func misfit() error { return msg.Errorf("the record of a step does not fit the document") }

func (o op) apply(t *Tree) (Edit, Change, error) {
	e := o.edit(t)
	if e == nil {
		return nil, Change{}, misfit()
	}
	return e.apply(t)
}

// edit returns the primitive, nil when the tree is not such that it can be applied.
func (o *op) edit(t *Tree) Edit {
	switch o.code {
	case opInfo:
		if o.text != "" {
			return info{o.doc, o.text, o.value}
		}
		return nil
	case opSeat:
		if o.seat < uint64(len(o.doc.Players)) {
			return seat{o.doc, int(o.seat), o.player}
		}
		return nil
	case opRestore, opGraft:
		return o.restore(t)
	}
	n := t.wire.node(o.node)
	if !t.Contains(n) {
		return nil
	}
	switch o.code {
	case opSetText:
		if k := n.kind(); k == isRoot || k == isSetup && o.text != "" {
			return setText{n, o.text}
		}
	case opSetMove:
		if n.counts() && (o.kind == isMove && o.text == "" || o.kind == isRaw && o.text != "") {
			return setMove{n, o.move, o.kind, o.text}
		}
	case opAnnotate:
		if a, ok := o.patch.on(n.annotation()); ok {
			return setAnnotation{n, a, allParts}
		}
	case opDetach:
		if n != t.root {
			return detach{n}
		}
	case opShift:
		if before, ok := t.wire.sibling(o.before, n.parent); ok && n != t.root && before != n {
			return shift{n, before}
		}
	case opRelink:
		return o.relink(t, n)
	}
	return nil
}

func (o *op) restore(t *Tree) Edit {
	n := o.branch
	if o.code == opRestore {
		n = t.wire.node(o.node)
		if n == nil || n == t.root || n.parent != nil {
			return nil
		}
	}
	parent := t.wire.node(o.parent)
	if !t.Contains(parent) {
		return nil
	}
	before, ok := t.wire.sibling(o.before, parent)
	if !ok {
		return nil
	}
	return restore{n, parent, before}
}

func (o *op) relink(t *Tree, n *Node) Edit {
	parent := t.wire.node(o.parent)
	if !t.Contains(parent) {
		return nil
	}
	for m := parent; m != nil; m = m.parent {
		if m == n { // as the root is for each
			return nil
		}
	}
	before, ok := t.wire.sibling(o.before, parent)
	if !ok || before == n {
		return nil
	}
	return relink{n, parent, before}
}
