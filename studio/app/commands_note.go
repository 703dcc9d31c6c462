package app

// noteCommands are about what is said about moves and positions.
var noteCommands = []Command{
	{ID: "comment", Title: "Write a comment", Menu: MenuAnnotate, Keys: []string{"<Primary>t"}, Can: editable},
	glyph("very-good", "Very good move", "!!", 1, true),
	glyph("good", "Good move", "!", 2, false),
	glyph("interesting", "Interesting move", "!?", 3, false),
	glyph("doubtful", "Doubtful move", "?!", 4, false),
	glyph("bad", "Bad move", "?", 5, false),
	glyph("very-bad", "Blunder", "??", 6, false),
	mark("mark-circle", "Mark with circles", ToolCircle, 1, true),
	mark("mark-cross", "Mark with crosses", ToolCross, 2, false),
	mark("mark-square", "Mark with squares", ToolSquare, 3, false),
	mark("mark-triangle", "Mark with triangles", ToolTriangle, 4, false),
	mark("mark-letter", "Mark with letters", ToolLetter, 5, false),
	mark("mark-number", "Mark with numbers", ToolNumber, 6, false),
	mark("mark-erase", "Erase marks", ToolErase, 7, false),
}

func glyph(id, title, sign string, key int, section bool) Command {
	return Command{
		ID: id, Title: title, Menu: MenuAnnotate, Keys: []string{"<Primary>" + itoa(key)}, Section: section,
		Do:  func(s *Session) { s.ToggleGlyph(Glyphs[key-1]) },
		Can: hasParent,
	}
}

func mark(id, title string, t Tool, key int, section bool) Command {
	return Command{
		ID: id, Title: title, Menu: MenuAnnotate, Keys: []string{"<Alt>" + itoa(key)}, Section: section,
		Do:  func(s *Session) { s.Pick(t) },
		Can: editable,
	}
}
