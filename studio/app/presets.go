package app

import "boardstudio/msg"

// KeyPreset is a set of keys that somebody may be used to.
type KeyPreset struct {
	Name  string
	Title msg.Key
	// Keys are those of the commands that differ from the studio's own. A command
	// that is not there keeps its own, unless another one has it now.
	Keys map[string][]string
}

// KeyPresets are the studio's own keys, and those of other programs as far as
// they have a command that does the same. Plain letters and Space, which some of them
// use, are for typed moves here.
var KeyPresets = []KeyPreset{
	{"", "Studio", nil},
	{"sabaki", "Like Sabaki", map[string][]string{
		"back": {"Up"}, "forward": {"Down"}, "previous-variation": {"Left"}, "next-variation": {"Right"},
		"previous-fork": {"<Primary>Up"}, "next-fork": {"<Primary>Down"}, "home": {"Home"}, "end": {"End"},
		"new": {"<Primary>n"}, "open": {"<Primary>o"}, "save": {"<Primary>s"}, "save-as": {"<Primary><Shift>s"},
		"info": {"<Primary>i"}, "quit": {"<Primary>q"}, "pass": {"<Primary>p"}, "continue": {"F5"},
		"undo": {"<Primary>z"}, "redo": {"<Primary><Shift>z", "<Primary>y"}, "delete": {"<Primary>Delete"},
		"setup": {"<Primary>e"}, "mark-cross": {"<Primary>2"}, "mark-triangle": {"<Primary>3"}, "mark-square": {"<Primary>4"},
		"mark-circle": {"<Primary>5"}, "mark-line": {"<Primary>6"}, "mark-arrow": {"<Primary>7"}, "mark-letter": {"<Primary>8"}, "mark-number": {"<Primary>9"},
		"bookmark": {"<Primary>b"}, "next-bookmark": {"F2"}, "previous-bookmark": {"<Shift>F2"},
		"find": {"<Primary>f"}, "find-next": {"F3"}, "find-previous": {"<Shift>F3"},
		"coordinates": {"<Primary><Shift>c"}, "comment": {"<Primary><Shift>t"}, "fullscreen": {"F11"},
		// These it has no keys for; their own are taken.
		"very-good": {"<Alt>1"}, "good": {"<Alt>2"}, "interesting": {"<Alt>3"}, "doubtful": {"<Alt>4"}, "bad": {"<Alt>5"}, "very-bad": {"<Alt>6"},
		"even": {"<Alt>7"}, "unclear": {"<Alt>8"}, "better": {"<Alt>9"}, "name": {"<Primary><Alt>t"}, "about": {"<Primary>F2"},
		"grid": {"<Primary><Alt>p"}, "copy-position": {"<Primary><Shift><Alt>c"}, "mark-erase": {"<Primary><Alt>7"}, "mark-text": {"<Primary><Alt>8"},
	}},
	{"renlib", "Like RenLib", map[string][]string{
		"back": {"Left"}, "forward": {"Right"}, "previous-variation": {"Up", "Page_Up"}, "next-variation": {"Down", "Page_Down"},
		"home": {"Home"}, "end": {"End"}, "new": {"<Primary>n"}, "open": {"<Primary>o"}, "save": {"<Primary>s"},
		"delete": {"Delete"}, "stop": {"F6"}, "help": {"F1"}, "numbers": {"<Alt>n"},
		"find": {"<Primary>f"}, "find-next": {"F3"}, "find-previous": {"<Shift>F3"}, "equal": {"<Primary>p"},
		// These it has no keys for; their own are taken.
		"previous-fork": {"<Primary>Page_Up"}, "next-fork": {"<Primary>Page_Down"}, "grid": {"<Primary><Alt>p"},
	}},
	{"piskvork", "Like Piskvork", map[string][]string{
		"again": {"F2"}, "open": {"<Primary>o"}, "save": {"<Primary>s"}, "players": {"F4"},
		"back": {"Page_Up", "Left"}, "forward": {"Page_Down", "Right"}, "home": {"Home"}, "end": {"End"},
		// These it has no keys for; their own are taken.
		"previous-fork": {"<Primary>Page_Up"}, "next-fork": {"<Primary>Page_Down"}, "about": {"<Primary>F2"},
		"next-bookmark": {"<Primary>F4"}, "previous-bookmark": {"<Primary><Shift>F4"},
	}},
}

// presetKeys returns the keys of a preset, nil when it has none.
func presetKeys(name string) map[string][]string {
	for _, p := range KeyPresets {
		if p.Name == name {
			return p.Keys
		}
	}
	return nil
}
