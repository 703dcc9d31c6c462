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
	"time"

	"boardstudio/internal/ctl"
	"boardstudio/internal/ctl/ctltest"
	"boardstudio/io/journal"
	"boardstudio/io/term"
)

// gamesIn returns the games of a file in the order of their keys, without how long the thinks took.
func gamesIn(t *testing.T, file string) []string {
	t.Helper()
	known, err := readGames(context.Background(), file)
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

// TestLevelsResume: what is measured in pieces is what is measured at once.
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
		go func() {
			before, _ := os.ReadFile(pieces)
			for ctx.Err() == nil {
				if now, _ := os.ReadFile(pieces); strings.Count(string(now), "\n") > strings.Count(string(before), "\n")+3 {
					cancel()
				}
				time.Sleep(time.Millisecond)
			}
		}()
		tl := &ctl.Tool{Commands: program, In: strings.NewReader(""), Out: &ctl.Output{W: &ctltest.Text{}}, Err: &ctltest.Text{}, Getenv: func(string) string { return "" }, Term: term.Terminal{}}
		code := tl.Run(ctx, append(args, pieces))
		cancel()
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
		if _, err := f.WriteString(`{"game":"tictac`); err != nil { // as a crash leaves it
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

// TestLevelsKept: games stay for another number of them, and are played anew where a level has changed.
func TestLevelsKept(t *testing.T) {
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
	pairs, err := pairings("othello6")
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

// TestLevelsErrors: what cannot be measured is refused.
func TestLevelsErrors(t *testing.T) {
	for args, want := range map[string]string{
		"-n 0":       `option --games: 0 is less than 1`,
		"-n 1000001": `option --games: 1000001 is more than 1000000`,
		"--jobs 0":   `option --jobs: 0 is less than 1`,
		"-g gomokku": `unknown game "gomokku"; did you mean gomoku\?`,
	} {
		program.Run(t, "", strings.Fields("levels "+args)...).Want(t, ctl.ExitError, ``, `studioctl: `+want+`\n`)
	}
	tl := &ctl.Tool{Commands: program, In: strings.NewReader(""), Out: &ctl.Output{W: &ctltest.Text{}}, Err: &ctltest.Text{}, Getenv: func(string) string { return "" }, Term: term.Terminal{}, Store: journal.New("")}
	if code := tl.Run(context.Background(), []string{"levels", "--print"}); code != ctl.ExitError {
		t.Errorf("without a folder: exit code %d", code)
	}
}

// TestWithin compares with bounds that are printed in tables.
func TestWithin(t *testing.T) {
	for _, x := range []struct{ share, n, low, high float64 }{
		{0.5, 100, 0.404, 0.596}, {0.75, 100, 0.657, 0.825}, {1, 100, 0.963, 1}, {0, 10, 0, 0.278},
	} {
		if low, high := within(x.share, x.n); math.Abs(low-x.low) > 0.001 || math.Abs(high-x.high) > 0.001 {
			t.Errorf("%v of %v: %.3f to %.3f, want %.3f to %.3f", x.share, x.n, low, high, x.low, x.high)
		}
	}
}

// TestLevelsPage: docs/levels.md says what the levels are.
func TestLevelsPage(t *testing.T) {
	data, err := os.ReadFile("../../../docs/levels.md")
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := pairings("")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range levelRows(pairs) {
		if line := "| " + strings.Join(r, " | ") + " |\n"; !strings.Contains(string(data), line) {
			t.Errorf("docs/levels.md lacks %s", line)
		}
	}
}
