// Package catalog groups the catalogues that programs pass to the packages that implement them.
package catalog

import (
	"boardstudio/ai/player"
	"boardstudio/document"
	"boardstudio/rules"
)

// All contains the games, the engines and the file formats of a program.
type All struct {
	Games     rules.Catalog
	Engines   *player.Catalog
	Documents *document.Library
}
