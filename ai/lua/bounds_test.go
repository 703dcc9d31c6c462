package lua_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua"
	"boardstudio/ai/lua/script"
)

const optional = `return { name = "O", options = { { name = "style", type = "text", default = "x" } },
  choose = function(pos, moves) log(#options.style) return moves[1] end }`

// TestRequestsOverBounds checks that a request that exceeds a bound is refused by an error that
// names the request and the bound. The script does not lose because of it.
func TestRequestsOverBounds(t *testing.T) {
	r := build(t, "tictactoe", nil)
	path := write(t, optional)
	long := func(n int) string { return strings.Repeat("v", n) }
	many := map[string]string{}
	for i := range 300 {
		many[fmt.Sprint("o", i)] = "1"
	}
	for _, x := range []struct {
		name   string
		values map[string]string
		want   string
	}{
		{"long value", map[string]string{"style": long(1025)}, `the script's options: the value of "style" has more than 1024 bytes`},
		{"long name", map[string]string{"style": "ok", long(1025): "1"}, `the script's options: the name "` + long(40) + `…" has more than 1024 bytes`},
		{"many values", many, "the script's options: there are more than 200"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if _, err := lua.New(r, path, lua.Options{Values: x.values}); err == nil || err.Error() != x.want {
				t.Errorf("%v\nwant %s", err, x.want)
			}
		})
	}
	// Within the bounds, the script decides which values it accepts.
	for _, x := range []struct {
		name      string
		values    map[string]string
		log, want string
	}{
		{"longest value", map[string]string{"style": long(1024)}, "1024\n", ""},
		{"control characters", map[string]string{"style": "a\x00\xff\nb"}, "5\n", ""},
		{"longest name", map[string]string{long(1024): "1"}, "", "script bad.lua: the script has no option"},
		{"no option of the script", map[string]string{"style": "", "\x00\xff": "1"}, "", "script bad.lua: the script has no option"},
	} {
		t.Run(x.name, func(t *testing.T) {
			e, err := lua.New(r, path, lua.Options{Values: x.values})
			if err != nil {
				t.Fatal(err)
			}
			info, err := e.Think(t.Context(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Minute}}, nil)
			if info.Text != x.log || (err == nil) != (x.want == "") || err != nil && !strings.HasPrefix(err.Error(), x.want) {
				t.Errorf("%.40v: %q, %v", x.values, info.Text, err)
			}
			ai.Close(e)
		})
	}
	e := player(t, r, path)
	for _, x := range []struct {
		name  string
		limit ai.Limit
		want  string
	}{
		{"deep", ai.Limit{Time: time.Minute, Depth: ai.MaxDepth + 1}, "the depth to look ahead: 2147483648 is more than 2147483647"},
		{"long", ai.Limit{Time: ai.MaxTime + 1}, "the time to think: 10000h0m0.000000001s is more than 10000h0m0s"},
		{"longest", ai.Limit{Time: ai.MaxTime, Depth: ai.MaxDepth, Nodes: 1<<64 - 1}, ""},
		{"negative depth", ai.Limit{Time: time.Minute, Depth: -1}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, err := e.Think(t.Context(), ai.Request{Rules: r, Start: r.Start(), Limit: x.limit, Seed: 1<<64 - 1}, nil)
			var f *script.Fault
			if errors.As(err, &f) || (err == nil) != (x.want == "") || err != nil && err.Error() != x.want {
				t.Errorf("%+v: %v, want %q", x.limit, err, x.want)
			}
		})
	}
}
