package main

import (
	"testing"

	"boardstudio/ctl/ctltest"
)

// program is the list of commands that the tests run.
var program = ctltest.Program(commands)

func TestMain(m *testing.M) { ctltest.Main(m, program) }
