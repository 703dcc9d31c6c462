// Package scripts contains example scripts: computer players to read, change and learn from.
package scripts

import "embed"

// FS contains the scripts.
//
//go:embed *.lua
var FS embed.FS
