package engines

import (
	"fmt"
	"math"
	"strings"

	"boardstudio/text/words"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// Text formats the score of a line. With two players, it is from the point of view of the first
// player, or of the player to move if mover is set. A proved score names the winner. With more
// players, it has the share of each seat.
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
		v = 0 // avoids -0.00
	}
	text := locale.Float("%+.2f", v)
	return strings.Replace(text, "-", "−", 1)
}

// proof formats a proved score with the name of the winner.
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

// Short formats the value of a move for a cell. It is a percentage, or for a proved result the
// margin, or the result and the number of plies.
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

// Count formats a number of nodes, or of nodes per second.
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
