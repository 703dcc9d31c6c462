// Package tuple contains engines for alignment games that count the symbols in tuples, sets of k
// cells that can form a row, and do not look ahead.
package tuple

import (
	"context"
	"math"
	"strconv"
	"strings"
	"unicode"

	"boardstudio/ai"
	"boardstudio/ai/line/board"
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
		t := board.NewTables(r)
		if t == nil {
			return nil, msg.Errorf("this engine plays alignment games only")
		}
		e := newKTuple(t)
		for _, x := range []struct {
			param string
			to    *[]float64
		}{{"own", &e.own}, {"block", &e.other}} {
			ws, err := weights(x.param, p[x.param], t.Options.K)
			switch {
			case err != nil:
				return nil, err
			case ws == nil:
				continue
			}
			if t.Options.Misere {
				negate(ws)
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
	*board.Tables
	own, other []float64
}

func newKTuple(t *board.Tables) *ktuple {
	e := &ktuple{Tables: t}
	e.own, e.other = Standard(t.Options.K)
	if t.Options.Misere { // completing a row should be avoided
		negate(e.own)
		negate(e.other)
	}
	return e
}

// Standard returns the default weights of tuples with 0, 1, …, k-1 symbols, for the player who owns
// them and for another player who blocks them.
func Standard(k int) (own, block []float64) {
	for n := range k {
		w := math.Pow(8, float64(n))
		own, block = append(own, 2*w), append(block, w)
	}
	// Completing or blocking a row takes precedence over everything else. A cell has up to 4k
	// tuples, so each of these steps must outweigh all of them.
	w, most := block[k-1], float64(8*k)
	own[k-1], block[k-1] = w*most*most, w*most
	return own, block
}

// Rising returns weights of tuples with 0, 1, …, k-1 symbols: the first one, each following one
// multiplied by times, and the last one, which outweighs all others.
func Rising(first, times, last float64, k int) []float64 {
	var ws []float64
	for n := range k - 1 {
		ws = append(ws, min(first*math.Pow(times, float64(n)), last/1000))
	}
	return append(ws, last)
}

// Format returns weights as the parameters of KTuple state them.
func Format(ws []float64) string {
	var all []string
	for _, w := range ws {
		all = append(all, strconv.FormatFloat(w, 'g', -1, 64))
	}
	return strings.Join(all, "/")
}

func negate(ws []float64) {
	for i := range ws {
		ws[i] = -ws[i]
	}
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
	owner := e.Owners(p)
	worth := make([]float64, e.Cells)
	for i := range int32(e.Count()) {
		of, n, mixed := rules.NoPlayer, 0, false
		for _, c := range e.Tuple(i) {
			switch o := owner[c]; {
			case o == rules.NoPlayer:
			case of == rules.NoPlayer || of == o:
				of = o
				n++
			default:
				mixed = true
			}
		}
		if mixed || n == e.Options.K {
			continue
		}
		w := e.other[n]
		if of == p.Turn() {
			w = e.own[n]
		}
		for _, c := range e.Tuple(i) {
			worth[c] += w
		}
	}
	return worth
}

// lands returns the cell of the symbol placed by m, or NoCell for a pass.
func (e *ktuple) lands(p rules.Position, m rules.Move) rules.Cell {
	if m.To == rules.NoCell || !e.Options.Drop {
		return m.To
	}
	cols := rules.Cell(e.Options.Cols)
	for c := m.To + cols*rules.Cell(e.Options.Rows-1); c >= 0; c -= cols {
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
