// Package clock implements the arithmetic of time controls: the time of players, the cost of a
// move, and the time that an engine may use. It does not read any clock itself.
package clock

import (
	"strings"
	"time"

	"boardstudio/text/msg"
)

// Kind is a kind of time control.
type Kind int

// The kinds of time controls.
const (
	None      Kind = iota // no limit
	PerMove               // Time for each move; unused time is lost
	Increment             // Time for the game, plus Extra for each move
	Delay                 // Time for the game, which starts to run after Extra in each turn
)

// TimeControl is the time that each player has. The zero value does not limit the time.
type TimeControl struct {
	Kind  Kind
	Time  time.Duration
	Extra time.Duration // added or free time per move of Increment and Delay; 0 is a plain time for the game
}

// The limits of time controls.
const (
	MinTime  = time.Second
	MaxTime  = 100 * time.Hour
	MaxExtra = time.Hour
)

// Common are time controls for a menu.
var Common = []TimeControl{
	{},
	{PerMove, 10 * time.Second, 0},
	{PerMove, 30 * time.Second, 0},
	{Increment, 3 * time.Minute, 2 * time.Second},
	{Increment, 5 * time.Minute, 0},
	{Increment, 10 * time.Minute, 5 * time.Second},
	{Delay, 10 * time.Minute, 5 * time.Second},
	{Increment, 30 * time.Minute, 0},
}

// Limits reports whether time is limited.
func (c TimeControl) Limits() bool { return c.Kind != None }

// String formats a time control in the syntax of Parse: "30s/move", "5m", "5m+3s", "5m~3s", or ""
// for no limit.
func (c TimeControl) String() string {
	switch c.Kind {
	case PerMove:
		return short(c.Time) + "/move"
	case Increment:
		if c.Extra == 0 {
			return short(c.Time)
		}
		return short(c.Time) + "+" + short(c.Extra)
	case Delay:
		return short(c.Time) + "~" + short(c.Extra)
	}
	return ""
}

// short formats a duration without units that are zero: "5m" instead of "5m0s".
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// Parse parses a time control. "30s/move" is 30 seconds per move, "5m" five minutes for the game.
// "5m+3s" adds three seconds per move; with "5m~3s" the first three seconds of each turn do not
// count. "" and "none" mean unlimited time. It returns an *msg.Error if text is invalid or a time
// is out of range.
func Parse(text string) (TimeControl, error) {
	c := TimeControl{Kind: Increment}
	s := strings.ToLower(strings.ReplaceAll(text, " ", ""))
	if s == "" || s == "none" {
		return TimeControl{}, nil
	}
	main, extra := s, ""
	if t, ok := strings.CutSuffix(s, "/move"); ok {
		c.Kind, main = PerMove, t
	} else if t, e, ok := strings.Cut(s, "+"); ok {
		main, extra = t, e
	} else if t, e, ok := strings.Cut(s, "~"); ok {
		c.Kind, main, extra = Delay, t, e
	}
	var err error
	if c.Time, err = time.ParseDuration(main); err == nil && main != s && c.Kind != PerMove {
		c.Extra, err = time.ParseDuration(extra)
	}
	if err != nil {
		return TimeControl{}, msg.Errorf("%q is not a time control such as 30s/move, 5m, 5m+3s or 5m~3s", text)
	}
	return c, c.Check()
}

// Check returns an error if a time is out of range.
func (c TimeControl) Check() error {
	switch {
	case c.Kind == None:
	case c.Time < MinTime || c.Time > MaxTime:
		return msg.Errorf("the time must be from %s to %s, not %s", short(MinTime), short(MaxTime), short(c.Time))
	case c.Extra < 0 || c.Extra > MaxExtra:
		return msg.Errorf("the time must be from %s to %s, not %s", "0s", short(MaxExtra), short(c.Extra))
	}
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (c TimeControl) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. An invalid text means unlimited time, because
// settings may come from a newer version. The error is always nil.
func (c *TimeControl) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		parsed = TimeControl{}
	}
	*c = parsed
	return nil
}

// Cost returns the cost of a move that took the time used. With an increment, the cost of a quick
// move is negative.
func (c TimeControl) Cost(used time.Duration) time.Duration {
	switch c.Kind {
	case Increment:
		return used - c.Extra
	case Delay:
		return max(used-c.Extra, 0)
	}
	return used
}

// Left returns the time left for a player. cost is the cost of earlier moves, and running the time
// of the current turn, or 0 on another player's turn. The result is 0 or negative if the time is
// over.
func (c TimeControl) Left(cost, running time.Duration) time.Duration {
	switch c.Kind {
	case PerMove:
		return c.Time - running
	case Delay:
		return c.Time - cost - max(running-c.Extra, 0)
	}
	return c.Time - cost - running
}

// TimeToFlag returns the time until the player's flag falls, with the parameters of Left. It differs
// from Left by the remaining delay.
func (c TimeControl) TimeToFlag(cost, running time.Duration) time.Duration {
	if c.Kind == Delay {
		return c.Time - cost + c.Extra - running
	}
	return c.Left(cost, running)
}

// movesLeft determines the share of the time that an engine uses for a move. It assumes about 30
// remaining moves at any stage of the game.
const (
	movesLeft     = 30
	answerReserve = 50 * time.Millisecond // reserve for transmitting the answer
	minBudget     = 10 * time.Millisecond
)

// Budget returns the time that an engine may use for a move, given the time left at the start of
// the turn. 0 means no limit.
func (c TimeControl) Budget(left time.Duration) time.Duration {
	var b time.Duration
	switch c.Kind {
	case None:
		return 0
	case PerMove:
		b = left * 9 / 10
	case Increment:
		b = min(left/movesLeft+c.Extra*9/10, left*9/10)
	case Delay:
		b = left/movesLeft + c.Extra*9/10
	}
	return max(b-answerReserve, minBudget)
}

// Watch is a stopwatch for a turn, which can be interrupted. The zero value is a stopped watch at
// 0.
type Watch struct {
	spent time.Duration // before the last start
	since time.Time     // zero if stopped
}

// Start starts or continues the watch.
func (w *Watch) Start(now time.Time) {
	if w.since.IsZero() {
		w.since = now
	}
}

// Stop stops the watch and keeps the elapsed time. It has no effect if the watch is stopped.
func (w *Watch) Stop(now time.Time) { *w = Watch{spent: w.Elapsed(now)} }

// Elapsed returns the total running time.
func (w *Watch) Elapsed(now time.Time) time.Duration {
	if w.since.IsZero() {
		return w.spent
	}
	return w.spent + max(now.Sub(w.since), 0)
}

// Runs reports whether the watch is running.
func (w *Watch) Runs() bool { return !w.since.IsZero() }
