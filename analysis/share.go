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
	"boardstudio/ai/level"
	"boardstudio/ai/player"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// scaleTable is a table of the scores, in units of each engine, that correspond to 1 in the
// logistic function. It has a row for each engine and preset. For more than two players, the number
// of players follows the preset. If an engine's scores depend on a parameter, other values have
// their own rows, such as "minimax:evaluation=engine". tools/fitshares fits the table to games.
//
//go:embed shares.csv
var scaleTable string

// fitted is a row of the table.
type fitted struct {
	unit  float64
	vague bool // the scores predict results hardly better than equal shares
}

// scales returns the table, by engine and game.
var scales = sync.OnceValue(func() map[[2]string]fitted {
	rows, err := csv.NewReader(strings.NewReader(scaleTable)).ReadAll()
	if err != nil {
		panic(err) // cannot happen: a test reads the table
	}
	table := map[[2]string]fitted{}
	for _, row := range rows[1:] {
		unit, err := strconv.ParseFloat(row[2], 64)
		loss, err2 := strconv.ParseFloat(row[4], 64)
		if err != nil || err2 != nil || !(unit > 0) {
			panic("analysis: no scale: " + strings.Join(row, ","))
		}
		players := 2.0
		if several(row[1]) {
			players = 3
		}
		table[[2]string{row[0], row[1]}] = fitted{unit, loss > math.Log(players)-minGain}
	}
	return table
})

// minGain is the minimum reduction of cross-entropy, in nats, compared with equal shares. Scores
// with a smaller gain are vague.
const minGain = 0.001

// several reports whether a game in the table has more than two players.
func several(game string) bool { return strings.Contains(game, "/") }

// fallbackEngine is the engine whose scale is used for engines without their own, such as scripts. It
// plays every game.
const fallbackEngine = "alphabeta"

// GameName returns the name of rules in the table: the nearest preset, and the number of players if
// there are more than two.
func GameName(r rules.Rules) string {
	name, _ := nearest(r)
	return name
}

// nearest returns the name of rules in the table, and their distance from the preset.
func nearest(r rules.Rules) (name string, far float64) {
	spec, g := r.Spec(), r.Family()
	name, far = spec.Game, math.Inf(1)
	for _, p := range g.Presets {
		full, err := rules.Resolve(g.Params, p.Params)
		if err != nil {
			continue
		}
		if d := distance(full, spec.Params); d < far {
			name, far = p.Name, d
		}
	}
	if n := r.Players(); n > 2 {
		name += "/" + strconv.Itoa(min(n, 3)) // games with more players are similar to games with three
	}
	return name, far
}

// otherValueDistance is the distance between different non-numeric values of a parameter, and the
// maximum distance between numeric ones.
const otherValueDistance = 2

// distance returns the distance between two sets of parameters. Numbers differ by the logarithm of
// their ratio.
func distance(a, b rules.Params) (sum float64) {
	for _, k := range slices.Sorted(maps.Keys(a)) {
		if a[k] == b[k] {
			continue
		}
		x, errX := strconv.ParseFloat(a[k], 64)
		y, errY := strconv.ParseFloat(b[k], 64)
		if errX != nil || errY != nil {
			sum += otherValueDistance
		} else {
			sum += min(math.Abs(math.Log((1+x)/(1+y))), otherValueDistance)
		}
	}
	return sum
}

// Scale converts scores of an engine to winning chances.
type Scale = ai.Scale

// NewScale returns the scale with the given unit.
func NewScale(players int, unit float64) Scale { return Scale{Players: players, Unit: unit} }

// Units returns the scale units of several engines for a game, by specification.
func Units(engines *player.Catalog, r rules.Rules, specs []string) map[string]float64 {
	units := make(map[string]float64, len(specs))
	for _, e := range specs {
		units[e] = ScaleOf(engines, r, e).Unit
	}
	return units
}

// ScaleOf returns the scale of an engine, given by its specification, for a game.
func ScaleOf(engines *player.Catalog, r rules.Rules, engine string) Scale {
	name, _, _ := strings.Cut(engine, ":")
	game, far := nearest(r)
	var own map[string]float64
	var names []string
	if k, p, err := engines.Parse(engine); err == nil {
		if k.Name == level.Name {
			l := engines.LevelsOf(r)[min(max(p.Int("level"), 1), level.Count)-1]
			name, p = l.Engine, l.Params
		}
		if k.Units != nil {
			own = k.Units(p)
		}
		for _, key := range p.Names() {
			names = append(names, name+":"+key+"="+p[key])
		}
	}
	for _, v := range []float64{own[game], own[""]} {
		if v > 0 && !math.IsInf(v, 0) {
			return Scale{Players: r.Players(), Unit: v}
		}
	}
	unit, ok := unitOf(game, far, append(names, name)...)
	if !ok {
		unit, _ = unitOf(game, far, fallbackEngine)
	}
	return Scale{Players: r.Players(), Unit: unit}
}

// maxDistance is the maximum distance between rules and a preset whose scale is used for them. The
// unit grows with the distance.
const maxDistance = 0.5

// unitOf returns the unit of an engine for rules at distance far from a game of the table. It uses
// the first of the engine's names that has a row. If none of them has one or far is too large, it
// returns the engine's largest unit in all games. A unit that is too large hides mistakes, but one
// that is too small invents them. ok is false if the table has no row for the engine.
func unitOf(game string, far float64, names ...string) (unit float64, ok bool) {
	for _, name := range names {
		if row, ok := scales()[[2]string{name, game}]; ok {
			if unit = row.unit * (1 + min(far, maxDistance)); far <= maxDistance {
				return unit, true
			}
			break
		}
	}
	for key, row := range scales() {
		if slices.Contains(names, key[0]) && several(key[1]) == several(game) && !row.vague {
			unit = max(unit, row.unit)
		}
	}
	return unit, unit > 0
}

// EngineTitle returns a title for an engine, given by its specification, and its version.
func EngineTitle(engines *player.Catalog, engine, version string) string {
	title := engine
	if k, _, err := engines.Parse(engine); err == nil {
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

// Final returns the shares of the players in a finished game.
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
