package records

import (
	"testing"

	"boardstudio/internal/ctl/contests"
	"boardstudio/internal/ctl/ctltest"
	"boardstudio/internal/ctl/engines"
	"boardstudio/internal/ctl/games"
	"boardstudio/internal/ctl/play"
)

// program are the commands that the tests run.
var program = ctltest.Program{Commands, games.Commands, play.Commands, contests.Commands, engines.Commands}

func TestMain(m *testing.M) { ctltest.Main(m, program) }
