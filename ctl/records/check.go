package records

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"boardstudio/collection"
	"boardstudio/ctl"
	"boardstudio/draw/term"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

func checkCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: locale.T("Check records for damage and illegal moves"),
		Long: locale.T("Check records. FILE may also be a folder or an archive. Prints each problem in one line with " +
			"file, line number and reason. Exit codes: 0 no problems, 1 warnings, such as illegal moves, 2 a " +
			"file or a part of it cannot be read."),
		Example:           "  studioctl check game.studio\n  studioctl check --json *.studio",
		Args:              t.Arguments(1, -1, "FILE"),
		ValidArgsFunction: t.CompleteFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			spec, err := g.Spec()
			if err != nil {
				return err
			}
			return check(t, cmd.Context(), args, spec)
		},
	}
	g.Add(cmd)
	cmd.Flags().BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	salvageFlag(t, cmd)
	verboseFlag(t, cmd)
	return cmd
}

// salvageFlag defines the option to read damaged files in part.
func salvageFlag(t *ctl.Tool, cmd *cobra.Command) {
	cmd.Flags().BoolVar(&t.Salvage, "salvage", false, locale.T("read the undamaged parts of damaged files, and report any losses"))
}

// JSON output of studioctl check.
type (
	checkJSON struct {
		File     string        `json:"file"`
		Format   string        `json:"format,omitempty"`
		Game     *ctl.SpecJSON `json:"game,omitempty"`
		Games    int           `json:"games,omitempty"` // if the file has several
		Nodes    int           `json:"nodes"`
		Error    *problemJSON  `json:"error,omitempty"`
		Warnings []problemJSON `json:"warnings"`

		moves int
	}
	problemJSON struct {
		Line    int    `json:"line,omitempty"`
		Message string `json:"message"`
	}
)

func check(t *ctl.Tool, ctx context.Context, files []string, spec *rules.Spec) error {
	t.Salvages = true
	reports := make([]checkJSON, 0, len(files))
	var worst error
	for _, file := range files {
		more, err := checkFile(t, ctx, file, spec)
		if err != nil {
			return err
		}
		for i := range more {
			switch {
			case more[i].Error != nil:
				worst = ctl.ErrFailed
			case len(more[i].Warnings) > 0 && worst == nil:
				worst = ctl.ErrNo
			}
		}
		reports = append(reports, more...)
	}
	if t.JSON {
		if err := t.WriteJSON(reports); err != nil {
			return err
		}
	}
	return worst
}

// checkFile checks a file, or every file in a folder or an archive. It returns an error only if ctx
// ends.
func checkFile(t *ctl.Tool, ctx context.Context, file string, spec *rules.Spec) ([]checkJSON, error) {
	if several([]string{file}) || holdsMany(t, ctx, file, spec) {
		return checkGames(t, ctx, file, spec)
	}
	d, f, err := t.Record(ctx, file, spec)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := checkJSON{File: file, Warnings: []problemJSON{}}
	if err != nil {
		r.Error = problem(t, file, err, "error: %s")
		return []checkJSON{r}, nil
	}
	r.Format = f.Name
	checkDocument(t, &r, file, d)
	if !t.JSON && r.Error == nil && len(r.Warnings) == 0 {
		t.Printf("%s: %s\n", term.Clean(file), locale.T("no problems")+" ("+summary(d, f)+")")
	}
	return []checkJSON{r}, nil
}

// checkGames checks the games of a file, folder or archive and returns a report for each file. It returns an error only
// if ctx ends.
func checkGames(t *ctl.Tool, ctx context.Context, path string, spec *rules.Spec) ([]checkJSON, error) {
	var order []string
	reports := map[string]*checkJSON{}
	report := func(file string) *checkJSON {
		r := reports[file]
		if r == nil {
			r = &checkJSON{File: file, Warnings: []problemJSON{}}
			reports[file] = r
			order = append(order, file)
		}
		return r
	}
	fail := func(file string, err error) {
		p := problem(t, file, err, "error: %s")
		if r := report(file); r.Error == nil {
			r.Error = p
		}
	}
	in := newReading(t)
	o := in.options(spec)
	o.Failed = fail
	o.Warned = func(file string, err error) {
		r := report(file)
		r.Warnings = append(r.Warnings, *problem(t, file, err, "warning: %s"))
	}
	list, err := collection.Read(ctx, []string{path}, o)
	if err == nil {
		rows := list.All()
		for i, x := range list.Docs(ctx, rows) {
			file := list.Files[list.Rows[rows[i]].File].Path
			r := report(file)
			if r.Games++; x.Err != nil {
				fail(file, x.Err)
				continue
			}
			checkDocument(t, r, file, x.Doc)
		}
	}
	in.bar.Clear()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		fail(path, err)
	}
	all := make([]checkJSON, 0, len(order))
	for _, file := range order {
		r := reports[file]
		if !t.JSON && r.Error == nil && len(r.Warnings) == 0 {
			t.Printf("%s: %s\n", term.Clean(r.File), locale.T("no problems")+" ("+locale.N("%d game", "%d games", r.Games, r.Games)+", "+locale.N("%d move", "%d moves", r.moves, r.moves)+")")
		}
		all = append(all, *r)
	}
	in.reportSkipped()
	return all, nil
}

// checkDocument reports the problems of a document.
func checkDocument(t *ctl.Tool, r *checkJSON, file string, d *model.Document) {
	spec := d.Tree.Rules().Spec()
	r.Game = &ctl.SpecJSON{Name: spec.Game, Params: spec.Params}
	r.Nodes += d.Tree.Len()
	r.moves += moves(d)
	if len(d.Warnings) == 0 && !d.Tree.Prefetch(0) { // formats without lines do not validate
		d.Warnings = d.Tree.Validate(codec.MaxWarnings)
	}
	for _, w := range d.Warnings {
		if !codec.IsDamaged(w) {
			r.Warnings = append(r.Warnings, *problem(t, file, w, "warning: %s"))
		} else if p := problem(t, file, w, "error: %s"); r.Error == nil {
			r.Error = p
		}
	}
}

// moves returns the number of moves in a document.
func moves(d *model.Document) (count int) {
	for n := range d.Tree.All() {
		if ctl.Moved(n) {
			count++
		}
	}
	return count
}

// summary returns a summary of a record: format, game and number of moves.
func summary(d *model.Document, f *codec.Format) string {
	moves := moves(d)
	return f.Name + ", " + words.Game(d.Tree.Rules()) + ", " + locale.N("%d move", "%d moves", moves, moves)
}

// problem returns a problem in the JSON form. It also prints it, unless the output is JSON.
func problem(t *ctl.Tool, file string, err error, severity msg.Key) *problemJSON {
	in, line, why := ctl.Where(err)
	if in == "" || in == filepath.Base(file) {
		in = file // errors have only the base name, which several of the given files may share
	}
	text := locale.Err(why)
	if !t.JSON {
		t.Printf("%s: %s\n", term.Clean(ctl.Place(in, line)), term.Clean(locale.T(severity, text)))
	}
	return &problemJSON{Line: line, Message: text}
}
