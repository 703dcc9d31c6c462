package line

import (
	"strconv"

	"boardstudio/rules"
)

// sgf describes gomoku and its relatives. Gomocup's programs use numbers for the rules. Most rules of
// renju concern the opening, which Studio does not enforce.
var sgf = rules.SGF{
	Number: 4,
	Size:   15, Larger: 19,
	Params: rules.Params{
		"k": "5", "players": "2", "drop": "off", "topology": "plane", "overline": "wins", "captures": "0", "breakable": "off",
		"doubleThree": "allowed", "adjacent": "off", "centreFirst": "off", "foul": "none", "misere": "off", "view": "whole",
	},
	Fixed: []string{"players", "drop", "topology", "captures"},
	Variants: []rules.SGFVariant{
		{
			Words:  []string{"renju", "rif", "yamaguchi", "taraguchi", "soosyrv", "soosõrv", "sakata", "tarannikov", "連珠", "连珠", "4"},
			Preset: "renju", Params: rules.Params{"foul": "renju", "centreFirst": "on"},
		},
		{Words: []string{"standard", "exact", "1"}, Preset: "gomoku-standard", Params: rules.Params{"overline": "ignored"}},
		{Words: []string{"freestyle", "free", "0"}, Preset: "gomoku"},
	},
	// On boards smaller than five, the winning length is the larger side.
	Fit: func(p rules.Params, side int) {
		if side < 5 {
			p["k"] = strconv.Itoa(side)
		}
	},
}
