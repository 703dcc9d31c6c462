package tournaments

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/words"
	"boardstudio/tournament"
)

// Head is the title of a column, with an explanation if it is short.
type Head struct{ Title, Tip string }

// Heads returns the column titles of the ranking. The last one is ErrorsColumn.
func Heads() []Head {
	return []Head{
		{},
		{Title: locale.T("Player")},
		{Title: locale.T("Played")},
		{"+", locale.T("Won")},
		{"=", locale.T("Drawn")},
		{"−", locale.T("Lost")},
		{Title: locale.T("Points")},
		{"Elo", locale.T("Rating; ~ marks a rough value")},
		{"95\u00a0%", locale.T("95 % confidence interval of the rating")},
		{Title: locale.T("Errors")},
	}
}

// ErrorsColumn is the column with the number of games that an entrant lost by a fault. It is empty
// if no entrant has lost a game by a fault.
const ErrorsColumn = 9

// Errors reports whether any entrant has lost a game by a fault.
func (r *Run) Errors() bool {
	return slices.ContainsFunc(r.now.table.Standings, func(s tournament.Standing) bool { return s.Total.Errors > 0 })
}

// Ranking returns the ranking, best first, as a text per column.
func (r *Run) Ranking() [][]string {
	var rows [][]string
	t := r.now.table
	for rank, i := range t.Order {
		s := &t.Standings[i]
		row := []string{
			strconv.Itoa(rank + 1), r.t.Entrants[i].Title(), strconv.Itoa(s.Total.Games), strconv.Itoa(s.Total.Won), strconv.Itoa(s.Total.Drawn), strconv.Itoa(s.Total.Lost),
			Points(s.Total.Points), "", "", "",
		}
		if x := s.Rating; x != nil {
			row[7], row[8] = signed(x.Elo), locale.T("%s to %s", signed(x.Low), signed(x.High))
			if !x.Sure {
				row[7] = "~ " + row[7]
			}
		}
		if s.Total.Errors > 0 {
			row[ErrorsColumn] = strconv.Itoa(s.Total.Errors)
		}
		rows = append(rows, row)
	}
	return rows
}

// CrossHeads returns the column titles of the cross table.
func (r *Run) CrossHeads() []Head {
	heads := []Head{{}, {Title: locale.T("Player")}}
	for i := range r.t.Entrants {
		heads = append(heads, Head{Title: strconv.Itoa(i + 1)})
	}
	return heads
}

// Cross returns the cross table, best first: the points of each entrant against each other, and the
// number of games.
func (r *Run) Cross() [][]string {
	var rows [][]string
	t := r.now.table
	for rank, i := range t.Order {
		s := &t.Standings[i]
		row := []string{strconv.Itoa(rank + 1), r.t.Entrants[i].Title()}
		for _, other := range t.Order {
			switch {
			case other == i:
				row = append(row, "–")
			case s.Met[other] == 0:
				row = append(row, "·")
			default:
				row = append(row, Points(s.Against[other])+" / "+strconv.Itoa(s.Met[other]))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// manySeats is the number of players from which on they share a column.
const manySeats = 5

// GameHeads returns the column titles of the game list.
func (r *Run) GameHeads() []string {
	heads := []string{locale.T("No.")}
	if n := r.Rules().Players(); n < manySeats {
		for p := range n {
			heads = append(heads, words.Seat(r.Rules(), rules.Player(p)))
		}
	} else {
		heads = append(heads, locale.T("Players"))
	}
	return append(heads, locale.T("Result"), locale.T("Moves"))
}

// GameRow returns a finished game as a text per column.
func (r *Run) GameRow(g tournament.Game) []string {
	name := r.namer(g.Seats)
	if len(g.Seats) < manySeats {
		name = func(p rules.Player) string { return words.Seat(r.Rules(), p) } // the columns show the players
	}
	text := locale.T("Too long: draw")
	if !g.Cut {
		res := rules.Result{Over: true, Reason: rules.Reason(g.Reason)}
		for _, l := range g.Winners {
			res.Winners |= rules.Of(rules.Player(l - 'A'))
		}
		text = words.Outcome(r.Rules(), res, name)
	}
	if g.Error != "" {
		text = locale.T("%s – error: %s", text, g.Error)
	}
	row := []string{strconv.Itoa(g.Number)}
	if len(g.Seats) < manySeats {
		for _, i := range g.Seats {
			row = append(row, r.t.Entrants[i].Title())
		}
	} else {
		row = append(row, r.Names(g.Seats))
	}
	return append(row, text, strconv.Itoa(g.Moves))
}

// Names returns the player names of a game, by seat.
func (r *Run) Names(seats []int) string {
	var names []string
	for _, i := range seats {
		names = append(names, r.t.Entrants[i].Title())
	}
	return strings.Join(names, " – ")
}

func (r *Run) namer(seats []int) words.Namer {
	return func(p rules.Player) string { return r.t.Entrants[seats[p]].Title() }
}

// Summary returns a line about the tournament and its progress.
func (r *Run) Summary() string {
	parts := []string{words.Game(r.Rules()), FormatTitle(r.t.Format)}
	n, total := len(r.now.games), r.t.Total()
	switch {
	case total > 0 && !(r.now.table.Over && n < total):
		parts = append(parts, locale.T("%d of %d games", n, total))
	default:
		parts = append(parts, locale.N("%d game", "%d games", n, n))
	}
	if damaged := r.t.Damaged(); damaged > 0 {
		parts = append(parts, locale.N("%d damaged result skipped", "%d damaged results skipped", damaged, damaged))
	}
	switch {
	case r.Stopping():
		parts = append(parts, locale.T("stopping"))
	case r.Playing():
		parts = append(parts, locale.T("being played"))
	case r.now.table.Over:
		parts = append(parts, locale.T("over"))
	default:
		parts = append(parts, locale.T("paused"))
	}
	return strings.Join(parts, " · ")
}

// Share returns the share of games played, from 0 to 1. ok is false if it is unknown.
func (r *Run) Share() (float64, bool) {
	total := r.t.Total()
	if r.now.table.Over {
		return 1, true
	}
	return float64(len(r.now.games)) / float64(max(total, 1)), total > 0
}

// Test returns the state of the statistical test, or "" if the tournament has no test.
func (r *Run) Test() string {
	s := r.t.SPRT
	if s == nil {
		return ""
	}
	low, high := s.Bounds()
	a := r.t.Entrants[0].Title()
	verdict := locale.T("undecided")
	switch r.now.table.Decision {
	case tournament.Accept0:
		verdict = locale.T("%s: a rating difference of %v was accepted, %v rejected", a, s.Elo0, s.Elo1)
	case tournament.Accept1:
		verdict = locale.T("%s: a rating difference of %v was accepted, %v rejected", a, s.Elo1, s.Elo0)
	}
	p := r.now.table.Pairs
	return locale.T("Test %v or %v: %.2f between %.2f and %.2f – %s. Pairs with 0, ½, 1, 1½, 2 points: %s", s.Elo0, s.Elo1, s.LLR(p), low, high, verdict, strings.Trim(fmt.Sprint(p), "[]"))
}

// Seat is the display of a player in a running game.
type Seat struct {
	Name  string
	Clock string // time left, or "" without a clock
	Says  string // the last evaluation of the player's engine
	Turn  bool
}

// Seats returns the display of the players in a running game.
func (r *Run) Seats(g *tournament.Live, now time.Time) []Seat {
	var list []Seat
	for seat, i := range g.Seats {
		p := rules.Player(seat)
		x := Seat{Name: r.t.Entrants[i].Title(), Says: scoreText(g.Infos[seat], len(g.Seats)), Turn: g.Last.Turn() == p}
		if left, ok := g.LeftAt(p, now); ok {
			x.Clock = words.Duration(left.Truncate(time.Second))
			if left < 10*time.Second {
				x.Clock = locale.Float("%.1f s", left.Seconds())
			}
		}
		list = append(list, x)
	}
	return list
}

// scoreText formats the score and depth of an engine.
func scoreText(i ai.Info, seats int) string {
	var parts []string
	switch {
	case i.Depth == 0 && i.Nodes == 0 && !i.Best.Score.Proved:
		return ""
	case i.Best.Score.Proved:
		word := locale.T("draw")
		if i.Best.Score.Value > 0 {
			word = locale.T("win")
		} else if i.Best.Score.Value < 0 {
			word = locale.T("loss")
		}
		parts = append(parts, word)
	case seats == 2:
		parts = append(parts, minus(locale.Float("%+.2f", i.Best.Score.Value)))
	}
	if i.Depth > 0 {
		parts = append(parts, locale.T("depth %d", i.Depth))
	}
	return strings.Join(parts, " · ")
}

// Caption returns the title of a running game with its number of moves.
func Caption(g *tournament.Live) string {
	return locale.T("Game %d", g.Number) + " · " + locale.N("%d move", "%d moves", len(g.Moves), len(g.Moves))
}

// Points formats points with at most two decimals.
func Points(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// signed formats a rating with its sign.
func signed(x float64) string { return minus(fmt.Sprintf("%+d", int(math.Round(x)))) }

// minus replaces the hyphen of a number by a minus sign, which is as wide as the plus sign.
func minus(n string) string { return strings.Replace(n, "-", "−", 1) }
