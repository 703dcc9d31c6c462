package worker

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/ai/lua/luatest"
)

func TestMain(m *testing.M) {
	if os.Getenv("STUDIO_TO_KILL") != "" {
		os.Exit(studio())
	}
	os.Exit(luatest.Main(m.Run, func() error { return goleak.Find() }))
}
