package engines

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/ai/lua"
	"boardstudio/ai/lua/api"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/analysis"
	"boardstudio/ctl"
	"boardstudio/ctl/games"
	"boardstudio/draw/term"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

func luaCommand(t *ctl.Tool) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lua {check | run | command | bench | reference}",
		Short: locale.T("Check, run and measure scripts"),
		Long: locale.T("Work with computer players written in Lua. A script runs in a separate process, without access to " +
			"files or other programs, and with limits on time and memory."),
		Example: "  studioctl lua check my.lua\n  studioctl lua run my.lua --game connect4",
		Args:    cobra.ArbitraryArgs,
		RunE:    ctl.Group,
	}
	cmd.AddCommand(luaCheck(t), luaRun(t), luaCommands(t), luaBench(t), luaReference(t))
	return cmd
}

// scriptFile is a script file and the options to run it with.
type scriptFile struct {
	ctl.GameFlags
	path    string
	source  []byte // set by open
	seed    uint64
	options []string
}

func (s *scriptFile) add(t *ctl.Tool, cmd *cobra.Command) {
	s.Games = t.Games
	s.GameFlags.Add(cmd)
	s.AddFrom(cmd)
	f := cmd.Flags()
	f.Uint64Var(&s.seed, "seed", 0, locale.T("`NUMBER` that seeds the random choices of engines"))
	f.StringArrayVarP(&s.options, "option", "o", nil, locale.T("option of the script, `NAME=VALUE`; may be repeated"))
	cmd.ValidArgsFunction = t.CompleteFiles
}

// open starts a worker process with the script to play the game r. limit is the time for each move.
// Without rules the script only describes itself.
func (s *scriptFile) open(ctx context.Context, t *ctl.Tool, r rules.Rules, limit time.Duration) (*worker.Client, *script.Description, error) {
	text, err := lua.Source(ctx, s.path, t.Read)
	if err != nil {
		return nil, nil, err
	}
	s.source = text
	l := worker.Load{Name: filepath.Base(s.path), Source: text, Seed: s.seed, Time: limit, Values: map[string]string{}}
	if r != nil {
		l.Game = r.Spec()
	}
	for _, o := range s.options {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			return nil, nil, msg.Errorf("%q is not of the form name=value", o)
		}
		l.Values[name] = value
	}
	w, err := worker.Open(ctx, worker.Config{})
	if err != nil {
		return nil, nil, err
	}
	about, err := w.Load(ctx, l)
	if err != nil {
		w.Close()
		return nil, nil, err
	}
	if r != nil {
		w.Play(r)
	}
	return w, about, nil
}

// reportFault prints a fault of the script in one line. It returns all other errors. If ctx was cancelled
// it returns the error of ctx, since the script is not to blame.
func reportFault(t *ctl.Tool, ctx context.Context, path string, err error) error {
	var f *script.Fault
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case !errors.As(err, &f):
		return err
	case f.Line > 0:
		fmt.Fprintf(t.Err, "%s:%d: %s\n", term.Clean(path), f.Line, term.Clean(locale.Err(f.Why)))
	default:
		fmt.Fprintf(t.Err, "%s: %s\n", term.Clean(path), term.Clean(locale.Err(f.Why)))
	}
	return ctl.ErrNo
}

func luaCheck(t *ctl.Tool) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: locale.T("Check a script"),
		Long: locale.T("Read a script and print its name, games, functions and options. An error is reported in one line " +
			"with file, line and reason; the exit code is 1."),
		Example: "  studioctl lua check my.lua",
		Args:    t.Arguments(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s := scriptFile{path: args[0]}
			w, about, err := s.open(cmd.Context(), t, nil, 0)
			if err != nil {
				return reportFault(t, cmd.Context(), s.path, err)
			}
			defer w.Close()
			if err := warn(t, &s); err != nil {
				return err
			}
			return describe(t, s.path, about)
		},
		ValidArgsFunction: t.CompleteFiles,
	}
}

// warn prints the arguments that functions of Studio ignore.
func warn(t *ctl.Tool, s *scriptFile) error {
	p, err := script.Compile(filepath.Base(s.path), s.source)
	if err != nil {
		return err
	}
	for _, f := range p.Ignored() {
		fmt.Fprintf(t.Err, "%s:%d: %s\n", term.Clean(s.path), f.Line, term.Clean(locale.T("warning: %s", locale.Err(f.Why))))
	}
	return nil
}

// describe prints a script's description.
func describe(t *ctl.Tool, path string, d *script.Description) error {
	t.Printf("%s: %s\n", term.Clean(path), term.Clean(d.Name))
	row, flush := t.Titled()
	plays := locale.T("all games")
	if d.Games != nil {
		plays = strings.Join(d.Games, ", ")
	}
	row("  "+locale.C("script", "games"), plays)
	var has []string
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"choose", d.Choose},
		{"evaluate", d.Evaluate},
		{"order", d.Order},
		{"start", d.Start},
		{"opponent", d.Opponent},
		{"finish", d.Finish},
	} {
		if f.has {
			has = append(has, f.name)
		}
	}
	if has != nil {
		row("  "+locale.T("functions"), strings.Join(has, ", "))
	}
	for _, c := range d.Commands {
		row("  "+locale.T("command"), c.Name+"\t"+locale.Title(string(c.Title)))
	}
	for _, o := range d.Options {
		row("  "+locale.T("option"), o.Name+"="+o.Default+"\t"+string(o.Title)+"\t"+games.ValuesOf(o))
	}
	return flush()
}

func luaRun(t *ctl.Tool) *cobra.Command {
	var s scriptFile
	l := ctl.LimitFlags{Engines: t.Engines, Otherwise: lua.DefaultTime}
	cmd := &cobra.Command{
		Use:   "run FILE --game GAME [--from POSITION]",
		Short: locale.T("Ask a script for one move"),
		Long: locale.T("Ask a script for a move, and print the move. Messages that the script logs go to the standard " +
			"error. If the move ends the game, the function finish of the script is called too. An error in " +
			"the script is reported in one line with file, line and reason; the exit code is 1."),
		Example: "  studioctl lua run my.lua --game connect4 --time 1s --option depth=4",
		Args:    t.Arguments(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s.path = args[0]
			limit, err := l.Value("")
			if err != nil {
				return err
			}
			r, p, err := s.Position()
			if err != nil {
				return err
			}
			if p.Result().Over {
				t.Note((&ctl.Table{Rules: r}).Status(p))
				return ctl.ErrNo
			}
			return reportFault(t, cmd.Context(), s.path, printChoice(t, cmd.Context(), &s, r, p, limit))
		},
	}
	s.add(t, cmd)
	l.Add(cmd)
	return cmd
}

// printChoice prints the move that a script chooses. If that move ends the game, the script is notified.
func printChoice(t *ctl.Tool, ctx context.Context, s *scriptFile, r rules.Rules, p rules.Position, limit ai.Limit) error {
	w, about, err := s.open(ctx, t, r, limit.Time)
	if err != nil {
		return err
	}
	defer w.Close()
	a, err := w.Choose(ctx, p, nil, limit, s.seed)
	printLog(t, w)
	if err != nil {
		return err
	}
	t.Printf("%s\n", r.FormatMove(a.Move))
	end, err := p.Play(a.Move)
	if err != nil || !end.Result().Over || !about.Finish {
		return err
	}
	err = w.Finish(ctx, p, []rules.Move{a.Move}, p.Turn(), end.Result(), limit.Time)
	printLog(t, w)
	return err
}

// printLog prints the script's log.
func printLog(t *ctl.Tool, w *worker.Client) {
	if log := w.Log(); log != "" {
		fmt.Fprint(t.Err, term.Clean(strings.TrimRight(log, "\n"))+"\n")
	}
}

func luaCommands(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var out, to string
	var ply int
	var limit time.Duration
	var replace bool
	cmd := &cobra.Command{
		Use:   "command FILE [NAME DOCUMENT --out OUT]",
		Short: locale.T("Run a command of a script on a record"),
		Long: locale.T("Run a command of a script on a record, and write the changed record. Without NAME, list the " +
			"commands of the script. The command starts at the last position of the main line, or after --ply " +
			"moves. Messages that the script logs go to the standard error. An error in the script is reported " +
			"in one line with file, line and reason; then nothing is written and the exit code is 1."),
		Example: "  studioctl lua command number-captures.lua\n  studioctl lua command number-captures.lua number game.studio --out numbered.studio",
		Args:    cobra.MatchAll(t.Arguments(1, 3, "FILE"), requireDocument),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			if len(args) == 1 {
				about, err := lua.Describe(ctx, args[0])
				if err != nil {
					return reportFault(t, ctx, args[0], err)
				}
				row, flush := t.Titled()
				for _, c := range about.Commands {
					row(c.Name, locale.Title(string(c.Title)))
				}
				return flush()
			}
			if out == "" {
				return msg.Errorf("option --%s is missing", "out")
			}
			if limit <= 0 || limit > lua.CommandTime {
				return msg.Errorf("a command may run for at most %s", lua.CommandTime.String())
			}
			f, err := t.OutFormat(out, to)
			if err != nil {
				return err
			}
			d, err := t.Open(ctx, args[2], &g)
			if err != nil {
				return err
			}
			if err := f.Writes(d.Tree.Rules()); err != nil {
				return err
			}
			if err := runScriptCommand(t, ctx, args[0], args[1], d, ply, limit); err != nil {
				return reportFault(t, ctx, args[0], err)
			}
			return t.WriteDocument(ctx, f, d, out, replace)
		},
		ValidArgsFunction: t.CompleteFiles,
	}
	g.Add(cmd)
	fl := cmd.Flags()
	fl.StringVar(&out, "out", "", locale.T("`FILE` to write, - for the standard output"))
	fl.StringVar(&to, "to", "", locale.T("`FORMAT` of OUT, if the extension does not determine it"))
	fl.IntVar(&ply, "ply", -1, locale.T("`NUMBER` of moves to play; negative numbers count from the end"))
	fl.DurationVar(&limit, "time", lua.CommandTime, locale.T("`TIME` for the command"))
	ctl.ReplaceFlag(cmd, &replace)
	ctl.Must(cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(t.Writable(), cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// requireDocument returns an error if a command's name is given without a document.
func requireDocument(_ *cobra.Command, args []string) error {
	if len(args) == 2 {
		return msg.Errorf("%s is missing", "DOCUMENT")
	}
	return nil
}

// runScriptCommand runs a command of the script at path on a document, starting after ply moves of the
// main line.
func runScriptCommand(t *ctl.Tool, ctx context.Context, path, name string, d *model.Document, ply int, limit time.Duration) error {
	here, _, err := ctl.AtPly(d.Tree, ply)
	if err != nil {
		return err
	}
	asked := t.Engines.NewEnginePool(d.Tree.Rules())
	defer asked.Close()
	p := t.Progress()
	tree := worker.TreeOf(d, here)
	edits, log, err := lua.Run(ctx, path, worker.Command{
		Name: name, Tree: tree, Units: analysis.Units(t.Engines, tree.Rules(), tree.Engines()), Time: limit, AskEngine: asked.Ask,
		Progress: func(done float64) { p.Show(fmt.Sprintf("%.0f %%", 100*done)) },
	})
	p.Clear()
	if log != "" {
		fmt.Fprint(t.Err, term.Clean(strings.TrimRight(log, "\n"))+"\n")
	}
	if err != nil {
		return err
	}
	return d.Tree.Do(msg.Key(name), edits...)
}

func luaBench(t *ctl.Tool) *cobra.Command {
	var s scriptFile
	var measure time.Duration
	cmd := &cobra.Command{
		Use:     "bench FILE --game GAME [--from POSITION]",
		Short:   locale.T("Measure the speed of a script"),
		Long:    locale.T("Run a script against itself for a while and print its moves per second, positions created and memory use."),
		Example: "  studioctl lua bench my.lua --game connect4",
		Args:    t.Arguments(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s.path = args[0]
			if measure <= 0 {
				return msg.Errorf("a limit must be at least 1")
			}
			r, p, err := s.Position()
			if err != nil {
				return err
			}
			return reportFault(t, cmd.Context(), s.path, luaSpeed(t, cmd.Context(), &s, r, p, measure))
		},
	}
	s.add(t, cmd)
	cmd.Flags().DurationVar(&measure, "time", 2*time.Second, locale.T("`TIME` to measure"))
	return cmd
}

// moveTime is the thinking time for each measured move of a script that searches.
const moveTime = 100 * time.Millisecond

// luaSpeed measures a script that plays against itself.
func luaSpeed(t *ctl.Tool, ctx context.Context, s *scriptFile, r rules.Rules, start rules.Position, measure time.Duration) error {
	w, about, err := s.open(ctx, t, r, 0)
	if err != nil {
		return err
	}
	defer w.Close()
	limit := ai.Limit{Time: 2 * time.Second}
	if !about.Choose && about.Evaluate {
		limit.Time = moveTime
	}
	var moves []rules.Move
	var chosen int
	var nodes uint64
	var took, longest time.Duration
	for p, began := start, time.Now(); chosen == 0 || time.Since(began) < measure; {
		if p.Result().Over {
			if p, moves = start, nil; p.Result().Over {
				return msg.Errorf("the game is over")
			}
		}
		asked := time.Now()
		a, err := w.Choose(ctx, start, moves, limit, s.seed+uint64(chosen))
		w.Log()
		if err != nil {
			return err
		}
		one := time.Since(asked)
		took, longest = took+one, max(longest, one)
		chosen++
		nodes += a.Nodes
		if p, err = p.Play(a.Move); err != nil {
			return err
		}
		moves = append(slices.Clip(moves), a.Move)
	}
	row, flush := t.Titled()
	row(locale.T("moves"), locale.T("%d, %.0f a second, the longest took %s", chosen, float64(chosen)/took.Seconds(), longest.Round(time.Microsecond)))
	row(locale.T("positions"), locale.T("%d, %.0f a second", nodes, float64(nodes)/took.Seconds()))
	row(locale.T("memory"), locale.T("%.1f MB", float64(w.Peak())/(1<<20)))
	return flush()
}

func luaReference(t *ctl.Tool) *cobra.Command {
	return &cobra.Command{
		Use:     "reference [NAME]",
		Short:   locale.T("Print the manual of scripts, or its entry for one function"),
		Long:    locale.T("Print the manual for authors of scripts. With a name, such as pos:play or play, print the signature, cost and example of that function."),
		Example: "  studioctl lua reference pos:play",
		Args:    t.Arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				t.Printf("%s", api.Manual())
				return nil
			}
			var names []string
			for _, e := range api.Reference() {
				names = append(names, e.Name)
				if _, short, _ := strings.Cut(strings.ReplaceAll(e.Name, ".", ":"), ":"); e.Name == args[0] || short == args[0] {
					t.Printf("%s\n\n%s\n%s\n\n%s", e.Signature, ctl.Wrap(locale.T(e.Text), 80), locale.T("Cost: %s", locale.T(e.Cost)), e.Example)
					return nil
				}
			}
			return ctl.Suggest(msg.Errorf("there is no function %q", args[0]), args[0], names)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, e := range api.Reference() {
				names = append(names, cobra.CompletionWithDesc(e.Name, e.Signature))
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}
