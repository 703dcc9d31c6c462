package consult

import (
	"slices"

	"boardstudio/ai"
	"boardstudio/analysis"
	"boardstudio/model"
)

// memory is what an engine has found at the positions that were looked at last, with all its lines: the record keeps only the best one. It
// lasts until the document is closed.
type memory struct {
	nodes []*model.Node // the one of the latest last
	found map[*model.Node]finding
}

// finding is what was found at a node, whose position may be another since then.
type finding struct {
	position string
	info     ai.Info
}

// remembered is how many positions a memory has. With the values of all moves of a large board each takes some 50 KB.
const remembered = 100

// put remembers what was found at a place, unless more is known of it.
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

// at returns what was found at a place; false for nothing.
func (m *memory) at(p Place) (ai.Info, bool) {
	f, ok := m.found[p.Node]
	return f.info, ok && f.position == p.Position.String()
}

// forget forgets what was found at a node.
func (m *memory) forget(n *model.Node) {
	if i := slices.Index(m.nodes, n); i >= 0 {
		m.nodes = slices.Delete(m.nodes, i, i+1)
		delete(m.found, n)
	}
}

// knows reports whether a tells more than b: a proof, or else what lies deeper.
func knows(a, b ai.Info) bool {
	switch {
	case len(b.Best.Moves) == 0:
		return len(a.Best.Moves) > 0
	case a.Best.Score.Proved != b.Best.Score.Proved:
		return a.Best.Score.Proved
	}
	return !b.Best.Score.Proved && a.Depth > b.Depth
}

// known returns what is known of a place by an engine: what it has found since it began, or what it had found before if that tells more. kept
// says that it is the latter.
func (d *Desk) known(j *judge, p Place) (i ai.Info, kept bool) {
	if d.place.Node == p.Node {
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

// lines returns the lines of what an engine has found.
func linesOf(i ai.Info) []ai.Line {
	if len(i.Lines) == 0 && len(i.Best.Moves) > 0 {
		return []ai.Line{i.Best}
	}
	return i.Lines
}
