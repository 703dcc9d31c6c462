// Package tournament runs tournaments between engines: it schedules the encounters, chooses
// openings, stops when a test has decided, and computes ratings.
//
// A tournament can be stored in a folder, with its description and its results. Such a tournament
// can be interrupted at any time and resumed later.
//
// If all engines are limited by nodes or depth, games and tables depend only on the description.
// They depend neither on the number of parallel games nor on interruptions.
package tournament

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/clock"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Format selects the pairing system. Its values are written to files.
type Format string

// Tournament formats. Each encounter has one entrant for each seat of the game.
const (
	RoundRobin Format = "round-robin" // each entrant meets all the others
	Gauntlet   Format = "gauntlet"    // the first entrant meets all the others
	Swiss      Format = "swiss"       // in each round, entrants meet others with similar points
	KnockOut   Format = "knock-out"   // the winner of an encounter advances to the next round
)

// Formats lists the formats and their titles in menu order.
var Formats = []struct {
	Format
	Title msg.Key
}{
	{RoundRobin, "Round robin"},
	{Gauntlet, "Gauntlet"},
	{Swiss, "Swiss system"},
	{KnockOut, "Knock-out"},
}

// defaultTime is the time for a move if no limit is set and the engine type has no default.
const defaultTime = 100 * time.Millisecond

// DefaultTime returns the time for a move of the given engine if no limit is set.
func DefaultTime(engines *player.Catalog, engine string) time.Duration {
	return engines.TimeOf(engine, defaultTime)
}

// Limits of descriptions.
const (
	MaxEntrants   = 200
	MaxGames      = 1_000_000_000 // games in an encounter
	MaxEncounters = 10_000        // encounters in a round robin or gauntlet
	maxText       = 1 << 20       // size of a description in bytes
)

// An Entrant is an engine that takes part in a tournament.
type Entrant struct {
	Name   string // name in tables; "" for Engine
	Engine string // engine specification for player.Catalog.New
	Limit  ai.Limit
	Clock  clock.TimeControl
}

// Description contains the game, the entrants and the settings of a tournament.
type Description struct {
	Game   string // name of a preset or a family
	Params rules.Params
	Format Format
	Games  int    // games in each encounter
	Rounds int    // rounds of a Swiss tournament
	From   string // starting position, or "" for the usual one
	// Openings is the path of a file of openings, or "". A relative path is relative to the folder
	// of the tournament.
	Openings string
	Opening  int // number of random opening plies, used without a file
	Plies    int // plies after which a game is scored as a draw, or 0 for no limit
	Seed     uint64
	SPRT     *SPRT // stopping rule, or nil to play all games
	Entrants []Entrant
}

// Check returns the rules of the game, which must be one of games. It returns an error if the description is invalid or an
// engine is not one of engines.
func (d *Description) Check(games rules.Catalog, engines *player.Catalog) (rules.Rules, error) {
	r, _, err := d.check(games, engines)
	return r, err
}

// check is like Check, but also returns the name of the invalid setting, or "" if no single setting
// is wrong.
func (d *Description) check(games rules.Catalog, engines *player.Catalog) (r rules.Rules, setting string, err error) {
	if _, _, ok := games.Find(d.Game); !ok {
		return nil, "game", msg.Errorf("unknown game %q", d.Game)
	}
	if r, err = games.Build(d.Game, d.Params); err != nil {
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
		return nil, "games", msg.Errorf("the number of games must be from 1 to %d, not %d", MaxGames, d.Games)
	case d.Format == Swiss && (d.Rounds < 1 || d.Rounds > MaxEncounters):
		return nil, "rounds", msg.Errorf("the number of rounds must be from 1 to %d, not %d", MaxEncounters, d.Rounds)
	case d.Opening < 0 || d.Plies < 0:
		return nil, "", msg.Errorf("a limit cannot be negative")
	case len(d.Entrants) < seats:
		return nil, "", msg.Errorf("the game has %d seats, but there are %d engines", seats, len(d.Entrants))
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
		if err := d.Entrants[i].check(engines); err != nil {
			return nil, "", err
		}
	}
	return r, "", nil
}

// encounters counts the encounters of a round robin or gauntlet. It stops just above MaxEncounters.
func (d *Description) encounters(seats int) int {
	n := 0
	if d.Format == RoundRobin || d.Format == Gauntlet {
		for range d.allEncounters(seats) {
			if n++; n > MaxEncounters {
				break
			}
		}
	}
	return n
}

func (e *Entrant) check(engines *player.Catalog) error {
	switch {
	case e.Engine == model.Human:
		return msg.Errorf("human players cannot play in a tournament of engines")
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
	if _, _, err := engines.Parse(e.Engine); err != nil {
		return err
	}
	return e.Clock.Check()
}

// limited reports whether the entrant has a limit or a clock.
func (e *Entrant) limited() bool { return e.Limit != ai.Limit{} || e.Clock.Limits() }

// Title returns the name of the entrant in tables.
func (e *Entrant) Title() string { return cmp.Or(e.Name, e.Engine) }

// A setting is one kind of line in a description.
type setting struct {
	name string
	set  func(d *Description, value string) error
	// get returns the values to write, one for each line, or an empty slice to omit the setting.
	get func(d *Description) []string
}

// settings lists the settings of a tournament in the order of writing.
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

// entrantSettings lists the settings of engines. A line applies to the engine above it, or to all
// engines if it is above the first.
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
		return 0, msg.Errorf("%q is not a number in the allowed range", codec.Cut(v))
	}
	return n, nil
}

func count(v string) (int, error) {
	n, err := whole(v)
	if err == nil && n > math.MaxInt32 {
		err = msg.Errorf("%q is not a number in the allowed range", codec.Cut(v))
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

// String returns the description in the format of Parse.
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

// Parse reads a description. Each line has the name and the value of a setting. Lines below an
// "engine" line apply to that engine, lines above the first one to all engines. Empty lines and
// lines that start with # are ignored. Errors are of type *codec.Error and contain the file name
// and the line.
func Parse(games rules.Catalog, engines *player.Catalog, data []byte, file string) (*Description, error) {
	d := &Description{Format: RoundRobin, Games: 2, Seed: 1}
	at := codec.Options{File: file}
	if len(data) > maxText {
		return nil, at.Errorf(0, "the file is larger than %d MB", maxText>>20)
	}
	all, line := Entrant{}, 0
	lines := map[string]int{} // line number of each setting
	var engineLines []int     // line number of each entrant
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
			if engineLines = append(engineLines, line); len(engineLines) > MaxEntrants {
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
			e.Limit.Time = DefaultTime(engines, e.Engine)
		}
		if err := e.check(engines); err != nil {
			return nil, &codec.Error{File: file, Line: engineLines[i], Why: err}
		}
	}
	if _, setting, err := d.check(games, engines); err != nil {
		return nil, &codec.Error{File: file, Line: cmp.Or(lines[setting], lines["format"], lines["game"]), Why: err}
	}
	return d, nil
}

// set applies a setting. If no engine was named before, entrant settings are stored in all.
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
