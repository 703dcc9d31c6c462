package line

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/ai/search"
	"boardstudio/rules"
)

type tuned struct {
	name string
	f    func(*knowledge)
}

func tunedEngine(t *testing.T, r rules.Rules, v tuned) ai.Engine {
	tb := newTables(r)
	k := know(tb)
	v.f(k)
	kind := search.Kind(map[string]search.Family{"line": {Boards: func(rules.Rules) search.Maker {
		return func(q ai.Request) search.Board {
			if b := newBoard(tb, k, q); b != nil {
				return b
			}
			return nil
		}
	}}})
	e, err := kind.New(r, rules.Params{"level": "5"})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestTune(t *testing.T) {
	if os.Getenv("TUNE") == "" {
		t.Skip()
	}
	game := os.Getenv("G")
	n, _ := strconv.Atoi(os.Getenv("N"))
	nodes, _ := strconv.Atoi(os.Getenv("NODES"))
	r := build(t, game, nil)
	base := tuned{"base", func(*knowledge) {}}
	for _, v := range tunes {
		if os.Getenv("TUNE") != "all" && os.Getenv("TUNE") != v.name {
			continue
		}
		start := time.Now()
		plies := 0
		st, err := match.Match(context.Background(), match.Series{
			Config: match.Config{
				Rules: r, Engines: []ai.Engine{tunedEngine(t, r, v), tunedEngine(t, r, base)}, Seed: 11, MaxPlies: 200,
				Limits: []ai.Limit{{Nodes: uint64(nodes)}},
			},
			Games: n,
			Opening: func(round int, seed uint64) []rules.Move {
				rnd := rand.New(rand.NewPCG(seed, 1))
				p := r.Start()
				var ms []rules.Move
				tb := newTables(r)
				c := tb.centre
				for i := range 3 + int(seed%2) {
					_ = i
					for {
						x := c
						for range 3 {
							l := tb.links[x][rnd.IntN(8)]
							if l.Cell != rules.NoCell {
								x = l.Cell
							}
						}
						if len(ms) == 0 {
							x = c
						}
						if q, err := p.Play(rules.Place(x)); err == nil && !q.Result().Over {
							p = q
							ms = append(ms, rules.Place(x))
							break
						}
					}
				}
				return ms
			},
			Done: func(_ int, _ []int, rec match.Record) { plies += len(rec.Moves) },
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %s: +%d =%d -%d; %d plies %v", game, v.name, st[0].Won, st[0].Drawn, st[0].Lost, plies, time.Since(start))
	}
}

var tunes = []tuned{
	{"old", func(k *knowledge) { k.wide = 24; k.tempo = 4; k.row[4], k.row[3], k.row[2], k.row[1] = 400, 90, 20, 5 }},
	{"tempo0", func(k *knowledge) { k.tempo = 0 }},
	{"steeper", func(k *knowledge) { k.row[3], k.row[2], k.row[1] = 200, 20, 2 }},
	{"two", func(k *knowledge) { k.row[3], k.row[2], k.row[1] = 140, 30, 3 }},
}
