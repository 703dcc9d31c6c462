// Package contests has the commands of studioctl that let engines play each other: matches,
// tournaments, and the levels of the computer.
package contests

import (
	"github.com/spf13/cobra"

	"boardstudio/internal/ctl"
)

// Commands returns the commands that have engines play each other.
func Commands(t *ctl.Tool) []*cobra.Command {
	return []*cobra.Command{matchCommand(t), tournamentCommand(t), levelsCommand(t)}
}
