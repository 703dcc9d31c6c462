package wire

import (
	"encoding/binary"
	"slices"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// kinds are the kinds of steps, by the first byte of a record. The byte of an evaluation equals
// journal.AutomaticEdit.
var kinds = [...]model.StepKind{
	0: model.StepRefused, // not recorded
	1: model.StepDone, 2: model.StepAmended, 3: model.StepUndone, 4: model.StepRedone, 5: model.StepEvaluated,
}

// The first byte of an Op.
const (
	opDetach   byte = 1 + iota // node
	opRestore                  // node, parent, before
	opGraft                    // parent, before, branch
	opShift                    // node, before
	opRelink                   // node, parent, before
	opSetText                  // node, text
	opSetMove                  // node, kind of node, move, text
	opAnnotate                 // node, patch
	opInfo                     // key, value
	opSeat                     // seat, player
)

// Journal registers f to receive a record of each step in d: see Document.Record. f may keep the
// record. It is about as long as the texts and moves that the step inserts.
func Journal(d *model.Document, f func(record []byte)) (stop func()) {
	return d.Record(&recorder{f: f})
}

// Replay applies a record written by Journal: see Document.Replay. It returns an error, and changes
// nothing, if the record is damaged or was made for another document.
func Replay(d *model.Document, record []byte) error {
	step, ok := decode(d.Tree, record)
	if !ok {
		return damaged()
	}
	return d.Replay(step)
}

func damaged() error { return msg.Errorf("the record of a step is damaged") }

// recorder is a model.Recorder that encodes steps.
type recorder struct {
	f   func([]byte)
	ops []byte
	top *model.Node // top node of the branch being inserted
}

// Op encodes op.
func (r *recorder) Op(op model.Op) {
	r.top = op.Branch
	r.ops = putOp(r.ops, &op)
}

// Node encodes a node of a branch.
func (r *recorder) Node(n *model.Node) { r.ops = putNode(r.ops, r.top, n) }

// End passes the record of the step on, unless the step was refused.
func (r *recorder) End(kind model.StepKind, label msg.Key) {
	if kind != model.StepRefused {
		record := []byte{byte(slices.Index(kinds[:], kind))}
		if kind != model.StepUndone && kind != model.StepRedone {
			record = append(putText(record, string(label)), r.ops...)
		}
		r.f(record)
	}
	if r.ops, r.top = r.ops[:0], nil; cap(r.ops) > 1<<16 {
		r.ops = nil
	}
}

// decode returns the step of a record. New nodes are for t.
func decode(t *model.Tree, record []byte) (step model.Step, ok bool) {
	s := source{b: record}
	code := s.byte()
	if code == 0 || int(code) >= len(kinds) {
		return step, false
	}
	step.Kind = kinds[code]
	if step.Kind == model.StepUndone || step.Kind == model.StepRedone {
		return step, len(s.b) == 0
	}
	step.Label = msg.Key(s.text())
	for len(s.b) > 0 {
		step.Ops = append(step.Ops, s.op(t))
	}
	return step, !s.bad && len(step.Ops) > 0
}

func putOp(b []byte, o *model.Op) []byte {
	numbers := func(code byte, list ...uint32) {
		b = append(b, code)
		for _, n := range list {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	switch o.Kind {
	case model.OpDetach:
		numbers(opDetach, o.Node)
	case model.OpRestore:
		numbers(opRestore, o.Node, o.Parent, o.Before)
	case model.OpGraft: // the nodes follow
		numbers(opGraft, o.Parent, o.Before)
	case model.OpShift:
		numbers(opShift, o.Node, o.Before)
	case model.OpRelink:
		numbers(opRelink, o.Node, o.Parent, o.Before)
	case model.OpSetText:
		numbers(opSetText, o.Node)
		b = putText(b, o.Text)
	case model.OpSetMove:
		numbers(opSetMove, o.Node)
		b = putText(putMove(append(b, kindOf("", o.Text)), o.Move), o.Text)
	case model.OpAnnotate:
		numbers(opAnnotate, o.Node)
		b = putPatch(b, &o.Patch)
	case model.OpInfo:
		b = putText(putText(append(b, opInfo), o.Text), o.Value)
	case model.OpSeat:
		b = putPlayer(binary.AppendUvarint(append(b, opSeat), uint64(o.Seat)), o.Player)
	}
	return b
}

func (s *source) op(t *model.Tree) (o model.Op) {
	switch s.byte() {
	case opDetach:
		o.Kind, o.Node = model.OpDetach, s.number()
	case opRestore:
		o.Kind, o.Node, o.Parent, o.Before = model.OpRestore, s.number(), s.number(), s.number()
	case opGraft:
		o.Kind, o.Parent, o.Before, o.Branch = model.OpGraft, s.number(), s.number(), s.branch(t.NewChild)
	case opShift:
		o.Kind, o.Node, o.Before = model.OpShift, s.number(), s.number()
	case opRelink:
		o.Kind, o.Node, o.Parent, o.Before = model.OpRelink, s.number(), s.number(), s.number()
	case opSetText:
		o.Kind, o.Node, o.Text = model.OpSetText, s.number(), s.text()
	case opSetMove:
		o.Kind, o.Node = model.OpSetMove, s.number()
		kind := s.byte()
		if o.Move, o.Text = s.move(), s.text(); kind != kindOf("", o.Text) {
			s.fail()
		}
	case opAnnotate:
		o.Kind, o.Node, o.Patch = model.OpAnnotate, s.number(), s.patch()
	case opInfo:
		o.Kind, o.Text, o.Value = model.OpInfo, s.text(), s.text()
	case opSeat:
		o.Kind, o.Seat, o.Player = model.OpSeat, int(s.number()), s.player()
	default:
		s.fail()
	}
	return o
}

// The first byte of a node: its kind and flags.
const (
	kindMove  = 0
	kindSetup = 2
	kindRaw   = 3
	kindMask  = 3

	flagAnnotated = 4 // an annotation follows
	flagParent    = 8 // the next node is a child; otherwise the number of levels up to the next node's sibling follows
	allFlags      = 15
)

// kindOf returns the kind of a node by the results of Setup and Raw.
func kindOf(setup, raw string) byte {
	switch {
	case setup != "":
		return kindSetup
	case raw != "":
		return kindRaw
	}
	return kindMove
}

var noAnnotation model.Annotation

// putNode encodes a node in the branch of top. A branch is encoded by its nodes in preorder.
func putNode(b []byte, top, n *model.Node) []byte {
	var flags byte
	if n.First() != nil {
		flags = flagParent
	}
	if m, ok := n.Move(); ok && n.Plain() { // the most common case
		b = putMove(append(b, flags), m)
	} else {
		b = putExtra(b, flags, n, m)
	}
	if n.First() != nil {
		return b
	}
	up := uint64(0)
	for n != top && n.Next() == nil {
		n = n.Parent()
		up++
	}
	return binary.AppendUvarint(b, up)
}

// putExtra encodes the content of a node that is not a plain move.
func putExtra(b []byte, flags byte, n *model.Node, m rules.Move) []byte {
	a := n.Annotation()
	p := model.NewPatch(&noAnnotation, &a)
	if p.Parts != 0 {
		flags |= flagAnnotated
	}
	setup, raw := n.Setup(), n.Raw()
	kind := kindOf(setup, raw)
	if b = append(b, flags|kind); kind == kindMove {
		b = putMove(b, m)
	} else {
		b = putText(b, setup+raw)
	}
	if p.Parts != 0 {
		b = putPatch(b, &p)
	}
	return b
}

// addNode adds a decoded node as the last child of parent, or as the top of a branch if parent is
// nil. See Tree.NewChild.
type addNode = func(parent *model.Node, m rules.Move, setup, raw string, a *model.Annotation) *model.Node

// branch decodes a branch encoded by putNode.
func (s *source) branch(add addNode) *model.Node {
	var top, parent *model.Node
	for !s.bad {
		flags := s.byte()
		if flags&^allFlags != 0 {
			s.fail()
			break
		}
		n := s.node(flags, parent, add)
		if s.bad {
			break
		}
		if top == nil {
			top = n
		}
		if flags&flagParent != 0 {
			parent = n
			continue
		}
		up := s.uint()
		for parent = n; up > 0 && parent != top; up-- {
			parent = parent.Parent()
		}
		if up > 0 {
			s.fail()
		}
		if parent == top {
			break
		}
		parent = parent.Parent()
	}
	return top
}

// node decodes a node and adds it. It returns nil if the node is invalid.
func (s *source) node(flags byte, parent *model.Node, add addNode) *model.Node {
	var m rules.Move
	var setup, raw string
	switch flags & kindMask {
	case kindMove:
		m = s.move()
	case kindSetup:
		if setup = s.text(); setup == "" {
			s.fail()
		}
	case kindRaw:
		if raw = s.text(); raw == "" {
			s.fail()
		}
	default:
		s.fail()
	}
	var a *model.Annotation
	if flags&flagAnnotated != 0 {
		if a = s.annotation(); model.NewPatch(&noAnnotation, a).Parts == 0 {
			s.fail()
		}
	}
	if s.bad {
		return nil
	}
	return add(parent, m, setup, raw, a)
}

// annotation decodes the change from an empty annotation.
func (s *source) annotation() *model.Annotation {
	p := s.patch()
	a, ok := p.Apply(model.Annotation{})
	if !ok {
		s.fail()
	}
	return &a
}
