package engines

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/ai/extern/gomocup"
	"boardstudio/ai/extern/gtp"
	"boardstudio/ai/extern/nboard"
	"boardstudio/ai/player"
	"boardstudio/analysis"
	"boardstudio/analysis/fit"
	"boardstudio/ctl"
	"boardstudio/dist"
	"boardstudio/draw/term"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

func engineCommand(t *ctl.Tool) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "engine {add | list | test | fit | remove | gomocup | nboard | gtp}",
		Short: locale.T("Manage external engines"),
		Long: locale.T("Manage external engines. Programs that support the Gomocup, NBoard or GTP protocol can be used as " +
			"external:NAME wherever an engine can. The commands gomocup, nboard and gtp make an engine of " +
			"Studio available to programs that use these protocols."),
		Example: "  studioctl engine add rapfi --protocol gomocup -- /opt/rapfi/pbrain-rapfi\n  studioctl match --game gomoku --seat A=external:rapfi --seat B=alphabeta\n  studioctl engine gomocup --engine threats",
		Args:    cobra.ArbitraryArgs,
		RunE:    ctl.Group,
	}
	cmd.AddCommand(engineAdd(t), engineList(t), engineTest(t), engineFit(t), engineRemove(t), engineGomocup(t), engineNBoard(t), engineGTP(t))
	return cmd
}

func protocolNames(engines *player.Catalog) []string {
	var names []string
	for _, p := range engines.Protocols {
		names = append(names, p.Name)
	}
	return names
}

// maxMemory is the largest memory limit that can be given, in MB.
const maxMemory = 1 << 30

func engineAdd(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var e extern.Entry
	var options, folders []string
	var untested bool
	cmd := &cobra.Command{
		Use:   "add NAME --protocol PROTOCOL -- COMMAND…",
		Short: locale.T("Add a program"),
		Long: locale.T("Start a program, test it with one move of each game that its protocol supports, and add it if it " +
			"plays at least one of them. For the other games, the reason is stored. An existing engine of the " +
			"same name is replaced. A GTP program without the command boardstudio-game is added for one --game."),
		Example: "  studioctl engine add rapfi --protocol gomocup -- /opt/rapfi/pbrain-rapfi\n  studioctl engine add edax --protocol gtp --game othello -o row1=top -- edax -gtp",
		Args:    t.Arguments(2, -1, "NAME", "COMMAND"),
		RunE: func(cmd *cobra.Command, args []string) error {
			e.Name, e.Command, e.Options = args[0], args[1:], map[string]string{}
			var err error
			for _, dir := range folders {
				if dir, err = filepath.Abs(dir); err != nil {
					return err
				}
				e.Folders = append(e.Folders, dir)
			}
			if e.Game, err = g.Spec(); err != nil {
				return err
			}
			for _, o := range options {
				name, value, ok := strings.Cut(o, "=")
				if !ok {
					return msg.Errorf("%q is not of the form name=value", o)
				}
				e.Options[name] = value
			}
			switch {
			case e.Memory < 0:
				return msg.Errorf("a limit cannot be negative")
			case e.Memory > maxMemory:
				return msg.Errorf("option --%s: %v is more than %v", "memory", e.Memory, maxMemory)
			}
			if err := e.Check(t.Engines.Protocols...); err != nil {
				return err
			}
			if !untested {
				if e, err = try(t, cmd.Context(), e); err != nil {
					return err
				}
			}
			err = update(t, func(l *extern.List) error { l.Put(e); return nil })
			if err == nil {
				t.Printf("%s\n", term.Clean(locale.T("%s was added: play with %s", e.Name, "external:"+e.Name)))
			}
			return err
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	g.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&e.Protocol, "protocol", "", locale.T("`PROTOCOL` of the program: %s", strings.Join(protocolNames(t.Engines), ", ")))
	f.StringArrayVarP(&options, "option", "o", nil, locale.T("option of the program, `NAME=VALUE`; may be repeated"))
	f.IntVar(&e.Memory, "memory", 0, locale.T("`MB` of memory that the program may use, 4096 if not given"))
	f.StringArrayVar(&folders, "folder", nil, locale.T("`FOLDER` that the program may write to, in addition to its temporary folder; may be repeated"))
	f.BoolVar(&untested, "untested", false, locale.T("add the program without testing it"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("protocol", cobra.FixedCompletions(protocolNames(t.Engines), cobra.ShellCompDirectiveNoFileComp)))
	ctl.Must(cmd.RegisterFlagCompletionFunc("memory", cobra.NoFileCompletions))
	ctl.Must(cmd.MarkFlagDirname("folder"))
	return cmd
}

// update changes the list of external engines. If a damaged list was set aside, it prints a note.
func update(t *ctl.Tool, f func(*extern.List) error) error {
	err := extern.Update(extern.File(), f)
	if aside, ok := errors.AsType[*extern.SetAside](err); ok {
		t.Note(locale.Err(aside.Reason))
		return nil
	}
	return err
}

// testGames returns the games that an entry is tested with.
func testGames(t *ctl.Tool, e extern.Entry) ([]extern.Sample, error) {
	if e.Game != nil {
		r, err := t.Games.FromSpec(*e.Game)
		return []extern.Sample{{Name: e.Game.Game, Rules: r}}, err
	}
	return extern.Find(e.Protocol, t.Engines.Protocols).Samples(t.Games), nil
}

// shownLines is how many of the last lines exchanged are printed.
const shownLines = 20

// try plays a move of each game with an external engine and prints the results. It returns the
// entry with the supported games. It returns an error with the reason if the engine plays none of
// them.
func try(t *ctl.Tool, ctx context.Context, e extern.Entry) (extern.Entry, error) {
	games, err := testGames(t, e)
	if err != nil {
		return e, err
	}
	row, flush := t.Titled()
	e, last, failed := extern.TestGames(ctx, e, games, extern.Bounds{}, func(g extern.Sample, err error) {
		if err == nil {
			row(g.Name, locale.T("plays"))
		} else {
			row(g.Name, term.Clean(locale.Err(err)))
		}
	}, nil, t.Engines.Protocols...)
	if ctx.Err() != nil {
		return e, ctx.Err()
	}
	if found := e.Tested; found != nil {
		if found.Name != "" {
			row(locale.T("name"), term.Clean(found.Name))
		}
		if len(found.Knows) > 0 {
			row(locale.T("options"), term.Clean(strings.Join(found.Knows, ", ")))
		}
	}
	if err := flush(); err != nil {
		return e, err
	}
	for _, l := range last[max(len(last)-shownLines, 0):] {
		t.Note(l)
	}
	return e, failed
}

func engineList(t *ctl.Tool) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: locale.T("List external engines"),
		Args:  t.Arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			l, err := extern.Load(extern.File())
			if err != nil { // the list is empty then
				t.Note(locale.Err(err))
			}
			if t.JSON {
				return t.WriteJSON(l)
			}
			row, flush := t.Titled()
			for _, e := range l.Engines {
				text := e.Protocol
				if e.Game != nil {
					text += " (" + e.Game.Game + ")"
				}
				for _, name := range rules.Params(e.Options).Names() {
					text += " " + name + "=" + e.Options[name]
				}
				text += "  " + strings.Join(e.Command, " ")
				if len(e.Folders) > 0 {
					text += "  " + locale.T("writes to %s", strings.Join(e.Folders, ", "))
				}
				row(term.Clean(e.Name), term.Clean(text))
			}
			return flush()
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	return cmd
}

// findEngine returns the external engine with the given name, or an error if there is none.
func findEngine(name string) (extern.Entry, error) {
	l, err := extern.Load(extern.File())
	if err != nil {
		return extern.Entry{}, err
	}
	e, ok := l.Find(name)
	if !ok {
		return e, ctl.Suggest(msg.Errorf("there is no engine %q", name), name, engineNames())
	}
	return e, nil
}

// engineNames returns the names of all external engines.
func engineNames() []string {
	l, err := extern.Load(extern.File())
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range l.Engines {
		names = append(names, e.Name)
	}
	return names
}

func completeAdded(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return engineNames(), cobra.ShellCompDirectiveNoFileComp
}

func engineTest(t *ctl.Tool) *cobra.Command {
	return &cobra.Command{
		Use:   "test NAME",
		Short: locale.T("Test a program"),
		Long:  locale.T("Test a program again: it has to play one move of each game that its protocol supports. If the test fails, prints the last lines exchanged."),
		Args:  t.Arguments(1, 1, "NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := findEngine(args[0])
			if err == nil {
				if e, err = try(t, cmd.Context(), e); cmd.Context().Err() == nil {
					keep := update(t, func(l *extern.List) error { l.SetResult(e); return nil })
					err = cmp.Or(err, keep)
				}
			}
			return err
		},
		ValidArgsFunction: completeAdded,
	}
}

// maxFitted is the largest number of games that a scale can be fitted on.
const maxFitted = 100_000

func engineFit(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	l := ctl.LimitFlags{Engines: t.Engines, Otherwise: 200 * time.Millisecond}
	var games int
	cmd := &cobra.Command{
		Use:   "fit NAME",
		Short: locale.T("Calibrate the scores of a program"),
		Long: locale.T("Calibrate the scores of a program. Levels of the computer play games, the program evaluates every " +
			"third position, and its scores are fitted to winning chances. The result is stored with the " +
			"program. Accuracy, the evaluation bar, the graph and move values use it. Without --game, " +
			"calibrates every game that the program plays."),
		Example: "  studioctl engine fit rapfi --game gomoku --games 100 --time 500ms",
		Args:    t.Arguments(1, 1, "NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			limit, err := l.Value("")
			switch {
			case err != nil:
				return err
			case games < 1:
				return msg.Errorf("option --%s: %d is less than 1", "games", games)
			case games > maxFitted:
				return msg.Errorf("option --%s: %v is more than %v", "games", games, maxFitted)
			}
			e, err := findEngine(args[0])
			if err != nil {
				return err
			}
			list, err := fitGames(t, e, &g)
			if err != nil {
				return err
			}
			row, flush := t.Titled()
			fitted := 0
			for _, x := range list {
				ok, err := fitOn(t, cmd.Context(), e, x, games, limit, row)
				if err != nil {
					return cmp.Or(flush(), err)
				}
				if ok {
					fitted++
				}
			}
			if err := flush(); err != nil || fitted > 0 {
				return err
			}
			return ctl.ErrNo
		},
		ValidArgsFunction: completeAdded,
	}
	g.Add(cmd)
	l.Add(cmd)
	cmd.Flags().IntVarP(&games, "games", "n", 60, locale.T("`NUMBER` of games"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("games", cobra.NoFileCompletions))
	return cmd
}

// fitGames returns the games to fit an entry on: the selected game, or else all games that the
// engine plays.
func fitGames(t *ctl.Tool, e extern.Entry, g *ctl.GameFlags) (list []extern.Sample, err error) {
	games := []extern.Sample{{Name: g.Game}}
	if g.Game != "" {
		games[0].Rules, err = g.Rules()
	} else {
		games, err = testGames(t, e)
	}
	if err != nil {
		return nil, err
	}
	for _, x := range games {
		if slices.Contains(t.Engines.Find("external").Choices(x.Rules), e.Name) {
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return nil, msg.Errorf("%s does not play this game", e.Name)
	}
	return list, nil
}

// fitOn fits the scale of an entry on n games of x, prints the result and stores it. It returns
// false if the engine does not evaluate positions.
func fitOn(t *ctl.Tool, ctx context.Context, e extern.Entry, x extern.Sample, n int, limit ai.Limit, row func(title, value string)) (bool, error) {
	bar := t.Progress()
	defer bar.Clear()
	bar.Show(locale.T("Playing games"))
	games, err := fit.Play(ctx, t.Engines, x.Rules, n)
	if err != nil {
		return false, err
	}
	f, ok, err := fit.Fit(ctx, t.Engines, x.Rules, "external:"+e.Name, games, limit, func(done int) { bar.Show(locale.T("%d of %d games", done, n)) })
	if err != nil {
		return false, err
	}
	if !ok {
		row(x.Name, locale.T("it does not evaluate positions"))
		return false, nil
	}
	row(x.Name, locale.T("scale of scores %.4g, fitted to %d positions", f.Unit, f.Positions))
	name := analysis.GameName(x.Rules)
	return true, update(t, func(l *extern.List) error {
		if now, still := l.Find(e.Name); still {
			now.Units = maps.Clone(now.Units)
			if now.Units == nil {
				now.Units = map[string]float64{}
			}
			now.Units[name] = f.Unit
			l.Put(now)
		}
		return nil
	})
}

func engineRemove(t *ctl.Tool) *cobra.Command {
	return &cobra.Command{
		Use:   "remove NAME",
		Short: locale.T("Remove a program"),
		Args:  t.Arguments(1, 1, "NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			if _, err := findEngine(args[0]); err != nil {
				return err
			}
			return update(t, func(l *extern.List) error { l.Remove(args[0]); return nil })
		},
		ValidArgsFunction: completeAdded,
	}
}

// serve defines a command that acts as an engine of a protocol. g is the game whose engines are
// completed.
func serve(t *ctl.Tool, cmd *cobra.Command, g *ctl.GameFlags, server func(*extern.Writer, extern.Maker, ai.Limit) (extern.Server, error)) *cobra.Command {
	l := ctl.LimitFlags{Engines: t.Engines}
	var engine string
	cmd.Args = t.Arguments(0, 0)
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	f := cmd.Flags()
	f.StringVarP(&engine, "engine", "e", "alphabeta", locale.T("`ENGINE`, such as alphabeta or lua:FILE"))
	l.Otherwise = time.Second
	l.Add(cmd)
	ctl.Must(cmd.RegisterFlagCompletionFunc("engine", t.CompleteEngines(g)))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if _, err := l.Value(""); err != nil {
			return err
		}
		if _, _, err := t.Engines.Parse(engine); err != nil {
			return err
		}
		w := &extern.Writer{W: t.Out}
		s, err := server(w, func(r rules.Rules) (ai.Engine, error) { return t.Engines.New(engine, r) }, l.Limit)
		if err != nil {
			return err
		}
		return extern.Serve(cmd.Context(), t.In, w, s)
	}
	return cmd
}

func engineGomocup(t *ctl.Tool) *cobra.Command {
	return serve(t, &cobra.Command{
		Use:     "gomocup",
		Short:   locale.T("Serve an engine over the Gomocup protocol"),
		Long:    locale.T("Answer the commands of a Gomocup manager on the standard input: five in a row (freestyle or exactly five) and renju, as set by INFO rule."),
		Example: "  printf '%s\\n' 'START 15' BEGIN END | studioctl engine gomocup",
	}, &ctl.GameFlags{Games: t.Games, Game: "gomoku"}, func(w *extern.Writer, m extern.Maker, l ai.Limit) (extern.Server, error) {
		return gomocup.New(w, m, l, dist.Version), nil
	})
}

func engineNBoard(t *ctl.Tool) *cobra.Command {
	return serve(t, &cobra.Command{
		Use:     "nboard",
		Short:   locale.T("Serve an engine over the NBoard protocol"),
		Long:    locale.T("Answer NBoard commands on the standard input, for Othello on 8×8 squares. The search is limited by the depth that the other program sets, and by --time and --nodes."),
		Example: "  printf '%s\\n' 'nboard 2' 'set depth 6' go | studioctl engine nboard",
	}, &ctl.GameFlags{Games: t.Games, Game: "othello"}, func(w *extern.Writer, m extern.Maker, l ai.Limit) (extern.Server, error) {
		if l == (ai.Limit{}) {
			l.Time = 10 * time.Second
		}
		return nboard.New(w, m, l), nil
	})
}

func engineGTP(t *ctl.Tool) *cobra.Command {
	g := &ctl.GameFlags{Games: t.Games}
	cmd := serve(t, &cobra.Command{
		Use:   "gtp --game GAME",
		Short: locale.T("Serve an engine over GTP"),
		Long: locale.T("Answer GTP (version 2) commands on the standard input, for games of two players. The command " +
			"boardstudio-game selects another game, boardstudio-position a position."),
		Example: "  printf '%s\\n' 'genmove b' quit | studioctl engine gtp --game connect4",
	}, g, func(w *extern.Writer, m extern.Maker, l ai.Limit) (extern.Server, error) {
		r, err := g.Rules()
		if err == nil {
			err = gtp.Protocol.Plays(r)
		}
		if err != nil {
			return nil, err
		}
		return gtp.New(t.Games, r, w, m, l, dist.Version), nil
	})
	g.Add(cmd)
	return cmd
}
