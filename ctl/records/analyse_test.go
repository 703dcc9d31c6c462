package records

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/analysis"
	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/model"
	"boardstudio/rules/all"
)

// TestAnalyse checks that the records of a folder are analysed, written and reported, with the same
// result for any number of jobs. A second run does not analyse again.
func TestAnalyse(t *testing.T) {
	in := t.TempDir()
	if err := os.Mkdir(filepath.Join(in, "more"), 0o700); err != nil {
		t.Fatal(err)
	}
	game := func(name, moves string) {
		if err := os.WriteFile(filepath.Join(in, name), []byte("[Game \"connect4\"]\n\n"+moves+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	game("a.txt", "d a d a d g d")
	game("more/b.txt", "d d d d d d e a f")
	out := filepath.Join(t.TempDir(), "new", "out")
	analyse := func(out string, args ...string) ctltest.Ran {
		return program.Run(t, "", append([]string{"analyse", in, "--engine", "alphabeta", "--nodes", "2000", "--out", out}, args...)...)
	}
	analyse(out).Want(t, ctl.ExitYes, `\S*a\.txt\tA\tA\t\d+\.\d %\t\d+\.\d %\t\d\t\d\t\d\n\S*a\.txt\tB\tB\t.*\n\S*b\.txt\tA.*\n\S*b\.txt\tB.*\n`, ``)
	other := t.TempDir()
	analyse(other, "--jobs", "2").Want(t, ctl.ExitYes, `.*`, ``)
	for _, name := range []string{"a.studio", "more/b.studio"} {
		x, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		y, err := os.ReadFile(filepath.Join(other, name))
		if err != nil || !bytes.Equal(x, y) {
			t.Errorf("%s differs with two jobs: %v", name, err)
		}
		if !bytes.Contains(x, []byte(`<eval engine="alphabeta"`)) || !bytes.Contains(x, []byte(`was better: winning chances fell from`)) {
			t.Errorf("%s holds no analysis:\n%s", name, x)
		}
	}
	store := filepath.Join(out, storeName)
	size := func() int64 {
		i, err := os.Stat(store)
		if err != nil {
			t.Fatal(err)
		}
		return i.Size()
	}
	was := size()
	if analyse(out).Want(t, ctl.ExitYes, `.*`, ``); size() != was {
		t.Error("what was known was thought of again")
	}
	// A damaged line is reported once, and stays in the file.
	data, err := os.ReadFile(store)
	if err != nil {
		t.Fatal(err)
	}
	hurt := append([]byte("{\"job\":\"cut\n"), data...)
	if err := os.WriteFile(store, hurt, 0o600); err != nil {
		t.Fatal(err)
	}
	analyse(out).Want(t, ctl.ExitYes, `.*`, `studioctl: \S*analysis\.jsonl: warning: skipped 1 damaged record\n`)
	analyse(out).Want(t, ctl.ExitYes, `.*`, ``)
	if got, err := os.ReadFile(store); err != nil || !bytes.HasPrefix(got, hurt) {
		t.Errorf("the damaged line is gone: %.80q, %v", got, err)
	}
	var told []analysis.ReportJSON
	program.Run(t, "", "analyse", out, "--engine", "alphabeta", "--stored", "--json").Parse(t, &told)
	if len(told) != 2 || len(told[0].Moves) != 7 || told[0].Players[0].Accuracy <= told[0].Players[1].Accuracy || told[0].Moves[6].After[0] != 1 {
		t.Errorf("told %+v", told)
	}
	pages := filepath.Join(t.TempDir(), "report.pdf")
	program.Run(t, "", "analyse", out, "--engine", "alphabeta", "--stored", "--pdf", pages, "--paper", "a5").Want(t, ctl.ExitYes, `(.*\n){4}`, ``)
	if data, err := os.ReadFile(pages); err != nil || !bytes.HasPrefix(data, []byte("%PDF-")) {
		t.Errorf("no pages: %v", err)
	}
	program.Run(t, "", "analyse", in, "--stored").Want(t, ctl.ExitYes, ``, `(studioctl: .*: no evaluations by this engine\n){2}`)
}

// TestAnalyseErrors checks that errors are reported before anything is written.
func TestAnalyseErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.studio")
	program.Run(t, "[Game \"tictactoe\"]\n\nb2 a1\n", "convert", "-", file).Want(t, ctl.ExitYes, ``, ``)
	for _, x := range []struct{ name, args, err string }{
		{"unknown engine", "--out OUT --engine nobody", `unknown engine "nobody".*`},
		{"unknown scope", "--out OUT --scope branch", `option --scope: "branch" is not one of game, tree`},
		{"threshold of 0", "--out OUT --threshold 0", `option --threshold: 0 is not between 0 and 100`},
		{"no jobs", "--out OUT --jobs 0", `option --jobs is too small`},
		{"negative nodes", "--out OUT --nodes -1", `.*`},
		{"no --out", "", `option --out is missing`},
		{"unknown paper", "--out OUT --paper a9", `unknown paper "a9".*`},
		{"--stored with --out", "--out OUT --stored", `options --stored and --out cannot be used together`},
		{"over the files", "--out " + dir, `.* would be overwritten: choose another folder`},
	} {
		t.Run(x.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			args := strings.Fields(strings.ReplaceAll(x.args, "OUT", out))
			program.Run(t, "", append([]string{"analyse", file}, args...)...).Want(t, ctl.ExitError, ``, `studioctl: `+x.err+`\n`)
			if _, err := os.Stat(out); err == nil {
				t.Errorf("%s: something was written", x.args)
			}
		})
	}
	out := t.TempDir()
	if err := os.Symlink(file, filepath.Join(out, storeName)); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "analyse", file, "--nodes", "100", "--out", out).Want(t, ctl.ExitError, ``, `studioctl: .*analysis.jsonl: not written: a symbolic link leads out of the folder .*\n`)
	if err := os.WriteFile(filepath.Join(dir, "bad.studio"), []byte("<studio"), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "analyse", dir, "--nodes", "100", "--out", filepath.Join(t.TempDir(), "out")).Want(t, ctl.ExitError, `.*x\.studio\tA.*`, `studioctl: .*bad\.studio:1: .*\n`)
}

// TestAnalyseMany checks that each game of a file is analysed and written to a separate file. A
// game with errors is reported and does not stop the analysis of the other games.
func TestAnalyseMany(t *testing.T) {
	in, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	many := filepath.Join(in, "many.txt")
	var text strings.Builder
	for i, moves := range []string{"d a d a d g d", "d d d d d d d e", "c c e e"} {
		fmt.Fprintf(&text, "[Game \"connect4\"]\n[Round \"%d\"]\n\n%s\n\n", i+1, moves)
	}
	if err := os.WriteFile(many, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	got := program.Run(t, "", "analyse", many, "--nodes", "500", "--out", out)
	got.Want(t, ctl.ExitNo, `(\S*many\.txt#[123]\t[AB]\t.*\n){6}`, `studioctl: \S*many\.txt#2:\d+: warning: .*d.*\n`)
	for i, moves := range []int{7, 6, 4} {
		var told []analysis.ReportJSON
		program.Run(t, "", "analyse", filepath.Join(out, fmt.Sprintf("many-%d.studio", i+1)), "--stored", "--json").Parse(t, &told)
		if len(told) != 1 || len(told[0].Moves) != moves || told[0].Engine != "connect4" {
			t.Errorf("game %d: %+v", i+1, told)
		}
	}
	if err := os.WriteFile(filepath.Join(in, "many-2.txt"), []byte("[Game \"connect4\"]\n\nd\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "analyse", in, "--nodes", "500", "--out", out).Want(t, ctl.ExitError, ``, `studioctl: .*many-2\.txt and .*many\.txt#2 would both be written to .*many-2\.studio\n`)
}

// TestAnalyseAppearing checks that a file that appears during the analysis is not replaced.
func TestAnalyseAppearing(t *testing.T) {
	dir := t.TempDir()
	to, err := ctl.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	r, err := all.Games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	for _, x := range []struct {
		name                 string
		there, replace, want bool
	}{
		{"a file appeared", false, false, false},
		{"a known file", true, false, true},
		{"a file appeared, --replace", false, true, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			path := filepath.Join(dir, "a.studio")
			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			a := analysing{analyseFlags: &analyseFlags{replace: x.replace}, to: to}
			err := a.write(t.Context(), analysed{target: "a.studio", there: x.there}, boardstudio.Documents.ForName(path), d)
			if data, _ := os.ReadFile(path); (err == nil) != x.want || (string(data) != "old") != x.want {
				t.Errorf("%v, the file holds %q", err, data)
			}
		})
	}
}

// TestAnalyseEdited checks that a second run does not replace a record that was edited since.
func TestAnalyseEdited(t *testing.T) {
	in, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	game := func(name, moves string) {
		if err := os.WriteFile(filepath.Join(in, name), []byte("[Game \"connect4\"]\n\n"+moves+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	game("a.txt", "d a d a d g d")
	analyse := func(args ...string) ctltest.Ran {
		return program.Run(t, "", append([]string{"analyse", in, "--nodes", "100", "--out", out}, args...)...)
	}
	analyse().Want(t, ctl.ExitYes, `.*`, ``)
	file := filepath.Join(out, "a.studio")
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	edited := bytes.Replace(was, []byte("</tree>"), []byte("<!-- mine --></tree>"), 1)
	if err := os.WriteFile(file, edited, 0o600); err != nil {
		t.Fatal(err)
	}
	game("b.txt", "d d d d d d e a f")
	analyse().Want(t, ctl.ExitError, `\S*b\.txt.*\n.*\n`, `studioctl: \S*a\.txt: \S*a\.studio already exists: use --replace to replace it\n`)
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, edited) {
		t.Errorf("the edited record was replaced: %v\n%s", err, now)
	}
	if _, err := os.Stat(filepath.Join(out, "b.studio")); err != nil {
		t.Error(err)
	}
	analyse("--replace").Want(t, ctl.ExitYes, `.*`, ``)
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, was) {
		t.Errorf("the record was not replaced: %v\n%s", err, now)
	}
}
