package deep

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/awale/awaletest"
	"boardstudio/ai/awale/endgame"
	"boardstudio/ai/awale/pits"
	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/rulestest"
)

// TestMain stores the tables of the tests in a temporary folder.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "awale")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_CACHE_HOME", dir)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func engine(t testing.TB, r rules.Rules, over rules.Params) *Engine {
	t.Helper()
	p, err := rules.Resolve(Kind.Params, over)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Kind.New(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return e.(*Engine)
}

func think(t testing.TB, e ai.Engine, q ai.Request) ai.Info {
	t.Helper()
	info, err := e.Think(context.Background(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// playout plays random moves until at most the given number of seeds is on the board, and then
// plays more random moves, where more is their number.
func playout(r rules.Rules, rnd *rand.Rand, seeds, more int) (p rules.Position, moves []rules.Move) {
	p = r.Start()
	for !p.Result().Over {
		n := 0
		for c := range r.Board().Cells {
			n += int(p.At(rules.Cell(c)).Count)
		}
		if n <= seeds {
			if more == 0 {
				break
			}
			more--
		}
		all := slices.Collect(p.Moves())
		m := all[rnd.IntN(len(all))]
		moves = append(moves, m)
		p, _ = p.Play(m)
	}
	return p, moves
}

// proofCases are the cases of TestProofs.
var proofCases = []struct {
	preset string
	over   rules.Params
	seeds  int // on the board when the search starts
}{
	{"awale", rules.Params{"pits": "2", "seeds": "2"}, 6},
	{"awale", rules.Params{"pits": "3", "seeds": "2"}, 4},
	{"awale", rules.Params{"pits": "2", "seeds": "3", "quietLimit": "25", "repetition": "ownSide"}, 6},
	{"awale-abapa", rules.Params{"pits": "2", "seeds": "2"}, 6},
	{"awale-abapa", rules.Params{"pits": "3", "seeds": "2"}, 4},
	{"awale-abapa", rules.Params{"pits": "4", "seeds": "2"}, 3},
	{"awale-abapa", rules.Params{"pits": "2", "seeds": "3", "grandSlam": "allowed"}, 6},
	{"awale-abapa", rules.Params{"pits": "2", "seeds": "3", "grandSlam": "opponentKeeps", "mustFeed": "off"}, 6},
}

// TestProofs checks that proved values equal the values found by playing all moves. It tests the
// best line, several lines and all moves, with and without tables, after random histories.
func TestProofs(t *testing.T) {
	race.Skip(t)
	for _, x := range proofCases {
		t.Run(fmt.Sprint(x.preset, " ", x.over), func(t *testing.T) {
			r := rulestest.Build(t, &awale.Game, x.preset, x.over)
			with, without := engine(t, r, rules.Params{"seeds": "3"}), engine(t, r, rules.Params{"seeds": "0"})
			s := awaletest.New()
			rnd := rand.New(rand.NewPCG(3, 9))
			proved, guessed := 0, 0
			games := 60
			if testing.Short() {
				games = 20
			}
			for range games {
				p, moves := playout(r, rnd, x.seeds, rnd.IntN(5))
				if p.Result().Over {
					continue
				}
				truth := map[rules.Move]int{}
				best, ok := -1<<20, true
				for m := range p.Moves() {
					next, _ := p.Play(m)
					v := 0
					if res := next.Result(); res.Over {
						v = res.Final[p.Turn()] - res.Final[1-p.Turn()]
					} else {
						var known bool
						v, known = s.Margin(next, 4_000)
						v, ok = -v, ok && known
					}
					truth[m] = v
					best = max(best, v)
				}
				if !ok {
					continue
				}
				check := func(what string, l ai.Line, want int) {
					t.Helper()
					switch sc := l.Score; {
					case !sc.Proved:
						guessed++
					case sc.Margin != want || int(sc.Value) != min(max(want, -1), 1):
						t.Fatalf("%v after %v, %s: %v is %v, in truth %d", r.Spec(), moves, what, l.Moves, sc, want)
					default:
						proved++
					}
				}
				for _, e := range []*Engine{with, without} {
					q := ai.Request{Rules: r, Start: r.Start(), Moves: moves, Seed: rnd.Uint64()}
					q.Limit.Nodes = 1 + uint64(rnd.IntN(1+rnd.IntN(20_000)))
					info, err := e.Think(context.Background(), q, func(i ai.Info) { check("on the way", i.Best, best) })
					if err != nil {
						t.Fatal(err)
					}
					check("in the end", info.Best, best)
					if info.Best.Score.Proved && truth[info.Best.Moves[0]] != best {
						t.Fatalf("%v after %v: plays %v, worth %d of %d", r.Spec(), moves, info.Best.Moves, truth[info.Best.Moves[0]], best)
					}
					q.Lines = 2
					for _, l := range think(t, e, q).Lines {
						check("lines", l, truth[l.Moves[0]])
					}
					lines, err := e.Advise(context.Background(), q)
					if err != nil || len(lines) != len(truth) {
						t.Fatalf("%d lines of advice for %d moves, %v", len(lines), len(truth), err)
					}
					for _, l := range lines {
						check("advice", l, truth[l.Moves[0]])
					}
				}
			}
			t.Logf("%s %v: %d proved, %d not", x.preset, x.over, proved, guessed)
			if proved < games*5/6 {
				t.Errorf("only %d proved", proved)
			}
		})
	}
}

// TestLegal checks that all moves of the lines are legal, with both presets, unusual boards and
// small limits. It also tests a hidden history and very many seeds.
func TestLegal(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 1))
	for _, x := range []struct {
		preset string
		over   rules.Params
	}{
		{"awale", nil},
		{"awale-abapa", nil},
		{"awale", rules.Params{"pits": "2", "seeds": "1"}},
		{"awale-abapa", rules.Params{"pits": "5", "seeds": "12"}},
		{"awale", rules.Params{"seeds": "12"}},
	} {
		r := rulestest.Build(t, &awale.Game, x.preset, x.over)
		e := engine(t, r, rules.Params{"seeds": "0"})
		for range 30 {
			p, moves := playout(r, rnd, rnd.IntN(40), 0)
			if cut := rnd.IntN(len(moves) + 1); p.Result().Over {
				moves = moves[:min(cut, len(moves)-1)]
			}
			q := ai.Request{Rules: r, Start: r.Start(), Moves: moves, Lines: 3, Limit: ai.Limit{Nodes: 1 + rnd.Uint64N(3000)}}
			at, err := q.Position()
			if err != nil {
				t.Fatal(err)
			}
			if rnd.IntN(2) == 0 {
				q.Start, q.Moves = at, nil
			}
			info := think(t, e, q)
			for _, l := range append(info.Lines, info.Best) {
				p := at
				for _, m := range l.Moves {
					if p, err = p.Play(m); err != nil {
						t.Fatalf("%v, %s: %v: %v", r.Spec(), at, l.Moves, err)
					}
				}
			}
		}
	}
}

// TestTables checks that the endgame tables are built on first use. With them, the engine proves a
// value that the same number of nodes does not prove without tables.
func TestTables(t *testing.T) {
	r := rulestest.Build(t, &awale.Game, "awale", rules.Params{"pits": "4"})
	p := rulestest.Parse(t, r, "0-1-1-3-2-2-1-2 9-9 S")
	q := ai.Request{Rules: r, Start: p, Limit: ai.Limit{Nodes: 60}}
	without := think(t, engine(t, r, rules.Params{"seeds": "0"}), q).Best.Score
	with := think(t, engine(t, r, nil), q).Best.Score
	if without.Proved || !with.Proved {
		t.Errorf("without tables %v, with tables %v", without, with)
	}
}

// TestCutOff checks that the program survives if the file of a table is truncated during use, and
// that the engine then works without it.
func TestCutOff(t *testing.T) {
	r := rulestest.Build(t, &awale.Game, "awale", rules.Params{"pits": "5"})
	e := engine(t, r, nil)
	dir := t.TempDir()
	table, err := endgame.Build(context.Background(), e.rules, 9, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Save(dir); err != nil {
		t.Fatal(err)
	}
	if e.ends, err = endgame.Load(dir, e.rules, 9); err != nil {
		t.Fatal(err)
	}
	q := ai.Request{Rules: r, Start: rulestest.Parse(t, r, "0-1-2-0-3-0-2-1-1-0 9-9 S"), Limit: ai.Limit{Nodes: 3000}}
	before := think(t, e, q)
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	if err := os.Truncate(filepath.Join(dir, files[0].Name()), 100); err != nil {
		t.Fatal(err)
	}
	after := think(t, e, q)
	if m, ok := after.Move(); !ok || !rules.Legal(q.Start, m) || e.ends != nil || !before.Best.Score.Proved {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

// TestTable checks that the later of two entries for a position is found. Entries of other
// positions or of earlier searches must never be found.
func TestTable(t *testing.T) {
	tab := newTable(2048)
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 3 * runs {
		known := map[uint64]int16{}
		for range 200 {
			rank := rnd.Uint64N(1 << 57)
			known[rank] = int16(rnd.IntN(1000))
			tab.store(entry{key: tab.key(rank), value: known[rank], bits: uint8(exact), depth: int8(rnd.IntN(9))})
		}
		found := 0
		for rank, v := range known {
			if e := tab.find(tab.key(rank)); e != nil {
				if found++; e.value != v {
					t.Fatal("the value of another")
				}
			}
		}
		if found < 150 {
			t.Fatalf("%d of 200 found", found)
		}
		tab.next(nil)
		for rank := range known {
			if tab.find(tab.key(rank)) != nil {
				t.Fatal("left from the search before")
			}
		}
	}
}

// TestOthers checks that unsuitable rules and finished games are rejected.
func TestOthers(t *testing.T) {
	if err := Kind.Plays(rulestest.Build(t, &awale.Game, "awale", rules.Params{"pits": "7"})); err == nil {
		t.Error("it plays with 7 pits on a side")
	}
	r := rulestest.Build(t, &awale.Game, "awale", nil)
	over, err := r.Start().Play(rules.Resign)
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, r, rules.Params{"seeds": "0"})
	if _, err := e.Think(context.Background(), ai.Request{Rules: r, Start: over}, nil); err == nil {
		t.Error("it moves when the game is over")
	}
	many := rulestest.Parse(t, r, strings.Repeat("20-", 11)+"20 0-0 S")
	q := ai.Request{Rules: r, Start: many, Limit: ai.Limit{Nodes: 500}}
	if m, ok := think(t, e, q).Move(); !ok || !rules.Legal(many, m) {
		t.Errorf("with %d seeds and more: %v", pits.MaxSeeds, m)
	}
	if lines, err := e.Advise(context.Background(), q); err != nil || len(lines) != 6 {
		t.Errorf("with %d seeds and more: %v, %v", pits.MaxSeeds, lines, err)
	}
}

// TestSameAfterOthers checks that earlier searches do not influence the result, because every
// position has the same place in the table each time.
func TestSameAfterOthers(t *testing.T) {
	race.Skip(t)
	r := rulestest.Build(t, &awale.Game, "awale", nil)
	used := engine(t, r, nil)
	games := 4
	if testing.Short() {
		games = 1
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for range games {
		q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 60_000}}
		for p := q.Start; !p.Result().Over; {
			legal := slices.Collect(p.Moves())
			got, want := think(t, used, q), think(t, engine(t, r, nil), q)
			if got.Depth != want.Depth || got.Nodes != want.Nodes || !slices.Equal(got.Best.Moves, want.Best.Moves) {
				t.Fatalf("after %d moves a used engine finds %+v, a new one %+v", len(q.Moves), got, want)
			}
			m := legal[rng.IntN(len(legal))]
			p, _ = p.Play(m)
			q.Moves = append(q.Moves, m)
		}
	}
}
