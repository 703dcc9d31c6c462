package contests

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/draw/term"
	"boardstudio/internal/race"
	"boardstudio/store/journal"
)

// gamesIn returns the games of a file in the order of their keys, without the thinking times.
func gamesIn(t *testing.T, file string) []string {
	t.Helper()
	known, _, err := readGames(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for key, g := range known {
		list = append(list, fmt.Sprintf("%s: %v points, %d moves, %d thinks", key, g.Points, g.Moves, len(g.Micros)))
	}
	slices.Sort(list)
	return list
}

// TestLevelsResume checks that an interrupted and resumed measurement gives the same results.
func TestLevelsResume(t *testing.T) {
	dir := t.TempDir()
	once, pieces := filepath.Join(dir, "once"), filepath.Join(dir, "pieces")
	args := strings.Fields("levels -g tictactoe -n 6 --file")
	whole := program.Run(t, "", append(args, once)...)
	whole.Want(t, ctl.ExitYes, `game .*tictactoe  2 .*Easy – Very easy .*Expert – Hard .*tictactoe  3 .*`, ``)
	want := gamesIn(t, once)
	if len(want) != 2*4*6 {
		t.Fatalf("%d games", len(want))
	}
	stopped := 0
	for range 100 {
		ctx, cancel := context.WithCancel(context.Background())
		lines := func() int {
			data, _ := os.ReadFile(pieces)
			return strings.Count(string(data), "\n")
		}
		before, watch := lines(), ctltest.Watch(t, dir)
		go func() {
			if watch.Until(func() bool { return lines() > before+3 }) {
				cancel()
			}
		}()
		tl := &ctl.Tool{All: boardstudio.All, Commands: program, In: strings.NewReader(""), Out: &ctl.Output{W: &ctltest.Text{}}, Err: &ctltest.Text{}, Getenv: func(string) string { return "" }, Term: term.Terminal{}}
		code := tl.Run(ctx, append(args, pieces))
		cancel()
		watch.Stop()
		if code == ctl.ExitYes {
			break
		}
		stopped++
		if code != ctl.ExitInterrupted {
			t.Fatalf("exit code %d", code)
		}
		f, err := os.OpenFile(pieces, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(`{"game":"tictac`); err != nil { // like after a crash
			t.Fatal(err)
		}
		f.Close()
	}
	if stopped == 0 {
		t.Error("it was never stopped")
	}
	if got := gamesIn(t, pieces); !slices.Equal(got, want) {
		t.Errorf("in pieces\n%s\nat once\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLevelsReuseGames checks that games are reused if the number of games changes, and played again if a
// level has changed.
func TestLevelsReuseGames(t *testing.T) {
	race.Skip(t)
	file := filepath.Join(t.TempDir(), "games")
	lines := func() int {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(data), "\n")
	}
	measure := func(more string) string {
		r := program.Run(t, "", strings.Fields("levels -g othello6 --file "+file+" "+more)...)
		r.Want(t, ctl.ExitYes, `game .*`, ``)
		return r.Out
	}
	if out := measure("-n 2 --print"); strings.Count(out, "\n") != 1 {
		t.Errorf("nothing was played, and that is said:\n%s", out)
	}
	measure("-n 2")
	if n := lines(); n != 8 {
		t.Errorf("%d games", n)
	}
	measure("-n 3")
	if n := lines(); n != 12 {
		t.Errorf("%d games after a third one", n)
	}
	before := measure("-n 3 --print")
	if n := lines(); n != 12 || strings.Count(before, "\n") != 5 {
		t.Errorf("%d games after printing\n%s", n, before)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := pairings(boardstudio.All, "othello6")
	if err != nil {
		t.Fatal(err)
	}
	old := strings.ReplaceAll(string(data), pairs[3].levels[0], "an earlier expert")
	if err := os.WriteFile(file, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	measure("-n 3")
	if n := lines(); n != 15 {
		t.Errorf("%d games after one level has changed", n)
	}
	measure("-n 3 --seed 2")
	if n := lines(); n != 27 {
		t.Errorf("%d games after another seed", n)
	}
	program.Run(t, "", "levels", "-g", "othello6", "--print", "--markdown", "--file", file).Want(t, ctl.ExitYes,
		`\| game \| players \| level \| plays as \|\n\| --- .*\| othello6 \| 2 \| Very easy \| `+"`"+`.*\| othello6 \| 2 \| Expert – Hard \| .* \| 3 \| .*`, ``)
}

// TestLevelsAfterPowerCut checks that damaged lines are skipped and reported, and that their games
// are played again.
func TestLevelsAfterPowerCut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games")
	args := strings.Fields("levels -g tictactoe -n 2 --file " + file)
	program.Run(t, "", args...).Want(t, ctl.ExitYes, `game .*`, ``)
	want := gamesIn(t, file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	if err := os.WriteFile(file, []byte(strings.Join(lines[:3], "")+lines[3][:7]+strings.Repeat("\x00", 99)+"\n[]\n"+strings.Join(lines[5:], "")+"\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	const warning = `studioctl: .*/games: warning: skipped 3 damaged records\n`
	for range 2 { // --print writes nothing
		program.Run(t, "", append(args, "--print")...).Want(t, ctl.ExitYes, `game .*`, warning)
	}
	program.Run(t, "", args...).Want(t, ctl.ExitYes, `game .*`, warning)
	if got := gamesIn(t, file); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// They are reported once, and stay in the file.
	program.Run(t, "", args...).Want(t, ctl.ExitYes, `game .*`, ``)
	if again, err := os.ReadFile(file); err != nil || !strings.Contains(string(again), lines[3][:7]+"\x00") {
		t.Errorf("%q, %v", again, err)
	}
}

// TestLevelsErrors checks the errors for invalid options.
func TestLevelsErrors(t *testing.T) {
	for args, want := range map[string]string{
		"-n 0":       `option --games: 0 is less than 1`,
		"-n 1000001": `option --games: 1000001 is more than 1000000`,
		"--jobs 0":   `option --jobs: 0 is less than 1`,
		"-g gomokku": `unknown game "gomokku"; did you mean gomoku\?`,
	} {
		t.Run(args, func(t *testing.T) {
			program.Run(t, "", strings.Fields("levels "+args)...).Want(t, ctl.ExitError, ``, `studioctl: `+want+`\n`)
		})
	}
	tl := &ctl.Tool{All: boardstudio.All, Commands: program, In: strings.NewReader(""), Out: &ctl.Output{W: &ctltest.Text{}}, Err: &ctltest.Text{}, Getenv: func(string) string { return "" }, Term: term.Terminal{}, Store: journal.New("")}
	if code := tl.Run(context.Background(), []string{"levels", "--print"}); code != ctl.ExitError {
		t.Errorf("without a folder: exit code %d", code)
	}
}

// TestWithin compares with published bounds.
func TestWithin(t *testing.T) {
	for _, x := range []struct{ share, n, low, high float64 }{
		{0.5, 100, 0.404, 0.596}, {0.75, 100, 0.657, 0.825}, {1, 100, 0.963, 1}, {0, 10, 0, 0.278},
	} {
		if low, high := confidence(x.share, x.n); math.Abs(low-x.low) > 0.001 || math.Abs(high-x.high) > 0.001 {
			t.Errorf("%v of %v: %.3f to %.3f, want %.3f to %.3f", x.share, x.n, low, high, x.low, x.high)
		}
	}
}

// TestLevelsPage checks that docs/levels.md lists the current levels.
func TestLevelsPage(t *testing.T) {
	data, err := os.ReadFile("../../docs/levels.md")
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := pairings(boardstudio.All, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range levelRows(boardstudio.All.Engines, pairs) {
		if line := "| " + strings.Join(r, " | ") + " |\n"; !strings.Contains(string(data), line) {
			t.Errorf("docs/levels.md lacks %s", line)
		}
	}
}
