package gomoku

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// game15 is gomoku on the usual board.
var game15 = rules.Spec{Game: "line", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"}}

// works are the tasks of `studioctl bench gomoku`.
var works = []ai.Work{
	{Name: "board", Game: game15, Nodes: 2_000_000, Do: func(ctx context.Context, r rules.Rules) (uint64, error) { return playAndUndo(ctx, r, 2_000_000) }},
	{Name: "search", Game: game15, Nodes: searchNodes, Do: searchWork},
	{Name: "wins", Game: game15, Nodes: forcedPositions, Do: forcedWork},
}

// forcedPositions is the number of nodes of the task "wins".
const forcedPositions = 1_976_357

// playAndUndo makes and takes back n moves near each other.
func playAndUndo(ctx context.Context, r rules.Rules, n int) (uint64, error) {
	b := newBoard(optionsOf(r))
	rnd := rand.New(rand.NewPCG(5, 6))
	var moves []point
	for len(moves) < 40 {
		c := b.point(rules.Cell(rnd.IntN(b.cells)))
		if b.cell[c] == 0 && (len(moves) == 0 || b.near.has(c)) {
			b.Play(c)
			if b.over {
				b.Undo()
				continue
			}
			moves = append(moves, c)
		}
	}
	for range moves {
		b.Undo()
	}
	done := uint64(0)
	for ctx.Err() == nil && done < uint64(n) {
		for _, c := range moves {
			b.Play(c)
		}
		for range moves {
			b.Undo()
			done++
		}
	}
	if b.hash != 0 {
		return done, errors.New("the board is not as it was")
	}
	return done, ctx.Err()
}

// Parameters of the task "search": a position without a nearby win, its depth and number of nodes.
const (
	searchMoves = "h8 i9 h9 h10 i8 g8 i10 g9 g7 i7"
	searchDepth = 13
	searchNodes = 693_935
)

func searchWork(ctx context.Context, r rules.Rules) (uint64, error) {
	e := &Engine{board: newBoard(optionsOf(r)), hash: defaultHash}
	q, err := after(r, searchMoves)
	if err != nil {
		return 0, err
	}
	q.Limit.Depth = searchDepth
	i, err := e.Think(ctx, q, nil)
	if err == nil && i.Depth < searchDepth {
		err = fmt.Errorf("depth %d only", i.Depth)
	}
	return i.Nodes, err
}

// forced contains forced wins of 15 plies or more. The tests describe its format and verify the
// wins.
//
//go:embed testdata/forced.txt
var forced string

// forcedWork finds all forced wins.
func forcedWork(ctx context.Context, _ rules.Rules) (nodes uint64, err error) {
	type player struct {
		*Engine
		rules rules.Rules
	}
	engines := map[string]player{}
	for text := range strings.Lines(forced) {
		head, moves, ok := strings.Cut(text, ":")
		var game string
		var plies int
		if n, _ := fmt.Sscan(head, &game, &plies); !ok || n < 2 {
			continue
		}
		e, ok := engines[game]
		if !ok {
			r, err := line.Game.Build(game, rules.Params{"rows": "15", "cols": "15"})
			if err != nil {
				return nodes, err
			}
			e = player{&Engine{board: newBoard(optionsOf(r)), hash: ai.LeastHash}, r}
			engines[game] = e
		}
		q, err := after(e.rules, moves)
		if err != nil {
			return nodes, err
		}
		r, err := e.prepare(ctx, q)
		if err != nil {
			return nodes, err
		}
		if n := r.threats.wins(plies, 1<<40); n != plies {
			return nodes, fmt.Errorf("a win in %d plies, not %d: %s", n, plies, text)
		}
		nodes += r.nodes
		if ctx.Err() != nil {
			return nodes, ctx.Err()
		}
	}
	return nodes, nil
}

// after returns a request for the position after the given moves.
func after(r rules.Rules, moves string) (ai.Request, error) {
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Hour}}
	for _, text := range strings.Fields(moves) {
		m, err := r.ParseMove(text)
		if err != nil {
			return q, err
		}
		q.Moves = append(q.Moves, m)
	}
	return q, nil
}
