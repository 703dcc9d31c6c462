package ctltest

import (
	"context"
	"os"
	"os/signal"
	"testing"

	"boardstudio"
	"boardstudio/ai/lua/luatest"
	"boardstudio/ctl"
)

// Main runs the tests of a package. In a process started by Command, it runs the program instead.
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
		ctl.Main(boardstudio.All, ready, p...)
	}
	// If nohup or a shell's background job started the tests, they ignore signals, and child
	// processes would inherit that. Caught signals are not inherited, so catch them.
	for _, s := range ctl.Stops {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
	os.Exit(luatest.Main(m.Run))
}
