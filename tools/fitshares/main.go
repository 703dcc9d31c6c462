// Fitshares fits analysis/shares.csv: how much of its unit each engine takes for how large a share of the win, as package fit measures it, in games
// of every preset.
//
//	go run ./tools/fitshares [-games N] [-nodes N] [-game PRESET] [-engine NAME] > analysis/shares.csv
package main

import (
	"context"
	"encoding/csv"
	"flag"
	"log"
	"os"
	"strconv"
	"time"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/analysis"
	"boardstudio/analysis/fit"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func main() {
	games := flag.Int("games", 60, "`NUMBER` of games of each preset and number of players")
	nodes := flag.Uint64("nodes", 1000, "`NUMBER` of positions that an engine may look at")
	only := flag.String("game", "", "`PRESET`, all if none is given")
	engine := flag.String("engine", "", "`NAME` of an engine, all if none is given")
	flag.Parse()
	log.SetFlags(0)
	ctx := context.Background()
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
				played, err := fit.Play(ctx, r, *games)
				if err != nil {
					log.Fatal(err)
				}
				for _, k := range aiall.For(r) {
					if k.Name == level.Name || k.Choices != nil || *engine != "" && k.Name != *engine {
						continue // is one of the others, or none of ours
					}
					if e, err := aiall.New(k.Name, r); err != nil {
						continue // it needs to be told more, as a script
					} else {
						ai.Close(e)
					}
					f, ok, err := fit.Fit(ctx, r, k.Name, played, ai.Limit{Nodes: *nodes, Time: 200 * time.Millisecond}, nil)
					if err != nil {
						log.Printf("%s, %s: %v", p.Name, k.Name, err)
					}
					if ok {
						write(k.Name, analysis.GameName(r), strconv.FormatFloat(f.Unit, 'g', 4, 64), strconv.Itoa(f.Positions), strconv.FormatFloat(f.Loss, 'f', 4, 64))
					}
				}
				out.Flush()
				log.Print(p.Name, " ", players)
			}
		}
	}
}
