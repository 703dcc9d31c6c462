// Package analysis has engines judge positions, games and trees, and reports what the players gave away.
//
// The work is made of jobs, which are values: a job can be kept, done on another machine, and found again by what is in it.
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
	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Job is a position for an engine to judge. Unless its limit is one of time, it has the same result wherever it is done.
type Job struct {
	Game    string        `json:"game"`
	Params  rules.Params  `json:"params"`
	Start   string        `json:"start,omitempty"` // where the moves begin, "" for the start of the rules
	Moves   []string      `json:"moves,omitempty"`
	Engine  string        `json:"engine"` // its specification, as on a command line
	Version string        `json:"version,omitempty"`
	Time    time.Duration `json:"time,omitempty"`
	Depth   int           `json:"depth,omitempty"`
	Nodes   uint64        `json:"nodes,omitempty"`
}

// Hash names the job by all that is in it.
func (j *Job) Hash() string {
	data, err := json.Marshal(j)
	if err != nil {
		panic(err) // it holds nothing that JSON does not
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// Result is what an engine found. The score is for the player to move.
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

// request returns what to ask the engine. r are the rules that the job names.
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

// errMute is the error of an engine that names a move and says nothing of the position.
var errMute = msg.Errorf("the engine names a move, but does not judge the position")

// judged reports whether the result is one: it is empty where the engine was mute.
func (x *Result) judged() bool { return x.Depth > 0 || x.Nodes > 0 || x.Proved }

// Do has an engine judge the position of the job. r are the rules and e the engine that it names.
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
		return Result{}, msg.Errorf("the engine gives no move")
	}
	if !i.Judged() {
		return Result{}, errMute
	}
	v := Eval(i, j.Engine, j.Version)
	x := Result{Value: v.Score, Proved: v.Proved, Plies: v.Plies, AtMost: v.AtMost, Margin: v.Margin, Depth: v.Depth, Nodes: v.Nodes, Shares: v.Shares}
	for _, m := range i.Best.Moves {
		x.Line = append(x.Line, r.FormatMove(m))
	}
	return x, nil
}

// Eval returns what an engine has found as a record keeps it.
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

// finite returns a number that JSON can hold.
func finite(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, -math.MaxFloat64), math.MaxFloat64)
}

// eval returns the result as a record keeps it. The line ends before a move that cannot be read.
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

// VersionOf returns the version of the engine that a specification names.
func VersionOf(engine string) (string, error) {
	k, _, err := aiall.Parse(engine)
	if err != nil {
		return "", err
	}
	return k.Version, nil
}
