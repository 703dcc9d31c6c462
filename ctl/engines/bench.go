package engines

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/ai/random"
	"boardstudio/ctl"
	"boardstudio/ctl/games"
	"boardstudio/internal/cpu"
	"boardstudio/io/codec"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

func benchCommand(t *ctl.Tool) *cobra.Command {
	b := bench{Tool: t}
	cmd := &cobra.Command{
		Use:   "bench [ENGINE [WORK…]]",
		Short: locale.T("Run benchmarks"),
		Long: locale.T("Measure the speed and memory use of common operations. These are: playing a move of gomoku on a "+
			"board of 15×15; counting connect four to the given depth, on one and on all processors; and "+
			"writing, showing, checking, saving, editing, drawing and searching a record with many nodes and a "+
			"comment on every tenth.") + "\n\n" +
			locale.T("With ENGINE, run its benchmarks on one thread, or only those named. Prints the number of "+
				"positions visited, which must not change, and the processor time."),
		Example: "  studioctl bench\n  studioctl bench alphabeta\n  studioctl bench alphabeta othello",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return b.run(cmd.Context())
			}
			return benchEngine(t, cmd.Context(), args[0], args[1:])
		},

		ValidArgsFunction: completeWorks(t.Engines),
	}
	f := cmd.Flags()
	f.DurationVar(&b.time, "time", time.Second, locale.T("`TIME` to spend on each average"))
	f.IntVar(&b.depth, "depth", 8, locale.T("`PLIES` of connect four to count"))
	f.IntVar(&b.nodes, "nodes", 100_000, locale.T("`NUMBER` of nodes of the record"))
	return cmd
}

// bench holds the sizes of the measurements.
type bench struct {
	*ctl.Tool
	time         time.Duration
	depth, nodes int
}

func (b *bench) run(ctx context.Context) error {
	if b.time <= 0 || b.depth < 1 || b.nodes < 1 {
		return msg.Errorf("a limit must be at least 1")
	}
	if b.nodes > codec.MaxNodes {
		return msg.Errorf("option --%s: %d is more than %d", "nodes", b.nodes, codec.MaxNodes)
	}
	row, flush := b.Titled()
	for _, part := range []func(context.Context, func(string, string)) error{b.moves, b.perft, b.record} {
		if err := part(ctx, row); err != nil {
			_ = flush()
			return err
		}
	}
	return flush()
}

// moves measures moves in random games of gomoku, until the time is over.
func (b *bench) moves(ctx context.Context, row func(string, string)) error {
	r, err := b.Games.Build("gomoku", rules.Params{"rows": "15", "cols": "15"})
	if err != nil {
		return err
	}
	plies := randomPlay(r, rand.New(rand.NewPCG(1, 1)), 2000)
	var before, after runtime.MemStats
	n := 0
	runtime.ReadMemStats(&before)
	began := time.Now()
	for n == 0 || time.Since(began) < b.time {
		for _, x := range plies {
			if _, err := x.before.Play(x.move); err != nil {
				return err
			}
		}
		n += len(plies)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	row(locale.T("gomoku 15x15, a move"), locale.T("%d ns, %d bytes in %.1f allocations",
		took.Nanoseconds()/int64(n), (after.TotalAlloc-before.TotalAlloc)/uint64(n), float64(after.Mallocs-before.Mallocs)/float64(n)))
	return nil
}

// perft measures perft of connect four on one processor and on all.
func (b *bench) perft(ctx context.Context, row func(string, string)) error {
	r, err := b.Games.Build("connect4", nil)
	if err != nil {
		return err
	}
	for _, jobs := range []int{1, runtime.NumCPU()} {
		began := time.Now()
		n, err := games.Perft(ctx, r.Start(), b.depth, jobs)
		if err != nil {
			return err
		}
		row(locale.T("connect four, perft %d", b.depth)+", "+locale.N("%d processor", "%d processors", jobs, jobs),
			locale.T("%.2f s, %d sequences", time.Since(began).Seconds(), n))
		if runtime.NumCPU() == 1 {
			break
		}
	}
	return nil
}

// played is a move of a random game, with the position before it.
type played struct {
	before rules.Position
	move   rules.Move
}

// randomPlay returns n moves of random games.
func randomPlay(r rules.Rules, rng *rand.Rand, n int) []played {
	var plies []played
	for p := r.Start(); len(plies) < n; {
		if p.Result().Over {
			p = r.Start()
		}
		m, _ := random.Move(p, rng)
		plies = append(plies, played{p, m})
		q, err := p.Play(m)
		ctl.Must(err)
		p = q
	}
	return plies
}

// benchEngine runs the named benchmarks of an engine, or all if none are named.
func benchEngine(t *ctl.Tool, ctx context.Context, name string, only []string) error {
	k := t.Engines.Find(name)
	if k == nil || k.Works == nil {
		return msg.Errorf("the engine %q has no benchmarks; engines with benchmarks: %s", name, strings.Join(benchmarked(t.Engines), ", "))
	}
	works := k.Works
	if len(only) > 0 {
		works = nil
		for _, name := range only {
			i := slices.IndexFunc(k.Works, func(w ai.Work) bool { return w.Name == name })
			if i < 0 {
				return msg.Errorf("the engine %s has no benchmark %q; it has: %s", k.Name, name, strings.Join(worksOf(k), ", "))
			}
			works = append(works, k.Works[i])
		}
	}
	wide := 0
	for _, w := range works {
		wide = max(wide, utf8.RuneCountInString(w.Name))
	}
	for _, w := range works {
		r, err := t.Games.Build(w.Game.Game, w.Game.Params)
		if err != nil {
			return err
		}
		before := cpu.Used()
		n, err := w.Do(ctx, r)
		if err == nil && n != w.Nodes {
			err = msg.Errorf("%s, %s: %d positions, not %d", k.Name, w.Name, n, w.Nodes)
		}
		if err != nil {
			return err
		}
		took := cpu.Used() - before
		t.Printf("%-*s  %s\n", wide, w.Name, locale.T("%d positions, %.3f s, %.2f million a second", n, took.Seconds(), float64(n)/1e6/max(took.Seconds(), 1e-6)))
	}
	return nil
}

// benchmarked returns the names of the engines that have benchmarks.
func benchmarked(engines *player.Catalog) (names []string) {
	for _, k := range engines.Kinds() {
		if k.Works != nil {
			names = append(names, k.Name)
		}
	}
	return names
}

func worksOf(k *ai.Kind) (names []string) {
	for _, w := range k.Works {
		names = append(names, w.Name)
	}
	return names
}

// completeWorks completes an engine, then its benchmarks.
func completeWorks(engines *player.Catalog) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		names := benchmarked(engines)
		if len(args) > 0 {
			names = nil
			if k := engines.Find(args[0]); k != nil {
				names = worksOf(k)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}
