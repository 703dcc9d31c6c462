// Package games has the commands of studioctl that tell of games: their parameters, the moves of
// positions, and how many sequences of moves there are.
package games

import (
	"github.com/spf13/cobra"

	"boardstudio/internal/ctl"
)

// Commands returns the commands that tell of games, positions and moves.
func Commands(t *ctl.Tool) []*cobra.Command {
	return []*cobra.Command{gamesCommand(t), movesCommand(t), perftCommand(t)}
}
