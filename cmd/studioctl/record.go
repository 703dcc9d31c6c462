package main

import (
	"context"
	"errors"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	aiall "boardstudio/ai/all"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// stdin is the file name that stands for the standard input or output.
const stdin = "-"

// read returns the content of a file or of the standard input, see safe.ReadFile.
func (t *tool) read(ctx context.Context, path string, limit int64) ([]byte, error) {
	if path == stdin {
		return safe.ReadAll(ctx, t.in, limit)
	}
	return safe.ReadFile(ctx, path, limit)
}

// readMemory is the size of the heap from which on garbage is collected at once while a file
// is read. The largest files need some 700 MB, and the heap would grow to twice that.
const readMemory = 1200 << 20

// record reads a game record. spec is the game of records that do not name
// theirs; nil to refuse them.
func (t *tool) record(ctx context.Context, path string, spec *rules.Spec) (*model.Document, *codec.Format, error) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(readMemory))
	o := codec.Options{Games: all.Games, Spec: spec, Engine: aiall.Known, Salvage: t.salvage}
	if path != stdin {
		data, err := ioall.Read(ctx, path)
		if err != nil {
			return nil, nil, err
		}
		d, f, err := ioall.Decode(ctx, path, data, o)
		if err != nil && t.salvages && !o.Salvage && ctx.Err() == nil && ioall.Salvages(path, data) {
			o.Salvage = true
			if _, _, e := ioall.Decode(ctx, path, data, o); e == nil {
				t.note(locale.T("%s is damaged; option --%s reads what can be read", path, "salvage"))
			}
		}
		return d, f, fitting(ctx, path, data, err)
	}
	o.File = locale.T("standard input")
	data, err := t.read(ctx, path, codec.MaxFile)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case errors.Is(err, safe.ErrTooLarge):
		return nil, nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	case err != nil:
		return nil, nil, msg.Errorf("the standard input cannot be read: %v", safe.Cause(err))
	}
	f, err := ioall.Choose("", data, o)
	if err != nil {
		return nil, nil, err
	}
	d, err := ioall.DecodeAs(ctx, f, data, o)
	return d, f, fitting(ctx, "", data, err)
}

// fitting adds to the error for a record that does not name its game which games it fits.
func fitting(ctx context.Context, path string, data []byte, err error) error {
	if !codec.IsUnnamed(err) {
		return err
	}
	var names []string
	for _, g := range ioall.Fits(ctx, path, data, codec.Options{}) {
		if g.Name != "" && g.Legal == g.Moves {
			names = append(names, g.Name)
		}
	}
	if len(names) == 0 {
		return err
	}
	return msg.Errorf("%v; option --%s tells, such as: %s", err, "game", strings.Join(names, ", "))
}

// open reads a record for a command that shows or changes it: problems in the
// file are told as warnings.
func (t *tool) open(ctx context.Context, path string, g *gameFlags) (*model.Document, error) {
	spec, err := g.spec()
	if err != nil {
		return nil, err
	}
	d, _, err := t.record(ctx, path, spec)
	if err != nil {
		return nil, err
	}
	t.warn(d)
	return d, nil
}

// warn tells the problems in the file of a document.
func (t *tool) warn(d *model.Document) {
	for _, w := range d.Warnings {
		t.note(locale.T("warning: %s", locale.Err(w)))
	}
}

// where returns the file and line that an error names.
func where(err error) (file string, line int, why error) {
	var e *codec.Error
	if errors.As(err, &e) {
		return e.File, e.Line, e.Why
	}
	return "", 0, err
}

// atPly returns the node of the main line after ply moves; a negative ply
// counts from the end, -1 is the last.
func atPly(tree *model.Tree, ply int) (*model.Node, int, error) {
	var line []*model.Node // by ply: the last node with so many moves
	for n := range tree.Main() {
		if moved(n) || len(line) == 0 {
			line = append(line, n)
		} else {
			line[len(line)-1] = n
		}
	}
	if ply < 0 {
		ply += len(line)
	}
	if ply < 0 || ply >= len(line) {
		return nil, 0, msg.Errorf("the main line has moves 0 to %d", len(line)-1)
	}
	return line[ply], ply, nil
}

// moved reports whether n is a move, readable or not.
func moved(n *model.Node) bool {
	_, ok := n.Move()
	return ok || n.Raw() != ""
}

// completeFiles completes names of files that can be read.
func completeFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var exts []string
	for _, f := range ioall.Readable() {
		for _, e := range f.Ext {
			exts = append(exts, strings.TrimPrefix(e, "."))
		}
	}
	return exts, cobra.ShellCompDirectiveFilterFileExt
}

// place returns a file and a line in the form that editors know.
func place(file string, line int) string {
	if line == 0 {
		return file
	}
	return file + ":" + strconv.Itoa(line)
}
