package engines

import (
	"slices"

	"boardstudio/ai"
	"boardstudio/analysis"
	"boardstudio/model"
)

// memory has the results of an engine at recent positions with all lines, until the document is
// closed. The document stores only the best line.
type memory struct {
	nodes []*model.Node // most recently used last
	found map[*model.Node]finding
}

// finding is a result at a node. The position of the node may have changed since.
type finding struct {
	position string
	info     ai.Info
}

// remembered is the maximum number of positions in a memory. Each takes about 50 KB if it has
// values for all moves on a large board.
const remembered = 100

// put stores a result at a place, unless the stored one is better.
func (m *memory) put(p Place, i ai.Info) {
	if old, ok := m.at(p); ok && len(old.Lines) >= len(i.Lines) && knows(old, i) {
		return
	}
	m.forget(p.Node)
	if len(m.nodes) == remembered {
		m.forget(m.nodes[0])
	}
	if m.found == nil {
		m.found = map[*model.Node]finding{}
	}
	m.nodes = append(m.nodes, p.Node)
	m.found[p.Node] = finding{p.Position.String(), i}
}

// at returns the result at a place, or false if it is unknown.
func (m *memory) at(p Place) (ai.Info, bool) {
	f, ok := m.found[p.Node]
	return f.info, ok && f.position == p.Position.String()
}

// forget removes the result at a node.
func (m *memory) forget(n *model.Node) {
	if i := slices.Index(m.nodes, n); i >= 0 {
		m.nodes = slices.Delete(m.nodes, i, i+1)
		delete(m.found, n)
	}
}

// knows reports whether a is better than b: a proof, or else a greater depth.
func knows(a, b ai.Info) bool {
	switch {
	case len(b.Best.Moves) == 0:
		return len(a.Best.Moves) > 0
	case a.Best.Score.Proved != b.Best.Score.Proved:
		return a.Best.Score.Proved
	}
	return !b.Best.Score.Proved && a.Depth > b.Depth
}

// known returns the best result of an engine at a place. kept reports that it is an earlier result,
// not one of the current request.
func (r *Runner) known(j *analyser, p Place) (i ai.Info, kept bool) {
	if r.place.Node == p.Node {
		i = j.found
	}
	if m, ok := j.memory.at(p); ok && knows(m, i) {
		i, kept = m, true
	}
	if v, ok := analysis.Stored(p.Node, j.Engine, j.kind.Version); ok {
		if s := (ai.Info{Best: ai.Line{Moves: v.PV, Score: analysis.Score(v)}, Depth: v.Depth, Nodes: v.Nodes}); knows(s, i) {
			i, kept = s, true
		}
	}
	return i, kept
}

// linesOf returns the lines of a result.
func linesOf(i ai.Info) []ai.Line {
	if len(i.Lines) == 0 && len(i.Best.Moves) > 0 {
		return []ai.Line{i.Best}
	}
	return i.Lines
}
