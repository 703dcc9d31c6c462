package records

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/publish/web"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

func webCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var out string
	var replace bool
	var lie orientationFlags
	coordinates := true
	cmd := &cobra.Command{
		Use:   "web FILE --out PAGE.html",
		Short: locale.T("Write a game tree as a web page"),
		Long: locale.T("Write the whole tree of FILE as a web page that works offline, with mouse, touch, keyboard or a " +
			"screen reader. It includes comments, variations, marks and the evaluation graph. The page is in " +
			"the language of the messages. FILE may be - for the standard input, PAGE.html for the standard " +
			"output."),
		Example:           "  studioctl web game.studio --out game.html\n  studioctl web opening.studio --out opening.html --lang fr",
		Args:              t.Arguments(1, 1, "FILE"),
		ValidArgsFunction: t.CompleteFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return msg.Errorf("option --%s is missing", "out")
			}
			if err := t.MayWrite(out, replace); err != nil {
				return err
			}
			doc, err := t.Open(cmd.Context(), args[0], &g)
			if err != nil {
				return err
			}
			o := web.Options{Plain: !coordinates}
			if args[0] != ctl.Stdin {
				o.Title = strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
			}
			if o.Orientation, err = lie.of(doc.Tree.Rules().Board()); err != nil {
				return err
			}
			if out == ctl.Stdin {
				return web.Write(cmd.Context(), t.Engines, t.Out, doc, o)
			}
			var buf bytes.Buffer
			if err := web.Write(cmd.Context(), t.Engines, &buf, doc, o); err != nil {
				return err
			}
			return t.WriteFile(out, buf.Bytes(), replace)
		},
	}
	g.Add(cmd)
	f := cmd.Flags()
	f.StringVarP(&out, "out", "o", "", locale.T("`FILE` to write"))
	lie.add(cmd)
	f.BoolVar(&coordinates, "coordinates", true, locale.T("letters and numbers at the edges"))
	ctl.ReplaceFlag(cmd, &replace)
	ctl.Must(cmd.MarkFlagFilename("out", "html"))
	return cmd
}
