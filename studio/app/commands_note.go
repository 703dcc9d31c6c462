package app

import (
	"slices"

	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// The menus within the menu Annotate.
const (
	menuJudgeMove     = "The move"
	menuJudgePosition = "The position"
	menuColor         = "Colour"
	menuMark          = "Marks and lines"
)

// noteCommands are about what is said about moves and positions.
var noteCommands = slices.Concat([]Command{
	{ID: "comment", Title: "Write a comment", Menu: MenuAnnotate, Keys: []string{"<Primary>t"}, Can: editable},
	{ID: "name", Title: "Name this place", Menu: MenuAnnotate, Keys: []string{"<Primary><Shift>t"}, Can: editable},
	{ID: "bookmark", Title: "Bookmark", Menu: MenuAnnotate, Keys: []string{"<Primary>b"}, Section: true, Do: (*Session).ToggleBookmark, Can: editable},
	{ID: "next-bookmark", Title: "Next bookmark", Menu: MenuAnnotate, Keys: []string{"F4"}, Do: (*Session).NextBookmark, Can: editable},
	{ID: "previous-bookmark", Title: "Previous bookmark", Menu: MenuAnnotate, Keys: []string{"<Shift>F4"}, Do: (*Session).PrevBookmark, Can: editable},
	{ID: "bookmarks", Title: "Bookmarks…", Menu: MenuAnnotate, Can: editable},
	glyph("very-good", "Very good move", 1, true),
	glyph("good", "Good move", 2, false),
	glyph("interesting", "Interesting move", 3, false),
	glyph("doubtful", "Doubtful move", 4, false),
	glyph("bad", "Bad move", 5, false),
	glyph("very-bad", "Blunder", 6, false),
	judge("even", "Even position", model.GlyphEven, 7),
	judge("unclear", "Unclear position", model.GlyphUnclear, 8),
	{ID: "better", Title: "Somebody stands better…", Menu: MenuAnnotate, Under: menuJudgePosition, Keys: []string{"<Primary>9"}, Can: editable},
	mark("mark-circle", "Mark with circles", ToolCircle, 1),
	mark("mark-cross", "Mark with crosses", ToolCross, 2),
	mark("mark-square", "Mark with squares", ToolSquare, 3),
	mark("mark-triangle", "Mark with triangles", ToolTriangle, 4),
	mark("mark-letter", "Mark with letters", ToolLetter, 5),
	mark("mark-number", "Mark with numbers", ToolNumber, 6),
	mark("mark-text", "Mark with text", ToolText, 8),
	mark("mark-arrow", "Draw arrows", ToolArrow, 9),
	mark("mark-line", "Draw lines", ToolLine, 0),
	mark("mark-erase", "Erase marks", ToolErase, 7),
}, colorCommands(), []Command{
	{ID: "number-here", Title: "Number from here", Menu: MenuAnnotate, Section: true, Do: (*Session).ToggleNumber, Can: func(s *Session) bool { return editable(s) && stones(s) }},
	{ID: "numbers", Title: "Numbers on stones", Menu: MenuAnnotate, Keys: []string{"<Primary><Shift>k"}, Do: (*Session).CycleNumbers, Can: stones},
})

// toolTitles are the titles of the commands that take a tool in hand.
var toolTitles = map[Tool]msg.Key{
	ToolCircle: "Mark with circles", ToolCross: "Mark with crosses", ToolSquare: "Mark with squares", ToolTriangle: "Mark with triangles",
	ToolLetter: "Mark with letters", ToolNumber: "Mark with numbers", ToolText: "Mark with text",
	ToolArrow: "Draw arrows", ToolLine: "Draw lines", ToolErase: "Erase marks",
}

func glyph(id string, title msg.Key, key int, section bool) Command {
	return Command{
		ID: id, Title: title, Menu: MenuAnnotate, Under: menuJudgeMove, Keys: []string{"<Primary>" + itoa(key)}, Section: section,
		Do:  func(s *Session) { s.ToggleGlyph(Glyphs[key-1]) },
		Can: hasParent,
	}
}

func judge(id string, title msg.Key, g model.Glyph, key int) Command {
	return Command{
		ID: id, Title: title, Menu: MenuAnnotate, Under: menuJudgePosition, Keys: []string{"<Primary>" + itoa(key)},
		Do:  func(s *Session) { s.ToggleGlyph(g) },
		Can: editable,
	}
}

func mark(id string, title msg.Key, t Tool, key int) Command {
	return Command{
		ID: id, Title: title, Menu: MenuAnnotate, Under: menuMark, Keys: []string{"<Alt>" + itoa(key)},
		Do:  func(s *Session) { s.Pick(t) },
		Can: editable,
	}
}

// colorTitles are the titles of the commands that colour a node, in the order of Colors.
var colorTitles = []msg.Key{"Colour red", "Colour orange", "Colour yellow", "Colour green", "Colour blue", "Colour purple"}

func colorCommands() []Command {
	var all []Command
	for i, c := range Colors {
		all = append(all, Command{
			ID: "color-" + lower(string(c.Name)), Title: colorTitles[i], Menu: MenuAnnotate, Under: menuColor,
			Do:  func(s *Session) { s.SetColor(c.Hex) },
			Can: editable,
		})
	}
	return append(all, Command{
		ID: "color-none", Title: "No colour", Menu: MenuAnnotate, Under: menuColor,
		Do:  func(s *Session) { s.SetColor("") },
		Can: func(s *Session) bool { return s.Setup() == nil && s.node.Color() != "" },
	})
}

// stones reports whether moves leave pieces on the board that can bear a number.
func stones(s *Session) bool { return s.Rules().Board().Style != rules.Pits }
