package records

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/draw/diagram"
	"boardstudio/io/picture"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// themes are the names of colour themes on the command line.
var themes = []string{"light", "dark", "print"}

func pictureCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var out, colors string
	var replace bool
	var lie orientationFlags
	ply, from, scale := -1, 0, 1.0
	delay := time.Second
	coordinates := true
	var over overlayFlag
	cmd := &cobra.Command{
		Use:   "picture FILE --out PICTURE",
		Short: locale.T("Write a picture of a position"),
		Long: locale.T("Write the board after N moves of the main line as a picture, with the marks of the record. The " +
			"extension of PICTURE selects the format: .png, .svg or .pdf, or .gif for an animation of the " +
			"moves up to that position. FILE may be - for the standard input."),
		Example: "  studioctl picture game.studio --out game.svg\n  studioctl picture game.studio --ply 10 --out game.png --scale 2 --rotate 2\n" +
			"  studioctl picture game.studio --out threats.pdf --overlay threats\n  studioctl picture game.studio --from 10 --ply 30 --out game.gif --delay 500ms",
		Args:              t.Arguments(1, 1, "FILE"),
		ValidArgsFunction: t.CompleteFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			format, ok := picture.Of(out)
			theme := slices.Index(themes, colors) // in the order of the constants
			switch {
			case out == "":
				return msg.Errorf("option --%s is missing", "out")
			case !ok:
				return msg.Errorf("%s is not a picture file: the name must end in .png, .svg, .pdf or .gif", out)
			case theme < 0:
				return ctl.Suggest(msg.Errorf("unknown colours %q", colors), colors, themes)
			}
			if err := t.MayWrite(out, replace); err != nil {
				return err
			}
			doc, err := t.Open(cmd.Context(), args[0], &g)
			if err != nil {
				return err
			}
			n, last, err := ctl.AtPly(doc.Tree, ply)
			if err != nil {
				return err
			}
			b := doc.Tree.Rules().Board()
			o, err := lie.of(b)
			if err != nil {
				return err
			}
			seen := b.Oriented(o)
			draw := func(n *model.Node) (*diagram.Diagram, error) {
				d, err := diagram.AtNode(doc, n)
				if err != nil {
					return nil, err
				}
				layers, err := over.of(doc.Tree.Rules(), d.Position)
				if err != nil {
					return nil, err
				}
				for _, o := range layers {
					d.Notes = append(d.Notes, o.notes...)
				}
				d.Theme, d.Coordinates, d.Seen = diagram.Theme(theme), coordinates, seen
				return d, nil
			}
			var buf bytes.Buffer
			if format == picture.GIF {
				start, first, err := ctl.AtPly(doc.Tree, from)
				if err != nil {
					return err
				}
				if first > last {
					return msg.Errorf("move %d comes after move %d", first, last)
				}
				line := doc.Tree.Line(n)
				line = line[slices.Index(line, start):]
				film := picture.Film{Scale: scale, Delay: delay, Pause: min(3*delay, picture.MaxDelay)}
				if err := film.Write(cmd.Context(), &buf, len(line), func(i int) (*diagram.Diagram, error) { return draw(line[i]) }); err != nil {
					return err
				}
				return t.WriteFile(out, buf.Bytes(), replace)
			}
			for _, name := range []string{"from", "delay"} {
				if cmd.Flags().Changed(name) {
					return msg.Errorf("option --%s is only for pictures that end in .gif", name)
				}
			}
			d, err := draw(n)
			if err != nil {
				return err
			}
			if err := picture.Write(cmd.Context(), &buf, format, d, scale); err != nil {
				return err
			}
			return t.WriteFile(out, buf.Bytes(), replace)
		},
	}
	g.Add(cmd)
	f := cmd.Flags()
	f.StringVarP(&out, "out", "o", "", locale.T("`FILE` to write"))
	f.IntVar(&ply, "ply", ply, locale.T("`NUMBER` of moves to play; negative numbers count from the end"))
	f.IntVar(&from, "from", from, locale.T("`NUMBER` of moves played before the first picture of a .gif"))
	f.DurationVar(&delay, "delay", delay, locale.T("`TIME` to show each picture of a .gif"))
	f.Float64Var(&scale, "scale", scale, locale.T("`NUMBER` to scale a PNG or GIF of %d pixels by, such as 0.5 or 2", picture.Width))
	f.StringVar(&colors, "colors", themes[0], locale.T("`COLORS` of the board: %s", strings.Join(themes, ", ")))
	lie.add(cmd)
	f.BoolVar(&coordinates, "coordinates", true, locale.T("letters and numbers at the edges"))
	over.add(t.Games, cmd)
	ctl.ReplaceFlag(cmd, &replace)
	ctl.Must(cmd.RegisterFlagCompletionFunc("colors", cobra.FixedCompletions(themes, cobra.ShellCompDirectiveNoFileComp)))
	ctl.Must(cmd.MarkFlagFilename("out", "png", "svg", "pdf", "gif"))
	return cmd
}

// orientationFlags are the options for the orientation of the board.
type orientationFlags struct {
	turn          int
	mirror, below bool
}

func (o *orientationFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&o.turn, "rotate", 0, locale.T("`NUMBER` of clockwise turns: quarter turns, sixths on hexagons, half turns with pits"))
	f.BoolVar(&o.mirror, "mirror", false, locale.T("mirror left and right"))
	f.BoolVar(&o.below, "one-below", false, locale.T("row 1 at the bottom"))
}

// of returns the requested orientation of a board. It returns an error if the board does not allow
// it.
func (o *orientationFlags) of(b *rules.Board) (rules.Orientation, error) {
	x := rules.Orientation{Mirror: o.below && b.Rows != nil}
	if o.mirror {
		x = b.Mirrored(x)
	}
	if x.Turn += o.turn; !b.Allows(x) {
		return x, msg.Errorf("the board of this game cannot be turned this way")
	}
	return x, nil
}
