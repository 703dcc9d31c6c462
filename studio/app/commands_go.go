package app

// goCommands are about moving about in the tree.
var goCommands = []Command{
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
	{ID: "guess", Title: "Guess the moves", Menu: MenuNavigate, Keys: []string{"<Primary>g"}, Section: true, Do: func(s *Session) { s.guess.Toggle() }, Can: func(s *Session) bool { return s.Guessing() || settled(s) }},
	{ID: "guess-hint", Title: "Hint", Menu: MenuNavigate, Keys: []string{"<Primary><Shift>g"}, Do: func(s *Session) { s.guess.Hint() }, Can: (*Session).Guessing},
	{ID: "guess-show", Title: "Show the move", Menu: MenuNavigate, Keys: []string{"<Primary><Alt>g"}, Do: func(s *Session) { s.guess.Show() }, Can: (*Session).Guessing},
}
