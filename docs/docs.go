// Package docs holds the manual that programs show, too.
package docs

import _ "embed"

// Lua is the manual for authors of scripts. Package ai/lua/api reads from it what there is to say of each function.
//
//go:embed lua.md
var Lua string
