package main

import (
	"bytes"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/io/diagram"
	"boardstudio/io/picture"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// themes are the colours of pictures, by what the command line calls them.
var themes = []string{"light", "dark", "print"}

func (t *tool) pictureCommand() *cobra.Command {
	var g gameFlags
	var out, colors string
	var replace bool
	var lie orientationFlags
	ply, scale := -1, 1
	coordinates := true
	var over overlayFlag
	cmd := &cobra.Command{
		Use:   "picture FILE --out PICTURE",
		Short: locale.T("Write a picture of a position"),
		Long: locale.T("Write the board after N moves of the main line as a picture, with the marks of the record. The name of PICTURE says the " +
			"format: .png, .svg or .pdf. FILE may be - for the standard input."),
		Example: "  studioctl picture game.studio --out game.svg\n  studioctl picture game.studio --ply 10 --out game.png --scale 2 --rotate 2\n" +
			"  studioctl picture game.studio --out threats.pdf --overlay threats",
		Args:              arguments(1, 1, "FILE"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			format, ok := picture.Of(out)
			theme := slices.Index(themes, colors) // in the order of the constants
			switch {
			case out == "":
				return msg.Errorf("option --%s is missing", "out")
			case !ok:
				return msg.Errorf("%s is no picture: its name must end in .png, .svg or .pdf", out)
			case theme < 0:
				return suggest(msg.Errorf("unknown colours %q", colors), colors, themes)
			}
			doc, err := t.open(cmd.Context(), args[0], &g)
			if err != nil {
				return err
			}
			n, _, err := atPly(doc.Tree, ply)
			if err != nil {
				return err
			}
			d, err := scene(doc, n)
			if err != nil {
				return err
			}
			layers, err := over.of(doc.Tree.Rules(), d.Position)
			if err != nil {
				return err
			}
			for _, o := range layers {
				d.Notes = append(d.Notes, o.notes...)
			}
			d.Theme, d.Coordinates = diagram.Theme(theme), coordinates
			b := doc.Tree.Rules().Board()
			o, err := lie.of(b)
			if err != nil {
				return err
			}
			d.Seen = b.Seen(o)
			var buf bytes.Buffer
			if err := picture.Write(cmd.Context(), &buf, format, d, scale); err != nil {
				return err
			}
			return writeFile(out, buf.Bytes(), replace)
		},
	}
	g.add(cmd)
	f := cmd.Flags()
	f.StringVarP(&out, "out", "o", "", locale.T("`FILE` to write"))
	f.IntVar(&ply, "ply", ply, locale.T("`NUMBER` of moves to play; negative numbers count from the end"))
	f.IntVar(&scale, "scale", scale, locale.T("size of a PNG, 1 to 4 times %d pixels", picture.Width))
	f.StringVar(&colors, "colors", themes[0], locale.T("`COLORS` of the board: %s", strings.Join(themes, ", ")))
	lie.add(cmd)
	f.BoolVar(&coordinates, "coordinates", true, locale.T("letters and numbers at the edges"))
	over.add(cmd)
	replaceFlag(cmd, &replace)
	must(cmd.RegisterFlagCompletionFunc("colors", cobra.FixedCompletions(themes, cobra.ShellCompDirectiveNoFileComp)))
	must(cmd.MarkFlagFilename("out", "png", "svg", "pdf"))
	return cmd
}

// orientationFlags are the options that say how the board lies.
type orientationFlags struct {
	turn          int
	mirror, below bool
}

func (o *orientationFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&o.turn, "rotate", 0, locale.T("`NUMBER` of turns clockwise, each of a quarter; of a sixth on hexagons, of a half with pits"))
	f.BoolVar(&o.mirror, "mirror", false, locale.T("exchange left and right"))
	f.BoolVar(&o.below, "one-below", false, locale.T("row 1 at the bottom"))
}

// of returns the orientation of a board that they ask for.
func (o *orientationFlags) of(b *rules.Board) (rules.Orientation, error) {
	x := rules.Orientation{Mirror: o.below && b.Rows != nil}
	if o.mirror {
		x = b.Mirrored(x)
	}
	if x.Turn += o.turn; !b.Allows(x) {
		return x, msg.Errorf("the board of this game cannot lie so")
	}
	return x, nil
}

// scene returns a diagram of a node of a record, with what is marked there.
func scene(doc *model.Document, n *model.Node) (*diagram.Diagram, error) {
	r := doc.Tree.Rules()
	p, err := doc.Tree.Position(n)
	if err != nil {
		return nil, err
	}
	d := diagram.New(r, p)
	d.Win, d.Marks, d.Lines = p.Result().Cells, n.Marks(), n.Lines()
	d.Seats = diagram.SeatsOf(doc.Players)
	if m, ok := n.Move(); ok && n.Parent() != nil {
		before, err := doc.Tree.Position(n.Parent())
		if err != nil {
			return nil, err
		}
		d.Last = rules.Landing(r.Board(), before, p, m)
	}
	for _, g := range n.Glyphs() {
		if _, _, ok := g.Position(); !ok {
			d.Judgement = g
			break
		}
	}
	return d, nil
}
