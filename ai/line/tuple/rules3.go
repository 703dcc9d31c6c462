package tuple

import (
	"context"

	"boardstudio/ai"
	"boardstudio/ai/line/board"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Rules3 is an engine that plays tic-tac-toe by rules simple enough to remember. It applies the
// first rule that names a cell, and selects one of the named cells at random. It never loses.
//
// Newell and Simon: Human Problem Solving, 1972. The order of the rules follows Crowley and
// Siegler: Flexible Strategy Use in Young Children's Tic-Tac-Toe, Cognitive Science 17, 1993.
var Rules3 = ai.Kind{
	Name: "rules3", Title: "Rules of tic-tac-toe",
	About: "Plays tic-tac-toe by eight rules in order: win, block, fork, block a fork, centre, opposite corner, corner, side.",
	Plays: func(r rules.Rules) error {
		if o := board.OptionsOf(r); o == nil || o.Rows != 3 || o.Cols != 3 || o.K != 3 || o.Players != 2 || o.Drop || o.Misere ||
			o.Topology != "plane" || o.Captures > 0 || o.DoubleThree != "allowed" || o.Breakable || o.Adjacent || o.CentreFirst {
			return msg.Errorf("it only plays tic-tac-toe on 3×3 cells, with two players and no extra rules")
		}
		return nil
	},
	New: func(r rules.Rules, _ rules.Params) (ai.Engine, error) { return rules3{board.NewTables(r)}, nil },
}

type rules3 struct{ *board.Tables }

// The rules, in order of precedence.
const (
	toWin = iota
	toBlock
	toFork
	toBlockFork
	toCentre
	toOpposite
	toCorner
	toSide
	ruleCount
)

// Cells, in row order.
var (
	corners = []rules.Cell{0, 2, 6, 8}
	sides   = []rules.Cell{1, 3, 5, 7}
)

const middle rules.Cell = 4

// Advise returns every legal move, the best first. The value of a move is the number of rules from
// the first rule that names it to the last. It returns an error if the game is over.
func (e rules3) Advise(_ context.Context, q ai.Request) ([]ai.Line, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	if p.Turn() == rules.NoPlayer {
		return nil, msg.Errorf("the game is over")
	}
	var lines []ai.Line
	seen := map[rules.Cell]bool{}
	for i, cells := range e.named(e.Owners(p), p.Turn()) {
		s := ai.Score{Value: float64(ruleCount - i)}
		if i == toWin {
			s = ai.Score{Proved: true, Value: 1, Plies: 1}
		}
		for _, c := range cells {
			if !seen[c] {
				seen[c] = true
				lines = append(lines, ai.Line{Moves: []rules.Move{rules.Place(c)}, Score: s})
			}
		}
	}
	ai.SortLines(lines, q.Seed)
	return lines, nil
}

// Think returns the first move of Advise.
func (e rules3) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	lines, err := e.Advise(ctx, q)
	return ai.FirstOf(lines, q), err
}

// named returns the empty cells named by each rule for me. The last four rules together name every
// empty cell.
func (e rules3) named(owner []rules.Player, me rules.Player) (by [ruleCount][]rules.Cell) {
	you := 1 - me
	name := func(rule int, c rules.Cell) { by[rule] = append(by[rule], c) }
	var forks []rules.Cell // forks of the opponent
	for c := range rules.Cell(e.Cells) {
		if owner[c] != rules.NoPlayer {
			continue
		}
		if e.through(owner, c, me, 2) > 0 {
			name(toWin, c)
		}
		if e.through(owner, c, you, 2) > 0 {
			name(toBlock, c)
		}
		if e.through(owner, c, me, 1) > 1 {
			name(toFork, c)
		}
		if e.through(owner, c, you, 1) > 1 {
			forks = append(forks, c)
		}
	}
	by[toBlockFork] = forks
	if len(forks) > 1 {
		// Taking one fork cell leaves another one, so the opponent must be kept busy.
		if busy := e.busy(owner, me); len(busy) > 0 {
			by[toBlockFork] = busy
		}
	}
	if owner[middle] == rules.NoPlayer {
		name(toCentre, middle)
	}
	for _, c := range corners {
		if owner[c] == rules.NoPlayer {
			name(toCorner, c)
			if owner[2*middle-c] == you {
				name(toOpposite, c)
			}
		}
	}
	for _, c := range sides {
		if owner[c] == rules.NoPlayer {
			name(toSide, c)
		}
	}
	return by
}

// busy returns the cells where me makes two in a row and the opponent's block does not make a fork.
func (e rules3) busy(owner []rules.Player, me rules.Player) (cells []rules.Cell) {
	for c := range rules.Cell(e.Cells) {
		if owner[c] != rules.NoPlayer {
			continue
		}
		owner[c] = me
		for gap := range rules.Cell(e.Cells) {
			if owner[gap] == rules.NoPlayer && e.through(owner, gap, me, 2) > 0 && e.through(owner, gap, 1-me, 1) < 2 {
				cells = append(cells, c)
				break
			}
		}
		owner[c] = rules.NoPlayer
	}
	return cells
}

// through counts the rows through c whose other two cells contain n symbols of p and are otherwise
// empty.
func (e rules3) through(owner []rules.Player, c rules.Cell, p rules.Player, n int) (rows int) {
	for _, t := range e.Touching(c) {
		own, empty := 0, 0
		for _, x := range e.Tuple(t) {
			switch {
			case x == c:
			case owner[x] == p:
				own++
			case owner[x] == rules.NoPlayer:
				empty++
			}
		}
		if own == n && own+empty == 2 {
			rows++
		}
	}
	return rows
}

var (
	_ ai.Engine  = rules3{}
	_ ai.Adviser = rules3{}
)
