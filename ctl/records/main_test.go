package records

import (
	"testing"

	"boardstudio/ctl/contests"
	"boardstudio/ctl/ctltest"
	"boardstudio/ctl/engines"
	"boardstudio/ctl/games"
	"boardstudio/ctl/play"
)

// program is the list of commands that the tests run.
var program = ctltest.Program{Commands, games.Commands, play.Commands, contests.Commands, engines.Commands}

func TestMain(m *testing.M) { ctltest.Main(m, program) }
