// Package match plays games between engines.
package match

import (
	"context"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/clock"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Fault is the reason of a game that ended because an engine failed or made an illegal move. Its
// seat loses, and the other seats win.
const Fault rules.Reason = "fault"

// Config describes a game to play.
type Config struct {
	Rules rules.Rules
	// Start is the initial position, on which Moves are played first. nil is the start position of
	// the rules.
	Start rules.Position
	Moves []rules.Move
	// Engines has an engine for each seat. The same engine may be used for several seats.
	Engines []ai.Engine
	// Limits are the limits per move: one for each seat, or a single one for all. It may be empty.
	Limits []ai.Limit
	// Clocks are the time controls, with the same length rules as Limits. A player who exceeds the
	// time loses.
	Clocks []clock.TimeControl
	Seed   uint64
	// MaxPlies ends a long game without a winner. 0 means no limit.
	MaxPlies int
	// Report is called after each move, from the goroutine that called Play. It may be nil.
	Report func(Ply)
}

// grace is the time that an engine may exceed its limit before it is stopped.
const grace = time.Second

// Ply is a move of a game.
type Ply struct {
	Seat  rules.Player
	Move  rules.Move
	After rules.Position
	Info  ai.Info // the engine's evaluation
	Time  time.Duration
}

// Record is a game that was played.
type Record struct {
	Start rules.Position
	Moves []rules.Move // includes the moves of Config
	Times []time.Duration
	// Last is the position after the last move, and Result the result of the game. If Cut is set,
	// the game was stopped after MaxPlies and is not over.
	Last   rules.Position
	Result rules.Result
	Cut    bool
	// Failure is the error of an engine and Culprit its seat. They are nil and NoPlayer if no
	// engine failed.
	Failure error
	Culprit rules.Player
	// FinishErrors has the engines that failed in Finish. The result of the game is not affected.
	FinishErrors map[rules.Player]error
}

// Play plays a game. An engine that fails or makes an illegal move loses; this is reported in the
// record. Play returns an error if the configuration is invalid. If ctx is done before the end, it
// returns the game so far and the error of ctx.
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
		costs[x.Seat] += forSeat(c.Clocks, x.Seat).Cost(x.Time)
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

// start starts the engines that implement ai.Starter. A failure is recorded in r. It returns only
// the error of ctx.
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

// finish notifies the engines that implement ai.Finisher of the result.
func (c *Config) finish(ctx context.Context, r *Record) {
	for i, e := range c.Engines {
		f, ok := e.(ai.Finisher)
		if !ok {
			continue
		}
		seat := rules.Player(i)
		q := ai.Request{Rules: c.Rules, Start: r.Start, Moves: slices.Clone(r.Moves), Limit: forSeat(c.Limits, seat)}
		within, cancel := withGrace(ctx, q.Limit)
		_, err := f.Finish(within, q, r.Result)
		cancel()
		if err == nil || ctx.Err() != nil { // a cancelled engine has not failed
			continue
		}
		if r.FinishErrors == nil {
			r.FinishErrors = map[rules.Player]error{}
		}
		r.FinishErrors[seat] = msg.Errorf("player %c, after the game: %v", seat.Letter(), err)
	}
}

// forSeat returns the element for a seat of a list such as Config.Limits. It returns the zero value
// if the list is empty.
func forSeat[T any](list []T, seat rules.Player) (one T) {
	switch len(list) {
	case 0:
		return one
	case 1:
		return list[0]
	}
	return list[seat]
}

// withGrace returns a context that ends shortly after the limit, to stop an engine that exceeds it.
func withGrace(ctx context.Context, l ai.Limit) (context.Context, context.CancelFunc) {
	if l.Time <= 0 || l.Time+grace < l.Time {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, l.Time+grace)
}

// check returns an error if the number of engines, limits or clocks is wrong.
func (c *Config) check() error {
	players := c.Rules.Players()
	switch {
	case len(c.Engines) != players:
		return msg.Errorf("there are %d engines for %d players", len(c.Engines), players)
	case len(c.Limits) > 1 && len(c.Limits) != players:
		return msg.Errorf("there are %d limits for %d players", len(c.Limits), players)
	case len(c.Clocks) > 1 && len(c.Clocks) != players:
		return msg.Errorf("there are %d clocks for %d players", len(c.Clocks), players)
	}
	return nil
}

// move asks the engine of the player to move at p for a move. ply is the number of moves that the
// engines have played, and cost the time that the player has used so far. If the player's time runs
// out, the move is rules.Timeout. If the engine fails or returns no legal move, move returns an
// error.
func (c *Config) move(ctx context.Context, r *Record, p rules.Position, ply int, cost time.Duration) (Ply, error) {
	x := Ply{Seat: p.Turn()}
	q := ai.Request{
		Rules: c.Rules, Start: r.Start, Moves: slices.Clone(r.Moves), Limit: forSeat(c.Limits, x.Seat), Seed: mix(c.Seed + uint64(ply)),
	}
	control := forSeat(c.Clocks, x.Seat)
	falls := control.TimeToFlag(cost, 0)
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
		return x, msg.Errorf("player %c, move %d: the engine returned no move", x.Seat.Letter(), len(r.Moves)+1)
	}
	if x.After, err = p.Play(m); err != nil {
		return x, msg.Errorf("player %c, move %d: %s is illegal: %v", x.Seat.Letter(), len(r.Moves)+1, c.Rules.FormatMove(m), err)
	}
	x.Move, x.Info = m, info
	return x, nil
}

// Seed returns the n-th seed derived from seed.
func Seed(seed uint64, n int) uint64 { return mix(mix(seed) + uint64(n)) }

// mix is the step of SplitMix64. It derives the seed of a move from the seed of the game.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
