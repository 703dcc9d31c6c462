package engines

import (
	"testing"

	"boardstudio/internal/ctl/contests"
	"boardstudio/internal/ctl/ctltest"
	"boardstudio/internal/ctl/games"
)

// program are the commands that the tests run.
var program = ctltest.Program{Commands, games.Commands, contests.Commands}

func TestMain(m *testing.M) { ctltest.Main(m, program) }
