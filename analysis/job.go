// Package analysis analyses positions, games and trees with engines, and reports the players'
// mistakes.
//
// An analysis consists of jobs, which are values. A job can be stored, executed on another machine,
// and identified by its content.
package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Job is a position to evaluate by an engine. Unless it has a time limit, its result is
// reproducible.
type Job struct {
	Game    string        `json:"game"`
	Params  rules.Params  `json:"params"`
	Start   string        `json:"start,omitempty"` // start position, "" for the start position of the rules
	Moves   []string      `json:"moves,omitempty"`
	Engine  string        `json:"engine"` // specification, as on the command line
	Version string        `json:"version,omitempty"`
	Time    time.Duration `json:"time,omitempty"`
	Depth   int           `json:"depth,omitempty"`
	Nodes   uint64        `json:"nodes,omitempty"`
}

// Hash returns an identifier computed from the content of the job.
func (j *Job) Hash() string {
	data, err := json.Marshal(j)
	if err != nil {
		panic(err) // cannot happen: all fields can be represented in JSON
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// Result is an engine's evaluation of a position. The score is from the point of view of the player
// to move.
type Result struct {
	Value  float64   `json:"value"`
	Proved bool      `json:"proved,omitempty"`
	Plies  int       `json:"plies,omitempty"`
	AtMost bool      `json:"atMost,omitempty"`
	Margin int       `json:"margin,omitempty"`
	Shares []float64 `json:"shares,omitempty"`
	Line   []string  `json:"line,omitempty"`
	Depth  int       `json:"depth,omitempty"`
	Nodes  uint64    `json:"nodes,omitempty"`
}

// request returns the request for the engine. r must be the rules of the job.
func (j *Job) request(r rules.Rules) (ai.Request, error) {
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: j.Time, Depth: j.Depth, Nodes: j.Nodes}, Seed: 1}
	var err error
	if j.Start != "" {
		if q.Start, err = r.Parse(j.Start); err != nil {
			return q, err
		}
	}
	for _, text := range j.Moves {
		m, err := r.ParseMove(text)
		if err != nil {
			return q, err
		}
		q.Moves = append(q.Moves, m)
	}
	return q, nil
}

// errMute is the error for an engine that returns a move without an evaluation.
var errMute = msg.Errorf("the engine returned a move, but no evaluation")

// evaluated reports whether the result contains an evaluation.
func (x *Result) evaluated() bool { return x.Depth > 0 || x.Nodes > 0 || x.Proved }

// Do evaluates the position of the job. r must be the rules and e the engine of the job. It returns
// an error if the job is invalid, or if the engine fails or returns no evaluation, and ctx.Err() if
// ctx ends.
func (j *Job) Do(ctx context.Context, r rules.Rules, e ai.Engine) (Result, error) {
	q, err := j.request(r)
	if err != nil {
		return Result{}, err
	}
	i, err := e.Think(ctx, q, nil)
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	if err != nil {
		return Result{}, err
	}
	if _, ok := i.Move(); !ok {
		return Result{}, msg.Errorf("the engine returned no move")
	}
	if !i.Evaluated() {
		return Result{}, errMute
	}
	v := Eval(i, j.Engine, j.Version)
	x := Result{Value: v.Score, Proved: v.Proved, Plies: v.Plies, AtMost: v.AtMost, Margin: v.Margin, Depth: v.Depth, Nodes: v.Nodes, Shares: v.Shares}
	for _, m := range i.Best.Moves {
		x.Line = append(x.Line, r.FormatMove(m))
	}
	return x, nil
}

// Eval converts an engine's result to an evaluation for a game record.
func Eval(i ai.Info, engine, version string) model.Eval {
	s := i.Best.Score
	v := model.Eval{
		Engine: engine, Version: version, Score: finite(s.Value), Proved: s.Proved, Plies: s.Plies, AtMost: s.AtMost, Margin: s.Margin,
		Depth: i.Depth, Nodes: i.Nodes, PV: slices.Clone(i.Best.Moves),
	}
	for _, share := range s.Shares {
		v.Shares = append(v.Shares, finite(share))
	}
	return v
}

// finite replaces NaN and infinities by numbers that JSON can represent.
func finite(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, -math.MaxFloat64), math.MaxFloat64)
}

// eval converts the result to an evaluation for a game record. The principal variation ends before
// the first unreadable move.
func (x *Result) eval(r rules.Rules, engine, version string) model.Eval {
	v := model.Eval{
		Engine: engine, Version: version, Score: x.Value, Proved: x.Proved, Plies: x.Plies, AtMost: x.AtMost, Margin: x.Margin,
		Depth: x.Depth, Nodes: x.Nodes, Shares: slices.Clone(x.Shares),
	}
	for _, text := range x.Line {
		m, err := r.ParseMove(text)
		if err != nil {
			break
		}
		v.PV = append(v.PV, m)
	}
	return v
}

// VersionOf returns the version of an engine, given by its specification. It returns an error if
// the specification is invalid.
func VersionOf(engines *player.Catalog, engine string) (string, error) {
	k, _, err := engines.Parse(engine)
	if err != nil {
		return "", err
	}
	return k.Version, nil
}
