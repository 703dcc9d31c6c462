// Package games implements the commands of studioctl that describe games: their parameters, the
// moves of a position, and perft counts.
package games

import (
	"github.com/spf13/cobra"

	"boardstudio/ctl"
)

// Commands returns the commands about games, positions and moves.
func Commands(t *ctl.Tool) []*cobra.Command {
	return []*cobra.Command{gamesCommand(t), movesCommand(t), perftCommand(t)}
}
