package tournament_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/tournament"
)

// describe parses a description in which commas replace line breaks.
func describe(t testing.TB, text string) tournament.Description {
	t.Helper()
	d, err := tournament.Parse(boardstudio.Games, aiall.Engines, []byte(strings.ReplaceAll(text, ", ", "\n")), "t")
	if err != nil {
		t.Fatal(err)
	}
	return *d
}

func tableJSON(t *testing.T, x *tournament.Table) string {
	t.Helper()
	data, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// six is a tournament without time limits.
const six = "game tictactoe, nodes 300, games 3, opening 1, engine random, engine first, engine greedy, engine computer:level=2, engine alphabeta, engine mcts"

var formats = map[string]string{
	"round robin": six,
	"gauntlet":    six + ", format gauntlet",
	"swiss":       six + ", format swiss, rounds 4, engine random",
	"knock-out":   six + ", format knock-out",
	"three seats": "game tictactoe, param players=3, nodes 100, games 3, format knock-out, opening 1, engine random, engine first, engine maxn, engine random, engine first",
	"swiss three": "game tictactoe, param players=3, games 2, format swiss, rounds 3, engine random, engine first, engine random, engine first",
	"sprt":        "game tictactoe, games 1000, sprt 0 200, opening 1, nodes 200, engine alphabeta, engine random",
}

// TestSame checks that neither parallel games nor interruptions change the games or the table.
func TestSame(t *testing.T) {
	for name, text := range formats {
		t.Run(name, func(t *testing.T) {
			d := describe(t, text)
			var want string
			var games []tournament.Game
			for jobs := 1; jobs <= 3; jobs += 2 {
				x, err := tournament.New(t.Context(), aiall.Engines, boardstudio.Documents, d)
				if err != nil {
					t.Fatal(err)
				}
				number := 0
				if err := x.Play(t.Context(), jobs, func(p tournament.Played) {
					if number++; p.Number != number {
						t.Errorf("game %d is told as number %d", p.Number, number)
					}
					if jobs == 1 {
						games = append(games, p.Game)
					} else if got := fmt.Sprint(p.Game); got != fmt.Sprint(games[number-1]) {
						t.Errorf("with %d at a time a game is %s and not %v", jobs, got, games[number-1])
					}
				}); err != nil {
					t.Fatal(err)
				}
				if jobs == 1 {
					want = tableJSON(t, x.Table())
				} else if got := tableJSON(t, x.Table()); got != want {
					t.Errorf("with %d at a time the table is\n%s and not\n%s", jobs, got, want)
				}
				if s := x.Table(); !s.Over || s.Games != len(games) || s.Games != number {
					t.Errorf("%d games are told, %d counted", number, s.Games)
				}
			}
			dir := t.TempDir()
			x, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, dir, d)
			if err != nil {
				t.Fatal(err)
			}
			interrupted := 0
			for stop := 1; ; stop += 2 { // reopen the tournament and interrupt it after a few games
				ctx, cancel := context.WithCancel(t.Context())
				played := 0
				err = x.Play(ctx, 2, func(tournament.Played) {
					if played++; played == stop {
						cancel()
					}
				})
				cancel()
				if x, _ = tournament.Open(t.Context(), aiall.Engines, boardstudio.Documents, dir); err == nil {
					break
				}
				if !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				interrupted++
			}
			if got := tableJSON(t, x.Table()); got != want || interrupted < 2 {
				t.Errorf("interrupted %d times, the table is\n%s and not\n%s", interrupted, got, want)
			}
			checkRecords(t, x, dir, games)
		})
	}
}

// checkRecords compares the record files of a tournament with its games.
func checkRecords(t *testing.T, x *tournament.Tournament, dir string, games []tournament.Game) {
	t.Helper()
	for _, g := range games {
		file := filepath.Join(dir, tournament.RecordName(boardstudio.Documents, g.Number))
		d, _, err := boardstudio.Documents.Open(t.Context(), file, codec.Options{Games: all.Games})
		if err != nil || len(d.Warnings) > 0 {
			t.Fatal(err, d)
		}
		moves, thought := 0, 0
		for n := range d.Tree.Main() {
			if _, ok := n.Move(); ok {
				moves++
			}
			thought += len(n.Evals())
		}
		p := d.Players[0]
		if e := x.Entrants[g.Seats[0]]; moves != g.Moves || p.Name != e.Title() || p.Kind == model.Human {
			t.Errorf("%s has %d moves and the player %+v, want %d and %+v", file, moves, p, g.Moves, e)
		}
		if a := x.Entrants[g.Seats[0]].Engine; a == "alphabeta" && thought == 0 {
			t.Errorf("%s has no evaluation", file)
		}
	}
}

// TestSameThoughts checks that runs with one and with three parallel games record the same moves,
// evaluations and node counts. Only times may differ, and the line breaks around them.
func TestSameThoughts(t *testing.T) {
	for name, text := range map[string]string{
		"tictactoe":     six,
		"gomoku":        "game gomoku, nodes 400, games 2, opening 2, plies 12, engine computer:1, engine computer:5, engine threats, engine ktuple, engine mcts",
		"othello":       "game othello, nodes 400, games 2, opening 2, plies 20, engine computer:4, engine positional, engine alphabeta, engine mcts",
		"three players": "game gomoku, param players=3, nodes 400, games 2, opening 3, plies 12, engine alphabeta, engine maxn, engine mcts",
	} {
		t.Run(name, func(t *testing.T) {
			d := describe(t, text)
			var runs [2][]string
			evals := 0
			for k := range runs {
				dir := t.TempDir()
				x, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, dir, d)
				if err != nil {
					t.Fatal(err)
				}
				if err := x.Play(t.Context(), 1+2*k, nil); err != nil {
					t.Fatal(err)
				}
				for number := range x.Table().Games {
					d, _, err := boardstudio.Documents.Open(t.Context(), filepath.Join(dir, tournament.RecordName(boardstudio.Documents, number+1)), codec.Options{Games: all.Games})
					if err != nil {
						t.Fatal(err)
					}
					var b strings.Builder
					for n := range d.Tree.Main() {
						m, _ := n.Move()
						fmt.Fprintf(&b, "%v %+v\n", m, n.Evals())
						evals += len(n.Evals())
					}
					runs[k] = append(runs[k], b.String())
				}
			}
			if evals < 40 {
				t.Errorf("only %d evaluations", evals)
			}
			for number, want := range runs[0] {
				if got := runs[1][number]; got != want {
					t.Errorf("game %d is\n%s\nand not\n%s", number+1, got, want)
				}
			}
		})
	}
}

// TestSchedule checks the encounters of all formats, and that each entrant plays on each seat.
func TestSchedule(t *testing.T) {
	for name, games := range map[string]int{"round robin": 15 * 3, "gauntlet": 5 * 3, "swiss": 4 * 3 * 3, "swiss three": 3 * 2} {
		t.Run(name, func(t *testing.T) {
			x, err := tournament.New(t.Context(), aiall.Engines, boardstudio.Documents, describe(t, formats[name]))
			if err != nil {
				t.Fatal(err)
			}
			if err := x.Play(t.Context(), 2, nil); err != nil {
				t.Fatal(err)
			}
			s := x.Table()
			if s.Games != games {
				t.Errorf("%d games, want %d", s.Games, games)
			}
			sum, byes := 0., 0
			for i, e := range s.Standings {
				sum += e.Total.Points
				byes += e.Byes
				for j, n := range e.Met {
					if name == "round robin" && i != j && n != 3 || name == "swiss" && n > 3 || n != s.Standings[j].Met[i] {
						t.Errorf("%d and %d met %d times", i, j, n)
					}
					if got := e.Against[j] + s.Standings[j].Against[i]; got != float64(n) {
						t.Errorf("%d and %d share %v points of %d games", i, j, got, n)
					}
				}
			}
			if int(sum+.5) != games || strings.HasPrefix(name, "swiss") && byes != s.Standings[0].Met[0]+map[string]int{"swiss": 4, "swiss three": 3}[name] {
				t.Errorf("%v points in %d games, %d byes", sum, games, byes)
			}
		})
	}
	x, err := tournament.New(t.Context(), aiall.Engines, boardstudio.Documents, describe(t, formats["knock-out"]))
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]bool{}
	last := 0
	if err := x.Play(t.Context(), 1, func(p tournament.Played) {
		who := slices.Sorted(slices.Values(p.Seats))
		met[fmt.Sprint(p.Round, who)] = true
		last = p.Round
	}); err != nil {
		t.Fatal(err)
	}
	// Two of six have byes, so the rounds have two encounters, two, and one.
	if s := x.Table(); len(met) != 5 || last != 3 || s.Standings[s.Order[0]].Passed != 3 || s.Standings[s.Order[1]].Passed != 2 {
		t.Errorf("the encounters of the knock-out are %v, the table %+v", met, s)
	}
	if !met["1 [2 5]"] || !met["1 [3 4]"] {
		t.Errorf("the first round is %v", met)
	}
}

// TestSPRTStops checks that a match ends when the test has decided, after complete pairs.
func TestSPRTStops(t *testing.T) {
	x, err := tournament.New(t.Context(), aiall.Engines, boardstudio.Documents, describe(t, formats["sprt"]))
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Play(t.Context(), 2, nil); err != nil {
		t.Fatal(err)
	}
	s := x.Table()
	pairs := 0
	for _, n := range s.Pairs {
		pairs += n
	}
	if s.Decision != tournament.Accept1 || !s.Over || s.Games >= 1000 || s.Games != 2*pairs {
		t.Errorf("%+v", s)
	}
}

// TestOpenings checks that games start with the openings in a file, from all seats.
func TestOpenings(t *testing.T) {
	dir := t.TempDir()
	lines := filepath.Join(dir, "lines.txt")
	if err := os.WriteFile(lines, []byte("# two\nb2 a1\n\na1 b2 # the corner\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	begin := func(file string) []string {
		d := describe(t, "game tictactoe, games 4, engine random, engine first")
		d.Openings = file
		x, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, t.TempDir(), d)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		if err := x.Play(t.Context(), 1, func(p tournament.Played) {
			r := x.Rules()
			text := fmt.Sprint(p.Seats)
			for _, m := range p.Record.Moves[:2] {
				text += " " + r.FormatMove(m)
			}
			list = append(list, text)
		}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	want := []string{"[0 1] b2 a1", "[1 0] b2 a1", "[0 1] a1 b2", "[1 0] a1 b2"}
	if got := begin(lines); !slices.Equal(got, want) {
		t.Errorf("lines: %q, want %q", got, want)
	}
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	doc := model.NewDocument(r)
	for _, line := range []string{"b2 a1", "a1 b2"} {
		n := doc.Tree.Root()
		for w := range strings.FieldsSeq(line) {
			m, err := r.ParseMove(w)
			if err != nil {
				t.Fatal(err)
			}
			n = doc.Tree.Add(n, m)
		}
	}
	file := filepath.Join(dir, "book"+boardstudio.Documents.Formats[0].Ext[0])
	if err := document.Save(file, boardstudio.Documents.Formats[0], doc); err != nil {
		t.Fatal(err)
	}
	if got := begin(file); !slices.Equal(got, want) {
		t.Errorf("document: %q, want %q", got, want)
	}
	for text, why := range map[string]string{"b2 a1\nb2 z9": `lines\.txt:2: z9: `, "b2\na1 a1": `lines\.txt:2: a1: `, "# none": `lines\.txt: it contains no opening`} {
		_, err := tournament.Openings(t.Context(), boardstudio.Documents, r, r.Start(), []byte(text), "lines.txt")
		if err == nil || !regexp.MustCompile("^"+why).MatchString(err.Error()) {
			t.Errorf("%q: %v, want %s", text, err, why)
		}
	}
}

// TestConcurrentPlay checks that two programs cannot play the same tournament at once.
func TestConcurrentPlay(t *testing.T) {
	dir := t.TempDir()
	d := describe(t, "game tictactoe, games 2, engine random, engine first")
	x, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, dir, d)
	if err != nil {
		t.Fatal(err)
	}
	other, err := tournament.Open(t.Context(), aiall.Engines, boardstudio.Documents, dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Play(t.Context(), 1, func(p tournament.Played) {
		if p.Number == 1 {
			if err := other.Play(t.Context(), 1, nil); err == nil || !strings.Contains(err.Error(), "is being played by another program") {
				t.Errorf("a second one: %v", err)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, dir, d); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("created twice: %v", err)
	}
	if n := len(x.Faults()); n != 0 || x.Table().Games != 2 {
		t.Errorf("%d faults in %d games", n, x.Table().Games)
	}
	// A changed description is a different tournament.
	d.Seed = 9
	if err := os.WriteFile(filepath.Join(dir, tournament.DescriptionFile), []byte(d.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := tournament.Open(t.Context(), aiall.Engines, boardstudio.Documents, dir); err == nil || !strings.Contains(err.Error(), tournament.DescriptionFile+": it was changed") {
		t.Errorf("changed: %v", err)
	}
}

// TestConcurrentCreate checks that only one of several programs can create a tournament in a folder.
func TestConcurrentCreate(t *testing.T) {
	for range 10 {
		dir := t.TempDir()
		ended := make(chan *tournament.Tournament, 4)
		for i := range 4 {
			d := describe(t, "game tictactoe, engine random, engine first")
			d.Seed = uint64(i)
			go func() {
				x, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, dir, d)
				if err != nil && !strings.Contains(err.Error(), "there is a tournament in") {
					t.Error(err)
				}
				ended <- x
			}()
		}
		made := 0
		for range 4 {
			if x := <-ended; x != nil {
				made++
				if again, err := tournament.Open(t.Context(), aiall.Engines, boardstudio.Documents, dir); err != nil || again.Seed != x.Seed {
					t.Errorf("the folder has another tournament: %v", err)
				}
			}
		}
		if made != 1 {
			t.Errorf("%d were created", made)
		}
	}
}

// TestPowerCut checks that a tournament resumes after a power cut. The cut leaves zero bytes and
// truncated lines in the results file. Only the missing games are counted and played again.
func TestPowerCut(t *testing.T) {
	d := describe(t, "game tictactoe, games 6, engine random, engine first")
	calm, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, t.TempDir(), d)
	if err != nil {
		t.Fatal(err)
	}
	if err := calm.Play(t.Context(), 1, nil); err != nil {
		t.Fatal(err)
	}
	want := calm.GamesFrom(0)
	zeros := strings.Repeat("\x00", 512)
	for _, x := range []struct {
		name    string
		hurt    func(lines []string) string // damages the header and six games
		damaged int
		again   int // games to be played again
	}{
		{"zeros at the end", func(l []string) string { return strings.Join(l[:4], "") + zeros }, 1, 3},
		{"zeros for the last game", func(l []string) string { return strings.Join(l[:6], "") + zeros }, 1, 1},
		{"zeros after half a game", func(l []string) string { return strings.Join(l[:3], "") + l[3][:20] + zeros }, 1, 4},
		{"zeros for a game in the middle", func(l []string) string { return strings.Join(l[:3], "") + zeros + "\n" + strings.Join(l[4:], "") }, 1, 1},
		{"two holes", func(l []string) string { return strings.Join(l[:2], "") + zeros + "\n" + l[3] + l[4][:9] + "\n" + l[5] }, 2, 3},
		{"zeros for all", func([]string) string { return zeros }, 1, 6},
		{"half a header", func(l []string) string { return l[0][:9] + zeros }, 1, 6},
		{"nothing but the length", func(l []string) string { return strings.Repeat("\x00", len(strings.Join(l, ""))) }, 1, 6},
	} {
		t.Run(x.name, func(t *testing.T) {
			dir := t.TempDir()
			c, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, dir, d)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Play(t.Context(), 1, nil); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, tournament.ResultsFile)
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines := slices.Collect(strings.Lines(string(data)))
			if len(lines) != 7 {
				t.Fatalf("%d lines", len(lines))
			}
			if err := os.WriteFile(file, []byte(x.hurt(lines)), 0o666); err != nil {
				t.Fatal(err)
			}
			got, err := tournament.Open(t.Context(), aiall.Engines, boardstudio.Documents, dir)
			if err != nil {
				t.Fatal(err)
			}
			if got.Damaged() != x.damaged {
				t.Errorf("%d damaged, want %d", got.Damaged(), x.damaged)
			}
			again := 0
			if err := got.Play(t.Context(), 1, func(tournament.Played) { again++ }); err != nil {
				t.Fatal(err)
			}
			if again != x.again || !reflect.DeepEqual(got.GamesFrom(0), want) || got.Damaged() != 0 {
				t.Errorf("%d games were played again, want %d; %d damaged at the end\n%v\n%v", again, x.again, got.Damaged(), got.GamesFrom(0), want)
			}
			last, err := tournament.Open(t.Context(), aiall.Engines, boardstudio.Documents, dir)
			if err != nil || !reflect.DeepEqual(last.GamesFrom(0), want) {
				t.Errorf("opened once more: %v", err)
			}
		})
	}
}

// TestLive checks the games in progress and their clocks.
func TestLive(t *testing.T) {
	d := describe(t, "game othello, clock 1m, depth 2, games 4, opening 2, engine alphabeta, name one, engine greedy, clock none")
	x, err := tournament.Create(t.Context(), aiall.Engines, boardstudio.Documents, t.TempDir(), d)
	if err != nil {
		t.Fatal(err)
	}
	played := make(chan error)
	go func() { played <- x.Play(t.Context(), 2, nil) }()
	seen, most := 0, 0
	for over := false; !over; {
		select {
		case err := <-played:
			if over = true; err != nil {
				t.Fatal(err)
			}
		default:
		}
		list := x.Live()
		most = max(most, len(list))
		for i, g := range list {
			if i > 0 && g.Number <= list[i-1].Number {
				t.Errorf("game %d comes after game %d", g.Number, list[i-1].Number)
			}
			p, err := ai.Request{Start: x.Rules().Start(), Moves: g.Moves}.Position()
			if err != nil || p.Hash() != g.Last.Hash() {
				t.Fatalf("game %d: %v", g.Number, err)
			}
			one := rules.Player(slices.Index(g.Seats, 0))
			left, ok := g.LeftAt(one, g.Since)
			if _, other := g.LeftAt(1-one, g.Since); !ok || other || left <= 0 || left > time.Minute {
				t.Fatalf("game %d: %v is left of %v", g.Number, left, g.Limits)
			}
			if late, _ := g.LeftAt(one, g.Since.Add(2*time.Minute)); (late == 0) != (g.Last.Turn() == one) {
				t.Fatalf("game %d: %v is left after two minutes", g.Number, late)
			}
			if len(g.Moves) > 4 && g.Before != nil && g.Infos[one].Depth > 0 {
				seen++
			}
		}
	}
	if seen == 0 || most != 2 || len(x.Live()) != 0 {
		t.Errorf("%d games were seen, %d at a time, and %d are left", seen, most, len(x.Live()))
	}
	if list := x.GamesFrom(1); len(list) != 3 || list[0].Number != 2 {
		t.Errorf("the games are %v", list)
	}
}

// TestDescription checks that descriptions survive a round trip, and that errors have line numbers.
func TestDescription(t *testing.T) {
	for name, text := range formats {
		t.Run(name, func(t *testing.T) {
			d := describe(t, text)
			again, err := tournament.Parse(boardstudio.Games, aiall.Engines, []byte(d.String()), "t")
			if err != nil || again.String() != d.String() {
				t.Errorf("%s is written as\n%s\nand read as %v, %v", name, d.String(), again, err)
			}
		})
	}
	d := describe(t, "game othello, clock 5m+3s, engine random, name A, nodes 7, engine first")
	if a, b := d.Entrants[0], d.Entrants[1]; a.Title() != "A" || a.Limit != (ai.Limit{Nodes: 7}) || b.Limit != (ai.Limit{}) || !a.Clock.Limits() || !b.Clock.Limits() {
		t.Errorf("%+v", d.Entrants)
	}
	for text, want := range map[string]string{
		"game chess":        `t:1: unknown game "chess"`,
		"game othello":      `t:1: the game has 2 seats, but there are 0 engines`,
		"game othello, bad": `t:2: "bad" has no value`,
		"game othello, speed 3, engine random, engine random":                 `t:2: there is no setting "speed"`,
		"game othello, engine random, engine rondom":                          `t:3: unknown engine "rondom".*`,
		"game othello, engine random, engine human":                           `t:3: human players cannot play.*`,
		"engine random, engine random, game othello, param size=5":            `t:4: .*`,
		"game othello, engine random, engine random, games 0":                 `t:4: the number of games must be from 1 to .*, not 0`,
		"game othello, games -1":                                              `t:2: "-1" is not a number.*`,
		"game othello, engine random, engine random, format cup":              `t:4: unknown format "cup"`,
		"game othello, engine random, engine random, from x":                  `t:4: the position cannot be read: .*`,
		"game othello, engine random, engine random, engine random, sprt 0 5": `t:5: a test of two.*`,
		"game othello, sprt 5 0":                                              `t:2: the ratings 5 and 0 must increase.*`,
		"game othello, sprt 0 5 0.7":                                          `t:2: the probabilities 0.7 and 0.05.*`,
		"game othello, engine random, clock soon":                             `t:3: "soon" is not a time control.*`,
		"game othello, engine random, time 3":                                 `t:3: "3" is not a time.*`,
		"game othello, engine random, engine random, format swiss":            `t:4: the number of rounds must be from 1 to .*, not 0`,
	} {
		_, err := tournament.Parse(boardstudio.Games, aiall.Engines, []byte(strings.ReplaceAll(text, ", ", "\n")), "t")
		if err == nil || !regexp.MustCompile("^"+want+"$").MatchString(err.Error()) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

const results = `{"description":"x"}
{"game":1,"seats":[0,1],"winners":"A","reason":"row","moves":5}
{"game":3,"seats":[0,1],"winners":"","reason":"fu
{"game":2,"seats":[1,0],"winners":"B","reason":"fault","moves":5,"culprit":"A","error":"it failed","finishErrors":{"B":"so did it"}}
`

// TestResults checks that truncated lines are skipped, and that other invalid lines are reported.
func TestResults(t *testing.T) {
	print, games, damaged, err := tournament.ParseResults([]byte(results), 2, 2)
	if err != nil || print != "x" || damaged != 1 || len(games) != 2 || games[2].FinishErrors["B"] != "so did it" {
		t.Errorf("%q, %v, %v", print, games, err)
	}
	for text, want := range map[string]string{
		`{"game":1,"seats":[0,1]}`:                                                            `:1: the results do not name.*`,
		"{\"description\":\"x\"}\n{\"game\":1,\"seats\":[0,2]}":                               `:2: .* is not a result`,
		"{\"description\":\"x\"}\n{\"game\":1,\"seats\":[0,0]}":                               `:2: .* is not a result`,
		"{\"description\":\"x\"}\n{\"game\":1,\"seats\":[0,1],\"winners\":\"C\"}":             `:2: .* is not a result`,
		"{\"description\":\"x\"}\n{\"game\":0,\"seats\":[0,1]}":                               `:2: .* is not a result`,
		"{\"description\":\"x\"}\n\n[1]":                                                      `:3: .* is not a result`,
		"{\"description\":\"x\"}\n{\"game\":1,\"seats\":[0,1]}}":                              `:2: .* is not a result`,
		"{\"description\":\"x\"}\nnonsense}":                                                  `:2: .* is not a result`,
		"{\"description\":\"x\"}\n{\"game\":1,\"seats\":[0,1]}\n{\"game\":1,\"seats\":[0,1]}": `:3: game 1 was already played`,
	} {
		_, _, _, err := tournament.ParseResults([]byte(text), 2, 2)
		if err == nil || !regexp.MustCompile("^"+regexp.QuoteMeta(tournament.ResultsFile)+want+"$").MatchString(err.Error()) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzDescription(f *testing.F) {
	for _, text := range formats {
		f.Add([]byte(strings.ReplaceAll(text, ", ", "\n")))
	}
	f.Add([]byte("game othello\nclock 5m+3s\nsprt 0 1e1 .1\nengine computer:3\n name \x00\ntime 1h\nengine lua:x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := tournament.Parse(boardstudio.Games, aiall.Engines, data, "t")
		if err != nil {
			return
		}
		text := d.String()
		again, err := tournament.Parse(boardstudio.Games, aiall.Engines, []byte(text), "t")
		if err != nil || again.String() != text {
			t.Errorf("%q is written as %q and read as %v, %v", data, text, again, err)
		}
	})
}

func FuzzResults(f *testing.F) {
	f.Add([]byte(results))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, games, _, err := tournament.ParseResults(data, 2, 3)
		if err != nil {
			return
		}
		for n, g := range games {
			line, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			_, again, _, err := tournament.ParseResults(bytes.Join([][]byte{[]byte(`{"description":"x"}`), line}, []byte("\n")), 2, 3)
			if err != nil || again[n].Number != n {
				t.Errorf("%s: %v, %v", line, again, err)
			}
		}
	})
}
