package records

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/internal/ctl"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/rules"
)

func convertCommand(t *ctl.Tool) *cobra.Command {
	var g ctl.GameFlags
	var f convertFlags
	cmd := &cobra.Command{
		Use:   "convert IN… OUT",
		Short: locale.T("Convert records to another format"),
		Long: locale.T("Convert a record, or many. The format of IN is known by its content, that of OUT by its extension or --to. "+
			"IN and OUT may be - for the standard input and output. What the format of OUT cannot hold is told. "+
			"Warnings about IN give exit code 1; OUT is written nevertheless.") + "\n\n" +
			locale.T("Several files, folders, .zip and .gz archives are converted into a folder OUT, each file to one of its name, or where the format holds one game in a file, each game to a numbered one. "+
				"Files that are there already stay, so that a second run goes on where the first was interrupted; with --replace they are written anew. --join writes all games into one file, "+
				"--merge one tree of all of them, --split a file for each game.") + "\n\n" + formatList(),
		Example: "  studioctl convert game.studio game.txt\n  studioctl convert moves.txt game.studio --game gomoku\n" +
			"  studioctl convert records/ more.zip out/ --to xml\n  studioctl convert records/ all.txt --join\n  studioctl convert all.txt tree.studio --merge",
		Args: ctl.Arguments(2, -1, "IN", "OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return convert(t, cmd.Context(), &g, &f, args[:len(args)-1], args[len(args)-1])
		},
	}
	g.Add(cmd)
	cmd.Flags().StringVar(&f.to, "to", "", locale.T("`FORMAT` of OUT, when the extension does not tell"))
	cmd.Flags().BoolVar(&f.split, "split", false, locale.T("write each game into a file of its own, in the folder OUT"))
	cmd.Flags().BoolVar(&f.join, "join", false, locale.T("write all games into the file OUT"))
	cmd.Flags().BoolVar(&f.merge, "merge", false, locale.T("bring all games together in one tree, where shared moves stand once"))
	cmd.MarkFlagsMutuallyExclusive("split", "join", "merge")
	cmd.Flags().BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	salvageFlag(t, cmd)
	ctl.ReplaceFlag(cmd, &f.replace)
	ctl.Must(cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(ctl.Writable(), cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// convertFlags are the options of convert.
type convertFlags struct {
	to                          string
	split, join, merge, replace bool
}

// formatList tells which formats can be read and written.
func formatList() string {
	var b strings.Builder
	b.WriteString(locale.T("Formats (r can be read, w can be written):"))
	for _, f := range ioall.Formats {
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
	folder := o.split || !o.join && !o.merge && several(in)
	to := o.to
	if folder && to == "" {
		to = ioall.Formats[0].Name
	}
	f, err := ctl.OutFormat(out, to)
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
	d, _, err := t.Record(ctx, in[0], spec)
	if f.Join != nil && in[0] != ctl.Stdin && (err == nil && codec.IsMany(d.Warnings) || err != nil && holdsMany(t, ctx, in[0], spec)) { // also when only the first is broken
		return convertMany(t, ctx, spec, o, f, in, out, folder)
	}
	if err != nil {
		return err
	}
	t.Warn(d)
	if err = f.Writes(d.Tree.Rules()); err != nil {
		return err
	}
	return t.WriteDocument(ctx, f, d, out, o.replace)
}

// holdsMany reports whether a file holds several games.
func holdsMany(t *ctl.Tool, ctx context.Context, file string, spec *rules.Spec) bool {
	if file == ctl.Stdin {
		return false
	}
	data, err := ioall.Read(ctx, file)
	return err == nil && ioall.Many(ctx, file, data, codec.Options{Spec: spec})
}

// convertMany converts the games of files, folders and archives.
func convertMany(t *ctl.Tool, ctx context.Context, spec *rules.Spec, o *convertFlags, f *codec.Format, in []string, out string, folder bool) error {
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
