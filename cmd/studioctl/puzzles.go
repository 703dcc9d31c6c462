package main

import (
	"context"
	"errors"
	"iter"
	"maps"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/booklet"
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
	game      gameFlags
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

func (t *tool) puzzlesCommand() *cobra.Command {
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
		Args:    arguments(1, -1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.sheet != "" {
				return t.printPuzzles(cmd.Context(), &f, args)
			}
			if f.prove {
				return t.provePuzzles(cmd.Context(), &f, args)
			}
			return t.puzzles(cmd.Context(), &f, args)
		},
		ValidArgsFunction: completeFiles,
	}
	f.game.add(cmd)
	fs := cmd.Flags()
	fs.StringVarP(&f.out, "out", "o", "", locale.T("`FILE` to write the puzzles to, of any format that can be written"))
	replaceFlag(cmd, &f.replace)
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
	must(cmd.MarkFlagFilename("sheet", "pdf"))
	must(cmd.RegisterFlagCompletionFunc("paper", cobra.FixedCompletions(papers(), cobra.ShellCompDirectiveNoFileComp)))
	for _, name := range []string{"max", "each", "plies", "nodes", "jobs", "title", "per-page"} {
		must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
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
func (t *tool) sources(ctx context.Context, f *puzzleFlags, files []string) (r rules.Rules, from iter.Seq[puzzle.Source], err error) {
	spec, err := f.game.spec()
	if err != nil {
		return nil, nil, err
	}
	var docs []*model.Document
	for _, file := range files {
		d, _, err := t.record(ctx, file, spec)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			_, line, why := where(err)
			return nil, nil, msg.Errorf("%s: %v", place(file, line), why)
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

func (t *tool) puzzles(ctx context.Context, f *puzzleFlags, files []string) error {
	o, err := f.options()
	if err != nil {
		return err
	}
	if f.out == "" {
		return msg.Errorf("option --%s is missing", "out")
	}
	format, err := outFormat(f.out, "")
	if err != nil {
		return err
	}
	r, from, err := t.sources(ctx, f, files)
	if err != nil {
		return err
	}
	if err = format.Writes(r); err != nil {
		return err
	}
	// What cannot be written is told before hours of work.
	if err = t.writePuzzles(ctx, f, format, r, nil, true); err != nil {
		return err
	}
	bar := t.progress()
	var list []puzzle.Puzzle
	stopped := puzzle.Find(ctx, r, from, o, func(done int) {
		bar.show(locale.N("%d position", "%d positions", done, done) + ", " + locale.N("%d puzzle", "%d puzzles", len(list), len(list)))
	}, func(p puzzle.Puzzle) bool {
		list = append(list, p)
		bar.clear()
		t.printf("%s\t%s\t%s\n", locale.T(puzzle.GradeOf(r, len(p.Line)).Title()), line(r, p.Line), term.Clean(p.From))
		return true
	})
	bar.clear()
	if stopped != nil && !errors.Is(stopped, ctx.Err()) {
		return stopped
	}
	if len(list) == 0 {
		if stopped == nil {
			t.note(locale.T("no puzzle was found"))
			stopped = errNo
		}
		return stopped
	}
	list = puzzle.Spread(list, f.max)
	// A search that was stopped still keeps what it found.
	if err := t.writePuzzles(context.WithoutCancel(ctx), f, format, r, list, false); err != nil {
		return err
	}
	t.note(locale.N("%d puzzle is in %s", "%d puzzles are in %s", len(list), len(list), f.out))
	return stopped
}

// writePuzzles writes the collection, or tells only whether that could be done.
func (t *tool) writePuzzles(ctx context.Context, f *puzzleFlags, format *codec.Format, r rules.Rules, list []puzzle.Puzzle, try bool) error {
	d := puzzle.Collect(r, list)
	if f.out == stdin {
		if try {
			return nil
		}
		return format.Encode(ctx, t.out, d, nil)
	}
	data, err := ioall.Encode(ctx, f.out, format, d, nil)
	if err != nil {
		return err
	}
	if try {
		return tryFile(f.out, data, f.replace)
	}
	if err = writeFile(f.out, data, f.replace); err != nil {
		return err
	}
	return t.tellLost(ctx, format, d)
}

// printPuzzles writes the puzzles of collections as pages.
func (t *tool) printPuzzles(ctx context.Context, f *puzzleFlags, files []string) error {
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
	docs, failed, err := t.documents(ctx, files, &f.game)
	if err != nil {
		return err
	}
	bar := t.progress()
	done, refute := 0, puzzle.Refuter(f.nodes)
	pages, info, err := booklet.PuzzleSheet(ctx, docs, booklet.PuzzleOptions{
		Paper: paper, PerPage: f.perPage, Title: f.title,
		Refute: func(ctx context.Context, r rules.Rules, x puzzle.Puzzle) (try, reply rules.Move, ok bool) {
			done++
			bar.show(locale.N("%d puzzle", "%d puzzles", done, done))
			return refute(ctx, r, x)
		},
	})
	bar.clear()
	return t.printed(ctx, &p, docs, pages, info, err, failed)
}

// provePuzzles proves the puzzles of collections.
func (t *tool) provePuzzles(ctx context.Context, f *puzzleFlags, files []string) error {
	if _, err := f.options(); err != nil {
		return err
	}
	if f.out != "" {
		return msg.Errorf("options --%s and --%s do not go together", "prove", "out")
	}
	spec, err := f.game.spec()
	if err != nil {
		return err
	}
	var worst error
	bar := t.progress()
	for _, file := range files {
		d, _, err := t.record(ctx, file, spec)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			_, line, why := where(err)
			t.note(place(file, line) + ": " + locale.Err(why))
			worst = errFailed
			continue
		}
		no, err := t.proveAll(ctx, f, file, d.Tree, bar)
		if err != nil {
			return err
		}
		if no && worst == nil {
			worst = errNo
		}
	}
	return worst
}

// proveAll proves the puzzles of a tree and reports whether some are none.
func (t *tool) proveAll(ctx context.Context, f *puzzleFlags, file string, tree *model.Tree, bar *progress) (no bool, err error) {
	list := puzzle.Of(tree)
	v, err := puzzle.NewProver(tree.Rules(), f.nodes)
	if err != nil {
		return false, msg.Errorf("%s: %v", file, err)
	}
	proved, ever := 0, 0
	for i, e := range list {
		bar.show(locale.T("%d of %d puzzles", i, len(list)))
		p, err := e.Puzzle, e.Err
		if err == nil {
			p, err = v.Prove(ctx, p)
		}
		switch {
		case ctx.Err() != nil:
			bar.clear()
			return false, ctx.Err()
		case err != nil:
			bar.clear()
			t.printf("%s\n", term.Clean(file+": "+locale.T("puzzle %d", i+1)+strings.TrimSuffix(" ("+e.From+")", " ()")+": "+locale.Err(err)))
			continue
		case p.Ever:
			ever++
		}
		proved++
	}
	bar.clear()
	t.printf("%s: %s\n", term.Clean(file), locale.T("%d of %d puzzles proved; in %d of them no other move wins at all", proved, len(list), ever))
	return proved < len(list) || len(list) == 0, nil
}
