package records

import (
	"bytes"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/io/pdf"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

func gridCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var out, paper string
	var landscape, portrait, replace bool
	o := pdf.GridOptions{}
	cmd := &cobra.Command{
		Use:   "grid --game GAME --out FILE.pdf",
		Short: locale.T("Print empty boards to a PDF file"),
		Long: locale.T("Write a PDF file with empty boards to play on with a pencil. The page orientation that gives the " +
			"larger boards is used, unless --landscape or --portrait is given. FILE may be - for the standard " +
			"output."),
		Example: "  studioctl grid --game gomoku --out gomoku.pdf\n  studioctl grid --game tictactoe --out t.pdf --paper A5 --per-page 6 --title Tic-tac-toe",
		Args:    t.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if o.Rules, err = g.Rules(); err != nil {
				return err
			}
			if o.Paper, err = paperOf(paper); err != nil {
				return err
			}
			switch {
			case out == "":
				return msg.Errorf("option --%s is missing", "out")
			case landscape && portrait:
				return msg.Errorf("options --%s and --%s cannot be used together", "landscape", "portrait")
			case landscape:
				o.Orientation = pdf.Landscape
			case portrait:
				o.Orientation = pdf.Portrait
			}
			if out == ctl.Stdin {
				return pdf.Grid(cmd.Context(), t.Out, o)
			}
			var b bytes.Buffer
			if err := pdf.Grid(cmd.Context(), &b, o); err != nil {
				return err
			}
			return t.WriteFile(out, b.Bytes(), replace)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	g.Add(cmd)
	f := cmd.Flags()
	f.StringVarP(&out, "out", "o", "", locale.T("`FILE` to write"))
	f.StringVar(&paper, "paper", "A4", locale.T("`SIZE` of the paper: %s", strings.Join(papers(), ", ")))
	f.IntVar(&o.PerPage, "per-page", 1, locale.T("`NUMBER` of boards on a page"))
	f.IntVar(&o.Pages, "pages", 1, locale.T("`NUMBER` of pages"))
	f.StringVar(&o.Title, "title", "", locale.T("`TITLE` of each page"))
	f.BoolVar(&o.Coordinates, "coordinates", true, locale.T("letters and numbers at the edges"))
	f.BoolVar(&o.Start, "start", false, locale.T("with the pieces of the initial position"))
	f.BoolVar(&landscape, "landscape", false, locale.T("landscape paper"))
	f.BoolVar(&portrait, "portrait", false, locale.T("portrait paper"))
	ctl.ReplaceFlag(cmd, &replace)
	ctl.Must(cmd.RegisterFlagCompletionFunc("paper", cobra.FixedCompletions(papers(), cobra.ShellCompDirectiveNoFileComp)))
	ctl.Must(cmd.MarkFlagFilename("out", "pdf"))
	return cmd
}

// paperOf returns the paper size called name on the command line. It returns an error for an
// unknown name.
func paperOf(name string) (pdf.Paper, error) {
	p := pdf.Paper(strings.ToLower(name))
	if !slices.ContainsFunc(pdf.Papers, func(x rules.Option) bool { return x.Name == string(p) }) {
		return "", ctl.Suggest(msg.Errorf("unknown paper %q", name), name, papers())
	}
	return p, nil
}

// papers returns the names of the paper sizes as users write them.
func papers() []string {
	var names []string
	for _, p := range pdf.Papers {
		names = append(names, string(p.Title))
	}
	return names
}
