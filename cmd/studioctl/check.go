package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"boardstudio/io/codec"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/words"
)

func (t *tool) checkCommand() *cobra.Command {
	var g gameFlags
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: locale.T("Check records: can they be read, do all moves play"),
		Long: locale.T("Check records. Each problem is a line with file, line number and reason. " +
			"Exit codes: 0 all is well, 1 there are warnings, such as moves that do not play, 2 a file cannot be read."),
		Example:           "  studioctl check game.studio\n  studioctl check --json *.studio",
		Args:              arguments(1, -1, "FILE"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			spec, err := g.spec()
			if err != nil {
				return err
			}
			return t.check(cmd.Context(), args, spec)
		},
	}
	g.add(cmd)
	cmd.Flags().BoolVar(&t.json, "json", false, locale.T("write JSON"))
	return cmd
}

// The JSON of studioctl check.
type (
	checkJSON struct {
		File     string        `json:"file"`
		Format   string        `json:"format,omitempty"`
		Game     *specJSON     `json:"game,omitempty"`
		Nodes    int           `json:"nodes"`
		Error    *problemJSON  `json:"error,omitempty"`
		Warnings []problemJSON `json:"warnings"`
	}
	problemJSON struct {
		Line    int    `json:"line,omitempty"`
		Message string `json:"message"`
	}
)

func (t *tool) check(ctx context.Context, files []string, spec *rules.Spec) error {
	reports := make([]checkJSON, 0, len(files))
	var worst error
	for _, file := range files {
		d, f, err := t.record(ctx, file, spec)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r := checkJSON{File: file, Warnings: []problemJSON{}}
		switch {
		case err != nil:
			r.Error = t.problem(file, err, "error: %s")
			worst = errFailed
		default:
			r.Format = f.Name
			r.Game = &specJSON{d.Tree.Rules().Spec().Game, d.Tree.Rules().Spec().Params}
			r.Nodes = d.Tree.Len()
			if len(d.Warnings) == 0 { // formats without lines do not look
				d.Warnings = d.Tree.Validate(codec.MaxWarnings)
			}
			for _, w := range d.Warnings {
				r.Warnings = append(r.Warnings, *t.problem(file, w, "warning: %s"))
			}
			if len(d.Warnings) > 0 && worst == nil {
				worst = errNo
			}
			if !t.json && len(d.Warnings) == 0 {
				t.printf("%s: %s\n", term.Clean(file), locale.T("no problems")+" ("+facts(d, f)+")")
			}
		}
		reports = append(reports, r)
	}
	if t.json {
		if err := t.writeJSON(reports); err != nil {
			return err
		}
	}
	return worst
}

// facts says what a record is.
func facts(d *model.Document, f *codec.Format) string {
	moves := 0
	for n := range d.Tree.All() {
		if moved(n) {
			moves++
		}
	}
	return f.Name + ", " + words.Game(d.Tree.Rules().Spec()) + ", " + locale.N("%d move", "%d moves", moves, moves)
}

// problem writes a problem for a person, and returns it for a program.
func (t *tool) problem(file string, err error, severity msg.Key) *problemJSON {
	in, line, why := where(err)
	if in == "" || in == filepath.Base(file) {
		in = file // errors name the file alone, a person may have given several of that name
	}
	text := locale.Err(why)
	if !t.json {
		t.printf("%s: %s\n", term.Clean(place(in, line)), term.Clean(locale.T(severity, text)))
	}
	return &problemJSON{Line: line, Message: text}
}
