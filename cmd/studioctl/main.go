// Command studioctl provides the features of Studio on the command line. It lists games and moves;
// shows, replays, converts and checks records; prints boards; plays in the terminal; and runs
// engines, alone or against each other.
//
// The commands are in packages below ctl. This package has only the commands about the
// program itself.
package main

import (
	"github.com/spf13/cobra"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/ctl/contests"
	"boardstudio/ctl/engines"
	"boardstudio/ctl/games"
	"boardstudio/ctl/play"
	"boardstudio/ctl/records"
)

// commands are the program's commands, by subject.
var commands = []ctl.Commands{
	games.Commands,
	records.Commands,
	play.Commands,
	contests.Commands,
	engines.Commands,
	aboutCommands,
}

func main() {
	ctl.Main(boardstudio.All, func() {}, commands...)
}

// aboutCommands returns the commands about the program itself.
func aboutCommands(t *ctl.Tool) []*cobra.Command {
	return []*cobra.Command{versionCommand(t), manCommand(t), manualCommand(t)}
}
