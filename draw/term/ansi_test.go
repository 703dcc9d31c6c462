package term

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/all"
)

// TestColors checks which colours the environment variables indicate.
func TestColors(t *testing.T) {
	for _, x := range []struct {
		env        string
		color, few bool
	}{
		{"TERM=linux", true, true},
		{"TERM=ansi", true, true},
		{"TERM=xterm", true, true},
		{"TERM=xterm-16color", true, true},
		{"TERM=screen", true, true},
		{"TERM=xterm-256color", true, false},
		{"TERM=tmux-256color", true, false},
		{"TERM=xterm-direct", true, false},
		{"TERM=xterm-kitty", true, false},
		{"TERM=alacritty", true, false},
		{"TERM=xterm COLORTERM=truecolor", true, false},
		{"TERM=linux COLORTERM=24bit", true, false},
		{"TERM=linux COLORTERM=1", true, true},
		{"TERM=dumb", false, false},
		{"TERM=dumb COLORTERM=truecolor", false, false},
		{"TERM=vt100", false, false},
		{"TERM=xterm-mono", false, false},
		{"TERM=xterm-256color NO_COLOR=1", false, false},
		{"TERM=xterm-256color COLORTERM=truecolor NO_COLOR=1", false, false},
		{"", true, true},
	} {
		getenv := func(name string) string {
			for pair := range strings.FieldsSeq(x.env) {
				if value, ok := strings.CutPrefix(pair, name+"="); ok {
					return value
				}
			}
			return ""
		}
		if color, few := colorsOf(getenv); color != x.color || few != x.few {
			t.Errorf("%q: colour %v, few %v, want %v, %v", x.env, color, few, x.color, x.few)
		}
	}
}

var (
	escape  = regexp.MustCompile("\x1b\\[([0-9;]*)m")
	letters = regexp.MustCompile(`[^ ]`)
)

// TestFew checks that on a terminal with 16 colours every board uses only these colours and is
// readable on black and white. This must hold for all colours that players can choose. It also
// checks that players have different symbols.
func TestFew(t *testing.T) {
	for _, g := range all.Games {
		for _, p := range g.Presets {
			r, pos, err := g.Sample(p)
			if err != nil {
				t.Fatal(err)
			}
			d := New(r, pos, Terminal{UTF8: true, Color: true, Few: true})
			d.Last = 0
			looks := d.looks()
			for i, l := range looks {
				for _, o := range looks[:i] {
					if slices.Equal(l.symbol, o.symbol) {
						t.Errorf("%s: two players have the symbol %q", p.Name, string(l.symbol))
					}
				}
			}
			read(t, p.Name, d.String())
			for i := range r.Players() {
				d.Seats = append(d.Seats, Seat{Color: []string{"#000000", "#ffffff", "#ffff00", "#0000aa", "#808080"}[i%5]})
				read(t, p.Name, d.Symbol(rules.Player(i)))
			}
			read(t, p.Name+" in chosen colours", d.String())
			d.Terminal.Few = false
			if r.Board().Pieces != rules.Marks && !strings.Contains(d.String(), ";5;") {
				t.Errorf("%s: a terminal with 256 colours gets 16", p.Name)
			}
		}
	}
}

// read fails the test if a text uses colours other than the 16, or characters without enough
// contrast.
func read(t *testing.T, name, text string) {
	t.Helper()
	type drawn = ink
	ink, ground := none, none
	at := 0
	for _, m := range escape.FindAllStringSubmatchIndex(text, -1) {
		if letters.MatchString(text[at:m[0]]) && ink != none {
			least := 3.0
			if ground == none {
				least = 2.5
			}
			if c := ansiContrast(ink, ground); c < least {
				t.Errorf("%s: %q with ink %d on %d has the contrast %.1f", name, text[at:m[0]], ink, ground, c)
			}
		}
		at = m[1]
		for code := range strings.SplitSeq(text[m[2]:m[3]], ";") {
			switch n, _ := strconv.Atoi(code); {
			case n == 0:
				ink, ground = none, none
			case n >= 30 && n < 38:
				ink = drawn(n - 30)
			case n >= 90 && n < 98:
				ink = brightBlack + drawn(n-90)
			case n >= 40 && n < 48:
				ground = drawn(n - 40)
			default:
				t.Fatalf("%s: the code %d is none of the 16 colours", name, n)
			}
		}
	}
}
