package settings

import (
	"boardstudio/studio/app/command"
	"boardstudio/text/msg"
)

// KeyPreset is a set of keys that some users know from other programs.
type KeyPreset struct {
	Name  string
	Title msg.Key
	// Keys are the keys that differ from the defaults, separated by spaces. Other commands keep
	// their defaults, unless another command has these keys now.
	Keys map[command.ID]string
}

// KeyPresets are the default keys, and the keys that other programs use for equivalent commands.
// Single letters and Space are not included, because they type moves here.
var KeyPresets = []KeyPreset{
	{"", "Studio", nil},
	{"sabaki", "Like Sabaki", map[command.ID]string{
		command.Back: "Up", command.Forward: "Down", command.PreviousVariation: "Left", command.NextVariation: "Right",
		command.PreviousFork: "<Primary>Up", command.NextFork: "<Primary>Down", command.Home: "Home", command.End: "End",
		command.New: "<Primary>n", command.Open: "<Primary>o", command.Save: "<Primary>s", command.SaveAs: "<Primary><Shift>s",
		command.Info: "<Primary>i", command.Quit: "<Primary>q", command.Pass: "<Primary>p", command.Continue: "F5",
		command.Undo: "<Primary>z", command.Redo: "<Primary><Shift>z <Primary>y", command.Delete: "<Primary>Delete",
		command.Setup: "<Primary>e", command.MarkCross: "<Primary>2", command.MarkTriangle: "<Primary>3", command.MarkSquare: "<Primary>4",
		command.MarkCircle: "<Primary>5", command.MarkLine: "<Primary>6", command.MarkArrow: "<Primary>7", command.MarkLetter: "<Primary>8", command.MarkNumber: "<Primary>9",
		command.Bookmark: "<Primary>b", command.NextBookmark: "F2", command.PreviousBookmark: "<Shift>F2",
		command.Find: "<Primary>f", command.FindNext: "F3", command.FindPrevious: "<Shift>F3",
		command.Coordinates: "<Primary><Shift>c", command.Comment: "<Primary><Shift>t", command.Fullscreen: "F11",
		// These commands have no keys in Sabaki, and their default keys are taken.
		command.VeryGood: "<Alt>1", command.Good: "<Alt>2", command.Interesting: "<Alt>3", command.Doubtful: "<Alt>4", command.Bad: "<Alt>5", command.VeryBad: "<Alt>6",
		command.Even: "<Alt>7", command.Unclear: "<Alt>8", command.Better: "<Alt>9", command.Name: "<Primary><Alt>t", command.About: "<Primary>F2",
		command.Grid: "<Primary><Alt>p", command.CopyPosition: "<Primary><Shift><Alt>c", command.MarkErase: "<Primary><Alt>7", command.MarkText: "<Primary><Alt>8",
	}},
	{"renlib", "Like RenLib", map[command.ID]string{
		command.Back: "Left", command.Forward: "Right", command.PreviousVariation: "Up Page_Up", command.NextVariation: "Down Page_Down",
		command.Home: "Home", command.End: "End", command.New: "<Primary>n", command.Open: "<Primary>o", command.Save: "<Primary>s",
		command.Delete: "Delete", command.Stop: "F6", command.Help: "F1", command.Numbers: "<Alt>n",
		command.Find: "<Primary>f", command.FindNext: "F3", command.FindPrevious: "<Shift>F3", command.Equal: "<Primary>p",
		// These commands have no keys in RenLib, and their default keys are taken.
		command.PreviousFork: "<Primary>Page_Up", command.NextFork: "<Primary>Page_Down", command.Grid: "<Primary><Alt>p",
	}},
	{"piskvork", "Like Piskvork", map[command.ID]string{
		command.Again: "F2", command.Open: "<Primary>o", command.Save: "<Primary>s", command.Players: "F4",
		command.Back: "Page_Up Left", command.Forward: "Page_Down Right", command.Home: "Home", command.End: "End",
		// These commands have no keys in Piskvork, and their default keys are taken.
		command.PreviousFork: "<Primary>Page_Up", command.NextFork: "<Primary>Page_Down", command.About: "<Primary>F2",
		command.NextBookmark: "<Primary>F4", command.PreviousBookmark: "<Primary><Shift>F4",
	}},
}

// presetKeys returns the keys of a preset, or nil if the preset is unknown or has no keys.
func presetKeys(name string) map[command.ID]string {
	for _, p := range KeyPresets {
		if p.Name == name {
			return p.Keys
		}
	}
	return nil
}
