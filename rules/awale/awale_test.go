package awale_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/rulestest"
	"boardstudio/text/msg"
)

// variants lists the presets and some unusual parameters.
var variants = []struct {
	name, preset string
	over         rules.Params
}{
	{"classroom", "awale", nil},
	{"abapa", "awale-abapa", nil},
	{"two seeds a side", "awale", rules.Params{"pits": "2", "seeds": "1"}},
	{"two full pits a side", "awale", rules.Params{"pits": "2", "seeds": "12"}},
	{"short quiet limit", "awale", rules.Params{"pits": "3", "seeds": "2", "quietLimit": "25"}},
	{"largest", "awale", rules.Params{"pits": "12", "seeds": "12"}},
	{"classroom, fed", "awale", rules.Params{"mustFeed": "on", "pits": "3"}},
	{"split", "awale", rules.Params{"repetition": "split", "pits": "3", "quietLimit": "0"}},
	{"abapa on two pits", "awale-abapa", rules.Params{"pits": "2", "seeds": "3"}},
	{"abapa with quiet limit", "awale-abapa", rules.Params{"pits": "4", "quietLimit": "30"}},
	{"allowed", "awale-abapa", rules.Params{"grandSlam": "allowed", "pits": "3"}},
	{"leaveLast", "awale-abapa", rules.Params{"grandSlam": "leaveLast", "pits": "3"}},
	{"opponentKeeps", "awale-abapa", rules.Params{"grandSlam": "opponentKeeps", "pits": "3", "mustFeed": "off"}},
	{"opponentKeeps on two pits", "awale-abapa", rules.Params{"grandSlam": "opponentKeeps", "pits": "2", "seeds": "2"}},
	{"forbidden, fed", "awale-abapa", rules.Params{"grandSlam": "forbidden", "pits": "2", "seeds": "3"}},
}

// TestShared checks, with the race detector, that goroutines can share positions.
func TestShared(t *testing.T) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) { rulestest.Shared(t, &awale.Game, v.preset, v.over) })
	}
}

func TestLaws(t *testing.T) {
	race.Skip(t)
	rulestest.Game(t, &awale.Game)
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) { rulestest.Run(t, &awale.Game, v.preset, v.over) })
	}
}

func BenchmarkAwale(b *testing.B) { rulestest.Bench(b, &awale.Game, "awale", nil) }
func BenchmarkAbapa(b *testing.B) { rulestest.Bench(b, &awale.Game, "awale-abapa", nil) }

func TestParams(t *testing.T) {
	for _, x := range []struct {
		name, value string
		ok          bool
	}{
		{"pits", "2", true},
		{"pits", "12", true},
		{"pits", "1", false},
		{"pits", "13", false},
		{"seeds", "1", true},
		{"seeds", "12", true},
		{"seeds", "0", false},
		{"seeds", "13", false},
		{"quietLimit", "0", true},
		{"quietLimit", "25", true},
		{"quietLimit", "200", true},
		{"quietLimit", "24", false},
		{"quietLimit", "1", false},
		{"quietLimit", "-1", false},
		{"grandSlam", "never", false},
		{"repetition", "split", true},
		{"starvedEnd", "moverTakes", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, err := awale.Game.Build("awale", rules.Params{x.name: x.value})
			var e *msg.Error
			if x.ok != (err == nil) || err != nil && !errors.As(err, &e) {
				t.Errorf("%s %s: %v", x.name, x.value, err)
			}
		})
	}
}

// TestBoard checks that South's pits are along the bottom from the left, and North's along the top
// from the right. The first pit of each player is at its own left.
func TestBoard(t *testing.T) {
	b := rulestest.Build(t, &awale.Game, "awale", nil).Board()
	for label, want := range map[string]struct {
		row, col int
		home     rules.Player
	}{
		"A": {1, 0, 0}, "B": {1, 1, 0}, "F": {1, 5, 0}, "a": {0, 5, 1}, "b": {0, 4, 1}, "f": {0, 0, 1},
	} {
		c := b.Find(label)
		x := b.Cells[c]
		if x.Row != want.row || x.Col != want.col || b.Home[c] != want.home ||
			x.Centre != (rules.Point{X: float64(want.col) + 0.5, Y: float64(want.row) + 0.5}) {
			t.Errorf("pit %s of seat %d is at %+v, want %+v", label, b.Home[c], x, want)
		}
	}
	if b.Size != (rules.Point{X: 6, Y: 2}) || b.Score == nil || b.Hold != b.Score || len(b.Cells) != 12 {
		t.Errorf("board %+v", b)
	}
}

// TestStart checks that South moves first and that each pit has the number of seeds given by the
// parameter.
func TestStart(t *testing.T) {
	for _, x := range []struct {
		over rules.Params
		want string
	}{
		{nil, "4-4-4-4-4-4-4-4-4-4-4-4 0-0 S"},
		{rules.Params{"pits": "2", "seeds": "12"}, "12-12-12-12 0-0 S"},
	} {
		r := rulestest.Build(t, &awale.Game, "awale", x.over)
		if got := r.Start().String(); got != x.want || r.Start().Turn() != 0 {
			t.Errorf("start %s, want %s", got, x.want)
		}
	}
}

// TestMoves has an example for each sentence of the rules about moves: the effect of a move, or the
// reason why it is illegal.
func TestMoves(t *testing.T) {
	for _, x := range []struct {
		name, preset string
		over         rules.Params
		before, move string
		after        string // text of the position after the move, or the reason why the move is illegal
	}{
		{"sowing is counter-clockwise, one seed a pit", "awale", nil, "4-4-4-4-4-4-4-4-4-4-4-4 0-0 S", "C", "4-4-0-5-5-5-5-4-4-4-4-4 0-0 N"},
		{"and goes on from North's last pit to South's first", "awale", nil, "4-4-4-4-4-4-4-4-4-4-4-4 0-0 N", "e", "5-5-5-4-4-4-4-4-4-4-0-5 0-0 S"},
		{"eleven seeds reach the pit before the origin", "awale", nil, "11-4-4-4-4-4-4-4-4-4-4-0 0-0 S", "A", "0-5-5-5-5-5-5-5-5-5-5-1 0-0 N"},
		{"twelve seeds skip the origin", "awale", nil, "12-4-4-4-4-4-4-4-4-4-4-0 0-0 S", "A", "0-6-5-5-5-5-5-5-5-5-5-1 0-0 N"},
		{"twenty-three skip it twice", "awale", nil, "4-4-4-4-4-23-4-4-4-4-4-4 0-0 S", "F", "6-6-6-6-6-0-7-6-6-6-6-6 0-0 N"},
		{"a last seed that makes 2 takes them", "awale", nil, "0-0-0-0-0-1-1-4-0-0-0-0 0-0 S", "F", "0-0-0-0-0-0-0-4-0-0-0-0 2-0 N"},
		{"a last seed that makes 3 takes them", "awale", nil, "0-0-0-0-0-1-2-4-0-0-0-0 0-0 S", "F", "0-0-0-0-0-0-0-4-0-0-0-0 3-0 N"},
		{"one that makes 1 takes nothing", "awale", nil, "0-0-0-0-0-1-0-4-0-0-0-0 0-0 S", "F", "0-0-0-0-0-0-1-4-0-0-0-0 0-0 N"},
		{"one that makes 4 takes nothing", "awale", nil, "0-0-0-0-0-1-3-4-0-0-0-0 0-0 S", "F", "0-0-0-0-0-0-4-4-0-0-0-0 0-0 N"},
		{"one in an own pit takes nothing", "awale", nil, "0-0-0-1-1-0-1-4-0-0-0-0 0-0 S", "D", "0-0-0-0-2-0-1-4-0-0-0-0 0-0 N"},
		{"going back, preceding pits with 2 or 3 are taken", "awale", nil, "0-0-0-0-0-4-1-2-1-2-0-7 0-0 S", "F", "0-0-0-0-0-0-0-0-0-0-0-7 10-0 N"},
		{"until one does not hold 2 or 3", "awale", nil, "0-0-0-0-0-4-1-3-1-2-0-7 0-0 S", "F", "0-0-0-0-0-0-2-4-0-0-0-7 5-0 N"},
		{"and only where the last seed fell, not ahead of it", "awale", nil, "0-0-0-0-0-1-1-2-0-0-0-7 0-0 S", "F", "0-0-0-0-0-0-0-2-0-0-0-7 2-0 N"},
		{"and not on the own side", "awale", nil, "0-0-0-2-1-1-1-5-0-0-0-0 0-0 S", "D", "0-0-0-0-2-2-1-5-0-0-0-0 0-0 N"},
		{"the chain stops at the own side", "awale", nil, "0-0-0-0-2-1-1-5-0-0-0-0 0-0 S", "E", "0-0-0-0-0-2-0-5-0-0-0-0 2-0 N"},
		{"North takes from South", "awale", nil, "1-2-0-7-0-0-0-0-0-0-0-2 0-0 N", "f", "0-0-0-7-0-0-0-0-0-0-0-0 0-5 S"},
		{"a krou can take too", "awale", nil, "0-0-0-0-13-0-0-0-0-9-0-0 0-0 S", "E", "1-1-1-1-0-2-0-1-1-10-1-1 2-0 N"},
		{"an empty pit cannot be sown", "awale", nil, "0-4-0-0-0-0-4-0-0-0-0-0 0-0 S", "A", "pit A is empty"},
		{"nor the opponent's", "awale", nil, "0-4-0-0-0-0-4-0-0-0-0-0 0-0 S", "a", "pit a belongs to the opponent"},
		{"a player with a move cannot pass", "awale", nil, "0-4-0-0-0-0-4-0-0-0-0-0 0-0 S", "pass", "a player who has a legal move cannot pass"},

		{"classroom: a grand slam is not legal", "awale", nil, "3-0-0-0-0-2-1-1-0-0-0-0 0-0 S", "F", "capturing all seeds of the opponent is not allowed"},
		{"classroom: the opponent need not be fed", "awale", nil, "1-0-0-0-0-2-0-0-0-0-0-0 0-0 S", "A", "0-1-0-0-0-2-0-0-0-0-0-0 0-0 N"},
		{"abapa: a grand slam captures nothing", "awale-abapa", nil, "3-0-0-0-0-2-1-1-0-0-0-0 0-0 S", "F", "3-0-0-0-0-0-2-2-0-0-0-0 0-0 N"},
		{"abapa: the opponent must be fed", "awale-abapa", nil, "1-0-0-0-0-2-0-0-0-0-0-0 0-0 S", "A", "the opponent has no seeds, and this move does not feed them"},
		{"abapa: by a move that reaches its side", "awale-abapa", nil, "1-0-0-0-0-2-0-0-0-0-0-0 0-0 S", "F", "1-0-0-0-0-0-1-1-0-0-0-0 0-0 N"},
		{"abapa: a grand slam feeds too", "awale-abapa", nil, "0-0-0-0-1-17-0-0-0-0-0-0 0-0 S", "F", "1-1-1-1-2-0-2-2-2-2-2-2 0-0 N"},
		{"allowed: a grand slam takes all", "awale", rules.Params{"grandSlam": "allowed"}, "3-0-0-0-0-2-1-1-0-0-0-0 0-0 S", "F", "3-0-0-0-0-0-0-0-0-0-0-0 4-0 N"},
		{"leaveLast: the pit furthest back stays", "awale", rules.Params{"grandSlam": "leaveLast"}, "3-0-0-0-0-2-1-2-0-0-0-0 0-0 S", "F", "3-0-0-0-0-0-2-0-0-0-0-0 3-0 N"},
		{"leaveLast: of one pit nothing is taken", "awale", rules.Params{"grandSlam": "leaveLast"}, "3-0-0-0-0-1-2-0-0-0-0-0 0-0 S", "F", "3-0-0-0-0-0-3-0-0-0-0-0 0-0 N"},
		{"leaveLast: other captures are whole", "awale", rules.Params{"grandSlam": "leaveLast"}, "3-0-0-0-0-2-1-2-0-1-0-0 0-0 S", "F", "3-0-0-0-0-0-0-0-0-1-0-0 5-0 N"},
		{"opponentKeeps: the rest goes to the opponent", "awale", rules.Params{"grandSlam": "opponentKeeps"}, "3-0-0-0-0-2-1-1-0-0-0-0 5-6 S", "F", "0-0-0-0-0-0-0-0-0-0-0-0 9-9 N"},
		{"opponentKeeps: not after other captures", "awale", rules.Params{"grandSlam": "opponentKeeps"}, "3-0-0-0-0-2-1-1-0-1-0-0 5-6 S", "F", "3-0-0-0-0-0-0-0-0-1-0-0 9-6 N"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := rulestest.Build(t, &awale.Game, x.preset, x.over)
			p := rulestest.Parse(t, r, x.before)
			m, err := r.ParseMove(x.move)
			if err != nil {
				t.Fatal(err)
			}
			q, err := p.Play(m)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = q.String()
			}
			if got != x.after {
				t.Errorf("%s from %s gives %s, want %s", x.move, x.before, got, x.after)
			}
			if err != nil {
				return
			}
			store := func(p rules.Position) int { return p.(rules.Holder).Held(rulestest.Parse(t, r, x.before).Turn()) }
			if got, want := p.(awale.Position).Takes(m), store(q)-store(p); got != want {
				t.Errorf("Takes says %d, the store grows by %d", got, want)
			}
		})
	}
}

// TestTakes checks that Takes returns the increase of the store for a legal move, and 0 for an
// illegal one.
func TestTakes(t *testing.T) {
	legal, illegal := 0, 0
	for _, preset := range []string{"awale", "awale-abapa"} {
		r := rulestest.Build(t, &awale.Game, preset, rules.Params{"pits": "4", "quietLimit": "25"})
		rnd := rand.New(rand.NewPCG(4, 4))
		for range 60 {
			for p := r.Start(); ; {
				for from := rules.Cell(-2); from < 12; from++ {
					for _, m := range []rules.Move{rules.Take(from), rules.Place(from), {From: from, To: 1}, {From: from, To: rules.NoCell, Aux: 1}} {
						q, err := p.Play(m)
						want := 0
						if err == nil && p.Turn() != rules.NoPlayer {
							want = q.(rules.Holder).Held(p.Turn()) - p.(rules.Holder).Held(p.Turn())
							legal++
						} else {
							illegal++
						}
						if got := p.(awale.Position).Takes(m); got != want && (err != nil || !q.Result().Over) {
							t.Fatalf("%s: Takes(%+v) = %d, want %d", p, m, got, want)
						}
					}
				}
				all := slices.Collect(p.Moves())
				if len(all) == 0 {
					break
				}
				p, _ = p.Play(all[rnd.IntN(len(all))])
			}
		}
	}
	if legal < 100 || illegal < 100 {
		t.Errorf("%d legal moves, %d illegal", legal, illegal)
	}
}

// TestPass checks that a player with seeds but without a legal move passes.
func TestPass(t *testing.T) {
	r := rulestest.Build(t, &awale.Game, "awale", nil)
	p := rulestest.Parse(t, r, "0-0-0-0-0-1-1-0-0-0-0-0 20-26 S") // F would take everything
	if got := rulestest.Legal(r, p); p.Turn() != 0 || !slices.Equal(got, []string{"pass"}) {
		t.Fatalf("seat %d has %v, want a pass", p.Turn(), got)
	}
	if _, err := p.Play(rules.Take(r.Board().Find("F"))); err == nil {
		t.Error("a grand slam is legal where there is no other move")
	}
	q := rulestest.Play(t, r, p, "PASS", "a", "F")
	if want := "0-0-0-0-0-0-1-1-0-0-0-0 20-26 N"; q.String() != want {
		t.Errorf("after pass, a, F: %s, want %s", q, want)
	}
	// Both players' moves would take everything, so the second pass repeats the initial position.
	r = rulestest.Build(t, &awale.Game, "awale", rules.Params{"pits": "2"})
	q = rulestest.Play(t, r, rulestest.Parse(t, r, "2-0-2-0 6-6 S"), "pass", "pass")
	if res := q.Result(); !res.Over || res.Reason != rules.Repetition || !res.Draw() || !slices.Equal(res.Final, []int{6, 6}) {
		t.Errorf("after two passes: %+v", res)
	}
}

// TestTrace checks that Trace agrees with Play.
func TestTrace(t *testing.T) {
	rnd := rand.New(rand.NewPCG(10, 3))
	took := 0
	for _, preset := range []string{"awale", "awale-abapa"} {
		r := rulestest.Build(t, &awale.Game, preset, nil)
		for range 40 {
			for p := r.Start(); p.Turn() != rules.NoPlayer; {
				moves := slices.Collect(p.Moves())
				m := moves[rnd.IntN(len(moves))]
				q, err := p.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				trail := p.(rules.Tracer).Trace(m)
				want := rules.SetupOf(r, p)
				if m != rules.Pass {
					want.Cells[m.From] = rules.Empty
				}
				for _, c := range trail.Cells {
					want.Cells[c].Count++
				}
				gain := 0
				for _, c := range trail.Taken {
					gain += int(want.Cells[c].Count)
					want.Cells[c] = rules.Empty
				}
				held := q.(rules.Holder).Held(p.Turn()) - p.(rules.Holder).Held(p.Turn())
				if gain != trail.Gain || gain != held {
					t.Fatalf("%v: %s gains %d, the trail says %d and takes %d", p, r.FormatMove(m), held, trail.Gain, gain)
				}
				for c := range want.Cells {
					if int(want.Cells[c].Count) != int(q.At(rules.Cell(c)).Count) {
						t.Fatalf("%v: after %s cell %d holds %d, the trail says %d", p, r.FormatMove(m), c, q.At(rules.Cell(c)).Count, want.Cells[c].Count)
					}
				}
				if gain > 0 {
					took++
				}
				p = q
			}
		}
	}
	if took < 100 {
		t.Errorf("only %d captures", took)
	}
}
