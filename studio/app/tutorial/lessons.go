package tutorial

import "boardstudio/studio/app/command"

// Lessons are the lessons in order.
var Lessons = []*Lesson{
	{
		Name: "game", Title: "First Game", About: "Start a game, play a move, take it back, and see who wins.",
		Steps: []Step{
			{
				Text:     "Start a game with %s: choose “%s”, select “Computer, easy” as the second player if you like, and press “Start Game”.",
				Commands: []command.ID{command.New}, Game: true,
				count: (*Run).playing,
			},
			{
				Text:  "Play a move: click a cell. With the keyboard, Enter shows a cursor on the board, the arrow keys move it, and Enter plays the move.",
				count: (*Run).moves,
			},
			{
				Text:     "Take the move back with %s. If the computer has answered, its move is taken back too.",
				Commands: []command.ID{command.TakeBack},
				count:    func(r *Run) int { return r.taken },
			},
			{
				Text:  "Now play until the game is over. The line below the board shows whose turn it is, and who has won at the end.",
				count: (*Run).over,
			},
			{
				Text:     "Look at the game again: go back with %s, and to its end with %s.",
				Commands: []command.ID{command.Back, command.End},
				count:    func(r *Run) int { return r.distance },
			},
		},
	},
	{
		Name: "branch", Title: "Branches", About: "Try another move and keep both: a game is a tree.", Plies: 4,
		Steps: []Step{
			{
				Text:     "A few moves of a game have been played. Go back to an earlier position with %s, or click it in the tree.",
				Commands: []command.ID{command.Back},
				count:    func(r *Run) int { return r.distance },
			},
			{
				Text:  "Play a different move from the next one of the game. Both moves are kept: the game tree branches.",
				count: (*Run).variations,
			},
			{
				Text:     "Go from your move to the other variation with %s, and to the next one with %s.",
				Commands: []command.ID{command.PreviousVariation, command.NextVariation},
				count:    func(r *Run) int { return r.stepped },
			},
			{
				Text:     "Go to your own move and make it the main line with %s. The previous main line becomes a variation.",
				Commands: []command.ID{command.Main},
				count:    func(r *Run) int { return r.promoted },
			},
		},
	},
	{
		Name: "comment", Title: "Comments", About: "Annotate moves with comments, marks and symbols.", Plies: 4,
		Steps: []Step{
			{
				Text:     "Write something about the last move: %s opens the comment. Escape returns to the board.",
				Commands: []command.ID{command.Comment},
				count:    (*Run).comments,
			},
			{
				Text:     "Mark a cell: choose %s and click a cell. With the keyboard, press Enter to show the cursor, move it, and press Enter again. Press Escape to finish.",
				Commands: []command.ID{command.MarkCircle},
				count:    (*Run).marks,
			},
			{
				Text:     "Rate the last move with %s. The symbol appears after the move in the list of moves.",
				Commands: []command.ID{command.Good},
				count:    (*Run).glyphs,
			},
			{
				Text:     "Save the game with %s. Its comments, marks and symbols are saved too.",
				Commands: []command.ID{command.Save},
				count:    (*Run).saved,
			},
		},
	},
	{
		Name: "print", Title: "Printing", About: "Blank grids to play on, and pictures of a position as PDF.", Plies: 4,
		Steps: []Step{
			{
				Text:     "Open %s, which shows a preview of the page. Save it with “Save as PDF…”, or print it.",
				Commands: []command.ID{command.Grid},
				count:    func(r *Run) int { return r.happened[GridPrinted] },
			},
			{
				Text:     "Now the position on the board: open %s, choose the format and “Colours for printing”, and export it.",
				Commands: []command.ID{command.ExportPicture},
				count:    func(r *Run) int { return r.happened[PictureWritten] },
			},
			{
				Text:     "To use a picture in a text or message, choose %s: it copies the picture to the clipboard.",
				Commands: []command.ID{command.CopyPicture},
				count:    func(r *Run) int { return r.happened[PictureCopied] },
			},
		},
	},
	{
		Name: "script", Title: "Scripts", About: "Write your own computer player as a script, and play against it.",
		Steps: []Step{
			{
				Text:     "Open the window of scripts with %s. The scripts on the left are examples to read.",
				Commands: []command.ID{command.Scripts},
				count:    func(r *Run) int { return r.happened[ScriptsShown] },
			},
			{
				Text:      "Create a script with %s in the window of scripts. The new script can already play.",
				InScripts: []string{"new-script"},
				count:     (*Run).scripts,
			},
			{
				Text:      "Try it with %s in the window of scripts: a test game begins. The log of the script appears below its text.",
				InScripts: []string{"run"},
				count:     func(r *Run) int { return r.tried },
			},
			{
				Text:     "Play against it: choose it under %s, and make a move.",
				Commands: []command.ID{command.PlayScript},
				count:    (*Run).against,
			},
		},
	},
}
