package gomoku

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"boardstudio/ai"
	"boardstudio/ai/gomoku/fit"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// Lesson contains the parameters of learning the evaluation.
type Lesson struct {
	Games int    // number of games for each family of rules
	Nodes uint64 // number of nodes for each move
	Seed  uint64
	Only  string // game to learn, or "" for all; the values of other games are not changed
	Log   io.Writer
}

// trainingGames lists the games whose families are learned, with the sets of values used by each
// colour.
var trainingGames = []struct {
	preset string
	size   string
	sets   [2]int
	share  float64 // share of Lesson.Games
}{
	{"gomoku", "15", [2]int{freeRules, freeRules}, 1},
	{"gomoku-standard", "15", [2]int{exactRules, exactRules}, 1},
	{"renju", "15", [2]int{renjuFirst, renjuSecond}, 0.9},
	{"pente", "15", [2]int{captureRules, captureRules}, 0.8},
	{"ninuki", "15", [2]int{ninukiRules, ninukiRules}, 0.6},
}

// rounds are the fractions of the games played in successive rounds. The first uses the hand-made
// values, and each other the values learned from the previous ones.
var rounds = [...]float64{0.1, 0.3, 0.6}

// Learn plays games against itself and fits the values to their results. Equal lessons have equal
// results. Learn returns an error if ctx is cancelled.
//
// The evaluation is fitted to the expected result by the logistic function (as Buro 1995 does for
// Othello). The target of each quiet position is a weighted mean of the search value there and the
// final result, or the search value before the next random deviation. The move ordering is fitted
// to the moves chosen by the search.
func Learn(ctx context.Context, l Lesson) ([]byte, error) {
	all := make([]*values, valueSets)
	for i, s := range trainingGames {
		if l.Only != "" && s.preset != l.Only {
			for _, set := range s.sets {
				all[set] = readValues(learntValues, set)
			}
			continue
		}
		r, err := line.Game.Build(s.preset, rules.Params{"rows": s.size, "cols": s.size})
		if err != nil {
			return nil, err
		}
		v := [2]*values{plainValues(), plainValues()}
		rnd := rand.New(rand.NewPCG(l.Seed, uint64(31+i)))
		var t trainingData
		for k, part := range rounds {
			games := int(float64(l.Games) * s.share * part)
			if err := t.play(ctx, r, v, games, l, rnd); err != nil {
				return nil, err
			}
			fmt.Fprintf(l.Log, "%s, round %d: ", s.preset, k+1)
			if s.sets[0] == s.sets[1] {
				v[0] = t.fit(-1, l)
				v[1] = v[0]
				continue
			}
			for p := range v {
				v[p] = t.fit(p, l)
			}
		}
		for p, set := range s.sets {
			all[set] = v[p]
			if set == captureRules || set == ninukiRules {
				// The learned order is not stronger, and forced wins take longer with it.
				v[p].order = plainValues().order
			} else {
				v[p].hold = [2][holdings]lane{} // these games have no captures
			}
		}
	}
	return encode(all), nil
}

// sample is a position. Its target is the expected result for the side to move, derived from the
// end of the game.
type sample struct {
	fit.Sample
	turn        uint8
	searchValue float32 // search value, in hundredths
}

// choice is a position with the candidate moves, and the move chosen by the search.
type choice struct {
	fit.Choice
	turn uint8
}

// trainingData contains the data extracted from games.
type trainingData struct {
	samples []sample
	choices []choice
	games   int32
}

// isHeldOut reports whether the current game is used for validation and not for training.
func (t *trainingData) isHeldOut() bool { return t.games%heldOut == 0 }

// maxOpeningScore is the maximum advantage of a side after the random opening moves for a game to
// be played.
const maxOpeningScore = 4

// play plays games of an engine against itself and adds their quiet positions.
func (t *trainingData) play(ctx context.Context, r rules.Rules, v [2]*values, games int, l Lesson, rnd *rand.Rand) error {
	o := optionsOf(r)
	e := &Engine{board: boardOf(o, newFamily(kindOf(o), v)), hash: ai.LeastHash}
	b := e.board
	for end := t.games + int32(games); t.games < end; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: l.Nodes}}
		p := q.Start
		from, winner := len(t.samples), int8(-1)
		first := from
		random := 2 + rnd.IntN(6)
		for n := 0; ; n++ {
			if p.Result().Over {
				if w := p.Result().Winners.Only(); w != rules.NoPlayer {
					winner = int8(w)
				}
				break
			}
			var m rules.Move
			if n < random {
				b.setUp(p)
				m = b.move(openingMove(b, rnd))
			} else {
				q.Seed = rnd.Uint64()
				i, err := e.Think(ctx, q, nil)
				if err != nil {
					return err
				}
				s := i.Best.Score
				if n == random && math.Abs(s.Value) > maxOpeningScore {
					break // already decided
				}
				m, _ = i.Move()
				b.setUp(p)
				if !s.Proved || s.Value > 0 {
					t.addChoice(b, b.point(m.To))
				}
				if s.Proved && s.Value != 0 {
					winner = int8(p.Turn())
					if s.Value < 0 {
						winner = 1 - winner
					}
					break // the result is known
				}
				if v := s.Value * 100; math.Abs(v) < maxEstimate/2 && b.quiet() {
					t.samples = append(t.samples, b.sample(t.isHeldOut(), v))
				}
				if rnd.IntN(strayInterval) == 0 && !b.passing {
					m = b.move(strayMove(b, rnd))
					// The search value before the deviation replaces the result of the game.
					t.setTargets(from, b.turn, share(s.Value*100))
					from = len(t.samples)
				}
			}
			next, err := p.Play(m)
			if err != nil {
				return err
			}
			q.Moves, p = append(q.Moves, m), next
		}
		switch winner {
		case -1:
			t.setTargets(from, 0, 0.5)
		default:
			t.setTargets(from, uint8(winner), 1)
		}
		if len(t.samples) > first {
			t.games++
		}
	}
	return nil
}

// unit is the number of hundredths that correspond to one natural logarithm of the odds of winning.
const unit = 500

// share returns the expected result for a value in hundredths.
func share(v float64) float32 { return float32(1 / (1 + math.Exp(-v/unit))) }

// setTargets sets the targets of the samples from index from to the expected result part for a
// colour.
func (t *trainingData) setTargets(from int, colour uint8, part float32) {
	for i := from; i < len(t.samples); i++ {
		x := &t.samples[i]
		x.Target = part
		if x.turn != colour {
			x.Target = 1 - part
		}
	}
}

// addChoice adds the chosen move to the choices.
func (t *trainingData) addChoice(b *Board, c point) {
	me, other := int(b.turn), int(1-b.turn)
	if b.passing || b.pending || b.count[me][makesFive]+b.count[other][makesFive]+b.count[me][makesWin] > 0 {
		return
	}
	from := b.near
	if b.rowsDecide && b.threatensWin(other) {
		from = b.defences()
	}
	x := choice{fit.Choice{Taken: -1, Held: t.isHeldOut()}, b.turn}
	for _, m := range from.all(nil) {
		if b.cell[m] != 0 || !b.legal(m, me) {
			continue
		}
		if m == c {
			x.Taken = len(x.Moves)
		}
		x.Moves = append(x.Moves, [2]uint16{b.comboAt(m, me).number, b.comboAt(m, other).number})
	}
	if x.Taken >= 0 && len(x.Moves) > 1 {
		t.choices = append(t.choices, x)
	}
}

// One of strayInterval moves deviates to one of the first strayChoices moves of the list, so that
// the values are also learned from positions that good play avoids.
const (
	strayInterval = 6
	strayChoices  = 10
)

// strayMove returns one of the legal cells with the best estimates.
func strayMove(b *Board, rnd *rand.Rand) point {
	me, other := int(b.turn), int(1-b.turn)
	list := slices.DeleteFunc(b.near.all(nil), func(c point) bool { return b.cell[c] != 0 || !b.legal(c, me) })
	worth := func(c point) int {
		return 2*int(plainOrder(b.cellShapes[c].code[me])) + int(plainOrder(b.cellShapes[c].code[other]))
	}
	slices.SortStableFunc(list, func(x, y point) int { return worth(y) - worth(x) })
	return list[rnd.IntN(min(len(list), strayChoices))]
}

// openingMove returns a random legal cell near the centre.
func openingMove(b *Board, rnd *rand.Rand) point {
	for {
		row, col := b.rows/2-3+rnd.IntN(7), b.cols/2-3+rnd.IntN(7)
		if c := point((row+margin)*side + col + margin); b.cell[c] == 0 && b.legal(c, int(b.turn)) {
			return c
		}
		if b.stones == 0 && b.opt.CentreFirst {
			return b.centre
		}
	}
}

// quiet reports whether neither side can make five or an open four with its next stone. If captures
// can break these, it reports whether neither side can win at once, because the search leaves the
// rest to the evaluation.
func (b *Board) quiet() bool {
	if b.opt.Breakable || b.openFourWins {
		return !b.pending && b.winningCell(int(b.turn)) == pass && b.winningCell(int(1-b.turn)) == pass
	}
	for p := range 2 {
		if b.count[p][makesFive]+b.count[p][makesWin] > 0 {
			return false
		}
	}
	return true
}

// sample returns the position as a sample.
func (b *Board) sample(held bool, searchValue float64) sample {
	x := sample{fit.Sample{Whole: []uint16{uint16(b.threats()), wholeHold, wholeHold + holdings}, Held: held}, b.turn, float32(searchValue)}
	for i := range x.Cells {
		var n [numbers]uint8
		for c, v := range b.cell {
			if v == 0 {
				n[b.comboAt(point(c), i^int(b.turn)).number]++
			}
		}
		for k, m := range n {
			if m > 0 && k > 0 && k != int(farNumber) {
				x.Cells[i] = append(x.Cells[i], fit.Amount{Number: uint16(k), Cells: m})
			}
		}
		if b.opt.Captures > 0 {
			capturedStones, open := b.holdings(b.turn ^ uint8(i))
			x.Whole[1+i] += uint16(capturedStones)
			x.Whole = append(x.Whole, uint16(wholeHold+i*holdings+open))
		}
	}
	return x
}

// farNumber identifies the cells far from all stones, which have no value.
var farNumber = numberOf[open1|open1<<4|open1<<8|open1<<12]

// parts lists the parts of each number: the shape of each line, and the class.
var parts = func() *fit.Parts {
	p := &fit.Parts{Of: make([][]uint16, numbers), Most: shapes + classes}
	for code, n := range numberOf {
		if p.Of[n] != nil || n == 0 {
			continue
		}
		for d := range 4 {
			p.Of[n] = append(p.Of[n], uint16(code>>(4*d)&15))
		}
		p.Of[n] = append(p.Of[n], shapes+uint16(combine(uint16(code), false, false).class))
	}
	return p
}()

// Features of the whole position: the threats of both sides, and the pairs of each.
const (
	wholeHold = threatKinds
	whole     = threatKinds + 2*holdings
)

// Parameters of the fits: number of passes, learning rates, weight of the search value in the
// target, and the interval of games held out.
const (
	passes     = 12
	rate       = 0.01
	orderRate  = 0.03
	searchPart = 0.4
	heldOut    = 10
)

// fit fits the values for a colour to move, or for both if colour is -1.
func (t *trainingData) fit(colour int, l Lesson) *values {
	var samples []fit.Sample
	for i := range t.samples {
		x := &t.samples[i]
		if colour >= 0 && int(x.turn) != colour {
			continue
		}
		s := x.Sample
		s.Target = (1-searchPart)*x.Target + searchPart*share(float64(x.searchValue))
		samples = append(samples, s)
	}
	plain := func(part int) float64 {
		if part < shapes {
			return float64(plainWorth[part]) / unit
		}
		return 0
	}
	byHand := plainValues()
	n := fit.NewLearner(parts, whole, [2]func(int) float64{
		func(part int) float64 { return plain(part) * 1.25 },
		func(part int) float64 { return -plain(part) },
	}, func(k int) float64 {
		if k -= wholeHold; k < 0 {
			return 0
		}
		return float64(byHand.hold[k/holdings][k%holdings][0]) / unit
	}, l.Seed)
	fmt.Fprintf(l.Log, "%d positions of %d games, loss on those held out %.4f by hand", len(samples), t.games, n.Loss(samples))
	n.Fit(samples, passes, rate)
	fmt.Fprintf(l.Log, ", %.4f learnt", n.Loss(samples))
	v := valuesOf(n.Net())
	var choices []fit.Choice
	for i := range t.choices {
		if x := &t.choices[i]; colour < 0 || int(x.turn) == colour {
			choices = append(choices, x.Choice)
		}
	}
	o := fit.FitOrder(parts, choices, passes/2, orderRate, l.Seed)
	hand := fit.Order{make([]float64, numbers), make([]float64, numbers)}
	for i, all := range byHand.order {
		for n, v := range all {
			hand[i][n] = float64(v) / 100
		}
	}
	handFirst, handLoss := hand.Rank(choices)
	first, loss := o.Rank(choices)
	fmt.Fprintf(l.Log, "; of %d moves first by hand %.1f %% (%.3f), learnt %.1f %% (%.3f)\n", len(choices), 100*handFirst, handLoss, 100*first, loss)
	if first < handFirst {
		v.order = byHand.order // there were not enough games
		return v
	}
	for i, all := range o {
		for n, x := range all {
			v.order[i][n] = round((min(max(x, -orderFrom), orderFrom) + orderFrom) * orderUnit)
		}
	}
	return v
}

// orderUnit is the number of order units for one natural logarithm of the odds of a move. orderFrom
// is the offset, in logarithms, that makes all orders non-negative.
const (
	orderUnit = 64
	orderFrom = 8
)

func round(x float64) int16 { return int16(math.Round(min(max(x, math.MinInt16), math.MaxInt16))) }

// valuesOf converts a net to values.
func valuesOf(n *fit.Net) *values {
	v := &values{}
	to := func(l *fit.Lane) (r lane) {
		for k, x := range l {
			u := float64(laneUnit)
			if k == 0 {
				u = unit
			}
			r[k] = round(float64(x) * u)
		}
		return r
	}
	for i := range v.cell {
		for k := range v.cell[i] {
			v.cell[i][k] = to(&n.Cells[i][k])
		}
		v.cell[i][0], v.cell[i][farNumber] = lane{}, lane{}
		for k := range v.hold[i] {
			v.hold[i][k] = to(&n.Whole[wholeHold+i*holdings+k])
		}
	}
	for k := range v.threat {
		v.threat[k] = to(&n.Whole[k])
	}
	for k, x := range n.Weight {
		v.weight[k] = round(float64(x) * unit * (1 << weightBits) / laneUnit)
	}
	return v
}
