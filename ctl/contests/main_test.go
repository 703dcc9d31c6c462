package contests

import (
	"testing"

	"boardstudio/ctl/ctltest"
	"boardstudio/ctl/engines"
	"boardstudio/ctl/play"
)

// program is the list of commands that the tests run.
var program = ctltest.Program{Commands, engines.Commands, play.Commands}

func TestMain(m *testing.M) { ctltest.Main(m, program) }
