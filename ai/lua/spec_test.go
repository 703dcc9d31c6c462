package lua

import (
	"maps"
	"testing"
)

func FuzzSplit(f *testing.F) {
	f.Add("/a/b.lua", "depth", "3")
	f.Add("/a?b/c.lua?x=1.lua", "a b", "ü&=")
	f.Add("plain", "", "")
	f.Fuzz(func(t *testing.T, path, name, value string) {
		values := map[string]string{name: value, "other": "1"}
		got, back := Split(Join(path+".lua", values))
		if got != path+".lua" || !maps.Equal(back, values) {
			t.Errorf("%q %v became %q %v", path, values, got, back)
		}
	})
}

func TestSplit(t *testing.T) {
	for _, spec := range []string{"/a/b.lua", "b", "", "what?x=1"} {
		if path, values := Split(spec); path != spec || values != nil {
			t.Errorf("%q: %q %v", spec, path, values)
		}
	}
	if path, values := Split("/a/b.lua?depth=3&style=bold"); path != "/a/b.lua" || values["depth"] != "3" || values["style"] != "bold" {
		t.Errorf("%q %v", path, values)
	}
}
