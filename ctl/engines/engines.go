// Package engines implements the commands of studioctl for engines: thinking, benchmarks, building
// tables, external engines, engine protocols, and checking and running scripts.
package engines

import (
	"github.com/spf13/cobra"

	"boardstudio/ctl"
)

// Commands returns the commands that run and manage engines.
func Commands(t *ctl.Tool) []*cobra.Command {
	return append(buildCommands(t), thinkCommand(t), luaCommand(t), engineCommand(t), benchCommand(t))
}
