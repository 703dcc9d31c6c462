package analysis

import (
	_ "embed"
	"encoding/csv"
	"maps"
	"math"
	"slices"
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

// preset is one of the presets of all games, with all its parameters.
type preset struct {
	name string
	spec rules.Spec
}

// presets returns those of all games: building their boards takes milliseconds.
var presets = sync.OnceValue(func() (list []preset) {
	for _, g := range all.Games {
		for _, p := range g.Presets {
			if r, err := g.Build(p.Name, nil); err == nil {
				list = append(list, preset{p.Name, r.Spec()})
			}
		}
	}
	return list
})

// GameName returns how the table calls rules: by the preset that is nearest to them, and the number of players above two.
func GameName(r rules.Rules) string {
	spec := r.Spec()
	name, least := spec.Game, math.Inf(1)
	for _, p := range presets() {
		if p.spec.Game != spec.Game {
			continue
		}
		if far := distance(p.spec.Params, spec.Params); far < least {
			name, least = p.name, far
		}
	}
	if n := r.Players(); n > 2 {
		name += "/" + strconv.Itoa(min(n, 3)) // more play much as three do
	}
	return name
}

// otherRule is how far parameters are from each other that are no numbers, and numbers at most.
const otherRule = 2

// distance returns how far the parameters of rules are from others: boards count by how many times larger they are.
func distance(a, b rules.Params) (sum float64) {
	for _, k := range slices.Sorted(maps.Keys(a)) {
		if a[k] == b[k] {
			continue
		}
		x, errX := strconv.ParseFloat(a[k], 64)
		y, errY := strconv.ParseFloat(b[k], 64)
		if errX != nil || errY != nil {
			sum += otherRule
		} else {
			sum += min(math.Abs(math.Log((1+x)/(1+y))), otherRule)
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
	game, own := GameName(r), map[string]float64(nil)
	if k, p, err := aiall.Parse(engine); err == nil {
		if k.Name == level.Name {
			name = aiall.Levels(r)[min(max(p.Int("level"), 1), level.Count)-1].Engine
		}
		if k.Units != nil {
			own = k.Units(p)
		}
	}
	unit := 1.0
	for _, v := range []float64{own[game], own[""], scales()[[2]string{name, game}], scales()[[2]string{otherwise, game}]} {
		if v > 0 && !math.IsInf(v, 0) {
			unit = v
			break
		}
	}
	return Scale{Players: r.Players(), Unit: unit}
}

// EngineTitle returns what the engine that a specification names and its version are called.
func EngineTitle(engine, version string) string {
	title := engine
	if k, _, err := aiall.Parse(engine); err == nil {
		switch name, rest, _ := strings.Cut(engine, ":"); {
		case name == engine:
			title = locale.T(k.Title)
		case k.Choices != nil:
			title = rest
		default:
			title = locale.T(k.Title) + " (" + rest + ")"
		}
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
