// Package match lets engines play against each other.
package match

import (
	"context"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/clock"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Fault is the reason of a game that ended because an engine failed or made an
// illegal move: its seat loses, the others win.
const Fault rules.Reason = "fault"

// Config says what game to play.
type Config struct {
	Rules rules.Rules
	// Start is where the game begins, after Moves have been played; nil for the
	// start of the rules.
	Start rules.Position
	Moves []rules.Move
	// Engines holds one for each seat; one engine may sit on several.
	Engines []ai.Engine
	// Limits bound each move: one for each seat, or one for all, or none.
	Limits []ai.Limit
	// Clocks are the time controls, likewise one for each seat, or one for all, or none. Who oversteps the time loses.
	Clocks []clock.TimeControl
	Seed   uint64
	// MaxPlies ends a game that goes on too long, without a winner; 0 for never.
	MaxPlies int
	// Report is called after each move, from the goroutine that called Play; it may be nil.
	Report func(Ply)
}

// grace is how much longer than its limit an engine may think before it is stopped.
const grace = time.Second

// Ply is a move as it was played.
type Ply struct {
	Seat  rules.Player
	Move  rules.Move
	After rules.Position
	Info  ai.Info // what the engine said
	Time  time.Duration
}

// Record is a game as it was played.
type Record struct {
	Start rules.Position
	Moves []rules.Move // also those that Config began with
	Times []time.Duration
	// Last is the position after the last move, and Result how the game ended. It
	// is not over when Cut says that it became too long.
	Last   rules.Position
	Result rules.Result
	Cut    bool
	// Failure says what an engine did wrong, and Culprit who; nil and NoPlayer for nothing.
	Failure error
	Culprit rules.Player
	// FinishErrors says which engines failed when they were told how the game ended. The result stands.
	FinishErrors map[rules.Player]error
}

// Play plays one game. An engine that fails or makes an illegal move loses,
// which the record tells; the error returned is about the configuration, or ctx's when
// it was done before the game ended: then the record holds the game so far.
func Play(ctx context.Context, c Config) (Record, error) {
	if err := c.check(); err != nil {
		return Record{}, err
	}
	r := Record{Start: c.Start, Moves: slices.Clone(c.Moves), Culprit: rules.NoPlayer}
	if r.Start == nil {
		r.Start = c.Rules.Start()
	}
	p, err := ai.Request{Start: r.Start, Moves: r.Moves}.Position()
	if err != nil {
		return Record{}, err
	}
	if err := c.start(ctx, &r); err != nil {
		r.Last, r.Result = p, p.Result()
		return r, err
	}
	costs := make([]time.Duration, c.Rules.Players())
	for ply := 0; p.Turn() != rules.NoPlayer && r.Failure == nil; ply++ {
		if c.MaxPlies > 0 && ply >= c.MaxPlies {
			r.Cut = true
			break
		}
		x, err := c.move(ctx, &r, p, ply, costs[p.Turn()])
		if ctx.Err() != nil {
			r.Last, r.Result = p, p.Result()
			return r, ctx.Err()
		}
		r.Times = append(r.Times, x.Time)
		if err != nil {
			r.Failure, r.Culprit = err, p.Turn()
			break
		}
		costs[x.Seat] += each(c.Clocks, x.Seat).Cost(x.Time)
		p = x.After
		r.Moves = append(r.Moves, x.Move)
		if c.Report != nil {
			c.Report(x)
		}
	}
	r.Last, r.Result = p, p.Result()
	if r.Failure != nil {
		all := rules.Players(1)<<c.Rules.Players() - 1
		r.Result = rules.Result{Over: true, Winners: all &^ rules.Of(r.Culprit), Reason: Fault}
	}
	c.finish(ctx, &r)
	return r, nil
}

// start makes the engines ready that need a while for it. One that fails is noted; the error is that of ctx.
func (c *Config) start(ctx context.Context, r *Record) error {
	for i, e := range c.Engines {
		s, ok := e.(ai.Starter)
		if !ok {
			continue
		}
		if err := s.Start(ctx); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			seat := rules.Player(i)
			r.Failure, r.Culprit = msg.Errorf("player %c: %v", seat.Letter(), err), seat
			return nil
		}
	}
	return nil
}

// finish tells the engines how the game ended.
func (c *Config) finish(ctx context.Context, r *Record) {
	for i, e := range c.Engines {
		f, ok := e.(ai.Finisher)
		if !ok {
			continue
		}
		seat := rules.Player(i)
		q := ai.Request{Rules: c.Rules, Start: r.Start, Moves: slices.Clone(r.Moves), Limit: each(c.Limits, seat)}
		within, cancel := withGrace(ctx, q.Limit)
		_, err := f.Finish(within, q, r.Result)
		cancel()
		if err == nil || ctx.Err() != nil { // what is stopped from outside has not failed
			continue
		}
		if r.FinishErrors == nil {
			r.FinishErrors = map[rules.Player]error{}
		}
		r.FinishErrors[seat] = msg.Errorf("player %c, after the game: %v", seat.Letter(), err)
	}
}

// each returns what a list has for a seat that holds one for each, or one for all, or none.
func each[T any](list []T, seat rules.Player) (one T) {
	switch len(list) {
	case 0:
		return one
	case 1:
		return list[0]
	}
	return list[seat]
}

// withGrace returns a context that ends soon after the limit: it stops an engine that overlooks it.
func withGrace(ctx context.Context, l ai.Limit) (context.Context, context.CancelFunc) {
	if l.Time <= 0 || l.Time+grace < l.Time {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, l.Time+grace)
}

// check reports what is wrong with the numbers of engines and limits.
func (c *Config) check() error {
	players := c.Rules.Players()
	switch {
	case len(c.Engines) != players:
		return msg.Errorf("there are %d engines for %d players", len(c.Engines), players)
	case len(c.Limits) > 1 && len(c.Limits) != players:
		return msg.Errorf("there are %d limits for %d players", len(c.Limits), players)
	case len(c.Clocks) > 1 && len(c.Clocks) != players:
		return msg.Errorf("there are %d limits for %d players", len(c.Clocks), players)
	}
	return nil
}

// move asks the engine whose turn it is, and whose moves so far cost so much of its time. The error is its fault.
func (c *Config) move(ctx context.Context, r *Record, p rules.Position, ply int, cost time.Duration) (Ply, error) {
	x := Ply{Seat: p.Turn()}
	q := ai.Request{
		Rules: c.Rules, Start: r.Start, Moves: slices.Clone(r.Moves), Limit: each(c.Limits, x.Seat), Seed: mix(c.Seed + uint64(ply)),
	}
	control := each(c.Clocks, x.Seat)
	falls := control.Falls(cost, 0)
	if b := control.Budget(control.Left(cost, 0)); b > 0 && (q.Limit.Time <= 0 || b < q.Limit.Time) {
		q.Limit.Time = b
	}
	ctx, cancel := withGrace(ctx, q.Limit)
	defer cancel()
	if control.Limits() {
		ctx, cancel = context.WithTimeout(ctx, falls)
		defer cancel()
	}
	start := time.Now()
	info, err := c.Engines[x.Seat].Think(ctx, q, nil)
	x.Time = time.Since(start)
	if control.Limits() && x.Time >= falls {
		x.Move = rules.Timeout
		x.After, err = p.Play(x.Move)
		return x, err
	}
	if err != nil {
		return x, msg.Errorf("player %c, move %d: %v", x.Seat.Letter(), len(r.Moves)+1, err)
	}
	m, ok := info.Move()
	if !ok {
		return x, msg.Errorf("player %c, move %d: the engine gives no move", x.Seat.Letter(), len(r.Moves)+1)
	}
	if x.After, err = p.Play(m); err != nil {
		return x, msg.Errorf("player %c, move %d: %s is illegal: %v", x.Seat.Letter(), len(r.Moves)+1, c.Rules.FormatMove(m), err)
	}
	x.Move, x.Info = m, info
	return x, nil
}

// Seed returns the n-th seed that is drawn from another one.
func Seed(seed uint64, n int) uint64 { return mix(mix(seed) + uint64(n)) }

// mix draws the seed of a move from that of the game, and so on.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
