package model

// StepNode returns the node of the first edit of step i. The node may no longer be in the tree.
// StepNode returns nil if the step changed info or players.
func (t *Tree) StepNode(i int) *Node {
	var e Edit
	switch {
	case i < 0 || i >= t.Steps():
		return nil
	case i < len(t.undo):
		if inverse := t.undo[i].inverse; len(inverse) > 0 {
			e = inverse[0]
		}
	default: // the edits of a redo are in reverse order
		if again := t.redo[t.Steps()-1-i].inverse; len(again) > 0 {
			e = again[len(again)-1]
		}
	}
	switch e := e.(type) {
	case restore:
		return e.node
	case detach:
		return e.node
	case shift:
		return e.node
	case relink:
		return e.node
	case setText:
		return e.node
	case setMove:
		return e.node
	case setAnnotation:
		return e.node
	}
	return nil
}
