package games

import (
	"testing"

	"boardstudio/internal/ctl/ctltest"
)

// program are the commands that the tests run.
var program = ctltest.Program{Commands}

func TestMain(m *testing.M) { ctltest.Main(m, program) }
