package records

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"boardstudio/collection"
	"boardstudio/ctl"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// reading reads games from files, folders and archives for a command, and collects the problems.
type reading struct {
	t       *ctl.Tool
	bar     *ctl.Progress
	failed  bool // something is unreadable
	warned  bool
	skipped int
}

func newReading(t *ctl.Tool) *reading { return &reading{t: t, bar: t.Progress()} }

// verboseFlag defines the option that lists skipped files.
func verboseFlag(t *ctl.Tool, cmd *cobra.Command) {
	cmd.Flags().BoolVar(&t.Verbose, "verbose", false, locale.T("list the files of folders and archives that are skipped"))
}

// options returns the options for reading files.
func (r *reading) options(spec *rules.Spec) collection.Options {
	return collection.Options{
		Documents: r.t.Documents,
		Spec:      spec, Charset: r.t.Charset, Salvage: r.t.Salvage, Engine: r.t.Engines.Known, Stdin: r.t.In,
		Failed: r.fail, Warned: r.warn, Skipped: r.skip,
		Progress: func(done, of int64) { r.bar.Show(locale.T("%d of %d files", done, of)) },
	}
}

// fail reports a file that cannot be read or written.
func (r *reading) fail(path string, err error) {
	r.failed = true
	_, line, why := ctl.Where(err)
	r.note(ctl.Place(path, line) + ": " + locale.Err(why))
}

// warn reports a warning about a readable file.
func (r *reading) warn(path string, err error) {
	r.warned = true
	_, line, why := ctl.Where(err)
	r.note(ctl.Place(path, line) + ": " + locale.T("warning: %s", locale.Err(why)))
}

// skip counts a skipped file, except the stored results of an analysis.
func (r *reading) skip(path string) {
	if filepath.Base(path) == storeName {
		return
	}
	if r.skipped++; r.t.Verbose {
		r.note(locale.T("skipped: %s", path))
	}
}

// note prints a line instead of the progress.
func (r *reading) note(line string) {
	r.bar.Clear()
	r.t.Note(line)
}

// reportSkipped reports the number of skipped files.
func (r *reading) reportSkipped() {
	if r.skipped == 0 {
		return
	}
	text := locale.N("%d file was skipped, since it does not look like a game record", "%d files were skipped, since they do not look like game records", r.skipped, r.skipped)
	if !r.t.Verbose {
		text += " " + locale.T("(--%s lists them)", "verbose")
	}
	r.note(text)
}

// end returns the error that determines the exit code.
func (r *reading) end() error {
	switch {
	case r.failed:
		return ctl.ErrFailed
	case r.warned:
		return ctl.ErrNo
	}
	return nil
}
