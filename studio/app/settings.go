package app

import (
	"os"
	"path/filepath"
	"slices"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/numbering"
)

// Settings is what the studio remembers between starts.
type Settings struct {
	Language      string         `json:"language,omitempty"` // "" follows the system
	Coordinates   bool           `json:"coordinates"`
	ShowLegal     bool           `json:"showLegal"`
	Sounds        bool           `json:"sounds"`
	Dark          bool           `json:"dark"`
	MinThink      int            `json:"minThink"`    // milliseconds a computer waits at least
	ReplayDelay   int            `json:"replayDelay"` // milliseconds
	ReplayLoop    bool           `json:"replayLoop"`
	Recent        []string       `json:"recent,omitempty"` // newest first
	Scores        map[string]int `json:"scores,omitempty"` // points by player's name
	NewGame       Choice         `json:"newGame"`
	Width         int            `json:"width"`
	Height        int            `json:"height"`
	Maximized     bool           `json:"maximized"`
	SideWidth     int            `json:"sideWidth"`
	TreeHeight    int            `json:"treeHeight"`
	Paper         string         `json:"paper"`
	PerPage       int            `json:"perPage"`
	GridLabels    bool           `json:"gridLabels"`
	LastFolder    string         `json:"lastFolder,omitempty"`
	CommentHeight int            `json:"commentHeight"`
	Used          []string       `json:"used,omitempty"`    // commands chosen in the palette, newest first
	Numbers       numbering.Mode `json:"numbers,omitempty"` // on stones
	KeyPreset     string         `json:"keyPreset,omitempty"`
	GuessTries    int            `json:"guessTries,omitempty"`
	// Keys are the keys of commands that the person changed, in GTK's notation.
	Keys map[string][]string `json:"keys,omitempty"`

	path   string
	base   settingsTree        // as they were when they were read or written last
	keymap map[string][]string // the keys of each command, nil when they must be found anew
}

// Choice is what the person chose in the new game dialog.
type Choice struct {
	Game   string                  `json:"game"`
	Preset string                  `json:"preset"`
	Over   map[string]rules.Params `json:"over,omitempty"` // changed parameters by preset
	// Players are as the dialog lists them; all that were ever filled in are kept.
	Players []model.Player `json:"players,omitempty"`
	First   int            `json:"first"` // index into Players, or RandomFirst
}

// RandomFirst has the first player drawn.
const RandomFirst = -1

// maxSettings is the size from which a file is not one of settings.
const maxSettings = 16 << 20

// maxRecent is how many files the menu offers again.
const maxRecent = 10

// Defaults returns the settings of a first start.
func Defaults() *Settings {
	return &Settings{
		Coordinates: true, ShowLegal: false, Sounds: true, MinThink: 500, ReplayDelay: 1000,
		Width: 1180, Height: 760, SideWidth: 380, TreeHeight: 260, CommentHeight: 220,
		Paper: "a4", PerPage: 1, GridLabels: true,
		NewGame: Choice{Game: "line", Preset: "tictactoe"},
	}
}

// ConfigFile returns where the settings are kept.
func ConfigFile() string {
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
	st.Recent = slices.DeleteFunc(st.Recent, func(p string) bool { return p == path })
	st.Recent = slices.Insert(st.Recent, 0, path)
	st.Recent = st.Recent[:min(len(st.Recent), maxRecent)]
	st.LastFolder = filepath.Dir(path)
}

// Forget takes path off the recent files.
func (st *Settings) Forget(path string) {
	st.Recent = slices.DeleteFunc(st.Recent, func(p string) bool { return p == path })
}
