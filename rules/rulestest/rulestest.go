// Package rulestest checks that a game obeys the laws that package rules states for all games. The
// tests of each game call Run for its presets and for unusual parameters.
package rulestest

import (
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"boardstudio/rules"
)

// maxPlies is the maximum length of a random game. Large boards take longer to fill.
const maxPlies = 400

// effort is the amount of work that Run does. It suffices to reach the middle and the end of games,
// but is small enough to test dozens of parameter sets under the race detector.
type effort struct {
	games  int // number of random games
	deep   int // approximate number of positions in each game that get the expensive checks
	sample int // number of legal and of illegal moves tried in such a position
	damage int // number of damaged texts tried in such a position
}

// effortFor returns the effort for a board with the given number of cells. It decreases with the
// cost of a position.
func effortFor(cells int) effort {
	share := func(least, most, work int) int { return min(max(work/cells, least), most) }
	return effort{games: share(2, 6, 1000), deep: share(4, 12, 2000), sample: share(12, 40, 9000), damage: share(2, 8, 1000)}
}

// Run plays random games of g, built from preset and over as by Game.Build. It fails t if the game
// breaks a law of package rules. Equal arguments result in equal games.
func Run(t *testing.T, g *rules.Game, preset string, over rules.Params) {
	t.Helper()
	check(t, g, Build(t, g, preset, over))
}

// check is Run for rules that are already built.
func check(t testing.TB, g *rules.Game, r rules.Rules) {
	t.Helper()
	c := &checker{TB: t, r: r, effort: effortFor(len(r.Board().Cells)), rnd: random(r), hash: map[string]uint64{}, text: map[uint64]string{}}
	c.spec(g)
	c.board()
	if t.Failed() {
		return // other checks would only repeat the failure
	}
	c.sym = rules.SymmetriesOf(r.Board())
	c.setups()
	if got := r.Start().Turn(); got != 0 {
		t.Errorf("Start().Turn() = %d, want 0", got)
	}
	if d := Difference(r.Start(), r.Start()); d != "" {
		t.Errorf("two calls of Start differ: %s", d)
	}
	for range c.games {
		if c.playout(); t.Failed() {
			return // one report is enough; later plies would repeat it
		}
	}
}

// Game checks the description of a family: its names, its defaults, and that each preset can be
// built and is found by its parameters.
func Game(t *testing.T, g *rules.Game) {
	t.Helper()
	if g.Name == "" || g.Title == "" || g.New == nil || len(g.Presets) == 0 {
		t.Errorf("game %q lacks a name, title, constructor or preset", g.Name)
	}
	if text := g.HelpIn("en"); !strings.HasPrefix(text, "## ") || strings.Count(text, "\n") < 3 {
		t.Errorf("game %s: help/en.md is missing, or not a heading of the second level with text below: %q", g.Name, text)
	}
	seen := map[string]bool{}
	for _, p := range g.Params {
		if p.Name == "" || p.Title == "" || seen[p.Name] {
			t.Errorf("parameter %q: name empty or repeated, or no title", p.Name)
		}
		seen[p.Name] = true
		if v, err := p.Check(p.Default); err != nil || v != p.Default {
			t.Errorf("parameter %s: default %q is not in standard form: %q, %v", p.Name, p.Default, v, err)
		}
		for _, o := range p.Options {
			if o.Name == "" || o.Title == "" {
				t.Errorf("parameter %s: option %q lacks name or title", p.Name, o.Name)
			}
		}
	}
	seen = map[string]bool{}
	for _, p := range g.Presets {
		if p.Name == "" || p.Title == "" || seen[p.Name] {
			t.Errorf("preset %q: name empty or repeated, or no title", p.Name)
		}
		seen[p.Name] = true
		r, err := g.Build(p.Name, nil)
		if err != nil {
			t.Errorf("preset %s: %v", p.Name, err)
			continue
		}
		if _, ok := g.Preset(p.Of); p.Of != "" && !ok || p.Loose && p.Of == "" || p.About == "" {
			t.Errorf("preset %s: it is a variant of %q, which there is not, or nothing is said about it", p.Name, p.Of)
		}
		if _, at, err := g.Sample(p); err != nil || p.Sample == "" || at.Result().Known() {
			t.Errorf("preset %s: its sample %q ends the game, or is none: %v", p.Name, p.Sample, err)
		}
		if ps, ok := g.PresetOf(r.Spec().Params); !ok || ps.Name != p.Name {
			t.Errorf("preset %s is found again as %q", p.Name, ps.Name)
		}
	}
}

// Idle checks the parameters that g.Idle reports for the given rules. Every other value of such a
// parameter must either be rejected or lead to the same random games. Idle returns the names of
// those parameters.
func Idle(t *testing.T, g *rules.Game, preset string, over rules.Params) []string {
	t.Helper()
	r := Build(t, g, preset, over)
	var names []string
	for _, d := range g.Params {
		if g.Idle == nil || !g.Idle(r.Spec().Params, d.Name) {
			continue
		}
		names = append(names, d.Name)
		values := []string{"on", "off"}
		for _, o := range d.Options {
			values = append(values, o.Name)
		}
		if d.Kind == rules.Int {
			values = []string{strconv.Itoa(d.Min), strconv.Itoa(d.Min + 1), strconv.Itoa(d.Max)}
		}
		for _, v := range values {
			p := r.Spec().Params
			p[d.Name] = v
			if q, err := g.Build("", p); err == nil {
				same(t, r, q, d.Name+" "+v)
			}
		}
	}
	return names
}

// same fails t unless random games are the same under r and q.
func same(t *testing.T, r, q rules.Rules, what string) {
	t.Helper()
	rnd := random(r)
	for range 20 {
		a, b := r.Start(), q.Start()
		for range maxPlies {
			moves := slices.Collect(a.Moves())
			if !slices.Equal(moves, slices.Collect(b.Moves())) || !reflect.DeepEqual(a.Result(), b.Result()) {
				t.Errorf("%s makes a difference at %s", what, a)
				return
			}
			if len(moves) == 0 {
				break
			}
			m := moves[rnd.IntN(len(moves))]
			var err, err2 error
			if a, err = a.Play(m); err != nil {
				t.Fatal(err)
			}
			if b, err2 = b.Play(m); err2 != nil {
				t.Fatal(err2)
			}
		}
	}
}

// Text checks that text is either rejected with an *msg.Error or is a valid position, which can be
// written, parsed again and played on. It returns the position, or nil if text was rejected. Fuzz
// targets call it.
func Text(t testing.TB, r rules.Rules, text string) rules.Position {
	t.Helper()
	p, err := r.Parse(text)
	if err != nil {
		wantError(t, "Parse("+text+")", err)
		return nil
	}
	q, err := r.Parse(p.String())
	if err != nil {
		t.Fatalf("Parse(%q) wrote %q, which it refuses: %v", text, p, err)
	}
	if d := Difference(p, q); d != "" {
		t.Fatalf("Parse(%q) wrote %q, which reads back with another %s", text, p, d)
	}
	moves := slices.Collect(p.Moves())
	for i := 0; i < len(moves); i += 1 + len(moves)/100 {
		if _, err := p.Play(moves[i]); err != nil {
			t.Fatalf("%s: Moves yields %s, Play refuses it: %v", p, r.FormatMove(moves[i]), err)
		}
	}
	return p
}

// Move checks that text is either rejected with an *msg.Error or is a valid move, whose notation
// can be parsed again. Fuzz targets call it.
func Move(t testing.TB, r rules.Rules, text string) {
	t.Helper()
	m, err := r.ParseMove(text)
	if err != nil {
		wantError(t, "ParseMove("+text+")", err)
		return
	}
	if back, err := r.ParseMove(r.FormatMove(m)); err != nil || back != m {
		t.Fatalf("ParseMove(%q) = %v, written %q, reads back as %v, %v", text, m, r.FormatMove(m), back, err)
	}
	for _, c := range []rules.Cell{m.From, m.To} {
		if c < rules.NoCell || int(c) >= len(r.Board().Cells) {
			t.Fatalf("ParseMove(%q) = %v names a cell off the board", text, m)
		}
	}
}

// Difference describes the first difference between p and q, or returns "" if they are equal.
func Difference(p, q rules.Position) string {
	a, b := p.Result(), q.Result()
	switch {
	case p.String() != q.String():
		return "String: " + p.String() + " and " + q.String()
	case p.Hash() != q.Hash():
		return "Hash"
	case p.Turn() != q.Turn():
		return "Turn"
	case !slices.Equal(slices.Collect(p.Moves()), slices.Collect(q.Moves())):
		return "list of Moves"
	case a.Over != b.Over || a.Winners != b.Winners || a.Reason != b.Reason || !slices.Equal(a.Final, b.Final):
		return "Result"
	case !slices.Equal(slices.Sorted(slices.Values(a.Cells)), slices.Sorted(slices.Values(b.Cells))):
		return "set of Result.Cells"
	}
	return ""
}

// Bench measures Play, Moves, Hash and String on the positions of random games.
func Bench(b *testing.B, g *rules.Game, preset string, over rules.Params) {
	r := Build(b, g, preset, over)
	type ply struct {
		p rules.Position
		m rules.Move
	}
	var plies []ply
	rnd := random(r)
	for p := r.Start(); len(plies) < 2000; {
		moves := slices.Collect(p.Moves())
		if len(moves) == 0 {
			p = r.Start()
			continue
		}
		m := moves[rnd.IntN(len(moves))]
		plies = append(plies, ply{p, m})
		var err error
		if p, err = p.Play(m); err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		f    func(ply)
	}{
		{"Play", func(x ply) { _, _ = x.p.Play(x.m) }},
		{"Moves", func(x ply) {
			for range x.p.Moves() { //nolint:revive // the iteration is what is measured
			}
		}},
		{"Hash", func(x ply) { x.p.Hash() }},
		{"String", func(x ply) { _ = x.p.String() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				c.f(plies[i%len(plies)])
			}
		})
	}
}

// Shared plays a random game of g, and reads every fourth position from several goroutines, so that the
// race detector can find positions that share memory and change. The other laws need no detector.
func Shared(t *testing.T, g *rules.Game, preset string, over rules.Params) {
	t.Helper()
	r := Build(t, g, preset, over)
	rnd, p := random(r), r.Start()
	for n := range maxPlies {
		if n%4 == 0 {
			readTogether(p, len(r.Board().Cells))
		}
		moves := slices.Collect(p.Moves())
		if len(moves) == 0 {
			break
		}
		next, err := p.Play(moves[rnd.IntN(len(moves))])
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
}

// random returns a generator whose seed depends only on the parameters.
func random(r rules.Rules) *rand.Rand {
	h := fnv.New64a()
	s := r.Spec()
	for _, n := range s.Params.Names() {
		h.Write([]byte(n + "=" + s.Params[n] + ";"))
	}
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// readTogether reads p from several goroutines, so that the race detector can find positions that
// change.
func readTogether(p rules.Position, cells int) {
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for m := range p.Moves() {
				_, _ = p.Play(m)
				break
			}
			p.Hash()
			_ = p.String()
			p.Result()
			for c := range cells {
				p.At(rules.Cell(c))
			}
		})
	}
	wg.Wait()
}
