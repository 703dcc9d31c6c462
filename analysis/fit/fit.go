// Package fit determines the scale that converts an engine's scores to winning chances. It lets the
// computer's levels play games, and asks the engine to evaluate positions of these games. It then
// fits the unit of the logistic function to the results by maximum likelihood. A draw counts as an
// equal share for every player.
package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/ai/match"
	"boardstudio/ai/player"
	"boardstudio/analysis"
	"boardstudio/rules"
)

const (
	randomPlies = 4   // number of random plies at the start of a game
	maxPlies    = 300 // maximum number of plies; longer games are draws
	every       = 3   // interval between evaluated positions, in plies
)

// Play returns n reproducible games. In each game, all players have the same, randomly chosen
// level. The games begin with random moves. Play returns the error of an engine, or of ctx.
func Play(ctx context.Context, engines *player.Catalog, r rules.Rules, n int) ([]match.Record, error) {
	records := make([]match.Record, n)
	err := parallel(ctx, n, func(i int) error {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		c := match.Config{Rules: r, Seed: rng.Uint64(), MaxPlies: maxPlies}
		at := 2 + rng.IntN(level.Count-2) // equal levels, so the position determines the result
		for range r.Players() {
			e, err := engines.NewAt(level.Name, at, r)
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

// Fitted is a scale with information about the fit.
type Fitted struct {
	Unit      float64
	Positions int
	Loss      float64 // cross-entropy per position, in nats
}

// sample is an engine's evaluation of a position, with the result of the game.
type sample struct {
	score ai.Score
	turn  rules.Player
	ended []float64 // result as shares of the seats
}

// Fit fits the scale of an engine, given by its specification, to games. The engine evaluates every
// third position within the limit. progress, if not nil, is called after each game with the number of
// completed games; calls are not concurrent. ok is false if the engine evaluates no positions, or
// all of them equally. Fit returns the error of the engine, or of ctx.
func Fit(ctx context.Context, engines *player.Catalog, r rules.Rules, engine string, games []match.Record, limit ai.Limit, progress func(games int)) (f Fitted, ok bool, err error) {
	each := make([][]sample, len(games))
	var lock sync.Mutex
	done := 0
	err = parallel(ctx, len(games), func(i int) error {
		e, err := engines.New(engine, r)
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
			case x.Best.Score.Proved, len(x.Best.Moves) == 0, !x.Evaluated():
				continue
			}
			each[i] = append(each[i], sample{x.Best.Score, pos.Turn(), ended})
		}
		if progress != nil {
			lock.Lock()
			done++
			progress(done)
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

// minShare is the lower limit of shares. Even if an engine is certain, a small fraction of games
// ends differently because of later mistakes. Without the limit, these would dominate the fit.
const minShare = 0.01

// scale returns the unit with the smallest cross-entropy per position, in nats. It uses
// golden-section search between wide bounds.
func scale(players int, samples []sample) (unit, least float64) {
	loss := func(log float64) float64 {
		s, sum := analysis.NewScale(players, math.Exp(log)), 0.0
		for _, x := range samples {
			for p, share := range s.Shares(x.score, x.turn) {
				sum -= x.ended[p] * math.Log(max(share, minShare))
			}
		}
		return sum / float64(len(samples))
	}
	a, b := math.Log(1e-3), math.Log(1e15)
	// The loss has a single minimum, but is flat far away from it. A coarse search locates the
	// minimum first.
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

// parallel calls f for the numbers below n, on all processors. It returns the first error of f, or
// the error of ctx.
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
