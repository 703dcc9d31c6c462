// Package fit measures how much of its unit an engine takes for how large a share of the win: it has the computer's levels play games, asks the
// engine of positions of them, and takes the scale by which the logistic function tells best how the games ended: the largest likelihood, a
// draw counting as the same part for all.
package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/ai/match"
	"boardstudio/analysis"
	"boardstudio/rules"
)

const (
	randomPlies = 4   // begin a game
	longest     = 300 // plies of a game, which is drawn then
	every       = 3   // plies from one position asked to the next
)

// Play returns n games between equals, at levels that are drawn, which begin with random moves: the same ones each time.
func Play(ctx context.Context, r rules.Rules, n int) ([]match.Record, error) {
	records := make([]match.Record, n)
	err := parallel(ctx, n, func(i int) error {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		c := match.Config{Rules: r, Seed: rng.Uint64(), MaxPlies: longest}
		at := 2 + rng.IntN(level.Count-2) // the same for all, so that the position decides
		for range r.Players() {
			e, err := aiall.NewAt(level.Name, at, r)
			if err != nil {
				return err
			}
			c.Engines = append(c.Engines, e)
		}
		for pos := r.Start(); len(c.Moves) < randomPlies; {
			var moves []rules.Move
			for m := range pos.Moves() {
				moves = append(moves, m)
			}
			m := moves[rng.IntN(len(moves))]
			next, err := pos.Play(m)
			if err != nil || next.Result().Over {
				break
			}
			pos, c.Moves = next, append(c.Moves, m)
		}
		var err error
		records[i], err = match.Play(ctx, c)
		return err
	})
	return records, err
}

// Fitted is a scale, and what it rests on.
type Fitted struct {
	Unit      float64
	Positions int
	Loss      float64 // for each position: the cross-entropy in nats
}

// sample is what an engine said of a position, and what became of it.
type sample struct {
	score ai.Score
	turn  rules.Player
	ended []float64 // the shares of the seats
}

// Fit fits the scale of an engine, by its specification, on games. It is asked of every third position within the limit; asked, if not nil, is
// called after each game with the number of those that are done, from one goroutine at a time. ok is false for an engine that judges no positions,
// or says the same of all. The error is that of the engine, or of ctx.
func Fit(ctx context.Context, r rules.Rules, engine string, games []match.Record, limit ai.Limit, asked func(games int)) (f Fitted, ok bool, err error) {
	each := make([][]sample, len(games))
	var lock sync.Mutex
	done := 0
	err = parallel(ctx, len(games), func(i int) error {
		e, err := aiall.New(engine, r)
		if err != nil {
			return err
		}
		defer ai.Close(e)
		ended := analysis.Final(games[i].Result, r.Players())
		if games[i].Cut {
			ended = analysis.Final(rules.Result{}, r.Players())
		}
		for n := i % every; n < len(games[i].Moves); n += every {
			q := ai.Request{Rules: r, Start: games[i].Start, Moves: games[i].Moves[:n], Seed: uint64(n), Limit: limit}
			pos, err := q.Position()
			if err != nil || pos.Turn() == rules.NoPlayer {
				continue
			}
			x, err := e.Think(ctx, q, nil)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				return err
			case x.Best.Score.Proved, len(x.Best.Moves) == 0, !x.Judged():
				continue
			}
			each[i] = append(each[i], sample{x.Best.Score, pos.Turn(), ended})
		}
		if asked != nil {
			lock.Lock()
			done++
			asked(done)
			lock.Unlock()
		}
		return nil
	})
	if err != nil {
		return f, false, err
	}
	var samples []sample
	for _, l := range each {
		samples = append(samples, l...)
	}
	for _, s := range samples {
		if ok = ok || s.score.Value != samples[0].score.Value || s.score.Shares != nil; ok {
			break
		}
	}
	if ok {
		f.Positions = len(samples)
		f.Unit, f.Loss = scale(r.Players(), samples)
	}
	return f, ok, nil
}

// surprise is the least share that counts: however sure an engine is, one game in so many ends otherwise because of a mistake later on,
// and must not decide the scale alone.
const surprise = 0.01

// scale returns the scale with the smallest loss for each position: the cross-entropy in nats. It searches between widest bounds, by the golden section.
func scale(players int, samples []sample) (unit, least float64) {
	loss := func(log float64) float64 {
		s, sum := analysis.NewScale(players, math.Exp(log)), 0.0
		for _, x := range samples {
			for p, share := range s.Shares(x.score, x.turn) {
				sum -= x.ended[p] * math.Log(max(share, surprise))
			}
		}
		return sum / float64(len(samples))
	}
	a, b := math.Log(1e-3), math.Log(1e15)
	// The loss has one valley, but plains on both sides of it: a coarse walk finds it first.
	best := a
	for x := a; x <= b; x += 0.5 {
		if loss(x) < loss(best) {
			best = x
		}
	}
	a, b = best-0.5, best+0.5
	for range 40 {
		c, d := b-(b-a)/math.Phi, a+(b-a)/math.Phi
		if loss(c) < loss(d) {
			b = d
		} else {
			a = c
		}
	}
	return math.Exp((a + b) / 2), loss((a + b) / 2)
}

// parallel calls f for the numbers below n, on all processors, until one fails or ctx is done.
func parallel(ctx context.Context, n int, f func(int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var all sync.WaitGroup
	for range min(runtime.NumCPU(), n) {
		all.Go(func() {
			for i := range next {
				if err := f(i); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := range n {
		select {
		case next <- i:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(next)
	all.Wait()
	return context.Cause(ctx)
}
