package script_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/all"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/match"
	"boardstudio/internal/race"
	"boardstudio/model"
	"boardstudio/rules"
	rulesall "boardstudio/rules/all"
	"boardstudio/scripts"
	"boardstudio/text/help"
)

var (
	long  = flag.Bool("matches", false, "play the scripts against the computer at the level medium, and print the table")
	games = flag.Int("games", 40, "games of each pair in the table")
)

// player is an engine for a script.
type player struct {
	t       testing.TB
	program *script.Program
	machine *script.Machine
	options script.Options
	limit   ai.Limit
}

func (p *player) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	if p.machine == nil || len(q.Moves) < q.Rules.Players() { // a new game
		p.options.Seed = q.Seed
		m, err := script.New(p.program, q.Rules, p.options)
		if err != nil {
			return ai.Info{}, err
		}
		p.machine = m
	}
	a, err := p.machine.Choose(ctx, q.Start, q.Moves, p.limit)
	return ai.Info{Best: ai.Line{Moves: []rules.Move{a.Move}}, Text: a.Text}, err
}

func open(t testing.TB, name string) *player {
	t.Helper()
	text, err := scripts.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := script.Compile(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return &player{t: t, program: p, options: script.Options{Games: rulesall.Games}}
}

// tally plays games of a script against an engine, alternating the seats. It counts wins, draws and
// losses.
func tally(t testing.TB, p *player, r rules.Rules, other string, games int, plies int) (won, drawn, lost int) {
	t.Helper()
	for i := range games {
		seat := i % r.Players()
		engines := make([]ai.Engine, r.Players())
		for s := range engines {
			if s == seat {
				engines[s] = p
				continue
			}
			e, err := all.Engines.New(other, r)
			if err != nil {
				t.Fatal(err)
			}
			engines[s] = e
		}
		rec, err := match.Play(context.Background(), match.Config{
			Rules: r, Engines: engines, Seed: uint64(i/r.Players()) + 1, MaxPlies: plies, Limits: []ai.Limit{{Time: 20 * time.Second}},
		})
		if err != nil || rec.Failure != nil {
			t.Fatalf("%s, game %d: %v, %v", p.program.Name(), i, err, rec.Failure)
		}
		switch {
		case rec.Result.Winners.Has(rules.Player(seat)):
			won++
		case rec.Result.Winners == 0:
			drawn++
		default:
			lost++
		}
	}
	return won, drawn, lost
}

// table lists the games that each script plays in tests. wins is how many games it must win against
// the random player.
var table = []struct {
	script, game string
	over         rules.Params
	depth        int // search depth in short tests
	games, wins  int
}{
	{"random.lua", "othello6", nil, 0, 2, 0},
	{"random.lua", "awale", nil, 0, 2, 0},
	{"rows.lua", "tictactoe", nil, 0, 10, 6},
	{"corners.lua", "othello", nil, 0, 4, 3},
	{"tictactoe.lua", "tictactoe", nil, 0, 20, 12},
	{"gomoku.lua", "gomoku", nil, 0, 2, 2},
	{"pente.lua", "pente", nil, 0, 2, 2},
	{"connect4.lua", "connect4", nil, 3, 6, 6},
	{"othello.lua", "othello", nil, 2, 2, 2},
	{"awale-offensive.lua", "awale", nil, 0, 6, 5},
	{"awale-defensive.lua", "awale", nil, 0, 6, 4},
	{"awale-personal.lua", "awale", nil, 0, 2, 2},
	{"four.lua", "tictactoe", rules.Params{"players": "4", "rows": "8", "cols": "8", "k": "4"}, 0, 4, 3},
	{"four.lua", "connect4", rules.Params{"players": "4", "rows": "8", "cols": "9"}, 0, 4, 2},
}

// TestScripts checks that each script plays whole games from each seat without faults, and better
// than random.
func TestScripts(t *testing.T) {
	race.Skip(t)
	tried := map[string]bool{}
	for _, x := range table {
		tried[x.script] = true
		t.Run(x.script+" "+x.game, func(t *testing.T) {
			r, err := rulesall.Games.Build(x.game, x.over)
			if err != nil {
				t.Fatal(err)
			}
			p := open(t, x.script)
			p.limit = ai.Limit{Time: 20 * time.Second, Depth: x.depth}
			begun := time.Now()
			won, drawn, lost := tally(t, p, r, "random", x.games, 400)
			t.Logf("%-20s %-10s +%d =%d -%d in %v", x.script, x.game, won, drawn, lost, time.Since(begun).Round(time.Millisecond))
			if won < x.wins {
				t.Errorf("%s: won only %d of %d games of %s against the random player", x.script, won, x.games, x.game)
			}
		})
	}
	files, err := scripts.FS.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if text, err := scripts.FS.ReadFile(f.Name()); err != nil || strings.Contains(string(text), "\n  commands = {") {
			continue // tested in TestCommands
		}
		if !tried[f.Name()] {
			t.Errorf("%s is not tried", f.Name())
		}
	}
}

// TestNeverLoses checks that the rule-based player never loses, even against a complete search.
func TestNeverLoses(t *testing.T) {
	r, err := rulesall.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{"random", "alphabeta"} {
		n := 40
		if other != "random" {
			n = 6
		}
		if _, _, lost := tally(t, open(t, "tictactoe.lua"), r, other, n, 20); lost > 0 {
			t.Errorf("it lost %d games to %s", lost, other)
		}
	}
}

// TestMatches prints the table of matches against the computer at level medium.
func TestMatches(t *testing.T) {
	if !*long {
		t.Skip("with -matches")
	}
	fmt.Printf("%-22s %-10s %-16s %5s %5s %5s\n", "script", "game", "opponent", "won", "drawn", "lost")
	for _, x := range []struct {
		script, game string
		over         rules.Params
		other        string
		limit        ai.Limit
	}{
		{"tictactoe.lua", "tictactoe", nil, "computer:3", ai.Limit{}},
		{"connect4.lua", "connect4", nil, "computer:3", ai.Limit{Depth: 7}},
		{"othello.lua", "othello", nil, "computer:3", ai.Limit{Depth: 4}},
		{"awale-personal.lua", "awale", nil, "computer:3", ai.Limit{}},
		{"awale-offensive.lua", "awale", nil, "awale-defensive", ai.Limit{}},
		{"awale-defensive.lua", "awale", nil, "awale-offensive", ai.Limit{}},
		{"gomoku.lua", "gomoku", nil, "computer:3", ai.Limit{}},
		{"pente.lua", "pente", nil, "computer:3", ai.Limit{}},
		{"rows.lua", "gomoku", nil, "random", ai.Limit{}},
		{"corners.lua", "othello", nil, "computer:2", ai.Limit{}},
		{"four.lua", "tictactoe", rules.Params{"players": "4", "rows": "8", "cols": "8", "k": "4"}, "random", ai.Limit{}},
	} {
		r, err := rulesall.Games.Build(x.game, x.over)
		if err != nil {
			t.Fatal(err)
		}
		p := open(t, x.script)
		p.limit = x.limit
		p.limit.Time = 20 * time.Second
		won, drawn, lost := tally(t, p, r, x.other, *games, 400)
		fmt.Printf("%-22s %-10s %-16s %5d %5d %5d\n", x.script, x.game, x.other, won, drawn, lost)
	}
}

// helpCommand runs the command of a help page, which bookmarks the ends of won games.
func helpCommand(t *testing.T, p *script.Program, d *script.Description) {
	t.Helper()
	r, err := rulesall.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := script.New(p, r, script.Options{Games: rulesall.Games})
	if err != nil {
		t.Fatal(err)
	}
	doc := model.NewDocument(r)
	n := doc.Tree.Root()
	for _, text := range strings.Fields("a1 b1 a2 b2 a3") {
		move, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		n = doc.Tree.Add(n, move)
	}
	c, err := m.Command(context.Background(), d.Commands[0].Name, doc, 0, nil, 20*time.Second, nil, nil)
	if err != nil || len(c.Edited) != 1 || c.Edited[0].Node != 5 || !c.Edited[0].Bookmark {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestHelp checks the scripts of the help pages in all languages.
func TestHelp(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		found := 0
		for _, page := range help.Pages(rulesall.Games, lang) {
			for _, part := range help.Parts(page.Text) {
				if part.Kind != help.Block || !strings.HasPrefix(part.Text, "return {") {
					continue
				}
				found++
				p, err := script.Compile(page.Name, []byte(part.Text))
				if err != nil {
					t.Fatal(err)
				}
				d, err := p.Describe(context.Background(), rulesall.Games)
				if err != nil {
					t.Fatal(err)
				}
				if !d.Player() {
					helpCommand(t, p, d)
					continue
				}
				game := "tictactoe"
				if d.Games != nil {
					game = d.Games[0]
				}
				r, err := rulesall.Games.Build(game, nil)
				if err != nil {
					t.Fatal(err)
				}
				won, _, lost := tally(t, &player{t: t, program: p, options: script.Options{Games: rulesall.Games}, limit: ai.Limit{Depth: 3, Time: 20 * time.Second}}, r, "random", 6, 200)
				if d.Games != nil && won <= lost {
					t.Errorf("%s: %s won %d and lost %d", lang, d.Name, won, lost)
				}
			}
		}
		if found < 5 {
			t.Errorf("%s: only %d scripts are found", lang, found)
		}
	}
}
