package main

import (
	"testing"

	"boardstudio/internal/ctl/ctltest"
)

// program are the commands as tests run them.
var program = ctltest.Program(commands)

func TestMain(m *testing.M) { ctltest.Main(m, program) }
