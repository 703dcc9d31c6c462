package words

import (
	"slices"

	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// A Color is one of the colours for nodes.
type Color struct {
	Name msg.Key // as in the menu
	Hex  string  // as in the document
}

// Colors are the colours to choose from.
var Colors = []Color{
	{"Red", "#e01b24"},
	{"Orange", "#ff7800"},
	{"Yellow", "#e5a50a"},
	{"Green", "#2ec27e"},
	{"Blue", "#3584e4"},
	{"Purple", "#9141ac"},
}

// ColorName returns the name of a node's colour, or the colour itself if it has no name.
func ColorName(hex string) string {
	if i := slices.IndexFunc(Colors, func(c Color) bool { return c.Hex == hex }); i >= 0 {
		return locale.T(Colors[i].Name)
	}
	return hex
}
