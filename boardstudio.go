// Package boardstudio gives other programs access to all games, engines and file formats of Studio.
// See docs/library.md.
package boardstudio

import (
	engines "boardstudio/ai/all"
	"boardstudio/ai/player"
	"boardstudio/catalog"
	"boardstudio/document"
	formats "boardstudio/io/all"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// Games lists the game families. Use its methods to look up a game and to build its rules.
var Games rules.Catalog = games.Games

// Engines lists the engine types. Use its methods to build an engine from a specification such as
// "alphabeta:depth=4".
var Engines *player.Catalog = engines.Engines

// Documents opens and saves documents in all file formats.
var Documents = &document.Library{Formats: formats.Formats, Moves: formats.Moves, Rules: games.Games}

// All contains Games, Engines and Documents, for packages that need all of them.
var All = catalog.All{Games: Games, Engines: Engines, Documents: Documents}
