package othello_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/rules/rulestest"
	"boardstudio/text/msg"
)

// variants lists the presets and some unusual parameters.
var variants = []struct {
	name, preset string
	over         rules.Params
}{
	{"othello", "othello", nil},
	{"othello6", "othello6", nil},
	{"othello10", "othello10", nil},
	{"anti-othello", "anti-othello", nil},
	{"smallest", "othello", rules.Params{"size": "4"}},
	{"largest", "othello", rules.Params{"size": "16"}},
	{"reversed", "othello", rules.Params{"start": "reversed"}},
	{"open", "othello", rules.Params{"start": "open"}},
	{"open anti", "anti-othello", rules.Params{"start": "open", "size": "4"}},
	{"no preset", "", rules.Params{"size": "12", "goal": "fewest", "start": "open"}},
}

// TestShared checks, with the race detector, that goroutines can share positions.
func TestShared(t *testing.T) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) { rulestest.Shared(t, &othello.Game, v.preset, v.over) })
	}
}

func TestLaws(t *testing.T) {
	race.Skip(t)
	rulestest.Game(t, &othello.Game)
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) { rulestest.Run(t, &othello.Game, v.preset, v.over) })
	}
}

func BenchmarkOthello(b *testing.B) { rulestest.Bench(b, &othello.Game, "othello", nil) }

func BenchmarkPerft9(b *testing.B) {
	r := rulestest.Build(b, &othello.Game, "othello", nil)
	for b.Loop() {
		if n := rules.Perft(r.Start(), 9); n != 3005288 {
			b.Fatalf("%d sequences", n)
		}
	}
}

func TestSizes(t *testing.T) {
	for size, ok := range map[string]bool{
		"4": true, "6": true, "8": true, "14": true, "16": true,
		"2": false, "5": false, "7": false, "15": false, "17": false, "18": false, "x": false,
	} {
		r, err := othello.Game.Build("", rules.Params{"size": size})
		if (err == nil) != ok {
			t.Errorf("size %s: %v", size, err)
		}
		var e *msg.Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("size %s: %v is no *msg.Error", size, err)
		}
		if err == nil && r.Start().String() != strings.Repeat("-", len(r.Board().Cells))+" X" && r.Start().Result().Over {
			t.Errorf("size %s: the start is over", size)
		}
	}
}

// TestStarts checks the discs and the legal moves of each start position, and that Black moves
// first.
func TestStarts(t *testing.T) {
	for _, x := range []struct {
		start, size  string
		black, white []string
		moves        []string
	}{
		{"standard", "8", []string{"e4", "d5"}, []string{"d4", "e5"}, []string{"d3", "c4", "f5", "e6"}},
		{"reversed", "8", []string{"d4", "e5"}, []string{"e4", "d5"}, []string{"e3", "f4", "c5", "d6"}},
		{"open", "8", nil, nil, []string{"d4", "e4", "d5", "e5"}},
		{"standard", "4", []string{"c2", "b3"}, []string{"b2", "c3"}, []string{"b1", "a2", "d3", "c4"}},
		{"standard", "10", []string{"f5", "e6"}, []string{"e5", "f6"}, []string{"e4", "d5", "g6", "f7"}},
	} {
		t.Run(x.start+" "+x.size, func(t *testing.T) {
			r := rulestest.Build(t, &othello.Game, "", rules.Params{"start": x.start, "size": x.size})
			p := r.Start()
			var found [2][]string
			for i, c := range r.Board().Cells {
				if o := p.At(rules.Cell(i)).Owner; o != rules.NoPlayer {
					found[o] = append(found[o], c.Label)
				}
			}
			if !slices.Equal(found[0], x.black) || !slices.Equal(found[1], x.white) {
				t.Errorf("black on %v, white on %v; want %v, %v", found[0], found[1], x.black, x.white)
			}
			if p.Turn() != 0 || !slices.Equal(rulestest.Legal(r, p), x.moves) {
				t.Errorf("seat %d moves to %v, want Black to %v", p.Turn(), rulestest.Legal(r, p), x.moves)
			}
		})
	}
}

// TestForeignMoves checks that moves of other games cannot be formatted or played.
func TestForeignMoves(t *testing.T) {
	r := rulestest.Build(t, &othello.Game, "othello6", nil)
	for _, m := range []rules.Move{
		rules.Place(-2), rules.Place(36), rules.Place(200), rules.Take(3), rules.Take(-1),
		{From: 3, To: 4},
		{From: rules.NoCell, To: 3, Aux: 1},
		{From: 1, To: rules.NoCell, Aux: 2},
	} {
		if s := r.FormatMove(m); s != "?" {
			t.Errorf("%+v is written %q", m, s)
		}
		if _, err := r.Start().Play(m); err == nil {
			t.Errorf("%+v is played", m)
		}
	}
	for m, want := range map[rules.Move]string{rules.Place(0): "a1", rules.Place(35): "f6", rules.Pass: "pass", rules.Resign: "resign"} {
		if s := r.FormatMove(m); s != want {
			t.Errorf("%+v is written %q, want %q", m, s, want)
		}
	}
}

// TestOpenStart checks the open start: the players take turns placing four discs in the centre,
// without flipping any. Then normal play begins.
func TestOpenStart(t *testing.T) {
	r := rulestest.Build(t, &othello.Game, "othello", rules.Params{"start": "open"})
	p := rulestest.Play(t, r, r.Start(), "e5")
	if got := rulestest.Legal(r, p); p.Turn() != 1 || !slices.Equal(got, []string{"d4", "e4", "d5"}) {
		t.Errorf("seat %d places on %v", p.Turn(), got)
	}
	if _, err := p.Play(rules.Place(r.Board().Find("f4"))); err == nil {
		t.Error("a disc may be placed outside the centre")
	}
	p = rulestest.Play(t, r, p, "d4", "e4", "d5")
	want := strings.Repeat("-", 27) + "OX------OX" + strings.Repeat("-", 27) + " X"
	if p.String() != want {
		t.Errorf("after four placements: %s, want %s", p, want)
	}
	if got := rulestest.Legal(r, p); !slices.Equal(got, []string{"c3", "c4", "c5", "c6"}) {
		t.Errorf("the fifth move is one of %v", got)
	}
	set := rulestest.Parse(t, r, strings.Repeat("-", 26)+"XO"+strings.Repeat("-", 36)+" X")
	if q := rulestest.Play(t, r, set, "e4"); q.At(r.Board().Find("d4")).Owner != 1 {
		t.Error("a disc placed in the centre turned another")
	}
}

// TestTurning checks that a move flips the bracketed discs in all eight directions and no others,
// and that flipped discs do not bracket further ones.
func TestTurning(t *testing.T) {
	r := rulestest.Build(t, &othello.Game, "othello", nil)
	for _, x := range []struct{ name, before, move, after string }{
		{
			"eight directions", "-------- -X-X-X-- --OOO--- -XO-OX-- --OOO--- -X-X-X-- -------- -------- X", "d4",
			"-------- -X-X-X-- --XXX--- -XXXXX-- --XXX--- -X-X-X-- -------- -------- O",
		},
		{
			"long line, the other colour", "-------- -------- -------- -XXXXXXO -------- -------- -------- -------- O", "a4",
			"-------- -------- -------- OOOOOOOO -------- -------- -------- -------- X",
		},
		{
			"up to the first own disc only", "-------- -------- -------- -OXOX--- -------- -------- -------- -------- X", "a4",
			"-------- -------- -------- XXXOX--- -------- -------- -------- -------- O",
		},
		{
			"no chain", "-------- ---X---- ---O---- -OOX---- ---O---- ---X---- -------- -------- X", "a4",
			"-------- ---X---- ---O---- XXXX---- ---O---- ---X---- -------- -------- O",
		},
		{
			"no chain by a turned disc", "-------- --X----- --O----- -OOX---- --O----- --X----- -------- -------- X", "a4",
			"-------- --X----- --O----- XXXX---- --O----- --X----- -------- -------- O",
		},
		{
			"not to the edge, not over a gap", "-------- -------- -------- -O-X---- OXO----- O------- O------- O------- X", "a4",
			"",
		},
		{
			"not round the edge", "-------- -------- ------OX O------- -------- -------- -------- -------- X", "b4",
			"",
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := rulestest.Parse(t, r, x.before)
			q, err := p.Play(rules.Place(r.Board().Find(x.move)))
			switch {
			case err != nil && x.after != "":
				t.Error(err)
			case err == nil && x.after == "":
				t.Errorf("is legal, gives %s", q)
			case err == nil && q.String() != rulestest.Parse(t, r, x.after).String():
				t.Errorf("gives %s", q)
			}
		})
	}
}

// TestPass checks that a pass is legal if and only if the player has no other move.
func TestPass(t *testing.T) {
	r := rulestest.Build(t, &othello.Game, "othello", rules.Params{"size": "4"})
	if _, err := r.Start().Play(rules.Pass); err == nil {
		t.Error("a player with a move may pass")
	}
	p := rulestest.Parse(t, r, "XO-- ---- ---- ---- O") // White has no move, Black has c1
	if got := rulestest.Legal(r, p); p.Turn() != 1 || !slices.Equal(got, []string{"pass"}) {
		t.Fatalf("seat %d has %v, want a pass of White", p.Turn(), got)
	}
	for _, text := range []string{"pass", "PASS", "pa", "PA", "ps", "--", " Pass "} {
		if q := rulestest.Play(t, r, p, text); q.Turn() != 0 || q.String() != "XO-------------- X" {
			t.Errorf("after %q: %s", text, q)
		}
	}
	if _, err := p.Play(rules.Place(2)); err == nil || !strings.Contains(err.Error(), "must pass") {
		t.Errorf("a player who must pass places a disc: %v", err)
	}
}

// TestEnd checks that the game ends when neither player can move, and that empty cells count for
// the winner or are shared in a tie.
func TestEnd(t *testing.T) {
	most, small := rulestest.Build(t, &othello.Game, "othello", nil), rulestest.Build(t, &othello.Game, "othello", rules.Params{"size": "4"})
	// neither player can flip a disc from a1
	gap := "-OOOOOOO OOOOOOOX OXOXXXXX OXXOXXXX OXXXOXXX OXXXOOXX OXXXOOOO OXXOOOOO X"
	for _, x := range []struct {
		name, text string
		r          rules.Rules
		winner     rules.Player
		final      []int
	}{
		{"one empty cell, 29–34", gap, most, 1, []int{29, 35}},
		{"the same, fewest win", gap, rulestest.Build(t, &othello.Game, "anti-othello", nil), 0, []int{30, 34}},
		{"a tie shares", "--XX XOOX XOOO XOXO X", small, rules.NoPlayer, []int{8, 8}},
		{"full", "XXXX XXXX XXXX OOOO X", small, 0, []int{12, 4}},
		{"wiped out", "---- -XX- -XX- ---- O", small, 0, []int{16, 0}},
		{"nothing on the board", "---- ---- ---- ---- O", small, rules.NoPlayer, []int{8, 8}},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := rulestest.Parse(t, x.r, x.text)
			res := p.Result()
			if !res.Over || p.Turn() != rules.NoPlayer || res.Winners != rules.Of(x.winner) || res.Reason != rules.Count || !slices.Equal(res.Final, x.final) {
				t.Errorf("turn %d, %+v; want seat %d to win %v", p.Turn(), res, x.winner, x.final)
			}
		})
	}
	p := rulestest.Parse(t, most, gap)
	s := p.(rules.Scorer)
	if s.Score(0) != 29 || s.Score(1) != 34 {
		t.Errorf("the position shows %d–%d discs, want 29–34: empty cells count in the result only", s.Score(0), s.Score(1))
	}
}

// TestTranscript checks the game Penloup–Juhem of 1992.
func TestTranscript(t *testing.T) {
	const record = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e2a3d1c1a4a5f3g4f1e7d7d8e6f6b6e1b1c7a6a7b2f7g3g5h4h5g2h1g1a1a2b7c8b8a8h3h6g6e8h7h2h8g8g7f8"
	r := rulestest.Build(t, &othello.Game, "othello", nil)
	p := r.Start()
	var passes []int
	for i := 0; i < len(record); i += 2 {
		if rules.Legal(p, rules.Pass) {
			if p.Turn() != 0 {
				t.Errorf("White passes before move %d", i/2+1)
			}
			passes = append(passes, i/2+1)
			p = rulestest.Play(t, r, p, "pass")
		}
		p = rulestest.Play(t, r, p, record[i:i+2])
	}
	if !slices.Equal(passes, []int{57, 58}) {
		t.Errorf("Black passes before moves %v, want 57 and 58", passes)
	}
	if res := p.Result(); !res.Over || !slices.Equal(res.Final, []int{20, 44}) || res.Winners != rules.Of(1) {
		t.Errorf("ends %+v, want 20–44", res)
	}
}

// TestSmallestBoardSolved checks by exhaustive search that White wins 11–3 on 4×4, leaving two
// cells empty.
func TestSmallestBoardSolved(t *testing.T) {
	r := rulestest.Build(t, &othello.Game, "othello", rules.Params{"size": "4"})
	known := map[string]int{}
	var best func(p rules.Position) int // Black's count minus White's
	best = func(p rules.Position) int {
		if v, ok := known[p.String()]; ok {
			return v
		}
		if res := p.Result(); res.Over {
			return res.Final[0] - res.Final[1]
		}
		v := 99
		for m := range p.Moves() {
			q, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if x := best(q); v == 99 || (x > v) == (p.Turn() == 0) {
				v = x
			}
		}
		known[p.String()] = v
		return v
	}
	if got := best(r.Start()); got != 3-(11+2) {
		t.Errorf("value %d, want -10", got)
	}
}

// TestFirstMoveIsNoThreat checks that the first move does not report a threat. Two moves
// in a row would remove all white discs, but every reply of White prevents that.
func TestFirstMoveIsNoThreat(t *testing.T) {
	r, err := othello.Game.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.ParseMove("c4")
	if err != nil {
		t.Fatal(err)
	}
	facts := rules.Reasons(r, r.Start(), m)
	if len(facts) == 0 {
		t.Error("nothing is told of the first move")
	}
	for _, f := range facts {
		if f.Kind == rules.Threatens || f.Kind == rules.ThreatensMany {
			t.Errorf("the first move %v", f.Text)
		}
	}
}
