package ctltest

import (
	"context"
	"os"
	"os/signal"
	"testing"

	"boardstudio/ai/lua/luatest"
	"boardstudio/internal/ctl"
)

// Main runs the tests of a package, and the commands instead where Command has started the process.
func Main(m *testing.M, p Program) {
	ready := func() { os.NewFile(3, "ready").Close() }
	switch os.Getenv(AsProgram) {
	case "stuck": // a command that does not end when it is stopped
		ctx := ctl.Stoppable(context.Background(), os.Exit)
		ready()
		<-ctx.Done()
		os.Stdout.WriteString("stopping\n")
		select {}
	case "1":
		ctl.Main(ready, p...)
	}
	// Tests that were started by nohup or in the background ignore signals, and a child would
	// inherit that. It does not inherit that they are caught.
	for _, s := range ctl.Stops {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
	os.Exit(luatest.Main(m.Run))
}
