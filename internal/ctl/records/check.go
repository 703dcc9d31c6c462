package records

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"boardstudio/collection"
	"boardstudio/internal/ctl"
	"boardstudio/io/codec"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/words"
)

func checkCommand(t *ctl.Tool) *cobra.Command {
	var g ctl.GameFlags
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: locale.T("Check records: can they be read, do all moves play"),
		Long: locale.T("Check records. Each problem is a line with file, line number and reason. " +
			"Exit codes: 0 all is well, 1 there are warnings, such as moves that do not play, 2 a file cannot be read."),
		Example:           "  studioctl check game.studio\n  studioctl check --json *.studio",
		Args:              ctl.Arguments(1, -1, "FILE"),
		ValidArgsFunction: ctl.CompleteFiles,
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
	return cmd
}

// salvageFlag adds the option to read damaged files in part.
func salvageFlag(t *ctl.Tool, cmd *cobra.Command) {
	cmd.Flags().BoolVar(&t.Salvage, "salvage", false, locale.T("read what can be read of a damaged file, and tell what was left out"))
}

// The JSON of studioctl check.
type (
	checkJSON struct {
		File     string        `json:"file"`
		Format   string        `json:"format,omitempty"`
		Game     *ctl.SpecJSON `json:"game,omitempty"`
		Games    int           `json:"games,omitempty"` // of a file of several
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

// checkFile checks a file, or each of those in a folder or an archive. The error is that of ctx.
func checkFile(t *ctl.Tool, ctx context.Context, file string, spec *rules.Spec) (reports []checkJSON, err error) {
	many := several([]string{file})
	if many || holdsMany(t, ctx, file, spec) {
		var failed []checkJSON
		list, err := collection.Read(ctx, []string{file}, collection.Options{Spec: spec, Salvage: t.Salvage, Failed: func(path string, err error) {
			if !many {
				return // reading it by itself tells
			}
			failed = append(failed, checkJSON{File: path, Warnings: []problemJSON{}, Error: problem(t, path, err, "error: %s")})
		}})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil && (many || len(list.Rows) > 1):
			return append(failed, checkGames(t, ctx, list)...), ctx.Err()
		}
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
	if !t.JSON && len(r.Warnings) == 0 {
		t.Printf("%s: %s\n", term.Clean(file), locale.T("no problems")+" ("+facts(d, f)+")")
	}
	return []checkJSON{r}, nil
}

// checkGames checks the games of a list: a report for each file.
func checkGames(t *ctl.Tool, ctx context.Context, list *collection.List) (reports []checkJSON) {
	for i, x := range list.Docs(ctx, list.All()) {
		file := list.Files[list.Rows[i].File].Path
		if last := len(reports) - 1; last < 0 || reports[last].File != file {
			reports = append(reports, checkJSON{File: file, Warnings: []problemJSON{}})
		}
		r := &reports[len(reports)-1]
		if r.Games++; x.Err != nil {
			r.Error = problem(t, file, x.Err, "error: %s")
			continue
		}
		checkDocument(t, r, file, x.Doc)
	}
	for i := range reports {
		if r := &reports[i]; !t.JSON && r.Error == nil && len(r.Warnings) == 0 {
			t.Printf("%s: %s\n", term.Clean(r.File), locale.T("no problems")+" ("+locale.N("%d game", "%d games", r.Games, r.Games)+", "+locale.N("%d move", "%d moves", r.moves, r.moves)+")")
		}
	}
	return reports
}

// checkDocument tells what is wrong with a document.
func checkDocument(t *ctl.Tool, r *checkJSON, file string, d *model.Document) {
	spec := d.Tree.Rules().Spec()
	r.Game = &ctl.SpecJSON{Name: spec.Game, Params: spec.Params}
	r.Nodes += d.Tree.Len()
	r.moves += moves(d)
	if len(d.Warnings) == 0 && !d.Tree.Warm(0) { // formats without lines do not look, and leave no positions
		d.Warnings = d.Tree.Validate(codec.MaxWarnings)
	}
	for _, w := range d.Warnings {
		r.Warnings = append(r.Warnings, *problem(t, file, w, "warning: %s"))
	}
}

// moves counts the moves of a document.
func moves(d *model.Document) (count int) {
	for n := range d.Tree.All() {
		if ctl.Moved(n) {
			count++
		}
	}
	return count
}

// facts says what a record is.
func facts(d *model.Document, f *codec.Format) string {
	moves := moves(d)
	return f.Name + ", " + words.Game(d.Tree.Rules().Spec()) + ", " + locale.N("%d move", "%d moves", moves, moves)
}

// problem writes a problem for a person, and returns it for a program.
func problem(t *ctl.Tool, file string, err error, severity msg.Key) *problemJSON {
	in, line, why := ctl.Where(err)
	if in == "" || in == filepath.Base(file) {
		in = file // errors name the file alone, a person may have given several of that name
	}
	text := locale.Err(why)
	if !t.JSON {
		t.Printf("%s: %s\n", term.Clean(ctl.Place(in, line)), term.Clean(locale.T(severity, text)))
	}
	return &problemJSON{Line: line, Message: text}
}
