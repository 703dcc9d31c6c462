package tournament

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/match"
	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// two returns the description of a tournament of two engines.
func two(t *testing.T) Description {
	t.Helper()
	d, err := Parse(boardstudio.Games, aiall.Engines, []byte("game tictactoe\ngames 2\nengine random\nengine first\n"), "t")
	if err != nil {
		t.Fatal(err)
	}
	return *d
}

// TestCheck checks descriptions that were not parsed from a file.
func TestCheck(t *testing.T) {
	for _, x := range []struct {
		name   string
		change func(d *Description)
		want   string
	}{
		{"valid", func(d *Description) {}, ""},
		{"negative opening", func(d *Description) { d.Opening = -1 }, "a limit cannot be negative"},
		{"negative plies", func(d *Description) { d.Plies = -1 }, "a limit cannot be negative"},
		{"too many engines", func(d *Description) { d.Entrants = make([]Entrant, MaxEntrants+1) }, "there are more than 200 engines"},
		{"SPRT with decreasing ratings", func(d *Description) { d.SPRT = &SPRT{5, 0, 0.05, 0.05} }, "the ratings 5 and 0 must increase, from -1000 to 1000"},
		{"valid SPRT", func(d *Description) { d.SPRT = &SPRT{0, 5, 0.05, 0.05} }, ""},
		{"human player", func(d *Description) { d.Entrants[1].Engine = model.Human }, "human players cannot play in a tournament of engines"},
		{"name of two lines", func(d *Description) { d.Entrants[0].Name = "a\nb" }, `the name "a\nb" has spaces around it or several lines`},
		{"engine of two lines", func(d *Description) { d.Entrants[0].Engine = "random\r" }, "has spaces around it or several lines"},
		{"space before a name", func(d *Description) { d.Entrants[0].Name = " a" }, "has spaces around it or several lines"},
		{"space after an engine", func(d *Description) { d.Entrants[0].Engine = "random " }, "has spaces around it or several lines"},
		{"longest name", func(d *Description) { d.Entrants[0].Name = strings.Repeat("x", model.MaxPlayer) }, ""},
		{"long name", func(d *Description) { d.Entrants[0].Name = strings.Repeat("x", model.MaxPlayer+1) }, "is longer than"},
		{"long engine", func(d *Description) { d.Entrants[0].Engine = strings.Repeat("x", model.MaxPlayer+1) }, "is longer than"},
		{"negative time", func(d *Description) { d.Entrants[0].Limit.Time = -1 }, "a limit cannot be negative"},
		{"negative depth", func(d *Description) { d.Entrants[0].Limit.Depth = -1 }, "a limit cannot be negative"},
		{"longest time", func(d *Description) { d.Entrants[0].Limit.Time = ai.MaxTime }, ""},
		{"long time", func(d *Description) { d.Entrants[0].Limit.Time = ai.MaxTime + 1 }, "is more than " + ai.MaxTime.String()},
		{"deepest search", func(d *Description) { d.Entrants[0].Limit.Depth = ai.MaxDepth }, ""},
		{"deep search", func(d *Description) { d.Entrants[0].Limit.Depth = ai.MaxDepth + 1 }, fmt.Sprintf("%d is more than %d", ai.MaxDepth+1, ai.MaxDepth)},
		{"unknown engine", func(d *Description) { d.Entrants[0].Engine = "rondom" }, `unknown engine "rondom"`},
		{"wrong clock", func(d *Description) { d.Entrants[1].Clock = clock.TimeControl{Kind: 1, Time: time.Minute, Extra: -1} }, "the time must be"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := two(t)
			x.change(&d)
			r, err := d.Check(boardstudio.Games, aiall.Engines)
			if x.want == "" && (err != nil || r == nil) || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
				t.Errorf("%v, want %q", err, x.want)
			}
		})
	}
}

// TestWrongLines checks that invalid numbers, invalid parameters and oversized files are refused.
func TestWrongLines(t *testing.T) {
	const engines = "\nengine random\nengine first\n"
	for _, x := range []struct{ text, want string }{
		{"game othello\ngames 2147483648" + engines, `t:2: "2147483648" is not a number in the allowed range`},
		{"game othello\nplies 2147483647" + engines, ""},
		{"game othello\nnodes 18446744073709551616" + engines, `t:2: "18446744073709551616" is not a number in the allowed range`},
		{"game othello\nnodes 18446744073709551615" + engines, ""},
		{"game othello\nseed x" + engines, `t:2: "x" is not a number in the allowed range`},
		{"game othello\nparam size" + engines, `t:2: "size" is not of the form name=value`},
		{"game othello\nparam size = 6" + engines, ""},
		{"#" + strings.Repeat("x", maxText-1), "t: the game"},
		{"#" + strings.Repeat("x", maxText), "t: the file is larger than 1 MB"},
		{"game othello\n  # remark\n\n" + engines, ""},
		{"game othello\n" + strings.Repeat("engine random\n", MaxEntrants+1), "t:202: there are more than 200 engines"},
		{"game othello\nopenings  a file.txt " + engines, ""},
		{"game othello\nsprt 0" + engines, "t:2: \"0\" must be two ratings and two probabilities"},
		{"game othello\nsprt 0 1 0.1 0.1 0.1" + engines, "must be two ratings and two probabilities"},
		{"game othello\nsprt 0 x" + engines, "must be two ratings and two probabilities"},
		{"game othello\nsprt -1000 5" + engines, "must increase"},
		{"game othello\nsprt -999 1000" + engines, "must increase"},
		{"game othello\nsprt 0 5 0.5" + engines, "are not between 0 and 0.5"},
		{"game othello\nsprt 0 5 0.1 0" + engines, "are not between 0 and 0.5"},
		{"game othello\nsprt NaN 5" + engines, "must increase"},
	} {
		d, err := Parse(boardstudio.Games, aiall.Engines, []byte(x.text), "t")
		if x.want == "t: the game" {
			x.want = `t: unknown game ""`
		}
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%.60q: %v, want %q", x.text, err, x.want)
		}
		if strings.Contains(x.text, "openings") && d.Openings != "a file.txt" || strings.Contains(x.text, "size =") && d.Params["size"] != "6" {
			t.Errorf("%q is read as %+v", x.text, d)
		}
	}
	// Without a limit, an engine has its default time. A clock counts as a limit.
	d, err := Parse(boardstudio.Games, aiall.Engines, []byte("game othello\nengine random\nengine alphabeta\nclock 1m\nengine alphabeta\nengine alphabeta\ntime 2s\n"), "t")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []time.Duration{DefaultTime(aiall.Engines, "random"), 0, DefaultTime(aiall.Engines, "alphabeta"), 2 * time.Second} {
		if got := d.Entrants[i].Limit.Time; got != want {
			t.Errorf("engine %d thinks for %v, want %v", i+1, got, want)
		}
	}
	if DefaultTime(aiall.Engines, "alphabeta") != defaultTime {
		t.Errorf("the default is %v", DefaultTime(aiall.Engines, "alphabeta"))
	}
}

// TestWrongFolders checks that problems with a folder are reported before a game is played.
func TestWrongFolders(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(t.Context(), aiall.Engines, boardstudio.Documents, dir); err == nil || !strings.Contains(err.Error(), "there is no tournament in "+dir) {
		t.Errorf("no tournament: %v", err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(t.Context(), aiall.Engines, boardstudio.Documents, filepath.Join(file, "x"), two(t)); err == nil || !strings.Contains(err.Error(), "cannot be created") {
		t.Errorf("below a file: %v", err)
	}
	wrong := two(t)
	wrong.Games = 0
	if _, err := Create(t.Context(), aiall.Engines, boardstudio.Documents, filepath.Join(dir, "none"), wrong); err == nil {
		t.Error("a wrong description is accepted")
	}
	for name, change := range map[string]func(d *Description){
		"openings": func(d *Description) { d.Openings = filepath.Join(dir, "no file") },
		"none":     func(d *Description) { d.Openings = file },
		"start":    func(d *Description) { d.From = "nonsense" },
		"engine":   func(d *Description) { d.Game = "hex"; d.Entrants[1].Engine = "othello" },
	} {
		t.Run(name, func(t *testing.T) {
			d := two(t)
			change(&d)
			if _, err := Create(t.Context(), aiall.Engines, boardstudio.Documents, filepath.Join(dir, "none"), d); err == nil {
				t.Error("a wrong description is accepted")
			}
		})
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder was made: %v", err)
	}
}

// made creates a tournament in a folder of its own, which it returns.
func made(t *testing.T, d Description) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := Create(t.Context(), aiall.Engines, boardstudio.Documents, dir, d); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestOpeningsAreCopied checks that the original file of openings can be deleted.
func TestOpeningsAreCopied(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	d := two(t)
	d.Openings = filepath.Join(dir, "book.txt")
	if err := os.WriteFile(d.Openings, []byte("b2 a1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	copied := made(t, d)
	if err := os.Remove(d.Openings); err != nil {
		t.Fatal(err)
	}
	x, err := Open(t.Context(), aiall.Engines, boardstudio.Documents, copied)
	if err != nil || x.Openings != "openings.txt" || len(x.openings) != 1 || within(copied, x.Openings) != filepath.Join(copied, "openings.txt") || within(copied, file) != file {
		t.Errorf("%v, %+v", err, x)
	}
	if err := os.WriteFile(filepath.Join(copied, "openings.txt"), []byte("b2 c1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if y, err := Open(t.Context(), aiall.Engines, boardstudio.Documents, copied); err != nil || y.folder.fingerprint == x.folder.fingerprint {
		t.Errorf("other openings are the same tournament: %v", err)
	}
}

// TestWrongResults checks results that are unreadable, or belong to another tournament or other players.
func TestWrongResults(t *testing.T) {
	for _, tt := range []struct{ name, results, want string }{
		{"folder", "", "cannot be read"},
		{"other description", "{\"description\":\"other\"}\n", DescriptionFile + ": it was changed after the first game was played"},
		{"other seats", "{\"description\":\"PRINT\"}\n{\"game\":1,\"seats\":[1,0]}\n", ResultsFile + ": game 1 was played by other engines than the description says"},
		{"negative number of moves", "{\"description\":\"PRINT\"}\n{\"game\":1,\"seats\":[0,1],\"moves\":-1}\n", "is not a result"},
		{"one seat", "{\"description\":\"PRINT\"}\n{\"game\":1,\"seats\":[0]}\n", "is not a result"},
		{"two culprits", "{\"description\":\"PRINT\"}\n{\"game\":1,\"seats\":[0,1],\"culprit\":\"AB\"}\n", "is not a result"},
		{"unknown culprit", "{\"description\":\"PRINT\"}\n{\"game\":1,\"seats\":[0,1],\"culprit\":\"C\"}\n", "is not a result"},
		{"finish error of two players", "{\"description\":\"PRINT\"}\n{\"game\":1,\"seats\":[0,1],\"finishErrors\":{\"AB\":\"x\"}}\n", "is not a result"},
		{"finish error of an unknown player", "{\"description\":\"PRINT\"}\n{\"game\":1,\"seats\":[0,1],\"finishErrors\":{\"C\":\"x\"}}\n", "is not a result"},
		{"second description", "{\"description\":\"PRINT\"}\n{\"description\":\"PRINT\"}\n", "is not a result"},
		{"all fields", "{\"description\":\"PRINT\"}\n{\"game\":1,\"seats\":[0,1],\"winners\":\"AB\",\"culprit\":\"B\",\"finishErrors\":{\"A\":\"x\"}}\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := made(t, two(t))
			x, err := Open(t.Context(), aiall.Engines, boardstudio.Documents, dir)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, ResultsFile)
			if tt.results == "" {
				err = os.Mkdir(path, 0o700)
			} else {
				err = os.WriteFile(path, []byte(strings.ReplaceAll(tt.results, "PRINT", x.folder.fingerprint)), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			y, err := Open(t.Context(), aiall.Engines, boardstudio.Documents, dir)
			if tt.want == "" {
				if err != nil || y.Table().Games != 1 || len(y.GamesFrom(-3)) != 1 || len(y.GamesFrom(1)) != 0 {
					t.Errorf("%q: %v", tt.results, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%q: %v, want %q", tt.results, err, tt.want)
			}
			if err := x.Play(t.Context(), 1, func(Played) { t.Errorf("%q: a game was played", tt.results) }); err == nil {
				t.Errorf("%q: played", tt.results)
			}
		})
	}
}

// TestDeletedFolder checks a tournament whose folder was deleted, and one without a folder.
func TestDeletedFolder(t *testing.T) {
	gone := made(t, two(t))
	x, err := Open(t.Context(), aiall.Engines, boardstudio.Documents, gone)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(gone); err != nil {
		t.Fatal(err)
	}
	if err := x.Play(t.Context(), 1, nil); err == nil || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("the folder is gone: %v", err)
	}
	if n, err := New(t.Context(), aiall.Engines, boardstudio.Documents, two(t)); err != nil || n.GamesFrom(0) != nil || n.Damaged() != 0 || n.Faults() != nil {
		t.Errorf("a tournament without a folder: %v", err)
	}
}

// doubter is an engine that reports the first openings as decided.
type doubter struct {
	decided int
	asked   []ai.Request
	score   ai.Score
	err     error
}

func (j *doubter) Think(_ context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	j.asked = append(j.asked, q)
	if j.err != nil {
		return ai.Info{}, j.err
	}
	if len(j.asked) <= j.decided {
		return ai.Info{Best: ai.Line{Score: ai.Score{Proved: true, Value: -1}}}, nil
	}
	return ai.Info{Best: ai.Line{Score: j.score}}, nil
}

// TestRandomOpenings checks that random openings are near the middle, undecided, and different for
// each number.
func TestRandomOpenings(t *testing.T) {
	r, err := all.Games.Build("gomoku", nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	draw := func(j *doubter, plies int, seed uint64, n int) []rules.Move {
		t.Helper()
		moves, err := Random(ctx, j, r, r.Start(), plies, seed, n)
		if err != nil {
			t.Fatal(err)
		}
		return moves
	}
	none := &doubter{}
	first := draw(none, 6, 3, 0)
	if len(first) != 6 || len(none.asked) != 1 || !slices.Equal(none.asked[0].Moves, first) || none.asked[0].Limit != (ai.Limit{Nodes: openingNodes}) {
		t.Errorf("%d moves, asked %+v", len(first), none.asked)
	}
	seen := map[string]bool{}
	for n := range 20 {
		moves := draw(&doubter{}, 6, 3, n)
		seen[fmt.Sprint(moves)] = true
		for _, m := range moves {
			at := r.Board().Cells[m.To].Centre
			if away := math.Hypot(at.X-r.Board().Size.X/2, at.Y-r.Board().Size.Y/2); away > 3.7*r.Board().Size.X/15 {
				t.Errorf("%s is far from the middle", r.FormatMove(m))
			}
		}
	}
	if len(seen) != 20 || fmt.Sprint(draw(&doubter{}, 6, 4, 0)) == fmt.Sprint(first) || fmt.Sprint(draw(&doubter{}, 6, 3, 0)) != fmt.Sprint(first) {
		t.Errorf("%d openings of 20 differ", len(seen))
	}
	// A decided opening is replaced by the next draw. A proved draw is not decided.
	for decided, asked := range map[int]int{2: 3, tries - 1: tries, tries: tries, 1000: tries} {
		j := &doubter{decided: decided, score: ai.Score{Proved: true}}
		moves := draw(j, 6, 3, 0)
		if len(j.asked) != asked || !slices.Equal(moves, j.asked[asked-1].Moves) || slices.Equal(moves, first) {
			t.Errorf("%d are decided: %d were judged", decided, len(j.asked))
		}
	}
	if _, err := Random(ctx, &doubter{err: errors.New("no idea")}, r, r.Start(), 6, 3, 0); err == nil {
		t.Error("the error of the judge is lost")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Random(cancelled, &doubter{}, r, r.Start(), 6, 3, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	// No opening ends the game.
	small, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 30 {
		p := small.Start()
		for _, m := range middle(small, p, 100, uint64(n)) {
			if p, err = p.Play(m); err != nil || p.Result().Over {
				t.Fatalf("opening %d is over: %v", n, err)
			}
		}
	}
}

// TestWarnedOpenings checks that a file of openings is refused if a part of it was not understood.
// A guessed charset and several games are allowed.
func TestWarnedOpenings(t *testing.T) {
	r, err := all.Games.Build("gomoku", nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{
		"(;GM[4]SZ[15]C[\xba\xc3\xc6\xe5\xd2\xbb\xb6\xfe];B[hh])":                              1,
		"(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[hh];W[hi])":                                       2,
		"(;GM[4]SZ[15];B[hh];W[hh])":                                                           0,
		"(;GM[4]SZ[15];B[hh])(;GM[4]SZ[99];B[hh])":                                             0,
		"h8 i9\n\n # none\nj10 k11 # both\n":                                                   2,
		"(;GM[4]SZ[15];B[hh];W[aa];B[hi];W[ba];B[hj];W[ca];B[hk];W[da];B[hl](;W[ea])(;W[fa]))": 0,
	} {
		list, err := Openings(t.Context(), boardstudio.Documents, r, r.Start(), []byte(text), "x")
		if (err == nil) != (want > 0) || len(list) != want {
			t.Errorf("%q: %d openings, %v, want %d", text, len(list), err, want)
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Openings(cancelled, boardstudio.Documents, r, r.Start(), []byte("(;GM[4]SZ[15];B[hh])"), "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestInvert checks that a matrix times its inverse is the identity, with and without row
// exchanges, and that entrants without games get zeros.
func TestInvert(t *testing.T) {
	for _, a := range [][][]float64{
		{{2, 1}, {1, 3}},
		{{0, 1}, {1, 0}},
		{{1e-9, 2, 1}, {2, 1, 0}, {1, 0, 3}},
		{{4, -2, 1}, {-2, 3, -1}, {1, -1, 5}},
	} {
		c := square(len(a))
		for i := range a {
			copy(c[i], a[i])
		}
		unit := product(a, invert(c))
		for i := range unit {
			for j, v := range unit[i] {
				want := 0.0
				if i == j {
					want = 1
				}
				if math.Abs(v-want) > 1e-9 {
					t.Errorf("%v: the product has %v at %d, %d", a, v, i, j)
				}
			}
		}
	}
	b := invert([][]float64{{2, 0}, {0, 0}})
	if b[0][0] != 0.5 || b[0][1] != 0 {
		t.Errorf("%v", b)
	}
	for _, x := range append(b[0], b[1]...) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Errorf("no inverse: %v", b)
		}
	}
}

// stateOf returns the state of a tournament with n entrants.
func stateOf(n, seats, games int, f Format) *state {
	return newState(&Description{Format: f, Games: games, Rounds: 9, Entrants: make([]Entrant, n)}, seats)
}

// TestSwissPairs checks that entrants with equal points meet. No entrant meets an opponent twice or
// gets a second bye unless it is unavoidable.
func TestSwissPairs(t *testing.T) {
	s := stateOf(6, 2, 1, Swiss)
	for i, p := range []float64{0, 2, 1, 2, 1, 0} {
		s.standings[i].Total.Points = p
	}
	if got := fmt.Sprint(s.swiss()); got != "[[1 3] [2 4] [0 5]]" {
		t.Errorf("pairs %s", got)
	}
	s.standings[1].Met[3], s.standings[3].Met[1] = 1, 1
	if got := fmt.Sprint(s.swiss()); got != "[[1 2] [3 4] [0 5]]" {
		t.Errorf("those who met: pairs %s", got)
	}
	s = stateOf(2, 2, 3, Swiss)
	s.standings[0].Met[1], s.standings[1].Met[0] = 3, 3
	if got := fmt.Sprint(s.swiss()); got != "[[0 1]]" {
		t.Errorf("those who met already: pairs %s", got)
	}
	s = stateOf(5, 2, 2, Swiss)
	for i, p := range []float64{4, 3, 2, 1, 0} {
		s.standings[i].Total.Points = p
	}
	for _, want := range []int{4, 3, 2} { // a bye counts as points
		before := s.standings[want].Byes
		sets := s.swiss()
		if s.standings[want].Byes != before+1 || slices.ContainsFunc(sets, func(set []int) bool { return slices.Contains(set, want) }) || len(sets) != 2 {
			t.Errorf("the bye is not that of %d: %v, %+v", want, sets, s.standings)
		}
		if p := s.swissPoints(want); p != s.standings[want].Total.Points+2 {
			t.Errorf("%d has %v points", want, p)
		}
	}
}

// TestKnockOutRounds checks that the first round leaves a power of the number of seats, counting
// byes.
func TestKnockOutRounds(t *testing.T) {
	for _, x := range []struct {
		n, seats int
		rounds   string // number of encounters in each round
	}{
		{2, 2, "1"},
		{3, 2, "1 1"},
		{4, 2, "2 1"},
		{5, 2, "1 2 1"},
		{6, 2, "2 2 1"},
		{7, 2, "3 2 1"},
		{8, 2, "4 2 1"},
		{9, 2, "1 4 2 1"},
		{3, 3, "1"},
		{9, 3, "3 1"},
		{5, 3, "1 1"},
		{4, 3, "1 1"},
		{7, 3, "2 1"},
	} {
		s := stateOf(x.n, x.seats, x.seats, KnockOut)
		var rounds []string
		number, opening := 0, 0
		for g := s.current(); g != nil; g = s.current() {
			rounds = append(rounds, fmt.Sprint(len(g.encounters)))
			if g.round != len(rounds) || g.first != number || g.opening != opening || g.games != x.seats {
				t.Errorf("%d with %d seats: %+v begins with game %d and opening %d", x.n, x.seats, g, number, opening)
			}
			number, opening = number+g.size(), opening+g.openings()
			for i := range g.size() { // the first entrant in the list always wins
				at := g.at(i)
				who := at.seating()
				seat := slices.Index(who, slices.Min(who))
				s.add(&Game{Number: at.number + 1, Seats: who, Winners: string(rules.Player(seat).Letter())})
			}
		}
		if got := strings.Join(rounds, " "); got != x.rounds || !s.over {
			t.Errorf("%d with %d seats: %s encounters, want %s", x.n, x.seats, got, x.rounds)
		}
		table := s.table()
		if table.Order[0] != 0 || table.Standings[0].Passed != len(rounds) || !table.Over {
			t.Errorf("%d with %d seats: %+v", x.n, x.seats, table)
		}
		for i, who := range table.Order[1:] {
			if table.Standings[who].Passed > table.Standings[table.Order[i]].Passed {
				t.Errorf("%d with %d seats: the order is %v", x.n, x.seats, table.Order)
			}
		}
	}
}

// TestKnockOutTies checks that a tied encounter is repeated at most three times. Then the first
// entrant in the list advances.
func TestKnockOutTies(t *testing.T) {
	s := stateOf(2, 2, 4, KnockOut)
	var games, rounds []int
	for g := s.current(); g != nil; g = s.current() {
		games, rounds = append(games, g.size()), append(rounds, g.round)
		for i := range g.size() {
			at := g.at(i)
			s.add(&Game{Seats: at.seating()})
		}
	}
	if !slices.Equal(games, []int{4, 2, 2, 2}) || !slices.Equal(rounds, []int{1, 1, 1, 1}) || s.table().Order[0] != 0 || s.table().Standings[0].Passed != 1 || s.table().Standings[1].Passed != 0 {
		t.Errorf("games %v in rounds %v, %+v", games, rounds, s.table())
	}
}

// TestTotal checks the number of games, which is 0 if it depends on results.
func TestTotal(t *testing.T) {
	for _, x := range []struct {
		name, text string
		want       int
	}{
		{"round robin", "game tictactoe\ngames 3\n" + strings.Repeat("engine random\n", 4), 18},
		{"gauntlet", "game tictactoe\ngames 3\nformat gauntlet\n" + strings.Repeat("engine random\n", 4), 9},
		{"swiss", "game tictactoe\ngames 3\nformat swiss\nrounds 5\n" + strings.Repeat("engine random\n", 5), 30},
		{"knock-out", "game tictactoe\ngames 3\nformat knock-out\n" + strings.Repeat("engine random\n", 4), 0},
		{"three seats", "game tictactoe\nparam players=3\ngames 2\nformat swiss\nrounds 2\n" + strings.Repeat("engine random\n", 7), 8},
	} {
		t.Run(x.name, func(t *testing.T) {
			d, err := Parse(boardstudio.Games, aiall.Engines, []byte(x.text), "t")
			if err != nil {
				t.Fatal(err)
			}
			tn, err := New(t.Context(), aiall.Engines, boardstudio.Documents, *d)
			if err != nil {
				t.Fatal(err)
			}
			if got := tn.Total(); got != x.want {
				t.Errorf("%d games, want %d", got, x.want)
			}
		})
	}
}

// TestPoints checks that a win is one point, shared among several winners, and that a draw is
// shared among all.
func TestPoints(t *testing.T) {
	for _, x := range []struct {
		name string
		g    Game
		want []float64
	}{
		{"win", Game{Seats: []int{0, 1}, Winners: "B"}, []float64{0, 1}},
		{"draw", Game{Seats: []int{0, 1}}, []float64{0.5, 0.5}},
		{"cut", Game{Seats: []int{0, 1}, Winners: "B", Cut: true}, []float64{0.5, 0.5}},
		{"two winners of four", Game{Seats: []int{0, 1, 2, 3}, Winners: "AC"}, []float64{0.5, 0, 0.5, 0}},
		{"draw of four", Game{Seats: []int{0, 1, 2, 3}}, []float64{0.25, 0.25, 0.25, 0.25}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.g.points(); !slices.Equal(got, x.want) {
				t.Errorf("%+v: %v, want %v", x.g, got, x.want)
			}
		})
	}
}

// TestTable checks that entrants are ordered by points, then by their place in the list, and that
// later games do not change a table.
func TestTable(t *testing.T) {
	s := stateOf(4, 2, 1, RoundRobin)
	s.current()
	if x := s.table(); x.Games != 0 || x.Over || !slices.Equal(x.Order, []int{0, 1, 2, 3}) || x.Standings[0].Rating != nil {
		t.Errorf("at the start: %+v", x)
	}
	play := func(winners string) {
		at := s.stage.at(s.at)
		s.add(&Game{Seats: at.seating(), Winners: winners})
	}
	play("B") // 0 and 1
	early := s.table()
	if early.Standings[1].Rating == nil || early.Standings[0].Rating == nil || early.Standings[2].Rating != nil {
		t.Errorf("ratings after a game: %+v", early.Standings)
	}
	for _, w := range []string{"B", "", "", "A", ""} { // 0-2, 0-3, 1-2, 1-3, 2-3
		play(w)
	}
	x := s.table()
	if !slices.Equal(x.Order, []int{1, 2, 3, 0}) || x.Games != 6 || early.Games != 1 || early.Standings[1].Met[3] != 0 || early.Standings[1].Seats[0].Games != 0 {
		t.Errorf("the order is %v, %+v", x.Order, early)
	}
	if a := x.Standings[1]; a.Against[0] != 1 || a.Against[2] != 0.5 || a.Against[3] != 1 || a.Seats[0] != (Tally{Games: 2, Won: 1, Drawn: 1, Points: 1.5}) || a.Seats[1] != (Tally{Games: 1, Won: 1, Points: 1}) || a.Total.Points != 2.5 {
		t.Errorf("%+v", a)
	}
	if z := x.Standings[0]; z.Total != (Tally{Games: 3, Drawn: 1, Lost: 2, Points: 0.5}) {
		t.Errorf("%+v", z)
	}
	if s.current() != nil || !s.table().Over {
		t.Error("it is not over")
	}
}

// TestDocument checks that the record of a game has the players, the round, the clock, the starting
// position, and the engines' evaluations and times.
func TestDocument(t *testing.T) {
	d, err := Parse(boardstudio.Games, aiall.Engines, []byte("game tictactoe\nformat swiss\nrounds 2\nseed 7\nclock 1m\nengine random\nname One\nengine computer:level=2\n"), "t")
	if err != nil {
		t.Fatal(err)
	}
	x, err := New(t.Context(), aiall.Engines, boardstudio.Documents, *d)
	if err != nil {
		t.Fatal(err)
	}
	r := x.Rules()
	start, err := r.Start().Play(rules.Place(4))
	if err != nil {
		t.Fatal(err)
	}
	moves := []rules.Move{rules.Place(0), rules.Place(1), rules.Place(2)}
	p := &Played{Game: Game{Number: 12, Seats: []int{1, 0}, Error: "it failed"}, Round: 2}
	p.Record.Start, p.Record.Moves = start, moves
	plies := []match.Ply{
		{Seat: 1, Time: time.Second, Info: ai.Info{Depth: 3, Nodes: 9, Best: ai.Line{Score: ai.Score{Value: 0.5}, Moves: moves[1:2]}}},
		{Seat: 0, Time: 2 * time.Second},
	}
	doc := x.document(p, 1, plies)
	if a, b := doc.Players[0], doc.Players[1]; a.Name != "computer:level=2" || a.Kind != "computer" || a.Level != 2 || b.Name != "One" || b.Kind != "random" || b.Level != 0 {
		t.Errorf("players %+v and %+v", a, b)
	}
	if i := doc.Info; i[model.InfoEvent] != "seed 7, game 12" || i[model.InfoRound] != "2" || i[model.InfoClock] != d.Entrants[0].Clock.String() || i[model.InfoDate] == "" {
		t.Errorf("%q", i)
	}
	root := doc.Tree.Root()
	one := root.First()
	two := one.First()
	three := two.First()
	if root.Setup() != start.String() || three == nil || three.First() != nil || three.Comment() != "it failed" || two.Comment() != "" {
		t.Fatalf("start %q, comment %q", root.Setup(), three.Comment())
	}
	if e := one.Evals(); len(e) != 1 || e[0].Engine != "random" || e[0].Depth != 3 || e[0].Nodes != 9 || e[0].Score != 0.5 || !slices.Equal(e[0].PV, moves[1:2]) || len(root.Evals())+len(two.Evals())+len(three.Evals()) > 0 {
		t.Errorf("evaluations %+v", e)
	}
	if one.Used() != 0 || two.Used() != time.Second || three.Used() != 2*time.Second {
		t.Errorf("%v, %v and %v were used", one.Used(), two.Used(), three.Used())
	}
	// If the clocks differ, the record has no clock. Formats other than Swiss and knock-out have no
	// rounds.
	x.Entrants[1].Clock = clock.TimeControl{}
	x.Format = RoundRobin
	p.Record.Start = r.Start()
	doc = x.document(p, 1, nil)
	if i := doc.Info; i[model.InfoClock] != "" || i[model.InfoRound] != "" || doc.Tree.Root().Setup() != "" {
		t.Errorf("%q, start %q", i, doc.Tree.Root().Setup())
	}
}

// TestDrawnOpenings checks that the n-th random opening is always the same, and that only the last
// hundred are cached.
func TestDrawnOpenings(t *testing.T) {
	d := two(t)
	d.Opening, d.From = 2, "A../.../... B"
	x, err := New(t.Context(), aiall.Engines, boardstudio.Documents, d)
	if err != nil {
		t.Fatal(err)
	}
	start, err := x.rules.Parse(d.From)
	if err != nil {
		t.Fatal(err)
	}
	var all []Opening
	for n := range 130 {
		o, err := x.opening(t.Context(), n)
		if err != nil || len(o.Moves) != 2 || o.Start.String() != start.String() {
			t.Fatalf("opening %d: %+v, %v", n, o, err)
		}
		all = append(all, o)
		if len(x.randomOpenings) != min(n+1, 101) {
			t.Fatalf("%d openings are cached after %d", len(x.randomOpenings), n+1)
		}
	}
	for _, n := range []int{0, 29, 129} {
		if o, err := x.opening(t.Context(), n); err != nil || !slices.Equal(o.Moves, all[n].Moves) {
			t.Errorf("opening %d is %v and then %v, %v", n, all[n].Moves, o.Moves, err)
		}
	}
	x.Seed++
	clear(x.randomOpenings)
	same := 0
	for n := range all {
		if o, err := x.opening(t.Context(), n); err != nil || slices.Equal(o.Moves, all[n].Moves) {
			same++
		}
	}
	if same > len(all)/4 {
		t.Errorf("%d of %d openings do not depend on the seed", same, len(all))
	}
	x.Opening = 0
	if o, err := x.opening(t.Context(), 0); err != nil || o.Moves != nil || o.Start.String() != start.String() {
		t.Errorf("without random moves: %+v, %v", o, err)
	}
	x.openings = all[:3]
	for n, want := range map[int]int{0: 0, 2: 2, 3: 0, 7: 1} {
		if o, err := x.opening(t.Context(), n); err != nil || !slices.Equal(o.Moves, all[want].Moves) {
			t.Errorf("opening %d of a file of three: %v, %v", n, o.Moves, err)
		}
	}
}

// TestLeftAt checks that only the clock of the player to move runs, and that it stops at zero.
func TestLeftAt(t *testing.T) {
	r, err := all.Games.Build("tictactoe", rules.Params{"players": "3"})
	if err != nil {
		t.Fatal(err)
	}
	second, err := r.Start().Play(rules.Place(0))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	l := Live{Last: second, Left: []time.Duration{time.Minute, time.Minute, time.Minute}, Limits: []bool{true, true, false}, Since: now}
	for _, x := range []struct {
		seat  rules.Player
		after time.Duration
		want  time.Duration
		ok    bool
	}{
		{0, 0, time.Minute, true},
		{0, time.Hour, time.Minute, true},
		{1, 0, time.Minute, true},
		{1, 20 * time.Second, 40 * time.Second, true},
		{1, time.Minute, 0, true},
		{1, time.Hour, 0, true},
		{2, time.Second, 0, false},
	} {
		if left, ok := l.LeftAt(x.seat, now.Add(x.after)); left != x.want || ok != x.ok {
			t.Errorf("seat %d after %v: %v, %v", x.seat, x.after, left, ok)
		}
	}
}

// TestWatch checks that a running game is listed with its moves and clocks until it ends. Later moves
// must not change a list that was already returned.
func TestWatch(t *testing.T) {
	d := two(t)
	d.Entrants[1].Clock = clock.TimeControl{Kind: clock.Increment, Time: time.Minute, Extra: 2 * time.Second}
	x, err := New(t.Context(), aiall.Engines, boardstudio.Documents, d)
	if err != nil {
		t.Fatal(err)
	}
	begin := Opening{Start: x.rules.Start(), Moves: []rules.Move{rules.Place(4)}}
	begun := time.Now()
	told, end, err := x.watch(&Live{Number: 2, Seats: []int{0, 1}}, begin)
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := x.watch(&Live{Number: 1, Seats: []int{1, 0}}, begin)
	if err != nil {
		t.Fatal(err)
	}
	before := x.Live()
	if len(before) != 2 || before[0].Number != 1 || before[1].Number != 2 {
		t.Fatalf("%+v", before)
	}
	if since := before[1].Since; since.Before(begun) || since.After(time.Now()) {
		t.Errorf("the first move began at %v", since)
	}
	other()
	after, err := before[1].Last.Play(rules.Place(0))
	if err != nil {
		t.Fatal(err)
	}
	told(match.Ply{Seat: 1, Move: rules.Place(0), Time: 10 * time.Second, After: after, Info: ai.Info{Depth: 3}})
	list := x.Live()
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	g := list[0]
	if !slices.Equal(g.Moves, []rules.Move{rules.Place(4), rules.Place(0)}) || g.Last.Hash() != after.Hash() || g.Before.Hash() != before[1].Last.Hash() || g.Infos[1].Depth != 3 || g.Infos[0].Depth != 0 {
		t.Errorf("%+v", g)
	}
	if !slices.Equal(g.Limits, []bool{false, true}) || g.Left[1] != 52*time.Second || g.Since.Before(before[1].Since) {
		t.Errorf("clocks %v, %v", g.Left, g.Limits)
	}
	if b := before[1]; len(b.Moves) != 1 || b.Infos[1].Depth != 0 || b.Left[1] != time.Minute || b.Before != nil {
		t.Errorf("the earlier list changed: %+v", b)
	}
	if end(); len(x.Live()) != 0 {
		t.Errorf("games that ended: %+v", x.Live())
	}
	if _, _, err := x.watch(&Live{Number: 3, Seats: []int{0, 1}}, Opening{Start: x.rules.Start(), Moves: []rules.Move{rules.Place(4), rules.Place(4)}}); err == nil || len(x.Live()) != 0 {
		t.Errorf("an illegal opening: %v", err)
	}
}

// TestLinks checks that nothing is written through symbolic links that lead out of a tournament
// folder.
func TestLinks(t *testing.T) {
	for _, name := range []string{RecordName(boardstudio.Documents, 1), ResultsFile, lockFile} {
		t.Run(name, func(t *testing.T) {
			dir, other := t.TempDir(), filepath.Join(t.TempDir(), "other")
			if _, err := Create(t.Context(), aiall.Engines, boardstudio.Documents, dir, two(t)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(other, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			_ = os.Remove(filepath.Join(dir, name))
			if err := os.Symlink(other, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
			x, err := Open(t.Context(), aiall.Engines, boardstudio.Documents, dir)
			if err == nil {
				err = x.Play(t.Context(), 1, nil)
			}
			if err == nil || !strings.Contains(err.Error(), "a symbolic link leads out of the folder "+dir) {
				t.Error(err)
			}
			if data, err := os.ReadFile(other); err != nil || len(data) > 0 {
				t.Errorf("the other file holds %q, %v", data, err)
			}
		})
	}
}
