// Package catalog groups the games, engines and file formats of a program.
package catalog

import (
	"boardstudio/ai/player"
	"boardstudio/document"
	"boardstudio/rules"
)

// All contains the catalogues that a program passes to its commands or windows.
type All struct {
	Games     rules.Catalog
	Engines   *player.Catalog
	Documents *document.Library
}
