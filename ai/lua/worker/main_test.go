package worker

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/ai/lua/luatest"
)

func TestMain(m *testing.M) {
	os.Exit(luatest.Main(m.Run, func() error { return goleak.Find() }))
}
