package puzzle_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/find"
	"boardstudio/io/codec"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/puzzle"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func build(t testing.TB, game string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := all.Games.Build(game, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func prover(t testing.TB, r rules.Rules, nodes uint64) *puzzle.Prover {
	t.Helper()
	v, err := puzzle.NewProver(aiall.Engines, r, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// small is connect four on a board small enough for exhaustive search.
var small = rules.Params{"rows": "4", "cols": "5"}

// random yields the positions of random games.
func random(r rules.Rules, games int) iter.Seq[puzzle.Source] {
	return func(yield func(puzzle.Source) bool) {
		rnd := rand.New(rand.NewPCG(3, 4))
		for game := range games {
			for p := r.Start(); !p.Result().Over; {
				moves := slices.Collect(p.Moves())
				p, _ = p.Play(moves[rnd.IntN(len(moves))])
				if !yield(puzzle.Source{At: p, From: p.String(), Game: game}) {
					return
				}
			}
		}
	}
}

func collect(t testing.TB, r rules.Rules, from iter.Seq[puzzle.Source], o puzzle.Options) (list []puzzle.Puzzle) {
	t.Helper()
	o.Nodes = 40_000
	err := puzzle.Find(context.Background(), aiall.Engines, r, from, o, nil, func(p puzzle.Puzzle) bool {
		list = append(list, p)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// wins returns the number of plies in which me wins from p by exhaustive search, or 0 if not within
// most.
func wins(p rules.Position, me rules.Player, most int, known map[[2]uint64]int) int {
	if r := p.Result(); r.Known() {
		if r.Winners == rules.Of(me) {
			return 1 // one more than the number of plies
		}
		return 0
	}
	if most == 0 {
		return 0
	}
	key := [2]uint64{p.Hash(), uint64(most)}
	if n, ok := known[key]; ok {
		return n
	}
	best, mine, all := 0, p.Turn() == me, true
	for m := range p.Moves() {
		next, _ := p.Play(m)
		n := wins(next, me, most-1, known)
		switch {
		case n == 0:
			all = false
		case best == 0 || (n+1 < best) == mine:
			best = n + 1
		}
	}
	if !mine && !all {
		best = 0
	}
	known[key] = best
	return best
}

// TestFind compares the puzzles found with an exhaustive search, for several numbers of jobs.
func TestFind(t *testing.T) {
	r := build(t, "connect4", small)
	games := 30
	if testing.Short() {
		games = 10
	}
	list := collect(t, r, random(r, games), puzzle.Options{Jobs: 3})
	again := collect(t, r, random(r, games), puzzle.Options{Jobs: 1})
	if len(list) < 5 || len(list) != len(again) {
		t.Fatalf("%d puzzles with three jobs, %d with one", len(list), len(again))
	}
	known := map[rules.Player]map[[2]uint64]int{0: {}, 1: {}}
	seen := find.NewPositionSet(r)
	for i, p := range list {
		if x := again[i]; x.At.String() != p.At.String() || !slices.Equal(x.Line, p.Line) || x.From != p.From {
			t.Fatalf("puzzle %d depends on the jobs", i)
		}
		if !seen.Add(p.At) {
			t.Errorf("%s comes twice", p.At)
		}
		if p.From != p.At.String() || !p.Ever {
			t.Errorf("%+v", p)
		}
		me, at := p.At.Turn(), p.At
		for i, m := range p.Line {
			next, err := at.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if n := wins(next, me, 20, known[me]); n != len(p.Line)-i {
				t.Fatalf("%s: after move %d of %d the win takes %d more", p.At, i+1, len(p.Line), n-1)
			}
			at = next
		}
		for m := range p.At.Moves() {
			if next, _ := p.At.Play(m); m != p.Line[0] && wins(next, me, 20, known[me]) != 0 {
				t.Fatalf("%s: %s wins too", p.At, r.FormatMove(m))
			}
		}
		if len(p.Line) < 3 || p.Moves() != len(p.Line)/2+1 {
			t.Errorf("%s: a win in %d", p.At, len(p.Line))
		}
	}
	long := 0
	for _, p := range collect(t, r, random(r, games), puzzle.Options{Least: 1, Most: 3}) {
		if len(p.Line) > 3 {
			t.Errorf("a win in %d", len(p.Line))
		}
		if len(p.Line) == 1 {
			long++
		}
	}
	if long == 0 {
		t.Error("no win in one, although they are asked for")
	}
	if n := len(collect(t, r, random(r, games), puzzle.Options{Max: 2})); n != 2 {
		t.Errorf("%d puzzles, not 2", n)
	}
	if n := len(collect(t, r, random(r, games), puzzle.Options{Each: 1})); n < 2 || n >= len(list) {
		t.Errorf("%d puzzles, one of each game, %d in all", n, len(list))
	}
}

// TestFindOnce checks that positions in the solution of an earlier puzzle are skipped, and that
// progress counts each position.
func TestFindOnce(t *testing.T) {
	r := build(t, "connect4", small)
	alone, together := 0, 0
	for _, p := range collect(t, r, random(r, 10), puzzle.Options{}) {
		var later []puzzle.Source
		at := p.At
		for i, m := range p.Line {
			if i > 0 && i%2 == 0 {
				later = append(later, puzzle.Source{At: at})
			}
			at, _ = at.Play(m)
		}
		alone += len(collect(t, r, slices.Values(later), puzzle.Options{}))
		list := append([]puzzle.Source{{At: p.At, From: "first"}}, later...)
		got := collect(t, r, slices.Values(list), puzzle.Options{})
		if together += len(got) - 1; got[0].From != "first" {
			t.Errorf("%+v is found first", got[0])
		}
		var counts []int
		o := puzzle.Options{Nodes: 1000}
		if err := puzzle.Find(t.Context(), aiall.Engines, r, slices.Values(list), o, func(n int) { counts = append(counts, n) }, func(puzzle.Puzzle) bool { return true }); err != nil {
			t.Fatal(err)
		}
		for i, n := range counts {
			if n != i+1 || n > len(list) {
				t.Errorf("progress is %v of %d positions", counts, len(list))
			}
		}
	}
	if alone < 2 || together != 0 {
		t.Errorf("of the positions on the way %d are puzzles alone, and %d behind the puzzle", alone, together)
	}
}

// TestFindNone checks that games of three players are refused and that ctx ends the search.
func TestFindNone(t *testing.T) {
	r := build(t, "tictactoe", rules.Params{"players": "3"})
	if err := puzzle.Find(context.Background(), aiall.Engines, r, random(r, 1), puzzle.Options{}, nil, nil); err == nil {
		t.Error("puzzles of a game of three")
	}
	r = build(t, "gomoku", nil)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		done <- puzzle.Find(ctx, aiall.Engines, r, random(r, 1000), puzzle.Options{Jobs: 2}, func(int) { cancel() }, func(puzzle.Puzzle) bool { return true })
	}()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestProve checks that puzzles are proved and that altered puzzles are refused.
func TestProve(t *testing.T) {
	r := build(t, "connect4", small)
	v := prover(t, r, 0)
	ctx := context.Background()
	list := collect(t, r, random(r, 15), puzzle.Options{})
	known := map[rules.Player]map[[2]uint64]int{0: {}, 1: {}}
	reasons := map[string]int{}
	refused := func(what string, p puzzle.Puzzle) {
		t.Helper()
		_, err := v.Prove(ctx, p)
		if err == nil {
			t.Fatalf("%s, %v: %s is proved", p.At, p.Line, what)
		}
		reasons[what]++
	}
	for _, p := range list {
		if x, err := v.Prove(ctx, p); err != nil || !x.Ever {
			t.Fatalf("%s: %v", p.At, err)
		}
		change := func(line ...rules.Move) puzzle.Puzzle { return puzzle.Puzzle{At: p.At, Line: line} }
		refused("nothing", change())
		refused("the line cut short", change(p.Line[:len(p.Line)-1]...))
		refused("the line and a move more", change(append(slices.Clone(p.Line), p.Line[0])...))
		at := p.At
		for i, m := range p.Line {
			for x := range at.Moves() {
				if x == m {
					continue
				}
				line := slices.Clone(p.Line)
				line[i] = x
				_, err := v.Prove(ctx, change(line...))
				mine := at.Turn() == p.At.Turn()
				if i == 0 && err == nil {
					t.Fatalf("%s: %v is proved too", p.At, line)
				}
				if err == nil { // as good as the original line
					next, _ := at.Play(x)
					if n := wins(next, p.At.Turn(), 20, known[p.At.Turn()]); n != len(p.Line)-i {
						t.Fatalf("%s: %v is proved, mover is solver: %v", p.At, line, mine)
					}
					continue
				}
				reasons["another move"]++
			}
			next, _ := at.Play(m)
			at = next
		}
		first, _ := p.At.Play(p.Line[0])
		refused("a position where the other moves", puzzle.Puzzle{At: first, Line: p.Line[1:]})
	}
	two := 0
	for s := range random(r, 8) {
		if s.At.Result().Known() {
			continue
		}
		by, err := aiall.Engines.Prover(r)
		if err != nil {
			t.Fatal(err)
		}
		lines, _, err := by.Wins(ctx, ai.Request{Rules: r, Start: s.At}, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = v.Solve(ctx, s.At, 0)
		if (err == nil) != (len(lines) == 1) {
			t.Fatalf("%s: %d moves win, %v", s.At, len(lines), err)
		}
		if len(lines) > 1 {
			for _, l := range lines {
				refused("two wins", puzzle.Puzzle{At: s.At, Line: l.Moves})
			}
			two++
		}
	}
	if len(list) < 5 || two < 5 || reasons["another move"] < 20 {
		t.Errorf("%d puzzles, %d positions with two wins, %v", len(list), two, reasons)
	}
}

// TestProveSlower checks a puzzle on a large board: no other move wins in time. A line with a
// shorter defence is refused.
func TestProveSlower(t *testing.T) {
	r := build(t, "gomoku", nil)
	v, ctx := prover(t, r, 0), context.Background()
	at, err := r.Parse(strings.Repeat(".............../", 6) + "....B..A...B.../.....BBAAAAB.../......BABA...../......ABAB...../.....B..A....../" +
		strings.Repeat(".............../", 3) + "............... A")
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.Solve(ctx, at, 0)
	if err != nil || p.Ever || len(p.Line) != 9 || r.FormatMove(p.Line[0]) != "d6" {
		t.Fatalf("%+v, %v", p, err)
	}
	if _, err := v.Prove(ctx, p); err != nil {
		t.Error(err)
	}
	by, err := aiall.Engines.Prover(r)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := at.Play(p.Line[0])
	faster, slower := 0, 0
	for m := range first.Moves() {
		next, _ := first.Play(m)
		lines, sure, err := by.Wins(ctx, ai.Request{Rules: r, Start: next}, len(p.Line)-2)
		if err != nil || !sure || len(lines) == 0 {
			t.Fatalf("after %s nothing wins: %v", r.FormatMove(m), err)
		}
		x := puzzle.Puzzle{At: at, Line: append([]rules.Move{p.Line[0], m}, lines[0].Moves...)}
		_, err = v.Prove(ctx, x)
		if same := len(x.Line) == len(p.Line); same != (err == nil) {
			t.Fatalf("%v: %v", x.Line, err)
		} else if same {
			slower++
		} else {
			faster++
		}
		if testing.Short() && faster > 5 {
			break
		}
	}
	if faster == 0 {
		t.Errorf("%d defences last as long, %d not", slower, faster)
	}
}

// TestTry checks that wrong tries are refuted by a reply and that the solution is not.
func TestTry(t *testing.T) {
	r := build(t, "connect4", small)
	v := prover(t, r, 0)
	e, err := aiall.Engines.Strongest(r)
	if err != nil {
		t.Fatal(err)
	}
	ctx, tries := context.Background(), 0
	for _, p := range collect(t, r, random(r, 10), puzzle.Options{}) {
		me := p.At.Turn()
		known := map[[2]uint64]int{}
		for m := range p.At.Moves() {
			is, reply, err := v.Try(ctx, e, p.At, m, len(p.Line))
			if err != nil {
				t.Fatal(err)
			}
			next, _ := p.At.Play(m)
			if want := wins(next, me, len(p.Line)-1, known) != 0; is != want || is != (m == p.Line[0]) {
				t.Fatalf("%s, %s: wins %v", p.At, r.FormatMove(m), is)
			}
			if is || next.Result().Over {
				continue
			}
			tries++
			then, err := next.Play(reply)
			if err != nil {
				t.Fatalf("%s, %s: %v", p.At, r.FormatMove(m), err)
			}
			if wins(then, me, len(p.Line)-2, known) != 0 {
				t.Fatalf("%s, %s: the reply %s lets it win", p.At, r.FormatMove(m), r.FormatMove(reply))
			}
		}
	}
	if tries < 10 {
		t.Errorf("only %d tries", tries)
	}
}

// TestCollect checks that a collection survives a round trip through a file.
func TestCollect(t *testing.T) {
	r := build(t, "connect4", small)
	list := collect(t, r, random(r, 8), puzzle.Options{})
	list[0].From = ""
	list = puzzle.Spread(list, 0)
	if !slices.IsSortedFunc(list, func(a, b puzzle.Puzzle) int { return len(a.Line) - len(b.Line) }) {
		t.Error("the shortest is not the first")
	}
	d := puzzle.Collect(r, list)
	if errs := d.Tree.Validate(-1); len(errs) > 0 {
		t.Fatal(errs)
	}
	var b bytes.Buffer
	if err := xml.Format.Encode(context.Background(), &b, d, nil); err != nil {
		t.Fatal(err)
	}
	back, err := xml.Format.Decode(context.Background(), b.Bytes(), codec.Options{Games: all.Games})
	if err != nil || len(back.Warnings) > 0 {
		t.Fatal(err, back.Warnings)
	}
	entries := puzzle.Of(back.Tree)
	if len(entries) != len(list) {
		t.Fatalf("%d of %d", len(entries), len(list))
	}
	for i, e := range entries {
		p := list[i]
		if e.Err != nil || e.At.String() != p.At.String() || !slices.Equal(e.Line, p.Line) || e.From != p.From || e.Node.Parent() != back.Tree.Root() {
			t.Errorf("%+v is read as %+v", p, e)
		}
	}
}

// TestSpread checks that each length gets about the same number of puzzles.
func TestSpread(t *testing.T) {
	var list []puzzle.Puzzle
	for i, n := range []int{3, 5, 3, 3, 7, 3, 3, 5, 3} {
		list = append(list, puzzle.Puzzle{Line: make([]rules.Move, n), From: string(rune('a' + i))})
	}
	names := func(n int) (s string) {
		for _, p := range puzzle.Spread(list, n) {
			s += p.From
		}
		return s
	}
	for n, want := range map[int]string{0: "acdfgibhe", 100: "acdfgibhe", 1: "a", 3: "abe", 5: "acbhe", 7: "acdfbhe"} {
		if got := names(n); got != want {
			t.Errorf("%d: %s, not %s", n, got, want)
		}
	}
}

func TestGrades(t *testing.T) {
	for _, x := range []struct {
		game  string
		plies int
		want  puzzle.Grade
	}{
		{"gomoku", 1, puzzle.Easy},
		{"gomoku", 3, puzzle.Easy},
		{"pente", 5, puzzle.Medium},
		{"renju", 7, puzzle.Hard},
		{"connect4", 9, puzzle.VeryHard},
		{"connect4", 31, puzzle.VeryHard},
		{"awale", 3, puzzle.Easy},
		{"awale", 5, puzzle.Medium},
		{"othello", 8, puzzle.Medium},
		{"othello", 9, puzzle.Hard},
		{"othello", 14, puzzle.VeryHard},
	} {
		if g := puzzle.GradeOf(build(t, x.game, nil), x.plies); g != x.want || g.Title() == "" {
			t.Errorf("%s in %d is %q", x.game, x.plies, g.Title())
		}
	}
}

// FuzzOf checks that the puzzles listed for an arbitrary tree can be proved.
func FuzzOf(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 200, 100, 7}, "")
	f.Add([]byte{40, 80, 120, 160, 200, 240}, "x")
	f.Fuzz(func(t *testing.T, steps []byte, text string) {
		r := build(t, "connect4", small)
		tree := model.NewTree(r)
		at := []*model.Node{tree.Root()}
		for _, s := range steps {
			n := at[int(s)%len(at)]
			switch s >> 5 {
			case 0:
				n = tree.AddSetup(n, text)
			case 1:
				n = tree.AddSetup(n, r.Start().String())
			case 2:
				n = tree.AddRaw(n, text)
			default:
				n = tree.Add(n, rules.Move{From: rules.NoCell, To: rules.Cell(s % 32)})
			}
			at = append(at, n)
		}
		_ = tree.SetStart(text)
		v := prover(t, r, 300)
		for _, e := range puzzle.Of(tree) {
			if (e.At == nil) != (e.Err != nil) || len(e.Line) == 0 || !tree.Contains(e.Node) {
				t.Fatalf("%+v", e)
			}
			_, _ = v.Prove(context.Background(), e.Puzzle)
		}
	})
}
