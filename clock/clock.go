// Package clock is the arithmetic of time controls: how much time players have, what a move takes
// of it, and how much of it an engine may think. It reads no clock itself.
package clock

import (
	"strings"
	"time"

	"boardstudio/msg"
)

// Kind is a way of limiting the time of players.
type Kind int

// The kinds of time controls.
const (
	None      Kind = iota // nobody is limited
	PerMove               // Time for each move; what is left of it is lost
	Increment             // Time for the game, and Extra more with each move
	Delay                 // Time for the game, which begins to run Extra after the turn
)

// TimeControl says how much time each player has. The zero value limits nobody.
type TimeControl struct {
	Kind  Kind
	Time  time.Duration
	Extra time.Duration // of Increment and Delay; 0 is the plain time for a game
}

// The least and the most that a player can have.
const (
	MinTime  = time.Second
	MaxTime  = 100 * time.Hour
	MaxExtra = time.Hour
)

// Common are time controls to choose from.
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

// Limits reports whether time can run out.
func (c TimeControl) Limits() bool { return c.Kind != None }

// String writes a time control as Parse reads it: "30s/move", "5m", "5m+3s", "5m~3s", "" for none.
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

// short writes a duration without units of which there are none: "5m" for "5m0s".
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

// Parse reads a time control: "30s/move" is 30 seconds for each move, "5m" five minutes for the game, "5m+3s" with
// three seconds more for each move, "5m~3s" with three seconds in each turn that do not count. "" and "none" are no limit.
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

// Check tells what is wrong with a time control.
func (c TimeControl) Check() error {
	switch {
	case c.Kind == None:
	case c.Time < MinTime || c.Time > MaxTime:
		return msg.Errorf("a time of %s is not from %s to %s", short(c.Time), short(MinTime), short(MaxTime))
	case c.Extra < 0 || c.Extra > MaxExtra:
		return msg.Errorf("a time of %s is not from %s to %s", short(c.Extra), "0s", short(MaxExtra))
	}
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (c TimeControl) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. What is no time control counts as none, as settings
// may come from a newer studio.
func (c *TimeControl) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		parsed = TimeControl{}
	}
	*c = parsed
	return nil
}

// Cost returns what a finished move takes of a player's time. With an increment that is less than
// nothing for a quick move.
func (c TimeControl) Cost(used time.Duration) time.Duration {
	switch c.Kind {
	case Increment:
		return used - c.Extra
	case Delay:
		return max(used-c.Extra, 0)
	}
	return used
}

// Left returns how much time a player has whose moves cost so much, and whose turn runs for so long, 0 while
// it is another's turn. It is 0 or less when the time is over.
func (c TimeControl) Left(cost, running time.Duration) time.Duration {
	switch c.Kind {
	case PerMove:
		return c.Time - running
	case Delay:
		return c.Time - cost - max(running-c.Extra, 0)
	}
	return c.Time - cost - running
}

// Falls returns how long the turn of a player can still run whose moves cost so much, and whose turn runs for so
// long already. It differs from Left by a delay.
func (c TimeControl) Falls(cost, running time.Duration) time.Duration {
	if c.Kind == Delay {
		return c.Time - cost + c.Extra - running
	}
	return c.Left(cost, running)
}

// The share of its time that an engine takes for a move: a game has some thirty moves more, wherever it stands.
const (
	movesLeft = 30
	margin    = 50 * time.Millisecond // until the answer is on the board
	leastTime = 10 * time.Millisecond
)

// Budget returns how long an engine may think at a turn that begins with so much time left, 0 for
// as long as it likes.
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
	return max(b-margin, leastTime)
}

// Watch measures a turn, which can be interrupted. The zero value stands at nothing.
type Watch struct {
	spent time.Duration // before it was started last
	since time.Time     // zero while it stands
}

// Start has it go on.
func (w *Watch) Start(now time.Time) {
	if w.since.IsZero() {
		w.since = now
	}
}

// Stop has it stand.
func (w *Watch) Stop(now time.Time) { *w = Watch{spent: w.Elapsed(now)} }

// Elapsed returns how long it ran in all.
func (w *Watch) Elapsed(now time.Time) time.Duration {
	if w.since.IsZero() {
		return w.spent
	}
	return w.spent + max(now.Sub(w.since), 0)
}

// Runs reports whether it goes on.
func (w *Watch) Runs() bool { return !w.since.IsZero() }
