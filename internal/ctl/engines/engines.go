// Package engines has the commands of studioctl for engines: to have them think, to measure them, to make
// their tables, to add programs of others, to be one, and to check and run scripts.
package engines

import (
	"github.com/spf13/cobra"

	"boardstudio/internal/ctl"
)

// Commands returns the commands that have engines think, and look after them.
func Commands(t *ctl.Tool) []*cobra.Command {
	return append(buildCommands(t), thinkCommand(t), luaCommand(t), engineCommand(t), benchCommand(t))
}
