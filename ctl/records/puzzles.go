package records

import (
	"context"
	"errors"
	"iter"
	"maps"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/collection"
	"boardstudio/ctl"
	"boardstudio/document"
	"boardstudio/draw/term"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/publish/booklet"
	"boardstudio/puzzle"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// puzzleFlags are the options of `studioctl puzzles`.
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
	f := puzzleFlags{game: ctl.GameFlags{Games: t.Games}}
	cmd := &cobra.Command{
		Use:   "puzzles FILE... {--out OUT | --prove | --sheet SHEET.pdf}",
		Short: locale.T("Collect positions with exactly one winning move, or prove them"),
		Long: locale.T("Search records, with all their variations, for positions in which exactly one move wins, and " +
			"write them to OUT, shortest solution first. Every puzzle is proved: near the end of a game, no " +
			"other move wins at all; on a large board, no other move wins as fast, or in two more plies as far " +
			"as the search shows. The solution is the fastest win against the longest defence. FILE may also " +
			"be a folder or an archive; all games must have the same rules. The result depends only on " +
			"--nodes, not on the machine. Prints one line for each puzzle: its grade, solution and source. " +
			"Ctrl+C stops the search and writes the puzzles found so far.\n\nWith --prove, the puzzles of " +
			"collections are proved again. Exit codes: 0 all are puzzles, 1 some are not, 2 error.\n\nWith " +
			"--sheet, collections are printed to a PDF file: the puzzles, several per page, then the " +
			"solutions. Each solution comes with a wrong move and the reply that refutes it, if --nodes " +
			"suffice to find it."),
		Example: "  studioctl puzzles games/*.studio --out puzzles.studio --max 50\n  studioctl puzzles --prove puzzles.studio\n  studioctl puzzles puzzles.studio --sheet puzzles.pdf --paper A5",
		Args:    t.Arguments(1, -1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.sheet != "" {
				return printPuzzles(t, cmd.Context(), &f, args)
			}
			if f.prove {
				return provePuzzles(t, cmd.Context(), &f, args)
			}
			return findPuzzles(t, cmd.Context(), &f, args)
		},
		ValidArgsFunction: t.CompleteFiles,
	}
	f.game.Add(cmd)
	fs := cmd.Flags()
	fs.StringVarP(&f.out, "out", "o", "", locale.T("`FILE` to write the puzzles to, in any format that can be written"))
	ctl.ReplaceFlag(cmd, &f.replace)
	fs.BoolVar(&f.prove, "prove", false, locale.T("prove the puzzles of the files instead of searching"))
	fs.IntVar(&f.max, "max", 0, locale.T("`NUMBER` of puzzles to keep, balanced by length; 0 for all"))
	fs.IntVar(&f.each, "each", 0, locale.T("use the first `NUMBER` puzzles of each file, 0 for all"))
	fs.StringVar(&f.plies, "plies", "", locale.T("`RANGE` of the length of solutions in plies, such as 3-9; by default, wins in one are skipped"))
	fs.BoolVar(&f.ever, "ever", false, locale.T("only positions in which no other move wins at all"))
	fs.Uint64Var(&f.nodes, "nodes", puzzle.Nodes, locale.T("`NUMBER` of positions to search in each proof"))
	fs.IntVar(&f.jobs, "jobs", 1, locale.T("`NUMBER` of searches to run in parallel; does not change the puzzles"))
	fs.StringVar(&f.sheet, "sheet", "", locale.T("`FILE` to print the puzzles to, instead of searching"))
	fs.StringVar(&f.title, "title", "", locale.T("`TITLE` of the printed puzzles"))
	fs.StringVar(&f.paper, "paper", "A4", locale.T("`SIZE` of the paper: %s", strings.Join(papers(), ", ")))
	fs.IntVar(&f.perPage, "per-page", 0, locale.T("`NUMBER` of printed puzzles on a page, 0 to fit the paper"))
	verboseFlag(t, cmd)
	ctl.Must(cmd.MarkFlagFilename("sheet", "pdf"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("paper", cobra.FixedCompletions(papers(), cobra.ShellCompDirectiveNoFileComp)))
	for _, name := range []string{"max", "each", "plies", "nodes", "jobs", "title", "per-page"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	return cmd
}

// options returns the limits of the search, or an error for an invalid one.
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

// sources returns the rules and positions of the games in files, folders and archives. It returns
// an error if their rules differ. Problems are reported to in.
func sources(t *ctl.Tool, ctx context.Context, f *puzzleFlags, files []string, in *reading) (r rules.Rules, from iter.Seq[puzzle.Source], err error) {
	spec, err := f.game.Spec()
	if err != nil {
		return nil, nil, err
	}
	list, err := collection.Read(ctx, files, in.options(spec))
	if err != nil {
		return nil, nil, err
	}
	in.reportSkipped()
	at := func(row int) string {
		x := list.Rows[row]
		return ctl.Place(list.Files[x.File].Path, x.Line)
	}
	rows := list.All()
	good := rows[:0:0]
	for i, x := range list.Docs(ctx, rows) { // report problems before the search, which may take hours
		if x.Err != nil {
			in.fail(list.Files[list.Rows[i].File].Path, x.Err)
			continue
		}
		for _, w := range x.Doc.Warnings {
			in.warn(list.Files[list.Rows[i].File].Path, w)
		}
		switch is := x.Doc.Tree.Rules(); {
		case r == nil:
			r = is
		case !sameGame(is.Spec(), r.Spec()):
			return nil, nil, msg.Errorf("%s: the game is %s, but the first file has %s", at(i), words.Game(is), words.Game(r))
		}
		good = append(good, i)
	}
	in.bar.Clear()
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case in.failed || r == nil:
		return nil, nil, ctl.ErrFailed
	}
	return r, func(yield func(puzzle.Source) bool) {
		for i, x := range list.Docs(ctx, good) {
			if x.Err != nil {
				in.fail(list.Files[list.Rows[good[i]].File].Path, x.Err)
				continue
			}
			for s := range puzzle.Sources(t.Engines, x.Doc) {
				s.Game = list.Rows[good[i]].File
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
	format, err := t.OutFormat(f.out, "")
	if err != nil {
		return err
	}
	if err := t.MayWrite(f.out, f.replace); err != nil {
		return err
	}
	in := newReading(t)
	r, from, err := sources(t, ctx, f, files, in)
	if err != nil {
		return err
	}
	if err = format.Writes(r); err != nil {
		return err
	}
	// Report an unwritable output before the search, which may take hours.
	if err = writePuzzles(t, ctx, f, format, r, nil, true); err != nil {
		return err
	}
	bar := t.Progress()
	var list []puzzle.Puzzle
	stopped := puzzle.Find(ctx, t.Engines, r, from, o, func(done int) {
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
	// A stopped search saves what it found.
	if err := writePuzzles(t, context.WithoutCancel(ctx), f, format, r, list, false); err != nil {
		return err
	}
	t.Note(locale.N("%d puzzle is in %s", "%d puzzles are in %s", len(list), len(list), f.out))
	if stopped == nil && in.failed {
		return ctl.ErrFailed
	}
	return stopped
}

// writePuzzles writes the collection. If try is true, it only checks whether that is possible.
func writePuzzles(t *ctl.Tool, ctx context.Context, f *puzzleFlags, format *codec.Format, r rules.Rules, list []puzzle.Puzzle, try bool) error {
	d := puzzle.Collect(r, list)
	if f.out == ctl.Stdin {
		if try {
			return nil
		}
		return format.Encode(ctx, t.Out, d, nil)
	}
	data, err := document.Encode(ctx, f.out, format, d, nil)
	if err != nil {
		return err
	}
	if try {
		return t.TryFile(f.out, data, f.replace)
	}
	if err = t.WriteFile(f.out, data, f.replace); err != nil {
		return err
	}
	return t.ReportLost(ctx, format, d)
}

// printPuzzles prints the puzzles of collections as pages.
func printPuzzles(t *ctl.Tool, ctx context.Context, f *puzzleFlags, files []string) error {
	if _, err := f.options(); err != nil {
		return err
	}
	for name, also := range map[string]bool{"prove": f.prove, "out": f.out != "", "plies": f.plies != "", "ever": f.ever} {
		if also {
			return msg.Errorf("options --%s and --%s cannot be used together", "sheet", name)
		}
	}
	p := printFlags{out: f.sheet, paper: f.paper, replace: f.replace}
	paper, err := p.check()
	if err != nil {
		return err
	}
	if err := t.MayWrite(p.out, p.replace); err != nil {
		return err
	}
	docs, failed, err := documents(t, ctx, files, &f.game)
	if err != nil {
		return err
	}
	bar := t.Progress()
	done, refute := 0, puzzle.Refuter(t.Engines, f.nodes)
	pages, info, err := booklet.PuzzleSheet(ctx, t.Engines, docs, booklet.PuzzleOptions{
		Paper: paper, PerPage: f.perPage, Title: f.title, Each: f.each, Max: f.max,
		Refute: func(ctx context.Context, r rules.Rules, x puzzle.Puzzle) (try, reply rules.Move, ok bool) {
			done++
			bar.Show(locale.N("%d puzzle", "%d puzzles", done, done))
			return refute(ctx, r, x)
		},
	})
	bar.Clear()
	return writePages(t, ctx, &p, docs, pages, info, err, failed)
}

// provePuzzles proves the puzzles of collections.
func provePuzzles(t *ctl.Tool, ctx context.Context, f *puzzleFlags, files []string) error {
	if _, err := f.options(); err != nil {
		return err
	}
	if f.out != "" {
		return msg.Errorf("options --%s and --%s cannot be used together", "prove", "out")
	}
	spec, err := f.game.Spec()
	if err != nil {
		return err
	}
	in := newReading(t)
	defer in.bar.Clear()
	no := false
	var proof error
	err = collection.Each(ctx, files, in.options(spec), func(g collection.Item, d *model.Document) bool {
		name := g.File.Path
		if g.Number() > 0 {
			name += "#" + strconv.Itoa(g.Number())
		}
		for _, w := range d.Warnings { // an illegal move is reported with its puzzle
			if codec.IsDamaged(w) {
				in.fail(name, w)
			}
		}
		bad, e := proveAll(t, ctx, f, name, d.Tree, in.bar)
		no, proof = no || bad, e
		return e == nil
	})
	in.reportSkipped()
	switch {
	case err != nil:
		return err
	case proof != nil:
		return proof
	case in.failed:
		return ctl.ErrFailed
	case no:
		return ctl.ErrNo
	}
	return in.end()
}

// proveAll proves the puzzles of a tree. no is true if at least one of them is not a puzzle.
func proveAll(t *ctl.Tool, ctx context.Context, f *puzzleFlags, file string, tree *model.Tree, bar *ctl.Progress) (no bool, err error) {
	list := puzzle.Of(tree)
	v, err := puzzle.NewProver(t.Engines, tree.Rules(), f.nodes)
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
	t.Printf("%s: %s\n", term.Clean(file), locale.T("%d of %d puzzles proved; %d have no other winning move at all", proved, len(list), ever))
	return proved < len(list) || len(list) == 0, nil
}
