package consult

import (
	"fmt"
	"math"
	"strings"

	"boardstudio/words"

	"boardstudio/ai"
	"boardstudio/locale"
	"boardstudio/rules"
)

// Text writes the score of a line for people. With two players it is that of the first one, or of the player to move if mover is set; a
// proved one says who wins, by his name. With more players there is one share for each seat.
func Text(l Line, turn rules.Player, mover bool, name func(rules.Player) string) string {
	if l.Shares == nil {
		return "–"
	}
	if s := l.Score; s.Proved {
		return proof(s, turn, len(l.Shares), name)
	}
	if len(l.Shares) > 2 {
		parts := make([]string, len(l.Shares))
		for i, v := range l.Shares {
			parts[i] = words.Percent(v)
		}
		return strings.Join(parts, " · ")
	}
	v := l.Score.Value
	if turn != 0 && !mover {
		v = -v
	}
	if math.Abs(v) < 0.005 {
		v = 0 // not -0.00
	}
	text := locale.Float("%+.2f", v)
	return strings.Replace(text, "-", "−", 1)
}

// proof says who wins.
func proof(s ai.Score, turn rules.Player, players int, name func(rules.Player) string) string {
	winner := name(turn)
	switch {
	case s.Value == 0:
		return locale.T("Draw")
	case s.Value < 0 && players > 2:
		return locale.T("%s loses", winner)
	case s.Value < 0:
		winner = name(1 - turn)
	}
	switch {
	case s.Margin != 0:
		return locale.T("%s wins by %d", winner, max(s.Margin, -s.Margin))
	case s.Plies == 0:
		return locale.T("%s wins", winner)
	case s.AtMost:
		return locale.T("%s wins in at most %d", winner, s.Plies)
	}
	return locale.T("%s wins in %d", winner, s.Plies)
}

// Short writes what a move is worth in as few letters as fit a cell: a percentage, or of a proved move the margin, or the result and how far it is.
func Short(v Value) string {
	if !v.Score.Proved {
		return fmt.Sprint(int(100*v.Share + 0.5))
	}
	if v.Score.Margin != 0 {
		return strings.Replace(fmt.Sprintf("%+d", v.Score.Margin), "-", "−", 1)
	}
	letter := locale.T("D")
	switch {
	case v.Score.Value > 0:
		letter = locale.T("W")
	case v.Score.Value < 0:
		letter = locale.T("L")
	}
	if v.Score.Plies == 0 || v.Score.Value == 0 {
		return letter
	}
	return letter + fmt.Sprint(v.Score.Plies)
}

// Count writes a number of positions or of positions a second.
func Count(n float64) string {
	switch {
	case n >= 1e9:
		return locale.T("%.1f G", n/1e9)
	case n >= 1e6:
		return locale.T("%.1f M", n/1e6)
	case n >= 1e3:
		return locale.T("%.0f k", n/1e3)
	}
	return fmt.Sprintf("%.0f", n)
}
