package app

// Command is something a person can do: menus, keys and the list of keys are
// built from the table.
type Command struct {
	ID, Title string
	Menu      string   // the menu it stands in, "" for none
	Keys      []string // accelerators in GTK's notation, the first is shown
	Do        func(*Session)
	Can       func(*Session) bool // nil: always
	Section   bool                // a line in the menu before it
}

// The menus, in order.
const (
	MenuGame     = "Game"
	MenuEdit     = "Edit"
	MenuNavigate = "Go"
	MenuAnnotate = "Annotate"
	MenuView     = "View"
	MenuHelp     = "Help"
)

// Menus lists the menus in their order.
var Menus = []string{MenuGame, MenuEdit, MenuNavigate, MenuAnnotate, MenuView, MenuHelp}

func canUndo(s *Session) bool {
	return s.setup != nil && len(s.setup.past) > 0 || s.setup == nil && s.tree.UndoLabel() != ""
}

func canRedo(s *Session) bool {
	return s.setup != nil && len(s.setup.future) > 0 || s.setup == nil && s.tree.RedoLabel() != ""
}

func hasParent(s *Session) bool { return s.setup == nil && s.node.Parent() != nil }
func hasNext(s *Session) bool   { return s.setup == nil && s.node.First() != nil }
func hasPrevSibling(s *Session) bool {
	return s.setup == nil && s.node.Prev() != nil
}
func hasNextSibling(s *Session) bool { return s.setup == nil && s.node.Next() != nil }
func editable(s *Session) bool       { return s.setup == nil }

// Commands is the table of what the session does by itself. The window adds
// those that need a dialog: their Do is nil here.
var Commands = []Command{
	{ID: "new", Title: "New game…", Menu: MenuGame, Keys: []string{"<Primary>n"}},
	{ID: "again", Title: "Play again", Menu: MenuGame, Keys: []string{"<Primary><Shift>n"}},
	{ID: "open", Title: "Open…", Menu: MenuGame, Keys: []string{"<Primary>o", "<Primary>l"}, Section: true},
	{ID: "recent", Title: "Open recent", Menu: MenuGame},
	{ID: "save", Title: "Save", Menu: MenuGame, Keys: []string{"<Primary>s"}, Can: editable},
	{ID: "save-as", Title: "Save as…", Menu: MenuGame, Keys: []string{"<Primary><Shift>s"}, Can: editable},
	{ID: "grid", Title: "Print a blank grid…", Menu: MenuGame, Keys: []string{"<Primary>p"}, Section: true},
	{ID: "players", Title: "Players…", Menu: MenuGame, Keys: []string{"<Primary>u"}, Section: true, Can: editable},
	{ID: "info", Title: "Game information…", Menu: MenuGame, Keys: []string{"<Primary>i"}, Can: editable},
	{ID: "scores", Title: "Points…", Menu: MenuGame},
	{ID: "continue", Title: "Continue the game here", Menu: MenuGame, Keys: []string{"<Primary>Return"}, Section: true, Do: (*Session).Continue, Can: editable},
	{ID: "stop", Title: "Stop thinking", Menu: MenuGame, Keys: []string{"<Primary>period"}, Do: (*Session).Stop, Can: func(s *Session) bool { return s.thinking != nil || s.replay.Playing() }},
	{ID: "pass", Title: "Pass", Menu: MenuGame, Keys: []string{"<Primary>0"}, Do: (*Session).Pass, Can: (*Session).CanPass},
	{ID: "resign", Title: "Resign", Menu: MenuGame, Do: (*Session).Resign, Can: (*Session).CanResign},
	{ID: "quit", Title: "Quit", Menu: MenuGame, Keys: []string{"<Primary>q"}, Section: true},

	{ID: "undo", Title: "Undo", Menu: MenuEdit, Keys: []string{"<Primary>z"}, Do: (*Session).Undo, Can: canUndo},
	{ID: "redo", Title: "Redo", Menu: MenuEdit, Keys: []string{"<Primary><Shift>z", "<Primary>y"}, Do: (*Session).Redo, Can: canRedo},
	{ID: "paste", Title: "Paste a game", Menu: MenuEdit, Keys: []string{"<Primary>v"}, Section: true, Can: editable},
	{ID: "copy", Title: "Copy the position", Menu: MenuEdit, Keys: []string{"<Primary>c"}},
	{ID: "copy-moves", Title: "Copy the moves", Menu: MenuEdit, Keys: []string{"<Primary><Shift>c"}},
	{ID: "delete", Title: "Delete branch", Menu: MenuEdit, Keys: []string{"<Primary>Delete", "Delete"}, Section: true, Do: (*Session).DeleteBranch, Can: hasParent},
	{ID: "main", Title: "Make main line", Menu: MenuEdit, Keys: []string{"<Primary>m"}, Do: (*Session).MakeMain, Can: hasParent},
	{ID: "setup", Title: "Set up a position", Menu: MenuEdit, Keys: []string{"<Primary>e"}, Section: true, Do: (*Session).StartSetup, Can: editable},

	{ID: "back", Title: "Back", Menu: MenuNavigate, Keys: []string{"Left"}, Do: (*Session).Back, Can: hasParent},
	{ID: "forward", Title: "Forward", Menu: MenuNavigate, Keys: []string{"Right"}, Do: (*Session).Forward, Can: hasNext},
	{ID: "home", Title: "To the start", Menu: MenuNavigate, Keys: []string{"Home"}, Do: (*Session).Home, Can: hasParent},
	{ID: "end", Title: "To the end of the line", Menu: MenuNavigate, Keys: []string{"End"}, Do: (*Session).End, Can: hasNext},
	{ID: "previous-variation", Title: "Previous variation", Menu: MenuNavigate, Keys: []string{"Up"}, Section: true, Do: (*Session).PrevSibling, Can: hasPrevSibling},
	{ID: "next-variation", Title: "Next variation", Menu: MenuNavigate, Keys: []string{"Down"}, Do: (*Session).NextSibling, Can: hasNextSibling},
	{ID: "previous-fork", Title: "Previous fork", Menu: MenuNavigate, Keys: []string{"Page_Up"}, Do: (*Session).PrevFork, Can: hasParent},
	{ID: "next-fork", Title: "Next fork", Menu: MenuNavigate, Keys: []string{"Page_Down"}, Do: (*Session).NextFork, Can: hasNext},
	{ID: "replay", Title: "Replay or pause", Menu: MenuNavigate, Keys: []string{"<Primary>space"}, Section: true, Do: func(s *Session) { s.replay.Toggle() }, Can: editable},
	{ID: "slower", Title: "Slower", Menu: MenuNavigate, Keys: []string{"<Primary>minus"}, Do: func(s *Session) { s.replay.Scale(1.5) }},
	{ID: "faster", Title: "Faster", Menu: MenuNavigate, Keys: []string{"<Primary>plus", "<Primary>equal"}, Do: func(s *Session) { s.replay.Scale(1 / 1.5) }},

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

	{ID: "legal", Title: "Show legal moves", Menu: MenuView, Keys: []string{"<Primary>h"}},
	{ID: "coordinates", Title: "Show coordinates", Menu: MenuView, Keys: []string{"<Primary>k"}},
	{ID: "dark", Title: "Dark colours", Menu: MenuView, Keys: []string{"<Primary>d"}},
	{ID: "sounds", Title: "Sounds", Menu: MenuView},
	{ID: "language", Title: "Language…", Menu: MenuView},
	{ID: "fullscreen", Title: "Full screen", Menu: MenuView, Keys: []string{"F11"}, Section: true},

	{ID: "help", Title: "Help", Menu: MenuHelp, Keys: []string{"F1"}},
	{ID: "keys", Title: "Keys", Menu: MenuHelp, Keys: []string{"<Primary>question", "<Primary>F1"}},
	{ID: "about", Title: "About", Menu: MenuHelp, Keys: []string{"F2"}},
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

// CommandByID returns the command, nil when there is none.
func CommandByID(id string) *Command {
	for i := range Commands {
		if Commands[i].ID == id {
			return &Commands[i]
		}
	}
	return nil
}
