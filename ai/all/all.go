// Package all lists the engines. A new engine is one line here.
package all

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"boardstudio/ai"
	"boardstudio/ai/awale"
	awaledeep "boardstudio/ai/awale/deep"
	"boardstudio/ai/connect4"
	"boardstudio/ai/extern"
	"boardstudio/ai/extern/gomocup"
	"boardstudio/ai/extern/gtp"
	"boardstudio/ai/extern/nboard"
	"boardstudio/ai/gomoku"
	"boardstudio/ai/level"
	"boardstudio/ai/line"
	"boardstudio/ai/lua"
	"boardstudio/ai/mcts"
	"boardstudio/ai/othello"
	othellodeep "boardstudio/ai/othello/deep"
	"boardstudio/ai/random"
	"boardstudio/ai/search"
	"boardstudio/ai/solver"
	"boardstudio/ai/textbook"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Kinds are the engine types, in the order of menus.
var Kinds = append([]*ai.Kind{computer}, engines...)

// computer plays every game, at the levels that the tables say.
var computer = level.Kind(engines, tables...)

// tables are the levels of families of games.
var tables = []level.Table{solver.Expert(connect4.Expert(gomoku.Expert(line.Levels))), othello.Levels, awale.Levels}

// engines are the types that the levels are made of, and a person can choose as well.
var engines = []*ai.Kind{
	&random.Kind,
	&textbook.First,
	&textbook.Greedy,
	textbook.Minimax(families...),
	textbook.Negamax(families...),
	textbook.AlphaBeta(families...),
	textbook.MaxN(families...),
	textbook.Paranoid(families...),
	&mcts.Kind,
	&line.KTuple,
	&line.Rules3,
	&line.Threats,
	&line.Crowd,
	&othello.Positional,
	&othello.Evaporate,
	&awale.Offensive,
	&awale.Defensive,
	&awale.Personal,
	&solver.Kind,
	searching,
	&gomoku.Kind,
	&awaledeep.Kind,
	&connect4.Kind,
	&othellodeep.Kind,
	&lua.Kind,
	extern.Kind(Protocols...),
}

// Protocols are the languages that programs of others are spoken to in.
var Protocols = []*extern.Protocol{&gomocup.Protocol, &nboard.Protocol, &gtp.Protocol}

// searching plays every game.
var searching = search.Kind(works, families...)

// Levels returns how the computer plays the game at its levels, the lowest first.
func Levels(r rules.Rules) [level.Count]level.Level { return level.Of(r, tables...) }

// Best returns the description of the strongest engine that there is for the game, without limits of its own: that of the highest level.
func Best(r rules.Rules) string {
	l := Levels(r)[level.Count-1]
	return Spec(l.Engine, l.Params)
}

// Strongest returns the engine that Best describes.
func Strongest(r rules.Rules) (ai.Engine, error) { return New(Best(r), r) }

// families is what the search is told about games.
var families = []search.Family{
	{Boards: func(r rules.Rules) search.Maker { return maker(line.DropMaker(r)) }},
	{Boards: func(r rules.Rules) search.Maker { return maker(line.Maker(r)) }},
	{Boards: func(r rules.Rules) search.Maker { return maker(othello.Maker(r)) }, Estimate: othello.Estimate},
	{Boards: func(r rules.Rules) search.Maker { return maker(awale.Maker(r)) }},
}

// maker turns the making of boards of one type into that of boards of any.
func maker[B interface {
	comparable
	search.Board
}](board func(ai.Request) B,
) search.Maker {
	if board == nil {
		return nil
	}
	return func(q ai.Request) search.Board {
		var none B
		if b := board(q); b != none {
			return b
		}
		return nil
	}
}

// For returns the engine types that play the game, in the order of menus.
func For(r rules.Rules) []*ai.Kind {
	var ks []*ai.Kind
	for _, k := range Kinds {
		if k.Plays(r) == nil {
			ks = append(ks, k)
		}
	}
	return ks
}

// Known reports whether the kind of a player, such as "alphabeta" or "lua:FILE", is that of an
// engine, without looking for its file.
func Known(kind string) bool {
	name, _, _ := strings.Cut(kind, ":")
	return Find(name) != nil
}

// Find returns the engine type with that name, or one that it had before; or nil.
func Find(name string) *ai.Kind {
	name = cmp.Or(othello.Former[name], name)
	for _, k := range Kinds {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// Named returns the kind and the level of a player as they are called now, a level that kind tells apart from it:
// "computer:3" is the computer at level 3. So are "alphabeta:3", and "alphabeta" at level 3: the engine that looks
// ahead had the levels once.
func Named(kind string, at int) (string, int) {
	name, rest, has := strings.Cut(kind, ":")
	if name != searching.Name && name != computer.Name {
		return kind, at
	}
	if !has {
		if at > 0 {
			name = computer.Name
		}
		return name, at
	}
	v, err := computer.Params[0].Check(strings.TrimPrefix(rest, "level="))
	if err != nil {
		return kind, at
	}
	at, _ = strconv.Atoi(v)
	return computer.Name, at
}

// Parse reads the description of an engine as it stands on a command line: a
// name alone, "name:3" for its level, "name:depth=4,takes=10" for any parameters,
// or for a type with nothing but a text "lua:FILE" and "external:NAME". It returns the parameters that are given,
// checked and in standard form, without those left to their defaults; or an *msg.Error.
func Parse(spec string) (*ai.Kind, rules.Params, error) {
	now, at := Named(spec, 0)
	name, rest, has := strings.Cut(now, ":")
	k := Find(name)
	if k == nil {
		var names []string
		for _, k := range Kinds {
			names = append(names, k.Name)
		}
		return nil, nil, msg.Errorf("unknown engine %q, it is not one of %s", name, strings.Join(names, ", "))
	}
	given := rules.Params{}
	switch {
	case at > 0:
		given["level"] = strconv.Itoa(at)
	case !has:
	case foreign(k):
		given[k.Params[0].Name] = rest
	default:
		for pair := range strings.SplitSeq(rest, ",") {
			key, value, ok := strings.Cut(pair, "=")
			if !ok {
				return nil, nil, msg.Errorf("%q does not describe an engine: %q is not of the form name=value", spec, pair)
			}
			given[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	full, err := rules.Resolve(k.Params, given)
	if err != nil {
		return nil, nil, msg.Errorf("engine %s: %v", name, err)
	}
	for key := range given {
		given[key] = full[key]
	}
	return k, given, nil
}

// Spec returns the description of an engine with the parameters given, as Parse reads it; nil for the defaults. A comma
// in a value becomes a space: it would end the value.
func Spec(name string, given rules.Params) string {
	var pairs []string
	for _, key := range given.Names() {
		pairs = append(pairs, key+"="+strings.ReplaceAll(given[key], ",", " "))
	}
	if pairs == nil {
		return name
	}
	return name + ":" + strings.Join(pairs, ",")
}

// New returns the engine that spec describes for the game, or an *msg.Error
// that says what is wrong with the description, or that it does not play the game.
func New(spec string, r rules.Rules) (ai.Engine, error) { return NewAt(spec, 0, r) }

// NewAt is New at a level, which counts where the engine has levels and spec names none; 0 for the default.
func NewAt(spec string, at int, r rules.Rules) (ai.Engine, error) {
	k, p, err := parseAt(spec, at)
	if err != nil {
		return nil, err
	}
	if err := k.Plays(r); err != nil {
		return nil, msg.Errorf("the engine %s does not play %s: %v", k.Name, r.Spec().Game, err)
	}
	if p, err = rules.Resolve(k.Params, p); err != nil {
		return nil, err
	}
	return k.New(r, p)
}

// parseAt is Parse with a level. One that the engine does not have is left out.
func parseAt(spec string, at int) (*ai.Kind, rules.Params, error) {
	spec, at = Named(spec, at)
	k, p, err := Parse(spec)
	if err != nil {
		return nil, nil, err
	}
	if d, ok := k.Param("level"); ok && at > 0 {
		if v, err := d.Check(strconv.Itoa(at)); err == nil {
			p["level"] = v
		}
	}
	return k, p, nil
}

// Prover returns an engine that proves which moves win, or an *msg.Error for games of more than two players: the strongest one where it is a
// prover, for what that cannot prove another that is made for the game, and in the end the one that plays every game.
func Prover(r rules.Rules) (ai.Prover, error) {
	if err := ai.Two(r); err != nil {
		return nil, err
	}
	var list provers
	names := []string{Best(r)}
	for _, k := range slices.Backward(engines) {
		if !foreign(k) && k.Name != names[0] && k.Plays(r) == nil {
			names = append(names, k.Name)
		}
	}
	for _, name := range names {
		e, err := New(name, r)
		if err != nil {
			return nil, err
		}
		p, ok := e.(ai.Prover)
		if !ok {
			continue
		}
		list = append(list, p)
		if _, some := p.(partly); !some {
			break // it proves whatever can be proved
		}
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return list, nil
}

// foreign reports whether the engines of a type are somebody else's, so that their name has to be given.
func foreign(k *ai.Kind) bool { return len(k.Params) == 1 && k.Params[0].Kind == rules.Text }

// partly is a prover that knows all wins of some lengths only.
type partly interface {
	ai.Prover
	// Knows reports whether it can be sure of the wins within so many plies, 0 for however many.
	Knows(plies int) bool
}

// provers are asked one after the other until one is sure; all but the last know some wins only. Those that they find count too, as long forced wins.
type provers []ai.Prover

func (list provers) Wins(ctx context.Context, q ai.Request, plies int) (wins []ai.Line, sure bool, err error) {
	var found []ai.Line
	for _, p := range list {
		if some, ok := p.(partly); ok && plies == 0 && !some.Knows(plies) {
			continue
		}
		if wins, sure, err = p.Wins(ctx, q, plies); sure || err != nil {
			return wins, sure, err
		}
		for _, l := range wins {
			if i := slices.IndexFunc(found, func(x ai.Line) bool { return x.Moves[0] == l.Moves[0] }); i < 0 {
				found = append(found, l)
			} else if l.Score.Plies < found[i].Score.Plies {
				found[i] = l
			}
		}
	}
	slices.SortStableFunc(found, func(x, y ai.Line) int { return x.Score.Plies - y.Score.Plies })
	return found, false, nil
}

// Think lets the first of them think.
func (list provers) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	return list[0].Think(ctx, q, report)
}

// Close gives back what they hold.
func (list provers) Close() error {
	for _, p := range list {
		ai.Close(p)
	}
	return nil
}
