package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"boardstudio/ai"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Label names the step of undo that an analysis is.
const Label msg.Key = "Analyse"

// Scope is which part of a tree is analysed.
type Scope uint8

// The scopes.
const (
	Game   Scope = iota // the line through a node, on to its end
	Branch              // a node and all below it
	Tree                // everything
)

// Scopes are the titles of the scopes.
var Scopes = [...]msg.Key{Game: "The whole game", Branch: "This branch", Tree: "The whole tree"}

// ScopeNames name the scopes on the command line.
var ScopeNames = [...]string{Game: "game", Branch: "branch", Tree: "tree"}

// spot is a node whose position is looked at.
type spot struct {
	node *model.Node
	ply  int
	turn rules.Player   // who is to move, NoPlayer at the end of the game
	done []float64      // the shares where the game is over
	job  int            // which of the jobs judges it, -1 for none
	at   rules.Position // nil in plans, which have many
}

// Plan is what there is to do for an analysis.
type Plan struct {
	Engine, Version string
	Jobs            []Job
	tree            *model.Tree
	spots           []spot
}

// NewPlan returns the jobs of an analysis: one for each position of the scope in which the game goes on and somebody has a choice. It
// only reads, so that it can run beside others who do; more is asked now and then whether to go on.
func NewPlan(d *model.Document, at *model.Node, scope Scope, engine string, limit ai.Limit, more model.More) (*Plan, error) {
	version, err := VersionOf(engine)
	if err != nil {
		return nil, err
	}
	t, r := d.Tree, d.Tree.Rules()
	in := within(t, at, scope)
	p := &Plan{Engine: engine, Version: version, tree: t}
	spec, begin := r.Spec(), r.Start().String()
	type path struct {
		start string
		moves []string
		taken bool // the moves of one of the next nodes stand behind these
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

// within returns the nodes of a scope, nil for all.
func within(t *model.Tree, at *model.Node, scope Scope) map[*model.Node]bool {
	in := map[*model.Node]bool{}
	switch scope {
	case Game:
		for _, n := range LineOf(t, at) {
			in[n] = true
		}
	case Branch:
		if at.Parent() != nil { // the move that begins it is judged too
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

// LineOf returns the nodes from the root through a node to the end of its main continuation.
func LineOf(t *model.Tree, at *model.Node) []*model.Node {
	line := slices.Clone(t.Line(at))
	for n := at.First(); n != nil; n = n.First() {
		line = append(line, n)
	}
	return line
}

// Judged is a move, and what it gave away.
type Judged struct {
	Node    *model.Node
	Ply     int
	Player  rules.Player
	Was, Is []float64      // the shares of all seats in the win, before the move and after it
	Best    []rules.Move   // what the engine would have played, and how it would have gone on
	At      rules.Position // before the move; nil while an analysis is made
}

// Before returns the player's own share before the move.
func (j *Judged) Before() float64 { return j.Was[j.Player] }

// After returns the player's own share after the move.
func (j *Judged) After() float64 { return j.Is[j.Player] }

// Loss returns what the move gave away, from 0 to 1.
func (j *Judged) Loss() float64 {
	m, _ := j.Node.Move()
	if len(j.Best) > 0 && j.Best[0] == m {
		return 0
	}
	return max(j.Before()-j.After(), 0)
}

// judge returns the moves of the spots of which the position before and that after have shares.
func judge(spots []spot, shares func(*spot) []float64, best func(*spot) []rules.Move) []Judged {
	at := make(map[*model.Node]*spot, len(spots))
	for i := range spots {
		at[spots[i].node] = &spots[i]
	}
	var list []Judged
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
		list = append(list, Judged{s.node, s.ply, from.turn, was, is, best(from), from.at})
	}
	return list
}

// ByEngine returns the moves of the spots of a document that an engine has judged already: in the scope, those before and after which
// the record keeps an evaluation of it. It only reads.
func ByEngine(d *model.Document, at *model.Node, scope Scope, engine, version string) []Judged {
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
	return judge(spots, sharesBy(r, engine, version), func(s *spot) []rules.Move {
		v, _ := Stored(s.node, engine, version)
		return v.PV
	})
}

// OfLine returns the moves of a line that an engine has judged already. It costs a move for each node.
func OfLine(t *model.Tree, line []*model.Node, engine, version string) []Judged {
	spots := spotsOf(t, line)
	shares := sharesBy(t.Rules(), engine, version)
	return judge(spots, shares, func(s *spot) []rules.Move {
		v, _ := Stored(s.node, engine, version)
		return v.PV
	})
}

// spotsOf returns the nodes of a line that play.
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

// sharesBy returns what tells the shares at a spot by what an engine has judged there, nil for nothing.
func sharesBy(r rules.Rules, engine, version string) func(*spot) []float64 {
	scale := ScaleOf(r, engine)
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

// Curve is the share of one seat in the win along a line, as an engine sees it.
type Curve struct {
	Engine, Version string
	Seat            rules.Player
	Points          []Point
}

// Point is a share at a node of the line, by its number there.
type Point struct {
	At    int
	Share float64
}

// Curves returns the curves of a line: with two players that of the first, by each engine that has judged the line, the one that judged
// most of it first; with more players one for each seat, by that engine. It costs a move for each node.
func Curves(t *model.Tree, line []*model.Node) []Curve {
	engine, version := Judge(line)
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
		shares := sharesBy(r, x[0], x[1])
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

// Judge returns the engine, and its version, that has judged most of a line; of two that have as many the one that did so first.
func Judge(line []*model.Node) (engine, version string) {
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

// Stored returns the evaluation of an engine that a node keeps.
func Stored(n *model.Node, engine, version string) (model.Eval, bool) {
	for _, v := range n.Evals() {
		if v.Engine == engine && v.Version == version {
			return v, true
		}
	}
	return model.Eval{}, false
}

// Score returns the score that an evaluation keeps.
func Score(v model.Eval) ai.Score {
	return ai.Score{Proved: v.Proved, Plies: v.Plies, AtMost: v.AtMost, Margin: v.Margin, Value: v.Score, Shares: v.Shares}
}

// Keep returns evaluations with one more: of those of one engine and version the one that saw most is kept, a proof before all.
func Keep(list []model.Eval, v model.Eval) []model.Eval {
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

// Marking says what is written into a record.
type Marking struct {
	// Threshold is the loss that a doubtful move exceeds; a move is bad from twice, and very bad from three times as much.
	// 0 is the usual one, and above 1 nothing but the evaluations is written.
	Threshold float64
}

const (
	// usualThreshold is a tenth of the win.
	usualThreshold = 0.1
	// shownPlies is how much of a best line becomes a variation.
	shownPlies = 6
)

// Least returns the loss that a marked move exceeds.
func (m Marking) Least() float64 {
	if m.Threshold > 0 {
		return m.Threshold
	}
	return usualThreshold
}

// Glyph returns the glyph of a move by what it gave away, "" for none.
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

// Edits returns what the results change in the tree: an evaluation at each node, and where a move gave away too much a glyph, unless
// it has one, a comment, and the best line as a variation. Nodes that were deleted meanwhile are left out. The edits are to be made
// as one step. more, unless it is nil, is asked now and then whether to go on; where it says no, the edits are not whole.
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
		if !results[s.job].judged() {
			continue
		}
		v := results[s.job].eval(r, p.Engine, p.Version)
		if kept := Keep(s.node.Evals(), v); !slices.EqualFunc(kept, s.node.Evals(), SameEval) {
			edits = append(edits, model.SetEvals{Node: s.node, Evals: kept})
		}
	}
	for _, j := range p.judged(results) {
		if !p.tree.Contains(j.Node) {
			continue
		}
		edits = append(edits, j.edits(p.tree, m)...)
	}
	return edits
}

// SameEval reports whether two evaluations say the same.
func SameEval(a, b model.Eval) bool {
	return a.Engine == b.Engine && a.Version == b.Version && a.Score == b.Score && a.Proved == b.Proved && a.Depth == b.Depth &&
		a.Nodes == b.Nodes && a.Plies == b.Plies && a.AtMost == b.AtMost && a.Margin == b.Margin && slices.Equal(a.PV, b.PV) && slices.Equal(a.Shares, b.Shares)
}

// judged returns the moves of the plan by its results.
func (p *Plan) judged(results []Result) []Judged {
	r := p.tree.Rules()
	scale := ScaleOf(r, p.Engine)
	return judge(p.spots, func(s *spot) []float64 {
		if s.job < 0 {
			return s.done
		}
		if !results[s.job].judged() {
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

// edits returns what is written about a move.
func (j *Judged) edits(t *model.Tree, m Marking) []model.Edit {
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
	more, _ := Variation(t, parent, j.Best[:min(len(j.Best), shownPlies)])
	return append(edits, more...)
}

// Variation returns the edits that put a line of moves below a node, beside what is there, and its last node.
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

// text says what a move gave away.
func (j *Judged) text(r rules.Rules) string {
	name := r.FormatMove(j.Best[0])
	percent := func(v float64) string { return fmt.Sprintf("%d %%", int(100*v+0.5)) }
	return locale.T("Better was %s: the share of the win falls from %s to %s.", name, percent(j.Before()), percent(j.After()))
}
