package gomocup

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/ai/extern/externtest"
	"boardstudio/ai/match"
	"boardstudio/rules"
	"boardstudio/rules/line"
	"boardstudio/text/msg"
)

func server(w *extern.Writer) extern.Server { return New(w, externtest.Make, ai.Limit{}, "1") }

// fake is the path of the misbehaving engine.
var fake string

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if arg := os.Args[1]; !strings.HasPrefix(arg, "-") {
			os.Exit(externtest.Main(m, server))
		}
	}
	dir, err := os.MkdirTemp("", "fake")
	if err != nil {
		panic(err)
	}
	fake = filepath.Join(dir, "fake")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", fake, "./testdata/fake").CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := externtest.Main(m, server)
	os.RemoveAll(dir)
	if code == 0 {
		if err := goleak.Find(); err != nil {
			println(err.Error())
			code = 1
		}
	}
	os.Exit(code)
}

func build(t testing.TB, preset string) rules.Rules {
	t.Helper()
	r, err := line.Game.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// short are limits that are soon exceeded.
var short = extern.Bounds{
	Memory: 2 << 30, Disk: 8 << 20, Tasks: 50,
	Start: 2 * time.Second, Answer: time.Second, Late: 700 * time.Millisecond, End: 300 * time.Millisecond,
}

func entry(command ...string) extern.Entry {
	return extern.Entry{Name: "fake", Protocol: "gomocup", Command: command}
}

// left returns the running processes of fake.
func left(t *testing.T) (all []string) {
	t.Helper()
	list, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if to, err := os.Readlink(e); err == nil && strings.HasPrefix(to, filepath.Dir(fake)) {
			all = append(all, e)
		}
	}
	return all
}

// works is the reason of a badEngine with which a game can be played.
const works = ""

// badEngine is a program that misbehaves.
type badEngine struct {
	name    string
	command []string
	want    string // part of the reason; works for a game without one
}

func badEngines(t *testing.T) []badEngine {
	t.Helper()
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return []badEngine{
		{"1 missing file", []string{filepath.Join(dir, "none")}, "none was not found"},
		{"2 folder", []string{dir}, "is a folder"},
		{"2 not executable", []string{file("plain", "x", 0o600)}, "plain is not executable"},
		{"2 wrong architecture", []string{file("alien", "\x7fELF\x02\x01\x01aliens", 0o700)}, "alien cannot be started: it is not a program for this computer"},
		{"3 exits at once", []string{fake, "exit0"}, "it ended with exit code 0"},
		{"4 exit 1 with text", []string{fake, "exit1"}, "it ended with exit code 1: no network file"},
		{"5 crash at START", []string{fake, "segv"}, "it crashed with the signal SIGSEGV"},
		{"6 crash at move 5", []string{fake, "crash5"}, "it crashed with the signal SIGSEGV"},
		{"7 never answers", []string{fake, "silent"}, "no answer to START 15"},
		{"8 refuses the size", []string{fake, "refuses"}, "it refuses: unsupported size"},
		{"9 OK twice", []string{fake, "ok2"}, works},
		{"10 OK without end", []string{fake, "noend"}, `no answer to START 15: it wrote "OK" without a line break`},
		{"11 byte by byte", []string{fake, "slow"}, works},
		{"12 CR", []string{fake, "cr"}, works},
		{"12 CR LF and blank lines", []string{fake, "crlf"}, works},
		{"13 1 GB without end", []string{fake, "endless"}, "no answer to START 15"},
		{"14 flood of remarks", []string{fake, "flood"}, works},
		{"14 flood of lines", []string{fake, "floodlines"}, "did not answer in time"},
		{"15 markup", []string{fake, "markup"}, works},
		{"16 off the board", []string{fake, "off"}, "it answered 15,3, which is not on the board"},
		{"17 occupied", []string{fake, "occupied"}, "a1, which is not a legal move"},
		{"18 half a move", []string{fake, "says 7"}, `it answered "7", which is not part of the protocol`},
		{"18 comma", []string{fake, "says 7,"}, `it answered "7,", which`},
		{"18 semicolon", []string{fake, "says 7;7"}, `it answered "7;7", which`},
		{"18 negative", []string{fake, "says -1,0"}, `it answered "-1,0", which`},
		{"18 large", []string{fake, "says 999999999999,1"}, `it answered "999999999999,1", which`},
		{"18 two", []string{fake, "says 7,7 8,8"}, `it answered "7,7 8,8", which`},
		{"19 before asked", []string{fake, "early"}, "it sent the move 7,7, which was not requested"},
		{"20 two moves", []string{fake, "twice"}, "which"}, // depends on whether the second move arrives early or late
		{"22 after its time", []string{fake, "late"}, "it did not answer in time"},
		{"23 stops reading", []string{fake, "deaf"}, "it did not answer in time"},
		{"23 stops reading a long line", []string{fake, "deaf"}, "it does not read its input"},
		{"24 closes its output", []string{fake, "closed"}, "it has closed its output"},
		{"25 closes its input", []string{fake, "stdin"}, "it has closed its input"},
		{"26 ignores the end", []string{fake, "stubborn"}, works},
		{"27 child with the pipe", []string{fake, "fork"}, works},
		{"28 setsid", []string{fake, "setsid"}, works},
		{"28 daemon", []string{fake, "daemon"}, works},
		{"28 daemon without environment", []string{fake, "bare"}, works},
		{"29 fork bomb", []string{fake, "bomb"}, "it starts more than 50 processes"},
		{"30 memory", []string{fake, "memory"}, "it is out of memory: it may use 2048 MB"},
		{"31 large file", []string{fake, "disk"}, "it writes more than 8 MB to the disk"},
		{"31 many files", []string{fake, "files"}, "it writes more than 8 MB to the disk"},
		{"32 SUGGEST", []string{fake, "suggest"}, works},
		{"32 UNKNOWN to all", []string{fake, "unknown"}, works},
		{"error", []string{fake, "error"}, "it reports an error: I do not like it"},
	}
}

// TestBadEngines checks that a game with a misbehaving engine ends with the expected reason, and
// leaves no process.
func TestBadEngines(t *testing.T) {
	long := map[string]string{"weights": strings.Repeat("x", 100<<10)} // more than fits into a pipe
	for _, x := range badEngines(t) {
		t.Run(x.name, func(t *testing.T) {
			r := build(t, "gomoku")
			added := entry(x.command...)
			if strings.HasSuffix(x.name, "a long line") {
				added.Options = long
			}
			e, err := extern.New(r, added, short, &Protocol)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			began := time.Now()
			rec, err := match.Play(t.Context(), match.Config{
				Rules: r, Engines: []ai.Engine{e, externtest.Last{}}, Limits: []ai.Limit{{Time: 1500 * time.Millisecond}}, MaxPlies: 14,
			})
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(began)
			e.Close()
			switch {
			case x.want == works && rec.Failure != nil:
				t.Errorf("it failed: %v\n%s", rec.Failure, strings.Join(e.Log(), "\n"))
			case x.want != works && (rec.Failure == nil || !strings.Contains(rec.Failure.Error(), x.want)):
				t.Errorf("the reason is %v, want %q\n%s", rec.Failure, x.want, strings.Join(e.Log(), "\n"))
			case x.want != works && rec.Culprit != 0:
				t.Errorf("%v is to blame", rec.Culprit)
			case rec.Failure != nil && !errors.As(rec.Failure, new(*msg.Error)):
				t.Errorf("%T", rec.Failure)
			}
			if len(e.Log()) == 0 && !strings.HasPrefix(x.name, "1 ") && !strings.HasPrefix(x.name, "2 ") {
				t.Error("there is no log")
			}
			if l := left(t); len(l) > 0 {
				t.Errorf("left behind: %v", l)
			}
			t.Logf("%v: %v", took.Round(time.Millisecond), rec.Failure)
		})
	}
}

// TestStop checks that a stop ends the thinking immediately. The late answer is not used for the
// next question.
func TestStop(t *testing.T) {
	r := build(t, "gomoku")
	e, err := extern.New(r, entry(fake, "late"), short, &Protocol)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: 10 * time.Second}}
	if _, err := e.Think(t.Context(), q, nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	q.Moves = []rules.Move{rules.Place(0), rules.Place(1)}
	if _, err := e.Think(ctx, q, nil); err == nil {
		t.Fatal("it was not stopped")
	}
	q.Moves = nil
	info, err := e.Think(t.Context(), q, nil)
	if m, ok := info.Move(); err != nil || !ok || m != rules.Place(0) {
		t.Errorf("%v, %v", info, err)
	}
}

// TestRestartRefused checks that a program that refuses RESTART gets a new START.
func TestRestartRefused(t *testing.T) {
	r := build(t, "gomoku")
	e, err := extern.New(r, entry(fake, "unknown"), short, &Protocol)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Second}}
	for _, moves := range [][]rules.Move{nil, {rules.Place(0)}, {rules.Place(3), rules.Place(5)}, nil} {
		q.Moves = moves
		info, err := e.Think(t.Context(), q, nil)
		if m, ok := info.Move(); err != nil || !ok || slices.Contains(moves, m) {
			t.Errorf("%v: %v, %v", moves, info, err)
		}
	}
	if log := strings.Join(e.Log(), "\n"); log != "" {
		t.Errorf("it was started again:\n%s", log)
	}
}

// TestRemarks checks that remarks are treated as plain text.
func TestRemarks(t *testing.T) {
	r := build(t, "gomoku")
	e, err := extern.New(r, entry(fake, "markup"), short, &Protocol)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	info, err := e.Think(t.Context(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Second}}, nil)
	if err != nil || info.Text != "MESSAGE red <b>& end" {
		t.Errorf("%q, %v", info.Text, err)
	}
	about, _, err := extern.Test(t.Context(), r, entry(fake, "markup"), short, &Protocol)
	if err != nil || about.Name != "red <b>& 1" {
		t.Errorf("%q, %v", about.Name, err)
	}
}

// TestThinking checks that remarks about the thinking are parsed, and reported during the thinking.
func TestThinking(t *testing.T) {
	r := build(t, "gomoku")
	e, err := extern.New(r, entry(fake, "thinks"), short, &Protocol)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: 2 * time.Second}}
	var reported []ai.Info
	info, err := e.Think(t.Context(), q, func(i ai.Info) { reported = append(reported, i) })
	if err != nil || info.Depth != 5 || info.Nodes != 12_000 || info.Best.Score.Value != -7 || words(r, info.Best.Moves) != "a1 c2 b3" {
		t.Errorf("%v, %+v", err, info)
	}
	if len(reported) == 0 || reported[0].Depth != 4 || reported[0].Nodes != 900 || reported[0].Best.Score.Value != 12 || words(r, reported[0].Best.Moves) != "a1 c2 b3" || reported[0].Time <= 0 {
		t.Errorf("reported %+v", reported)
	}
	q.Moves = []rules.Move{rules.Place(0)} // without a line, the program plays a different move
	if info, err := e.Think(t.Context(), q, nil); err != nil || words(r, info.Best.Moves) != "b1" || info.Best.Score.Value != -7 {
		t.Errorf("%v, %+v", err, info)
	}
}

// TestTelling checks that the client understands the reports of the server, with scores in the unit
// of most programs.
func TestTelling(t *testing.T) {
	r := build(t, "gomoku")
	for _, x := range []ai.Line{
		{Moves: []rules.Move{rules.Place(112), rules.Place(98), rules.Place(0)}, Score: ai.Score{Value: -3.25}},
		{Moves: []rules.Move{rules.Place(7)}, Score: ai.Score{Proved: true, Value: 1, Plies: 9, AtMost: true}},
		{Moves: []rules.Move{rules.Place(224)}, Score: ai.Score{Proved: true, Value: -1, AtMost: true}},
	} {
		var out strings.Builder
		s := Server{W: &extern.Writer{W: &out}, rules: r}
		s.say(ai.Info{Best: x, Depth: 7, Nodes: 1234})
		h := progressParser{rules: r, at: r.Start()}
		h.hear(strings.TrimSpace(out.String()))
		want := ai.Info{Best: x, Depth: 7, Nodes: 1234}
		if !x.Score.Proved {
			want.Best.Score.Value *= hundredths
		}
		if !reflect.DeepEqual(h.info, want) {
			t.Errorf("%s: %+v, want %+v", out.String(), h.info, want)
		}
	}
}

// words returns moves separated by spaces.
func words(r rules.Rules, moves []rules.Move) string {
	var all []string
	for _, m := range moves {
		all = append(all, r.FormatMove(m))
	}
	return strings.Join(all, " ")
}

func TestHear(t *testing.T) {
	r := build(t, "gomoku")
	for text, want := range map[string]string{
		"MESSAGE eval 45, depth 8, nodes 54405, speed 257":                                  "8 54405 +45.00 ",
		"DEBUG depth 12-18 ev 34 n 123K n/ms 900 tm 130 pv H8 I9":                           "12 123000 +34.00 h8 i9",
		"MESSAGE depth 12-18 multipv 2 ev 34 n 123K n/ms 900 tm 130 pv H8 I9":               "0 0 +0.00 ",
		"MESSAGE Depth 22-29 | Eval 352 | Time 1076ms | H7 I7 G8":                           "22 0 +352.00 h7 i7 g8",
		"MESSAGE Depth 12-9 | Eval +M9 | Time 10ms | H7 I7":                                 "12 0 win in at most 9 h7 i7",
		"MESSAGE Depth 12-9 | Eval -M4 | Time 10ms | H7 H7":                                 "12 0 loss in at most 4 h7",
		"MESSAGE Speed 1375K | Depth 24-24 | Eval 352 | Node 2M | Time 1s":                  "24 2000000 +352.00 ",
		"INFO BESTLINE 7,7 8,8":                                                             "0 0 +0.00 h8 i9",
		"INFO EVAL -12":                                                                     "0 0 -12.00 ",
		"message DEPTH=3 SCORE=-0.5 nodes: 10":                                              "3 10 -0.50 ",
		"MESSAGE depth x eval nan nodes -1":                                                 "0 0 +0.00 ",
		"MESSAGE depth 99999999999999999999 eval 1e300 nodes 99999999999999999999999999999": "0 0 +0.00 ",
		"MESSAGE I like H8":                                                                 "0 0 +0.00 ",
		"MESSAGE":                                                                           "0 0 +0.00 ",
		"MESSAGE depth":                                                                     "0 0 +0.00 ",
	} {
		h := progressParser{rules: r, at: r.Start()}
		h.hear(text)
		i := h.info
		if got := fmt.Sprintf("%d %d %v %s", i.Depth, i.Nodes, i.Best.Score, words(r, i.Best.Moves)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestMemory checks the memory limit sent to a program: the limit of tournaments, since some
// programs clear all of it before they think, or half of the user's limit.
func TestMemory(t *testing.T) {
	r := build(t, "gomoku")
	for memory, want := range map[int]string{0: "MESSAGE max_memory 367001600", 3000: "MESSAGE max_memory 1572864000"} {
		x := entry(fake, "hash")
		x.Memory = memory
		e, err := extern.New(r, x, extern.Bounds{}, &Protocol)
		if err != nil {
			t.Fatal(err)
		}
		info, err := e.Think(t.Context(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Second}}, nil)
		if err != nil || info.Text != want {
			t.Errorf("%d MB: %q, %v", memory, info.Text, err)
		}
		e.Close()
	}
}

// TestEndlessLine checks that a line without an end needs little memory.
func TestEndlessLine(t *testing.T) {
	r := build(t, "gomoku")
	e, err := extern.New(r, entry(fake, "endless"), short, &Protocol)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	_, err = e.Think(t.Context(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Second}}, nil)
	runtime.ReadMemStats(&after)
	if err == nil || after.Sys > before.Sys+16<<20 {
		t.Errorf("%v, %d KB more", err, (after.Sys-before.Sys)>>10)
	}
}

// TestRoundTrip checks that client and server play games of each rule together.
func TestRoundTrip(t *testing.T) {
	wide, err := line.Game.Build("", rules.Params{"rows": "9", "cols": "13", "k": "5"})
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]rules.Rules{"gomoku": build(t, "gomoku"), "gomoku-standard": build(t, "gomoku-standard"), "renju": build(t, "renju"), "wide": wide} {
		t.Run(name, func(t *testing.T) {
			externtest.RoundTrip(t, r, &Protocol)
		})
	}
}

// TestServer checks the answers to the commands that managers send.
func TestServer(t *testing.T) {
	all := externtest.Answers(t, server,
		"BEGIN", "START 3", "START x", "START 15", "INFO rule 8", "INFO rule 1", "INFO timeout_turn 0", "INFO nonsense", "ABOUT",
		"BEGIN", "TURN 14,14", "TURN 15,0", "TURN 7,7", "TAKEBACK 0,0", "TAKEBACK 13,14", "RESTART", "BOARD", "7,7,2", "7,8,1", "x", "8,8,2", "DONE",
		"RECTSTART 10,8", "BEGIN", "SUGGEST", "NOTHING", "END", "BEGIN",
	)
	var got []string
	for _, l := range all {
		if !strings.HasPrefix(l, "MESSAGE ") {
			got = append(got, l)
		}
	}
	want := []string{
		"ERROR no game has been started", "ERROR the board size must be from 5 to 64", "ERROR START needs the size of the board", "OK",
		"ERROR the rule 8 is not played", `name="Studio", version="1", author="Studio", country="-"`,
		"14,14", "ERROR 14,14 is not a legal move", "ERROR 15,0 is not a legal move", "13,14", "ERROR 0,0 is not the last move", "OK", "OK",
		"ERROR x is not a stone", "14,14", "OK", "9,7", "UNKNOWN command", "UNKNOWN command",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestPlays(t *testing.T) {
	for preset, want := range map[string]bool{
		"gomoku": true, "gomoku-standard": true, "renju": true, "infinite": true, "pente": false, "connect4": false, "tictactoe": false, "gomoku-captures": false,
	} {
		if err := Protocol.Plays(build(t, preset)); (err == nil) != want {
			t.Errorf("%s: %v", preset, err)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	for _, s := range []string{"7,7", "7", "7,", ",", "-1,0", "999999999999,1", "7,7 8,8", "OK", "SUGGEST 1,2", `name="x", version="`, "ERROR", "\x00", "Depth 12-18 | Eval +M9 | H8 I9", "eval 3, nodes 12K, pv 7,7 H8"} {
		f.Add(s)
	}
	r := build(f, "gomoku")
	c := &client{rules: r}
	f.Fuzz(func(t *testing.T, text string) {
		remark(text)
		h := progressParser{rules: r, at: r.Start()}
		h.hear("MESSAGE " + text)
		q := ai.Request{Start: r.Start(), Moves: h.info.Best.Moves}
		if _, err := q.Position(); err != nil || h.info.Depth < 0 || math.Abs(h.info.Best.Score.Value) > mostScore {
			t.Errorf("%q: %+v, %v", text, h.info, err)
		}
		about(text)
		m, err := c.move(text)
		if err == nil && !r.Board().Has(m.To) {
			t.Errorf("%q leads to %v", text, m)
		}
		if (err == nil) && !isMove(text) {
			t.Errorf("%q is a move and is none", text)
		}
	})
}

func FuzzServer(f *testing.F) {
	f.Add("START 15\nBEGIN\nTURN 1,1\nEND")
	f.Add("RECTSTART 5,6\nBOARD\n1,1,1\n1,2,2\n2,2,3\nDONE\nTAKEBACK 1,1\nINFO rule 4\nRESTART\nPLAY 3,3")
	f.Add("START 5\nBOARD\n1,1,1\n1,2,1\n1,3,1\n1,4,1\n1,0,1\nDONE\nBEGIN")
	f.Fuzz(func(t *testing.T, in string) {
		externtest.Feed(t, server, in)
	})
}
