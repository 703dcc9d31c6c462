package records

import (
	"bytes"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/booklet"
	"boardstudio/collection"
	"boardstudio/internal/ctl"
	"boardstudio/io/pdf"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
)

func bookletCommand(t *ctl.Tool) *cobra.Command {
	var g ctl.GameFlags
	var p printFlags
	o := booklet.Options{Every: 20}
	var variations string
	cmd := &cobra.Command{
		Use:   "booklet FILE... --out BOOKLET.pdf",
		Short: locale.T("Print games with their comments and diagrams as a booklet"),
		Long: locale.T("Write games as a booklet in PDF: a title page, contents where there are several games, and of each game the moves with comments and variations, " +
			"and diagrams with the numbers of the moves, at positions that are marked, named or have a bookmark, every so many moves, and at the end. What a diagram cannot show stands below it: " +
			"pieces that were taken, and moves to where one lay. FILE may be a folder or an archive too, or - for the standard input; BOOKLET.pdf may be - for the " +
			"standard output. It is in the language of the messages. The same games give the same bytes."),
		Example: "  studioctl booklet game.studio --out game.pdf\n  studioctl booklet games/ --out cup.pdf --title \"The cup of 2026\" --paper A5 --every 10 --report\n" +
			"  studioctl booklet opening.studio --out opening.pdf --variations diagrams --lang fr",
		Args: ctl.Arguments(1, -1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Variations = booklet.Variations(variations)
			var err error
			if o.Paper, err = p.check(); err != nil {
				return err
			}
			docs, failed, err := documents(t, cmd.Context(), args, &g)
			if err != nil {
				return err
			}
			pages, info, err := booklet.Pages(cmd.Context(), docs, o)
			return printed(t, cmd.Context(), &p, docs, pages, info, err, failed)
		},
		ValidArgsFunction: ctl.CompleteFiles,
	}
	g.Add(cmd)
	p.add(cmd)
	f := cmd.Flags()
	f.IntVar(&o.Columns, "columns", 0, locale.T("`NUMBER` of columns, 1 or 2; 0 for what suits the paper"))
	f.IntVar(&o.Every, "every", o.Every, locale.T("`MOVES` after which there is a diagram, 0 for none"))
	f.StringVar(&variations, "variations", string(booklet.Indented), locale.T("`WAY` with variations: %s", strings.Join(variationsNames(), ", ")))
	f.BoolVar(&o.Report, "report", false, locale.T("with reports of the evaluations that games keep, and their graphs"))
	f.StringVar(&o.Title, "title", "", locale.T("`TITLE` of the booklet"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("variations", cobra.FixedCompletions(variationsNames(), cobra.ShellCompDirectiveNoFileComp)))
	for _, name := range []string{"columns", "every", "title"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	return cmd
}

func sheetCommand(t *ctl.Tool) *cobra.Command {
	var g ctl.GameFlags
	var p printFlags
	var o booklet.ScoreOptions
	cmd := &cobra.Command{
		Use:   "sheet {--game GAME | FILE} --out SHEET.pdf",
		Short: locale.T("Print score sheets to write moves in by hand"),
		Long: locale.T("Write score sheets in PDF: fields for the players and the occasion, an empty board, and rows with a cell for the move of each player. " +
			"With FILE a sheet is filled in with what the record says. SHEET.pdf may be - for the standard output."),
		Example: "  studioctl sheet --game renju --out sheet.pdf --pages 20\n  studioctl sheet game.studio --out filled.pdf --paper A5",
		Args:    ctl.Arguments(0, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if o.Paper, err = p.check(); err != nil {
				return err
			}
			var d *model.Document
			if len(args) > 0 {
				if d, err = t.Open(cmd.Context(), args[0], &g); err != nil {
					return err
				}
			} else {
				r, err := g.Rules()
				if err != nil {
					return err
				}
				d = model.NewDocument(r)
			}
			pages, info, err := booklet.ScoreSheet(cmd.Context(), d, o)
			return printed(t, cmd.Context(), &p, []*model.Document{d}, pages, info, err, false)
		},
		ValidArgsFunction: ctl.CompleteFiles,
	}
	g.Add(cmd)
	p.add(cmd)
	cmd.Flags().IntVar(&o.Pages, "pages", 1, locale.T("`NUMBER` of pages"))
	cmd.Flags().StringVar(&o.Title, "title", "", locale.T("`TITLE` of each page"))
	for _, name := range []string{"pages", "title"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	return cmd
}

// printFlags say where pages are written to.
type printFlags struct {
	out, paper string
	replace    bool
}

func (p *printFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&p.out, "out", "o", "", locale.T("`FILE` to write"))
	f.StringVar(&p.paper, "paper", "A4", locale.T("`SIZE` of the paper: %s", strings.Join(papers(), ", ")))
	ctl.ReplaceFlag(cmd, &p.replace)
	ctl.Must(cmd.RegisterFlagCompletionFunc("paper", cobra.FixedCompletions(papers(), cobra.ShellCompDirectiveNoFileComp)))
	ctl.Must(cmd.MarkFlagFilename("out", "pdf"))
}

// check returns the paper.
func (p *printFlags) check() (pdf.Paper, error) {
	if p.out == "" {
		return "", msg.Errorf("option --%s is missing", "out")
	}
	return paperOf(p.paper)
}

// printed writes the pages of documents, or passes their error on; failed says that something could not be read before.
func printed(t *ctl.Tool, ctx context.Context, p *printFlags, docs []*model.Document, pages []pdf.Page, info pdf.Info, err error, failed bool) error {
	if err != nil {
		return err
	}
	if text := booklet.Missing(ctx, docs); text != "" {
		t.Note(locale.T("warning: %s", text))
	}
	if p.out == ctl.Stdin {
		err = pdf.Write(ctx, t.Out, pages, info)
	} else {
		var b bytes.Buffer
		if err = pdf.Write(ctx, &b, pages, info); err == nil {
			err = ctl.WriteFile(p.out, b.Bytes(), p.replace)
		}
	}
	if err == nil && failed {
		err = ctl.ErrFailed
	}
	return err
}

// documents reads the games of files, folders and archives; failed says that some could not be read, which was told.
func documents(t *ctl.Tool, ctx context.Context, paths []string, g *ctl.GameFlags) (docs []*model.Document, failed bool, err error) {
	if len(paths) == 1 && paths[0] == ctl.Stdin {
		d, err := t.Open(ctx, ctl.Stdin, g)
		return []*model.Document{d}, false, err
	}
	spec, err := g.Spec()
	if err != nil {
		return nil, false, err
	}
	bar := t.Progress()
	fail := func(path string, err error) {
		bar.Clear()
		failed = true
		_, line, why := ctl.Where(err)
		t.Note(ctl.Place(path, line) + ": " + locale.Err(why))
	}
	list, err := collection.Read(ctx, paths, collection.Options{Spec: spec, Failed: fail, Progress: func(done, of int64) {
		bar.Show(locale.T("%d of %d files", done, of))
	}})
	if err != nil {
		return nil, failed, err
	}
	defer bar.Clear()
	if n := len(list.Rows); n > booklet.MaxGames {
		return nil, failed, msg.Errorf("a booklet can have %d games, not %d", booklet.MaxGames, n)
	}
	rows := list.All()
	for i, x := range list.Docs(ctx, rows) {
		path := list.Files[list.Rows[rows[i]].File].Path
		if x.Err != nil {
			fail(path, x.Err)
			continue
		}
		for _, w := range x.Doc.Warnings {
			bar.Clear()
			_, line, why := ctl.Where(w)
			t.Note(ctl.Place(path, line) + ": " + locale.T("warning: %s", locale.Err(why)))
		}
		docs = append(docs, x.Doc)
	}
	if ctx.Err() != nil {
		return nil, failed, ctx.Err()
	}
	if len(docs) == 0 && failed {
		return nil, failed, ctl.ErrFailed
	}
	return docs, failed, nil
}

// variationsNames returns what can become of variations, as the command line calls it.
func variationsNames() (names []string) {
	for _, v := range booklet.VariationsChoices {
		names = append(names, v.Name)
	}
	return names
}
