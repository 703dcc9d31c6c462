// Package ai defines computer players: an Engine chooses moves, and a Kind describes a type of
// engine and creates engines. The package does not depend on any particular engine.
package ai

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// The maximum values of a Limit.
const (
	MaxTime  = 10_000 * time.Hour
	MaxDepth = math.MaxInt32
)

// Limit limits a call of Think. Zero fields do not limit.
type Limit struct {
	Time  time.Duration // up to MaxTime
	Depth int           // plies, up to MaxDepth
	Nodes uint64        // positions visited
}

// UsualTime is the thinking time if the request has no limit.
const UsualTime = time.Second

// Span returns the thinking time for a position with the given number of legal moves, or 0 for no
// time limit. It is UsualTime if l is zero. If there is only one move and no limit of depth or
// nodes, the time is divided by ten. moves may be 0 if the number is unknown.
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

// Until returns a function that reports whether ctx is done or span has passed since began. A span
// of 0 never ends.
func Until(ctx context.Context, began time.Time, span time.Duration) func() bool {
	end := began.Add(span)
	return func() bool { return ctx.Err() != nil || span > 0 && !time.Now().Before(end) }
}

// The limits of the size of hash tables, in MB.
const (
	LeastHash = 16
	MostHash  = 8192
)

// Hash returns the engine parameter for the size of the hash table, with the given default in MB.
func Hash(usual int) rules.Param {
	return rules.Param{Name: "hash", Title: "Table, in MB", Kind: rules.Int, Min: LeastHash, Max: MostHash, Default: strconv.Itoa(usual)}
}

// Request asks for a move. Start and Moves give the history, for rules that depend on earlier
// moves. The position to think about is returned by Position.
type Request struct {
	Rules rules.Rules
	Start rules.Position
	Moves []rules.Move
	Limit Limit
	Lines int    // number of best lines to return; 0 means 1
	Seed  uint64 // seed of random choices: equal requests have equal answers
}

// Position plays the moves of the request and returns the final position. It returns an error if a
// move is illegal.
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

// Score is the evaluation of a position, from the point of view of the side to move at the root.
type Score struct {
	// Proved means that the result is certain. Value is then 1 (won), 0 (drawn) or -1 (lost).
	Proved bool
	// Plies is the number of moves to a proved win or loss with best play. If the game counts
	// something, both sides first play for the margin. Plies is 0 if unknown. Engines for games
	// decided by a count set Margin instead.
	Plies int
	// AtMost means that Plies is an upper bound.
	AtMost bool
	// Margin is the final margin of a proved win or loss with best play, in games that count
	// something. It is positive for a win. It is 0 for a draw, and if unknown.
	Margin int
	// Value is an estimate in the engine's own unit. Higher is better.
	Value float64
	// Shares is each seat's expected share of the win, from 0 to 1. It is set only for more than
	// two players.
	Shares []float64
}

// Opposite returns the score from the point of view of the other player of two.
func (s Score) Opposite() Score {
	s.Value, s.Margin = -s.Value, -s.Margin
	return s
}

// String returns the score as text: "+1.25", "win in 7", "win by 12", "draw".
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
	Moves []rules.Move // the principal variation; the first move is the one to play
	Score Score
}

// Info is the result of a search, or an intermediate result.
type Info struct {
	Best  Line
	Lines []Line // if more than one line was requested, best first
	Depth int
	Nodes uint64
	Time  time.Duration
	Text  string // a remark of the engine, such as the log of a script
}

// Evaluated reports whether the engine has evaluated the position, rather than only named a move.
func (i Info) Evaluated() bool { return i.Depth > 0 || i.Nodes > 0 || i.Best.Score.Proved }

// Move returns the move to play. ok is false if the engine has no move.
func (i Info) Move() (rules.Move, bool) {
	if len(i.Best.Moves) == 0 {
		return rules.Move{}, false
	}
	return i.Best.Moves[0], true
}

// Engine chooses moves. Think returns within about 50 ms after ctx is done, with the best result so
// far. It returns no error if it has a legal move. report may be nil; it is called from the
// thinking goroutine. Think must not be called concurrently.
type Engine interface {
	Think(ctx context.Context, q Request, report func(Info)) (Info, error)
}

// Starter is an Engine that takes time to start, such as an external program. Start prepares it, so
// starting does not use up the time of the first move. Without Start, Think prepares it. Start
// returns an error if the engine cannot be started.
type Starter interface {
	Start(ctx context.Context) error
}

// Checker is an Engine that must do some work to find out whether it plays its game, such as
// reading a script. Check returns the reason if it does not.
type Checker interface {
	Check(ctx context.Context) error
}

// Adviser is an Engine that can evaluate all legal moves. Advise returns a line for each, best
// first.
type Adviser interface {
	Advise(ctx context.Context, q Request) ([]Line, error)
}

// Prover is an Engine that proves which moves win, in games of two players.
type Prover interface {
	Engine
	// Wins returns the moves that win by force within the given number of plies, 0 for any number,
	// fastest first. Each has a line with the longest defence, and its number of plies. A position
	// is won as soon as the rules know the winner; the margin does not matter.
	//
	// sure reports whether all other moves are proved not to win. The limits of q or ctx can
	// prevent that. They can also leave the length of a win unproved: it is then AtMost, and its
	// line does not reach the end. In games decided by a final count (rules.Unit.Decides), a win
	// may be AtMost whatever the limits. Its line is then the best play of both sides for the
	// margin.
	Wins(ctx context.Context, q Request, plies int) (wins []Line, sure bool, err error)
}

// Finisher is an Engine that is notified of the result after each game it played. q.Start and
// q.Moves are the whole game. q.Limit.Time limits the call as it limits Think. The Info contains
// the remarks of the engine. An error does not change the result of the game.
type Finisher interface {
	Finish(ctx context.Context, q Request, r rules.Result) (Info, error)
}

// Close releases the resources of an engine, such as a process, if it is an io.Closer. It waits for
// a running Think, so cancel that first.
func Close(e Engine) {
	if c, ok := e.(io.Closer); ok {
		_ = c.Close() // the caller cannot do anything about an error
	}
}

// Kind describes a type of engine. Menus and dialogs are built from it.
type Kind struct {
	Name  string
	Title msg.Key
	// Version changes whenever the evaluations of the engine change, so records can distinguish
	// them. It is "" for the first version.
	Version string
	// About describes in one sentence how the engine thinks.
	About  msg.Key
	Params []rules.Param
	// Applies reports whether a parameter has an effect in a game. nil means that all parameters
	// apply to all games. Dialogs omit parameters that do not apply. New accepts and ignores them.
	Applies func(name string, r rules.Rules) bool
	// Time is the thinking time for a move without a limit. 0 uses the default of the command or
	// window.
	Time time.Duration
	// Plays returns nil if the engine plays the game, else an *msg.Error that states which games it
	// plays.
	Plays func(rules.Rules) error
	// Choices returns the engines that can be chosen for a game, such as NAME in "external:NAME".
	// It is nil if nothing can be chosen.
	Choices func(rules.Rules) []string
	// Units returns the unit of the scores: the score difference that counts as 1 in the logistic
	// function. The map has the known games, and "" for all others. Units is nil if the table of
	// package analysis has the unit.
	Units func(rules.Params) map[string]float64
	// New returns an engine for a complete set of parameters. It returns an error if the engine
	// cannot be created.
	New func(rules.Rules, rules.Params) (Engine, error)
	// Works are fixed benchmarks of the engine, shortest first. It is nil if the engine has no
	// benchmarks.
	Works []Work
	// Build builds tables for the engine. It is nil if the engine needs no tables.
	Build *Build
}

// Build describes tables of an engine that "studioctl NAME build" builds and stores in files.
type Build struct {
	About msg.Key     // describes the tables
	Size  rules.Param // the size of the tables, an Int
	// Do builds the tables for the rules and returns the path where they are stored. report is called
	// from time to time with the progress. It returns an error if ctx is done or the tables cannot
	// be stored.
	Do func(ctx context.Context, r rules.Rules, size int, report func(done int)) (path string, err error)
}

// Work is a fixed benchmark of an engine on a single thread. Its duration measures the speed of the
// engine. Its number of positions shows whether the search has changed.
type Work struct {
	Name  string
	Game  rules.Spec // missing parameters have their defaults
	Nodes uint64
	// Do runs the benchmark and returns the number of positions visited. It returns an error if ctx
	// is done or the result is wrong.
	Do func(ctx context.Context, r rules.Rules) (nodes uint64, err error)
}

// Any implements Kind.Plays for engines that play every game.
func Any(rules.Rules) error { return nil }

// Two implements Kind.Plays for engines that play games of two players. It returns an error for
// other games.
func Two(r rules.Rules) error {
	if r.Players() != 2 {
		return msg.Errorf("it plays games of two players only")
	}
	return nil
}

// Several implements Kind.Plays for engines that play games of three or more players. It returns an
// error for other games.
func Several(r rules.Rules) error {
	if r.Players() < 3 {
		return msg.Errorf("it plays games of three and more players only")
	}
	return nil
}

// ParamsFor returns the parameters that apply to a game.
func (k *Kind) ParamsFor(r rules.Rules) []rules.Param {
	if k.Applies == nil {
		return k.Params
	}
	var list []rules.Param
	for _, p := range k.Params {
		if k.Applies(p.Name, r) {
			list = append(list, p)
		}
	}
	return list
}

// Param returns the parameter with the given name. ok is false if it does not exist.
func (k *Kind) Param(name string) (rules.Param, bool) {
	for _, p := range k.Params {
		if p.Name == name {
			return p, true
		}
	}
	return rules.Param{}, false
}
