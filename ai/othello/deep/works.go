package deep

import (
	"context"
	_ "embed"
	"math/bits"
	"strconv"
	"strings"

	"boardstudio/ai"
	"boardstudio/ai/othello/bitboard"
	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/text/msg"
)

// endings contains well-known endgame positions with their scores.
//
//go:embed ffo.txt
var endings string

// ending is one of these positions.
type ending struct {
	text  string // in the notation of the rules
	score int
}

// ffo returns the endings with the numbers from one value to another.
func ffo(from, to int) (list []ending) {
	n := 0
	for line := range strings.Lines(endings) {
		if line[0] == '#' {
			continue
		}
		if n++; n >= from && n <= to {
			at := strings.LastIndexByte(line, ' ')
			score, _ := strconv.Atoi(strings.TrimSpace(line[at:]))
			list = append(list, ending{line[:at], score})
		}
	}
	return list
}

// works are the benchmarks of the engine.
var works = []ai.Work{
	{Name: "perft-11", Game: spec, Nodes: 212258216, Do: func(ctx context.Context, r rules.Rules) (uint64, error) {
		b, _ := Of(r.Start())
		return perft(ctx, b, 11)
	}},
	{Name: "middle", Game: spec, Nodes: 118_623, Do: middle},
	{Name: "ffo-20-39", Game: spec, Nodes: 141_167_712, Do: solveEndings(20, 39)},
	{Name: "ffo-40-49", Game: spec, Nodes: 1_523_320_668, Do: solveEndings(40, 49)},
}

var spec = rules.Spec{Game: othello.Game.Name}

// solveEndings returns a benchmark that solves endings with a table of 256 MB.
func solveEndings(from, to int) func(context.Context, rules.Rules) (uint64, error) {
	return func(ctx context.Context, r rules.Rules) (n uint64, err error) {
		e := &Engine{hash: 256, threads: 1}
		for i, x := range ffo(from, to) {
			p, err := r.Parse(x.text)
			if err != nil {
				return n, err
			}
			info, err := e.Think(ctx, ai.Request{Rules: r, Start: p, Limit: ai.Limit{Depth: ai.MaxDepth}}, nil)
			if err != nil {
				return n, err
			}
			n += info.Nodes
			if ctx.Err() != nil {
				return n, ctx.Err()
			}
			if s := info.Best.Score; !s.Proved || s.Margin != x.score {
				return n, msg.Errorf("position %d: %v, not %+d", from+i, s, x.score)
			}
		}
		return n, nil
	}
}

// middle searches a few midgame positions to a fixed depth.
func middle(ctx context.Context, r rules.Rules) (n uint64, err error) {
	e := &Engine{hash: 64, threads: 1}
	for _, moves := range []string{"", "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7", "f5 f6 e6 f4 g5 e7 f7 h5 e3 d3 g4 d6"} {
		q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Depth: 14}}
		for _, text := range strings.Fields(moves) {
			m, err := r.ParseMove(text)
			if err != nil {
				return n, err
			}
			q.Moves = append(q.Moves, m)
		}
		info, err := e.Think(ctx, q, nil)
		if err != nil {
			return n, err
		}
		if n += info.Nodes; ctx.Err() != nil {
			return n, ctx.Err()
		}
	}
	return n, nil
}

// perft counts like Board.Perft, but stops soon after ctx is done.
func perft(ctx context.Context, b bitboard.Board, depth int) (n uint64, err error) {
	if depth <= 7 {
		return b.Perft(depth), ctx.Err()
	}
	moves := b.Moves()
	if moves == 0 {
		if b.Pass().Moves() == 0 {
			return 0, nil
		}
		return perft(ctx, b.Pass(), depth-1)
	}
	for ; moves != 0 && err == nil; moves &= moves - 1 {
		var more uint64
		more, err = perft(ctx, b.Play(bits.TrailingZeros64(moves)), depth-1)
		n += more
	}
	return n, err
}
