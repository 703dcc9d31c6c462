package records

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/internal/race"
)

// records plays n games between random players and returns the paths of their records.
func records(t *testing.T, n string, game ...string) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "new", "games")
	args := append([]string{"match", "--seat", "A=random", "--seat", "B=random", "--seed", "3", "--games", n, "--folder", dir, "--game"}, game...)
	program.Run(t, "", args...).Want(t, ctl.ExitYes, `.*`, ``)
	files, err := filepath.Glob(filepath.Join(dir, "*.studio"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return files
}

// few is four in a row on a small board.
var few = []string{"connect4", "--param", "rows=4", "--param", "cols=5"}

// TestRecords checks that a match saves its games, each in a readable file.
func TestRecords(t *testing.T) {
	files := records(t, "3", few...)
	if len(files) != 3 || filepath.Base(files[2]) != "0003.studio" {
		t.Fatal(files)
	}
	moves := program.Run(t, "", append([]string{"match", "-v", "--seat", "A=random", "--seat", "B=random", "--seed", "3", "--games", "3", "--game"}, few...)...).Out
	for i, f := range files {
		show := program.Run(t, "", "convert", f, "-", "--to", "record").Out
		line := strings.Split(moves, "\n")[i]
		_, line, _ = strings.Cut(line, "moves: ")
		flat := strings.Join(strings.Fields(regexp.MustCompile(`\d+\.|\[.*\]|\*`).ReplaceAllString(show, "")), " ")
		if flat != line || !strings.Contains(show, `[Event "seed 3, game `) || !strings.Contains(show, `"random"`) {
			t.Errorf("%s: %q, not %q", show, flat, line)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "match", "--game", "tictactoe", "--seat", "A=random", "--seat", "B=random", "--folder", file).
		Want(t, ctl.ExitError, ``, `studioctl: the folder .* cannot be created: .*\n`)
	program.Run(t, "", "match", "--game", "tictactoe", "--seat", "A=random", "--seat", "B=random", "--from", "A.B/.../... A", "--folder", filepath.Dir(file), "--games", "1").
		Want(t, ctl.ExitYes, `.*`, `.*`)
	program.Run(t, "", "show", filepath.Join(filepath.Dir(file), "0001.studio"), "--ply", "0").Want(t, ctl.ExitYes, `.*A.*B.*`, ``)
}

// TestPuzzles checks that puzzles are found, printed, written and proved. A modified puzzle is not
// proved.
func TestPuzzles(t *testing.T) {
	files := records(t, "12", few...)
	out := filepath.Join(t.TempDir(), "out.studio")
	puzzles := func(args ...string) ctltest.Ran {
		return program.Run(t, "", append(append([]string{"puzzles"}, files...), args...)...)
	}
	r := puzzles("--out", out, "--nodes", "40000")
	r.Want(t, ctl.ExitYes, `((Easy|Medium|Hard|Very hard)\t[a-e]( [a-e])+\trandom – random, seed 3, game \d+, #\d+\n)+`, `studioctl: \d+ puzzles are in .*out\.studio\n`)
	n := strings.Count(r.Out, "\n")
	program.Run(t, "", "puzzles", "--prove", out).Want(t, ctl.ExitYes, `.*out\.studio: (\d+) of (\d+) puzzles proved; \d+ have no other winning move at all\n`, ``)
	if two := puzzles("--out", out, "--nodes", "40000", "--jobs", "2", "--replace"); two.Out != r.Out {
		t.Errorf("with two jobs\n%sand not\n%s", two.Out, r.Out)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(data), "<setup>"); got != n || n < 4 {
		t.Errorf("%d puzzles in the file, %d told", got, n)
	}
	// Two puzzles get wrong solutions.
	bad := regexp.MustCompile(`("/>) [a-e] `).ReplaceAllString(string(data), "$1 e ")
	bad = regexp.MustCompile(`<setup>[^<]*</setup>`).ReplaceAllStringFunc(bad, func(s string) string {
		if strings.Index(bad, s) == strings.Index(bad, "<setup>") {
			return "<setup>...../...../...../..... A</setup>"
		}
		return s
	})
	if err := os.WriteFile(out, []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "puzzles", "--prove", out).Want(t, ctl.ExitNo, `(.*out\.studio: puzzle \d+ \(random.*\): .*\n)+.*out\.studio: \d+ of \d+ puzzles proved; .*\n`, ``)

	puzzles("--out", out, "--max", "2", "--replace").Want(t, ctl.ExitYes, `.*`, `studioctl: 2 puzzles are in .*\n`)
	puzzles("--out", out, "--plies", "1-1", "--max", "1", "--replace").Want(t, ctl.ExitYes, `(Easy\t[a-e]\t.*\n)+`, `studioctl: 1 puzzle is in .*\n`)
	puzzles("--out", out, "--plies", "30-31", "--ever", "--replace").Want(t, ctl.ExitNo, ``, `studioctl: no puzzle was found\n`)
	program.Run(t, "", "puzzles", "--prove", files[0]).Want(t, ctl.ExitNo, `.*: 0 of 0 puzzles proved; .*\n`, ``)
	program.Run(t, "", "puzzles", "--prove", out, files[0]+"x").Want(t, ctl.ExitError, `.*1 of 1 puzzles.*`, `studioctl: .*studiox: .*\n`)
}

// TestPuzzlesStopped checks that a stopped search saves what it found.
func TestPuzzlesStopped(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.studio")
	r := program.Interrupted(t, append(append([]string{"puzzles"}, records(t, "30", few...)...), "--out", out)...)
	r.Want(t, ctl.ExitInterrupted, `.*\n`, `studioctl: \d+ puzzles? (is|are) in .*\nstudioctl: stopped\n`)
	program.Run(t, "", "puzzles", "--prove", out).Want(t, ctl.ExitYes, `.*`, ``)
}

func TestPuzzlesErrors(t *testing.T) {
	one, other := records(t, "1", few...)[0], records(t, "1", "othello6")[0]
	three := records(t, "1", "tictactoe", "--param", "players=3", "--seat", "C=random")[0]
	out := filepath.Join(t.TempDir(), "out.studio")
	bad := filepath.Join(t.TempDir(), "bad.studio")
	if err := os.WriteFile(bad, []byte("<game-document"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ name, args, why string }{
		{"no --out", one, `option --out is missing`},
		{"picture", one + " --out x.png", `.*`},
		{"missing folder", one + " --out " + filepath.Join(out, "deep.studio"), `.*`},
		{"--prove with --out", one + " --out " + out + " --prove", `options --prove and --out cannot be used together`},
		{"no jobs", one + " --out " + out + " --jobs 0", `option --jobs is too small`},
		{"no nodes", one + " --out " + out + " --nodes 0", `option --nodes is too small`},
		{"negative --max", one + " --out " + out + " --max -1", `option --max is too small`},
		{"wrong --plies", one + " --out " + out + " --plies 9-3", `"9-3" is not a range of .*`},
		{"two games", one + " " + other + " --out " + out, `.*0001\.studio: the game is Othello.*, but the first file has .*`},
		{"damaged file", one + " " + bad + " --out " + out, `.*bad\.studio.*: .*`},
		{"three players", three + " --out " + out, `.*two players only`},
		{"--prove for three players", "--prove " + three, `.*two players only`},
	} {
		t.Run(x.name, func(t *testing.T) {
			program.Run(t, "", append([]string{"puzzles"}, strings.Fields(x.args)...)...).Want(t, ctl.ExitError, ``, `studioctl: `+x.why+`\n`)
		})
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
}

// TestPuzzleSheetBounds checks that a sheet has at most --max puzzles, about the same number of
// each length, and at most --each from each file.
func TestPuzzleSheetBounds(t *testing.T) {
	race.Skip(t)
	dir := t.TempDir()
	all := filepath.Join(dir, "all.studio")
	program.Run(t, "", append(append([]string{"puzzles"}, records(t, "12", few...)...), "--out", all, "--nodes", "40000")...).
		Want(t, ctl.ExitYes, `.*`, `studioctl: \d+ puzzles are in .*\n`)
	data, err := os.ReadFile(all)
	if err != nil {
		t.Fatal(err)
	}
	n := strings.Count(string(data), "<setup>")
	if n < 4 {
		t.Fatalf("only %d puzzles", n)
	}
	page := regexp.MustCompile(`/Type /Page\b`)
	// pages returns the number of pages of a sheet with one puzzle per page, without the page of
	// solutions.
	pages := func(args ...string) int {
		t.Helper()
		out := filepath.Join(dir, "sheet.pdf")
		program.Run(t, "", append([]string{"puzzles", "--sheet", out, "--replace", "--per-page", "1", "--nodes", "2000"}, args...)...).Want(t, ctl.ExitYes, `.*`, `.*`)
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return len(page.FindAll(data, -1)) - 1
	}
	copied := filepath.Join(dir, "copied.studio")
	if err := os.WriteFile(copied, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		args []string
		want int
	}{
		{[]string{all}, n},
		{[]string{all, "--max", "0"}, n},
		{[]string{all, "--max", "3"}, 3},
		{[]string{all, "--max", "1000"}, n},
		{[]string{all, "--each", "2"}, 2},
		{[]string{all, copied, "--each", "2"}, 4},
		{[]string{all, copied, "--each", "2", "--max", "3"}, 3},
	} {
		if got := pages(x.args...); got != x.want {
			t.Errorf("%q: %d puzzles, want %d", x.args[1:], got, x.want)
		}
	}
	program.Run(t, "", "puzzles", all, "--sheet", filepath.Join(dir, "bad.pdf"), "--max", "-1").Want(t, ctl.ExitError, ``, `studioctl: option --max is too small\n`)
}
