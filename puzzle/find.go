package puzzle

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
)

// Source is a candidate position and its origin.
type Source struct {
	At   rules.Position
	From string
	Game int // the same for all positions of a game, such as a file number
}

// Sources yields the positions of a document in tree order. From has the names of the players, the
// event and the number of the next move. The document must not be edited during the iteration.
func Sources(engines *player.Catalog, d *model.Document) iter.Seq[Source] {
	var parts []string
	for _, p := range d.Players {
		if name := cmp.Or(p.Name, p.Kind); name != "" && name != model.Human {
			parts = append(parts, engines.NameInRecords(name))
		}
	}
	from := strings.Join(parts, " – ")
	if event := cmp.Or(d.Info[model.InfoEvent], d.Info[model.InfoTitle]); event != "" {
		from = strings.TrimPrefix(from+", "+event, ", ")
	}
	return func(yield func(Source) bool) {
		for v := range d.Tree.Visits(true) {
			if v.Pos == nil {
				continue
			}
			if !yield(Source{v.Pos, strings.TrimPrefix(fmt.Sprintf("%s, #%d", from, v.Ply+1), ", "), 0}) {
				return
			}
		}
	}
}

// Options configure a search for puzzles. Zero values select the defaults.
type Options struct {
	// Nodes is the node limit of each proof search; 0 means the constant Nodes. It determines the
	// results, which do not depend on time.
	Nodes uint64
	// Least and Most limit the length of solutions in plies. If Least is 0, it is 2, which excludes
	// wins in one move.
	Least, Most int
	Ever        bool // require that no other move wins, however slowly
	Max         int  // maximum number of puzzles; 0 for no limit
	Each        int  // maximum number of puzzles for each game; 0 for no limit
	Jobs        int  // goroutines, at most one for each processor; does not change the results
}

// engineShare is the divisor of the node limit for engine searches.
const engineShare = 20

// Find searches the positions of from for puzzles. It calls found for each puzzle, in order, until
// found returns false. If progress is not nil, it is called with the number of positions examined.
// Equal positions, including rotations and reflections, are examined once, and positions in the
// solution of an earlier puzzle are skipped. Positions are examined without their history, as
// set-up positions.
//
// It returns the error of ctx, or an error if the game has more than two players.
func Find(ctx context.Context, engines *player.Catalog, r rules.Rules, from iter.Seq[Source], o Options, progress func(done int), found func(Puzzle) bool) error {
	if o.Least == 0 {
		o.Least = 2
	}
	o.Jobs = min(max(o.Jobs, 1), runtime.GOMAXPROCS(0))
	if _, err := NewProver(engines, r, o.Nodes); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type task struct {
		Source
		puzzle Puzzle
		err    error
		done   chan struct{}
	}
	todo, queue := make(chan *task), make(chan *task, 4*o.Jobs)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel()
	for range o.Jobs {
		wait.Go(func() {
			var s *searcher
			for t := range todo {
				if s == nil {
					s, t.err = newSearcher(engines, r, o)
				}
				if t.err == nil {
					t.puzzle, t.err = s.search(ctx, t.At)
				}
				close(t.done)
			}
		})
	}
	wait.Go(func() {
		defer close(queue)
		defer close(todo)
		seen := find.NewPositionSet(r)
		for src := range from {
			if ctx.Err() != nil {
				return
			}
			at, ok := withoutHistory(r, src.At)
			if !ok || !seen.Add(at) {
				continue
			}
			t := &task{Source: Source{at, src.From, src.Game}, done: make(chan struct{})}
			select {
			case queue <- t:
			case <-ctx.Done():
				return
			}
			select {
			case todo <- t:
			case <-ctx.Done():
				t.err = ctx.Err()
				close(t.done)
				return
			}
		}
	})
	solved := find.NewPositionSet(r)
	done, count, each := 0, 0, map[int]int{}
	for t := range queue {
		<-t.done
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if done++; progress != nil {
			progress(done)
		}
		if t.err != nil || solved.Has(t.At) || o.Each > 0 && each[t.Game] == o.Each {
			continue
		}
		each[t.Game]++
		for p, i := t.At, 0; i < len(t.puzzle.Line); i++ {
			solved.Add(p)
			p, _ = p.Play(t.puzzle.Line[i])
		}
		t.puzzle.From = t.From
		if count++; !found(t.puzzle) || count == o.Max {
			return nil
		}
	}
	return ctx.Err()
}

// withoutHistory returns p as a set-up position. It reports false if p cannot be a puzzle: the
// result is known, or there are fewer than two moves.
func withoutHistory(r rules.Rules, p rules.Position) (rules.Position, bool) {
	if p.Result().Known() {
		return nil, false
	}
	at, err := r.Parse(p.String())
	if err != nil || at.Result().Known() {
		return nil, false
	}
	n := 0
	for range at.Moves() {
		if n++; n > 1 {
			return at, true
		}
	}
	return nil, false
}

// searcher searches for puzzles in one goroutine.
type searcher struct {
	*Prover
	o      Options
	engine ai.Engine
}

func newSearcher(engines *player.Catalog, r rules.Rules, o Options) (*searcher, error) {
	v, err := NewProver(engines, r, o.Nodes)
	if err != nil {
		return nil, err
	}
	e, err := engines.Strongest(r)
	return &searcher{v, o, e}, err
}

// search returns the puzzle at p, or an error if p is not a puzzle. Unless a count decides the
// game, the engine must first find exactly one winning move. Then the puzzle is proved.
func (s *searcher) search(ctx context.Context, p rules.Position) (Puzzle, error) {
	most := s.o.Most
	if !s.counted {
		plies, err := s.engineWin(ctx, p)
		if err != nil {
			return Puzzle{}, err
		}
		if most == 0 || plies > 0 && plies < most {
			most = plies
		}
	}
	var x Puzzle
	var err error
	if s.o.Ever {
		x, err = s.solveUnique(ctx, p)
	} else {
		x, err = s.Solve(ctx, p, most)
	}
	switch {
	case err != nil:
		return x, err
	case len(x.Line) < s.o.Least || s.o.Most > 0 && len(x.Line) > s.o.Most:
		return x, errNone
	case x.Ever:
		return x, nil
	}
	// A second move that wins slightly later would make a poor puzzle.
	lines, _, err := s.wins(ctx, p, len(x.Line)+2)
	if err == nil && len(lines) > 1 {
		err = errNone
	}
	return x, err
}

// engineWin returns the length of the engine's win in plies. It returns errNone unless exactly one
// move wins.
func (s *searcher) engineWin(ctx context.Context, p rules.Position) (plies int, err error) {
	i, err := s.engine.Think(ctx, ai.Request{Rules: s.rules, Start: p, Lines: 2, Limit: ai.Limit{Nodes: max(s.nodes/engineShare, 100)}}, nil)
	if err != nil {
		return 0, err
	}
	wins := 0
	for _, l := range i.Lines {
		if l.Score.Proved && l.Score.Value > 0 {
			wins++
		}
	}
	if plies = i.Best.Score.Plies; wins != 1 || plies > 0 && plies < s.o.Least {
		return 0, errNone
	}
	return plies, nil
}

// Sort sorts puzzles by the length of the solution.
func Sort(puzzles []Puzzle) {
	slices.SortStableFunc(puzzles, func(a, b Puzzle) int { return len(a.Line) - len(b.Line) })
}

// Spread returns n of the puzzles, or all if n is 0, sorted by the length of the solution. It takes
// about the same number of each length, and the first ones of each.
func Spread(puzzles []Puzzle, n int) []Puzzle {
	out := Choose(puzzles, n, func(p Puzzle) int { return len(p.Line) })
	Sort(out)
	return out
}

// Choose returns n elements of a list, or all if n is 0, in their order. It takes about the same
// number of each length in plies, and the first ones of each.
func Choose[P any](list []P, n int, plies func(P) int) []P {
	rank := map[int]int{}
	place, order := make([]int, len(list)), make([]int, len(list))
	for i := range list {
		order[i] = i
		place[i] = rank[plies(list[i])]
		rank[plies(list[i])]++
	}
	if n > 0 && n < len(list) {
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Or(place[a]-place[b], plies(list[a])-plies(list[b]))
		})
		order = order[:n]
		slices.Sort(order)
	}
	out := make([]P, len(order))
	for i, at := range order {
		out[i] = list[at]
	}
	return out
}
