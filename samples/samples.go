// Package samples holds games to look at.
package samples

import "embed"

// FS holds the games in the studio's own format.
//
//go:embed *.studio
var FS embed.FS
