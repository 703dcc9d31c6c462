package records

import (
	"bytes"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/collection"
	"boardstudio/ctl"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/booklet"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

func bookletCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var p printFlags
	o := booklet.Options{Every: 20}
	var variations string
	cmd := &cobra.Command{
		Use:   "booklet FILE... --out BOOKLET.pdf",
		Short: locale.T("Print games with their comments and diagrams as a booklet"),
		Long: locale.T("Write games as a PDF booklet, with a title page, and a table of contents if there are several " +
			"games. Each game has its moves with comments and variations, and diagrams with move numbers. " +
			"Diagrams are printed at marked, named or bookmarked positions, at regular intervals, and at the " +
			"end of the game. Captured pieces, and moves to cells that were used before, are listed below the " +
			"diagram. FILE may also be a folder or an archive, or - for the standard input; BOOKLET.pdf may be " +
			"- for the standard output. The booklet is in the language of the messages. The same games always " +
			"give the same file."),
		Example: "  studioctl booklet game.studio --out game.pdf\n  studioctl booklet games/ --out cup.pdf --title \"The cup of 2026\" --paper A5 --every 10 --report\n" +
			"  studioctl booklet opening.studio --out opening.pdf --variations diagrams --lang fr",
		Args: t.Arguments(1, -1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Variations = booklet.Variations(variations)
			var err error
			if o.Paper, err = p.check(); err != nil {
				return err
			}
			if err := t.MayWrite(p.out, p.replace); err != nil {
				return err
			}
			docs, failed, err := documents(t, cmd.Context(), args, &g)
			if err != nil {
				return err
			}
			pages, info, err := booklet.Pages(cmd.Context(), t.Engines, docs, o)
			return writePages(t, cmd.Context(), &p, docs, pages, info, err, failed)
		},
		ValidArgsFunction: t.CompleteFiles,
	}
	g.Add(cmd)
	p.add(cmd)
	verboseFlag(t, cmd)
	f := cmd.Flags()
	f.IntVar(&o.Columns, "columns", 0, locale.T("`NUMBER` of columns, 1 or 2; 0 to fit the paper"))
	f.IntVar(&o.Every, "every", o.Every, locale.T("`MOVES` between diagrams, 0 for none"))
	f.StringVar(&variations, "variations", string(booklet.Indented), locale.T("`WAY` to print variations: %s", strings.Join(variationsNames(), ", ")))
	f.BoolVar(&o.Report, "report", false, locale.T("include reports and graphs of stored evaluations"))
	f.StringVar(&o.Title, "title", "", locale.T("`TITLE` of the booklet"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("variations", cobra.FixedCompletions(variationsNames(), cobra.ShellCompDirectiveNoFileComp)))
	for _, name := range []string{"columns", "every", "title"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	return cmd
}

func sheetCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var p printFlags
	var o booklet.ScoreOptions
	cmd := &cobra.Command{
		Use:   "sheet {--game GAME | FILE} --out SHEET.pdf",
		Short: locale.T("Print score sheets to write moves in by hand"),
		Long: locale.T("Write score sheets as PDF: fields for the players and the event, an empty board, and rows for the " +
			"moves. With FILE, the sheet is filled in from the record. SHEET.pdf may be - for the standard " +
			"output."),
		Example: "  studioctl sheet --game renju --out sheet.pdf --pages 20\n  studioctl sheet game.studio --out filled.pdf --paper A5",
		Args:    t.Arguments(0, 1, "FILE"),
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
			pages, info, err := booklet.ScoreSheet(cmd.Context(), t.Engines, d, o)
			return writePages(t, cmd.Context(), &p, []*model.Document{d}, pages, info, err, false)
		},
		ValidArgsFunction: t.CompleteFiles,
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

// printFlags are the options for printed pages.
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

// check returns the paper size, or an error for a missing or invalid option.
func (p *printFlags) check() (pdf.Paper, error) {
	if p.out == "" {
		return "", msg.Errorf("option --%s is missing", "out")
	}
	return paperOf(p.paper)
}

// writePages writes the pages of documents. It returns err if it is not nil. failed means that an
// input was unreadable.
func writePages(t *ctl.Tool, ctx context.Context, p *printFlags, docs []*model.Document, pages []pdf.Page, info pdf.Info, err error, failed bool) error {
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
			err = t.WriteFile(p.out, b.Bytes(), p.replace)
		}
	}
	if err == nil && failed {
		err = ctl.ErrFailed
	}
	return err
}

// documents reads the games of files, folders and archives. It reports unreadable games and then
// returns failed as true.
func documents(t *ctl.Tool, ctx context.Context, paths []string, g *ctl.GameFlags) (docs []*model.Document, failed bool, err error) {
	spec, err := g.Spec()
	if err != nil {
		return nil, false, err
	}
	in := newReading(t)
	defer in.bar.Clear()
	list, err := collection.Read(ctx, paths, in.options(spec))
	if err != nil {
		return nil, false, err
	}
	in.reportSkipped()
	if n := len(list.Rows); n > booklet.MaxGames {
		return nil, false, msg.Errorf("a booklet can have at most %d games, not %d", booklet.MaxGames, n)
	}
	rows := list.All()
	for i, x := range list.Docs(ctx, rows) {
		path := list.Files[list.Rows[rows[i]].File].Path
		if x.Err != nil {
			in.fail(path, x.Err)
			continue
		}
		for _, w := range x.Doc.Warnings {
			in.warn(path, w)
		}
		docs = append(docs, x.Doc)
	}
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	if len(docs) == 0 && in.failed {
		return nil, true, ctl.ErrFailed
	}
	return docs, in.failed, nil
}

// variationsNames returns the option values for the treatment of variations.
func variationsNames() (names []string) {
	for _, v := range booklet.VariationsChoices {
		names = append(names, v.Name)
	}
	return names
}
