// Package settings is what the studio remembers between starts, and shares with the other studios that are open:
// a file in which each studio changes only what was changed in it. Which keys a command has is said here alone.
package settings

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"boardstudio/clock"
	"boardstudio/studio/command"
)

// Judge is an engine that thinks about positions, with so many lines.
type Judge struct {
	Engine string `json:"engine"`
	Lines  int    `json:"lines"`
}

// Booklet is how booklets are printed, as booklet.Options says it.
type Booklet struct {
	Columns    int    `json:"columns"`
	Every      int    `json:"every"`
	Variations string `json:"variations"`
	Report     bool   `json:"report"`
}

// Settings is what the studio remembers between starts.
type Settings struct {
	Version       int                `json:"version"`            // of the file
	Language      string             `json:"language,omitempty"` // "" follows the system
	Coordinates   bool               `json:"coordinates"`
	Legal         string             `json:"legal,omitempty"` // where legal moves are shown, as below
	Sounds        bool               `json:"sounds"`
	Board         string             `json:"board,omitempty"` // what boards are made of, as diagram.GroundNames
	Volume        int                `json:"volume"`          // of the sounds, percent
	Theme         string             `json:"theme"`           // one of the themes below
	MinThink      int                `json:"minThink"`        // milliseconds a computer waits at least
	ReplayDelay   int                `json:"replayDelay"`     // milliseconds
	ReplayLoop    bool               `json:"replayLoop"`
	Recent        []string           `json:"recent,omitempty"` // newest first
	Scores        map[string]int     `json:"scores,omitempty"` // points by player's name
	NewGame       Choice             `json:"newGame"`
	Width         int                `json:"width"`
	Height        int                `json:"height"`
	Maximized     bool               `json:"maximized"`
	SideWidth     int                `json:"sideWidth"`
	TreeHeight    int                `json:"treeHeight"`
	Paper         string             `json:"paper"`
	PerPage       int                `json:"perPage"`
	GridLabels    bool               `json:"gridLabels"`
	Booklet       Booklet            `json:"booklet"`
	LastFolder    string             `json:"lastFolder,omitempty"`
	CommentHeight int                `json:"commentHeight"`
	Used          []string           `json:"used,omitempty"`    // commands chosen in the palette, newest first
	Numbers       string             `json:"numbers,omitempty"` // on stones, as numbering.Mode
	KeyPreset     string             `json:"keyPreset,omitempty"`
	GuessTries    int                `json:"guessTries,omitempty"`
	Tabs          []Tab              `json:"tabs,omitempty"` // that were open last
	RestoreTabs   bool               `json:"restoreTabs"`    // they are opened at the next start
	Closed        []Tab              `json:"closed,omitempty"`
	AskUnsaved    bool               `json:"askUnsaved"`           // before what is not saved is closed
	Versions      int                `json:"versions"`             // kept of each file
	Lies          map[string]Lie     `json:"lies,omitempty"`       // how the boards of a game lie, by its name
	OneBelow      bool               `json:"oneBelow,omitempty"`   // boards are shown with row 1 at the bottom
	TreeAcross    bool               `json:"treeAcross,omitempty"` // the tree grows from left to right
	StripHeight   int                `json:"stripHeight"`          // of the tree then
	MainOnly      bool               `json:"mainOnly,omitempty"`   // the list of moves has the main line, without variations
	HideTree      bool               `json:"hideTree,omitempty"`
	HideMoves     bool               `json:"hideMoves,omitempty"`
	HideComment   bool               `json:"hideComment,omitempty"`
	PictureFormat string             `json:"pictureFormat,omitempty"`
	PictureScale  int                `json:"pictureScale"`
	PictureLabels bool               `json:"pictureLabels"` // pictures have coordinates
	PicturePrint  bool               `json:"picturePrint,omitempty"`
	Judges        map[string][]Judge `json:"judges,omitempty"` // the engines that think about positions, by game
	ShowEngines   bool               `json:"showEngines,omitempty"`
	ShowValues    bool               `json:"showValues,omitempty"` // of moves, on the board
	ShowBar       bool               `json:"showBar,omitempty"`
	ShowGraph     bool               `json:"showGraph,omitempty"`
	EngineHeight  int                `json:"engineHeight"`
	ScoreOfMover  bool               `json:"scoreOfMover,omitempty"` // scores are written for the player to move, not for the first
	Motion        bool               `json:"motion"`                 // pieces move, unless the desktop asks for less
	Zoom          int                `json:"zoom,omitempty"`         // of the board in percent of what fits, 0 for 100
	// Teacher has the studio say after a move that there was a better one, if it cost TeacherAmount tenths of a point at least.
	Teacher       bool `json:"teacher,omitempty"`
	TeacherAmount int  `json:"teacherAmount"`
	// ConfirmResign has a resignation asked for once more.
	ConfirmResign bool `json:"confirmResign"`
	// Overlays are the names of the overlays that are shown in the games that have them.
	Overlays []string `json:"overlays,omitempty"`
	// Keys are the keys of commands that the person changed, in GTK's notation.
	Keys map[string][]string `json:"keys,omitempty"`
	// Lessons are the lessons that were finished, by name.
	Lessons map[string]bool `json:"lessons,omitempty"`
	// Tournament is the folder of the tournament that was open last.
	Tournament string `json:"tournament,omitempty"`

	path   string
	base   tree                     // as they were when they were read or written last
	keymap *[command.Count][]string // the keys of each command, nil when they must be found anew
}

// The themes.
const (
	ThemeSystem   = "system"
	ThemeLight    = "light"
	ThemeDark     = "dark"
	ThemeContrast = "contrast"
)

// Lie is how a board lies: see rules.Orientation.
type Lie struct {
	Turn   int  `json:"turn,omitempty"`
	Mirror bool `json:"mirror,omitempty"`
}

// Tab is a document that was open.
type Tab struct {
	Path    string    `json:"path,omitempty"`    // "" for one without a file
	Journal string    `json:"journal,omitempty"` // in the journal.Store, where it was closed without saving it
	Title   string    `json:"title"`
	Node    []int32   `json:"node,omitempty"` // the steps from the start to the current node
	Window  int       `json:"window,omitempty"`
	Front   bool      `json:"front,omitempty"` // the one in front of its window
	Closed  time.Time `json:"closed,omitzero"`
}

// maxTabs is how many closed documents are remembered, tabTime how long.
const (
	maxTabs = 50
	tabTime = 30 * 24 * time.Hour
)

// PutClosed remembers a document that was closed. One of the same file takes its place.
func (st *Settings) PutClosed(t Tab, now time.Time) {
	t.Closed = now
	list := slices.DeleteFunc(slices.Clone(st.Closed), func(o Tab) bool {
		return now.Sub(o.Closed) > tabTime || t.Path != "" && o.Path == t.Path && o.Journal == ""
	})
	list = slices.Insert(list, 0, t)
	st.Closed = list[:min(len(list), maxTabs)]
}

// TakeClosed takes the i-th of the closed documents off the list.
func (st *Settings) TakeClosed(i int) Tab {
	t := st.Closed[i]
	st.Closed = slices.Delete(slices.Clone(st.Closed), i, i+1)
	return t
}

// Choice is what the person chose in the new game dialog.
type Choice struct {
	Game   string                       `json:"game"`
	Preset string                       `json:"preset"`
	Over   map[string]map[string]string `json:"over,omitempty"` // changed parameters by preset
	// Players are as the dialog lists them; all that were ever filled in are kept.
	Players []Player `json:"players,omitempty"`
	First   int      `json:"first"` // index into Players, or RandomFirst
	// Clock is how much time the players have.
	Clock clock.TimeControl `json:"clock,omitzero"`
	// Advice is the specification of the engine that advises the persons, "" for none.
	Advice string `json:"advice,omitempty"`
	// Past is how the other games were begun last, by preset as in Over.
	Past map[string]Seating `json:"past,omitempty"`
}

// Seating is who plays a game.
type Seating struct {
	Players []Player          `json:"players,omitempty"`
	First   int               `json:"first"`
	Clock   clock.TimeControl `json:"clock,omitzero"`
	Advice  string            `json:"advice,omitempty"`
}

// Player is a model.Player as it was filled in.
type Player struct {
	Name, Kind    string
	Level         int
	Symbol, Color string
	Score         int
}

// key is where Over has what was changed of the preset.
func (c Choice) key() string { return c.Game + "/" + c.Preset }

// Pick returns the choice with another preset, and what was chosen with that the last time; else the
// players stay.
func (c Choice) Pick(game, preset string) Choice {
	past := maps.Clone(c.Past)
	if past == nil {
		past = map[string]Seating{}
	}
	past[c.key()] = Seating{c.Players, c.First, c.Clock, c.Advice}
	c.Game, c.Preset, c.Past = game, preset, past
	c.Advice = "" // which may not play this game
	if s, ok := past[c.key()]; ok {
		c.Players, c.First, c.Clock, c.Advice = s.Players, s.First, s.Clock, s.Advice
	}
	return c
}

// Changed returns the parameters that differ from the preset's, to be read only.
func (c Choice) Changed() map[string]string { return c.Over[c.key()] }

// With returns the choice with one parameter changed.
func (c Choice) With(name, value string) Choice {
	p := maps.Clone(c.Changed())
	if p == nil {
		p = map[string]string{}
	}
	p[name] = value
	c = c.Plain()
	c.Over[c.key()] = p
	return c
}

// Plain returns the choice with all parameters as the preset has them.
func (c Choice) Plain() Choice {
	over := maps.Clone(c.Over)
	if over == nil {
		over = map[string]map[string]string{}
	}
	delete(over, c.key())
	c.Over = over
	return c
}

// RandomFirst has the first player drawn.
const RandomFirst = -1

// fileVersion is that of the files this studio writes. Fields are added without a new version; it grows where a
// studio that does not know of a change would do harm.
const fileVersion = 1

// maxSize is the size from which a file is not one of settings.
const maxSize = 16 << 20

// maxRecent is how many files the menu offers again.
const maxRecent = 10

// Where legal moves are shown.
const (
	LegalByGame = "" // as the game says
	LegalAlways = "on"
	LegalNever  = "off"
)

// ShowsLegal reports whether legal moves are shown in a game that shows them of itself, or does not.
func (st *Settings) ShowsLegal(byGame bool) bool {
	return st.Legal == LegalAlways || st.Legal == LegalByGame && byGame
}

// ToggleLegal shows or hides legal moves in such a game, and leaves it to the games where that does it.
func (st *Settings) ToggleLegal(byGame bool) {
	switch show := !st.ShowsLegal(byGame); {
	case show == byGame:
		st.Legal = LegalByGame
	case show:
		st.Legal = LegalAlways
	default:
		st.Legal = LegalNever
	}
}

// ShowsOverlay reports whether an overlay is shown.
func (st *Settings) ShowsOverlay(name string) bool { return slices.Contains(st.Overlays, name) }

// ToggleOverlay shows or hides an overlay.
func (st *Settings) ToggleOverlay(name string) {
	if st.ShowsOverlay(name) {
		st.Overlays = slices.DeleteFunc(slices.Clone(st.Overlays), func(x string) bool { return x == name })
		return
	}
	st.Overlays = append(slices.Clip(st.Overlays), name)
}

// Defaults returns the settings of a first start.
func Defaults() *Settings {
	return &Settings{
		Version:     fileVersion,
		Coordinates: true, Sounds: true, MinThink: 500, ReplayDelay: 1000,
		Width: 1180, Height: 760, SideWidth: 420, TreeHeight: 260, StripHeight: 190, EngineHeight: 150, Motion: true, PictureScale: 2, PictureLabels: true, CommentHeight: 220,
		Paper: "a4", PerPage: 1, GridLabels: true, Booklet: Booklet{Every: 20, Variations: "indented"}, RestoreTabs: true,
		Volume: 100, Theme: ThemeSystem, AskUnsaved: true, ConfirmResign: true, Versions: 10, TeacherAmount: 30,
		NewGame: Choice{Game: "line", Preset: "tictactoe"},
	}
}

// File returns where the settings are kept.
func File() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "boardstudio", "settings.json")
}

// Visit puts path at the head of the recent files.
func (st *Settings) Visit(path string) {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	st.Recent = newest(st.Recent, path, maxRecent)
	st.LastFolder = filepath.Dir(path)
}

// newest returns list with s in front of it, where it was not yet, and at most so many entries.
func newest(list []string, s string, most int) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(o string) bool { return o == s })
	list = slices.Insert(list, 0, s)
	return list[:min(len(list), most)]
}

// Forget takes path off the recent files.
func (st *Settings) Forget(path string) {
	st.Recent = slices.DeleteFunc(st.Recent, func(p string) bool { return p == path })
}

// PutJudges remembers which engines think about positions of a game.
func (st *Settings) PutJudges(game string, list []Judge) {
	all := maps.Clone(st.Judges)
	if all == nil {
		all = map[string][]Judge{}
	}
	all[game] = list
	st.Judges = all
}
