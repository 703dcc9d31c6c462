package main

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/draw/term"
	"boardstudio/internal/race"
	"boardstudio/store/journal"
)

// extremes are extreme option values, by type of the option.
var extremes = map[string][]string{
	"int":      {"0", "1", "-1", "2147483647", "2147483648", "-2147483648", "9223372036854775807", "-9223372036854775808", "9223372036854775808"},
	"uint64":   {"0", "1", "9223372036854775808", "18446744073709551615", "18446744073709551616", "-1"},
	"duration": {"0", "1ns", "-1ns", "2562047h47m16.854775807s", "-2562047h47m16.854775808s", "2562047h47m16.854775808s"},
	"float64":  {"0", "NaN", "Inf", "-Inf", "1e308", "-1e308", "5e-324", "1e309"},
}

// quickArgs are arguments with which each command ends quickly.
var quickArgs = map[string]string{
	"games": "", "help": "", "version": "", "man": "", "completion": "bash",
	"manual":           "html",
	"moves":            "-g tictactoe",
	"perft":            "-g tictactoe 3",
	"show":             "game.txt",
	"replay":           "game.txt",
	"convert":          "game.txt out.studio",
	"check":            "game.txt",
	"find":             "--text x game.txt",
	"analyse":          "game.txt --out out --nodes 100",
	"puzzles":          "game.txt --out out.studio",
	"grid":             "-g tictactoe --out grid.pdf",
	"booklet":          "game.txt --out booklet.pdf",
	"sheet":            "game.txt --out sheet.pdf",
	"picture":          "game.txt --out picture.svg",
	"web":              "game.txt --out page.html",
	"play":             "-g connect4 -s A=alphabeta -s B=alphabeta --depth 2",
	"match":            "-g connect4 -s A=alphabeta -s B=alphabeta --depth 2 -n 2",
	"tournament":       "-g connect4 alphabeta random --depth 2",
	"tournament run":   "cup",
	"tournament table": "cup",
	"levels":           "-g tictactoe -n 1 --file levels.jsonl",
	"think":            "-g connect4 --depth 3",
	"lua":              "",
	"lua check":        "first.lua",
	"lua run":          "first.lua -g connect4",
	"lua command":      "mark.lua mark game.txt --out out.studio",
	"lua bench":        "first.lua -g connect4 --time 1ms",
	"lua reference":    "",
	"engine":           "",
	"engine add":       "bad --protocol gomocup --untested false",
	"engine list":      "",
	"engine test":      "bad",
	"engine fit":       "bad -g gomoku --games 1",
	"engine remove":    "bad",
	"engine gomocup":   "",
	"engine nboard":    "",
	"engine gtp":       "-g connect4",
	"awale":            "",
	"awale build":      "--seeds 2",
	"bench":            "--time 1ms --depth 2 --nodes 10",
}

// extremeCases are commands of TestExtremes. A percent sign stands for a number.
var extremeCases = []string{
	"perft -g tictactoe %", "games %", "find --text x --ply % game.txt", "find --text x --ply %-% game.txt",
	"think -g connect4 -e alphabeta:%", "think -g connect4 -e random:%", "think -g tictactoe -e lua:first.lua?x=%",
	"moves -g tictactoe -p rows=%", "moves -g tictactoe -p k=% -p captures=%", "moves -g othello -p size=%", "moves -g awale -p seeds=%",
	"match -g tictactoe -p players=% -s A=random -s B=random -n 1", "grid -g tictactoe -p rows=% --out grid.pdf",
	"lua run first.lua -g tictactoe -o x=%", "match -g connect4 -s A=alphabeta:% -s B=random -n 1",
	"perft -g tictactoe 4 --jobs %", "bench --time 1ns --depth % --nodes 10", "match -g tictactoe -s A=random -s B=random -n 1 --opening % --plies %",
}

// TestExtremes checks that no command panics with the largest, the smallest or unusual values of
// its numeric options, and that each ends when it is stopped.
func TestExtremes(t *testing.T) {
	race.Skip(t)
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for name, text := range map[string]string{
		"first.lua": ctltest.Choosing("return moves[1]"),
		"mark.lua":  ctltest.Marking,
		"game.txt":  "[Variant \"tictactoe\"]\n\n1. b2 a1 c3\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("cup", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("cup/tournament.txt", []byte("game connect4\nengine alphabeta\nengine random\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tried := 0
	try := func(args []string) {
		t.Helper()
		defer func() {
			if e := recover(); e != nil {
				t.Errorf("%q: panic: %v", args, e)
			}
		}()
		tried++
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		tl := &ctl.Tool{
			All:      boardstudio.All,
			Commands: program,
			In:       strings.NewReader(""), Out: &ctl.Output{W: &ctltest.Text{}}, Err: &ctltest.Text{},
			Getenv: func(string) string { return "" }, Term: term.Terminal{}, Store: journal.New(t.TempDir()),
		}
		ended := time.AfterFunc(ctltest.Patience, func() { panic("it does not end: " + strings.Join(args, " ")) })
		defer ended.Stop()
		if code := tl.Run(ctx, args); !slices.Contains([]int{ctl.ExitYes, ctl.ExitNo, ctl.ExitError, ctl.ExitInterrupted}, code) {
			t.Errorf("%q: exit code %d", args, code)
		}
	}
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		path := strings.TrimPrefix(c.CommandPath(), "studioctl ")
		more, ok := quickArgs[path]
		if !ok {
			t.Errorf("with which arguments does %s run?", path)
		}
		base := append(strings.Fields(path), strings.Fields(more)...)
		c.Flags().VisitAll(func(f *pflag.Flag) {
			for _, v := range extremes[f.Value.Type()] {
				try(append(slices.Clone(base), "--"+f.Name+"="+v))
			}
			if n := f.Value.Type(); extremes[n] == nil && !slices.Contains([]string{"bool", "string", "stringArray"}, n) {
				t.Errorf("%s --%s is a %s, of which no extremes are known", path, f.Name, n)
			}
		})
		if path != "completion" {
			for _, sub := range c.Commands() {
				each(sub)
			}
		}
	}
	for _, c := range (&ctl.Tool{All: boardstudio.All, Commands: program, Out: &ctl.Output{}, Getenv: func(string) string { return "" }}).Root().Commands() {
		each(c)
	}
	for _, v := range extremes["int"] {
		for _, line := range extremeCases {
			try(strings.Fields(strings.ReplaceAll(line, "%", v)))
		}
	}
	try(strings.Fields("bench --time 1ns --depth 1 --nodes 10"))
	try(strings.Fields("lua bench first.lua -g connect4 --time 1ns"))
	t.Logf("%d commands", tried)
}

// TestShortest checks that an average over zero time comes from a single measurement.
func TestShortest(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("first.lua", []byte(ctltest.Choosing("return moves[1]")), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", strings.Fields("bench --time 1ns --depth 1 --nodes 10")...).Want(t, ctl.ExitYes, `gomoku 15x15, a move +[1-9]\d* ns, .*record of 10 nodes, write +\d+\.\d\d s, \d+\.\d\d s of processors, 0\.0 MB\n.*`, ``)
	program.Run(t, "", strings.Fields("lua bench first.lua -g connect4 --time 1ns")...).Want(t, ctl.ExitYes, `moves +1, \d+ a second, .*\npositions +0, 0 a second\n.*`, ``)
}
