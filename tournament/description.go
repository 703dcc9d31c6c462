// Package tournament lets engines play tournaments: who meets whom, what the games begin with, when enough was played, and how
// strong everybody is. A tournament can be a folder, which says what is played and keeps what was; then it can be
// interrupted at any moment.
//
// With limits of nodes or depth, games and tables depend on the description alone: neither on how many games are
// played at a time nor on interruptions.
package tournament

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/clock"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// Format says who meets whom. The values are written in files.
type Format string

// The formats of tournaments. An encounter is between as many entrants as the game has seats.
const (
	RoundRobin Format = "round-robin" // everybody against everybody
	Gauntlet   Format = "gauntlet"    // the first entrant against the others
	Swiss      Format = "swiss"       // in each round against others with about as many points
	KnockOut   Format = "knock-out"   // who wins an encounter goes on
)

// Formats are the formats with their titles, in the order of menus.
var Formats = []struct {
	Format
	Title msg.Key
}{
	{RoundRobin, "Round robin"},
	{Gauntlet, "Gauntlet"},
	{Swiss, "Swiss system"},
	{KnockOut, "Knock-out"},
}

// DefaultTime is how long an engine thinks for a move when nothing limits it.
const DefaultTime = 100 * time.Millisecond

// The most that a description can ask for.
const (
	MaxEntrants   = 200
	MaxGames      = 1_000_000_000 // of an encounter
	MaxEncounters = 10_000        // of a round robin or gauntlet
	maxText       = 1 << 20       // bytes of a description
)

// Entrant takes part in a tournament.
type Entrant struct {
	Name   string // what tables call it
	Engine string // as aiall.New reads it
	Limit  ai.Limit
	Clock  clock.TimeControl
}

// Description says what is played.
type Description struct {
	Game   string // a preset or a family
	Params rules.Params
	Format Format
	Games  int    // of each encounter
	Rounds int    // of the Swiss system
	From   string // the position that games begin with, "" for the usual one
	// Openings is a file that the games begin with, in the folder of the tournament unless it is absolute; "" for none.
	Openings string
	Opening  int // how many plies are random otherwise
	Plies    int // after which a game counts as drawn, 0 for never
	Seed     uint64
	SPRT     *SPRT // when to stop, nil for when all is played
	Entrants []Entrant
}

// Check returns the rules of the game, or what is wrong with the description.
func (d *Description) Check() (rules.Rules, error) {
	r, _, err := d.check()
	return r, err
}

// check is Check, and names the setting that is wrong, "" for none in particular.
func (d *Description) check() (r rules.Rules, setting string, err error) {
	if _, _, ok := all.Find(d.Game); !ok {
		return nil, "game", msg.Errorf("unknown game %q", d.Game)
	}
	if r, err = all.Build(d.Game, d.Params); err != nil {
		return nil, "param", err
	}
	seats := r.Players()
	known := false
	for _, f := range Formats {
		known = known || f.Format == d.Format
	}
	switch {
	case !known:
		return nil, "format", msg.Errorf("unknown format %q", string(d.Format))
	case d.Games < 1 || d.Games > MaxGames:
		return nil, "games", msg.Errorf("%d games are not from 1 to %d", d.Games, MaxGames)
	case d.Format == Swiss && (d.Rounds < 1 || d.Rounds > MaxEncounters):
		return nil, "rounds", msg.Errorf("%d rounds are not from 1 to %d", d.Rounds, MaxEncounters)
	case d.Opening < 0 || d.Plies < 0:
		return nil, "", msg.Errorf("a limit cannot be negative")
	case len(d.Entrants) < seats:
		return nil, "", msg.Errorf("the game has %d seats, and there are %d engines", seats, len(d.Entrants))
	case len(d.Entrants) > MaxEntrants:
		return nil, "", msg.Errorf("there are more than %d engines", MaxEntrants)
	case d.SPRT != nil && (seats != 2 || len(d.Entrants) != 2):
		return nil, "sprt", msg.Errorf("a test of two hypotheses needs two engines and a game of two players")
	case d.encounters(seats) > MaxEncounters:
		return nil, "format", msg.Errorf("more than %d sets of engines would play", MaxEncounters)
	}
	if d.SPRT != nil {
		if err := d.SPRT.Check(); err != nil {
			return nil, "sprt", err
		}
	}
	if d.From != "" {
		if _, err := r.Parse(d.From); err != nil {
			return nil, "from", msg.Errorf("the position cannot be read: %v", err)
		}
	}
	for i := range d.Entrants {
		if err := d.Entrants[i].check(); err != nil {
			return nil, "", err
		}
	}
	return r, "", nil
}

// encounters counts those of a round robin or gauntlet, up to a few more than are allowed.
func (d *Description) encounters(seats int) int {
	n := 0
	if d.Format == RoundRobin || d.Format == Gauntlet {
		for range d.everybody(seats) {
			if n++; n > MaxEncounters {
				break
			}
		}
	}
	return n
}

func (e *Entrant) check() error {
	switch {
	case e.Engine == model.Human:
		return msg.Errorf("a person cannot play in a tournament of engines")
	case strings.ContainsAny(e.Name+e.Engine, "\r\n") || e.Name != strings.TrimSpace(e.Name) || e.Engine != strings.TrimSpace(e.Engine):
		return msg.Errorf("the name %q has spaces around it or several lines", e.Name)
	case len(e.Name) > model.MaxPlayer || len(e.Engine) > model.MaxPlayer:
		return msg.Errorf("the name or the kind of a player is longer than %d bytes", model.MaxPlayer)
	case e.Limit.Time < 0 || e.Limit.Depth < 0:
		return msg.Errorf("a limit cannot be negative")
	case e.Limit.Time > ai.MaxTime:
		return msg.Errorf("%s is more than %s", e.Limit.Time, ai.MaxTime)
	case e.Limit.Depth > ai.MaxDepth:
		return msg.Errorf("%d is more than %d", e.Limit.Depth, ai.MaxDepth)
	}
	if _, _, err := aiall.Parse(e.Engine); err != nil {
		return err
	}
	return e.Clock.Check()
}

// limited reports whether anything bounds how long the entrant thinks.
func (e *Entrant) limited() bool { return e.Limit != ai.Limit{} || e.Clock.Limits() }

// Title returns what tables call the entrant.
func (e *Entrant) Title() string { return cmp.Or(e.Name, e.Engine) }

// A setting is a line of a description.
type setting struct {
	name string
	set  func(d *Description, value string) error
	// get returns the values as lines have them, none for those that are left out.
	get func(d *Description) []string
}

// Settings of the tournament, in the order in which they are written.
var settings = []setting{
	{"game", func(d *Description, v string) error { d.Game = v; return nil }, func(d *Description) []string { return []string{d.Game} }},
	{"param", setParam, func(d *Description) (list []string) {
		for _, name := range d.Params.Names() {
			list = append(list, name+"="+d.Params[name])
		}
		return list
	}},
	{"format", func(d *Description, v string) error { d.Format = Format(v); return nil }, func(d *Description) []string { return []string{string(d.Format)} }},
	number("games", func(d *Description) *int { return &d.Games }),
	number("rounds", func(d *Description) *int { return &d.Rounds }),
	text("from", func(d *Description) *string { return &d.From }),
	text("openings", func(d *Description) *string { return &d.Openings }),
	number("opening", func(d *Description) *int { return &d.Opening }),
	number("plies", func(d *Description) *int { return &d.Plies }),
	{"seed", func(d *Description, v string) (err error) { d.Seed, err = whole(v); return err }, func(d *Description) []string {
		return []string{strconv.FormatUint(d.Seed, 10)}
	}},
	{"sprt", func(d *Description, v string) (err error) { d.SPRT, err = ParseSPRT(v); return err }, func(d *Description) []string {
		if d.SPRT == nil {
			return nil
		}
		return []string{d.SPRT.String()}
	}},
}

// entrantSettings are lines about the engine above them, and about all of them before the first.
var entrantSettings = []struct {
	name string
	set  func(e *Entrant, value string) error
	get  func(e *Entrant) string
}{
	{"name", func(e *Entrant, v string) error { e.Name = v; return nil }, func(e *Entrant) string { return e.Name }},
	{"time", func(e *Entrant, v string) (err error) {
		if e.Limit.Time, err = time.ParseDuration(v); err != nil {
			return msg.Errorf("%q is not a time such as 500ms or 10s", v)
		}
		return nil
	}, func(e *Entrant) string { return unless(e.Limit.Time == 0, e.Limit.Time) }},
	{"depth", func(e *Entrant, v string) (err error) { e.Limit.Depth, err = count(v); return err }, func(e *Entrant) string {
		return unless(e.Limit.Depth == 0, e.Limit.Depth)
	}},
	{"nodes", func(e *Entrant, v string) (err error) { e.Limit.Nodes, err = whole(v); return err }, func(e *Entrant) string {
		return unless(e.Limit.Nodes == 0, e.Limit.Nodes)
	}},
	{"clock", func(e *Entrant, v string) (err error) { e.Clock, err = clock.Parse(v); return err }, func(e *Entrant) string { return e.Clock.String() }},
}

func unless(empty bool, v any) string {
	if empty {
		return ""
	}
	return fmt.Sprint(v)
}

func whole(v string) (uint64, error) {
	n, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		return 0, msg.Errorf("%q is not a number of a usual size", codec.Cut(v))
	}
	return n, nil
}

func count(v string) (int, error) {
	n, err := whole(v)
	if err == nil && n > math.MaxInt32 {
		err = msg.Errorf("%q is not a number of a usual size", codec.Cut(v))
	}
	return int(n), err
}

func number(name string, of func(*Description) *int) setting {
	return setting{name, func(d *Description, v string) (err error) { *of(d), err = count(v); return err }, func(d *Description) []string {
		if *of(d) == 0 {
			return nil
		}
		return []string{strconv.Itoa(*of(d))}
	}}
}

func text(name string, of func(*Description) *string) setting {
	return setting{name, func(d *Description, v string) error { *of(d) = v; return nil }, func(d *Description) []string {
		if *of(d) == "" {
			return nil
		}
		return []string{*of(d)}
	}}
}

func setParam(d *Description, v string) error {
	name, value, ok := strings.Cut(v, "=")
	if !ok {
		return msg.Errorf("%q is not of the form name=value", v)
	}
	if d.Params == nil {
		d.Params = rules.Params{}
	}
	d.Params[strings.TrimSpace(name)] = strings.TrimSpace(value)
	return nil
}

// String writes the description as Parse reads it.
func (d *Description) String() string {
	var b strings.Builder
	for _, s := range settings {
		for _, v := range s.get(d) {
			fmt.Fprintf(&b, "%s %s\n", s.name, v)
		}
	}
	for i := range d.Entrants {
		e := &d.Entrants[i]
		fmt.Fprintf(&b, "\nengine %s\n", e.Engine)
		for _, s := range entrantSettings {
			if v := s.get(e); v != "" {
				fmt.Fprintf(&b, "  %s %s\n", s.name, v)
			}
		}
	}
	return b.String()
}

// Parse reads a description: a line for each setting, its name and its value. Lines after "engine" are about that engine, those
// before the first about all of them; empty lines and those that begin with # say nothing. What is wrong is a
// *codec.Error with the name of the file and the line.
func Parse(data []byte, file string) (*Description, error) {
	d := &Description{Format: RoundRobin, Games: 2, Seed: 1}
	at := codec.Options{File: file}
	if len(data) > maxText {
		return nil, at.Errorf(0, "the file is larger than %d MB", maxText>>20)
	}
	all, line := Entrant{}, 0
	lines := map[string]int{} // where each setting stands
	var own []int             // the line of each entrant
	for text := range strings.Lines(string(data)) {
		line++
		name, value, _ := strings.Cut(strings.TrimSpace(text), " ")
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		if value = strings.TrimSpace(value); value == "" {
			return nil, at.Errorf(line, "%q has no value", codec.Cut(name))
		}
		if name == "engine" {
			e := all
			e.Engine = value
			d.Entrants = append(d.Entrants, e)
			if own = append(own, line); len(own) > MaxEntrants {
				return nil, at.Errorf(line, "there are more than %d engines", MaxEntrants)
			}
			continue
		}
		if err := d.set(&all, name, value); err != nil {
			return nil, &codec.Error{File: file, Line: line, Why: err}
		}
		lines[name] = line
	}
	for i := range d.Entrants {
		e := &d.Entrants[i]
		if !e.limited() {
			e.Limit.Time = DefaultTime
		}
		if err := e.check(); err != nil {
			return nil, &codec.Error{File: file, Line: own[i], Why: err}
		}
	}
	if _, setting, err := d.check(); err != nil {
		return nil, &codec.Error{File: file, Line: cmp.Or(lines[setting], lines["format"], lines["game"]), Why: err}
	}
	return d, nil
}

// set takes over a line.
func (d *Description) set(all *Entrant, name, value string) error {
	for _, s := range settings {
		if s.name == name {
			return s.set(d, value)
		}
	}
	e := all
	if n := len(d.Entrants); n > 0 {
		e = &d.Entrants[n-1]
	}
	for _, s := range entrantSettings {
		if s.name == name {
			return s.set(e, value)
		}
	}
	return msg.Errorf("there is no setting %q", codec.Cut(name))
}
