package othello_test

import (
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/rules/rulestest"
)

// TestSetUpRefuses checks that invalid setups are rejected with the reason.
func TestSetUpRefuses(t *testing.T) {
	r := rulestest.Build(t, &othello.Game, "othello", nil)
	for want, spoil := range map[string]func(*rules.Setup){
		"63 cells instead of 64":       func(s *rules.Setup) { s.Cells = s.Cells[:63] },
		"turn of Black or White":       func(s *rules.Setup) { s.Turn = rules.NoPlayer },
		"at most one disc on a1":       func(s *rules.Setup) { s.Cells[0] = rules.Content{Owner: 1, Count: 2} },
		"at most one disc on b1":       func(s *rules.Setup) { s.Cells[1] = rules.Content{Owner: 0, Count: 0} },
		"at most one disc on c1":       func(s *rules.Setup) { s.Cells[2] = rules.Content{Owner: 0, Count: 1, Kind: 3} },
		"h8 belongs to neither player": func(s *rules.Setup) { s.Cells[63] = rules.Piece(2) },
		"a2 belongs to neither player": func(s *rules.Setup) { s.Cells[8] = rules.Content{Owner: rules.NoPlayer, Count: 1} },
		"no pieces off the board":      func(s *rules.Setup) { s.Held = []int{0, 0} },
	} {
		s := rules.SetupOf(r, r.Start())
		spoil(&s)
		if p, err := r.SetUp(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v; want an error with %q", p, err, want)
		}
	}
}

// TestParseRefuses checks that invalid texts are rejected with the reason.
func TestParseRefuses(t *testing.T) {
	r := rulestest.Build(t, &othello.Game, "othello", rules.Params{"size": "4"})
	for text, want := range map[string]string{
		"":                       "a position is",
		"-----OX--XO-----":       "a position is",
		"-----OX--XO---- X":      "15 cells instead of 16",
		"-----OX--XO------ X":    "17 cells instead of 16",
		"-----OX--XO----? X":     `"?" is not a cell`,
		"-----OX--XO----- -":     "must be X or O",
		"-----OX--XO----- XX":    `must be X or O, not "XX"`,
		"-----OX--XO----- black": `must be X or O, not "black"`,
	} {
		if p, err := r.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, %v; want an error with %q", text, p, err, want)
		}
	}
	for _, text := range []string{"----\n-ox-\n-xo-\n----\nx", ".....O*..*O..... *", "-----○●--●○----- ●"} {
		if p := rulestest.Parse(t, r, text); p.String() != r.Start().String() {
			t.Errorf("Parse(%q) = %s", text, p)
		}
	}
}

// TestWarn checks that positions that play cannot reach are allowed, but cause a warning.
func TestWarn(t *testing.T) {
	small := rulestest.Build(t, &othello.Game, "othello", rules.Params{"size": "4"})
	open := rulestest.Build(t, &othello.Game, "othello", rules.Params{"size": "4", "start": "open"})
	for _, x := range []struct {
		r          rules.Rules
		text, want string
	}{
		{small, "---- -OX- -XO- ---- X", ""},
		{small, "-X-- -XX- -XO- ---- O", ""},
		{small, "---- -OX- -XO- ---- O", "does not match the start"},
		{small, "---- -XO- -OX- ---- X", "does not match the start"},
		{small, "---- -XX- -X-- ---- X", "a centre cell is empty"},
		{small, "X--- ---- ---- ---- X", "a centre cell is empty"},
		{small, "X--- -OX- -XO- ---X X", "placed last"},
		{small, "-X-- -XX- -XO- ---- X", "placed last"}, // Black has just moved, although White could
		// Next to the black disc, only one of the two cells on each ray is black.
		{small, "-X-- -XX- -OO- ---- O", "placed last"},
		{small, "-X-- -OO- -XX- ---- O", "placed last"},
		{open, "---- ---- ---- ---- X", ""},
		{open, "---- ---- ---- ---- O", "by turns"},
		{open, "---- -X-- ---- ---- O", ""},
		{open, "---- -O-- ---- ---- O", "by turns"},
		{open, "---- -XX- ---- ---- X", "by turns"},
		{open, "---- -XX- -OO- ---- X", ""},
		{open, "X--- -X-- ---- ---- X", "discs outside while"},
	} {
		t.Run(x.text, func(t *testing.T) {
			err := x.r.(rules.Warner).Warn(rulestest.Parse(t, x.r, x.text))
			if (x.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), x.want) {
				t.Errorf("warning %v, want %q", err, x.want)
			}
		})
	}
	big := rulestest.Build(t, &othello.Game, "othello", nil)
	text := "XX------ -------- --XXX--- ---XX--- ---XO--- -------- -------- -------- O"
	if err := big.(rules.Warner).Warn(rulestest.Parse(t, big, text)); err == nil || !strings.Contains(err.Error(), "connected to the centre") {
		t.Errorf("an island: warning %v", err)
	}
}

func TestResign(t *testing.T) {
	r := rulestest.Build(t, &othello.Game, "othello", nil)
	p := rulestest.Play(t, r, r.Start(), "f5", "resign")
	if res := p.Result(); !res.Over || res.Winners != rules.Of(0) || res.Reason != rules.Resigned {
		t.Errorf("after White resigned: %+v", res)
	}
}

func FuzzParse(f *testing.F) {
	small, open := rulestest.Build(f, &othello.Game, "othello", rules.Params{"size": "4"}), rulestest.Build(f, &othello.Game, "anti-othello", rules.Params{"size": "6", "start": "open"})
	f.Add("-----OX--XO----- X")
	f.Add("--XX XOOX XOOO XOXO X")
	f.Add("*OO- ---- ---- ---. o")
	f.Add("------ ------ --O--- --XX-- --X--- ------ X")
	f.Fuzz(func(t *testing.T, text string) {
		rulestest.Text(t, small, text)
		rulestest.Text(t, open, text)
	})
}

func FuzzParseMove(f *testing.F) {
	r := rulestest.Build(f, &othello.Game, "othello10", nil)
	for _, s := range []string{"f5", "J10", "pass", "--", "PA", "resign", "a0", "k1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { rulestest.Move(t, r, text) })
}
