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
	aiall "boardstudio/ai/all"
	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
)

// Source is a position to look at, and where it is from.
type Source struct {
	At   rules.Position
	From string
	Game int // the same for positions of one game, as a file is
}

// Sources yields the positions of a document in the order of its tree: each with the names of the players, the event and the number of the move.
// The document must not be edited meanwhile.
func Sources(d *model.Document) iter.Seq[Source] {
	var parts []string
	for _, p := range d.Players {
		if name := cmp.Or(p.Name, p.Kind); name != "" && name != model.Human {
			parts = append(parts, name)
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

// Options bound the search for puzzles. Zero values are the usual ones.
type Options struct {
	// Nodes is how many positions a proof may look at in each search. What is found depends on it, and on nothing else.
	Nodes uint64
	// Least and Most are the plies of the solutions. Usually wins in one move are left out.
	Least, Most int
	Ever        bool // only puzzles in which no other move wins at all
	Max         int  // puzzles, 0 for all there are
	Each        int  // puzzles of each game, likewise
	Jobs        int  // goroutines, no more than processors; the result is the same
}

// share is the part of the nodes with which the engine looks whether there is a win.
const share = 20

// Find looks for puzzles in the positions of from and calls found for each, in their order, until it returns false. progress, which may be
// nil, is told how many positions are done. Equal positions, also those turned or mirrored, are taken once, and none that the solution of an
// earlier puzzle leads to. The positions are taken without their past: what is proved is the set-up.
//
// The error is that of ctx, or says that the game is for more than two.
func Find(ctx context.Context, r rules.Rules, from iter.Seq[Source], o Options, progress func(done int), found func(Puzzle) bool) error {
	if o.Least == 0 {
		o.Least = 2
	}
	o.Jobs = min(max(o.Jobs, 1), runtime.GOMAXPROCS(0))
	if _, err := NewProver(r, o.Nodes); err != nil {
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
					s, t.err = newSearcher(r, o)
				}
				if t.err == nil {
					t.puzzle, t.err = s.look(ctx, t.At)
				}
				close(t.done)
			}
		})
	}
	wait.Go(func() {
		defer close(queue)
		defer close(todo)
		seen := find.NewSeen(r)
		for src := range from {
			at, ok := fresh(r, src.At)
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
	solved := find.NewSeen(r)
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

// fresh returns p without its past; false where there is nothing to find: the game is decided, or there is one move only.
func fresh(r rules.Rules, p rules.Position) (rules.Position, bool) {
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

// searcher looks for puzzles in one goroutine.
type searcher struct {
	*Prover
	o      Options
	engine ai.Engine
}

func newSearcher(r rules.Rules, o Options) (*searcher, error) {
	v, err := NewProver(r, o.Nodes)
	if err != nil {
		return nil, err
	}
	e, err := aiall.Strongest(r)
	return &searcher{v, o, e}, err
}

// look returns the puzzle at p, or an error when it is none. Where games are not played until something is counted, the engine must
// find a win, and of no other move that it wins too; then it is proved.
func (s *searcher) look(ctx context.Context, p rules.Position) (Puzzle, error) {
	most := s.o.Most
	if !s.counted {
		plies, err := s.ask(ctx, p)
		if err != nil {
			return Puzzle{}, err
		}
		if most == 0 || plies < most {
			most = plies
		}
	}
	var x Puzzle
	var err error
	if s.o.Ever {
		x, err = s.ever(ctx, p)
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
	// Another move that wins a little later would make it a poor puzzle.
	lines, _, err := s.wins(ctx, p, len(x.Line)+2)
	if err == nil && len(lines) > 1 {
		err = errNone
	}
	return x, err
}

// ask returns in how many plies the engine finds a win, or errNone.
func (s *searcher) ask(ctx context.Context, p rules.Position) (plies int, err error) {
	i, err := s.engine.Think(ctx, ai.Request{Rules: s.rules, Start: p, Lines: 2, Limit: ai.Limit{Nodes: max(s.nodes/share, 100)}}, nil)
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

// Sort puts the puzzles in order, the shortest solution first.
func Sort(puzzles []Puzzle) {
	slices.SortStableFunc(puzzles, func(a, b Puzzle) int { return len(a.Line) - len(b.Line) })
}

// Spread returns n of the puzzles, all with 0, the shortest solution first: about as many of each length, the first of each.
func Spread(puzzles []Puzzle, n int) []Puzzle {
	rank := map[int]int{}
	place := make(map[*Puzzle]int, len(puzzles))
	list := make([]*Puzzle, len(puzzles))
	for i := range puzzles {
		list[i] = &puzzles[i]
		place[list[i]] = rank[len(list[i].Line)]
		rank[len(list[i].Line)]++
	}
	if n > 0 && n < len(list) {
		slices.SortStableFunc(list, func(a, b *Puzzle) int {
			return cmp.Or(place[a]-place[b], len(a.Line)-len(b.Line))
		})
		list = list[:n]
	}
	out := make([]Puzzle, len(list))
	for i, p := range list {
		out[i] = *p
	}
	Sort(out)
	return out
}
