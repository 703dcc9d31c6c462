package line

import (
	"context"
	"math"
	"strconv"
	"strings"
	"unicode"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// KTuple is the player who counts tuples. Every set of k cells that makes a row
// scores by how many symbols of one player it holds, and nothing once two players
// have symbols in it; the score of a cell is the sum over its tuples, to complete one's
// own and to block those of others. Of equal cells it draws one.
var KTuple = ai.Kind{
	Name: "ktuple", Title: "Counts tuples", Plays: plays,
	About: "Plays the cell whose possible rows hold most symbols, its own and those of others, without looking ahead.",
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

// heaviest bounds a weight, so that sums of weights stay numbers.
const heaviest = 1e200

// weights reads the weights of tuples with 0, 1, 2 … symbols, up to the one that lacks a single one: numbers between
// slashes, spaces or commas. The ratio of the last two continues where there are too few, one number alone holds for
// all, and those too many do not count. It returns nil for an empty text, an *msg.Error for one that is no such list.
func weights(param, text string, k int) ([]float64, error) {
	var ws []float64
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/,;", r) }) {
		w, err := strconv.ParseFloat(word, 64)
		if err != nil || !(w >= 0 && w <= heaviest) {
			return nil, msg.Errorf("parameter %s: %q is not a number from 0; weights look like 1/8/64", param, word)
		}
		ws = append(ws, w)
	}
	if len(ws) == 0 {
		if strings.TrimSpace(text) != "" {
			return nil, msg.Errorf("parameter %s: %q holds no number; weights look like 1/8/64", param, text)
		}
		return nil, nil
	}
	for n := len(ws); n < k; n++ {
		next := ws[n-1]
		if n > 1 && ws[n-2] > 0 {
			next = min(next*(next/ws[n-2]), heaviest)
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

// ktuple holds the score of a tuple with n symbols for the player who owns
// them, and for another who blocks it.
type ktuple struct {
	*tables
	own, other []float64
}

func newKTuple(t *tables) *ktuple {
	e := &ktuple{tables: t}
	sign := 1.0
	if t.opt.Misere {
		sign = -1 // what completes a row is to be left alone
	}
	for n := range t.opt.K {
		w := math.Pow(8, float64(n))
		own, other := 2*w, w
		// A row is completed or prevented before anything else is looked at. A
		// cell has up to 4k tuples, so the next step must weigh more than all those.
		most := float64(8 * t.opt.K)
		if n == t.opt.K-1 {
			own, other = w*most*most, w*most
		}
		e.own, e.other = append(e.own, sign*own), append(e.other, sign*other)
	}
	return e
}

// Advise returns every legal move and the score of its cell, the best first,
// equals in an order drawn by the seed of the request.
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

// Think plays the first of what Advise returns.
func (e *ktuple) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	lines, err := e.Advise(ctx, q)
	return ai.FirstOf(lines, q), err
}

// worth returns the score of each cell for the player to move. Cells with symbols get a number too.
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

// lands returns where the symbol of move m comes to lie, NoCell for a pass.
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
