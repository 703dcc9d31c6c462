package app

// findCommands are about finding places in the tree.
var findCommands = []Command{
	{ID: "find", Title: "Find…", Menu: MenuEdit, Keys: []string{"<Primary>f"}, Section: true, Can: settled},
	{ID: "find-next", Title: "Find next", Menu: MenuEdit, Keys: []string{"F3"}, Can: settled},
	{ID: "find-previous", Title: "Find previous", Menu: MenuEdit, Keys: []string{"<Shift>F3"}, Can: settled},
	{ID: "find-folder", Title: "Find in a folder…", Menu: MenuEdit, Keys: []string{"<Primary><Shift>f"}, Can: settled},
	{ID: "equal", Title: "Equal positions", Menu: MenuEdit, Keys: []string{"<Primary><Shift>e"}, Section: true, Can: settled},
	{ID: "next-equal", Title: "Next equal position", Menu: MenuEdit, Keys: []string{"<Primary>j"}, Do: (*Session).NextTransposition, Can: settled},
	{ID: "copy-continuation", Title: "Copy the continuation here", Menu: MenuEdit, Keys: []string{"<Primary><Shift>j"}, Do: (*Session).CopyContinuations, Can: settled},
}
