package engines

import (
	"testing"

	"boardstudio/ctl/contests"
	"boardstudio/ctl/ctltest"
	"boardstudio/ctl/games"
)

// program is the list of commands that the tests run.
var program = ctltest.Program{Commands, games.Commands, contests.Commands}

func TestMain(m *testing.M) { ctltest.Main(m, program) }
