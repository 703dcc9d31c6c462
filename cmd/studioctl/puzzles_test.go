package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// records lets players at random play, and returns their records.
func records(t *testing.T, n string, game ...string) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "new", "games")
	args := append([]string{"match", "--seat", "A=random", "--seat", "B=random", "--seed", "3", "--games", n, "--folder", dir, "--game"}, game...)
	run(t, "", args...).want(t, exitYes, `.*`, ``)
	files, err := filepath.Glob(filepath.Join(dir, "*.studio"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return files
}

// few is four in a row on few cells.
var few = []string{"connect4", "--param", "rows=4", "--param", "cols=5"}

// TestRecords: a match keeps its games, each in a file that can be read.
func TestRecords(t *testing.T) {
	files := records(t, "3", few...)
	if len(files) != 3 || filepath.Base(files[2]) != "0003.studio" {
		t.Fatal(files)
	}
	moves := run(t, "", append([]string{"match", "-v", "--seat", "A=random", "--seat", "B=random", "--seed", "3", "--games", "3", "--game"}, few...)...).out
	for i, f := range files {
		show := run(t, "", "convert", f, "-", "--to", "record").out
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
	run(t, "", "match", "--game", "tictactoe", "--seat", "A=random", "--seat", "B=random", "--folder", file).
		want(t, exitError, ``, `studioctl: the folder .* cannot be made: .*\n`)
	run(t, "", "match", "--game", "tictactoe", "--seat", "A=random", "--seat", "B=random", "--from", "A.B/.../... A", "--folder", filepath.Dir(file), "--games", "1").
		want(t, exitYes, `.*`, `.*`)
	run(t, "", "show", filepath.Join(filepath.Dir(file), "0001.studio"), "--ply", "0").want(t, exitYes, `.*A.*B.*`, ``)
}

// TestPuzzles: puzzles are found, told, written and proved; one that was changed is not.
func TestPuzzles(t *testing.T) {
	files := records(t, "12", few...)
	out := filepath.Join(t.TempDir(), "out.studio")
	puzzles := func(args ...string) ran { return run(t, "", append(append([]string{"puzzles"}, files...), args...)...) }
	r := puzzles("--out", out, "--nodes", "40000")
	r.want(t, exitYes, `((Easy|Medium|Hard|Very hard)\t[a-e]( [a-e])+\trandom – random, seed 3, game \d+, #\d+\n)+`, `studioctl: \d+ puzzles are in .*out\.studio\n`)
	n := strings.Count(r.out, "\n")
	run(t, "", "puzzles", "--prove", out).want(t, exitYes, `.*out\.studio: (\d+) of (\d+) puzzles proved; in \d+ of them no other move wins at all\n`, ``)
	if two := puzzles("--out", out, "--nodes", "40000", "--jobs", "2"); two.out != r.out {
		t.Errorf("with two jobs\n%sand not\n%s", two.out, r.out)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(data), "<setup>"); got != n || n < 4 {
		t.Errorf("%d puzzles in the file, %d told", got, n)
	}
	// The solutions of two puzzles are exchanged with others.
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
	run(t, "", "puzzles", "--prove", out).want(t, exitNo, `(.*out\.studio: puzzle \d+ \(random.*\): .*\n)+.*out\.studio: \d+ of \d+ puzzles proved; .*\n`, ``)

	puzzles("--out", out, "--max", "2").want(t, exitYes, `.*`, `studioctl: 2 puzzles are in .*\n`)
	puzzles("--out", out, "--plies", "1-1", "--max", "1").want(t, exitYes, `(Easy\t[a-e]\t.*\n)+`, `studioctl: 1 puzzle is in .*\n`)
	puzzles("--out", out, "--plies", "30-31", "--ever").want(t, exitNo, ``, `studioctl: no puzzle was found\n`)
	run(t, "", "puzzles", "--prove", files[0]).want(t, exitNo, `.*: 0 of 0 puzzles proved; .*\n`, ``)
	run(t, "", "puzzles", "--prove", out, files[0]+"x").want(t, exitError, `.*1 of 1 puzzles.*`, `studioctl: .*studiox: .*\n`)
}

// TestPuzzlesStopped: what was found is kept when the search is stopped.
func TestPuzzlesStopped(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.studio")
	r := interrupted(t, append(append([]string{"puzzles"}, records(t, "30", few...)...), "--out", out)...)
	r.want(t, exitInterrupted, `.*\n`, `studioctl: \d+ puzzles? (is|are) in .*\nstudioctl: stopped\n`)
	run(t, "", "puzzles", "--prove", out).want(t, exitYes, `.*`, ``)
}

func TestPuzzlesErrors(t *testing.T) {
	one, other := records(t, "1", few...)[0], records(t, "1", "othello6")[0]
	three := records(t, "1", "tictactoe", "--param", "players=3", "--seat", "C=random")[0]
	out := filepath.Join(t.TempDir(), "out.studio")
	bad := filepath.Join(t.TempDir(), "bad.studio")
	if err := os.WriteFile(bad, []byte("<game-document"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ args, why string }{
		{one, `option --out is missing`},
		{one + " --out x.png", `.*`},
		{one + " --out " + filepath.Join(out, "deep.studio"), `.*`},
		{one + " --out " + out + " --prove", `options --prove and --out do not go together`},
		{one + " --out " + out + " --jobs 0", `option --jobs is too small`},
		{one + " --out " + out + " --nodes 0", `option --nodes is too small`},
		{one + " --out " + out + " --max -1", `option --max is too small`},
		{one + " --out " + out + " --plies 9-3", `"9-3" is not a range of .*`},
		{one + " " + other + " --out " + out, `.*0001\.studio: it is a game of Othello.*, and the first file one of .*`},
		{one + " " + bad + " --out " + out, `.*bad\.studio.*: .*`},
		{three + " --out " + out, `.*two players only`},
		{"--prove " + three, `.*two players only`},
	} {
		run(t, "", append([]string{"puzzles"}, strings.Fields(x.args)...)...).want(t, exitError, ``, `studioctl: `+x.why+`\n`)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
}
