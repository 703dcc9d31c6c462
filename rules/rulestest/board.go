package rulestest

import (
	"math"
	"slices"

	"boardstudio/rules"
)

// board checks that the tables of the board are consistent.
func (c *checker) board() {
	b := c.r.Board()
	if b != c.r.Board() {
		c.Error("Board() is built anew at each call")
	}
	n := len(b.Cells)
	type place struct{ row, col int }
	places, centres := map[place]bool{}, map[rules.Point]bool{}
	cols, rows := 0, 0
	for i, x := range b.Cells {
		if x.Label == "" || b.Find(x.Label) != rules.Cell(i) {
			c.Errorf("Find(%q) = %d, want %d", x.Label, b.Find(x.Label), i)
		}
		if places[place{x.Row, x.Col}] || centres[x.Centre] || x.Row < 0 || x.Col < 0 {
			c.Errorf("cell %s lies where another does: %+v", x.Label, x)
		}
		places[place{x.Row, x.Col}], centres[x.Centre] = true, true
		if x.Centre.X < 0 || x.Centre.Y < 0 || x.Centre.X > b.Size.X || x.Centre.Y > b.Size.Y {
			c.Errorf("cell %s at %v lies outside %v", x.Label, x.Centre, b.Size)
		}
		cols, rows = max(cols, x.Col+1), max(rows, x.Row+1)
	}
	for _, label := range []string{"", "?", "a0", "zzz9999"} {
		if got := b.Find(label); got != rules.NoCell {
			c.Errorf("Find(%q) = %d, want NoCell", label, got)
		}
	}
	if b.Columns != nil && len(b.Columns) != cols || b.Rows != nil && len(b.Rows) != rows {
		c.Errorf("%d columns and %d rows of cells, but %d and %d names", cols, rows, len(b.Columns), len(b.Rows))
	}
	if b.Columns != nil && b.Rows != nil && !c.Failed() {
		for _, x := range b.Cells {
			if want := b.Columns[x.Col] + b.Rows[x.Row]; x.Label != want {
				c.Errorf("cell at %s is labelled %s", want, x.Label)
			}
		}
	}
	if b.Home != nil && len(b.Home) != n {
		c.Errorf("%d homes for %d cells", len(b.Home), n)
	}
	for _, s := range b.Stars {
		if s < 0 || int(s) >= n {
			c.Errorf("star on cell %d", s)
		}
	}
	if b.Target != nil && len(b.Target) != n {
		c.Fatalf("%d targets for %d cells", len(b.Target), n)
	}
	for i, to := range b.Target {
		if to < 0 || int(to) >= n || b.Target[to] != to || b.Cells[to].Col != b.Cells[i].Col {
			c.Errorf("Target[%d] = %d is no cell that names the column", i, to)
		}
	}
	if b.Seats != nil && len(b.Seats) != c.r.Players() {
		c.Errorf("%d seats for %d players", len(b.Seats), c.r.Players())
	}
	for _, s := range b.Seats {
		if s.Name == "" {
			c.Error("a seat has no name")
		}
	}
	for _, u := range []*rules.Unit{b.Score, b.Hold} {
		if u != nil && (u.Title == "" || u.Count.One == "" || u.Count.Many == "" || u == b.Hold && u.Held == "") {
			c.Errorf("the unit %+v lacks a text", *u)
		}
	}
	c.outline(b)
	for _, s := range b.Sides {
		if s.Owner < 0 || int(s.Owner) >= c.r.Players() || len(s.Cells) == 0 {
			c.Errorf("a side of %d cells belongs to seat %d", len(s.Cells), s.Owner)
		}
		for _, at := range s.Cells {
			if at < 0 || int(at) >= n {
				c.Errorf("side of seat %d on cell %d", s.Owner, at)
			}
		}
	}
	c.steps(b)
}

// outline checks that the outline is convex and point-symmetric, and that all cells fit into the
// board.
func (c *checker) outline(b *rules.Board) {
	n := len(b.Outline)
	if n == 0 {
		return
	}
	if n < 4 || n%2 != 0 {
		c.Fatalf("an outline of %d corners", n)
	}
	const tiny = 1e-6
	for i, p := range b.Outline {
		q, r, opposite := b.Outline[(i+1)%n], b.Outline[(i+2)%n], b.Outline[(i+n/2)%n]
		if (q.X-p.X)*(r.Y-q.Y)-(q.Y-p.Y)*(r.X-q.X) < tiny || p.X*q.Y-p.Y*q.X < tiny {
			c.Errorf("the outline is not convex, clockwise and around 0,0 at %v, %v, %v", p, q, r)
		}
		if math.Abs(p.X+opposite.X) > tiny || math.Abs(p.Y+opposite.Y) > tiny {
			c.Errorf("corner %v of the outline has no opposite, but %v", p, opposite)
		}
		for _, x := range b.Cells {
			if at := (rules.Point{X: x.Centre.X + p.X, Y: x.Centre.Y + p.Y}); at.X < -tiny || at.Y < -tiny || at.X > b.Size.X+tiny || at.Y > b.Size.Y+tiny {
				c.Errorf("corner %v of cell %s lies outside %v", at, x.Label, b.Size)
			}
		}
	}
}

// steps checks that each step is reversed by a step in the opposite direction.
func (c *checker) steps(b *rules.Board) {
	if n := len(b.Step); n != 0 && n != 6 && n != 8 {
		c.Fatalf("%d directions, want 6, 8 or none", n)
	}
	for d, links := range b.Step {
		if len(links) != len(b.Cells) {
			c.Fatalf("direction %d has %d links for %d cells", d, len(links), len(b.Cells))
		}
		for i, l := range links {
			if l.Cell == rules.NoCell {
				continue
			}
			if l.Cell < 0 || int(l.Cell) >= len(b.Cells) || int(l.Dir) >= len(b.Step) {
				c.Fatalf("Step[%d][%d] = %v", d, i, l)
			}
			if back := b.Step[b.Opposite(l.Dir)][l.Cell]; back != (rules.Link{Cell: rules.Cell(i), Dir: b.Opposite(uint8(d))}) {
				c.Errorf("Step[%d][%d] = %v, but the step back leads to %v", d, i, l, back)
			}
			way, from, to := b.Way(uint8(d)), b.Cells[i].Centre, b.Cells[l.Cell].Centre
			if b.Wraps == "" && math.Hypot(to.X-from.X-way.X, to.Y-from.Y-way.Y) > 1e-6 {
				c.Errorf("the step in direction %d leads from %v to %v, not by %v", d, from, to, way)
			}
		}
	}
}

// setups checks that impossible set-ups and invalid texts are rejected.
func (c *checker) setups() {
	good := rules.SetupOf(c.r, c.r.Start())
	if _, err := c.r.SetUp(good); err != nil {
		c.Fatalf("SetUp refuses the start: %v", err)
	}
	n := rules.Player(c.r.Players())
	for name, spoil := range map[string]func(*rules.Setup){
		"a cell too few":                        func(s *rules.Setup) { s.Cells = s.Cells[1:] },
		"no cells":                              func(s *rules.Setup) { s.Cells = nil },
		"the turn of a seat that does not play": func(s *rules.Setup) { s.Turn = n },
		"the turn of seat -2":                   func(s *rules.Setup) { s.Turn = -2 },
		"an owner who does not play":            func(s *rules.Setup) { s.Cells[0] = rules.Piece(n) },
		"a negative count": func(s *rules.Setup) {
			s.Cells[0] = rules.Content{Owner: 0, Count: -1}
		},
		"too many holders": func(s *rules.Setup) { s.Held = make([]int, n+1) },
		"less than nothing held": func(s *rules.Setup) {
			s.Held = make([]int, n)
			s.Held[0] = -1
		},
	} {
		s := good
		s.Cells = slices.Clone(good.Cells)
		s.Held = slices.Clone(good.Held)
		spoil(&s)
		if s.Held != nil && c.r.Board().Hold == nil {
			continue
		}
		p, err := c.r.SetUp(s)
		if err == nil {
			c.Errorf("SetUp accepts %s: %v", name, p)
			continue
		}
		wantError(c, "SetUp", err)
	}
	for _, text := range []string{"", " ", "?", "\x00", "é"} {
		if p, err := c.r.Parse(text); err == nil {
			c.Errorf("Parse(%q) = %v", text, p)
		} else {
			wantError(c, "Parse", err)
		}
		if m, err := c.r.ParseMove(text); err == nil {
			c.Errorf("ParseMove(%q) = %v", text, m)
		} else {
			wantError(c, "ParseMove", err)
		}
	}
}
