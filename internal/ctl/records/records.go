// Package records has the commands of studioctl that read records: to show, check, search, convert,
// print and draw them, to collect puzzles from them, and to have engines judge them.
package records

import (
	"github.com/spf13/cobra"

	"boardstudio/internal/ctl"
)

// Commands returns the commands that read, write and print records.
func Commands(t *ctl.Tool) []*cobra.Command {
	return []*cobra.Command{
		showCommand(t), replayCommand(t), pictureCommand(t), webCommand(t),
		convertCommand(t), checkCommand(t), findCommand(t), puzzlesCommand(t), analyseCommand(t),
		gridCommand(t), bookletCommand(t), sheetCommand(t),
	}
}
