// Package level implements the computer player with five levels. A level consists of an engine, its
// parameters, its limits, and the share of moves that it overlooks. The tables of levels are in the
// packages of the engines.
package level

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Count is the number of levels.
const Count = 5

// Usual is the default level.
const Usual = 3

// maxTime limits the time of levels with a limit of nodes.
const maxTime = 4 * time.Second

// Titles are the names of levels 1 to Count.
var Titles = [Count]msg.Key{"Very easy", "Easy", "Medium", "Hard", "Expert"}

// Level describes how the computer plays at a level.
type Level struct {
	Engine string       // the name of the engine type
	Params rules.Params // parameters that differ from the defaults
	// Limit applies in addition to the limit of the request; the narrower one counts. The lower
	// three levels limit only nodes and depth, so they play the same on every machine.
	Limit ai.Limit
	// Overlooks is the share of quiet moves far from the last move that the computer overlooks,
	// from 0 to 1. It applies to moves of both sides and is drawn again for each search. Moves near
	// the last one are overlooked less often, and winning moves rarely.
	Overlooks float64
}

// String returns the level as a line of text. Levels that play the same have the same text.
func (l Level) String() string {
	parts := []string{l.Engine}
	for _, name := range l.Params.Names() {
		parts = append(parts, name+"="+l.Params[name])
	}
	if n := l.Limit.Depth; n > 0 {
		parts = append(parts, fmt.Sprint("depth=", n))
	}
	if n := l.Limit.Nodes; n > 0 {
		parts = append(parts, fmt.Sprint("nodes=", n))
	}
	if t := l.Limit.Time; t > 0 {
		parts = append(parts, fmt.Sprint("time=", t))
	}
	if l.Overlooks > 0 {
		parts = append(parts, fmt.Sprint("overlooks=", l.Overlooks))
	}
	return strings.Join(parts, " ")
}

// Table returns the levels of a family of games, or nil for other games.
type Table func(rules.Rules) *[Count]Level

// Of returns the levels for the rules from the first table that has them, or else the default
// levels.
func Of(r rules.Rules, tables ...Table) [Count]Level {
	for _, t := range tables {
		if ls := t(r); ls != nil {
			return *ls
		}
	}
	return usual
}

// usual are the levels of games without a table.
var usual = [Count]Level{Search(1, 300, 0.8), Search(1, 400, 0.3), Search(2, 1_000, 0.18), Search(3, 4_000, 0.02), Full(20_000)}

// Search returns a level with a search of limited depth and nodes.
func Search(depth int, nodes uint64, overlooks float64) Level {
	return Level{Engine: searching, Limit: ai.Limit{Depth: depth, Nodes: nodes}, Overlooks: overlooks}
}

// Full returns a level with a search that is limited by nodes only and overlooks nothing.
func Full(nodes uint64) Level { return By(searching, nodes) }

// By is like Full, with the given engine.
func By(engine string, nodes uint64) Level {
	return Level{Engine: engine, Limit: ai.Limit{Nodes: nodes, Time: maxTime}}
}

// WithTop returns a table with another highest level for the rules that suits accepts.
func WithTop(of Table, suits func(rules.Rules) bool, top Level) Table {
	return func(r rules.Rules) *[Count]Level {
		levels := of(r)
		if levels != nil && suits(r) {
			levels[Count-1] = top
		}
		return levels
	}
}

// searching is the name of the search engine for all games.
const searching = "alphabeta"

// Name is the name of the type that Kind returns.
const Name = "computer"

// Kind returns the engine type "computer". engines are the types used by the tables.
func Kind(engines []*ai.Kind, tables ...Table) *ai.Kind {
	k := &ai.Kind{
		Name: Name, Title: "Computer", Plays: ai.Any,
		About:  "Plays at five levels. Higher levels look further ahead; lower levels overlook moves as people do.",
		Params: []rules.Param{{Name: "level", Title: "Level", Kind: rules.Choice, Default: strconv.Itoa(Usual)}},
		New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
			return New(Of(r, tables...)[min(max(p.Int("level"), 1), Count)-1], r, engines)
		},
	}
	for i, title := range Titles {
		k.Params[0].Options = append(k.Params[0].Options, rules.Option{Name: strconv.Itoa(i + 1), Title: title})
	}
	return k
}

// New returns an engine that plays at level l. It returns an error if the engine is unknown, does
// not play the game, has invalid parameters, or does not support overlooking moves.
func New(l Level, r rules.Rules, engines []*ai.Kind) (ai.Engine, error) {
	i := slices.IndexFunc(engines, func(k *ai.Kind) bool { return k.Name == l.Engine })
	if i < 0 {
		return nil, msg.Errorf("unknown engine %q", l.Engine)
	}
	k := engines[i]
	if err := k.Plays(r); err != nil {
		return nil, err
	}
	full, err := rules.Resolve(k.Params, l.Params)
	if err != nil {
		return nil, err
	}
	e, err := k.New(r, full)
	if err != nil {
		return nil, err
	}
	if l.Overlooks > 0 {
		if e = overlooking(e, l.Overlooks); e == nil {
			return nil, msg.Errorf("the engine %s cannot overlook moves", l.Engine)
		}
	}
	return &engine{e, l}, nil
}

// engine plays at a level.
type engine struct {
	ai.Engine
	level Level
}

// Think searches within the limits of both the level and the request.
func (e *engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	l := e.level.Limit
	q.Limit.Time = narrower(q.Limit.Time, l.Time)
	q.Limit.Depth = narrower(q.Limit.Depth, l.Depth)
	q.Limit.Nodes = narrower(q.Limit.Nodes, l.Nodes)
	if e.level.Overlooks > 0 && report != nil {
		original := report
		report = func(i ai.Info) { original(unproved(i)) }
	}
	i, err := e.Engine.Think(ctx, q, report)
	if e.level.Overlooks > 0 {
		i = unproved(i)
	}
	return i, err
}

// Close releases the resources of the engine.
func (e *engine) Close() error {
	ai.Close(e.Engine)
	return nil
}

// narrower returns the smaller of two limits. 0 means no limit.
func narrower[T cmp.Ordered](a, b T) T {
	var none T
	if a == none || b != none && b < a {
		return b
	}
	return a
}

// unproved returns i with proofs replaced by estimates, because the refutation may have been
// overlooked.
func unproved(i ai.Info) ai.Info {
	i.Best.Score = unprovedScore(i.Best.Score)
	i.Lines = slices.Clone(i.Lines)
	for n := range i.Lines {
		i.Lines[n].Score = unprovedScore(i.Lines[n].Score)
	}
	return i
}

// sure is the estimate that replaces a proved win.
const sure = 1000

func unprovedScore(s ai.Score) ai.Score {
	if !s.Proved {
		return s
	}
	return ai.Score{Value: sure * s.Value, Shares: s.Shares}
}

var _ ai.Engine = (*engine)(nil)
