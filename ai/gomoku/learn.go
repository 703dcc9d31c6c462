package gomoku

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// Lesson says how the evaluation is learnt.
type Lesson struct {
	Games int    // of each family of rules
	Nodes uint64 // for each move of them
	Seed  uint64
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
	{"gomoku-standard", "15", [2]int{exactRules, exactRules}, 0.6},
	{"renju", "15", [2]int{renjuFirst, renjuSecond}, 1},
	{"pente", "15", [2]int{captureRules, captureRules}, 0.8},
}

// Learn plays games against itself and fits the values to how they ended. The same lesson gives the same bytes.
//
// What is fitted is the share of the wins, by the logistic function of the evaluation (as Buro 1995 does for Othello): of each quiet position
// three quarters of the target is the end of its game, or what the search said before a move that strays, and one what it said there.
func Learn(ctx context.Context, l Lesson) ([]byte, error) {
	all := make([]*values, valueSets)
	logs := make([]bytes.Buffer, len(subjects))
	errs := make([]error, len(subjects))
	var g sync.WaitGroup
	for i, s := range subjects {
		g.Go(func() {
			r, err := line.Game.Build(s.preset, rules.Params{"rows": s.size, "cols": s.size})
			if err != nil {
				errs[i] = err
				return
			}
			samples, games, err := play(ctx, r, int(float64(l.Games)*s.share), l)
			if errs[i] = err; err == nil {
				fmt.Fprintf(&logs[i], "%s: %d positions of %d games; ", s.preset, len(samples), games)
				fit(l, &logs[i], samples, s.sets, all)
			}
		})
	}
	g.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for i := range logs {
		if _, err := logs[i].WriteTo(l.Log); err != nil {
			return nil, err
		}
	}
	return encode(all), nil
}

// sample is a position: the numbers of the shapes of the empty cells for the side to move and for the other, and what became of it.
type sample struct {
	me, other []uint16
	pair      [2]int
	threats   int
	turn      uint8
	game      int
	plain     float64 // the hand-made evaluation
	target    float64 // the share of the win for the side to move
	said      float64 // what the search said, in hundredths
	strays    bool    // then what it said before a stray stands for the end of the game
	before    float64
}

// evenOpening is how much better off a side may be after the random moves that begin a game, for the game to be played.
const evenOpening = 4

// play plays games against itself, with the hand-made evaluation, and returns their quiet positions.
func play(ctx context.Context, r rules.Rules, games int, l Lesson) (all []sample, played int, err error) {
	e := &Engine{board: boardWith(optionsOf(r), true), hash: ai.LeastHash}
	b := e.board
	rnd := rand.New(rand.NewPCG(l.Seed, 31))
	for g := 0; played < games; g++ {
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: l.Nodes}}
		p := q.Start
		from, winner := len(all), int8(-1)
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
					return nil, 0, err
				}
				if n == random && math.Abs(i.Best.Score.Value) > evenOpening {
					break // decided already
				}
				if s := i.Best.Score; s.Proved && s.Value != 0 {
					winner = int8(p.Turn())
					if s.Value < 0 {
						winner = 1 - winner
					}
					break // the rest is known
				}
				m, _ = i.Move()
				b.lay(p)
				if v := i.Best.Score.Value * 100; math.Abs(v) < maxEstimate/2 && b.quiet() {
					all = append(all, b.sample(g, v, e.s))
				}
				if rnd.IntN(strayed) == 0 && !b.passing {
					m = b.move(stray(b, rnd))
					for k := range all[from:] {
						x := &all[from+k]
						x.strays, x.before = true, i.Best.Score.Value*100
						if x.turn != b.turn {
							x.before = -x.before
						}
					}
					from = len(all)
				}
			}
			next, err := p.Play(m)
			if err != nil {
				return nil, 0, err
			}
			q.Moves, p = append(q.Moves, m), next
		}
		if len(all) > first {
			played++
		}
		for i := range all[from:] {
			x := &all[from+i]
			switch winner {
			case -1:
				x.target = 0.5
			case int8(x.turn):
				x.target = 1
			}
		}
	}
	return all, played, nil
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
	worth := func(c point) int { return 2*int(b.comboAt(c, me).order) + int(b.comboAt(c, other).order) }
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

// quiet reports whether neither side makes five or an open four with its next stone.
func (b *Board) quiet() bool {
	for p := range 2 {
		if b.count[p][makesFive]+b.count[p][makesWin] > 0 {
			return false
		}
	}
	return true
}

func (b *Board) sample(game int, said float64, s *searcher) sample {
	me, other := int(b.turn), int(1-b.turn)
	x := sample{turn: b.turn, game: game, said: said, plain: float64(s.eval()), threats: b.threats()}
	for c, v := range b.cell {
		if v == 0 {
			x.me = append(x.me, numberOf[codeOf(b.spot[c].shapes, me)])
			x.other = append(x.other, numberOf[codeOf(b.spot[c].shapes, other)])
		}
	}
	if b.opt.Captures > 0 {
		x.pair = [2]int{b.pairStep(b.turn), b.pairStep(1 - b.turn)}
	}
	return x
}

// The fit: passes over the positions, the rate of learning (Kingma and Ba 2015: Adam), how much each value holds on to the hand-made one, and the
// share of what the search said in the target.
const (
	passes   = 8
	rate     = 0.35
	holdsOn  = 2e-6
	saidPart = 0.25
	heldOut  = 10 // each so many-th game is not learnt from
)

// fit finds the values of the sets that the colours use.
func fit(l Lesson, log io.Writer, samples []sample, sets [2]int, all []*values) {
	scale := fitScale(samples)
	for i := range samples {
		x := &samples[i]
		if x.strays {
			x.target = 1 / (1 + math.Exp(-x.before/scale))
		}
		x.target = (1-saidPart)*x.target + saidPart/(1+math.Exp(-x.said/scale))
	}
	// One vector of all values of both colours: for each cells to move, not to move, pairs likewise, threats.
	const size = 2*(combos+pairSteps) + threatKinds
	const threatsFrom = 2 * (combos + pairSteps)
	prior := make([]float64, 2*size)
	for p := range 2 {
		v := plainValues()
		for t := range 2 {
			for n, x := range v.cell[t] {
				prior[p*size+t*combos+n] = float64(x)
			}
			for n, x := range v.pair[t] {
				prior[p*size+2*combos+t*pairSteps+n] = float64(x)
			}
		}
	}
	w := slices.Clone(prior)
	mean, square := make([]float64, len(w)), make([]float64, len(w))
	base := func(x *sample) (me, other int) {
		if sets[0] == sets[1] {
			return 0, 0
		}
		return int(x.turn) * size, int(1-x.turn) * size
	}
	value := func(w []float64, x *sample) float64 {
		me, other := base(x)
		v := w[me+threatsFrom+x.threats] + w[me+2*combos+x.pair[0]] - w[other+2*combos+pairSteps+x.pair[1]]
		for _, n := range x.me {
			v += w[me+int(n)]
		}
		for _, n := range x.other {
			v -= w[other+combos+int(n)]
		}
		return v
	}
	loss := func(w []float64) (sum float64) {
		n := 0
		for i := range samples {
			x := &samples[i]
			if x.game%heldOut != 0 {
				continue
			}
			y := 1 / (1 + math.Exp(-value(w, x)/scale))
			y = min(max(y, 1e-6), 1-1e-6)
			sum -= x.target*math.Log(y) + (1-x.target)*math.Log(1-y)
			n++
		}
		return sum / float64(max(n, 1))
	}
	fmt.Fprintf(log, "scale %.0f; loss on held-out games: plain %.4f", scale, loss(w))
	rnd := rand.New(rand.NewPCG(l.Seed, 32))
	order := rnd.Perm(len(samples))
	const batch = 64
	grad := make([]float64, len(w))
	var touched []int
	steps, best := 0, slices.Clone(w)
	least := loss(w)
	for pass := range passes {
		rnd.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		step := rate * math.Pow(0.7, float64(pass))
		for from := 0; from < len(order); from += batch {
			steps++
			touched = touched[:0]
			add := func(i int, g float64) {
				if grad[i] == 0 {
					touched = append(touched, i)
				}
				grad[i] += g
			}
			for _, i := range order[from:min(from+batch, len(order))] {
				x := &samples[i]
				if x.game%heldOut == 0 {
					continue
				}
				g := 1/(1+math.Exp(-value(w, x)/scale)) - x.target
				me, other := base(x)
				for _, n := range x.me {
					add(me+int(n), g)
				}
				for _, n := range x.other {
					add(other+combos+int(n), -g)
				}
				add(me+threatsFrom+x.threats, g)
				add(me+2*combos+x.pair[0], g)
				add(other+2*combos+pairSteps+x.pair[1], -g)
			}
			for _, i := range touched {
				g := grad[i]/batch + holdsOn*scale*(w[i]-prior[i])
				grad[i] = 0
				mean[i] = 0.9*mean[i] + 0.1*g
				square[i] = 0.999*square[i] + 0.001*g*g
				if square[i] > 0 {
					w[i] -= step * mean[i] / (math.Sqrt(square[i]/(1-math.Pow(0.999, float64(steps)))) + 1e-8)
				}
			}
		}
		if v := loss(w); v < least {
			least, best = v, slices.Clone(w)
		}
	}
	fmt.Fprintf(log, ", learnt %.4f\n", least)
	for p, set := range sets {
		from := p * size
		if sets[0] == sets[1] {
			from = 0
		}
		v := &values{}
		round := func(x float64) int16 { return int16(math.Round(min(max(x, -2000), 2000))) }
		for t := range 2 {
			for n := range combos {
				v.cell[t][n] = round(best[from+t*combos+n])
			}
			for n := range pairSteps {
				v.pair[t][n] = round(best[from+2*combos+t*pairSteps+n])
			}
		}
		for n := range threatKinds {
			v.threat[n] = round(best[from+threatsFrom+n])
		}
		all[set] = v
	}
}

// fitScale returns the unit in which the hand-made evaluation fits the ends of the games best.
func fitScale(samples []sample) float64 {
	best, least := 200.0, math.Inf(1)
	for scale := 40.0; scale < 2000; scale *= 1.1 {
		sum := 0.0
		for i := range samples {
			if samples[i].strays {
				continue
			}
			y := min(max(1/(1+math.Exp(-samples[i].plain/scale)), 1e-6), 1-1e-6)
			sum -= samples[i].target*math.Log(y) + (1-samples[i].target)*math.Log(1-y)
		}
		if sum < least {
			best, least = scale, sum
		}
	}
	return best
}
