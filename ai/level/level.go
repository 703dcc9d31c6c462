// Package level makes the computer that plays at five levels: each is an engine, its parameters, how far it may look,
// and what it overlooks. The tables of levels stand beside the engines of each family of games.
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
	"boardstudio/msg"
	"boardstudio/rules"
)

// Count is how many levels there are.
const Count = 5

// Usual is the level of a computer of which none is said.
const Usual = 3

// mostTime bounds a think where the limit of nodes would take longer.
const mostTime = 4 * time.Second

// Titles are the names of levels 1 to Count.
var Titles = [Count]msg.Key{"Very easy", "Easy", "Medium", "Hard", "Expert"}

// Level says how the computer plays at a level.
type Level struct {
	Engine string       // the name of its type
	Params rules.Params // those that are not left to their defaults
	// Limit holds where a request sets none that is narrower. The lower three levels have nodes and depth
	// only, so that they play alike on every machine.
	Limit ai.Limit
	// Overlooks is the share of the quiet moves far from the last one that it does not see, of its own and of its
	// opponents, from 0 to 1: each think draws them anew. Moves near the last one are overlooked less often, and those
	// that win at once rarely.
	Overlooks float64
}

// String returns all of the level in a line; levels that play alike have the same.
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

// Table is the levels of a family of games. It returns nil for rules of other games.
type Table func(rules.Rules) *[Count]Level

// Of returns the levels for the rules: those of the first table that has them, or the usual ones.
func Of(r rules.Rules, tables ...Table) [Count]Level {
	for _, t := range tables {
		if ls := t(r); ls != nil {
			return *ls
		}
	}
	return usual
}

// usual are the levels of games that nobody made a table for.
var usual = [Count]Level{Search(1, 300, 0.8), Search(1, 400, 0.3), Search(2, 1_000, 0.18), Search(3, 4_000, 0.02), Full(20_000)}

// Search is a level that looks ahead so many plies, at so many positions.
func Search(depth int, nodes uint64, overlooks float64) Level {
	return Level{Engine: searching, Limit: ai.Limit{Depth: depth, Nodes: nodes}, Overlooks: overlooks}
}

// Full is a level that looks at so many positions, however deep, and overlooks nothing.
func Full(nodes uint64) Level { return By(searching, nodes) }

// By is Full by the engine of that name.
func By(engine string, nodes uint64) Level {
	return Level{Engine: engine, Limit: ai.Limit{Nodes: nodes, Time: mostTime}}
}

// Topped returns a table with another engine at the highest level, for the rules that it suits.
func Topped(of Table, suits func(rules.Rules) bool, top Level) Table {
	return func(r rules.Rules) *[Count]Level {
		levels := of(r)
		if levels != nil && suits(r) {
			levels[Count-1] = top
		}
		return levels
	}
}

// searching is the name of the engine that looks ahead in every game.
const searching = "alphabeta"

// Name is the name of the type that Kind returns.
const Name = "computer"

// Kind returns the engine type "computer". engines are the types that the tables name.
func Kind(engines []*ai.Kind, tables ...Table) *ai.Kind {
	k := &ai.Kind{
		Name: Name, Title: "Computer", Plays: ai.Any,
		About:  "Plays at five levels: the higher ones look further ahead, the lower ones overlook moves as people do.",
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

// New returns the engine that plays as l says.
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

// Think thinks within the limits of the level and of the request.
func (e *engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	l := e.level.Limit
	q.Limit.Time = narrower(q.Limit.Time, l.Time)
	q.Limit.Depth = narrower(q.Limit.Depth, l.Depth)
	q.Limit.Nodes = narrower(q.Limit.Nodes, l.Nodes)
	if e.level.Overlooks > 0 && report != nil {
		tell := report
		report = func(i ai.Info) { tell(doubted(i)) }
	}
	i, err := e.Engine.Think(ctx, q, report)
	if e.level.Overlooks > 0 {
		i = doubted(i)
	}
	return i, err
}

// Close gives back what the engine holds.
func (e *engine) Close() error {
	ai.Close(e.Engine)
	return nil
}

// narrower returns the smaller of two limits, of which 0 is none.
func narrower[T cmp.Ordered](a, b T) T {
	var none T
	if a == none || b != none && b < a {
		return b
	}
	return a
}

// doubted returns i with nothing proved: a move that was overlooked may be the answer.
func doubted(i ai.Info) ai.Info {
	i.Best.Score = doubt(i.Best.Score)
	i.Lines = slices.Clone(i.Lines)
	for n := range i.Lines {
		i.Lines[n].Score = doubt(i.Lines[n].Score)
	}
	return i
}

// sure is the estimate of what seems to be proved.
const sure = 1000

func doubt(s ai.Score) ai.Score {
	if !s.Proved {
		return s
	}
	return ai.Score{Value: sure * s.Value, Shares: s.Shares}
}

var _ ai.Engine = (*engine)(nil)
