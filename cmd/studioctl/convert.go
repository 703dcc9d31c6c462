package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

func (t *tool) convertCommand() *cobra.Command {
	var g gameFlags
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
		Args: arguments(2, -1, "IN", "OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.convert(cmd.Context(), &g, &f, args[:len(args)-1], args[len(args)-1])
		},
	}
	g.add(cmd)
	cmd.Flags().StringVar(&f.to, "to", "", locale.T("`FORMAT` of OUT, when the extension does not tell"))
	cmd.Flags().BoolVar(&f.split, "split", false, locale.T("write each game into a file of its own, in the folder OUT"))
	cmd.Flags().BoolVar(&f.join, "join", false, locale.T("write all games into the file OUT"))
	cmd.Flags().BoolVar(&f.merge, "merge", false, locale.T("bring all games together in one tree, where shared moves stand once"))
	cmd.MarkFlagsMutuallyExclusive("split", "join", "merge")
	cmd.Flags().BoolVar(&t.json, "json", false, locale.T("write JSON"))
	t.salvageFlag(cmd)
	replaceFlag(cmd, &f.replace)
	must(cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(writable(), cobra.ShellCompDirectiveNoFileComp)))
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

// writable returns the names of the formats that can be written.
func writable() []string {
	var names []string
	for _, f := range ioall.Writable(nil) {
		names = append(names, f.Name)
	}
	return names
}

// extensions returns those of the formats that can be written, each once.
func extensions() []string {
	var exts []string
	for _, f := range ioall.Writable(nil) {
		for _, e := range f.Ext {
			if !slices.Contains(exts, e) {
				exts = append(exts, e)
			}
		}
	}
	return exts
}

// outFormat returns the format to write.
func outFormat(path, name string) (*codec.Format, error) {
	if name != "" {
		for _, f := range ioall.Writable(nil) {
			if f.Name == name {
				return f, nil
			}
		}
		return nil, suggest(msg.Errorf("there is no format %q to write", name), name, writable())
	}
	f := ioall.ForName(path)
	switch {
	case path == stdin:
		return nil, msg.Errorf("option --%s is missing", "to")
	case f == nil:
		return nil, msg.Errorf("no format that can be written has the extension %q, it is not one of %s", filepath.Ext(path), strings.Join(extensions(), ", "))
	}
	return f, nil
}

func (t *tool) convert(ctx context.Context, g *gameFlags, o *convertFlags, in []string, out string) error {
	t.salvages = true
	folder := o.split || !o.join && !o.merge && several(in)
	to := o.to
	if folder && to == "" {
		to = ioall.Formats[0].Name
	}
	f, err := outFormat(out, to)
	if err != nil {
		return err
	}
	spec, err := g.spec()
	if err != nil {
		return err
	}
	if folder || o.join || o.merge {
		return t.convertMany(ctx, spec, o, f, in, out, folder)
	}
	d, _, err := t.record(ctx, in[0], spec)
	if f.Join != nil && in[0] != stdin && (err == nil && codec.IsMany(d.Warnings) || err != nil && t.many(ctx, in[0], spec)) { // also when only the first is broken
		return t.convertMany(ctx, spec, o, f, in, out, folder)
	}
	if err != nil {
		return err
	}
	t.warn(d)
	if err = f.Writes(d.Tree.Rules()); err != nil {
		return err
	}
	return t.written(ctx, f, d, out, o.replace)
}

// many reports whether a file holds several games.
func (t *tool) many(ctx context.Context, file string, spec *rules.Spec) bool {
	if file == stdin {
		return false
	}
	data, err := ioall.Read(ctx, file)
	return err == nil && ioall.Many(ctx, file, data, codec.Options{Spec: spec})
}

// convertMany converts the games of files, folders and archives.
func (t *tool) convertMany(ctx context.Context, spec *rules.Spec, o *convertFlags, f *codec.Format, in []string, out string, folder bool) error {
	b, err := t.bulk(ctx, f, spec, in, o.replace)
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

// written writes a document in a format, and tells what that does not keep.
func (t *tool) written(ctx context.Context, f *codec.Format, d *model.Document, out string, replace bool) (err error) {
	if out == stdin {
		err = f.Encode(ctx, t.out, d, nil)
	} else {
		var data []byte
		if data, err = ioall.Encode(ctx, out, f, d, nil); err == nil {
			err = writeFile(out, data, replace)
		}
	}
	if err != nil {
		return err
	}
	if err := t.tellLost(ctx, f, d); err != nil {
		return err
	}
	if len(d.Warnings) > 0 {
		return errNo
	}
	return nil
}

// tellLost tells what the format does not keep of a document.
func (t *tool) tellLost(ctx context.Context, f *codec.Format, d *model.Document) error {
	lost, err := ioall.Lost(ctx, f, d)
	if len(lost) == 0 {
		return err
	}
	texts := make([]string, len(lost))
	for i, err := range lost {
		texts[i] = locale.Err(err)
	}
	t.note(locale.T("the format %s does not keep everything: %s", f.Name, strings.Join(texts, ", ")))
	return nil
}
