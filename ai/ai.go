// Package ai says what a computer player is: an Engine that thinks about a
// position, and a Kind that describes and makes engines. It knows no particular one.
package ai

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"boardstudio/msg"
	"boardstudio/rules"
)

// The most that a Limit can name.
const (
	MaxTime  = 10_000 * time.Hour
	MaxDepth = math.MaxInt32
)

// Limit bounds one think. Zero fields do not bound.
type Limit struct {
	Time  time.Duration // up to MaxTime
	Depth int           // plies, up to MaxDepth
	Nodes uint64        // positions visited
}

// UsualTime is how long engines think where the request sets no limit.
const UsualTime = time.Second

// Span returns how long to think where so many moves can be played, 0 for no bound: UsualTime where nothing bounds the think, and a tenth
// where there is nothing to choose. Where moves is 0, that does not count.
func (l Limit) Span(moves int) time.Duration {
	t := l.Time
	if l == (Limit{}) {
		t = UsualTime
	}
	if moves == 1 && l.Depth == 0 && l.Nodes == 0 {
		t /= 10
	}
	return t
}

// Until returns what tells whether ctx is done or a span is over that began then; a span of 0 does not end.
func Until(ctx context.Context, began time.Time, span time.Duration) func() bool {
	end := began.Add(span)
	return func() bool { return ctx.Err() != nil || span > 0 && !time.Now().Before(end) }
}

// The size of a table of positions in MB, as engines take it.
const (
	LeastHash = 16
	MostHash  = 8192
)

// Hash returns the parameter of engines for that size.
func Hash(usual int) rules.Param {
	return rules.Param{Name: "hash", Title: "Table, in MB", Kind: rules.Int, Min: LeastHash, Max: MostHash, Default: strconv.Itoa(usual)}
}

// Request asks for a move. Start and Moves give the history, so that rules that
// look back work; Position returns the position to think about.
type Request struct {
	Rules rules.Rules
	Start rules.Position
	Moves []rules.Move
	Limit Limit
	Lines int    // how many best lines are wanted; 0 counts as 1
	Seed  uint64 // for engines that draw by chance: same request, same answer
}

// Position plays the moves of the request, and returns where they lead.
func (q Request) Position() (rules.Position, error) {
	p := q.Start
	for _, m := range q.Moves {
		var err error
		if p, err = p.Play(m); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Score is the evaluation of a position, for the player to move at the root.
type Score struct {
	// Proved says that the result is certain; then Value is 1, 0 or -1 (won,
	// drawn, lost).
	Proved bool
	// Plies is the number of moves until a proved win or loss, with the best
	// play of both sides; where a game counts something they first play for the
	// margin. It is 0 when the number is not known: what is exact where a count
	// at the end decides is Margin, and engines made for such games tell no Plies.
	Plies int
	// AtMost says that fewer moves than Plies may do; more are not needed.
	AtMost bool
	// Margin is by how much a proved win or loss comes about with the best play of both, where the game counts something: positive for a
	// win. It is 0 in a draw, and when it is not known.
	Margin int
	// Value is an estimate: in the engine's own unit, higher is better.
	Value float64
	// Shares, with more than two players, is what each seat may expect, from 0 to 1.
	Shares []float64
}

// Opposite returns the score for the other player of two.
func (s Score) Opposite() Score {
	s.Value, s.Margin = -s.Value, -s.Margin
	return s
}

// String returns the score as people write it: "+1.25", "win in 7", "win by 12", "draw".
func (s Score) String() string {
	if !s.Proved {
		return fmt.Sprintf("%+.2f", s.Value)
	}
	word := "draw"
	switch {
	case s.Value > 0:
		word = "win"
	case s.Value < 0:
		word = "loss"
	}
	switch {
	case s.Value != 0 && s.Margin != 0:
		return fmt.Sprintf("%s by %d", word, max(s.Margin, -s.Margin))
	case s.Value == 0 || s.Plies == 0:
		return word
	case s.AtMost:
		return fmt.Sprintf("%s in at most %d", word, s.Plies)
	}
	return fmt.Sprintf("%s in %d", word, s.Plies)
}

// Line is a line of play and its score.
type Line struct {
	Moves []rules.Move // the principal variation; the first is the move to play
	Score Score
}

// Info is what an engine has found so far.
type Info struct {
	Best  Line
	Lines []Line // when more than one was asked for, the best first
	Depth int
	Nodes uint64
	Time  time.Duration
	Text  string // a remark of the engine, such as a script's log
}

// Judged reports whether the engine has looked at the position, and does not merely name a move.
func (i Info) Judged() bool { return i.Depth > 0 || i.Nodes > 0 || i.Best.Score.Proved }

// Move returns the move to play; false when there is none.
func (i Info) Move() (rules.Move, bool) {
	if len(i.Best.Moves) == 0 {
		return rules.Move{}, false
	}
	return i.Best.Moves[0], true
}

// Engine thinks. Think returns within some 50 ms after ctx is done, with the
// best it has so far and no error if it has a legal move. report may be nil; it is
// called from the thinking goroutine. One Think at a time.
type Engine interface {
	Think(ctx context.Context, q Request, report func(Info)) (Info, error)
}

// Starter is an Engine that needs a while before it can think, as to start a program. Start makes it ready, so that this takes none of the time
// of its first move; without it Think does.
type Starter interface {
	Start(ctx context.Context) error
}

// Adviser is an Engine that can say what it thinks of every legal move at once.
type Adviser interface {
	Advise(ctx context.Context, q Request) ([]Line, error)
}

// Prover is an Engine that proves which moves win, in games of two players.
type Prover interface {
	Engine
	// Wins returns the moves that win within so many plies, 0 for however many, against every reply, the fastest first: each with its
	// line, the longest defence and no win faster, and with the plies it takes. A win is there when the rules know the winner; by how much does
	// not matter. sure says that the other moves certainly do not win so, which the limits of q or ctx can leave open; so can they how far a
	// win is: it is AtMost so far then, and its line not to the end. Where a count at the end decides (rules.Unit.Decides), a win can be
	// AtMost so far whatever the limits: its line is the best play of both for the margin then.
	Wins(ctx context.Context, q Request, plies int) (wins []Line, sure bool, err error)
}

// Finisher is an Engine that wants to know how the game ended in which it played: q.Start and q.Moves are the
// whole game, and q.Limit.Time bounds the call as it bounds Think. The Info holds what it has to say to that; an
// error changes nothing of the result.
type Finisher interface {
	Finish(ctx context.Context, q Request, r rules.Result) (Info, error)
}

// Close gives back what an engine holds, such as a process, if it is an io.Closer. It waits
// for a Think that is under way, which is best cancelled before.
func Close(e Engine) {
	if c, ok := e.(io.Closer); ok {
		_ = c.Close() // what it cannot give back, nobody can
	}
}

// Kind describes a type of engines. Menus and dialogs are built from it.
type Kind struct {
	Name  string
	Title msg.Key
	// Version changes when engines of this type judge otherwise than before, so that records can tell; "" is the first.
	Version string
	// About says in one sentence how engines of this type think.
	About  msg.Key
	Params []rules.Param
	// Plays returns nil if engines of this type play the game, else an *msg.Error that says what they play.
	Plays func(rules.Rules) error
	// Choices returns the texts that choose an engine of this type for a game, as "NAME" in "external:NAME"; nil where there is nothing to choose.
	Choices func(rules.Rules) []string
	// Units returns how much of the unit of an engine makes what the logistic function takes for one, by the games for which that is known, with "" for
	// all others; nil where the table of package analysis has it.
	Units func(rules.Params) map[string]float64
	// New returns an engine for a full set of parameters.
	New func(rules.Rules, rules.Params) (Engine, error)
	// Works are fixed pieces of work that measure engines of this type, the shortest first; nil where nothing is measured.
	Works []Work
	// Build makes what engines of this type look up; nil where there is nothing to make.
	Build *Build
}

// Build makes tables that engines look up, and keeps them in files: "studioctl NAME build" does it.
type Build struct {
	About msg.Key     // says what it makes
	Size  rules.Param // how much of it, an Int
	// Do makes it for the rules, and returns where it is kept. tell is called now and then with how much is done. The error is one of ctx, or says why
	// it cannot be kept.
	Do func(ctx context.Context, r rules.Rules, size int, tell func(done int)) (path string, err error)
}

// Work is a piece of work of an engine that is the same each time, on one thread: how long it takes tells how fast the engine is, and how many
// positions it visits whether it searches as before.
type Work struct {
	Name  string
	Game  rules.Spec // the defaults where it leaves parameters out
	Nodes uint64
	// Do does it by the rules of the game, and returns how many positions it has visited. An error is one of ctx, or says what came out wrong.
	Do func(ctx context.Context, r rules.Rules) (nodes uint64, err error)
}

// Any is Kind.Plays of engines that play every game.
func Any(rules.Rules) error { return nil }

// Two is Kind.Plays of engines for every game of two players.
func Two(r rules.Rules) error {
	if r.Players() != 2 {
		return msg.Errorf("it plays games of two players only")
	}
	return nil
}

// Several is Kind.Plays of engines for games of three and more players.
func Several(r rules.Rules) error {
	if r.Players() < 3 {
		return msg.Errorf("it plays games of three and more players only")
	}
	return nil
}

// Param returns the parameter of that name; false when there is none.
func (k *Kind) Param(name string) (rules.Param, bool) {
	for _, p := range k.Params {
		if p.Name == name {
			return p, true
		}
	}
	return rules.Param{}, false
}
