package clock_test

import (
	"encoding/json"
	"testing"
	"time"

	"boardstudio/clock"
)

const s = time.Second

func TestText(t *testing.T) {
	for text, want := range map[string]clock.TimeControl{
		"":          {},
		"none":      {},
		"30s/move":  {Kind: clock.PerMove, Time: 30 * s},
		"5m":        {Kind: clock.Increment, Time: 300 * s},
		"5m + 3s":   {Kind: clock.Increment, Time: 300 * s, Extra: 3 * s},
		"1h30m~5s":  {Kind: clock.Delay, Time: 5400 * s, Extra: 5 * s},
		"2h":        {Kind: clock.Increment, Time: 7200 * s},
		"1m30s+10s": {Kind: clock.Increment, Time: 90 * s, Extra: 10 * s},
	} {
		got, err := clock.Parse(text)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %+v, %v, want %+v", text, got, err, want)
		}
		if again, err := clock.Parse(got.String()); err != nil || again != want {
			t.Errorf("%+v is written as %q and read as %+v, %v", want, got, again, err)
		}
	}
	for _, text := range []string{"5", "5m+", "5m~", "+3s", "/move", "-5m", "0s", "5m+-3s", "5m/moves", "5m+3s/move", "1000h", "5m+2h", "soon"} {
		if c, err := clock.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %+v, want an error", text, c)
		}
	}
	for _, c := range clock.Common {
		if again, err := clock.Parse(c.String()); err != nil || again != c {
			t.Errorf("%+v is written as %q and read as %+v, %v", c, c, again, err)
		}
	}
}

// TestJSON checks that an invalid time control is read as no limit and does not affect other
// fields.
func TestJSON(t *testing.T) {
	var x struct {
		A, B clock.TimeControl
		C    int
	}
	if err := json.Unmarshal([]byte(`{"A":"5m+3s","B":"hourglass","C":3}`), &x); err != nil {
		t.Fatal(err)
	}
	if x.A.String() != "5m+3s" || x.B.Limits() || x.C != 3 {
		t.Errorf("read %+v", x)
	}
	if out, err := json.Marshal(x); err != nil || string(out) != `{"A":"5m+3s","B":"","C":3}` {
		t.Errorf("written as %s, %v", out, err)
	}
}

// TestLeft checks the time left after moves with each kind of time control.
func TestLeft(t *testing.T) {
	for _, x := range []struct {
		name, control string
		moves         []time.Duration // times of one player's moves
		running       time.Duration
		left, falls   time.Duration
	}{
		{"time per move", "30s/move", nil, 0, 30 * s, 30 * s},
		{"second move", "30s/move", []time.Duration{29 * s, 5 * s}, 4 * s, 26 * s, 26 * s},
		{"whole time", "5m", []time.Duration{60 * s, 30 * s}, 10 * s, 200 * s, 200 * s},
		{"increment", "5m+3s", []time.Duration{10 * s, 1 * s}, 5 * s, 290 * s, 290 * s},          // 300-10+3-1+3-5
		{"delay, quick moves", "5m~3s", []time.Duration{10 * s, 1 * s}, 2 * s, 293 * s, 294 * s}, // quick moves are free
		{"delay, slow move", "5m~3s", []time.Duration{10 * s, 1 * s}, 5 * s, 291 * s, 291 * s},
		{"time over", "10s", []time.Duration{4 * s}, 7 * s, -1 * s, -1 * s},
	} {
		t.Run(x.name, func(t *testing.T) {
			c, err := clock.Parse(x.control)
			if err != nil {
				t.Fatal(err)
			}
			var cost time.Duration
			for _, m := range x.moves {
				cost += c.Cost(m)
			}
			if got := c.Left(cost, x.running); got != x.left {
				t.Errorf("%s after %v and %v: %v left, want %v", x.control, x.moves, x.running, got, x.left)
			}
			if got := c.TimeToFlag(cost, x.running); got != x.falls {
				t.Errorf("%s after %v and %v: falls in %v, want %v", x.control, x.moves, x.running, got, x.falls)
			}
		})
	}
}

// TestBudget checks that an engine that uses its whole budget never runs out of time.
func TestBudget(t *testing.T) {
	if b := (clock.TimeControl{}).Budget(0); b != 0 {
		t.Errorf("without a clock the budget is %v", b)
	}
	for _, text := range []string{"1s/move", "30s/move", "1s", "5m", "1m+1s", "3m+2s", "1s+30s", "1m~2s", "1h"} {
		t.Run(text, func(t *testing.T) {
			c, _ := clock.Parse(text)
			var cost time.Duration
			for i := range 60 {
				left := c.Left(cost, 0)
				used := c.Budget(left)
				if used <= 0 || c.TimeToFlag(cost, used) <= 0 {
					t.Fatalf("at move %d with %v left the budget is %v", i+1, left, used)
				}
				if i == 0 && used > c.Time {
					t.Errorf("the first move may take %v", used)
				}
				cost += c.Cost(used)
			}
		})
	}
	c, _ := clock.Parse("5m+3s")
	if b := c.Budget(300 * s); b < 5*s || b > 20*s {
		t.Errorf("the first move of 5m+3s may take %v", b)
	}
}

// TestWatch checks the elapsed time when a turn is interrupted, and when the system clock is set
// back.
func TestWatch(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	after := func(d time.Duration) time.Time { now = now.Add(d); return now }
	var w clock.Watch
	if w.Runs() || w.Elapsed(now) != 0 {
		t.Error("a new watch runs")
	}
	w.Start(now)
	w.Start(after(2 * s)) // continue
	if got := w.Elapsed(after(3 * s)); got != 5*s || !w.Runs() {
		t.Errorf("after 5 s it shows %v", got)
	}
	w.Stop(now)
	if got := w.Elapsed(after(time.Hour)); got != 5*s || w.Runs() {
		t.Errorf("while it stands it shows %v", got)
	}
	w.Start(now)
	if got := w.Elapsed(after(4 * s)); got != 9*s {
		t.Errorf("after the pause it shows %v", got)
	}
	if got := w.Elapsed(after(-time.Hour)); got != 5*s { // the system clock was set back
		t.Errorf("before its start it shows %v", got)
	}
}
