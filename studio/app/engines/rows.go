package engines

import (
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/analysis"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// Row is the output of an engine for a position.
type Row struct {
	Engine   string // specification of the engine
	Title    string
	Lines    []Line
	Depth    int
	Nodes    uint64
	Time     time.Duration // 0 for a stored evaluation
	Thinking bool
	Kept     bool  // the evaluation is stored
	Err      error // reason why the engine failed
}

// Speed returns the number of nodes per second, or 0 if it is unknown.
func (r *Row) Speed() float64 {
	if r.Time <= 0 {
		return 0
	}
	return float64(r.Nodes) / r.Time.Seconds()
}

// Line is a line of an engine.
type Line struct {
	Moves  []rules.Move
	Score  ai.Score  // score for the player to move
	Shares []float64 // share of each seat in the win; nil if the engine names moves only
}

// At returns the place of the rows: the position being analysed, or else the current position.
func (r *Runner) At() (Place, bool) {
	if r.place.Node != nil {
		return r.place, true
	}
	return r.host.Place()
}

// Rows returns the output of engines for the place: first the chosen engines, then others with
// stored evaluations.
func (r *Runner) Rows() []Row {
	p, ok := r.At()
	if !ok {
		return nil
	}
	turn := p.Position.Turn()
	var rows []Row
	for _, j := range r.analysers {
		row := Row{Engine: j.Engine, Title: analysis.EngineTitle(r.engines, j.Engine, ""), Thinking: j.cancel != nil, Err: j.err}
		if i, kept := r.known(j, p); turn != rules.NoPlayer && len(i.Best.Moves) > 0 {
			row.Kept, row.Depth, row.Nodes = kept, i.Depth, i.Nodes
			if !kept {
				row.Time = i.Time
			}
			all := linesOf(i)
			if row.Lines = lines(j.scale, turn, all[:min(len(all), j.Lines)]...); !i.Evaluated() {
				for k := range row.Lines {
					row.Lines[k].Shares = nil
				}
			}
		}
		rows = append(rows, row)
	}
	if turn == rules.NoPlayer {
		return rows
	}
	for _, v := range p.Node.Evals() {
		if r.chosen(v) {
			continue
		}
		name := analysis.EngineTitle(r.engines, v.Engine, "")
		if v.Version != "" {
			name = locale.T("%s, version %s", name, v.Version)
		}
		rows = append(rows, Row{
			Engine: v.Engine, Title: name, Kept: true, Depth: v.Depth, Nodes: v.Nodes,
			Lines: lines(analysis.ScaleOf(r.engines, p.Tree.Rules(), v.Engine), turn, ai.Line{Moves: v.PV, Score: analysis.Score(v)}),
		})
	}
	return rows
}

// chosen reports whether an evaluation is by a chosen engine of the same version.
func (r *Runner) chosen(v model.Eval) bool {
	for _, j := range r.analysers {
		if j.Engine == v.Engine && j.kind.Version == v.Version {
			return true
		}
	}
	return false
}

func lines(s analysis.Scale, turn rules.Player, list ...ai.Line) (out []Line) {
	for _, l := range list {
		out = append(out, Line{l.Moves, l.Score, s.Shares(l.Score, turn)})
	}
	return out
}

// Shares returns the expected share of each seat in the win at the current position, from the first
// engine with a result, or nil.
func (r *Runner) Shares() []float64 {
	p, ok := r.host.Place()
	if !ok {
		return nil
	}
	if res := p.Position.Result(); res.Over {
		return analysis.Final(res, p.Tree.Rules().Players())
	}
	if r.place.Node == nil || r.place.Node == p.Node {
		for _, row := range r.Rows() {
			if len(row.Lines) > 0 && row.Lines[0].Shares != nil {
				return row.Lines[0].Shares
			}
		}
		return nil
	}
	for _, v := range p.Node.Evals() {
		return analysis.ScaleOf(r.engines, p.Tree.Rules(), v.Engine).Shares(analysis.Score(v), p.Position.Turn())
	}
	return nil
}

// News is the result of an engine at the current position, as the expected share of each seat in
// the win.
type News struct {
	Engine, Version string
	Shares          []float64
}

// News returns the results of running engines at the current position. They are stored when the
// engines leave it.
func (r *Runner) News() (list []News) {
	p, ok := r.host.Place()
	if !ok || r.place.Node != p.Node {
		return nil
	}
	for _, j := range r.analysers {
		if i, _ := r.known(j, p); i.Evaluated() {
			list = append(list, News{j.Engine, j.kind.Version, j.scale.Shares(i.Best.Score, p.Position.Turn())})
		}
	}
	return list
}

// WithNews returns the curves of a line with news added at one of its nodes. News is added to the
// curve of the same engine, or else to a new one. With more than two seats, all curves belong to
// one engine.
func WithNews(curves []analysis.Curve, news []News, at, seats int) []analysis.Curve {
	curves = slices.Clone(curves)
	for _, x := range news {
		if seats > 2 && len(curves) > 0 && (curves[0].Engine != x.Engine || curves[0].Version != x.Version) {
			continue
		}
		for seat, share := range x.Shares {
			if seats == 2 && seat > 0 {
				break
			}
			i := slices.IndexFunc(curves, func(c analysis.Curve) bool {
				return c.Engine == x.Engine && c.Version == x.Version && int(c.Seat) == seat
			})
			if i < 0 {
				i = len(curves)
				curves = append(curves, analysis.Curve{Engine: x.Engine, Version: x.Version, Seat: rules.Player(seat)})
			}
			p := curves[i].Points
			k, there := slices.BinarySearchFunc(p, at, func(p analysis.Point, at int) int { return p.At - at })
			if there {
				p = slices.Clone(p)
				p[k].Share = share
			} else {
				p = slices.Insert(slices.Clone(p), k, analysis.Point{At: at, Share: share})
			}
			curves[i].Points = p
		}
	}
	return curves
}

// Value is the value of a move.
type Value struct {
	Move  rules.Move
	Share float64 // share of the player to move in the win
	Loss  float64 // relative to the best move
	Score ai.Score
	Best  bool
}

// Values returns the values of moves at the current position, from the first engine that returns
// evaluations. It includes moves in its lines and moves in the tree that it has evaluated.
func (r *Runner) Values() []Value {
	p, ok := r.host.Place()
	j := r.first()
	if !ok || j == nil || p.Position.Turn() == rules.NoPlayer {
		return nil
	}
	turn := p.Position.Turn()
	var list []Value
	index := map[rules.Move]int{}
	put := func(m rules.Move, s ai.Score, share float64) int {
		i, ok := index[m]
		if !ok {
			i = len(list)
			index[m] = i
			list = append(list, Value{})
		}
		list[i] = Value{Move: m, Share: share, Score: s}
		return i
	}
	// The evaluation of all moves may be less deep than the latest one.
	deep, _ := r.known(j, p)
	wide, _ := j.memory.at(p)
	if more := len(j.found.Lines) - len(wide.Lines); r.place.Node == p.Node && (more > 0 || more == 0 && !knows(wide, j.found)) {
		wide = j.found
	}
	for _, i := range []ai.Info{deep, wide} {
		for _, l := range linesOf(i) {
			if _, done := index[first(l)]; i.Evaluated() && len(l.Moves) > 0 && !done {
				put(l.Moves[0], l.Score, j.scale.Shares(l.Score, turn)[turn])
			}
		}
	}
	best := 0
	for n := range p.Node.Children() {
		m, moved := n.Move()
		v, ok := analysis.Stored(n, j.Engine, j.kind.Version)
		if _, known := index[m]; !moved || !ok || known && !v.Proved {
			continue
		}
		next, err := p.Position.Play(m)
		if err != nil || next.Turn() == rules.NoPlayer {
			continue
		}
		i := put(m, before(analysis.Score(v), next.Turn() == turn), j.scale.Shares(analysis.Score(v), next.Turn())[turn])
		switch {
		case i == best: // the supposedly best move has a different proved result
			for k := range list {
				if better(&list[k], &list[best]) {
					best = k
				}
			}
		case better(&list[i], &list[best]):
			best = i
		}
	}
	for i := range list {
		if list[i].Score.Proved && better(&list[i], &list[best]) {
			best = i
		}
	}
	for i := range list {
		v := &list[i]
		// The engine considers no move better than the best one. Higher values are from shallower
		// searches and are ignored.
		v.Share = min(v.Share, list[best].Share)
		v.Loss, v.Best = list[best].Share-v.Share, i == best
	}
	return list
}

// first returns the first move of a line.
func first(l ai.Line) (m rules.Move) {
	if len(l.Moves) > 0 {
		m = l.Moves[0]
	}
	return m
}

// before converts the score of a position to the score of the move that leads to it. same reports
// that the same player is to move.
func before(s ai.Score, same bool) ai.Score {
	if !same {
		s = s.Opposite()
	}
	if s.Proved && s.Plies > 0 {
		s.Plies++
	}
	return s
}

// better reports whether a is better than b: by share, then by margin. Faster wins and slower
// losses are better.
func better(a, b *Value) bool {
	switch {
	case a.Share != b.Share:
		return a.Share > b.Share
	case a.Score.Margin != b.Score.Margin && a.Score.Proved && b.Score.Proved:
		return a.Score.Margin > b.Score.Margin
	case !a.Score.Proved || !b.Score.Proved || a.Score.Plies == 0 || b.Score.Plies == 0:
		return false
	case a.Score.Value > 0:
		return a.Score.Plies < b.Score.Plies
	}
	return a.Score.Plies > b.Score.Plies
}
