// Package docs contains the manual that programs also show.
package docs

import _ "embed"

// Lua is the manual for authors of scripts. Package ai/lua/api reads the descriptions of functions from it.
//
//go:embed lua.md
var Lua string
