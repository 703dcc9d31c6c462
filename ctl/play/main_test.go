package play

import (
	"testing"

	"boardstudio/ctl/ctltest"
	"boardstudio/ctl/engines"
	"boardstudio/ctl/games"
	"boardstudio/ctl/records"
)

// program is the list of commands that the tests run.
var program = ctltest.Program{Commands, games.Commands, records.Commands, engines.Commands}

func TestMain(m *testing.M) { ctltest.Main(m, program) }
