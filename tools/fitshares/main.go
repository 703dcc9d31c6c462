// Fitshares fits analysis/shares.csv: how much of its unit each engine takes for how large a share of the win. It has the computer's levels
// play games of every preset, asks each engine of positions of them, and takes the scale by which the logistic function tells best
// how the games ended: the largest likelihood, a draw counting as the same part for all.
//
//	go run ./tools/fitshares [-games N] [-nodes N] [-game PRESET] > analysis/shares.csv
package main

import (
	"context"
	"encoding/csv"
	"flag"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/ai/match"
	"boardstudio/analysis"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func main() {
	games := flag.Int("games", 60, "`NUMBER` of games of each preset and number of players")
	nodes := flag.Uint64("nodes", 1000, "`NUMBER` of positions that an engine may look at")
	only := flag.String("game", "", "`PRESET`, all if none is given")
	flag.Parse()
	log.SetFlags(0)
	out := csv.NewWriter(os.Stdout)
	write := func(row ...string) {
		if err := out.Write(row); err != nil {
			log.Fatal(err)
		}
	}
	write("engine", "game", "scale", "positions", "loss")
	for _, g := range all.Games {
		for _, p := range g.Presets {
			for players := 2; players <= 3; players++ {
				over := rules.Params{}
				if players > 2 {
					over["players"] = strconv.Itoa(players)
				}
				r, err := g.Build(p.Name, over)
				if err != nil || r.Players() != players || *only != "" && p.Name != *only {
					continue
				}
				played := play(r, *games)
				for _, k := range aiall.For(r) {
					if k.Name == level.Name {
						continue // is one of the others
					}
					if samples := ask(r, k.Name, played, *nodes); len(samples) > 0 {
						scale, loss := fit(players, samples)
						write(k.Name, analysis.GameName(r), strconv.FormatFloat(scale, 'g', 4, 64), strconv.Itoa(len(samples)), strconv.FormatFloat(loss, 'f', 4, 64))
					}
				}
				out.Flush()
				log.Print(p.Name, " ", players)
			}
		}
	}
}

const (
	randomPlies = 4   // begin a game
	longest     = 300 // plies of a game, which is drawn then
	every       = 3   // plies from one position asked to the next
)

// play returns games between equals, at levels that are drawn, which begin with random moves.
func play(r rules.Rules, n int) []match.Record {
	records := make([]match.Record, n)
	parallel(n, func(i int) {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		c := match.Config{Rules: r, Seed: rng.Uint64(), MaxPlies: longest}
		at := 2 + rng.IntN(level.Count-2) // the same for all, so that the position decides
		for range r.Players() {
			e, err := aiall.NewAt(level.Name, at, r)
			if err != nil {
				log.Fatal(err)
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
		if records[i], err = match.Play(context.Background(), c); err != nil {
			log.Fatal(err)
		}
	})
	return records
}

// sample is what an engine said of a position, and what became of it.
type sample struct {
	score ai.Score
	turn  rules.Player
	ended []float64 // the shares of the seats
}

// ask returns what an engine says of positions of games, unless it is certain.
func ask(r rules.Rules, engine string, games []match.Record, nodes uint64) (list []sample) {
	each := make([][]sample, len(games))
	parallel(len(games), func(i int) {
		e, err := aiall.New(engine, r)
		if err != nil {
			return // it needs to be told more, as a script
		}
		defer ai.Close(e)
		ended := make([]float64, r.Players())
		for p := range ended {
			switch w := games[i].Result.Winners; {
			case w == 0 || games[i].Cut:
				ended[p] = 1 / float64(len(ended))
			case w.Has(rules.Player(p)):
				ended[p] = 1 / float64(w.Len())
			}
		}
		for n := i % every; n < len(games[i].Moves); n += every {
			q := ai.Request{Rules: r, Start: games[i].Start, Moves: games[i].Moves[:n], Seed: uint64(n), Limit: ai.Limit{Nodes: nodes, Time: 200 * time.Millisecond}}
			pos, err := q.Position()
			if err != nil || pos.Turn() == rules.NoPlayer {
				continue
			}
			x, err := e.Think(context.Background(), q, nil)
			if err != nil || x.Best.Score.Proved || len(x.Best.Moves) == 0 {
				continue
			}
			each[i] = append(each[i], sample{x.Best.Score, pos.Turn(), ended})
		}
	})
	for _, l := range each {
		list = append(list, l...)
	}
	// An engine that says the same of all positions judges none.
	for _, s := range list {
		if s.score.Value != list[0].score.Value || s.score.Shares != nil {
			return list
		}
	}
	return nil
}

// surprise is the least share that counts: however sure an engine is, one game in so many ends otherwise because of a mistake later on,
// and must not decide the scale alone.
const surprise = 0.01

// fit returns the scale with the smallest loss for each position: the cross-entropy in nats. It searches between widest bounds, by the golden section.
func fit(players int, samples []sample) (scale, least float64) {
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

// parallel calls f for the numbers below n, on all processors.
func parallel(n int, f func(int)) {
	next := make(chan int)
	var all sync.WaitGroup
	for range runtime.NumCPU() {
		all.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
}
