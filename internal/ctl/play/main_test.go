package play

import (
	"testing"

	"boardstudio/internal/ctl/ctltest"
	"boardstudio/internal/ctl/engines"
	"boardstudio/internal/ctl/games"
	"boardstudio/internal/ctl/records"
)

// program are the commands that the tests run.
var program = ctltest.Program{Commands, games.Commands, records.Commands, engines.Commands}

func TestMain(m *testing.M) { ctltest.Main(m, program) }
