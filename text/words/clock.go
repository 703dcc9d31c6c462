package words

import (
	"strconv"
	"strings"
	"time"

	"boardstudio/clock"
	"boardstudio/text/locale"
)

// Clock returns the description of a time control: "5 min a player, 3 s more with each move".
func Clock(c clock.TimeControl) string {
	switch {
	case c.Kind == clock.PerMove:
		return locale.T("%s a move", Duration(c.Time))
	case c.Kind == clock.Delay && c.Extra > 0:
		return locale.T("%s a player, the first %s of a move are free", Duration(c.Time), Duration(c.Extra))
	case c.Kind == clock.Increment && c.Extra > 0:
		return locale.T("%s a player, %s more with each move", Duration(c.Time), Duration(c.Extra))
	case c.Limits():
		return locale.T("%s a player", Duration(c.Time))
	}
	return locale.T("No clock")
}

// Duration formats a duration in hours, minutes and seconds: "1 h 30 min", "10 s".
func Duration(d time.Duration) string {
	var parts []string
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Hour, locale.T("h")}, {time.Minute, locale.T("min")}} {
		if n := d / u.unit; n > 0 {
			parts = append(parts, strconv.Itoa(int(n))+" "+u.name)
			d -= n * u.unit
		}
	}
	if d > 0 || len(parts) == 0 {
		parts = append(parts, strconv.FormatFloat(d.Seconds(), 'f', -1, 64)+" "+locale.T("s"))
	}
	return strings.Join(parts, " ")
}
