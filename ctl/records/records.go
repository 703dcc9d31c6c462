// Package records implements the commands of studioctl that read records. They show, check, search,
// convert, print and draw records, collect puzzles from them, and analyse them with engines.
package records

import (
	"github.com/spf13/cobra"

	"boardstudio/ctl"
)

// Commands returns the commands that read, write and print records.
func Commands(t *ctl.Tool) []*cobra.Command {
	return []*cobra.Command{
		showCommand(t), replayCommand(t), pictureCommand(t), webCommand(t),
		convertCommand(t), checkCommand(t), findCommand(t), puzzlesCommand(t), analyseCommand(t),
		gridCommand(t), bookletCommand(t), sheetCommand(t),
	}
}
