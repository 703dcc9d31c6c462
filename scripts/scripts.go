// Package scripts holds example scripts: computer players to read, change and learn from.
package scripts

import "embed"

// FS holds the scripts.
//
//go:embed *.lua
var FS embed.FS
