package ctl

import (
	"context"
	"errors"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/store/safe"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Stdin is the file name that means standard input or standard output.
const Stdin = "-"

// Read returns the content of a file or of standard input. Like safe.ReadFile, it refuses content
// that exceeds limit.
func (t *Tool) Read(ctx context.Context, path string, limit int64) ([]byte, error) {
	if path == Stdin {
		return safe.ReadAll(ctx, t.In, limit)
	}
	return safe.ReadFile(ctx, path, limit)
}

// readMemory is the heap size above which garbage is collected at once while a file is read. The
// largest files need some 700 MB, and the heap would otherwise grow to twice that.
const readMemory = 1200 << 20

// Record reads a game record. spec is the game of records that do not name theirs. If it is nil,
// Record returns an error for such records.
func (t *Tool) Record(ctx context.Context, path string, spec *rules.Spec) (*model.Document, *codec.Format, error) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(readMemory))
	o := codec.Options{Games: t.Games, Spec: spec, Engine: t.Engines.Known, Charset: t.Charset, Salvage: t.Salvage}
	if path != Stdin {
		data, err := document.Read(ctx, path)
		if err != nil {
			return nil, nil, err
		}
		d, f, err := t.Documents.Decode(ctx, path, data, o)
		if err != nil && t.Salvages && !o.Salvage && ctx.Err() == nil && t.Documents.CanSalvage(path, data) {
			o.Salvage = true
			if _, _, e := t.Documents.Decode(ctx, path, data, o); e == nil {
				t.Note(locale.T("%s is damaged: use --%s to read the undamaged parts", path, "salvage"))
			}
		}
		return d, f, t.suggestGames(ctx, path, data, err)
	}
	o.File = locale.T("standard input")
	data, err := t.Read(ctx, path, codec.MaxFile)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case errors.Is(err, safe.ErrTooLarge):
		return nil, nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	case err != nil:
		return nil, nil, msg.Errorf("the standard input cannot be read: %v", safe.Cause(err))
	}
	f, err := t.Documents.Choose("", data, o)
	if err != nil {
		return nil, nil, err
	}
	d, err := t.Documents.DecodeAs(ctx, f, data, o)
	return d, f, t.suggestGames(ctx, "", data, err)
}

// suggestGames adds a list of matching games to the error for a record that does not name its game.
func (t *Tool) suggestGames(ctx context.Context, path string, data []byte, err error) error {
	var e *codec.Error
	if !errors.As(err, &e) || !e.Unnamed {
		return err
	}
	var names []string
	for _, g := range t.Documents.Fits(ctx, path, data, codec.Options{}) {
		if g.Name != "" && g.Legal == g.Moves {
			names = append(names, g.Name)
		}
	}
	if len(names) == 0 {
		return err
	}
	with := *e
	with.Why = msg.Errorf("%v; name the game with option --%s: %s", e.Why, "game", strings.Join(names, ", "))
	return &with
}

// Open reads a record for a command that shows or changes it. It prints problems in the file as
// warnings.
func (t *Tool) Open(ctx context.Context, path string, g *GameFlags) (*model.Document, error) {
	spec, err := g.Spec()
	if err != nil {
		return nil, err
	}
	d, _, err := t.Record(ctx, path, spec)
	if err != nil {
		return nil, err
	}
	t.Warn(d)
	return d, nil
}

// Warn prints the problems found in a document's file.
func (t *Tool) Warn(d *model.Document) {
	for _, w := range d.Warnings {
		t.Note(locale.T("warning: %s", locale.Err(w)))
	}
}

// Where returns the file and line that an error refers to, and its reason.
func Where(err error) (file string, line int, why error) {
	var e *codec.Error
	if errors.As(err, &e) {
		return e.File, e.Line, e.Why
	}
	return "", 0, err
}

// AtPly returns the node of the main line after ply moves, and that number. A negative ply counts
// from the end: -1 is the last node. It returns an error if the line is too short.
func AtPly(tree *model.Tree, ply int) (*model.Node, int, error) {
	var line []*model.Node // indexed by ply: the last node after that many moves
	for n := range tree.Main() {
		if Moved(n) || len(line) == 0 {
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

// Moved reports whether n is a move, even an unreadable one.
func Moved(n *model.Node) bool {
	_, ok := n.Move()
	return ok || n.Raw() != ""
}

// CompleteFiles completes the names of readable files.
func (t *Tool) CompleteFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var exts []string
	for _, f := range t.Documents.Readable() {
		for _, e := range f.Ext {
			exts = append(exts, strings.TrimPrefix(e, "."))
		}
	}
	return exts, cobra.ShellCompDirectiveFilterFileExt
}

// Place returns a file and a line in the form that editors understand.
func Place(file string, line int) string {
	if line == 0 {
		return file
	}
	return file + ":" + strconv.Itoa(line)
}
