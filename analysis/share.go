package analysis

import (
	_ "embed"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"sync"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/locale"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// scaleTable has a row for each engine and preset: how much of the engine's unit makes what the logistic function takes for one. With more
// than two players the preset is followed by their number. tools/fitshares fits it on games.
//
//go:embed shares.csv
var scaleTable string

// scales returns the table, by engine and game.
var scales = sync.OnceValue(func() map[[2]string]float64 {
	rows, err := csv.NewReader(strings.NewReader(scaleTable)).ReadAll()
	if err != nil {
		panic(err) // a test reads it
	}
	table := map[[2]string]float64{}
	for _, row := range rows[1:] {
		v, err := strconv.ParseFloat(row[2], 64)
		if err != nil || !(v > 0) {
			panic("analysis: no scale: " + strings.Join(row, ","))
		}
		table[[2]string{row[0], row[1]}] = v
	}
	return table
})

// otherwise is the engine whose scale holds for those that have none of their own, as scripts: the search that plays every game.
const otherwise = "alphabeta"

// GameName returns how the table calls rules: by the preset that is nearest to them, and the number of players above two.
func GameName(r rules.Rules) string {
	spec := r.Spec()
	name, least := spec.Game, math.Inf(1)
	for _, g := range all.Games {
		if g.Name != spec.Game {
			continue
		}
		for _, p := range g.Presets {
			full, err := g.Build(p.Name, nil)
			if err != nil {
				continue
			}
			if far := distance(full.Spec().Params, spec.Params); far < least {
				name, least = p.Name, far
			}
		}
	}
	if n := r.Players(); n > 2 {
		name += "/" + strconv.Itoa(min(n, 3)) // more play much as three do
	}
	return name
}

// distance returns how much the parameters of two games of a family differ: a choice by 1, a number by how many times one is the other.
func distance(a, b rules.Params) (sum float64) {
	for k, v := range a {
		x, err := strconv.Atoi(v)
		y, also := strconv.Atoi(b[k])
		switch {
		case v == b[k]:
		case err == nil && also == nil:
			sum += math.Abs(math.Log(float64(x+1) / float64(y+1)))
		default:
			sum++
		}
	}
	return sum
}

// Scale turns scores of an engine into shares of the win.
type Scale = ai.Scale

// NewScale returns the scale of a unit.
func NewScale(players int, unit float64) Scale { return Scale{Players: players, Unit: unit} }

// Units returns the units of the scales of engines in a game, by their specifications.
func Units(r rules.Rules, engines []string) map[string]float64 {
	units := make(map[string]float64, len(engines))
	for _, e := range engines {
		units[e] = ScaleOf(r, e).Unit
	}
	return units
}

// ScaleOf returns the scale of the engine that a specification names, in a game.
func ScaleOf(r rules.Rules, engine string) Scale {
	name, _, _ := strings.Cut(engine, ":")
	if k, p, err := aiall.Parse(engine); err == nil && k.Name == level.Name {
		name = aiall.Levels(r)[min(max(p.Int("level"), 1), level.Count)-1].Engine
	}
	game := GameName(r)
	for _, e := range []string{name, otherwise} {
		if v, ok := scales()[[2]string{e, game}]; ok {
			return Scale{Players: r.Players(), Unit: v}
		}
	}
	return Scale{Players: r.Players(), Unit: 1}
}

// EngineTitle returns what an engine and its version are called.
func EngineTitle(engine, version string) string {
	title := engine
	if k, _, err := aiall.Parse(engine); err == nil {
		title = locale.T(k.Title)
	}
	return strings.TrimSpace(title + " " + version)
}

// Final returns the shares of a game that is over.
func Final(r rules.Result, players int) []float64 {
	shares := make([]float64, players)
	for i := range shares {
		switch {
		case r.Winners == 0:
			shares[i] = 1 / float64(players)
		case r.Winners.Has(rules.Player(i)):
			shares[i] = 1 / float64(r.Winners.Len())
		}
	}
	return shares
}
