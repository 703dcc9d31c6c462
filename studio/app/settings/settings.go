// Package settings implements the settings of Studio. All running instances share them in a file.
// Each instance changes only the settings that were changed in it. The package also determines the
// keys of commands.
package settings

import (
	"maps"
	"path/filepath"
	"slices"
	"time"

	"boardstudio/clock"
	"boardstudio/store/xdg"
	"boardstudio/studio/app/command"
)

// AnalysisEngine is an engine that analyses positions, with a number of lines.
type AnalysisEngine struct {
	Engine string `json:"engine"`
	Lines  int    `json:"lines"`
}

// Booklet are the options for printing booklets: see booklet.Options.
type Booklet struct {
	Columns    int    `json:"columns"`
	Every      int    `json:"every"`
	Variations string `json:"variations"`
	Report     bool   `json:"report"`
}

// Settings are the settings stored between sessions.
type Settings struct {
	Version         int                         `json:"version"`            // version of the file format
	Language        string                      `json:"language,omitempty"` // "" follows the system
	Coordinates     bool                        `json:"coordinates"`
	Legal           string                      `json:"legal,omitempty"` // when to show legal moves: see below
	Sounds          bool                        `json:"sounds"`
	Board           string                      `json:"board,omitempty"` // material of the board: see diagram.GroundNames
	Volume          int                         `json:"volume"`          // volume of the sounds, in percent
	Theme           string                      `json:"theme"`           // one of the themes below
	MinThink        int                         `json:"minThink"`        // minimum time of a computer move, in milliseconds
	ReplayDelay     int                         `json:"replayDelay"`     // in milliseconds
	ReplayLoop      bool                        `json:"replayLoop"`
	Recent          []string                    `json:"recent,omitempty"` // newest first
	NewGame         Choice                      `json:"newGame"`
	Width           int                         `json:"width"`
	Height          int                         `json:"height"`
	Maximized       bool                        `json:"maximized"`
	SideWidth       int                         `json:"sideWidth"`
	TreeHeight      int                         `json:"treeHeight"`
	Paper           string                      `json:"paper"`
	PerPage         int                         `json:"perPage"`
	GridLabels      bool                        `json:"gridLabels"`
	Booklet         Booklet                     `json:"booklet"`
	LastFolder      string                      `json:"lastFolder,omitempty"`
	CommentHeight   int                         `json:"commentHeight"`
	Used            []string                    `json:"used,omitempty"`    // commands chosen in the palette, newest first
	Numbers         string                      `json:"numbers,omitempty"` // on stones: see numbering.Mode
	KeyPreset       string                      `json:"keyPreset,omitempty"`
	GuessTries      int                         `json:"guessTries,omitempty"`
	Tabs            []Tab                       `json:"tabs,omitempty"` // open tabs of the last session
	RestoreTabs     bool                        `json:"restoreTabs"`    // open the tabs again at the next start
	Closed          []Tab                       `json:"closed,omitempty"`
	AskUnsaved      bool                        `json:"askUnsaved"`           // before unsaved work is closed
	Versions        int                         `json:"versions"`             // old versions kept of each file
	Orientations    map[string]Orientation      `json:"lies,omitempty"`       // orientation of boards, by game
	OneBelow        bool                        `json:"oneBelow,omitempty"`   // show boards with row 1 at the bottom
	TreeAcross      bool                        `json:"treeAcross,omitempty"` // draw the tree from left to right
	StripHeight     int                         `json:"stripHeight"`          // height of the tree drawn from left to right
	MainOnly        bool                        `json:"mainOnly,omitempty"`   // list only the moves of the main line
	HideTree        bool                        `json:"hideTree,omitempty"`
	HideMoves       bool                        `json:"hideMoves,omitempty"`
	HideComment     bool                        `json:"hideComment,omitempty"`
	PictureFormat   string                      `json:"pictureFormat,omitempty"`
	PictureScale    int                         `json:"pictureScale"`
	PictureLabels   bool                        `json:"pictureLabels"` // pictures have coordinates
	PicturePrint    bool                        `json:"picturePrint,omitempty"`
	AnalysisEngines map[string][]AnalysisEngine `json:"judges,omitempty"` // engines that analyse positions, by game
	ShowEngines     bool                        `json:"showEngines,omitempty"`
	ShowValues      bool                        `json:"showValues,omitempty"` // show the values of moves on the board
	ShowBar         bool                        `json:"showBar,omitempty"`
	ShowGraph       bool                        `json:"showGraph,omitempty"`
	EngineHeight    int                         `json:"engineHeight"`
	ScoreOfMover    bool                        `json:"scoreOfMover,omitempty"` // show scores for the side to move
	Motion          bool                        `json:"motion"`                 // animate moves, unless the desktop disables it
	Zoom            int                         `json:"zoom,omitempty"`         // zoom of the board in percent; 0 means 100
	// Teacher shows a message after a move if there was a better one that would have gained at
	// least TeacherAmount tenths of a point.
	Teacher       bool `json:"teacher,omitempty"`
	TeacherAmount int  `json:"teacherAmount"`
	// ConfirmResign asks for confirmation of a resignation.
	ConfirmResign bool `json:"confirmResign"`
	// Overlays are the names of the overlays to show in games that have them.
	Overlays []string `json:"overlays,omitempty"`
	// Keys are the keys of commands changed by the user, in the notation of GTK.
	Keys map[string][]string `json:"keys,omitempty"`
	// Lessons are the names of finished lessons.
	Lessons map[string]bool `json:"lessons,omitempty"`
	// Tournament is the folder of the tournament opened last.
	Tournament string `json:"tournament,omitempty"`

	path   string
	base   tree                     // as of the last read or write
	keymap *[command.Count][]string // the keys of each command; nil if not computed
}

// The themes.
const (
	ThemeSystem   = "system"
	ThemeLight    = "light"
	ThemeDark     = "dark"
	ThemeContrast = "contrast"
)

// Orientation is the orientation of a board: see rules.Orientation.
type Orientation struct {
	Turn   int  `json:"turn,omitempty"`
	Mirror bool `json:"mirror,omitempty"`
}

// Tab is a document in a tab.
type Tab struct {
	Path    string    `json:"path,omitempty"`    // "" for a document without a file
	Journal string    `json:"journal,omitempty"` // in the journal.Store, if it was closed without saving
	Title   string    `json:"title"`
	Node    []int32   `json:"node,omitempty"` // path from the root to the current node
	Window  int       `json:"window,omitempty"`
	Front   bool      `json:"front,omitempty"` // selected tab of its window
	Closed  time.Time `json:"closed,omitzero"`
}

// maxTabs is the number of closed documents stored. tabTime is the time they are stored.
const (
	maxTabs = 50
	tabTime = 30 * 24 * time.Hour
)

// PutClosed stores a closed document. It replaces an entry with the same file.
func (st *Settings) PutClosed(t Tab, now time.Time) {
	t.Closed = now
	list := slices.DeleteFunc(slices.Clone(st.Closed), func(o Tab) bool {
		return now.Sub(o.Closed) > tabTime || t.Path != "" && o.Path == t.Path && o.Journal == ""
	})
	list = slices.Insert(list, 0, t)
	st.Closed = list[:min(len(list), maxTabs)]
}

// TakeClosed removes the i-th closed document from the list and returns it.
func (st *Settings) TakeClosed(i int) Tab {
	t := st.Closed[i]
	st.Closed = slices.Delete(slices.Clone(st.Closed), i, i+1)
	return t
}

// Choice contains the choices in the new-game dialog.
type Choice struct {
	Game   string                       `json:"game"`
	Preset string                       `json:"preset"`
	Over   map[string]map[string]string `json:"over,omitempty"` // changed parameters, by preset
	// Players are the players as listed in the dialog, including entries that the current game does
	// not use.
	Players []Player `json:"players,omitempty"`
	First   int      `json:"first"` // index into Players, or RandomFirst
	// Clock is the time control.
	Clock clock.TimeControl `json:"clock,omitzero"`
	// Advice is the specification of the engine that advises humans, or "".
	Advice string `json:"advice,omitempty"`
	// Past are the players and settings last used with other presets, by preset as in Over.
	Past map[string]Seating `json:"past,omitempty"`
}

// Seating contains the players of a game and the settings that belong to them.
type Seating struct {
	Players []Player          `json:"players,omitempty"`
	First   int               `json:"first"`
	Clock   clock.TimeControl `json:"clock,omitzero"`
	Advice  string            `json:"advice,omitempty"`
}

// Player is a model.Player as entered in the dialog.
type Player struct {
	Name, Kind    string
	Level         int
	Symbol, Color string
	Score         int
}

// key returns the key of the preset in Over.
func (c Choice) key() string { return c.Game + "/" + c.Preset }

// Pick returns the choice with another preset and the settings last used with it. If the preset was
// never used, the players are kept. The names of players of the same kind are always kept, because
// the user may have typed them before trying the preset.
func (c Choice) Pick(game, preset string) Choice {
	past := maps.Clone(c.Past)
	if past == nil {
		past = map[string]Seating{}
	}
	past[c.key()] = Seating{c.Players, c.First, c.Clock, c.Advice}
	c.Game, c.Preset, c.Past = game, preset, past
	c.Advice = "" // the adviser may not play this game
	if s, ok := past[c.key()]; ok {
		now := c.Players
		c.Players, c.First, c.Clock, c.Advice = slices.Clone(s.Players), s.First, s.Clock, s.Advice
		for i := range min(len(now), len(c.Players)) {
			if now[i].Kind == c.Players[i].Kind && now[i].Name != "" {
				c.Players[i].Name = now[i].Name
			}
		}
	}
	return c
}

// Changed returns the parameters that differ from the preset. The caller must not change them.
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

// Plain returns the choice with the parameters of the preset.
func (c Choice) Plain() Choice {
	over := maps.Clone(c.Over)
	if over == nil {
		over = map[string]map[string]string{}
	}
	delete(over, c.key())
	c.Over = over
	return c
}

// RandomFirst means that the first player is chosen at random.
const RandomFirst = -1

// fileVersion is the version of the file format. Adding a field does not change it. It increases
// only if older versions of Studio would do harm.
const fileVersion = 1

// maxSize is the maximum size of a settings file, in bytes.
const maxSize = 16 << 20

// maxRecent is the number of recent files in the menu.
const maxRecent = 10

// When to show legal moves.
const (
	LegalByGame = "" // as the game prefers
	LegalAlways = "on"
	LegalNever  = "off"
)

// ShowsLegal reports whether to show legal moves in a game. byGame is the preference of the game.
func (st *Settings) ShowsLegal(byGame bool) bool {
	return st.Legal == LegalAlways || st.Legal == LegalByGame && byGame
}

// ToggleLegal shows or hides legal moves in a game. If that is the preference of the game, it
// stores LegalByGame.
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

// Defaults returns the default settings.
func Defaults() *Settings {
	return &Settings{
		Version:     fileVersion,
		Coordinates: true, Sounds: true, MinThink: 500, ReplayDelay: 1000,
		Width: 1180, Height: 760, SideWidth: 420, TreeHeight: 260, StripHeight: 190, EngineHeight: 150, Motion: true, PictureScale: 2, PictureLabels: true, CommentHeight: 220,
		Paper: "a4", PerPage: 1, GridLabels: true, Booklet: Booklet{Every: 20, Variations: "indented"}, RestoreTabs: true,
		Volume: 100, Theme: ThemeSystem, AskUnsaved: true, ConfirmResign: true, Versions: 10, TeacherAmount: 30,
		NewGame: Choice{Game: "line", Preset: "tictactoe", First: RandomFirst},
	}
}

// File returns the path of the settings file, or "" if the home folder is unknown.
func File() string {
	path, _ := xdg.Config("settings.json")
	return path
}

// Visit moves path to the front of the recent files.
func (st *Settings) Visit(path string) {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	st.Recent = newest(st.Recent, path, maxRecent)
	st.LastFolder = filepath.Dir(path)
}

// newest returns list with s moved or inserted at the front, limited to most entries.
func newest(list []string, s string, most int) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(o string) bool { return o == s })
	list = slices.Insert(list, 0, s)
	return list[:min(len(list), most)]
}

// Forget removes path from the recent files.
func (st *Settings) Forget(path string) {
	st.Recent = slices.DeleteFunc(st.Recent, func(p string) bool { return p == path })
}

// PutAnalysisEngines stores the engines that analyse positions of a game.
func (st *Settings) PutAnalysisEngines(game string, list []AnalysisEngine) {
	all := maps.Clone(st.AnalysisEngines)
	if all == nil {
		all = map[string][]AnalysisEngine{}
	}
	all[game] = list
	st.AnalysisEngines = all
}
