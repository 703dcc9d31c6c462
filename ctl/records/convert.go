package records

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

func convertCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var f convertFlags
	cmd := &cobra.Command{
		Use:   "convert IN… OUT",
		Short: locale.T("Convert records to another format"),
		Long: locale.T("Convert one or more records. The format of IN is detected from its content, the format of OUT "+
			"from its extension or --to. IN and OUT may be - for the standard input and output. Reports "+
			"anything that the output format cannot store. If there are warnings about IN, OUT is still "+
			"written and the exit code is 1. An existing file OUT is replaced only with --replace, or if you "+
			"confirm on a terminal.") + "\n\n" +
			locale.T("Several files, folders, .zip and .gz archives are converted into a folder OUT; so is one file if "+
				"OUT is a folder or ends with /. Each file is converted to a file of the same name. If the format "+
				"stores one game per file, each game becomes a numbered file. If some games cannot be read, the "+
				"others are written, and the exit code is 2. Existing files are kept, so a second run resumes an "+
				"interrupted one; --replace writes them again. --join writes all games to one file, --merge "+
				"combines them in one tree, --split writes one file per game.") + "\n\n" + formatList(t.Documents),
		Example: "  studioctl convert game.studio game.txt\n  studioctl convert moves.txt game.studio --game gomoku\n" +
			"  studioctl convert records/ more.zip out/ --to xml\n  studioctl convert records/ all.txt --join\n  studioctl convert all.txt tree.studio --merge",
		Args: t.Arguments(2, -1, "IN", "OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return convert(t, cmd.Context(), &g, &f, args[:len(args)-1], args[len(args)-1])
		},
	}
	g.Add(cmd)
	cmd.Flags().StringVar(&f.to, "to", "", locale.T("`FORMAT` of OUT, if the extension does not determine it"))
	cmd.Flags().BoolVar(&f.split, "split", false, locale.T("write each game to a separate file in the folder OUT"))
	cmd.Flags().BoolVar(&f.join, "join", false, locale.T("write all games to the file OUT"))
	cmd.Flags().BoolVar(&f.merge, "merge", false, locale.T("merge all games into one tree, where shared moves appear once"))
	cmd.MarkFlagsMutuallyExclusive("split", "join", "merge")
	cmd.Flags().BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	salvageFlag(t, cmd)
	verboseFlag(t, cmd)
	ctl.ReplaceFlag(cmd, &f.replace)
	ctl.Must(cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(t.Writable(), cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// convertFlags are the options of `studioctl convert`.
type convertFlags struct {
	to                          string
	split, join, merge, replace bool
}

// formatList returns a list of the formats that can be read and written.
func formatList(docs *document.Library) string {
	var b strings.Builder
	b.WriteString(locale.T("Formats (r can be read, w can be written):"))
	for _, f := range docs.Formats {
		can := [2]byte{'-', '-'}
		if f.Decode != nil {
			can[0] = 'r'
		}
		if f.Encode != nil {
			can[1] = 'w'
		}
		b.WriteString("\n  " + string(can[:]) + " " + f.Name + " (" + strings.Join(f.Ext, ", ") + "): " + locale.T(f.Title))
	}
	return b.String()
}

func convert(t *ctl.Tool, ctx context.Context, g *ctl.GameFlags, o *convertFlags, in []string, out string) error {
	t.Salvages = true
	folder := o.split || !o.join && !o.merge && (several(in) || ctl.NamesFolder(out))
	to := o.to
	if folder && to == "" {
		to = t.Documents.Formats[0].Name
	}
	f, err := t.OutFormat(out, to)
	if err != nil {
		return err
	}
	spec, err := g.Spec()
	if err != nil {
		return err
	}
	if folder || o.join || o.merge {
		return convertMany(t, ctx, spec, o, f, in, out, folder)
	}
	if err := t.MayWrite(out, o.replace); err != nil {
		return err
	}
	d, _, err := t.Record(ctx, in[0], spec)
	// A file of several games is converted as such even if its first game is damaged.
	if f.Join != nil && in[0] != ctl.Stdin && (err == nil && codec.IsMany(d.Warnings) || err != nil && holdsMany(t, ctx, in[0], spec)) {
		return convertMany(t, ctx, spec, o, f, in, out, folder)
	}
	if err != nil {
		return err
	}
	t.Warn(d)
	return t.WriteDocument(ctx, f, d, out, o.replace)
}

// holdsMany reports whether a file contains several games.
func holdsMany(t *ctl.Tool, ctx context.Context, file string, spec *rules.Spec) bool {
	if file == ctl.Stdin {
		return false
	}
	data, err := document.Read(ctx, file)
	return err == nil && t.Documents.Many(ctx, file, data, codec.Options{Spec: spec, Charset: t.Charset})
}

// convertMany converts the games of files, folders and archives.
func convertMany(t *ctl.Tool, ctx context.Context, spec *rules.Spec, o *convertFlags, f *codec.Format, in []string, out string, folder bool) error {
	if !folder {
		if err := t.MayWrite(out, o.replace); err != nil {
			return err
		}
	}
	b, err := newBulk(t, ctx, f, spec, in, o.replace)
	switch {
	case err != nil:
		return err
	case folder:
		err = b.folder(ctx, out, o.split)
	case o.merge:
		err = b.merge(ctx, out)
	default:
		err = b.join(ctx, out)
	}
	return b.end(ctx, err)
}
