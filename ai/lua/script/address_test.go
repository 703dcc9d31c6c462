package script

import (
	"context"
	"errors"
	"strings"
	"testing"

	"boardstudio/ai/gametest"

	"boardstudio/ai"
)

// TestAddresses checks that messages do not contain memory addresses.
func TestAddresses(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	for _, v := range []string{"{}", "print", "function() end", "pos", "_G"} {
		t.Run(v, func(t *testing.T) {
			code := `local v = ` + v + `
local _, e = pcall(function() return (1)[v] end) log(e)
_, e = xpcall(function() return (1)[v] end, function(e) return e end) log(e)
_, e = pcall(function() (1)[v] = 1 end) log(e)
_, e = pcall(function() return v < 1 end) log(e)
_, e = pcall(function() return v + 1 end) log(e)
_, e = pcall(error, v) assert(e == v)
_, e = pcall(error, "table: 0x1234567") log(e)
assert(pcall(function(...) return select("#", ...) end, 1, 2, 3) == true)
if v then return (1)[v] end`
			p, err := Compile("x.lua", []byte(choosing(code)))
			if err != nil {
				t.Fatal(err)
			}
			m, err := New(p, r, Options{})
			if err != nil {
				t.Fatal(err)
			}
			a, err := m.Choose(context.Background(), r.Start(), nil, ai.Limit{})
			var f *Fault
			if !errors.As(err, &f) || !strings.Contains(err.Error(), "of a number value") {
				t.Error(err)
			}
			if strings.Contains(err.Error()+a.Text, "0x") || strings.Count(a.Text, "\n") < 6 {
				t.Errorf("%v\n%s", err, a.Text)
			}
		})
	}
}
