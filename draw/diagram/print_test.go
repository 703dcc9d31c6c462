package diagram

import (
	"math"
	"slices"
	"testing"

	"boardstudio/draw"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/hex"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// TestGreys checks that two players' pieces can be distinguished in print without colour: by shape,
// grey value or letter.
func TestGreys(t *testing.T) {
	chosen := []Seat{{Color: draw.RGB(0xd4351c)}, {Color: draw.RGB(0x2a6fca)}}
	for _, x := range []struct {
		name   string
		game   *rules.Game
		preset string
		params rules.Params
		seats  []Seat
		letter bool
	}{
		{"hex", &hex.Game, "hex", nil, nil, false},
		{"hex with chosen seats", &hex.Game, "hex", nil, chosen, true},
		{"othello", &othello.Game, "othello", nil, nil, false},
		{"gomoku", &line.Game, "gomoku", nil, nil, false},
		{"pente with chosen seats", &line.Game, "pente", nil, chosen, true},
		{"connect4", &line.Game, "connect4", nil, nil, false},
		{"connect4 for three", &line.Game, "connect4", rules.Params{"players": "3"}, nil, false},
		{"connect4 for five", &line.Game, "connect4", rules.Params{"players": "5"}, nil, true},
		{"tictactoe for four", &line.Game, "tictactoe", rules.Params{"players": "4", "rows": "5", "cols": "5"}, nil, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, err := x.game.Build(x.preset, x.params)
			if err != nil {
				t.Fatal(err)
			}
			d := New(r, nil)
			d.Theme, d.Seats = Print, x.seats
			looks := d.seats()
			if got := looks[0].letter != ""; got != x.letter {
				t.Errorf("%s %v: letters %v", x.preset, x.params, got)
			}
			for i, a := range looks {
				for j, b := range looks[:i] {
					if a.symbol == b.symbol && a.letter == b.letter && math.Abs(grey(a.color)-grey(b.color)) < apart {
						t.Errorf("%s %v: players %d and %d look the same without colours", x.preset, x.params, j+1, i+1)
					}
				}
			}
		})
	}
}

// TestRepeated checks the cells repeated around boards with joined edges against cells computed
// modulo the board's size.
func TestRepeated(t *testing.T) {
	for _, shape := range []string{"torus", "cylinder", "plane", "mobius", "sphere"} {
		t.Run(shape, func(t *testing.T) {
			const n, beyond = 6, 3
			r, err := line.Game.Build("morpion", rules.Params{"rows": "6", "cols": "6", "k": "4", "topology": shape})
			if err != nil {
				t.Fatal(err)
			}
			d := New(r, nil)
			d.Beyond = beyond
			got := map[[2]int]rules.Cell{}
			for _, x := range d.repeated() {
				at := [2]int{int(math.Floor(x.at.X)), int(math.Floor(x.at.Y))}
				if _, twice := got[at]; twice {
					t.Errorf("%v is repeated twice", at)
				}
				got[at] = x.cell
			}
			for x := -beyond; x < n+beyond; x++ {
				for y := -beyond; y < n+beyond; y++ {
					out := [2]bool{x < 0 || x >= n, y < 0 || y >= n}
					c, is := got[[2]int{x, y}]
					want := false
					switch shape {
					case "torus":
						want = out[0] || out[1]
					case "cylinder", "mobius":
						want = out[0] && !out[1]
					case "sphere":
						continue // the corners of the shape need not meet
					}
					if is != want {
						t.Errorf("%d,%d is repeated: %v", x, y, is)
					}
					row, col := (y+n)%n, (x+n)%n
					if shape == "mobius" {
						row = n - 1 - row
					}
					if is && c != rules.Cell(row*n+col) {
						t.Errorf("at %d,%d comes cell %d", x, y, c)
					}
				}
			}
		})
	}
}

// TestSown checks that the arrow of a sowing stays on the board and reaches the last pit.
func TestSown(t *testing.T) {
	var r draw.Recorder
	d := New(sowingRules(t), nil)
	d.Position = d.Rules.Start()
	d.Theme = Print
	var m rules.Move
	for m = range d.Position.Moves() {
	}
	d.Sown = &Sowing{From: m.From, Trail: d.Position.(rules.Tracer).Trace(m)}
	d.Sown.Taken = []rules.Cell{d.Sown.Cells[len(d.Sown.Cells)-1]}
	box := draw.Rect{X: 10, Y: 20, W: 300, H: 300}
	d.Draw(&r, box)
	l := d.Layout(box)
	last := l.Centre(d.Sown.Taken[0])
	reached := slices.ContainsFunc(r.Items, func(it draw.Item) bool {
		b := it.Bounds()
		return len(it.Path.Points) == 3 && math.Abs(b.Centre().X-last.X) < 1 && math.Abs(b.Centre().Y-last.Y) < l.Unit()/2
	})
	if !reached {
		t.Error("no head points at the last pit")
	}
	for i := range r.Items {
		if b := r.Items[i].Bounds(); b.X < box.X || b.Y < box.Y || b.X+b.W > box.X+box.W || b.Y+b.H > box.Y+box.H {
			t.Errorf("item %d lies at %v", i, b)
		}
	}
}

func sowingRules(t *testing.T) rules.Rules {
	t.Helper()
	r, err := awale.Game.Build("awale", nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
