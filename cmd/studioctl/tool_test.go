package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"boardstudio"
	"boardstudio/ctl"
)

// TestErrors checks that errors are reported in one helpful line.
func TestErrors(t *testing.T) {
	for _, x := range []struct {
		args string
		err  string
	}{
		{"mvoes", `unknown command "mvoes"; did you mean moves\?`},
		{"help mvoes", `unknown command "mvoes"; did you mean moves\?`},
		{"zzz", `unknown command "zzz"`},
		{"completion bsh", `unknown command "bsh"; did you mean bash or zsh\?`},
		{"moves", `option --game is missing`},
		{"moves --gam connect4", `unknown option --gam; did you mean --game\?`},
		{"moves -x", `unknown option -x`},
		{"moves --game", `option --game needs a value`},
		{"moves --game conect4", `unknown game "conect4"; did you mean connect4\?`},
		{"moves --game chess", `unknown game "chess"`},
		{"moves --game gomoku extra", `unexpected argument "extra"; usage: studioctl moves .*`},
		{"moves --game gomoku --param row=13", `unknown parameter "row"; did you mean rows\?`},
		{"moves --game gomoku --param rows", `"rows" is not of the form name=value`},
		{"moves --game gomoku --param rows=99", `parameter rows: "99" is not a whole number from 1 to 64`},
		{"moves --game connect4 --param captures=5", `captures are not possible with falling pieces`},
		{"moves --game othello --from x", `the position cannot be read: .+`},
		{"games chess", `unknown game "chess"`},
		{"games renyu", `unknown game "renyu"; did you mean renju\?`},
		{"perft --game othello", `DEPTH is missing`},
		{"perft --game othello 0", `the depth "0" is not a positive whole number`},
		{"perft --game othello x", `the depth "x" is not a positive whole number`},
		{"perft --game othello --jobs x 3", `option --jobs: "x" is not a value of type int`},
		{"perft --game othello --jobs 0 3", `option --jobs: 0 is less than 1`},
		{"games --lang xx", `unknown language "xx"`},
		{"show", `FILE is missing`},
		{"convert", `IN is missing`},
		{"convert a.studio", `OUT is missing`},
		{"check", `FILE is missing`},
	} {
		t.Run(x.args, func(t *testing.T) {
			r := program.Run(t, "", strings.Fields(x.args)...)
			r.Want(t, ctl.ExitError, ``, `studioctl: `+x.err+`\n`)
		})
	}
}

// TestHelp checks that the help of every command has a description and an example.
func TestHelp(t *testing.T) {
	tl := &ctl.Tool{All: boardstudio.All, Commands: program, Out: &ctl.Output{W: &bytes.Buffer{}}, Getenv: func(string) string { return "" }}
	for _, c := range tl.Root().Commands() {
		if c.Name() == "completion" {
			continue
		}
		for _, args := range [][]string{{"help", c.Name()}, {c.Name(), "--help"}} {
			r := program.Run(t, "", args...)
			r.Want(t, ctl.ExitYes, `.+Usage:\n  studioctl `+c.Name()+`.*Examples:\n  studioctl `+c.Name()+`.*`, ``)
			for l := range strings.Lines(r.Out) {
				if !strings.HasPrefix(l, " ") && len([]rune(l)) > 81 {
					t.Errorf("the help of %s has a long line: %s", c.Name(), l)
				}
			}
		}
	}
	program.Run(t, "").Want(t, ctl.ExitYes, `.*Exit codes: 0 success.*Available Commands:\n.*\n  version .*`, ``)
}

// TestCompletion checks the completions for shells.
func TestCompletion(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"scripts/mine.lua", "scripts/notes.txt", "scripts/more/x.lua"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct{ args, want string }{
		{"moves --game|", `tictactoe\tTic-tac-toe\n.*line\tAlignment games\n.*othello6\t.*:4\n`},
		{"moves --game gomoku --param|", `rows=\tRows\n.*misere=.*:6\n`},
		{"moves --game gomoku --param|topology=", `topology=plane\t.*topology=sphere.*`},
		{"moves --game gomoku --param|drop=", `drop=on\ndrop=off\n:6\n`},
		{"games|", `tictactoe\t.*:4\n`},
		{"play --game tictactoe --seat|", `A=human\n.*B=human\n.*`},
		{"play --game tictactoe --seat|b=", `B=human\n.*`},
		{"play --game tictactoe --seat|a=lua:scripts/", `A=lua:scripts/mine\.lua\nA=lua:scripts/more/\n:6\n`},
		{"think --game tictactoe --engine|lua:scripts/m", `lua:scripts/mine\.lua\nlua:scripts/more/\n:6\n`},
		{"think --game tictactoe --engine|lua:scripts/mi", `lua:scripts/mine\.lua\n:4\n`},
		{"think --game tictactoe --engine|lua", `.*lua:\tLua script\n.*`},
		{"games --lang|", `en\nfr\n.*`},
		{"help|", `analyse\t.*version\t.*:4\n`},
	} {
		t.Run(x.args, func(t *testing.T) {
			before, typed, _ := strings.Cut(x.args, "|")
			args := append([]string{"__complete"}, strings.Fields(before)...)
			r := program.Run(t, "", append(args, typed)...)
			r.Want(t, ctl.ExitYes, x.want, `.*`)
		})
	}
	r := program.Run(t, "", "completion", "bash")
	r.Want(t, ctl.ExitYes, `# bash completion V2 for studioctl.*`, ``)
}

// fullDisk is a writer that fails after left bytes.
type fullDisk struct{ left int }

func (f *fullDisk) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, errors.New("no space left on device")
	}
	f.left -= len(p)
	return len(p), nil
}

// TestFullDisk checks that lost output is not reported as success.
func TestFullDisk(t *testing.T) {
	for _, args := range [][]string{{"games"}, {"games", "--json"}, {"moves", "--game", "othello"}, {"help"}, {"version"}} {
		var errs bytes.Buffer
		getenv := func(string) string { return "" }
		tl := &ctl.Tool{All: boardstudio.All, Commands: program, In: strings.NewReader(""), Out: &ctl.Output{W: &fullDisk{left: 10}}, Err: &errs, Getenv: getenv}
		if code := tl.Run(context.Background(), args); code != ctl.ExitError {
			t.Errorf("%v: exit code %d", args, code)
		}
		if want := "studioctl: the output cannot be written: no space left on device\n"; errs.String() != want {
			t.Errorf("%v: error output %q, want %q", args, errs.String(), want)
		}
	}
}

func TestVersion(t *testing.T) {
	program.Run(t, "", "version").Want(t, ctl.ExitYes, `studioctl \S+ \(go1\.\S+, \w+/\w+\)\n`, ``)
}

// options returns the names of the flags, with dashes.
func options(fs *pflag.FlagSet) []string {
	var names []string
	fs.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return names
}
