package command

// ID identifies a command. Packages bind commands to functions in tables indexed by ID, so that the
// compiler detects duplicate entries.
type ID int

// Commands in menu order. Their names in the settings are the names of the constants in lower case,
// with hyphens.
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
	TextEncoding
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

	// Edit menu.
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

	// Tree menu.
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
	NextIllegal
	PreviousIllegal
	Repair
	CutIllegal
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

	// Go menu.
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

	// Annotate menu.
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

	// Study menu.
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

	// View menu.
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

	// Help menu.
	Help
	Rules
	FirstSteps
	Tutorial
	Palette
	Keys
	About

	Count int = iota // number of commands
)
