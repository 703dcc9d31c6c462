package awale_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/rulestest"
)

// lines calls f with the words of each line in a testdata file. It checks the number of lines.
func lines(t *testing.T, file string, want int, f func(n int, words []string)) {
	t.Helper()
	in, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	n := 0
	for s := bufio.NewScanner(in); s.Scan(); {
		n++
		f(n, strings.Fields(s.Text()))
	}
	if n != want {
		t.Errorf("%s has %d lines, want %d", file, n, want)
	}
}

// position converts "h0-…-h11-storeS-storeN-turn" to the text of a position.
func position(all string) string {
	words := strings.Split(all, "-")
	return strings.Join(words[:12], "-") + " " + strings.Join(words[12:14], "-") + " " + words[14]
}

func TestAbapaMoves(t *testing.T) {
	r := rulestest.Build(t, &awale.Game, "awale-abapa", nil)
	lines(t, "abapa-moves-1000.txt", 1000, func(n int, words []string) {
		p := rulestest.Parse(t, r, position(words[0]))
		var got []string
		for m := range p.Moves() {
			q, err := p.Play(m)
			if err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
			after := q.String()
			got = append(got, fmt.Sprintf("%d:%s", m.From, strings.ReplaceAll(after[:len(after)-2], " ", "-")))
		}
		if !slices.Equal(got, words[1:]) {
			t.Errorf("line %d, %s: moves and results\n%v, want\n%v", n, p, got, words[1:])
		}
	})
}

// houses are the pits from the point of view of the player to move, its own first.
type houses [12]int16

// String returns the position with South to move.
func (h houses) String() string {
	words := make([]string, len(h))
	for i, n := range h {
		words[i] = strconv.Itoa(int(n))
	}
	return strings.Join(words, "-") + " 0-0 S"
}

// bounds are the fewest and the most seeds that the mover can get with best play. They differ until
// it is known that the game can end other than by repetition.
type bounds struct{ lo, hi int }

// TestAbapaEndgames checks the values of all positions with up to five seeds, computed from the
// fewest upwards, against a table.
func TestAbapaEndgames(t *testing.T) {
	const most = 5
	r := rulestest.Build(t, &awale.Game, "awale-abapa", nil)
	value := map[houses]bounds{}
	for seeds := 0; seeds <= most; seeds++ {
		layer := layouts(seeds)
		options := make([][]option, len(layer))
		for i, h := range layer {
			value[h] = bounds{0, seeds}
			options[i] = optionsOf(t, r, h)
		}
		for changed := true; changed; {
			changed = false
			for i, h := range layer {
				var bestCapture bounds
				for _, o := range options[i] {
					next := value[o.next]
					bestCapture.lo = max(bestCapture.lo, o.sure+o.rest-next.hi)
					bestCapture.hi = max(bestCapture.hi, o.sure+o.rest-next.lo)
				}
				if bestCapture != value[h] {
					value[h], changed = bestCapture, true
				}
			}
		}
	}
	lines(t, "abapa-endgames-2000.txt", 2000, func(n int, words []string) {
		var h houses
		for i, word := range strings.Split(words[0], "-") {
			x, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			h[i] = int16(x)
		}
		want, err := strconv.Atoi(words[1])
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := value[h]; !ok || got != (bounds{want, want}) {
			t.Errorf("line %d, %s: the mover gets %+v, want %d", n, words[0], got, want)
		}
	})
}

// option is the result of a move: the seeds that the mover is certain to get, and the number of
// seeds still to be shared in the next position.
type option struct {
	sure, rest int
	next       houses
}

// optionsOf returns the options of all moves from h. A finished game has a single option, its
// result.
func optionsOf(t *testing.T, r rules.Rules, h houses) []option {
	p := rulestest.Parse(t, r, h.String())
	if res := p.Result(); res.Over {
		return []option{{sure: res.Final[0]}}
	}
	var all []option
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		o := option{sure: q.(rules.Holder).Held(0)}
		if res := q.Result(); res.Over {
			o.sure = res.Final[0]
		} else {
			for c := range o.next {
				o.next[c] = q.At(rules.Cell((c + 6) % 12)).Count
				o.rest += int(o.next[c])
			}
		}
		all = append(all, o)
	}
	return all
}

// layouts returns all ways to distribute seeds over twelve houses.
func layouts(seeds int) []houses {
	var all []houses
	var put func(h houses, from, left int)
	put = func(h houses, from, left int) {
		if left == 0 {
			all = append(all, h)
			return
		}
		for ; from < len(h); from++ {
			h[from]++
			put(h, from, left-1)
			h[from]--
		}
	}
	put(houses{}, 0, seeds)
	return all
}
