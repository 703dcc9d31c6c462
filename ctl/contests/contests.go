// Package contests implements the commands of studioctl that play engines against each other:
// matches, tournaments, and measuring the computer's levels.
package contests

import (
	"github.com/spf13/cobra"

	"boardstudio/ctl"
)

// Commands returns the commands that play engines against each other.
func Commands(t *ctl.Tool) []*cobra.Command {
	return []*cobra.Command{matchCommand(t), tournamentCommand(t), levelsCommand(t)}
}
