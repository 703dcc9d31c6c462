package ctl

import (
	"fmt"
	"strings"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// ScoreText returns a score in the user's language.
func ScoreText(s ai.Score) string {
	switch won := s.Value > 0; {
	case s.Proved && s.Value == 0:
		return locale.T("draw")
	case s.Proved && s.Margin != 0 && won:
		return locale.T("win by %d", s.Margin)
	case s.Proved && s.Margin != 0:
		return locale.T("loss by %d", -s.Margin)
	case s.Proved && s.Plies == 0 && won:
		return locale.T("win")
	case s.Proved && s.Plies == 0:
		return locale.T("loss")
	case s.Proved && s.AtMost && won:
		return locale.T("win in at most %d", s.Plies)
	case s.Proved && s.AtMost:
		return locale.T("loss in at most %d", s.Plies)
	case s.Proved && won:
		return locale.T("win in %d", s.Plies)
	case s.Proved:
		return locale.T("loss in %d", s.Plies)
	case len(s.Shares) > 0:
		var parts []string
		for seat, share := range s.Shares {
			parts = append(parts, fmt.Sprintf("%c %.0f%%", rules.Player(seat).Letter(), 100*share))
		}
		return strings.Join(parts, ", ")
	}
	return s.String()
}
