package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"boardstudio/io/journal"
	"boardstudio/io/term"
)

// ran is what a run of the program left behind.
type ran struct {
	out, err string
	code     int
}

// run runs a command line in this process.
func run(t *testing.T, stdin string, args ...string) ran {
	t.Helper()
	return runIn(t, context.Background(), stdin, map[string]string{"LC_ALL": "C.UTF-8"}, args...)
}

func runIn(t *testing.T, ctx context.Context, stdin string, env map[string]string, args ...string) ran {
	t.Helper()
	return runTo(t, ctx, &text{}, &text{}, stdin, env, args...)
}

// text is what a stream was given, and what happens when something comes.
type text struct {
	bytes.Buffer
	comes func()
}

func (x *text) Write(p []byte) (int, error) {
	if x.comes != nil {
		x.comes()
	}
	return x.Buffer.Write(p)
}

// interrupted runs a command line that is told to stop once it has written something,
// however long that takes.
func interrupted(t *testing.T, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return runTo(t, ctx, &text{comes: cancel}, &text{comes: cancel}, "", nil, args...)
}

func runTo(t *testing.T, ctx context.Context, out, errs *text, stdin string, env map[string]string, args ...string) ran {
	t.Helper()
	getenv := func(name string) string { return env[name] }
	o := &output{w: out}
	tl := &tool{
		in: strings.NewReader(stdin), out: o, err: errs, getenv: getenv, term: term.Detect(o, getenv),
		store: journal.New(t.TempDir()),
	}
	code := tl.run(ctx, args)
	return ran{out.String(), errs.String(), code}
}

// want checks the exit code and that the texts match the regular expressions.
func (r ran) want(t *testing.T, code int, out, err string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit code %d, want %d; error output %q", r.code, code, r.err)
	}
	for _, x := range []struct{ what, got, want string }{{"output", r.out, out}, {"error output", r.err, err}} {
		if ok, e := regexp.MatchString(`(?s)^(?:`+x.want+`)$`, x.got); e != nil || !ok {
			t.Errorf("%s\n%s\ndoes not match\n%s", x.what, x.got, x.want)
		}
	}
}

// parse reads JSON output, and fails on names that v does not have.
func (r ran) parse(t *testing.T, v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(r.out))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("%v in\n%s", err, r.out)
	}
}

// TestErrors checks that what is wrong is told in one line that helps.
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
		{"moves --game gomoku extra", `unexpected argument "extra"`},
		{"moves --game gomoku --param row=13", `unknown parameter "row"; did you mean rows\?`},
		{"moves --game gomoku --param rows", `"rows" is not of the form name=value`},
		{"moves --game gomoku --param rows=99", `parameter rows: "99" is not a whole number from 1 to 64`},
		{"moves --game connect4 --param captures=5", `nothing can be captured where pieces fall`},
		{"moves --game othello --from x", `the position cannot be read: .+`},
		{"games chess", `unknown game "chess"`},
		{"games renyu", `unknown game "renyu"; did you mean renju\?`},
		{"perft --game othello", `DEPTH is missing`},
		{"perft --game othello 0", `the depth "0" is not a whole number above 0`},
		{"perft --game othello x", `the depth "x" is not a whole number above 0`},
		{"perft --game othello --jobs x 3", `option --jobs: "x" is not a value of type int`},
		{"perft --game othello --jobs 0 3", `option --jobs: 0 is less than 1`},
		{"games --lang xx", `unknown language "xx"`},
		{"show", `FILE is missing`},
		{"convert", `IN is missing`},
		{"convert a.studio", `OUT is missing`},
		{"check", `FILE is missing`},
	} {
		r := run(t, "", strings.Fields(x.args)...)
		t.Log(x.args)
		r.want(t, exitError, ``, `studioctl: `+x.err+`\n`)
	}
}

// TestHelp checks that every command explains itself, with an example.
func TestHelp(t *testing.T) {
	tl := &tool{out: &output{w: &bytes.Buffer{}}, getenv: func(string) string { return "" }}
	for _, c := range tl.root().Commands() {
		if c.Name() == "completion" {
			continue
		}
		for _, args := range [][]string{{"help", c.Name()}, {c.Name(), "--help"}} {
			r := run(t, "", args...)
			r.want(t, exitYes, `.+Usage:\n  studioctl `+c.Name()+`.*Examples:\n  studioctl `+c.Name()+`.*`, ``)
			for l := range strings.Lines(r.out) {
				if !strings.HasPrefix(l, " ") && len([]rune(l)) > 81 {
					t.Errorf("the help of %s has a long line: %s", c.Name(), l)
				}
			}
		}
	}
	run(t, "").want(t, exitYes, `.*Exit codes: 0 success.*Available Commands:\n.*\n  version .*`, ``)
}

// TestCompletion checks what shells are offered.
func TestCompletion(t *testing.T) {
	for _, x := range []struct{ args, want string }{
		{"moves --game|", `tictactoe\tTic-tac-toe\n.*line\tAlignment games\n.*othello6\t.*:4\n`},
		{"moves --game gomoku --param|", `rows=\tRows\n.*misere=.*:6\n`},
		{"moves --game gomoku --param|topology=", `topology=plane\t.*topology=sphere.*`},
		{"moves --game gomoku --param|drop=", `drop=on\ndrop=off\n:6\n`},
		{"games|", `tictactoe\t.*:4\n`},
		{"play --game tictactoe --seat|", `A=human\n.*B=human\n.*`},
		{"play --game tictactoe --seat|b=", `B=human\n.*`},
		{"games --lang|", `en\nfr\n.*`},
		{"help|", `analyse\t.*version\t.*:4\n`},
	} {
		before, typed, _ := strings.Cut(x.args, "|")
		args := append([]string{"__complete"}, strings.Fields(before)...)
		r := run(t, "", append(args, typed)...)
		t.Log(x.args)
		r.want(t, exitYes, x.want, `.*`)
	}
	r := run(t, "", "completion", "bash")
	r.want(t, exitYes, `# bash completion V2 for studioctl.*`, ``)
}

// fullDisk fails after some bytes.
type fullDisk struct{ left int }

func (f *fullDisk) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, errors.New("no space left on device")
	}
	f.left -= len(p)
	return len(p), nil
}

// TestFullDisk checks that output that was lost is not taken for success.
func TestFullDisk(t *testing.T) {
	for _, args := range [][]string{{"games"}, {"games", "--json"}, {"moves", "--game", "othello"}, {"help"}, {"version"}} {
		var errs bytes.Buffer
		getenv := func(string) string { return "" }
		tl := &tool{in: strings.NewReader(""), out: &output{w: &fullDisk{left: 10}}, err: &errs, getenv: getenv}
		if code := tl.run(context.Background(), args); code != exitError {
			t.Errorf("%v: exit code %d", args, code)
		}
		if want := "studioctl: the output cannot be written: no space left on device\n"; errs.String() != want {
			t.Errorf("%v: error output %q, want %q", args, errs.String(), want)
		}
	}
}

// TestLanguage checks which language is chosen.
func TestLanguage(t *testing.T) {
	for _, x := range []struct {
		args []string
		env  map[string]string
		want string
	}{
		{nil, nil, "en"},
		{nil, map[string]string{"LANG": "fr_FR.UTF-8"}, "fr_FR.UTF-8"},
		{nil, map[string]string{"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"},
		{nil, map[string]string{"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:en"}, "fr:en"},
		{nil, map[string]string{"LC_ALL": "C.UTF-8", "LANGUAGE": "fr"}, "en"},
		{[]string{"games", "--lang", "fr"}, map[string]string{"LANG": "en"}, "fr"},
		{[]string{"--lang=fr", "games"}, nil, "fr"},
		{[]string{"games", "--", "--lang=fr"}, nil, "en"},
		{[]string{"games", "--lang"}, nil, "en"},
	} {
		tl := &tool{getenv: func(name string) string { return x.env[name] }}
		if got := tl.language(x.args); got != x.want {
			t.Errorf("%v with %v: %q, want %q", x.args, x.env, got, x.want)
		}
	}
}

func TestNear(t *testing.T) {
	known := []string{"gomoku", "gomoku-standard", "renju", "othello", "othello6", "connect4"}
	for _, x := range []struct {
		name string
		want []string
	}{
		{"gomku", []string{"gomoku"}},
		{"omgoku", []string{"gomoku"}},
		{"GOMOKU", []string{"gomoku"}},
		{"goumoku", []string{"gomoku"}},
		{"gom", []string{"gomoku", "gomoku-standard"}},
		{"othelo", []string{"othello"}},
		{"connect", []string{"connect4"}},
		{"chess", nil},
		{"", nil},
	} {
		if got := alike(x.name, known); !reflect.DeepEqual(got, x.want) && len(got)+len(x.want) > 0 {
			t.Errorf("alike(%q) = %v, want %v", x.name, got, x.want)
		}
	}
}

func TestVersion(t *testing.T) {
	run(t, "", "version").want(t, exitYes, `studioctl \S+ \(go1\.\S+, \w+/\w+\)\n`, ``)
}

// options returns the names of the flags with their dashes.
func options(fs *pflag.FlagSet) []string {
	var names []string
	fs.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return names
}
