package app

// gameCommands are about documents, players and the course of the game.
var gameCommands = []Command{
	{ID: "new", Title: "New game…", Menu: MenuGame, Keys: []string{"<Primary>n"}},
	{ID: "again", Title: "Play again", Menu: MenuGame, Keys: []string{"<Primary><Shift>n"}},
	{ID: "open", Title: "Open…", Menu: MenuGame, Keys: []string{"<Primary>o", "<Primary>l"}, Section: true},
	{ID: "recent", Title: "Open recent", Menu: MenuGame},
	{ID: "save", Title: "Save", Menu: MenuGame, Keys: []string{"<Primary>s"}, Can: editable},
	{ID: "save-as", Title: "Save as…", Menu: MenuGame, Keys: []string{"<Primary><Shift>s"}, Can: editable},
	{ID: "versions", Title: "Versions…", Menu: MenuGame, Can: func(s *Session) bool { return s.Setup() == nil && s.path != "" }},
	{ID: "recover", Title: "Recover lost work…", Menu: MenuGame, Can: editable},
	{ID: "grid", Title: "Print a blank grid…", Menu: MenuGame, Keys: []string{"<Primary>p"}, Section: true},
	{ID: "players", Title: "Players…", Menu: MenuGame, Keys: []string{"<Primary>u"}, Section: true, Can: editable},
	{ID: "info", Title: "Game information…", Menu: MenuGame, Keys: []string{"<Primary>i"}, Can: editable},
	{ID: "scores", Title: "Points…", Menu: MenuGame},
	{ID: "scripts", Title: "Scripts…", Menu: MenuGame, Keys: []string{"<Primary><Shift>l"}, Section: true},
	{ID: "play-script", Title: "Play against a script", Menu: MenuGame},
	{ID: "continue", Title: "Continue the game here", Menu: MenuGame, Keys: []string{"<Primary>Return"}, Section: true, Do: (*Session).Continue, Can: editable},
	{ID: "stop", Title: "Stop thinking", Menu: MenuGame, Keys: []string{"<Primary>period"}, Do: (*Session).Stop, Can: func(s *Session) bool { return s.thinking != nil || s.replay.Playing() }},
	{ID: "pass", Title: "Pass", Menu: MenuGame, Keys: []string{"<Primary>0"}, Do: (*Session).Pass, Can: (*Session).CanPass},
	{ID: "resign", Title: "Resign", Menu: MenuGame, Do: (*Session).Resign, Can: (*Session).CanResign},
	{ID: "quit", Title: "Quit", Menu: MenuGame, Keys: []string{"<Primary>q"}, Section: true},
}

// viewCommands are about how things look.
var viewCommands = []Command{
	{ID: "legal", Title: "Show legal moves", Menu: MenuView, Keys: []string{"<Primary>h"}},
	{ID: "coordinates", Title: "Show coordinates", Menu: MenuView, Keys: []string{"<Primary>k"}},
	{ID: "dark", Title: "Dark colours", Menu: MenuView, Keys: []string{"<Primary>d"}},
	{ID: "sounds", Title: "Sounds", Menu: MenuView},
	{ID: "language", Title: "Language…", Menu: MenuView},
	{ID: "fullscreen", Title: "Full screen", Menu: MenuView, Keys: []string{"F11"}, Section: true},
}

// helpCommands are about help.
var helpCommands = []Command{
	{ID: "help", Title: "Help", Menu: MenuHelp, Keys: []string{"F1"}},
	{ID: "palette", Title: "Commands…", Menu: MenuHelp, Keys: []string{"<Primary><Shift>p"}},
	{ID: "keys", Title: "Keys", Menu: MenuHelp, Keys: []string{"<Primary>question", "<Primary>F1"}},
	{ID: "about", Title: "About", Menu: MenuHelp, Keys: []string{"F2"}},
}
