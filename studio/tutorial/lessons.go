package tutorial

import "boardstudio/studio/command"

// Lessons are the lessons in their order.
var Lessons = []*Lesson{
	{
		Name: "game", Title: "First Game", About: "Begin a game, play a move, take it back, and see who wins.",
		Steps: []Step{
			{
				Text:     "Begin a game with %s: choose “%s”, take “Computer, easy” as the second player if you like, and press “Start Game”.",
				Commands: []command.ID{command.New}, Game: true,
				count: (*Run).playing,
			},
			{
				Text:  "Play a move: click a cell. Or by keyboard: Enter shows a cursor on the board, the arrows move it, Enter plays.",
				count: (*Run).moves,
			},
			{
				Text:     "Take the move back with %s. A computer’s answer goes with it.",
				Commands: []command.ID{command.TakeBack},
				count:    func(r *Run) int { return r.taken },
			},
			{
				Text:  "Now play on until the game is over. The line below the board says whose turn it is, and at the end who has won.",
				count: (*Run).over,
			},
			{
				Text:     "Look at the game again: go back with %s. To its end leads %s.",
				Commands: []command.ID{command.Back, command.End},
				count:    func(r *Run) int { return r.far },
			},
		},
	},
	{
		Name: "branch", Title: "Branches", About: "Try another move and keep both: a game is a tree.", Plies: 4,
		Steps: []Step{
			{
				Text:     "Some moves of a game are played. Go back to an earlier position with %s, or click it in the tree.",
				Commands: []command.ID{command.Back},
				count:    func(r *Run) int { return r.far },
			},
			{
				Text:  "Play another move than the one that follows here. That one stays: the game tree branches, and shows both.",
				count: (*Run).variations,
			},
			{
				Text:     "Step from your move to the other variation with %s, and to the next one with %s.",
				Commands: []command.ID{command.PreviousVariation, command.NextVariation},
				count:    func(r *Run) int { return r.stepped },
			},
			{
				Text:     "Go to your own move and make it the main line with %s. What was played before is a variation then.",
				Commands: []command.ID{command.Main},
				count:    func(r *Run) int { return r.promoted },
			},
		},
	},
	{
		Name: "comment", Title: "Comments", About: "Say what you think of a move: in words, with marks and with signs.", Plies: 4,
		Steps: []Step{
			{
				Text:     "Write something about the last move: %s goes to the comment. Escape leads back to the board.",
				Commands: []command.ID{command.Comment},
				count:    (*Run).comments,
			},
			{
				Text:     "Mark a cell: choose %s and click one, or show the cursor with Enter and press Enter where it stands. Escape puts the tool down.",
				Commands: []command.ID{command.MarkCircle},
				count:    (*Run).marks,
			},
			{
				Text:     "Judge the last move with %s. The sign stands behind it in the list of moves.",
				Commands: []command.ID{command.Good},
				count:    (*Run).glyphs,
			},
			{
				Text:     "Save the game with %s. Its comments, marks and signs are in the file.",
				Commands: []command.ID{command.Save},
				count:    (*Run).saved,
			},
		},
	},
	{
		Name: "print", Title: "Printing", About: "Blank grids to play on, and pictures of a position as PDF.", Plies: 4,
		Steps: []Step{
			{
				Text:     "Open %s, which shows the page as it will come out. Save it there with “Save as PDF…”, or print it.",
				Commands: []command.ID{command.Grid},
				count:    func(r *Run) int { return r.happened[GridPrinted] },
			},
			{
				Text:     "Now the position on the board: open %s, choose the format and “Colours for printing”, and export it.",
				Commands: []command.ID{command.ExportPicture},
				count:    func(r *Run) int { return r.happened[PictureWritten] },
			},
			{
				Text:     "A picture for a text or a message needs no file: %s puts it into the clipboard.",
				Commands: []command.ID{command.CopyPicture},
				count:    func(r *Run) int { return r.happened[PictureCopied] },
			},
		},
	},
	{
		Name: "script", Title: "Scripts", About: "Make a computer player of your own with a script, and play against it.",
		Steps: []Step{
			{
				Text:     "Open the window of scripts with %s. The scripts at its left are examples to read.",
				Commands: []command.ID{command.Scripts},
				count:    func(r *Run) int { return r.happened[ScriptsShown] },
			},
			{
				Text:      "Make a script of your own with %s in the window of scripts. It begins as a player that works already.",
				InScripts: []string{"new-script"},
				count:     (*Run).scripts,
			},
			{
				Text:      "Try it with %s in the window of scripts: a test game begins. What the script logs stands below its text.",
				InScripts: []string{"run"},
				count:     func(r *Run) int { return r.tried },
			},
			{
				Text:     "Play against it yourself: choose it under %s, and make a move.",
				Commands: []command.ID{command.PlayScript},
				count:    (*Run).against,
			},
		},
	},
}
