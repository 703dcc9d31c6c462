package model

import (
	"encoding/binary"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// The first byte of a record.
const (
	recordDo byte = 1 + iota
	recordAmend
	recordUndo
	recordRedo
	recordEvaluate // evaluations, which are not an undo step; equal to journal.AutomaticEdit
)

// opcode is the first byte of a primitive in a record.
type opcode byte

const (
	opDetach   opcode = 1 + iota // node
	opRestore                    // node, parent, before: a branch that was in the tree before
	opGraft                      // parent, before, branch: a new branch
	opShift                      // node, before
	opRelink                     // node, parent, before
	opSetText                    // node, text
	opSetMove                    // node, kind, move, text
	opAnnotate                   // node, patch
	opInfo                       // key, value
	opSeat                       // seat, player
)

// The flags of an encoded node, in addition to its kind.
const (
	flagKind      = 3
	flagAnnotated = 4 // an annotation follows
	flagParent    = 8 // the next node is a child; otherwise the number of levels up to the next node's sibling follows
	allFlags      = 15
)

// putNode encodes a node in the branch of top. A branch is encoded by its nodes in preorder.
func putNode(b []byte, top, n *Node) []byte {
	k, says := n.kind(), n.annotated()
	flags := byte(k)
	if says {
		flags |= flagAnnotated
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

// branch decodes a branch encoded by putNode into new nodes of t.
func (s *source) branch(t *Tree) *Node {
	var top, parent *Node
	for !s.bad {
		flags := s.byte()
		if flags&^allFlags != 0 {
			s.fail()
			break
		}
		n := s.node(t, kind(flags&flagKind), flags&flagAnnotated != 0)
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

// op is a decoded primitive. Its nodes are looked up when it is applied, because an earlier op may
// insert them. It fails if it does not fit the document.
type op struct {
	code        opcode
	doc         *Document
	node        uint32
	parent      uint32
	before      uint32 // 0 appends
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

func mismatch() error { return msg.Errorf("the record of a step does not fit the document") }

func (o op) apply(t *Tree) (Edit, Change, error) {
	e := o.edit(t)
	if e == nil {
		return nil, Change{}, mismatch()
	}
	return e.apply(t)
}

// edit returns the edit of the primitive, or nil if it does not fit the tree.
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
		if m == n { // always true for the root
			return nil
		}
	}
	before, ok := t.wire.sibling(o.before, parent)
	if !ok || before == n {
		return nil
	}
	return relink{n, parent, before}
}
