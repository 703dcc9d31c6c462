package records

import (
	"context"
	"errors"
	"iter"
	"maps"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/booklet"
	"boardstudio/internal/ctl"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/puzzle"
	"boardstudio/rules"
	"boardstudio/words"
)

// puzzleFlags are the options of studioctl puzzles.
type puzzleFlags struct {
	game      ctl.GameFlags
	out       string
	replace   bool
	prove     bool
	ever      bool
	max, each int
	jobs      int
	nodes     uint64
	plies     string
	sheet     string
	title     string
	paper     string
	perPage   int
}

func puzzlesCommand(t *ctl.Tool) *cobra.Command {
	var f puzzleFlags
	cmd := &cobra.Command{
		Use:   "puzzles FILE... {--out OUT | --prove | --sheet SHEET.pdf}",
		Short: locale.T("Collect positions with exactly one winning move, or prove them"),
		Long: locale.T("Look in records, with all their variations, for positions in which exactly one move wins, and write them to OUT, the shortest solution first. " +
			"That is proved: towards the end of a game no other move wins at all, on a large board none wins as soon, and two plies later neither as far as the positions looked at tell. " +
			"The solution is the fastest win against the longest defence. All files must be of one game. What is found depends on --nodes alone, and not on the machine. " +
			"Each puzzle is a line: its grade, its solution and where it was found. Ctrl+C ends the search, and what was found is written.\n\n" +
			"With --prove the puzzles of collections are proved anew. Exit codes: 0 all are puzzles, 1 some are not, 2 error.\n\n" +
			"With --sheet collections are printed, as a PDF file: the puzzles, some on a page, and at the end the solutions, each with a wrong try and the reply that refutes it as far as --nodes tell."),
		Example: "  studioctl puzzles games/*.studio --out puzzles.studio --max 50\n  studioctl puzzles --prove puzzles.studio\n  studioctl puzzles puzzles.studio --sheet puzzles.pdf --paper A5",
		Args:    ctl.Arguments(1, -1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.sheet != "" {
				return printPuzzles(t, cmd.Context(), &f, args)
			}
			if f.prove {
				return provePuzzles(t, cmd.Context(), &f, args)
			}
			return findPuzzles(t, cmd.Context(), &f, args)
		},
		ValidArgsFunction: ctl.CompleteFiles,
	}
	f.game.Add(cmd)
	fs := cmd.Flags()
	fs.StringVarP(&f.out, "out", "o", "", locale.T("`FILE` to write the puzzles to, of any format that can be written"))
	ctl.ReplaceFlag(cmd, &f.replace)
	fs.BoolVar(&f.prove, "prove", false, locale.T("prove the puzzles of the files instead"))
	fs.IntVar(&f.max, "max", 0, locale.T("`NUMBER` of puzzles to keep, 0 for all; of each length about as many"))
	fs.IntVar(&f.each, "each", 0, locale.T("`NUMBER` of puzzles of each file, the first ones, 0 for all"))
	fs.StringVar(&f.plies, "plies", "", locale.T("`RANGE` of the plies of solutions, such as 3-9; wins in one are left out otherwise"))
	fs.BoolVar(&f.ever, "ever", false, locale.T("only positions in which no other move wins at all"))
	fs.Uint64Var(&f.nodes, "nodes", puzzle.Nodes, locale.T("`NUMBER` of positions to look at in each search of a proof"))
	fs.IntVar(&f.jobs, "jobs", 1, locale.T("`NUMBER` of searches at a time; the puzzles are the same"))
	fs.StringVar(&f.sheet, "sheet", "", locale.T("`FILE` to print the puzzles of the files to instead"))
	fs.StringVar(&f.title, "title", "", locale.T("`TITLE` of the printed puzzles"))
	fs.StringVar(&f.paper, "paper", "A4", locale.T("`SIZE` of the paper: %s", strings.Join(papers(), ", ")))
	fs.IntVar(&f.perPage, "per-page", 0, locale.T("`NUMBER` of printed puzzles on a page, 0 for what suits the paper"))
	ctl.Must(cmd.MarkFlagFilename("sheet", "pdf"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("paper", cobra.FixedCompletions(papers(), cobra.ShellCompDirectiveNoFileComp)))
	for _, name := range []string{"max", "each", "plies", "nodes", "jobs", "title", "per-page"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	return cmd
}

// options returns what bounds the search.
func (f *puzzleFlags) options() (puzzle.Options, error) {
	o := puzzle.Options{Nodes: f.nodes, Jobs: f.jobs, Ever: f.ever, Each: f.each}
	for name, small := range map[string]bool{"max": f.max < 0, "each": f.each < 0, "jobs": f.jobs < 1, "nodes": f.nodes < 1} {
		if small {
			return o, msg.Errorf("option --%s is too small", name)
		}
	}
	var err error
	o.Least, o.Most, err = plyRange(f.plies)
	return o, err
}

// sameGame reports whether a and b are the same game with the same parameters.
func sameGame(a, b rules.Spec) bool { return a.Game == b.Game && maps.Equal(a.Params, b.Params) }

// sources opens the files: they must be of one game.
func sources(t *ctl.Tool, ctx context.Context, f *puzzleFlags, files []string) (r rules.Rules, from iter.Seq[puzzle.Source], err error) {
	spec, err := f.game.Spec()
	if err != nil {
		return nil, nil, err
	}
	var docs []*model.Document
	for _, file := range files {
		d, _, err := t.Record(ctx, file, spec)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			_, line, why := ctl.Where(err)
			return nil, nil, msg.Errorf("%s: %v", ctl.Place(file, line), why)
		}
		switch is := d.Tree.Rules().Spec(); {
		case r == nil:
			r = d.Tree.Rules()
		case !sameGame(is, r.Spec()):
			return nil, nil, msg.Errorf("%s: it is a game of %s, and the first file one of %s", file, words.Game(is), words.Game(r.Spec()))
		}
		docs = append(docs, d)
	}
	return r, func(yield func(puzzle.Source) bool) {
		for i, d := range docs {
			for s := range puzzle.Sources(d) {
				s.Game = i
				if !yield(s) {
					return
				}
			}
		}
	}, nil
}

func findPuzzles(t *ctl.Tool, ctx context.Context, f *puzzleFlags, files []string) error {
	o, err := f.options()
	if err != nil {
		return err
	}
	if f.out == "" {
		return msg.Errorf("option --%s is missing", "out")
	}
	format, err := ctl.OutFormat(f.out, "")
	if err != nil {
		return err
	}
	r, from, err := sources(t, ctx, f, files)
	if err != nil {
		return err
	}
	if err = format.Writes(r); err != nil {
		return err
	}
	// What cannot be written is told before hours of work.
	if err = writePuzzles(t, ctx, f, format, r, nil, true); err != nil {
		return err
	}
	bar := t.Progress()
	var list []puzzle.Puzzle
	stopped := puzzle.Find(ctx, r, from, o, func(done int) {
		bar.Show(locale.N("%d position", "%d positions", done, done) + ", " + locale.N("%d puzzle", "%d puzzles", len(list), len(list)))
	}, func(p puzzle.Puzzle) bool {
		list = append(list, p)
		bar.Clear()
		t.Printf("%s\t%s\t%s\n", locale.T(puzzle.GradeOf(r, len(p.Line)).Title()), ctl.Line(r, p.Line), term.Clean(p.From))
		return true
	})
	bar.Clear()
	if stopped != nil && !errors.Is(stopped, ctx.Err()) {
		return stopped
	}
	if len(list) == 0 {
		if stopped == nil {
			t.Note(locale.T("no puzzle was found"))
			stopped = ctl.ErrNo
		}
		return stopped
	}
	list = puzzle.Spread(list, f.max)
	// A search that was stopped still keeps what it found.
	if err := writePuzzles(t, context.WithoutCancel(ctx), f, format, r, list, false); err != nil {
		return err
	}
	t.Note(locale.N("%d puzzle is in %s", "%d puzzles are in %s", len(list), len(list), f.out))
	return stopped
}

// writePuzzles writes the collection, or tells only whether that could be done.
func writePuzzles(t *ctl.Tool, ctx context.Context, f *puzzleFlags, format *codec.Format, r rules.Rules, list []puzzle.Puzzle, try bool) error {
	d := puzzle.Collect(r, list)
	if f.out == ctl.Stdin {
		if try {
			return nil
		}
		return format.Encode(ctx, t.Out, d, nil)
	}
	data, err := ioall.Encode(ctx, f.out, format, d, nil)
	if err != nil {
		return err
	}
	if try {
		return ctl.TryFile(f.out, data, f.replace)
	}
	if err = ctl.WriteFile(f.out, data, f.replace); err != nil {
		return err
	}
	return t.TellLost(ctx, format, d)
}

// printPuzzles writes the puzzles of collections as pages.
func printPuzzles(t *ctl.Tool, ctx context.Context, f *puzzleFlags, files []string) error {
	if _, err := f.options(); err != nil {
		return err
	}
	for name, also := range map[string]bool{"prove": f.prove, "out": f.out != ""} {
		if also {
			return msg.Errorf("options --%s and --%s do not go together", "sheet", name)
		}
	}
	p := printFlags{out: f.sheet, paper: f.paper, replace: f.replace}
	paper, err := p.check()
	if err != nil {
		return err
	}
	docs, failed, err := documents(t, ctx, files, &f.game)
	if err != nil {
		return err
	}
	bar := t.Progress()
	done, refute := 0, puzzle.Refuter(f.nodes)
	pages, info, err := booklet.PuzzleSheet(ctx, docs, booklet.PuzzleOptions{
		Paper: paper, PerPage: f.perPage, Title: f.title,
		Refute: func(ctx context.Context, r rules.Rules, x puzzle.Puzzle) (try, reply rules.Move, ok bool) {
			done++
			bar.Show(locale.N("%d puzzle", "%d puzzles", done, done))
			return refute(ctx, r, x)
		},
	})
	bar.Clear()
	return printed(t, ctx, &p, docs, pages, info, err, failed)
}

// provePuzzles proves the puzzles of collections.
func provePuzzles(t *ctl.Tool, ctx context.Context, f *puzzleFlags, files []string) error {
	if _, err := f.options(); err != nil {
		return err
	}
	if f.out != "" {
		return msg.Errorf("options --%s and --%s do not go together", "prove", "out")
	}
	spec, err := f.game.Spec()
	if err != nil {
		return err
	}
	var worst error
	bar := t.Progress()
	for _, file := range files {
		d, _, err := t.Record(ctx, file, spec)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			_, line, why := ctl.Where(err)
			t.Note(ctl.Place(file, line) + ": " + locale.Err(why))
			worst = ctl.ErrFailed
			continue
		}
		no, err := proveAll(t, ctx, f, file, d.Tree, bar)
		if err != nil {
			return err
		}
		if no && worst == nil {
			worst = ctl.ErrNo
		}
	}
	return worst
}

// proveAll proves the puzzles of a tree and reports whether some are none.
func proveAll(t *ctl.Tool, ctx context.Context, f *puzzleFlags, file string, tree *model.Tree, bar *ctl.Progress) (no bool, err error) {
	list := puzzle.Of(tree)
	v, err := puzzle.NewProver(tree.Rules(), f.nodes)
	if err != nil {
		return false, msg.Errorf("%s: %v", file, err)
	}
	proved, ever := 0, 0
	for i, e := range list {
		bar.Show(locale.T("%d of %d puzzles", i, len(list)))
		p, err := e.Puzzle, e.Err
		if err == nil {
			p, err = v.Prove(ctx, p)
		}
		switch {
		case ctx.Err() != nil:
			bar.Clear()
			return false, ctx.Err()
		case err != nil:
			bar.Clear()
			t.Printf("%s\n", term.Clean(file+": "+locale.T("puzzle %d", i+1)+strings.TrimSuffix(" ("+e.From+")", " ()")+": "+locale.Err(err)))
			continue
		case p.Ever:
			ever++
		}
		proved++
	}
	bar.Clear()
	t.Printf("%s: %s\n", term.Clean(file), locale.T("%d of %d puzzles proved; in %d of them no other move wins at all", proved, len(list), ever))
	return proved < len(list) || len(list) == 0, nil
}
