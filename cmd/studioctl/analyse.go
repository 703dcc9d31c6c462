package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/analysis/paper"
	"boardstudio/find"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/pdf"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
)

// analyseFlags are the options of studioctl analyse.
type analyseFlags struct {
	game      gameFlags
	limit     limitFlags
	engine    string
	out       string
	scope     string
	replace   bool
	stored    bool
	jobs      int
	threshold float64
	pdf       string
	sheet     string
}

// storeName is the file beside analysed records that keeps what is known already.
const storeName = "analysis.jsonl"

func (t *tool) analyseCommand() *cobra.Command {
	f := analyseFlags{limit: limitFlags{otherwise: time.Second}}
	cmd := &cobra.Command{
		Use:   "analyse PATH... {--out DIR | --stored}",
		Short: locale.T("Have an engine judge whole games, and report what was given away"),
		Long: locale.T("An engine judges the positions of records, and of those in folders with all below them. Into the folder DIR each record is written anew, as NAME.studio: with an evaluation "+
			"at each position, and where a move gave away more than --threshold a symbol, a comment, and the best line as a variation. "+
			"What is known is kept there in %s, so that work which was interrupted goes on where it was when the same command is given again. "+
			"With --nodes or --depth the records are the same, byte for byte, however many --jobs there are.", storeName) + "\n\n" +
			locale.T("For each player there is a line: file, seat, name, accuracy as Lichess computes it, average loss of a move, and how many moves were doubtful, bad and very bad. "+
				"With --stored nothing is judged: the report is made of the evaluations that the records keep."),
		Example: "  studioctl analyse games --engine alphabeta --nodes 100000 --out analysed\n  studioctl analyse analysed --stored --json",
		Args:    arguments(1, -1, "PATH"),
		RunE:    func(cmd *cobra.Command, args []string) error { return t.analyse(cmd.Context(), &f, args) },

		ValidArgsFunction: completeFiles,
	}
	f.game.add(cmd)
	f.limit.add(cmd)
	fs := cmd.Flags()
	fs.StringVarP(&f.engine, "engine", "e", "alphabeta", locale.T("`ENGINE`, such as alphabeta or lua:FILE"))
	fs.StringVarP(&f.out, "out", "o", "", locale.T("`DIR` to write the records to"))
	fs.StringVar(&f.scope, "scope", analysis.ScopeNames[analysis.Game], locale.T("`SCOPE`: game for the main line, tree for all variations"))
	fs.Float64Var(&f.threshold, "threshold", 10, locale.T("`PERCENT` of the win from which on a loss is marked"))
	fs.IntVar(&f.jobs, "jobs", 1, locale.T("`NUMBER` of positions to judge at a time"))
	fs.BoolVar(&f.stored, "stored", false, locale.T("judge nothing, report what the records keep"))
	fs.BoolVar(&t.json, "json", false, locale.T("write JSON"))
	fs.StringVar(&f.pdf, "pdf", "", locale.T("`FILE` to write the reports to, as pages"))
	fs.StringVar(&f.sheet, "paper", "A4", locale.T("`SIZE` of the paper: %s", strings.Join(papers(), ", ")))
	replaceFlag(cmd, &f.replace)
	must(cmd.RegisterFlagCompletionFunc("paper", cobra.FixedCompletions(papers(), cobra.ShellCompDirectiveNoFileComp)))
	must(cmd.MarkFlagFilename("pdf", "pdf"))
	must(cmd.RegisterFlagCompletionFunc("engine", completeEngines(&f.game)))
	must(cmd.RegisterFlagCompletionFunc("scope", cobra.FixedCompletions([]string{analysis.ScopeNames[analysis.Game], analysis.ScopeNames[analysis.Tree]}, cobra.ShellCompDirectiveNoFileComp)))
	for _, name := range []string{"threshold", "jobs"} {
		must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	return cmd
}

// analysing is an analysis of records under way.
type analysing struct {
	*analyseFlags
	t       *tool
	limit   ai.Limit
	scope   analysis.Scope
	version string
	marking analysis.Marking
	store   *analysis.Store // nil with --stored
	bar     *progress
	said    []analysis.ReportJSON
	paper   pdf.Paper
	pages   []pdf.Page
}

func (t *tool) analyse(ctx context.Context, f *analyseFlags, paths []string) error {
	a := analysing{analyseFlags: f, t: t, bar: t.progress(), marking: analysis.Marking{Threshold: f.threshold / 100}, said: []analysis.ReportJSON{}}
	spec, err := f.game.spec()
	if err != nil {
		return err
	}
	if a.limit, err = f.limit.limit(); err != nil {
		return err
	}
	k, _, err := aiall.Parse(f.engine)
	if err != nil {
		return err
	}
	a.version = k.Version
	if a.paper, err = paperOf(f.sheet); err != nil {
		return err
	}
	switch {
	case f.scope == analysis.ScopeNames[analysis.Tree]:
		a.scope = analysis.Tree
	case f.scope != analysis.ScopeNames[analysis.Game]:
		return msg.Errorf("option --%s: %q is not %s", "scope", f.scope, "game, tree")
	case f.jobs < 1:
		return msg.Errorf("option --%s is too small", "jobs")
	case !(f.threshold > 0 && f.threshold <= 100):
		return msg.Errorf("option --%s: %v is not between 0 and 100", "threshold", f.threshold)
	case f.stored && f.out != "":
		return msg.Errorf("options --%s and --%s do not go together", "stored", "out")
	case !f.stored && f.out == "":
		return msg.Errorf("option --%s is missing", "out")
	}
	failed := false
	fail := func(path string, err error) {
		a.bar.clear()
		failed = true
		_, line, why := where(err)
		t.note(place(path, line) + ": " + locale.Err(why))
	}
	folder := find.Folder{Stream: stdin, Known: ioall.Known, Failed: fail}
	files, err := folder.Files(ctx, paths)
	if err != nil {
		return err
	}
	targets, err := a.targets(paths, files)
	if err != nil {
		return err
	}
	if !f.stored {
		if err = os.MkdirAll(f.out, 0o777); err != nil {
			return err
		}
		if a.store, err = analysis.OpenStore(ctx, filepath.Join(f.out, storeName)); err != nil {
			return err
		}
	}
	for i, path := range files {
		d, _, err := t.record(ctx, path, spec)
		if err == nil {
			err = a.one(ctx, path, targets[i], d, func(done, of int) {
				a.bar.show(locale.T("%d of %d files", i, len(files)) + ", " + locale.T("%d of %d positions", done, of))
			})
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fail(path, err)
		}
	}
	a.bar.clear()
	if len(a.pages) > 0 {
		var b bytes.Buffer
		if err := pdf.Write(ctx, &b, a.pages, pdf.Info{Title: locale.T("Report"), Lang: locale.Current()}); err != nil {
			return err
		}
		if err := writeFile(f.pdf, b.Bytes(), f.replace); err != nil {
			return err
		}
	}
	if t.json {
		err = t.writeJSON(a.said)
	}
	if err == nil && failed {
		err = errFailed
	}
	return err
}

// targets returns where the records are written to: those of folders in the same folders below the one for all. No two may be written to
// one file, and none is written over.
func (a *analysing) targets(paths, files []string) ([]string, error) {
	targets := make([]string, len(files))
	if a.stored {
		return targets, nil
	}
	from := map[string]string{}
	for i, file := range files {
		name := filepath.Base(file)
		for _, p := range paths {
			if in, err := filepath.Rel(p, file); err == nil && in != "." && filepath.IsLocal(in) {
				name = in
				break
			}
		}
		if file == stdin {
			name = "stdin"
		}
		to := filepath.Join(a.out, strings.TrimSuffix(name, filepath.Ext(name))+".studio")
		if other, ok := from[to]; ok {
			return nil, msg.Errorf("%s and %s would both be written to %s", other, file, to)
		}
		targets[i], from[to] = to, file
		if x, err := os.Stat(file); err == nil {
			if y, err := os.Stat(to); err == nil && os.SameFile(x, y) {
				return nil, msg.Errorf("%s would be written over: choose another folder", file)
			}
		}
	}
	return targets, nil
}

// one analyses a record.
func (a *analysing) one(ctx context.Context, path, target string, d *model.Document, progress func(done, of int)) error {
	end := d.Tree.Root()
	for n := range d.Tree.Main() {
		end = n
	}
	if !a.stored {
		plan, err := analysis.NewPlan(d, end, a.scope, a.engine, a.limit, func(int) bool { return ctx.Err() == nil })
		if err != nil {
			return err
		}
		results, err := analysis.Run(ctx, d.Tree.Rules(), plan.Jobs, analysis.Options{Jobs: a.jobs, Store: a.store, Progress: progress})
		if err != nil {
			return err
		}
		if edits := plan.Edits(results, a.marking, nil); len(edits) > 0 {
			if err = d.Tree.Do(analysis.Label, edits...); err != nil {
				return err
			}
		}
		format, err := outFormat(target, "")
		if err != nil {
			return err
		}
		if err = a.write(ctx, target, format, d); err != nil {
			return err
		}
	}
	a.tell(path, d, analysis.ReportBy(d, end, a.engine, a.version, a.marking))
	return nil
}

func (a *analysing) write(ctx context.Context, target string, format *codec.Format, d *model.Document) error {
	data, err := ioall.Encode(ctx, target, format, d, nil)
	if err != nil {
		return err
	}
	if err = os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return err
	}
	return writeFile(target, data, a.replace)
}

// tell prints a report, or keeps it for the JSON or the pages at the end.
func (a *analysing) tell(path string, d *model.Document, r analysis.Report) {
	if len(r.Moves) == 0 && !a.t.json {
		a.bar.clear()
		a.t.note(locale.T("%s: there is nothing that this engine has judged", term.Clean(path)))
		return
	}
	if a.pdf != "" && len(r.Moves) > 0 {
		a.pages = append(a.pages, paper.Pages(paper.Sheet{Document: d, Report: r, File: filepath.Base(path), Paper: a.paper, Marking: a.marking})...)
	}
	x := r.JSON(d, path)
	if a.t.json {
		a.said = append(a.said, x)
		return
	}
	for p, s := range r.Sides {
		if s.Moves > 0 {
			kinds := s.Kinds()
			a.bar.clear()
			a.t.printf("%s\t%s\t%s\t%.1f %%\t%.1f %%\t%d\t%d\t%d\n", term.Clean(path), x.Players[p].Seat, term.Clean(x.Players[p].Name), s.Accuracy, 100*s.Loss, kinds[0], kinds[1], kinds[2])
		}
	}
}
