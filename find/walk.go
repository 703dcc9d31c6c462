// Package find searches game trees: for texts, positions, patterns and what else is
// said at a node, in one document or in many, and for nodes that are reached in
// several ways. It only reads, and keeps nothing in the tree, so that it can
// run beside the owner of a tree as long as that makes no edit.
package find

import (
	"context"

	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Progress is told from time to time how much is done. It is called in the
// goroutine that searches.
type Progress func(done, total int)

// visit is one node in the walk through a tree.
type visit struct {
	node   *model.Node
	ply    int
	before rules.Position // at the parent, nil when that is illegal or n is the root
	pos    rules.Position // nil when the node is illegal
	err    error          // why this node itself is illegal
}

// branch is a node with children still to be visited.
type branch struct {
	node  *model.Node
	ply   int
	pos   rules.Position
	given bool // pos is lost
}

// often is how many nodes are visited between two looks at the context: an edit
// waits for no more.
const often = 64

// maxOpen is the number of positions that are kept to return to.
var maxOpen = 16384

// walk calls f at each node of t, in the order of Tree.All, until it returns
// false. It makes one Play for each node if play is set, else no positions. The
// error is that of ctx.
func walk(ctx context.Context, t *model.Tree, play bool, progress Progress, f func(*visit) bool) error {
	var (
		open  []branch
		given int // open[:given] have lost their position
		v     = visit{node: t.Root()}
	)
	if play {
		v.pos, v.err = start(t.Rules(), v.node)
	}
	for done := 1; ; done++ {
		if done%often == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if progress != nil && done%(256*often) == 0 {
				progress(done, t.Len())
			}
		}
		if !f(&v) {
			return nil
		}
		n := v.node
		if n.First() != nil {
			if n.First().Next() != nil {
				open = append(open, branch{n, v.ply, v.pos, false})
				if len(open)-given > maxOpen {
					open[given].pos, open[given].given = nil, true
					given++
				}
			}
			v.node, v.before = n.First(), v.pos
		} else {
			for n != nil && n.Next() == nil {
				n = n.Parent()
			}
			if n == nil {
				break
			}
			top := &open[len(open)-1]
			if top.given {
				top.pos, top.given = replay(t.Rules(), top.node), false
				given--
			}
			v.node, v.before, v.ply = n.Next(), top.pos, top.ply
			if v.node.Next() == nil {
				open = open[:len(open)-1]
			}
		}
		v.pos, v.err = nil, nil
		if m, moves := v.node.Move(); moves || v.node.Raw() != "" {
			v.ply++
			switch {
			case !play || v.before == nil:
			case moves:
				v.pos, v.err = v.before.Play(m)
			default:
				v.err = msg.Errorf("the move could not be read")
			}
		} else if play {
			v.pos, v.err = start(t.Rules(), v.node)
		}
		if v.err != nil {
			v.pos = nil
		}
	}
	if progress != nil {
		progress(t.Len(), t.Len())
	}
	return ctx.Err()
}

// start returns the position of the root or a set-up node.
func start(r rules.Rules, n *model.Node) (rules.Position, error) {
	if n.Setup() == "" {
		return r.Start(), nil
	}
	return r.Parse(n.Setup())
}

// replay returns the position at n, nil when n is illegal. It plays all moves
// since the last set-up.
func replay(r rules.Rules, n *model.Node) rules.Position {
	var moves []rules.Move
	for ; ; n = n.Parent() {
		m, ok := n.Move()
		if !ok {
			break
		}
		moves = append(moves, m)
	}
	if n.Raw() != "" {
		return nil
	}
	p, err := start(r, n)
	for i := len(moves) - 1; i >= 0 && err == nil; i-- {
		p, err = p.Play(moves[i])
	}
	if err != nil {
		return nil
	}
	return p
}
