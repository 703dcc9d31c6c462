package tournament

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/ai/match"
	"boardstudio/document"

	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// A Tournament is a tournament and its state. Its methods are safe for concurrent use.
type Tournament struct {
	Description
	engines  *player.Catalog
	docs     *document.Library
	rules    rules.Rules
	start    rules.Position
	openings []Opening
	folder   *folder // nil if the tournament is not stored
	live     live

	mu             sync.Mutex // guards the fields below
	state          *state
	randomOpenings map[int]Opening // recently used random openings by number
}

// New returns a tournament without a folder. It reads the file of openings, if any. It returns an
// error if the description or the openings are invalid. Games are those of docs.
func New(ctx context.Context, engines *player.Catalog, docs *document.Library, d Description) (*Tournament, error) {
	t, _, err := open(ctx, engines, docs, d, "")
	return t, err
}

// open returns a tournament whose relative file names refer to dir, and the contents of its file of
// openings.
func open(ctx context.Context, engines *player.Catalog, docs *document.Library, d Description, dir string) (*Tournament, []byte, error) {
	r, err := d.Check(docs.Rules, engines)
	if err != nil {
		return nil, nil, err
	}
	t := &Tournament{Description: d, engines: engines, docs: docs, rules: r, start: r.Start(), randomOpenings: map[int]Opening{}}
	if d.From != "" {
		if t.start, err = r.Parse(d.From); err != nil {
			return nil, nil, err
		}
	}
	var data []byte
	if d.Openings != "" {
		file := within(dir, d.Openings)
		if data, err = document.Read(ctx, file); err != nil {
			return nil, nil, err
		}
		if t.openings, err = Openings(ctx, docs, r, t.start, data, file); err != nil {
			return nil, nil, err
		}
	}
	if dir == "" { // a new tournament
		for i := range d.Entrants {
			if err := engines.Check(ctx, d.Entrants[i].Engine, r); err != nil {
				return nil, nil, msg.Errorf("%s cannot take part: %v", d.Entrants[i].Title(), err)
			}
		}
	}
	t.state = newState(&t.Description, r.Players())
	return t, data, nil
}

// Rules returns the rules of the games.
func (t *Tournament) Rules() rules.Rules { return t.rules }

// Table returns the current standings.
func (t *Tournament) Table() *Table {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.state.table()
}

// Played is a game with its moves.
type Played struct {
	Game
	Record match.Record
	Round  int
}

// Play plays the remaining games, up to jobs at a time. It returns when all are played, when a test
// has decided, or when ctx is done. If done is not nil, it is called for each newly played game in
// order of number, from one goroutine at a time. Play returns an error if an engine cannot be
// started, a game cannot be played or stored, or ctx is done.
func (t *Tournament) Play(ctx context.Context, jobs int, done func(Played)) error {
	if t.folder == nil {
		return t.play(ctx, jobs, done)
	}
	return t.folder.locked(func() error {
		if err := t.load(ctx, true); err != nil {
			return err
		}
		return t.play(ctx, jobs, done)
	})
}

// result is the outcome of playing a game.
type result struct {
	at     int // index of the game in the stage
	played Played
	err    error
}

func (t *Tournament) play(ctx context.Context, jobs int, done func(Played)) error {
	for i := range t.Entrants { // fail before the first game if an engine cannot be created
		e, err := t.engines.New(t.Entrants[i].Engine, t.rules)
		if err != nil {
			return err
		}
		ai.Close(e)
	}
	for {
		t.mu.Lock()
		g := t.state.current()
		t.mu.Unlock()
		if g == nil {
			return nil
		}
		if err := t.playStage(ctx, g, jobs, done); err != nil {
			return err
		}
	}
}

// playStage plays the remaining games of a stage. Games may end in any order, but are added to the
// state in order.
func (t *Tournament) playStage(ctx context.Context, g *stage, jobs int, done func(Played)) error {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan result)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()
	running, next := 0, t.state.at // only this goroutine adds games to the state and the folder
	waiting := map[int]result{}
	var failed error
	for {
		// Do not run far ahead of the next game to be counted: waiting results take memory, and are
		// useless after a decision.
		for failed == nil && within.Err() == nil && running < max(jobs, 1) && next < g.size() && next < t.state.at+4*max(jobs, 1) {
			at := next
			next++
			if x, ok := t.storedGame(g.first + at); ok {
				waiting[at] = result{at, Played{Game: x}, nil}
				continue
			}
			running++
			workers.Go(func() {
				p, err := t.playGame(within, g.at(at))
				ended <- result{at, p, err}
			})
		}
		for failed == nil {
			x, ok := waiting[t.state.at]
			if !ok {
				break
			}
			delete(waiting, t.state.at)
			t.mu.Lock()
			t.state.add(&x.played.Game)
			if t.folder != nil {
				t.folder.games[x.played.Number] = x.played.Game
			}
			decided := t.state.decision != Undecided
			t.mu.Unlock()
			if done != nil && x.played.Record.Start != nil {
				done(x.played)
			}
			if decided {
				cancel()
				for ; running > 0; running-- {
					<-ended
				}
				return nil
			}
		}
		if running == 0 {
			if failed != nil || within.Err() != nil || t.state.at == g.size() {
				return cmp.Or(failed, ctx.Err())
			}
			continue // stored games may have made room for others
		}
		x := <-ended
		running--
		switch {
		case x.err == nil:
			waiting[x.at] = x
		case failed == nil && ctx.Err() == nil:
			failed = x.err
			cancel()
		}
	}
}

// storedGame returns a game that was already played.
func (t *Tournament) storedGame(number int) (Game, bool) {
	if t.folder == nil {
		return Game{}, false
	}
	g, ok := t.folder.games[number+1]
	return g, ok
}

// playGame plays a game and saves it if there is a folder. It creates new engines for each game: an
// engine that remembers earlier games would depend on which games these were.
func (t *Tournament) playGame(ctx context.Context, at slot) (Played, error) {
	begin, err := t.opening(ctx, at.opening)
	if err != nil {
		return Played{}, err
	}
	who := at.seating()
	c := match.Config{
		Rules: t.rules, Start: begin.Start, Moves: begin.Moves, Seed: match.Seed(t.Seed, at.number), MaxPlies: t.Plies,
	}
	ply, end, err := t.watch(&Live{Number: at.number + 1, Round: at.round, Seats: who}, begin)
	if err != nil {
		return Played{}, err
	}
	defer end()
	var plies []match.Ply
	c.Report = func(p match.Ply) {
		ply(p)
		if t.folder != nil {
			plies = append(plies, p)
		}
	}
	for _, i := range who {
		x := &t.Entrants[i]
		e, err := t.engines.New(x.Engine, t.rules)
		if err != nil {
			return Played{}, err
		}
		defer ai.Close(e)
		c.Engines, c.Limits, c.Clocks = append(c.Engines, e), append(c.Limits, x.Limit), append(c.Clocks, x.Clock)
	}
	r, err := match.Play(ctx, c)
	if err != nil {
		return Played{}, err
	}
	g := Game{Number: at.number + 1, Seats: who, Reason: string(r.Result.Reason), Moves: len(r.Moves), Cut: r.Cut}
	for w := range r.Result.Winners.All() {
		g.Winners += string(w.Letter())
	}
	if r.Failure != nil {
		g.Culprit, g.Error = string(r.Culprit.Letter()), r.Failure.Error()
	}
	for seat, err := range r.FinishErrors {
		if g.FinishErrors == nil {
			g.FinishErrors = map[string]string{}
		}
		g.FinishErrors[string(seat.Letter())] = err.Error()
	}
	p := Played{g, r, at.round}
	if t.folder != nil {
		err = t.folder.save(ctx, t.docs, g, t.document(&p, len(begin.Moves), plies))
	}
	return p, err
}

// opening returns the n-th opening. A file of openings is used cyclically.
func (t *Tournament) opening(ctx context.Context, n int) (Opening, error) {
	if len(t.openings) > 0 {
		return t.openings[n%len(t.openings)], nil
	}
	o := Opening{Start: t.start}
	if t.Opening == 0 {
		return o, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if o, ok := t.randomOpenings[n]; ok {
		return o, nil
	}
	engine, err := t.engines.NewAt(level.Name, level.Count, t.rules)
	if err != nil {
		return o, err
	}
	defer ai.Close(engine)
	if o.Moves, err = Random(ctx, engine, t.rules, t.start, t.Opening, t.Seed+1, n); err != nil {
		return o, err
	}
	maps.DeleteFunc(t.randomOpenings, func(old int, _ Opening) bool { return old+100 < n })
	t.randomOpenings[n] = o
	return o, nil
}

// document returns the record of a game whose first opening moves are its opening.
func (t *Tournament) document(p *Played, opening int, plies []match.Ply) *model.Document {
	d := model.NewDocument(t.rules)
	control := t.Entrants[p.Seats[0]].Clock
	for seat, i := range p.Seats {
		x := &t.Entrants[i]
		d.Players[seat] = t.playerOf(x)
		if x.Clock != control {
			control.Kind = 0
		}
	}
	d.Info[model.InfoEvent] = fmt.Sprintf("seed %d, game %d", t.Seed, p.Number)
	d.Info[model.InfoDate] = time.Now().Format(time.DateOnly)
	if p.Round > 0 && (t.Format == Swiss || t.Format == KnockOut) {
		d.Info[model.InfoRound] = fmt.Sprint(p.Round)
	}
	if control.Limits() {
		d.Info[model.InfoClock] = control.String()
	}
	if text := p.Record.Start.String(); text != t.rules.Start().String() {
		if err := d.Tree.SetStart(text); err != nil {
			d.Info[model.InfoTitle] = text // a position that its own rules cannot parse
		}
	}
	// Evaluations are stored at the position that the engine evaluated, times at its move.
	notes := make([]model.Annotation, len(p.Record.Moves)+1)
	for i, x := range plies {
		before := opening + i
		notes[before+1].Used = x.Time
		if e := evaluation(t.Entrants[p.Seats[x.Seat]].Engine, x.Info); e.Proved || e.Depth > 0 || e.Nodes > 0 {
			notes[before].Evals = []model.Eval{e}
		}
	}
	notes[len(notes)-1].Comment = p.Error
	n := d.Tree.Root()
	d.Tree.Annotate(n, notes[0])
	for i, m := range p.Record.Moves {
		n = d.Tree.Add(n, m)
		d.Tree.Annotate(n, notes[i+1])
	}
	return d
}

// evaluation converts an engine report to the form stored in records.
func evaluation(engine string, i ai.Info) model.Eval {
	s := i.Best.Score
	return model.Eval{
		Engine: engine, Score: s.Value, Proved: s.Proved, Plies: s.Plies, AtMost: s.AtMost, Margin: s.Margin, Shares: s.Shares,
		Depth: i.Depth, Nodes: i.Nodes, PV: i.Best.Moves,
	}
}

// playerOf returns an entrant as a player of a record.
func (t *Tournament) playerOf(e *Entrant) model.Player {
	kind, at := t.engines.CurrentName(e.Engine, 0)
	if at > 0 {
		kind, _, _ = strings.Cut(kind, ":")
	}
	return model.Player{Name: e.Title(), Kind: kind, Level: at}
}
