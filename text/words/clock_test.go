package words_test

import (
	"testing"

	"boardstudio/clock"
	"boardstudio/text/words"
)

func TestClock(t *testing.T) {
	for text, want := range map[string]string{
		"":         "No clock",
		"30s/move": "30 s a move",
		"5m":       "5 min a player",
		"1h30m+3s": "1 h 30 min a player, 3 s more with each move",
		"10m~5s":   "10 min a player, the first 5 s of a move are free",
	} {
		t.Run(want, func(t *testing.T) {
			c, err := clock.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := words.Clock(c); got != want {
				t.Errorf("%q is called %q, want %q", text, got, want)
			}
		})
	}
}
