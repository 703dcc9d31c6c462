package scripts

import "boardstudio/text/msg"

// Command is a command of the script window.
type Command struct {
	ID          string
	Menu, Title msg.Key
	Keys        []string // in GTK's notation; the first one is shown in menus
	Section     bool     // preceded by a separator
}

// Menus are the menus of the script window, in order.
var Menus = []msg.Key{"Script", "Edit", "Run", "Help"}

// Commands are the commands of the script window, in menu order.
var Commands = []Command{
	{ID: "new-script", Menu: "Script", Title: "New Script…", Keys: []string{"<Primary>n"}},
	{ID: "duplicate", Menu: "Script", Title: "Duplicate…", Keys: []string{"<Primary><Shift>d"}},
	{ID: "rename", Menu: "Script", Title: "Rename…", Keys: []string{"<Primary><Shift>r"}},
	{ID: "delete", Menu: "Script", Title: "Delete…", Keys: []string{"<Primary><Shift>Delete"}},
	{ID: "save", Menu: "Script", Title: "Save", Keys: []string{"<Primary>s"}, Section: true},
	{ID: "back-to-what-was-saved", Menu: "Script", Title: "Revert to Saved"},
	{ID: "open-the-folder", Menu: "Script", Title: "Open the Folder", Section: true},
	{ID: "close", Menu: "Script", Title: "Close", Keys: []string{"<Primary>w"}, Section: true},

	{ID: "undo", Menu: "Edit", Title: "Undo", Keys: []string{"<Primary>z"}},
	{ID: "redo", Menu: "Edit", Title: "Redo", Keys: []string{"<Primary><Shift>z", "<Primary>y"}},
	{ID: "find", Menu: "Edit", Title: "Find…", Keys: []string{"<Primary>f"}, Section: true},
	{ID: "find-next", Menu: "Edit", Title: "Find Next", Keys: []string{"F3"}},
	{ID: "find-previous", Menu: "Edit", Title: "Find Previous", Keys: []string{"<Shift>F3"}},
	{ID: "go-to-a-line", Menu: "Edit", Title: "Go to a Line…", Keys: []string{"<Primary>g"}},
	{ID: "go-to-the-mistake", Menu: "Edit", Title: "Go to Error", Keys: []string{"<Primary>e"}},
	{ID: "comment-on-or-off", Menu: "Edit", Title: "Comment or Uncomment", Keys: []string{"<Primary>slash"}, Section: true},
	{ID: "complete-a-name", Menu: "Edit", Title: "Complete a Name", Keys: []string{"<Primary>space"}},

	{ID: "run", Menu: "Run", Title: "Run…", Keys: []string{"F5"}},
	{ID: "run-again", Menu: "Run", Title: "Run Again", Keys: []string{"<Shift>F5"}},
	{ID: "options-of-the-script", Menu: "Run", Title: "Options of the Script…", Keys: []string{"<Primary>p"}},
	{ID: "step", Menu: "Run", Title: "Step", Keys: []string{"F7"}, Section: true},
	{ID: "step-over-calls", Menu: "Run", Title: "Step Over Calls", Keys: []string{"F8"}},
	{ID: "step-out-of-the-function", Menu: "Run", Title: "Step Out of the Function", Keys: []string{"<Shift>F8"}},
	{ID: "to-the-line-of-the-cursor", Menu: "Run", Title: "To the Line of the Cursor", Keys: []string{"<Shift>F7"}},
	{ID: "to-the-end-of-the-call", Menu: "Run", Title: "To the End of the Call", Keys: []string{"<Primary>F8"}},
	{ID: "stop-stepping", Menu: "Run", Title: "Stop Stepping", Keys: []string{"<Primary>period"}},
	{ID: "profile", Menu: "Run", Title: "Profile", Keys: []string{"F9"}, Section: true},
	{ID: "clear-the-log", Menu: "Run", Title: "Clear the Log", Section: true},

	{ID: "functions-for-scripts", Menu: "Help", Title: "Functions for Scripts", Keys: []string{"F1"}},
	{ID: "help", Menu: "Help", Title: "Help", Keys: []string{"<Shift>F1"}},
	{ID: "what-a-script-can-reach", Menu: "Help", Title: "What a Script Can Reach"},
}
