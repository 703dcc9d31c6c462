package scripts

import "testing"

func TestComplete(t *testing.T) {
	find := func(name string) []string {
		var list []string
		for _, x := range Completions(name) {
			list = append(list, x.Name)
		}
		return list
	}
	if got := find("pos:canon"); len(got) != 1 || got[0] != "pos:canonical" {
		t.Errorf("%v", got)
	}
	if got := find("after:canon"); len(got) != 1 || got[0] != "pos:canonical" {
		t.Errorf("%v", got)
	}
	if got := find("zz"); got != nil {
		t.Errorf("%v", got)
	}
	for _, x := range []struct{ word, name, want string }{
		{"pos:canon", "pos:canonical", "pos:canonical("},
		{"after:canon", "pos:canonical", "after:canonical("},
		{"lo", "log", "log("},
		{"", "pos:turn", "pos:turn("},
		{"canon", "pos:canonical", "pos:canonical("},
		{"x", "pos:turn", "xpos:turn("}, // chosen from the list: x is not a prefix
	} {
		for _, e := range FindEntries("") {
			if e.Name != x.name {
				continue
			}
			keep, text := Complete(x.word, e)
			if keep+text != x.want {
				t.Errorf("%q with %s: %q", x.word, x.name, keep+text)
			}
		}
	}
	if got := FindEntries("canonical"); len(got) == 0 || got[0].Name != "pos:canonical" {
		t.Errorf("%v", got)
	}
	if got := FindEntries("no such thing at all"); got != nil {
		t.Errorf("%v", got)
	}
}
