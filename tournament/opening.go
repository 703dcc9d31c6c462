package tournament

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"boardstudio/ai"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/rules"
)

// Opening is what games begin with.
type Opening struct {
	Start rules.Position
	Moves []rules.Move
}

// Openings reads openings from a file. Of a document they are the ends of all its lines; of any other text, which begins neither as XML nor with the
// tags of a record, the lines of moves from start, with # before what is a remark. Positions in which the game is over are left out.
// name is that of the file. What is wrong is a *codec.Error.
func Openings(ctx context.Context, r rules.Rules, start rules.Position, data []byte, name string) ([]Opening, error) {
	var list []Opening
	var err error
	o := codec.Options{File: name}
	if text := bytes.TrimSpace(data); bytes.HasPrefix(text, []byte("<")) || bytes.HasPrefix(text, []byte("[")) {
		list, err = fromDocument(ctx, r, data, o)
	} else {
		list, err = fromLines(r, start, data, o)
	}
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, o.Errorf(0, "there is no opening in it")
	}
	return list, nil
}

func fromDocument(ctx context.Context, r rules.Rules, data []byte, o codec.Options) ([]Opening, error) {
	spec := r.Spec()
	o.Spec = &spec
	d, _, err := ioall.Decode(ctx, o.File, data, o)
	if err != nil {
		return nil, err
	}
	if is := d.Tree.Rules().Spec(); is.Game != spec.Game || !is.Params.Equal(spec.Params) {
		return nil, o.Errorf(0, "it is of another game")
	}
	if len(d.Warnings) > 0 {
		return nil, d.Warnings[0]
	}
	var list []Opening
	for n := range d.Tree.All() {
		if n.First() != nil {
			continue
		}
		p, err := d.Tree.Position(n)
		if err != nil || p.Result().Over {
			continue
		}
		start, moves, err := d.Tree.Start(n)
		if err != nil {
			return nil, err
		}
		list = append(list, Opening{start, slices.Clone(moves)})
	}
	return list, nil
}

func fromLines(r rules.Rules, start rules.Position, data []byte, o codec.Options) ([]Opening, error) {
	var list []Opening
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		text, _, _ = strings.Cut(text, "#")
		x, p := Opening{Start: start}, start
		for word := range strings.FieldsSeq(text) {
			m, err := r.ParseMove(word)
			if err == nil {
				p, err = p.Play(m)
			}
			if err != nil {
				return nil, o.Errorf(line, "%s: %v", codec.Cut(word), err)
			}
			x.Moves = append(x.Moves, m)
		}
		if len(x.Moves) > 0 && !p.Result().Over {
			list = append(list, x)
		}
	}
	return list, nil
}

const (
	// width is how many moves each random move is drawn from: those nearest to the middle, so that large boards do not
	// begin with stones that never matter.
	width = 24
	// judged is how many positions are looked at to see whether an opening is decided.
	judged = 2000
	// tries is how many openings are drawn before one is taken that is decided.
	tries = 50
)

// Random returns random moves near the middle of the board, the n-th ones that the seed draws, after which the game is neither over nor decided as
// far as judge sees. There are fewer than plies where the game would be over.
func Random(ctx context.Context, judge ai.Engine, r rules.Rules, start rules.Position, plies int, seed uint64, n int) ([]rules.Move, error) {
	var moves []rules.Move
	for try := range tries {
		moves = middle(r, start, plies, Drawn(seed, tries*n+try))
		i, err := judge.Think(ctx, ai.Request{Rules: r, Start: start, Moves: moves, Limit: ai.Limit{Nodes: judged}}, nil)
		if err != nil {
			return nil, err
		}
		if s := i.Best.Score; !s.Proved || s.Value == 0 {
			break
		}
	}
	return moves, ctx.Err()
}

// middle returns random moves near the middle of the board that do not end the game.
func middle(r rules.Rules, start rules.Position, plies int, seed uint64) (moves []rules.Move) {
	rng, b := rand.New(rand.NewPCG(seed, 0)), r.Board()
	away := func(m rules.Move) float64 {
		if m.To < 0 || int(m.To) >= len(b.Cells) {
			return 0
		}
		at := b.Cells[m.To].Centre
		return math.Hypot(at.X-b.Size.X/2, at.Y-b.Size.Y/2)
	}
	for p := start; len(moves) < plies; {
		list := slices.SortedStableFunc(p.Moves(), func(x, y rules.Move) int { return cmp.Compare(away(x), away(y)) })
		if len(list) == 0 {
			break
		}
		m := list[rng.IntN(min(len(list), width))]
		next, err := p.Play(m)
		if err != nil || next.Result().Over {
			break
		}
		p, moves = next, append(moves, m)
	}
	return moves
}

// Drawn returns the n-th number that a seed draws.
func Drawn(seed uint64, n int) uint64 { return rand.New(rand.NewPCG(seed, uint64(n))).Uint64() }
