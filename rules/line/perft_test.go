package line

import (
	"maps"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
)

// TestPerft compares the number of move sequences of each length with the results of independent
// programs. Package rules/all tests greater depths.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		rules string
		want  []uint64
	}{
		{"tictactoe", []uint64{9, 72, 504, 3024, 15120, 54720}},
		{"rows=3 cols=4 k=3", []uint64{12, 132, 1320, 11880, 95040}},
		{"rows=4 cols=4 k=3", []uint64{16, 240, 3360, 43680}},
		{"rows=4 cols=4 k=4", []uint64{16, 240, 3360, 43680}},
		{"rows=4 cols=4 k=3 topology=torus", []uint64{16, 240, 3360, 43680}},
		{"connect4", []uint64{7, 49, 343, 2401, 16807}},
		{"rows=4 cols=4 k=4 drop=on", []uint64{4, 16, 64, 256, 1020, 4020, 15540, 57504}},
		{"rows=5 cols=6 k=4 drop=on", []uint64{6, 36, 216, 1296, 7776, 46650}},
		{"connect4 topology=cylinder", []uint64{7, 49, 343, 2401, 16807}},
		{"connect4 players=3", []uint64{7, 49, 343, 2401, 16807}},
	} {
		t.Run(c.rules, func(t *testing.T) {
			start := mustBuild(t, c.rules).Start()
			for i, want := range c.want {
				if got := rules.Perft(start, i+1); got != want {
					t.Errorf("depth %d: %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

// TestGamesInAll checks how many of all possible games on small boards each player wins.
func TestGamesInAll(t *testing.T) {
	race.Skip(t)
	for _, c := range []struct {
		rules string
		want  map[string]int
	}{
		{"tictactoe topology=torus", map[string]int{"A row": 103248, "B row": 101088}},
		{"tictactoe players=3", map[string]int{"draw full": 264384, "A row": 17280, "B row": 31968, "C row": 31968}},
		{"tictactoe drop=on", map[string]int{"A row": 616, "B row": 386, "draw full": 308}},
	} {
		t.Run(c.rules, func(t *testing.T) {
			got := map[string]int{}
			games(mustBuild(t, c.rules).Start(), got)
			if !maps.Equal(got, c.want) {
				t.Errorf("games %v, want %v", got, c.want)
			}
		})
	}
}

// games counts the games that continue from p by their outcome.
func games(p rules.Position, by map[string]int) {
	if p.Result().Over {
		by[outcome(p)]++
		return
	}
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			panic(err)
		}
		games(q, by)
	}
}

// BenchmarkPerft counts the sequences of 8 plies in Connect Four. It should take at most 3 seconds.
func BenchmarkPerft(b *testing.B) {
	start := mustBuild(b, "connect4").Start()
	for b.Loop() {
		if got := rules.Perft(start, 8); got != 5673234 {
			b.Fatal(got)
		}
	}
}

// BenchmarkPerftDeep counts the sequences of 10 plies in Connect Four.
func BenchmarkPerftDeep(b *testing.B) {
	start := mustBuild(b, "connect4").Start()
	for b.Loop() {
		if got := rules.Perft(start, 10); got != 268031646 {
			b.Fatal(got)
		}
	}
}

// BenchmarkPlay15 measures Play and Moves on a 15×15 board with 60 stones.
func BenchmarkPlay15(b *testing.B) {
	r := mustBuild(b, "gomoku")
	var p rules.Position = r.Start()
	for i := range 60 { // the pattern of knight's moves does not contain a row
		p = play(b, r, p, r.FormatMove(rules.Place(rules.Cell(i*97%225))))
	}
	b.Run("Play", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := p.Play(rules.Place(224)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Moves", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			n := 0
			for range p.Moves() {
				n++
			}
			if n != 165 {
				b.Fatal(n)
			}
		}
	})
}
