package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Label is the name of an analysis in the undo history.
const Label msg.Key = "Analyse"

// Scope is the part of a tree to analyse.
type Scope uint8

// The scopes.
const (
	Game   Scope = iota // the line through a node, to its end
	Branch              // a node and its subtree
	Tree                // the whole tree
)

// Scopes are the titles of the scopes.
var Scopes = [...]msg.Key{Game: "The whole game", Branch: "This branch", Tree: "The whole tree"}

// ScopeNames are the names of the scopes on the command line.
var ScopeNames = [...]string{Game: "game", Branch: "branch", Tree: "tree"}

// spot is a node to analyse.
type spot struct {
	node *model.Node
	ply  int
	turn rules.Player   // player to move, NoPlayer at the end of the game
	done []float64      // final shares if the game is over
	job  int            // index of the job, -1 without a job
	at   rules.Position // nil in plans, to save memory
}

// Plan is a planned analysis.
type Plan struct {
	Engine, Version string
	Jobs            []Job
	engines         *player.Catalog
	tree            *model.Tree
	spots           []spot
}

// NewPlan returns the plan of an analysis, with a job for each position of the scope unless the
// game is over there. It only reads the document, so other readers may run concurrently. It returns
// an error if engine is invalid, and context.Canceled if more returns false.
func NewPlan(engines *player.Catalog, d *model.Document, at *model.Node, scope Scope, engine string, limit ai.Limit, more model.More) (*Plan, error) {
	version, err := VersionOf(engines, engine)
	if err != nil {
		return nil, err
	}
	t, r := d.Tree, d.Tree.Rules()
	in := within(t, at, scope)
	p := &Plan{Engine: engine, Version: version, engines: engines, tree: t}
	spec, begin := r.Spec(), r.Start().String()
	type path struct {
		start string
		moves []string
		taken bool // the moves of a child already extend moves in place
	}
	paths := map[*model.Node]*path{}
	for v := range t.Visits(true) {
		if len(paths)%256 == 255 && more != nil && !more(len(paths)) {
			return nil, context.Canceled
		}
		if v.Pos == nil {
			continue
		}
		x := &path{}
		m, moved := v.Node.Move()
		if parent := v.Node.Parent(); moved && parent != nil {
			was := paths[parent]
			x.start, x.moves = was.start, was.moves
			if was.taken {
				x.moves = slices.Clip(x.moves)
			}
			x.moves, was.taken = append(x.moves, r.FormatMove(m)), true
		} else if text := v.Pos.String(); text != begin {
			x.start = text
		}
		paths[v.Node] = x
		if in != nil && !in[v.Node] {
			continue
		}
		s := spot{node: v.Node, ply: v.Ply, turn: v.Pos.Turn(), job: -1}
		if res := v.Pos.Result(); res.Over {
			s.done = Final(res, r.Players())
		} else {
			s.job = len(p.Jobs)
			p.Jobs = append(p.Jobs, Job{
				Game: spec.Game, Params: spec.Params, Start: x.start, Moves: x.moves,
				Engine: engine, Version: version, Time: limit.Time, Depth: limit.Depth, Nodes: limit.Nodes,
			})
		}
		p.spots = append(p.spots, s)
	}
	return p, nil
}

// within returns the set of nodes in a scope, or nil for all nodes.
func within(t *model.Tree, at *model.Node, scope Scope) map[*model.Node]bool {
	in := map[*model.Node]bool{}
	switch scope {
	case Game:
		for _, n := range LineOf(t, at) {
			in[n] = true
		}
	case Branch:
		if at.Parent() != nil { // needed to evaluate the first move of the branch
			in[at.Parent()] = true
		}
		for n := range t.Subtree(at) {
			in[n] = true
		}
	case Tree:
		return nil
	}
	return in
}

// LineOf returns the nodes from the root through at to the end of its main continuation.
func LineOf(t *model.Tree, at *model.Node) []*model.Node {
	line := slices.Clone(t.Line(at))
	for n := at.First(); n != nil; n = n.First() {
		line = append(line, n)
	}
	return line
}

// EvaluatedMove is a move with its loss of winning chances.
type EvaluatedMove struct {
	Node    *model.Node
	Ply     int
	Player  rules.Player
	Was, Is []float64      // winning chances of all seats before and after the move
	Best    []rules.Move   // principal variation at the position before the move
	At      rules.Position // position before the move; nil during an analysis
}

// Before returns the player's winning chances before the move.
func (j *EvaluatedMove) Before() float64 { return j.Was[j.Player] }

// After returns the player's winning chances after the move.
func (j *EvaluatedMove) After() float64 { return j.Is[j.Player] }

// Loss returns the loss of winning chances, from 0 to 1. It is 0 if the engine would have played
// the same move.
func (j *EvaluatedMove) Loss() float64 {
	m, _ := j.Node.Move()
	if len(j.Best) > 0 && j.Best[0] == m {
		return 0
	}
	return max(j.Before()-j.After(), 0)
}

// lossesOf returns the moves between two spots with shares.
func lossesOf(spots []spot, shares func(*spot) []float64, best func(*spot) []rules.Move) []EvaluatedMove {
	at := make(map[*model.Node]*spot, len(spots))
	for i := range spots {
		at[spots[i].node] = &spots[i]
	}
	var list []EvaluatedMove
	for i := range spots {
		s := &spots[i]
		if _, ok := s.node.Move(); !ok || at[s.node.Parent()] == nil {
			continue
		}
		from := at[s.node.Parent()]
		was, is := shares(from), shares(s)
		if from.turn == rules.NoPlayer || was == nil || is == nil {
			continue
		}
		list = append(list, EvaluatedMove{s.node, s.ply, from.turn, was, is, best(from), from.at})
	}
	return list
}

// EvaluatedInScope returns the moves of a scope that have an evaluation of the engine before and after the
// move. It only reads the document.
func EvaluatedInScope(engines *player.Catalog, d *model.Document, at *model.Node, scope Scope, engine, version string) []EvaluatedMove {
	r := d.Tree.Rules()
	in := within(d.Tree, at, scope)
	var spots []spot
	for v := range d.Tree.Visits(true) {
		if v.Pos == nil || in != nil && !in[v.Node] {
			continue
		}
		s := spot{node: v.Node, ply: v.Ply, turn: v.Pos.Turn(), at: v.Pos}
		if res := v.Pos.Result(); res.Over {
			s.done = Final(res, r.Players())
		}
		spots = append(spots, s)
	}
	return lossesOf(spots, sharesBy(engines, r, engine, version), func(s *spot) []rules.Move {
		v, _ := Stored(s.node, engine, version)
		return v.PV
	})
}

// EvaluatedInLine returns the moves of a line that have an evaluation of the engine before and after the
// move. It plays every move of the line.
func EvaluatedInLine(engines *player.Catalog, t *model.Tree, line []*model.Node, engine, version string) []EvaluatedMove {
	spots := spotsOf(t, line)
	shares := sharesBy(engines, t.Rules(), engine, version)
	return lossesOf(spots, shares, func(s *spot) []rules.Move {
		v, _ := Stored(s.node, engine, version)
		return v.PV
	})
}

// spotsOf returns the spots of the nodes in a line that have legal positions.
func spotsOf(t *model.Tree, line []*model.Node) (spots []spot) {
	for _, n := range line {
		pos, err := t.Position(n)
		if err != nil {
			continue
		}
		s := spot{node: n, ply: t.Ply(n), turn: pos.Turn()}
		if res := pos.Result(); res.Over {
			s.done = Final(res, t.Rules().Players())
		}
		spots = append(spots, s)
	}
	return spots
}

// sharesBy returns a function that returns the shares at a spot. It uses the result of the game or
// the engine's stored evaluation, and returns nil if both are missing.
func sharesBy(engines *player.Catalog, r rules.Rules, engine, version string) func(*spot) []float64 {
	scale := ScaleOf(engines, r, engine)
	return func(s *spot) []float64 {
		v, ok := Stored(s.node, engine, version)
		switch {
		case s.done != nil:
			return s.done
		case !ok || s.turn == rules.NoPlayer:
			return nil
		}
		return scale.Shares(Score(v), s.turn)
	}
}

// Curve is the winning chances of one seat along a line, according to an engine.
type Curve struct {
	Engine, Version string
	Seat            rules.Player
	Points          []Point
}

// Point is the winning chances at a node, given by its index in the line.
type Point struct {
	At    int
	Share float64
}

// Curves returns the curves of a line. For two players these are curves of the first seat, one for
// each engine with evaluations in the line. The first is the curve of the engine returned by MostUsedEngine.
// For more players there is one curve per seat, according to that engine. Curves plays every move
// of the line.
func Curves(engines *player.Catalog, t *model.Tree, line []*model.Node) []Curve {
	engine, version := MostUsedEngine(line)
	if engine == "" && version == "" {
		return nil
	}
	r := t.Rules()
	by := [][2]string{{engine, version}}
	seats := 1
	if r.Players() > 2 {
		seats = r.Players()
	} else {
		for _, n := range line {
			for _, v := range n.Evals() {
				if x := [2]string{v.Engine, v.Version}; !slices.Contains(by, x) {
					by = append(by, x)
				}
			}
		}
	}
	at := make(map[*model.Node]int, len(line))
	for i, n := range line {
		at[n] = i
	}
	spots := spotsOf(t, line)
	var list []Curve
	for _, x := range by {
		shares := sharesBy(engines, r, x[0], x[1])
		curves := make([]Curve, seats)
		for i := range curves {
			curves[i] = Curve{Engine: x[0], Version: x[1], Seat: rules.Player(i)}
		}
		for i := range spots {
			got := shares(&spots[i])
			if got == nil {
				continue
			}
			for k := range curves {
				curves[k].Points = append(curves[k].Points, Point{at[spots[i].node], got[k]})
			}
		}
		list = append(list, curves...)
	}
	return list
}

// MostUsedEngine returns the engine with the most evaluations in a line, and its version. If several have
// the same number, it returns the one that reached it first.
func MostUsedEngine(line []*model.Node) (engine, version string) {
	counts, most := map[[2]string]int{}, 0
	for _, n := range line {
		for _, v := range n.Evals() {
			by := [2]string{v.Engine, v.Version}
			if counts[by]++; counts[by] > most {
				engine, version, most = v.Engine, v.Version, counts[by]
			}
		}
	}
	return engine, version
}

// Stored returns the evaluation of an engine that is stored at a node.
func Stored(n *model.Node, engine, version string) (model.Eval, bool) {
	for _, v := range n.Evals() {
		if v.Engine == engine && v.Version == version {
			return v, true
		}
	}
	return model.Eval{}, false
}

// Score returns the score of an evaluation.
func Score(v model.Eval) ai.Score {
	return ai.Score{Proved: v.Proved, Plies: v.Plies, AtMost: v.AtMost, Margin: v.Margin, Value: v.Score, Shares: v.Shares}
}

// AddEval returns list with the evaluation v added. For each engine and version only the best
// evaluation remains. A proof is better than other evaluations, then the depth counts, then the
// number of nodes. If all are equal, v remains.
func AddEval(list []model.Eval, v model.Eval) []model.Eval {
	i := slices.IndexFunc(list, func(x model.Eval) bool { return x.Engine == v.Engine && x.Version == v.Version })
	if i < 0 {
		return append(list[:len(list):len(list)], v)
	}
	if old := list[i]; old.Proved && !v.Proved || old.Proved == v.Proved && (old.Depth > v.Depth || old.Depth == v.Depth && old.Nodes > v.Nodes) {
		return list
	}
	list = slices.Clone(list)
	list[i] = v
	return list
}

// Marking describes which mistakes are marked in a record.
type Marking struct {
	// Threshold is the loss that a doubtful move exceeds. A move is bad from twice, and very bad
	// from three times the threshold. If it is 0, the default is used. If it is above 1, only
	// evaluations are written.
	Threshold float64
}

const (
	// defaultThreshold is a loss of a tenth of the win.
	defaultThreshold = 0.1
	// maxVariationPlies is the maximum length of a variation added from a principal variation.
	maxVariationPlies = 6
)

// Least returns the effective threshold.
func (m Marking) Least() float64 {
	if m.Threshold > 0 {
		return m.Threshold
	}
	return defaultThreshold
}

// Glyph returns the glyph of a move with the given loss, or "".
func (m Marking) Glyph(loss float64) model.Glyph {
	t := m.Least()
	switch {
	case loss >= 3*t:
		return model.GlyphVeryBad
	case loss >= 2*t:
		return model.GlyphBad
	case loss > t:
		return model.GlyphDoubtful
	}
	return ""
}

// Edits returns the changes to the tree for the results of all jobs. It adds an evaluation to each
// node. For mistakes it also adds a glyph, unless the move has one, a comment, and the principal
// variation. It ignores nodes that were deleted since the plan was made. The edits must be made in
// one step. If more returns false, the edits are incomplete.
func (p *Plan) Edits(results []Result, m Marking, more model.More) []model.Edit {
	r := p.tree.Rules()
	var edits []model.Edit
	for i := range p.spots {
		s := &p.spots[i]
		if i%256 == 255 && more != nil && !more(i) {
			return nil
		}
		if s.job < 0 || !p.tree.Contains(s.node) {
			continue
		}
		if !results[s.job].evaluated() {
			continue
		}
		v := results[s.job].eval(r, p.Engine, p.Version)
		if kept := AddEval(s.node.Evals(), v); !slices.EqualFunc(kept, s.node.Evals(), SameEval) {
			edits = append(edits, model.SetEvals{Node: s.node, Evals: kept})
		}
	}
	for _, j := range p.evaluatedMoves(results) {
		if !p.tree.Contains(j.Node) {
			continue
		}
		edits = append(edits, j.edits(p.tree, m)...)
	}
	return edits
}

// SameEval reports whether two evaluations are equal.
func SameEval(a, b model.Eval) bool {
	return a.Engine == b.Engine && a.Version == b.Version && a.Score == b.Score && a.Proved == b.Proved && a.Depth == b.Depth &&
		a.Nodes == b.Nodes && a.Plies == b.Plies && a.AtMost == b.AtMost && a.Margin == b.Margin && slices.Equal(a.PV, b.PV) && slices.Equal(a.Shares, b.Shares)
}

// evaluatedMoves returns the moves of the plan with their losses, computed from results.
func (p *Plan) evaluatedMoves(results []Result) []EvaluatedMove {
	r := p.tree.Rules()
	scale := ScaleOf(p.engines, r, p.Engine)
	return lossesOf(p.spots, func(s *spot) []float64 {
		if s.job < 0 {
			return s.done
		}
		if !results[s.job].evaluated() {
			return nil
		}
		return scale.Shares(Score(results[s.job].eval(r, "", "")), s.turn)
	}, func(s *spot) []rules.Move {
		if s.job < 0 {
			return nil
		}
		return results[s.job].eval(r, "", "").PV
	})
}

// edits returns the changes for a move.
func (j *EvaluatedMove) edits(t *model.Tree, m Marking) []model.Edit {
	g := m.Glyph(j.Loss())
	if g == "" || len(j.Best) == 0 {
		return nil
	}
	var edits []model.Edit
	if !slices.ContainsFunc(j.Node.Glyphs(), func(g model.Glyph) bool { _, _, of := g.Position(); return !of }) {
		edits = append(edits, model.SetGlyphs{Node: j.Node, Glyphs: append([]model.Glyph{g}, j.Node.Glyphs()...)})
	}
	if text, old := j.text(t.Rules()), j.Node.Comment(); old == "" {
		edits = append(edits, model.SetComment{Node: j.Node, Text: text})
	} else if !strings.Contains(old, text) {
		edits = append(edits, model.SetComment{Node: j.Node, Text: old + "\n\n" + text})
	}
	parent := j.Node.Parent()
	if t.Find(parent, j.Best[0]) != nil {
		return edits
	}
	more, _ := Variation(t, parent, j.Best[:min(len(j.Best), maxVariationPlies)])
	return append(edits, more...)
}

// Variation returns the edits that add a line of moves below a node, and the last node of the line.
// It follows existing nodes at the beginning of the line.
func Variation(t *model.Tree, at *model.Node, line []rules.Move) (edits []model.Edit, last *model.Node) {
	for _, m := range line {
		if len(edits) == 0 {
			if n := t.Find(at, m); n != nil {
				at = n
				continue
			}
		}
		n := model.NewNode(m)
		edits = append(edits, model.Insert{Parent: at, Index: -1, Node: n})
		at = n
	}
	return edits, at
}

// text returns the comment on a mistake.
func (j *EvaluatedMove) text(r rules.Rules) string {
	name := r.FormatMove(j.Best[0])
	percent := func(v float64) string { return fmt.Sprintf("%d %%", int(100*v+0.5)) }
	return locale.T("%s was better: winning chances fell from %s to %s.", name, percent(j.Before()), percent(j.After()))
}
