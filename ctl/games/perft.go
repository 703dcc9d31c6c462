package games

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

func perftCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var divide bool
	var jobs int
	cmd := &cobra.Command{
		Use:   "perft --game GAME [--from POSITION] DEPTH",
		Short: locale.T("Count move sequences to check the rules"),
		Long: locale.T("Count the sequences of moves for each depth from 1 to DEPTH plies. A pass counts as a ply; a " +
			"finished game has no continuation."),
		Example: "  studioctl perft --game connect4 8\n  studioctl perft --game othello --divide 6",
		Args:    t.Arguments(1, 1, "DEPTH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[0])
			if err != nil || depth < 1 {
				return msg.Errorf("the depth %q is not a positive whole number", args[0])
			}
			if jobs < 1 {
				return msg.Errorf("option --%s: %d is less than 1", "jobs", jobs)
			}
			return writePerft(t, cmd.Context(), &g, depth, min(jobs, runtime.NumCPU()), divide)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	g.Add(cmd)
	g.AddFrom(cmd)
	cmd.Flags().BoolVar(&divide, "divide", false, locale.T("also print the count for each first move at full depth"))
	cmd.Flags().IntVar(&jobs, "jobs", runtime.NumCPU(), locale.T("`NUMBER` of processors to use, at most the number available"))
	cmd.Flags().BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	return cmd
}

// JSON output of studioctl perft.
type (
	perftJSON struct {
		Game     ctl.SpecJSON `json:"game"`
		Position string       `json:"position"`
		Counts   []countJSON  `json:"counts"`
		Divide   []divideJSON `json:"divide,omitempty"`
	}
	countJSON struct {
		Depth int    `json:"depth"`
		Count uint64 `json:"count"`
	}
	divideJSON struct {
		Move  string `json:"move"`
		Count uint64 `json:"count"`
	}
)

func writePerft(t *ctl.Tool, ctx context.Context, g *ctl.GameFlags, depth, jobs int, divide bool) error {
	r, p, err := t.Position(g)
	if err != nil {
		return err
	}
	out := perftJSON{Game: ctl.SpecJSON{Name: r.Spec().Game, Params: r.Spec().Params}, Position: p.String()}
	for d := 1; d <= depth; d++ {
		n, err := Perft(ctx, p, d, jobs)
		if err != nil {
			return err
		}
		out.Counts = append(out.Counts, countJSON{d, n})
		if !t.JSON {
			t.Printf("%d %d\n", d, n)
		}
	}
	for m := range p.Moves() {
		if !divide || p.Result().Known() {
			break
		}
		q, err := p.Play(m)
		if err != nil {
			return err
		}
		n, err := Perft(ctx, q, depth-1, jobs)
		if err != nil {
			return err
		}
		out.Divide = append(out.Divide, divideJSON{r.FormatMove(m), n})
		if !t.JSON {
			t.Printf("%s %d\n", r.FormatMove(m), n)
		}
	}
	if t.JSON {
		return t.WriteJSON(out)
	}
	return nil
}

// grain is the depth of the subtrees that workers count. It is small enough to stop soon after a
// cancellation. Some take only microseconds, so they are sent in batches.
const (
	grain = 3
	batch = 64
)

// Perft returns the same count as rules.Perft, computed by jobs goroutines. It returns an error if
// ctx ends.
func Perft(ctx context.Context, p rules.Position, depth, jobs int) (uint64, error) {
	if depth <= grain {
		return rules.Perft(p, depth), ctx.Err()
	}
	pieces := make(chan []rules.Position, 2*jobs)
	var total atomic.Uint64
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for b := range pieces {
				var n uint64
				for _, q := range b {
					if ctx.Err() != nil {
						break
					}
					n += rules.Perft(q, grain)
				}
				total.Add(n)
			}
		})
	}
	err := sendSubtrees(ctx, p, depth-grain, pieces)
	close(pieces)
	workers.Wait()
	return total.Load(), errors.Join(err, ctx.Err())
}

// sendSubtrees sends every position depth plies after p. It does not stop at positions whose result is
// known, since nothing below them is counted.
func sendSubtrees(ctx context.Context, p rules.Position, depth int, to chan<- []rules.Position) error {
	type todo struct {
		position rules.Position
		depth    int
	}
	stack := []todo{{p, depth}}
	var pieces []rules.Position
	for len(stack) > 0 {
		if ctx.Err() != nil { // all games may end before depth, so the channel alone does not suffice
			return ctx.Err()
		}
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.depth > 0 {
			for m := range top.position.Moves() {
				q, err := top.position.Play(m)
				if err != nil {
					return err
				}
				stack = append(stack, todo{q, top.depth - 1})
			}
			continue
		}
		pieces = append(pieces, top.position)
		if len(pieces) == batch {
			select {
			case to <- pieces:
			case <-ctx.Done():
				return ctx.Err()
			}
			pieces = nil
		}
	}
	to <- pieces // the workers always empty the channel
	return nil
}
