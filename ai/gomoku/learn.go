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

// Lesson says how the evaluation is learnt.
type Lesson struct {
	Games int    // of each family of rules
	Nodes uint64 // for each move of them
	Seed  uint64
	Only  string // the game to learn, all if it is empty; the values of the others stay as they are
	Log   io.Writer
}

// subjects are the games of which the families are learnt, with the sets of values that the colours use.
var subjects = []struct {
	preset string
	size   string
	sets   [2]int
	share  float64 // of the games
}{
	{"gomoku", "15", [2]int{freeRules, freeRules}, 1},
	{"gomoku-standard", "15", [2]int{exactRules, exactRules}, 1},
	{"renju", "15", [2]int{renjuFirst, renjuSecond}, 0.9},
	{"pente", "15", [2]int{captureRules, captureRules}, 0.8},
	{"ninuki", "15", [2]int{ninukiRules, ninukiRules}, 0.6},
}

// rounds are the parts of the games that are played one after the other: the first with the hand-made values, each other with what was learnt of
// those before.
var rounds = [...]float64{0.1, 0.3, 0.6}

// Learn plays games against itself and fits the values to how they ended. The same lesson gives the same bytes.
//
// What is fitted is the share of the wins, by the logistic function of the evaluation (as Buro 1995 does for Othello): of each quiet position
// part of the target is the end of its game, or what the search said before a move that strays, and part what it said there. How likely a move
// is, which orders the search, is fitted to the moves that it took.
func Learn(ctx context.Context, l Lesson) ([]byte, error) {
	all := make([]*values, valueSets)
	for i, s := range subjects {
		if l.Only != "" && s.preset != l.Only {
			for _, set := range s.sets {
				all[set] = learnt(learntFile, set)
			}
			continue
		}
		r, err := line.Game.Build(s.preset, rules.Params{"rows": s.size, "cols": s.size})
		if err != nil {
			return nil, err
		}
		v := [2]*values{plainValues(), plainValues()}
		rnd := rand.New(rand.NewPCG(l.Seed, uint64(31+i)))
		var t lesson
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
				v[p].order = plainValues().order // the learnt one plays no better, and by it forced wins take longer
			} else {
				v[p].hold = [2][holdings]lane{} // nobody holds anything
			}
		}
	}
	return encode(all), nil
}

// sample is a position; its target is the share of the win for the side to move, as the game ended.
type sample struct {
	fit.Sample
	turn uint8
	said float32 // what the search said, in hundredths
}

// choice is a position with the moves that come into question, and which of them the search took.
type choice struct {
	fit.Choice
	turn uint8
}

// lesson is what games teach.
type lesson struct {
	samples []sample
	choices []choice
	games   int32
}

// held reports whether the game that is played is not learnt from, but measured with.
func (t *lesson) held() bool { return t.games%heldOut == 0 }

// evenOpening is how much better off a side may be after the random moves that begin a game, for the game to be played.
const evenOpening = 4

// play plays games of an engine against itself and adds their quiet positions.
func (t *lesson) play(ctx context.Context, r rules.Rules, v [2]*values, games int, l Lesson, rnd *rand.Rand) error {
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
				b.lay(p)
				m = b.move(drawn(b, rnd))
			} else {
				q.Seed = rnd.Uint64()
				i, err := e.Think(ctx, q, nil)
				if err != nil {
					return err
				}
				s := i.Best.Score
				if n == random && math.Abs(s.Value) > evenOpening {
					break // decided already
				}
				m, _ = i.Move()
				b.lay(p)
				if !s.Proved || s.Value > 0 {
					t.choose(b, b.point(m.To))
				}
				if s.Proved && s.Value != 0 {
					winner = int8(p.Turn())
					if s.Value < 0 {
						winner = 1 - winner
					}
					break // the rest is known
				}
				if v := s.Value * 100; math.Abs(v) < maxEstimate/2 && b.quiet() {
					t.samples = append(t.samples, b.sample(t.held(), v))
				}
				if rnd.IntN(strayed) == 0 && !b.passing {
					m = b.move(stray(b, rnd))
					// What the search said before the stray stands for the end of the game.
					t.ended(from, b.turn, share(s.Value*100))
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
			t.ended(from, 0, 0.5)
		default:
			t.ended(from, uint8(winner), 1)
		}
		if len(t.samples) > first {
			t.games++
		}
	}
	return nil
}

// unit is how many hundredths are one natural logarithm of the odds to win.
const unit = 500

// share returns which share of the win is expected of a value in hundredths.
func share(v float64) float32 { return float32(1 / (1 + math.Exp(-v/unit))) }

// ended gives the samples from one on their targets: the share of the win for a colour.
func (t *lesson) ended(from int, colour uint8, part float32) {
	for i := from; i < len(t.samples); i++ {
		x := &t.samples[i]
		x.Target = part
		if x.turn != colour {
			x.Target = 1 - part
		}
	}
}

// choose adds the move that was taken to the choices.
func (t *lesson) choose(b *Board, c point) {
	me, other := int(b.turn), int(1-b.turn)
	if b.passing || b.pending || b.count[me][makesFive]+b.count[other][makesFive]+b.count[me][makesWin] > 0 {
		return
	}
	from := b.near
	if b.sure && b.real(other) {
		from = b.defences()
	}
	x := choice{fit.Choice{Taken: -1, Held: t.held()}, b.turn}
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

// strayed says that each so many-th move is one of the strays first in the list, so that the values also learn of positions that good play avoids.
const (
	strayed = 6
	strays  = 10
)

// stray returns one of the legal cells that look best.
func stray(b *Board, rnd *rand.Rand) point {
	me, other := int(b.turn), int(1-b.turn)
	list := slices.DeleteFunc(b.near.all(nil), func(c point) bool { return b.cell[c] != 0 || !b.legal(c, me) })
	worth := func(c point) int {
		return 2*int(plainOrder(b.spot[c].code[me])) + int(plainOrder(b.spot[c].code[other]))
	}
	slices.SortStableFunc(list, func(x, y point) int { return worth(y) - worth(x) })
	return list[rnd.IntN(min(len(list), strays))]
}

// drawn returns a legal cell near the middle.
func drawn(b *Board, rnd *rand.Rand) point {
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

// quiet reports whether neither side makes five or an open four with its next stone; where a capture can break these, whether neither wins at once, since
// the search leaves the rest to the evaluation.
func (b *Board) quiet() bool {
	if b.opt.Breakable || b.fatal {
		return !b.pending && b.ends(int(b.turn)) == pass && b.ends(int(1-b.turn)) == pass
	}
	for p := range 2 {
		if b.count[p][makesFive]+b.count[p][makesWin] > 0 {
			return false
		}
	}
	return true
}

// sample returns the position as a sample.
func (b *Board) sample(held bool, said float64) sample {
	x := sample{fit.Sample{Whole: []uint16{uint16(b.threats()), wholeHold, wholeHold + holdings}, Held: held}, b.turn, float32(said)}
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
			caught, open := b.holdings(b.turn ^ uint8(i))
			x.Whole[1+i] += uint16(caught)
			x.Whole = append(x.Whole, uint16(wholeHold+i*holdings+open))
		}
	}
	return x
}

// farNumber is that of cells far from everything: they are worth nothing.
var farNumber = numberOf[open1|open1<<4|open1<<8|open1<<12]

// parts are what numbers are made of: the shape of each line, and the class.
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

// The whole of a position: what both threaten, and the pairs of each.
const (
	wholeHold = threatKinds
	whole     = threatKinds + 2*holdings
)

// The fits: how often all positions are gone through, the rates of learning, the share of what the search said in the target, and which games are
// not learnt from.
const (
	passes    = 12
	rate      = 0.01
	orderRate = 0.03
	saidPart  = 0.4
	heldOut   = 10
)

// fit finds the values for a colour to move: -1 for both.
func (t *lesson) fit(colour int, l Lesson) *values {
	var samples []fit.Sample
	for i := range t.samples {
		x := &t.samples[i]
		if colour >= 0 && int(x.turn) != colour {
			continue
		}
		s := x.Sample
		s.Target = (1-saidPart)*x.Target + saidPart*share(float64(x.said))
		samples = append(samples, s)
	}
	plain := func(part int) float64 {
		if part < shapes {
			return float64(plainOf[part]) / unit
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
		v.order = byHand.order // there were too few games
		return v
	}
	for i, all := range o {
		for n, x := range all {
			v.order[i][n] = round((min(max(x, -orderFrom), orderFrom) + orderFrom) * orderUnit)
		}
	}
	return v
}

// orderUnit is how much one natural logarithm of the odds of a move is in its order,
// and what it is counted from, so that none is negative.
const (
	orderUnit = 64
	orderFrom = 8
)

func round(x float64) int16 { return int16(math.Round(min(max(x, math.MinInt16), math.MaxInt16))) }

// valuesOf returns a net as values.
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
