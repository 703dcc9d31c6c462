// Package tournaments implements the window of tournaments without a toolkit: the setup of a new
// tournament, playing it in the background, and its tables as text.
package tournaments

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/ai/level"
	"boardstudio/ai/lua"
	"boardstudio/ai/player"
	"boardstudio/clock"
	"boardstudio/rules"
	"boardstudio/store/xdg"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/settings"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
	"boardstudio/tournament"
)

// Candidate is a possible entrant.
type Candidate struct {
	Title  string
	About  string // description, or ""
	Engine string // as in tournament.Entrant
}

// Candidates returns the possible entrants for a game: the levels of the computer, the engines, the
// external engines, and the scripts of library, which may be nil.
func Candidates(engines *player.Catalog, r rules.Rules, library *scripts.Library) []Candidate {
	var list []Candidate
	for n := range level.Count {
		list = append(list, Candidate{words.Computer(n + 1), "", player.Spec(level.Name, rules.Params{"level": fmt.Sprint(n + 1)})})
	}
	for _, k := range engines.For(r) {
		if k.Name != level.Name && k.Name != lua.Kind.Name && k.Name != external {
			list = append(list, Candidate{locale.T(k.Title), locale.T(k.About), k.Name})
		}
	}
	if added, err := extern.Load(extern.File()); err == nil {
		for _, x := range added.Engines {
			list = append(list, Candidate{x.Name, locale.T("External program"), external + ":" + x.Name})
		}
	}
	list = slices.DeleteFunc(list, func(c Candidate) bool {
		e, err := engines.New(c.Engine, r)
		if err == nil {
			ai.Close(e)
		}
		return err != nil
	})
	if library != nil {
		for _, s := range library.For(r) {
			list = append(list, Candidate{locale.T("Script: %s", s.Title()), "", scripts.Kind(s.Path, nil)})
		}
	}
	return list
}

// external is the name of the engine type of external engines.
const external = "external"

// Begin describes how a tournament's games start.
type Begin struct {
	Random int    // number of random moves
	File   string // or a file with openings
	From   string // or a position
}

// Setup contains the choices for a new tournament.
type Setup struct {
	Game          settings.Choice
	Format        tournament.Format
	Games, Rounds int
	Begin         Begin
	Plies         int
	Seed          uint64
	SPRT          *tournament.SPRT
	Entrants      []tournament.Entrant // entrants without a limit use Limit
	Limit         ai.Limit
	Clock         clock.TimeControl
	Jobs          int
	Folder        string
}

// The available choices.
var (
	Limits = []Limit{
		{ai.Limit{Nodes: 1000}, "1,000 positions"},
		{ai.Limit{Nodes: 10_000}, "10,000 positions"},
		{ai.Limit{Nodes: 100_000}, "100,000 positions"},
		{ai.Limit{Nodes: 1_000_000}, "1,000,000 positions"},
		{ai.Limit{Time: 100 * time.Millisecond}, "0.1 seconds"},
		{ai.Limit{Time: 500 * time.Millisecond}, "0.5 seconds"},
		{ai.Limit{Time: time.Second}, "1 second"},
		{ai.Limit{Time: 5 * time.Second}, "5 seconds"},
		{ai.Limit{}, "Limited by the clock"},
	}
	Tests   = []*tournament.SPRT{nil, test(0, 5), test(0, 10), test(0, 20), test(0, 50), test(-10, 0)}
	Openers = []int{0, 1, 2, 3, 4, 6, 8}
)

// Limit is a choice of the limit per move.
type Limit struct {
	ai.Limit
	Title msg.Key
}

func test(elo0, elo1 float64) *tournament.SPRT {
	return &tournament.SPRT{Elo0: elo0, Elo1: elo1, Alpha: 0.05, Beta: 0.05}
}

// New returns the initial choices for a game.
func New(game settings.Choice) Setup {
	return Setup{
		Game: game, Format: tournament.RoundRobin, Games: 10, Rounds: 5, Begin: Begin{Random: 2}, Seed: 1, Limit: Limits[1].Limit,
		Jobs: max(runtime.NumCPU()-1, 1),
	}
}

// Add adds an entrant and gives it a unique name.
func (s *Setup) Add(c Candidate) {
	name := strings.TrimSpace(c.Title)
	for n := 2; slices.ContainsFunc(s.Entrants, func(e tournament.Entrant) bool { return e.Name == name }); n++ {
		name = fmt.Sprintf("%s (%d)", strings.TrimSpace(c.Title), n)
	}
	s.Entrants = append(s.Entrants, tournament.Entrant{Name: name, Engine: c.Engine})
}

// Keep removes the entrants that do not play the game.
func (s *Setup) Keep(engines *player.Catalog, r rules.Rules) {
	s.Entrants = slices.DeleteFunc(s.Entrants, func(e tournament.Entrant) bool {
		x, err := engines.New(e.Engine, r)
		if err == nil {
			ai.Close(x)
		}
		return err != nil
	})
}

// Description returns the description of the tournament.
func (s *Setup) Description(engines *player.Catalog) tournament.Description {
	d := tournament.Description{
		Game: s.Game.Preset, Params: s.Game.Changed(), Format: s.Format, Games: s.Games, Seed: s.Seed, SPRT: s.SPRT,
		Opening: s.Begin.Random, Openings: s.Begin.File, From: s.Begin.From, Plies: s.Plies, Entrants: slices.Clone(s.Entrants),
	}
	if len(d.Entrants) != 2 {
		d.SPRT = nil
	}
	if d.Format == tournament.Swiss {
		d.Rounds = s.Rounds
	}
	for i := range d.Entrants {
		e := &d.Entrants[i]
		e.Clock = s.Clock
		if e.Limit == (ai.Limit{}) {
			e.Limit = s.Limit
		}
		if e.Limit == (ai.Limit{}) && !e.Clock.Limits() {
			e.Limit.Time = tournament.DefaultTime(engines, e.Engine)
		}
	}
	return d
}

// Check returns an error if the tournament cannot be played with these choices.
func (s *Setup) Check(games rules.Catalog, engines *player.Catalog) error {
	d := s.Description(engines)
	switch _, err := d.Check(games, engines); {
	case err != nil:
		return err
	case strings.TrimSpace(s.Folder) == "":
		return msg.Errorf("the tournament needs a folder")
	}
	if _, err := os.Lstat(filepath.Join(s.Folder, tournament.DescriptionFile)); err == nil {
		return msg.Errorf("there is a tournament in %s already", s.Folder)
	}
	return nil
}

// FreeFolder returns an unused folder for a tournament of the game, in base or, if base is "", in
// the user's home folder. It returns "" if the home folder is unknown.
func FreeFolder(base string, r rules.Rules) string {
	if base == "" {
		home, err := xdg.Home()
		if err != nil {
			return ""
		}
		base = home
		if docs := filepath.Join(home, locale.T("Documents")); isFolder(docs) {
			base = docs
		}
	}
	name := strings.Map(func(c rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, c) || c < ' ' {
			return -1
		}
		return c
	}, words.Game(r))
	for n := 1; ; n++ {
		path := filepath.Join(base, locale.T("Tournament %s", name))
		if n > 1 {
			path += fmt.Sprintf(" %d", n)
		}
		if _, err := os.Lstat(path); err != nil {
			return path
		}
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// LimitTitle returns a short description of a limit.
func LimitTitle(l ai.Limit) string {
	if i := slices.IndexFunc(Limits, func(x Limit) bool { return x.Limit == l }); i >= 0 {
		return locale.T(Limits[i].Title)
	}
	var parts []string
	if l.Nodes > 0 {
		parts = append(parts, locale.T("%d positions", l.Nodes))
	}
	if l.Depth > 0 {
		parts = append(parts, locale.T("depth %d", l.Depth))
	}
	if l.Time > 0 {
		parts = append(parts, l.Time.String())
	}
	return strings.Join(parts, ", ")
}

// Title returns a description of how games start.
func (b Begin) Title() string {
	switch {
	case b.File != "":
		return locale.FileName(b.File)
	case b.From != "":
		return locale.T("The position on the board")
	case b.Random == 0:
		return locale.T("Standard start")
	}
	return locale.N("%d random move", "%d random moves", b.Random, b.Random)
}

// TestTitle returns a description of a test.
func TestTitle(s *tournament.SPRT) string {
	if s == nil {
		return locale.T("No test: all games are played")
	}
	return locale.T("Rating difference %v or %v?", s.Elo0, s.Elo1)
}

// FormatTitle returns the title of a format.
func FormatTitle(f tournament.Format) string {
	for _, x := range tournament.Formats {
		if x.Format == f {
			return locale.T(x.Title)
		}
	}
	return cmp.Or(string(f), "–")
}
