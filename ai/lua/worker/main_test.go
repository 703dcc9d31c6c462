package worker

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/ai/lua/luatest"
)

func TestMain(m *testing.M) {
	os.Exit(luatest.Main(func() int {
		code := m.Run()
		if code == 0 {
			if err := goleak.Find(); err != nil {
				println(err.Error())
				return 1
			}
		}
		return code
	}))
}
