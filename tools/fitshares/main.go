// Command fitshares computes analysis/shares.csv: the unit of each engine, as measured by package
// fit in games of every preset. The unit converts scores to shares of the win.
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
				played, err := fit.Play(ctx, aiall.Engines, r, *games)
				if err != nil {
					log.Fatal(err)
				}
				for _, k := range aiall.Engines.For(r) {
					if k.Name == level.Name || k.Choices != nil || *engine != "" && k.Name != *engine {
						continue // plays as another engine, or is external
					}
					if e, err := aiall.Engines.New(k.Name, r); err != nil {
						continue // needs a parameter, such as a script
					} else {
						ai.Close(e)
					}
					usual := 0.0
					for _, spec := range specs(k) {
						f, ok, err := fit.Fit(ctx, aiall.Engines, r, spec, played, ai.Limit{Nodes: *nodes, Time: 200 * time.Millisecond}, nil)
						if err != nil {
							log.Printf("%s, %s: %v", p.Name, spec, err)
						}
						if ok && f.Unit != usual { // otherwise the parameter has no effect in this game
							usual = f.Unit
							write(spec, analysis.GameName(r), strconv.FormatFloat(f.Unit, 'g', 4, 64), strconv.Itoa(f.Positions), strconv.FormatFloat(f.Loss, 'f', 4, 64))
						}
					}
				}
				out.Flush()
				log.Print(p.Name, " ", players)
			}
		}
	}
}

// specs returns the specifications of an engine that each need their own scale: the engine itself,
// and the engine with each non-default value of its choices.
func specs(k *ai.Kind) []string {
	list := []string{k.Name}
	for _, d := range k.Params {
		for _, o := range d.Options {
			if o.Name != d.Default {
				list = append(list, k.Name+":"+d.Name+"="+o.Name)
			}
		}
	}
	return list
}
