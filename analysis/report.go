package analysis

import (
	"cmp"
	"math"
	"slices"

	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Phase is a third of a game.
type Phase uint8

// Phases are the titles of the phases.
var Phases = [...]msg.Key{"Opening", "Middle game", "Endgame"}

// Kinds are the glyphs of mistakes, from small to large.
var Kinds = [...]model.Glyph{model.GlyphDoubtful, model.GlyphBad, model.GlyphVeryBad}

// Side is the part of a report about a player.
type Side struct {
	Moves    int
	Accuracy float64 // in percent
	Loss     float64 // average loss per move, from 0 to 1
	// Mistakes are the numbers of mistakes by phase and kind.
	Mistakes [len(Phases)][len(Kinds)]int
}

// Report is the result of analysing a line.
type Report struct {
	// Engine is the specification of the engine, Version its version.
	Engine, Version string

	Sides   []Side // by seat
	Moves   []EvaluatedMove
	Turning []int // Turning are indexes of Moves: mistakes that lost a lead or an even game, largest first.
}

// ReportOn returns the report of the line through a node, according to the engine with the most
// evaluations in it. It only reads the document.
func ReportOn(engines *player.Catalog, d *model.Document, at *model.Node, m Marking) Report {
	engine, version := MostUsedEngine(LineOf(d.Tree, at))
	return ReportBy(engines, d, at, engine, version, m)
}

// ReportBy is like ReportOn for a given engine.
func ReportBy(engines *player.Catalog, d *model.Document, at *model.Node, engine, version string, m Marking) Report {
	r := NewReport(d.Tree.Rules().Players(), EvaluatedInScope(engines, d, at, Game, engine, version), m)
	r.Engine, r.Version = engine, version
	return r
}

// Mistakes returns the moves of a player that are marked as mistakes. If of is NoPlayer, it returns
// the mistakes of all players.
func (r *Report) Mistakes(m Marking, of rules.Player) (list []EvaluatedMove) {
	for _, j := range r.Moves {
		if m.Glyph(j.Loss()) != "" && (of == rules.NoPlayer || of == j.Player) {
			list = append(list, j)
		}
	}
	return list
}

// Kinds returns the number of mistakes of each kind.
func (s *Side) Kinds() (n [len(Kinds)]int) {
	for _, phase := range s.Mistakes {
		for k, count := range phase {
			n[k] += count
		}
	}
	return n
}

// Phases returns the number of mistakes in each phase.
func (s *Side) Phases() (n [len(Phases)]int) {
	for phase, kinds := range s.Mistakes {
		for _, count := range kinds {
			n[phase] += count
		}
	}
	return n
}

// maxTurning is the maximum number of turning points in a report.
const maxTurning = 5

// NewReport returns the report for the moves of a line.
func NewReport(players int, moves []EvaluatedMove, m Marking) Report {
	r := Report{Sides: make([]Side, players), Moves: moves}
	if len(moves) == 0 {
		return r
	}
	first, last := moves[0].Ply, moves[len(moves)-1].Ply
	each := make([][]EvaluatedMove, players)
	for i := range moves {
		j := &moves[i]
		s := &r.Sides[j.Player]
		s.Moves++
		s.Loss += j.Loss()
		each[j.Player] = append(each[j.Player], *j)
		if k := slices.Index(Kinds[:], m.Glyph(j.Loss())); k >= 0 {
			s.Mistakes[len(Phases)*(j.Ply-first)/(last-first+1)][k]++
			if standing(j.After(), players) < standing(j.Before(), players) {
				r.Turning = append(r.Turning, i)
			}
		}
	}
	slices.SortStableFunc(r.Turning, func(a, b int) int { return cmp.Compare(moves[b].Loss(), moves[a].Loss()) })
	r.Turning = r.Turning[:min(len(r.Turning), maxTurning)]
	for p := range r.Sides {
		if s := &r.Sides[p]; s.Moves > 0 {
			s.Loss /= float64(s.Moves)
			s.Accuracy = accuracy(moves, rules.Player(p))
		}
	}
	return r
}

// standing returns 1 if share is larger than an even share of the win, -1 if it is smaller, and 0
// if it is even.
func standing(share float64, players int) int {
	if d := share - 1/float64(players); math.Abs(d) > 1e-9 { // proved draws are even except for rounding errors
		return int(math.Copysign(1, d))
	}
	return 0
}

// accuracy returns the accuracy of a player in percent, as computed by Lichess
// (https://lichess.org/page/accuracy, with details from lila's AccuracyPercent). The accuracy of a
// move decreases with its loss of winning chances. The result is the average of a weighted mean, in
// which moves in volatile parts of the game have larger weights, and the harmonic mean. As
// described on that page, a player who always chooses the engine's move gets 100.
func accuracy(moves []EvaluatedMove, p rules.Player) float64 {
	// The winning chances of player p in all positions, to measure the volatility of the game.
	course := []float64{100 * moves[0].Was[p]}
	for i := range moves {
		course = append(course, 100*moves[i].Is[p])
	}
	size := min(max(len(moves)/10, 2), 8)
	var sum, weights, inverse float64
	n := 0
	for i := range moves {
		j := &moves[i]
		if j.Player != p {
			continue
		}
		a := moveAccuracy(100 * j.Loss())
		from := max(i+2-size, 0)
		w := min(max(deviation(course[from:min(from+size, len(course))]), 0.5), 12)
		sum, weights, inverse = sum+w*a, weights+w, inverse+1/max(a, 1)
		n++
	}
	return (sum/weights + float64(n)/inverse) / 2
}

// moveAccuracy returns the accuracy of a move that loses the given percentage of winning chances.
// One percent is added to allow for errors of the engine.
func moveAccuracy(loss float64) float64 {
	return min(max(103.1668100711649*math.Exp(-0.04354415386753951*loss)-3.166924740191411+1, 0), 100)
}

// deviation returns the standard deviation of xs.
func deviation(xs []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		sum += (x - mean) * (x - mean)
	}
	return math.Sqrt(sum / float64(len(xs)))
}
