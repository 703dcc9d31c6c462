package line

import (
	"context"
	"math"
	"strconv"
	"strings"
	"unicode"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/line"
	"boardstudio/text/msg"
)

// KTuple is the engine that counts tuples. A set of k cells that can form a row scores by the
// number of symbols of one player in it, and nothing if two players have symbols in it. The score
// of a cell is the sum over its tuples: completing own ones and blocking others. Ties are broken at
// random.
var KTuple = ai.Kind{
	Name: "ktuple", Title: "Counts tuples", Plays: plays,
	About: "Plays the cell whose open rows contain the most stones of any player, without looking ahead.",
	Params: []rules.Param{
		{Name: "own", Title: "Weights of own rows", Kind: rules.Text},
		{Name: "block", Title: "Weights of rows to block", Kind: rules.Text},
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		t := newTables(r)
		if t == nil {
			return nil, msg.Errorf("this engine plays alignment games only")
		}
		e := newKTuple(t)
		for _, x := range []struct {
			param string
			to    *[]float64
		}{{"own", &e.own}, {"block", &e.other}} {
			ws, err := weights(x.param, p[x.param], t.opt.K)
			switch {
			case err != nil:
				return nil, err
			case ws == nil:
				continue
			}
			if t.opt.Misere {
				for i := range ws {
					ws[i] = -ws[i]
				}
			}
			*x.to = ws
		}
		return e, nil
	},
}

// maxWeight limits the weights, so that their sums do not overflow.
const maxWeight = 1e200

// weights parses the weights of tuples with 0, 1, …, k-1 symbols, separated by slashes, spaces,
// commas or semicolons. If there are too few, the ratio of the last two continues; a single weight
// applies to all. Excess weights are ignored. weights returns nil for an empty text, and an
// *msg.Error if text is not a list of weights.
func weights(param, text string, k int) ([]float64, error) {
	var ws []float64
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/,;", r) }) {
		w, err := strconv.ParseFloat(word, 64)
		if err != nil || !(w >= 0 && w <= maxWeight) {
			return nil, msg.Errorf("parameter %s: %q is negative or not a number; weights look like 1/8/64", param, word)
		}
		ws = append(ws, w)
	}
	if len(ws) == 0 {
		if strings.TrimSpace(text) != "" {
			return nil, msg.Errorf("parameter %s: %q contains no number; weights look like 1/8/64", param, text)
		}
		return nil, nil
	}
	for n := len(ws); n < k; n++ {
		next := ws[n-1]
		if n > 1 && ws[n-2] > 0 {
			next = min(next*(next/ws[n-2]), maxWeight)
		}
		ws = append(ws, next)
	}
	return ws[:k], nil
}

func plays(r rules.Rules) error {
	if r.Spec().Game != line.Game.Name {
		return msg.Errorf("it plays alignment games only")
	}
	return nil
}

// ktuple contains the score of a tuple with n symbols for the player who owns them, and for another
// player who blocks it.
type ktuple struct {
	*tables
	own, other []float64
}

func newKTuple(t *tables) *ktuple {
	e := &ktuple{tables: t}
	sign := 1.0
	if t.opt.Misere {
		sign = -1 // completing a row should be avoided
	}
	for n := range t.opt.K {
		w := math.Pow(8, float64(n))
		own, other := 2*w, w
		// Completing or blocking a row takes precedence over everything else. A cell has up to 4k
		// tuples, so each of these steps must outweigh all of them.
		most := float64(8 * t.opt.K)
		if n == t.opt.K-1 {
			own, other = w*most*most, w*most
		}
		e.own, e.other = append(e.own, sign*own), append(e.other, sign*other)
	}
	return e
}

// Advise returns every legal move with the score of its cell, the best first. The seed of the
// request determines the order of ties. It returns an error if the game is over.
func (e *ktuple) Advise(_ context.Context, q ai.Request) ([]ai.Line, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	if p.Turn() == rules.NoPlayer {
		return nil, msg.Errorf("the game is over")
	}
	worth := e.worth(p)
	var lines []ai.Line
	for m := range p.Moves() {
		l := ai.Line{Moves: []rules.Move{m}}
		if c := e.lands(p, m); c != rules.NoCell {
			l.Score.Value = worth[c]
		}
		lines = append(lines, l)
	}
	ai.SortLines(lines, q.Seed)
	return lines, nil
}

// Think returns the first move of Advise.
func (e *ktuple) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	lines, err := e.Advise(ctx, q)
	return ai.FirstOf(lines, q), err
}

// worth returns the score of each cell for the player to move. Scores of occupied cells are
// meaningless.
func (e *ktuple) worth(p rules.Position) []float64 {
	owner := owners(p, e.cells)
	worth := make([]float64, e.cells)
	for i := range int32(len(e.members) / e.opt.K) {
		of, n, mixed := rules.NoPlayer, 0, false
		for _, c := range e.tuple(i) {
			switch o := owner[c]; {
			case o == rules.NoPlayer:
			case of == rules.NoPlayer || of == o:
				of = o
				n++
			default:
				mixed = true
			}
		}
		if mixed || n == e.opt.K {
			continue
		}
		w := e.other[n]
		if of == p.Turn() {
			w = e.own[n]
		}
		for _, c := range e.tuple(i) {
			worth[c] += w
		}
	}
	return worth
}

// lands returns the cell of the symbol placed by m, or NoCell for a pass.
func (e *ktuple) lands(p rules.Position, m rules.Move) rules.Cell {
	if m.To == rules.NoCell || !e.opt.Drop {
		return m.To
	}
	cols := rules.Cell(e.opt.Cols)
	for c := m.To + cols*rules.Cell(e.opt.Rows-1); c >= 0; c -= cols {
		if p.At(c).Owner == rules.NoPlayer {
			return c
		}
	}
	return rules.NoCell
}

var (
	_ ai.Engine  = (*ktuple)(nil)
	_ ai.Adviser = (*ktuple)(nil)
)
