package othello

import (
	"context"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Positional is an engine that weighs the position after each of its moves by features that are
// taught to beginners. If the fewest discs win, the weights of corners, cells next to corners, and
// stable discs are negated. Mobility is good in both games.
var Positional = ai.Kind{
	Name: "positional", Title: "Positional", Plays: plays,
	About: "Weighs corners, cells next to empty corners, mobility and stable discs after its own move. You choose the weights.",
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
		cornerValue, diag, next := sign*p.Int("corners"), sign*p.Int("diagonal"), sign*p.Int("adjacent")
		safe, moves := sign*p.Int("stable"), p.Int("mobility")
		s.value = func(_, after rules.Position, me rules.Player) int {
			g := s.grid(after)
			f := g.features(me)
			v := cornerValue*f[corners] + diag*f[diagonal] + next*f[adjacent] + moves*f[mobility]
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

// Evaporate is an engine that keeps few discs for most of the game, which leaves the opponent few
// moves, and flips many discs at the end. Players call this strategy evaporation. If the fewest
// discs win, the engine does the opposite.
var Evaporate = ai.Kind{
	Name: "evaporate", Title: "Evaporate", Plays: plays,
	About: "Keeps few discs without giving corners away. When few cells are empty, takes the most discs it can.",
	Params: []rules.Param{
		{Name: "empty", Title: "Empty cells below which it takes many discs", Kind: rules.Int, Min: 0, Max: 256, Default: "12"},
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		s := &scorer{r: r, size: r.Spec().Params.Int("size"), fewest: r.Spec().Params["goal"] == "fewest"}
		last := p.Int("empty")
		s.value = func(before, after rules.Position, me rules.Player) int {
			own, _ := s.count(after, me)
			if _, empty := s.count(before, me); empty <= last {
				return s.sign() * own
			}
			giveaways, lost := s.giveaways(after, me)
			return s.sign()*(s.cornersOf(after, me)-giveaways-own) - lost
		}
		return s, nil
	},
}

// cornerValue is the value of a corner for Evaporate, higher than the value of all discs together.
const cornerValue = 1000

// scorer is an engine that gives each move a score and plays the best move.
type scorer struct {
	r      rules.Rules
	size   int
	fewest bool
	value  func(before, after rules.Position, me rules.Player) int
}

// sign returns -1 if the fewest discs win, and otherwise 1.
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

// count returns the number of discs of me and the number of empty cells.
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

func (s *scorer) isCorner(c rules.Cell) bool {
	n := rules.Cell(s.size)
	return c >= 0 && (c/n == 0 || c/n == n-1) && (c%n == 0 || c%n == n-1)
}

// cornersOf returns the value of the corners of me.
func (s *scorer) cornersOf(p rules.Position, me rules.Player) (v int) {
	n := rules.Cell(s.size)
	for _, c := range []rules.Cell{0, n - 1, n * (n - 1), n*n - 1} {
		if p.At(c).Owner == me {
			v += cornerValue
		}
	}
	return v
}

// giveaways returns the gains of the opponent in p: the value of the corners that it can take with
// its next move, and a penalty if that move can win the game.
func (s *scorer) giveaways(p rules.Position, me rules.Player) (corners, lost int) {
	if p.Turn() == me {
		return 0, 0 // the opponent passes
	}
	for m := range p.Moves() {
		if s.isCorner(m.To) {
			corners += cornerValue
		}
		if next, err := p.Play(m); err == nil && next.Result().Over && next.Result().Winners == rules.Of(1-me) {
			lost = 20 * cornerValue
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

// Think returns the first line of Advise.
func (s *scorer) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	lines, err := s.Advise(ctx, q)
	return ai.FirstOf(lines, q), err
}

// stable returns the cells whose discs are recognized as stable, which means that they can never be
// flipped. Such a disc must be safe on each of the four lines through it. It is safe on a full
// line, at an edge, or next to a stable disc of the same colour.
func (g *grid) stable() []bool {
	fixed := make([]bool, len(g.cells))
	for changed := true; changed; {
		changed = false
		for c, owner := range g.cells {
			if owner != rules.NoPlayer && !fixed[c] && g.fixed(fixed, rules.Cell(c)) {
				fixed[c], changed = true, true
			}
		}
	}
	return fixed
}

// fixed reports whether the disc on c is stable, given the discs that are known to be stable.
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
