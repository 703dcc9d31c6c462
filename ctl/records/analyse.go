package records

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/analysis"
	"boardstudio/collection"
	"boardstudio/ctl"
	"boardstudio/publish/report"

	"boardstudio/document"
	"boardstudio/draw/term"

	"boardstudio/io/codec"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// analyseFlags are the options of `studioctl analyse`.
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

// storeName is the file for results, next to the analysed records.
const storeName = "analysis.jsonl"

func analyseCommand(t *ctl.Tool) *cobra.Command {
	f := analyseFlags{game: ctl.GameFlags{Games: t.Games}, limit: ctl.LimitFlags{Engines: t.Engines, Otherwise: time.Second}}
	cmd := &cobra.Command{
		Use:   "analyse PATH... {--out DIR | --stored}",
		Short: locale.T("Analyse games and report mistakes"),
		Long: locale.T("Analyse games with an engine. FILE may also be a folder (searched recursively) or an archive. "+
			"Each game is written to DIR as NAME.studio. The games of a file with several games are named "+
			"NAME-1.studio, NAME-2.studio and so on. Every position gets an evaluation. A move that loses more "+
			"than --threshold gets a symbol, a comment and the best line as a variation. Results are saved in "+
			"%s in DIR: run the same command again to resume. With --nodes or --depth, the output is the same, "+
			"byte for byte, for any number of --jobs.", storeName) + "\n\n" +
			locale.T("Prints one line for each player: file, seat, name, accuracy (computed as on Lichess), average "+
				"loss of a move, and the numbers of doubtful, bad and very bad moves. With --stored, no engine is "+
				"used: the report shows the evaluations stored in the records."),
		Example: "  studioctl analyse games --engine alphabeta --nodes 100000 --out analysed\n  studioctl analyse analysed --stored --json",
		Args:    t.Arguments(1, -1, "PATH"),
		RunE:    func(cmd *cobra.Command, args []string) error { return analyse(t, cmd.Context(), &f, args) },

		ValidArgsFunction: t.CompleteFiles,
	}
	f.game.Add(cmd)
	f.limit.Add(cmd)
	fs := cmd.Flags()
	fs.StringVarP(&f.engine, "engine", "e", "", locale.T("`ENGINE`, such as alphabeta or lua:FILE; default: the strongest for the game"))
	fs.StringVarP(&f.out, "out", "o", "", locale.T("`DIR` to write the records to"))
	fs.StringVar(&f.scope, "scope", analysis.ScopeNames[analysis.Game], locale.T("`SCOPE`: game for the main line, tree for all variations"))
	fs.Float64Var(&f.threshold, "threshold", 10, locale.T("`PERCENT` of winning chances; moves that lose more are marked"))
	fs.IntVar(&f.jobs, "jobs", 1, locale.T("`NUMBER` of positions to analyse in parallel"))
	fs.BoolVar(&f.stored, "stored", false, locale.T("use the evaluations stored in the records, without an engine"))
	fs.BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	fs.StringVar(&f.pdf, "pdf", "", locale.T("`FILE` to write the reports to, as PDF"))
	fs.StringVar(&f.sheet, "paper", "A4", locale.T("`SIZE` of the paper: %s", strings.Join(papers(), ", ")))
	ctl.ReplaceFlag(cmd, &f.replace)
	verboseFlag(t, cmd)
	ctl.Must(cmd.RegisterFlagCompletionFunc("paper", cobra.FixedCompletions(papers(), cobra.ShellCompDirectiveNoFileComp)))
	ctl.Must(cmd.MarkFlagFilename("pdf", "pdf"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("engine", t.CompleteEngines(&f.game)))
	ctl.Must(cmd.RegisterFlagCompletionFunc("scope", cobra.FixedCompletions([]string{analysis.ScopeNames[analysis.Game], analysis.ScopeNames[analysis.Tree]}, cobra.ShellCompDirectiveNoFileComp)))
	for _, name := range []string{"threshold", "jobs"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	return cmd
}

// analysing is a running analysis of records.
type analysing struct {
	*analyseFlags
	t       *ctl.Tool
	limit   ai.Limit
	scope   analysis.Scope
	marking analysis.Marking
	store   *analysis.Store // nil with --stored
	to      *ctl.Folder     // nil with --stored
	*reading
	said  []analysis.ReportJSON
	paper pdf.Paper
	pages []pdf.Page
}

func analyse(t *ctl.Tool, ctx context.Context, f *analyseFlags, paths []string) error {
	a := analysing{analyseFlags: f, t: t, reading: newReading(t), marking: analysis.Marking{Threshold: f.threshold / 100}, said: []analysis.ReportJSON{}}
	spec, err := f.game.Spec()
	if err != nil {
		return err
	}
	if a.limit, err = f.limit.Value(f.engine); err != nil {
		return err
	}
	if f.engine != "" {
		if _, _, err = t.Engines.Parse(f.engine); err != nil {
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
		return msg.Errorf("option --%s: %q is not one of %s", "scope", f.scope, "game, tree")
	case f.jobs < 1:
		return msg.Errorf("option --%s is too small", "jobs")
	case !(f.threshold > 0 && f.threshold <= 100):
		return msg.Errorf("option --%s: %v is not between 0 and 100", "threshold", f.threshold)
	case f.stored && f.out != "":
		return msg.Errorf("options --%s and --%s cannot be used together", "stored", "out")
	case !f.stored && f.out == "":
		return msg.Errorf("option --%s is missing", "out")
	}
	if f.pdf != "" {
		if err := t.MayWrite(f.pdf, f.replace); err != nil {
			return err
		}
	}
	records, err := a.records(ctx, paths, spec)
	if err != nil {
		return err
	}
	a.reportSkipped()
	if !f.stored {
		if a.to, err = ctl.OpenFolder(f.out); err != nil {
			return err
		}
		defer a.to.Close()
		path := filepath.Join(f.out, storeName)
		if err := a.to.Within(storeName); err != nil {
			return msg.Errorf("%s: %v", path, err)
		}
		if a.store, err = analysis.OpenStore(ctx, path); err != nil {
			return err
		}
		t.NoteDamaged(path, a.store.Damaged())
		if err := a.store.NoteDamaged(); err != nil {
			return err
		}
	}
	for i, x := range records {
		d, err := x.read(ctx)
		if err == nil {
			for _, w := range d.Warnings {
				a.warn(x.path, w)
			}
			err = a.analyse(ctx, x, d, func(done, of int) {
				a.bar.Show(locale.T("%d of %d games", i, len(records)) + ", " + locale.T("%d of %d positions", done, of))
			})
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			a.fail(x.path, err)
		}
	}
	a.bar.Clear()
	if len(a.pages) > 0 {
		var b bytes.Buffer
		if err := pdf.Write(ctx, &b, a.pages, pdf.Info{Title: locale.T("Report"), Lang: locale.Current()}); err != nil {
			return err
		}
		if err := t.WriteFile(f.pdf, b.Bytes(), f.replace); err != nil {
			return err
		}
	}
	if t.JSON {
		err = t.WriteJSON(a.said)
	}
	if err != nil {
		return err
	}
	return a.end()
}

// analysed is a game to analyse.
type analysed struct {
	path   string // path of the game's file, followed by the game's number if the file has several
	target string // file to write in the folder, "" with --stored
	there  bool   // the target existed at the start, and may be replaced
	known  bool   // the target existed at the start, in a folder with an analysis
	read   func(context.Context) (*model.Document, error)
}

// records returns the games of files, folders and archives with their target files. Games from subfolders go to the
// same subfolders, games of multi-game files to numbered files. All targets differ, and no target is an input. Existing
// files are replaced only as MayWrite allows. In a folder with an analysis, write asks for that permission, since only
// then it is known whether the file would change.
func (a *analysing) records(ctx context.Context, paths []string, spec *rules.Spec) ([]analysed, error) {
	var list []analysed
	_, err := os.Stat(filepath.Join(a.out, storeName))
	resumed := err == nil
	from := map[string]string{}
	add := func(x analysed, name string) error {
		if !a.stored {
			x.target = name + ".studio"
			if other, ok := from[x.target]; ok {
				return msg.Errorf("%s and %s would both be written to %s", other, x.path, filepath.Join(a.out, x.target))
			}
			from[x.target] = x.path
		}
		list = append(list, x)
		return nil
	}
	games, err := collection.Read(ctx, paths, a.options(spec))
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
		name := file.Name
		name = strings.TrimSuffix(name, filepath.Ext(name))
		if n := counts[row.File]; n > 1 {
			x.path += fmt.Sprintf("#%d", row.Index+1)
			name += fmt.Sprintf("-%0*d", len(strconv.Itoa(n)), row.Index+1)
		}
		if err := add(x, name); err != nil {
			return nil, err
		}
		if a.stored {
			continue
		}
		y := &list[len(list)-1]
		target := filepath.Join(a.out, y.target)
		if there, err := os.Stat(target); err == nil {
			y.there, y.known = !resumed, resumed
			if was, err := os.Stat(file.Path); err == nil && os.SameFile(was, there) {
				return nil, msg.Errorf("%s would be overwritten: choose another folder", file.Path)
			}
		}
		if !resumed {
			if err := a.t.MayWrite(target, a.replace); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// analyse analyses one record.
func (a *analysing) analyse(ctx context.Context, x analysed, d *model.Document, progress func(done, of int)) error {
	end := d.Tree.Root()
	for n := range d.Tree.Main() {
		end = n
	}
	engine := cmp.Or(a.engine, a.t.Engines.AnalysisEngine(d.Tree.Rules()))
	k, _, err := a.t.Engines.Parse(engine)
	if err != nil {
		return err
	}
	if !a.stored {
		plan, err := analysis.NewPlan(a.t.Engines, d, end, a.scope, engine, a.limit, func(int) bool { return ctx.Err() == nil })
		if err != nil {
			return err
		}
		results, err := analysis.Run(ctx, a.t.Engines, d.Tree.Rules(), plan.Jobs, analysis.Options{Jobs: a.jobs, Store: a.store, Progress: progress})
		if err != nil {
			return err
		}
		if edits := plan.Edits(results, a.marking, nil); len(edits) > 0 {
			if err = d.Tree.Do(analysis.Label, edits...); err != nil {
				return err
			}
		}
		format, err := a.t.OutFormat(x.target, "")
		if err != nil {
			return err
		}
		if err = a.write(ctx, x, format, d); err != nil {
			return err
		}
	}
	a.report(x.path, d, analysis.ReportBy(a.t.Engines, d, end, engine, k.Version, a.marking))
	return nil
}

// write writes a record to its target. If an earlier analysis has left the same content there, the
// target is not written. If the content differs, the user may have edited it, so it is replaced
// only as MayWrite allows.
func (a *analysing) write(ctx context.Context, x analysed, format *codec.Format, d *model.Document) error {
	data, err := document.Encode(ctx, x.target, format, d, nil)
	if err != nil {
		return err
	}
	if x.known && !a.replace {
		if was, err := a.to.Read(ctx, x.target); err == nil && bytes.Equal(was, data) {
			return nil
		}
		if err := a.t.MayWrite(a.to.Path(x.target), false); err != nil {
			return err
		}
	}
	if x.there || x.known || a.replace {
		return a.to.Write(x.target, data, a.replace)
	}
	return a.to.Create(x.target, data)
}

// report prints a report, or adds it to the JSON or the pages that are written at the end.
func (a *analysing) report(path string, d *model.Document, r analysis.Report) {
	if len(r.Moves) == 0 && !a.t.JSON {
		a.bar.Clear()
		a.t.Note(locale.T("%s: no evaluations by this engine", term.Clean(path)))
		return
	}
	if a.pdf != "" && len(r.Moves) > 0 {
		a.pages = append(a.pages, report.Pages(report.Sheet{Engines: a.t.Engines, Document: d, Report: r, File: filepath.Base(path), Paper: a.paper, Marking: a.marking})...)
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
