package contests

import (
	"testing"

	"boardstudio/internal/ctl/ctltest"
	"boardstudio/internal/ctl/engines"
	"boardstudio/internal/ctl/play"
)

// program are the commands that the tests run.
var program = ctltest.Program{Commands, engines.Commands, play.Commands}

func TestMain(m *testing.M) { ctltest.Main(m, program) }
