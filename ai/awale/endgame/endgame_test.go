package endgame

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"boardstudio/ai/awale/awaletest"
	"boardstudio/ai/awale/pits"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/rulestest"
)

func build(t testing.TB, preset string, over rules.Params, seeds int) (rules.Rules, *Table) {
	t.Helper()
	r := rulestest.Build(t, &awale.Game, preset, over)
	g, err := pits.New(r)
	if err != nil {
		t.Fatal(err)
	}
	table, err := Build(context.Background(), g, seeds, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r, table
}

// text returns the position in the notation of the rules, with empty stores and South to move.
func text(g *pits.Rules, p pits.Position) string {
	var words []string
	for i := range 2 * g.Half {
		w := p.Own
		if i >= g.Half {
			w = p.Opp
		}
		words = append(words, strconv.Itoa(int(w>>(8*(i%g.Half))&0xff)))
	}
	return strings.Join(words, "-") + " 0-0 S"
}

// TestAbapa compares the table with values from an independent program, for positions whose value
// does not depend on repetitions.
func TestAbapa(t *testing.T) {
	_, table := build(t, "awale-abapa", nil, 5)
	f, err := os.Open("../../../rules/awale/testdata/abapa-endgames-2000.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); n++ {
		line, taken, _ := strings.Cut(s.Text(), " ")
		var p pits.Position
		for i, word := range strings.Split(line, "-") {
			k, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			if i < 6 {
				p.Own += uint64(k) << (8 * i)
			} else {
				p.Opp += uint64(k) << (8 * (i - 6))
			}
		}
		want, err := strconv.Atoi(taken)
		if err != nil {
			t.Fatal(err)
		}
		seeds := p.Seeds()
		if lo, hi := table.Bounds(p, seeds); lo != hi || lo != 2*want-seeds {
			t.Errorf("%s: from %d to %d, want %d of %d seeds", line, lo, hi, want, seeds)
		}
	}
	if n != 2000 {
		t.Errorf("%d positions", n)
	}
}

// TestBounds checks that the values found by playing all moves lie within the bounds, and that most
// bounds are exact.
func TestBounds(t *testing.T) {
	for _, x := range []struct {
		preset string
		over   rules.Params
		seeds  int
	}{
		{"awale", rules.Params{"pits": "2"}, 6},
		{"awale", rules.Params{"pits": "3"}, 3},
		{"awale", rules.Params{"pits": "3", "quietLimit": "0", "repetition": "split"}, 3},
		{"awale", rules.Params{"pits": "2", "quietLimit": "25"}, 6},
		{"awale", rules.Params{"pits": "2", "quietLimit": "25", "repetition": "ownSide"}, 5},
		{"awale-abapa", rules.Params{"pits": "2"}, 7},
		{"awale-abapa", rules.Params{"pits": "3"}, 3},
		{"awale-abapa", rules.Params{"pits": "2", "grandSlam": "allowed"}, 6},
		{"awale-abapa", rules.Params{"pits": "2", "grandSlam": "leaveLast"}, 6},
		{"awale-abapa", rules.Params{"pits": "2", "grandSlam": "opponentKeeps", "mustFeed": "off"}, 6},
		{"awale-abapa", rules.Params{"pits": "3", "grandSlam": "forbidden"}, 3},
	} {
		t.Run(fmt.Sprint(x.preset, " ", x.over), func(t *testing.T) {
			r, table := build(t, x.preset, x.over, x.seeds)
			s := awaletest.New()
			exact, between, open := 0, 0, 0
			for seeds := range x.seeds + 1 {
				p := table.rules.At(seeds, 0)
				for range table.rules.Count(seeds) {
					lo, hi := table.Bounds(p, seeds)
					at := rulestest.Parse(t, r, text(table.rules, p))
					v, ok := 0, true
					if res := at.Result(); res.Over {
						v = res.Final[0] - res.Final[1]
					} else {
						v, ok = s.Margin(at, 5_000)
					}
					switch {
					case !ok:
						open++
					case v < lo || v > hi:
						t.Fatalf("%v, %s: %d, the table says from %d to %d", r.Spec(), at, v, lo, hi)
					case lo == hi:
						exact++
					default:
						between++
					}
					p = table.rules.Next(p)
				}
			}
			t.Logf("%s %v: %d exact, %d between, %d open", x.preset, x.over, exact, between, open)
			if exact < 20 || exact < between/2 {
				t.Errorf("%d positions have a value, %d bounds", exact, between)
			}
			if x.over["repetition"] == "" && x.preset == "awale" && between > 0 {
				t.Errorf("%d positions have no value although a repetition is worth nothing", between)
			}
		})
	}
}

// TestSteps checks that a table built from a smaller one equals a table built from nothing.
func TestSteps(t *testing.T) {
	_, small := build(t, "awale-abapa", nil, 4)
	_, want := build(t, "awale-abapa", nil, 7)
	got, err := Build(context.Background(), small.rules, 7, small, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)
}

func same(t *testing.T, got, want *Table) {
	t.Helper()
	if got.Seeds != want.Seeds {
		t.Fatalf("%d seeds, want %d", got.Seeds, want.Seeds)
	}
	for n := range want.layers {
		if string(got.layers[n]) != string(want.layers[n]) {
			t.Fatalf("the layers of %d seeds differ", n)
		}
	}
}

// TestFiles checks that a table survives saving and loading, and that a damaged table is rejected
// and rebuilt.
func TestFiles(t *testing.T) {
	_, want := build(t, "awale", rules.Params{"pits": "3"}, 5)
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if _, err := Load(dir, want.rules, 5); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("no file: %v", err)
	}
	if err := want.Save(dir); err != nil {
		t.Fatal(err)
	}
	got, err := Load(dir, want.rules, 5)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)

	path := tablePath(dir, want.rules, 5)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damage := map[string][]byte{"empty": nil, "short": whole[:len(whole)-1], "long": append(whole[:len(whole):len(whole)], 0)}
	for _, at := range []int{0, len(magic), hashEnd, hashEnd + 3, headSize, len(whole) / 2, len(whole) - 1} {
		b := append([]byte(nil), whole...)
		b[at] ^= 4
		damage["byte "+strconv.Itoa(at)] = b
	}
	for what, data := range damage {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(tablePath(dir, want.rules, 5), data, 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := Load(dir, want.rules, 5); err == nil {
				t.Error("it is believed")
			}
			again, err := LoadOrBuild(context.Background(), dir, want.rules, 5)
			if err != nil {
				t.Fatal(err)
			}
			same(t, again, want)
			if _, err := Load(dir, want.rules, 5); err != nil {
				t.Errorf("what was built anew: %v", err)
			}
		})
	}
	// A table of other rules with the same file name.
	_, other := build(t, "awale-abapa", rules.Params{"pits": "3"}, 5)
	if err := other.Save(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(tablePath(dir, other.rules, 5), path); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(dir, want.rules, 5); err == nil {
		t.Error("a table of other rules is believed")
	}
}

// TestCancel checks that building stops when its context is cancelled.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	_, table := build(t, "awale-abapa", nil, 1)
	if _, err := Build(ctx, table.rules, Most, table, func(n int) {
		if n == 6 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}
