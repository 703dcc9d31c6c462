// Package all lists the engines. A new engine is one line here.
package all

import (
	"cmp"
	"strconv"
	"strings"

	"boardstudio/ai"
	"boardstudio/ai/awale"
	"boardstudio/ai/line"
	"boardstudio/ai/lua"
	"boardstudio/ai/mcts"
	"boardstudio/ai/othello"
	"boardstudio/ai/random"
	"boardstudio/ai/search"
	"boardstudio/ai/textbook"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Kinds are the engine types, in the order of menus.
var Kinds = []*ai.Kind{
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
	&othello.Positional,
	&othello.Evaporate,
	&awale.Offensive,
	&awale.Defensive,
	&awale.Personal,
	searching,
	&lua.Kind,
}

// searching plays every game, and at its highest level better than the others.
var searching = search.Kind(families...)

// Strongest returns the strongest engine that there is for the game.
func Strongest(r rules.Rules) (ai.Engine, error) { return New(searching.Name, r) }

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

// Parse reads the description of an engine as it stands on a command line: a
// name alone, "name:3" for its level, "name:depth=4,takes=10" for any parameters,
// or for a type with a file "lua:FILE". It returns the parameters that are given,
// checked and in standard form, without those left to their defaults; or an *msg.Error.
func Parse(spec string) (*ai.Kind, rules.Params, error) {
	name, rest, has := strings.Cut(spec, ":")
	k := Find(name)
	if k == nil {
		var names []string
		for _, k := range Kinds {
			names = append(names, k.Name)
		}
		return nil, nil, msg.Errorf("unknown engine %q, it is not one of %s", name, strings.Join(names, ", "))
	}
	given := rules.Params{}
	_, notNumber := strconv.Atoi(rest)
	_, file := k.Param("file")
	_, level := k.Param("level")
	switch {
	case !has:
	case file:
		given["file"] = rest
	case notNumber == nil && level:
		given["level"] = rest
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
func NewAt(spec string, level int, r rules.Rules) (ai.Engine, error) {
	k, p, err := parseAt(spec, level)
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
func parseAt(spec string, level int) (*ai.Kind, rules.Params, error) {
	k, p, err := Parse(spec)
	if err != nil {
		return nil, nil, err
	}
	if d, ok := k.Param("level"); ok && p["level"] == "" {
		if v, err := d.Check(strconv.Itoa(level)); err == nil && level > 0 {
			p["level"] = v
		}
	}
	return k, p, nil
}
