package games

import (
	"testing"

	"boardstudio/ctl/ctltest"
)

// program is the list of commands that the tests run.
var program = ctltest.Program{Commands}

func TestMain(m *testing.M) { ctltest.Main(m, program) }
