package command

// ID is a command. What it does is bound where it is done: a table with the IDs as index has one
// entry for each, and the compiler refuses a second one.
type ID int

// The commands, in the order of the menus. Their names in the settings are those of the constants,
// in small letters with hyphens.
const (
	New ID = iota
	Again
	NewTab
	NewWindow
	Open
	OpenFolder
	Recent
	Save
	SaveAs
	Versions
	Recover
	ExportPicture
	ExportPage
	PrintBooklet
	Grid
	MarkGame
	MarkGames
	MergeGames
	Players
	Info
	Scores
	Scripts
	PlayScript
	Tournament
	Continue
	Pause
	Stop
	TakeBack
	Hint
	Advice
	Follow
	Teacher
	ShowBetter
	KeepMove
	SwitchSides
	Pass
	Swap
	Resign
	Review
	CloseTab
	ReopenTab
	Lately
	Quit

	// The menu Edit.
	Undo
	Redo
	History
	Cut
	Copy
	Paste
	PasteNew
	CopyPosition
	CopyMoves
	CopyPicture
	CopyBoard
	Find
	FindNext
	FindPrevious
	FindFolder
	Equal
	NextEqual
	CopyContinuation
	Preferences

	// The menu Tree.
	Main
	Promote
	Demote
	VariationUp
	VariationDown
	VariationFirst
	VariationLast
	Correct
	InsertMove
	TakeOut
	Setup
	NextBad
	PreviousBad
	Repair
	CutBad
	Delete
	DeleteOthers
	DeleteAfter
	DeleteBefore
	Flatten
	Duplicate
	MergeDuplicates
	MergeFile
	Extract
	FindPuzzles
	RunTool

	// The menu Go.
	Back
	Forward
	Home
	End
	PreviousVariation
	NextVariation
	PreviousFork
	NextFork
	Replay
	Slower
	Faster
	Guess
	GuessHint
	GuessShow
	NextPuzzle

	// The menu Annotate.
	Comment
	Name
	Bookmark
	NextBookmark
	PreviousBookmark
	Bookmarks
	VeryGood
	Good
	Interesting
	Doubtful
	Bad
	VeryBad
	Even
	Unclear
	Better
	MarkCircle
	MarkCross
	MarkSquare
	MarkTriangle
	MarkLetter
	MarkNumber
	MarkText
	MarkArrow
	MarkLine
	MarkErase
	ColorRed
	ColorOrange
	ColorYellow
	ColorGreen
	ColorBlue
	ColorPurple
	ColorNone
	NumberHere
	Numbers

	// The menu Study.
	ShowEngines
	Think
	Pin
	Engines
	EngineLines
	ShowValues
	ShowBar
	ShowGraph
	Analyse
	ToggleAnalysis
	Report
	NextMistake
	PreviousMistake
	Learn
	ClearEvaluations
	Elsewhere

	// The menu View.
	Legal
	Overlay1
	Overlay2
	Overlay3
	Coordinates
	Dark
	Sounds
	Rotate
	Mirror
	OneBelow
	ZoomIn
	ZoomOut
	ZoomFit
	ShowTree
	ShowMoves
	ShowComment
	TreeAcross
	MainOnly
	NextTab
	PreviousTab
	Fullscreen
	Fold
	Unfold
	UnfoldAll
	FoldOthers

	// The menu Help.
	Help
	Tutorial
	Palette
	Keys
	About

	Count int = iota // how many there are
)
