package document

import (
	formats "boardstudio/io/all"
	games "boardstudio/rules/all"
)

// library has all formats and games.
var library = &Library{Formats: formats.Formats, Moves: formats.Moves, Rules: games.Games}
