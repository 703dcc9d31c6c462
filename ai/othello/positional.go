package othello

import (
	"context"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Positional is the player who looks at the position after each of its moves, and weighs what beginners are told to
// look at. Where fewest discs win, corners, the cells beside them and stable discs count the other way round; moves to
// choose from are good in both games.
var Positional = ai.Kind{
	Name: "positional", Title: "Positional", Plays: plays,
	About: "Weighs corners, the cells beside empty corners, moves to choose from and stable discs as you like, after its own move.",
	Params: []rules.Param{
		weight("corners", "Corners", "100"),
		weight("diagonal", "Cells diagonal to an empty corner", "-50"),
		weight("adjacent", "Edge cells next to an empty corner", "-25"),
		weight("mobility", "Moves to choose from", "8"),
		weight("stable", "Stable discs", "15"),
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		s := &scorer{r: r, size: r.Spec().Params.Int("size"), fewest: r.Spec().Params["goal"] == "fewest"}
		sign := s.sign()
		corner, diag, next := sign*p.Int("corners"), sign*p.Int("diagonal"), sign*p.Int("adjacent")
		safe, moves := sign*p.Int("stable"), p.Int("mobility")
		s.value = func(_, after rules.Position, me rules.Player) int {
			g := s.grid(after)
			f := g.features(me)
			v := corner*f[corners] + diag*f[diagonal] + next*f[adjacent] + moves*f[mobility]
			if safe != 0 {
				for c, fixed := range g.stable() {
					switch {
					case !fixed:
					case g.cells[c] == me:
						v += safe
					default:
						v -= safe
					}
				}
			}
			return v
		}
		return s, nil
	},
}

func weight(name string, title msg.Key, value string) rules.Param {
	return rules.Param{Name: name, Title: title, Kind: rules.Int, Min: -1000, Max: 1000, Default: value}
}

// Evaporate is the player who keeps few discs for most of the game, which leaves the opponent few moves, and turns many
// at its end: players call this evaporation. Where fewest discs win it does the opposite of all this.
var Evaporate = ai.Kind{
	Name: "evaporate", Title: "Evaporate", Plays: plays,
	About: "Keeps few discs without giving corners away, and takes as many as it can when few cells are empty.",
	Params: []rules.Param{
		{Name: "empty", Title: "Empty cells from which on it takes many", Kind: rules.Int, Min: 0, Max: 256, Default: "12"},
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		s := &scorer{r: r, size: r.Spec().Params.Int("size"), fewest: r.Spec().Params["goal"] == "fewest"}
		last := p.Int("empty")
		s.value = func(before, after rules.Position, me rules.Player) int {
			own, _ := s.count(after, me)
			if _, empty := s.count(before, me); empty <= last {
				return s.sign() * own
			}
			given, lost := s.given(after, me)
			return s.sign()*(s.cornersOf(after, me)-given-own) - lost
		}
		return s, nil
	},
}

// corner is what a corner counts for Evaporate: more than all discs.
const corner = 1000

// scorer is a player who gives each move a score and plays the best.
type scorer struct {
	r      rules.Rules
	size   int
	fewest bool
	value  func(before, after rules.Position, me rules.Player) int
}

// sign is -1 where fewest discs win.
func (s *scorer) sign() int {
	if s.fewest {
		return -1
	}
	return 1
}

// grid returns the discs of a position.
func (s *scorer) grid(p rules.Position) *grid {
	g := &grid{s.size, s.r.Board(), make([]rules.Player, s.size*s.size)}
	for c := range g.cells {
		g.cells[c] = p.At(rules.Cell(c)).Owner
	}
	return g
}

// count returns how many discs me has, and how many cells are empty.
func (s *scorer) count(p rules.Position, me rules.Player) (own, empty int) {
	for c := range rules.Cell(s.size * s.size) {
		switch p.At(c).Owner {
		case me:
			own++
		case rules.NoPlayer:
			empty++
		}
	}
	return own, empty
}

// isCorner reports whether c is a corner.
func (s *scorer) isCorner(c rules.Cell) bool {
	n := rules.Cell(s.size)
	return c >= 0 && (c/n == 0 || c/n == n-1) && (c%n == 0 || c%n == n-1)
}

// cornersOf returns what the corners of me count.
func (s *scorer) cornersOf(p rules.Position, me rules.Player) (v int) {
	n := rules.Cell(s.size)
	for _, c := range []rules.Cell{0, n - 1, n * (n - 1), n*n - 1} {
		if p.At(c).Owner == me {
			v += corner
		}
	}
	return v
}

// given returns what me gives away in p: the corners that the opponent can take with its move, and the game if that wins it.
func (s *scorer) given(p rules.Position, me rules.Player) (corners, lost int) {
	if p.Turn() == me {
		return 0, 0 // the opponent passes
	}
	for m := range p.Moves() {
		if s.isCorner(m.To) {
			corners += corner
		}
		if next, err := p.Play(m); err == nil && next.Result().Over && next.Result().Winners == rules.Of(1-me) {
			lost = 20 * corner
		}
	}
	return corners, lost
}

// Advise returns every legal move, the best first.
func (s *scorer) Advise(_ context.Context, q ai.Request) ([]ai.Line, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	if p.Turn() == rules.NoPlayer {
		return nil, msg.Errorf("the game is over")
	}
	var lines []ai.Line
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			return nil, err
		}
		l := ai.Line{Moves: []rules.Move{m}}
		switch r := next.Result(); {
		case r.Over && r.Winners == 0:
			l.Score = ai.Score{Proved: true}
		case r.Over && r.Winners.Has(p.Turn()):
			l.Score = ai.Score{Proved: true, Value: 1}
		case r.Over:
			l.Score = ai.Score{Proved: true, Value: -1}
		default:
			l.Score.Value = float64(s.value(p, next, p.Turn()))
		}
		lines = append(lines, l)
	}
	ai.SortLines(lines, q.Seed)
	return lines, nil
}

// Think plays the first of what Advise returns.
func (s *scorer) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	lines, err := s.Advise(ctx, q)
	return ai.FirstOf(lines, q), err
}

// stable returns which cells hold discs that can never be turned, as far as this shows: on each of the four lines through such
// a disc, all cells are taken, or it stands at an edge or next to a stable disc of its colour.
func (g *grid) stable() []bool {
	fixed := make([]bool, len(g.cells))
	for again := true; again; {
		again = false
		for c, owner := range g.cells {
			if owner != rules.NoPlayer && !fixed[c] && g.fixed(fixed, rules.Cell(c)) {
				fixed[c], again = true, true
			}
		}
	}
	return fixed
}

// fixed reports whether the disc on c is stable when those are that fixed says.
func (g *grid) fixed(fixed []bool, c rules.Cell) bool {
	half := len(g.board.Step) / 2
	for d := range half {
		safe, full := false, true
		for _, way := range [2]int{d, d + half} {
			next := g.board.Step[way][c].Cell
			if next == rules.NoCell || fixed[next] && g.cells[next] == g.cells[c] {
				safe = true
				break
			}
			for x := next; x != rules.NoCell; x = g.board.Step[way][x].Cell {
				full = full && g.cells[x] != rules.NoPlayer
			}
		}
		if !safe && !full {
			return false
		}
	}
	return true
}

var (
	_ ai.Engine  = (*scorer)(nil)
	_ ai.Adviser = (*scorer)(nil)
)
