// Package player builds engines from their specifications, such as "alphabeta:depth=4", and chooses
// engines for games. Package ai/all lists the engines.
package player

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/ai/level"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// A Catalog lists the engine types and what is needed to choose among them.
type Catalog struct {
	// Computer is the engine type that plays at levels. Its only parameter is the level.
	Computer *ai.Kind
	// Engines are the other types, in menu order.
	Engines []*ai.Kind
	// General is the one of Engines that plays every game. It once had the levels of Computer.
	General *ai.Kind
	// Levels are the levels of families of games.
	Levels []level.Table
	// Protocols are the supported protocols of external engines.
	Protocols []*extern.Protocol
	// Former maps earlier names of engine types to their present names.
	Former map[string]string
}

// Kinds returns all engine types, in menu order.
func (c *Catalog) Kinds() []*ai.Kind { return append([]*ai.Kind{c.Computer}, c.Engines...) }

// LevelsOf returns the levels of the computer for a game, lowest first.
func (c *Catalog) LevelsOf(r rules.Rules) [level.Count]level.Level { return level.Of(r, c.Levels...) }

// Best returns the specification of the strongest engine for a game: the engine of the highest
// level, without the level's limits.
func (c *Catalog) Best(r rules.Rules) string {
	l := c.LevelsOf(r)[level.Count-1]
	return Spec(l.Engine, l.Params)
}

// Strongest returns the engine specified by Best. It returns an error if the engine cannot be
// created.
func (c *Catalog) Strongest(r rules.Rules) (ai.Engine, error) { return c.New(c.Best(r), r) }

// For returns the engine types that play a game, in the order of menus.
func (c *Catalog) For(r rules.Rules) []*ai.Kind {
	var ks []*ai.Kind
	for _, k := range c.Kinds() {
		if k.Plays(r) == nil {
			ks = append(ks, k)
		}
	}
	return ks
}

// Known reports whether the kind of a player, such as "alphabeta" or "lua:FILE", specifies an
// engine. It does not check whether the file exists.
func (c *Catalog) Known(kind string) bool {
	name, _, _ := strings.Cut(kind, ":")
	return c.Find(name) != nil
}

// Find returns the engine type with the given current or former name, or nil.
func (c *Catalog) Find(name string) *ai.Kind {
	name = cmp.Or(c.Former[name], name)
	if c.Computer.Name == name {
		return c.Computer
	}
	for _, k := range c.Engines {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// CurrentName converts the kind and level of a player to current names. A level in kind becomes the
// separate level: "computer:3" is the computer at level 3. "alphabeta:3", and "alphabeta" at level
// 3, also mean the computer, because that engine had the levels in earlier versions.
func (c *Catalog) CurrentName(kind string, at int) (string, int) {
	name, rest, has := strings.Cut(kind, ":")
	if name != c.General.Name && name != c.Computer.Name {
		return kind, at
	}
	if !has {
		if at > 0 {
			name = c.Computer.Name
		}
		return name, at
	}
	v, err := c.Computer.Params[0].Check(strings.TrimPrefix(rest, "level="))
	if err != nil {
		return kind, at
	}
	at, _ = strconv.Atoi(v)
	return c.Computer.Name, at
}

// Check returns an error if the specified engine does not play the game. For a script, it reads the
// script.
func (c *Catalog) Check(ctx context.Context, spec string, r rules.Rules) error {
	e, err := c.New(spec, r)
	if err != nil {
		return err
	}
	defer ai.Close(e)
	if e, ok := e.(ai.Checker); ok {
		return e.Check(ctx)
	}
	return nil
}

// TimeOf returns the default thinking time of the specified engine: Kind.Time, or usual if that is
// 0.
func (c *Catalog) TimeOf(spec string, usual time.Duration) time.Duration {
	if k, _, err := c.Parse(spec); err == nil && k.Time > 0 {
		return k.Time
	}
	return usual
}

// Parse parses the specification of an engine, as used on command lines: a name, "name:3" for a
// level, or "name:depth=4,takes=10" for parameters. Types with a single text parameter use
// "lua:FILE" or "external:NAME". It returns the given parameters, validated and in standard form,
// without defaults. It returns an *msg.Error if the specification is invalid.
func (c *Catalog) Parse(spec string) (*ai.Kind, rules.Params, error) {
	now, at := c.CurrentName(spec, 0)
	name, rest, has := strings.Cut(now, ":")
	k := c.Find(name)
	if k == nil {
		var names []string
		for _, k := range c.Kinds() {
			names = append(names, k.Name)
		}
		return nil, nil, msg.Errorf("unknown engine %q; available engines: %s", name, strings.Join(names, ", "))
	}
	given := rules.Params{}
	switch {
	case at > 0:
		given["level"] = strconv.Itoa(at)
	case !has:
	case NeedsName(k):
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

// Spec returns the specification of an engine with the given parameters, in the syntax of Parse.
// nil uses the defaults. A comma in a value is replaced by a space, because it would end the value.
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

// New returns the engine specified by spec for a game. It returns an *msg.Error if spec is invalid
// or the engine does not play the game.
func (c *Catalog) New(spec string, r rules.Rules) (ai.Engine, error) { return c.NewAt(spec, 0, r) }

// NewAt is like New, with a level for engines that have levels. The level in spec takes precedence.
// 0 is the default level.
func (c *Catalog) NewAt(spec string, at int, r rules.Rules) (ai.Engine, error) {
	k, p, err := c.ParseAt(spec, at)
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

// ParseAt is like Parse, with a level. It ignores a level that the engine does not have.
func (c *Catalog) ParseAt(spec string, at int) (*ai.Kind, rules.Params, error) {
	spec, at = c.CurrentName(spec, at)
	k, p, err := c.Parse(spec)
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

// NeedsName reports whether the specification of engines of this type must name a script or
// program.
func NeedsName(k *ai.Kind) bool { return len(k.Params) == 1 && k.Params[0].Kind == rules.Text }
