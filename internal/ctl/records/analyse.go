package records

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/analysis/paper"
	"boardstudio/collection"
	"boardstudio/internal/ctl"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/pdf"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// analyseFlags are the options of studioctl analyse.
type analyseFlags struct {
	game      ctl.GameFlags
	limit     ctl.LimitFlags
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

func analyseCommand(t *ctl.Tool) *cobra.Command {
	f := analyseFlags{limit: ctl.LimitFlags{Otherwise: time.Second}}
	cmd := &cobra.Command{
		Use:   "analyse PATH... {--out DIR | --stored}",
		Short: locale.T("Have an engine judge whole games, and report what was given away"),
		Long: locale.T("An engine judges the positions of records, and of those in folders with all below them and in archives. Into the folder DIR each game is written anew, as NAME.studio, those of a file of many as NAME-1.studio and so on: with an evaluation "+
			"at each position, and where a move gave away more than --threshold a symbol, a comment, and the best line as a variation. "+
			"What is known is kept there in %s, so that work which was interrupted goes on where it was when the same command is given again. "+
			"With --nodes or --depth the records are the same, byte for byte, however many --jobs there are.", storeName) + "\n\n" +
			locale.T("For each player there is a line: file, seat, name, accuracy as Lichess computes it, average loss of a move, and how many moves were doubtful, bad and very bad. "+
				"With --stored nothing is judged: the report is made of the evaluations that the records keep."),
		Example: "  studioctl analyse games --engine alphabeta --nodes 100000 --out analysed\n  studioctl analyse analysed --stored --json",
		Args:    ctl.Arguments(1, -1, "PATH"),
		RunE:    func(cmd *cobra.Command, args []string) error { return analyse(t, cmd.Context(), &f, args) },

		ValidArgsFunction: ctl.CompleteFiles,
	}
	f.game.Add(cmd)
	f.limit.Add(cmd)
	fs := cmd.Flags()
	fs.StringVarP(&f.engine, "engine", "e", "", locale.T("`ENGINE`, such as alphabeta or lua:FILE; otherwise the strongest for the game"))
	fs.StringVarP(&f.out, "out", "o", "", locale.T("`DIR` to write the records to"))
	fs.StringVar(&f.scope, "scope", analysis.ScopeNames[analysis.Game], locale.T("`SCOPE`: game for the main line, tree for all variations"))
	fs.Float64Var(&f.threshold, "threshold", 10, locale.T("`PERCENT` of the win; larger losses are marked"))
	fs.IntVar(&f.jobs, "jobs", 1, locale.T("`NUMBER` of positions to judge at a time"))
	fs.BoolVar(&f.stored, "stored", false, locale.T("judge nothing, report what the records keep"))
	fs.BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	fs.StringVar(&f.pdf, "pdf", "", locale.T("`FILE` to write the reports to, as pages"))
	fs.StringVar(&f.sheet, "paper", "A4", locale.T("`SIZE` of the paper: %s", strings.Join(papers(), ", ")))
	ctl.ReplaceFlag(cmd, &f.replace)
	ctl.Must(cmd.RegisterFlagCompletionFunc("paper", cobra.FixedCompletions(papers(), cobra.ShellCompDirectiveNoFileComp)))
	ctl.Must(cmd.MarkFlagFilename("pdf", "pdf"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("engine", ctl.CompleteEngines(&f.game)))
	ctl.Must(cmd.RegisterFlagCompletionFunc("scope", cobra.FixedCompletions([]string{analysis.ScopeNames[analysis.Game], analysis.ScopeNames[analysis.Tree]}, cobra.ShellCompDirectiveNoFileComp)))
	for _, name := range []string{"threshold", "jobs"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	return cmd
}

// analysing is an analysis of records under way.
type analysing struct {
	*analyseFlags
	t       *ctl.Tool
	limit   ai.Limit
	scope   analysis.Scope
	marking analysis.Marking
	store   *analysis.Store // nil with --stored
	bar     *ctl.Progress
	said    []analysis.ReportJSON
	paper   pdf.Paper
	pages   []pdf.Page
}

func analyse(t *ctl.Tool, ctx context.Context, f *analyseFlags, paths []string) error {
	a := analysing{analyseFlags: f, t: t, bar: t.Progress(), marking: analysis.Marking{Threshold: f.threshold / 100}, said: []analysis.ReportJSON{}}
	spec, err := f.game.Spec()
	if err != nil {
		return err
	}
	if a.limit, err = f.limit.Asked(); err != nil {
		return err
	}
	if f.engine != "" {
		if _, _, err = aiall.Parse(f.engine); err != nil {
			return err
		}
	}
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
	failed, warned := false, false
	fail := func(path string, err error) {
		a.bar.Clear()
		failed = true
		_, line, why := ctl.Where(err)
		t.Note(ctl.Place(path, line) + ": " + locale.Err(why))
	}
	records, err := a.records(ctx, paths, spec, fail)
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
	for i, x := range records {
		d, err := x.read(ctx)
		if err == nil {
			for _, w := range d.Warnings {
				a.bar.Clear()
				warned = true
				_, line, why := ctl.Where(w)
				t.Note(ctl.Place(x.path, line) + ": " + locale.T("warning: %s", locale.Err(why)))
			}
			err = a.one(ctx, x, d, func(done, of int) {
				a.bar.Show(locale.T("%d of %d games", i, len(records)) + ", " + locale.T("%d of %d positions", done, of))
			})
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fail(x.path, err)
		}
	}
	a.bar.Clear()
	if len(a.pages) > 0 {
		var b bytes.Buffer
		if err := pdf.Write(ctx, &b, a.pages, pdf.Info{Title: locale.T("Report"), Lang: locale.Current()}); err != nil {
			return err
		}
		if err := ctl.WriteFile(f.pdf, b.Bytes(), f.replace); err != nil {
			return err
		}
	}
	if t.JSON {
		err = t.WriteJSON(a.said)
	}
	switch {
	case err != nil:
		return err
	case failed:
		return ctl.ErrFailed
	case warned:
		return ctl.ErrNo
	}
	return nil
}

// analysed is a game to analyse.
type analysed struct {
	path   string // of its file, with its number where that holds several
	target string // to write it to, "" with --stored
	read   func(context.Context) (*model.Document, error)
}

// records returns the games of files, folders and archives. Those of folders are written to the same folders below the one for all, those of
// a file of many to numbered ones. No two may be written to one file, and none is written over.
func (a *analysing) records(ctx context.Context, paths []string, spec *rules.Spec, fail func(string, error)) ([]analysed, error) {
	var list []analysed
	from := map[string]string{}
	add := func(x analysed, name string) error {
		if !a.stored {
			x.target = filepath.Join(a.out, name+".studio")
			if other, ok := from[x.target]; ok {
				return msg.Errorf("%s and %s would both be written to %s", other, x.path, x.target)
			}
			from[x.target] = x.path
		}
		list = append(list, x)
		return nil
	}
	if slices.Contains(paths, ctl.Stdin) {
		paths = slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return p == ctl.Stdin })
		_ = add(analysed{path: ctl.Stdin, read: func(ctx context.Context) (*model.Document, error) {
			d, _, err := a.t.Record(ctx, ctl.Stdin, spec)
			return d, err
		}}, "stdin")
	}
	games, err := collection.Read(ctx, paths, collection.Options{Spec: spec, Failed: fail, Progress: func(done, of int64) {
		a.bar.Show(locale.T("%d of %d files", done, of))
	}})
	if err != nil {
		return nil, err
	}
	counts := make([]int, len(games.Files))
	for _, row := range games.Rows {
		counts[row.File]++
	}
	for i, row := range games.Rows {
		file := games.Files[row.File]
		x := analysed{path: file.Path, read: func(ctx context.Context) (*model.Document, error) { return games.Decode(ctx, i) }}
		name := filepath.FromSlash(file.Name)
		name = strings.TrimSuffix(name, filepath.Ext(name))
		if n := counts[row.File]; n > 1 {
			x.path += fmt.Sprintf("#%d", row.Index+1)
			name += fmt.Sprintf("-%0*d", len(strconv.Itoa(n)), row.Index+1)
		}
		if err := add(x, name); err != nil {
			return nil, err
		}
		if was, err := os.Stat(file.Path); err == nil && !a.stored {
			if y, err := os.Stat(list[len(list)-1].target); err == nil && os.SameFile(was, y) {
				return nil, msg.Errorf("%s would be written over: choose another folder", file.Path)
			}
		}
	}
	return list, nil
}

// one analyses a record.
func (a *analysing) one(ctx context.Context, x analysed, d *model.Document, progress func(done, of int)) error {
	end := d.Tree.Root()
	for n := range d.Tree.Main() {
		end = n
	}
	engine := cmp.Or(a.engine, aiall.Analyst(d.Tree.Rules()))
	k, _, err := aiall.Parse(engine)
	if err != nil {
		return err
	}
	if !a.stored {
		plan, err := analysis.NewPlan(d, end, a.scope, engine, a.limit, func(int) bool { return ctx.Err() == nil })
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
		format, err := ctl.OutFormat(x.target, "")
		if err != nil {
			return err
		}
		if err = a.write(ctx, x.target, format, d); err != nil {
			return err
		}
	}
	a.tell(x.path, d, analysis.ReportBy(d, end, engine, k.Version, a.marking))
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
	return ctl.WriteFile(target, data, a.replace)
}

// tell prints a report, or keeps it for the JSON or the pages at the end.
func (a *analysing) tell(path string, d *model.Document, r analysis.Report) {
	if len(r.Moves) == 0 && !a.t.JSON {
		a.bar.Clear()
		a.t.Note(locale.T("%s: there is nothing that this engine has judged", term.Clean(path)))
		return
	}
	if a.pdf != "" && len(r.Moves) > 0 {
		a.pages = append(a.pages, paper.Pages(paper.Sheet{Document: d, Report: r, File: filepath.Base(path), Paper: a.paper, Marking: a.marking})...)
	}
	x := r.JSON(d, path)
	if a.t.JSON {
		a.said = append(a.said, x)
		return
	}
	for p, s := range r.Sides {
		if s.Moves > 0 {
			kinds := s.Kinds()
			a.bar.Clear()
			a.t.Printf("%s\t%s\t%s\t%.1f %%\t%.1f %%\t%d\t%d\t%d\n", term.Clean(path), x.Players[p].Seat, term.Clean(x.Players[p].Name), s.Accuracy, 100*s.Loss, kinds[0], kinds[1], kinds[2])
		}
	}
}
