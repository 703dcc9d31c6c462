package records

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/analysis"
	"boardstudio/internal/ctl"
	"boardstudio/internal/ctl/ctltest"
)

// TestAnalyse: records of a folder are judged, written and reported, the same with any number of jobs; a second time nothing is thought.
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
		if !bytes.Contains(x, []byte(`<eval engine="alphabeta"`)) || !bytes.Contains(x, []byte(`<comment>Better was`)) {
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
	program.Run(t, "", "analyse", in, "--stored").Want(t, ctl.ExitYes, ``, `(studioctl: .*: there is nothing that this engine has judged\n){2}`)
}

// TestAnalyseErrors: what is wrong is told before anything is written.
func TestAnalyseErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.studio")
	program.Run(t, "[Game \"tictactoe\"]\n\nb2 a1\n", "convert", "-", file).Want(t, ctl.ExitYes, ``, ``)
	for _, x := range []struct{ args, err string }{
		{"--out OUT --engine nobody", `unknown engine "nobody".*`},
		{"--out OUT --scope branch", `option --scope: "branch" is not game, tree`},
		{"--out OUT --threshold 0", `option --threshold: 0 is not between 0 and 100`},
		{"--out OUT --jobs 0", `option --jobs is too small`},
		{"--out OUT --nodes -1", `.*`},
		{"", `option --out is missing`},
		{"--out OUT --paper a9", `unknown paper "a9".*`},
		{"--out OUT --stored", `options --stored and --out do not go together`},
		{"--out " + dir, `.* would be written over: choose another folder`},
	} {
		out := filepath.Join(t.TempDir(), "out")
		args := strings.Fields(strings.ReplaceAll(x.args, "OUT", out))
		program.Run(t, "", append([]string{"analyse", file}, args...)...).Want(t, ctl.ExitError, ``, `studioctl: `+x.err+`\n`)
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: something was written", x.args)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.studio"), []byte("<studio"), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "analyse", dir, "--nodes", "100", "--out", filepath.Join(t.TempDir(), "out")).Want(t, ctl.ExitError, `.*x\.studio\tA.*`, `studioctl: .*bad\.studio:1: .*\n`)
}

// TestAnalyseMany: of a file of many games each is analysed, and written to a file of its own; what is wrong with one is told, and the
// others are analysed.
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
