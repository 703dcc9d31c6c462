// Command studioctl does without a window what the studio does in one: it lists
// games and moves, shows, replays, converts and checks records, prints boards,
// plays in the terminal and lets engines think and play each other. The commands lie in
// packages below internal/ctl; those that tell of the program itself are here.
package main

import (
	"github.com/spf13/cobra"

	"boardstudio/internal/ctl"
	"boardstudio/internal/ctl/contests"
	"boardstudio/internal/ctl/engines"
	"boardstudio/internal/ctl/games"
	"boardstudio/internal/ctl/play"
	"boardstudio/internal/ctl/records"
)

// commands are those of the program, by subject.
var commands = []ctl.Commands{
	games.Commands,
	records.Commands,
	play.Commands,
	contests.Commands,
	engines.Commands,
	own,
}

func main() { ctl.Main(func() {}, commands...) }

// own are the commands that tell of the program itself.
func own(t *ctl.Tool) []*cobra.Command {
	return []*cobra.Command{versionCommand(t), manCommand(t), manualCommand(t)}
}
