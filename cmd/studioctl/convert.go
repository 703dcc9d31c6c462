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
)

func (t *tool) convertCommand() *cobra.Command {
	var g gameFlags
	var to string
	var replace bool
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: locale.T("Convert a record to another format"),
		Long: locale.T("Convert a record. The format of IN is known by its content, that of OUT by its extension or --to. "+
			"IN and OUT may be - for the standard input and output. What the format of OUT cannot hold is told. "+
			"Warnings about IN give exit code 1; OUT is written nevertheless.") + "\n\n" + formatList(),
		Example: "  studioctl convert game.studio game.txt\n  studioctl convert moves.txt game.studio --game gomoku",
		Args:    arguments(2, 2, "IN", "OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.convert(cmd.Context(), &g, args[0], args[1], to, replace)
		},
	}
	g.add(cmd)
	cmd.Flags().StringVar(&to, "to", "", locale.T("`FORMAT` of OUT, when the extension does not tell"))
	replaceFlag(cmd, &replace)
	must(cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(writable(), cobra.ShellCompDirectiveNoFileComp)))
	return cmd
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

func (t *tool) convert(ctx context.Context, g *gameFlags, in, out, to string, replace bool) error {
	f, err := outFormat(out, to)
	if err != nil {
		return err
	}
	d, err := t.open(ctx, in, g)
	if err != nil {
		return err
	}
	if err = f.Writes(d.Tree.Rules()); err != nil {
		return err
	}
	return t.written(ctx, f, d, out, replace)
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
