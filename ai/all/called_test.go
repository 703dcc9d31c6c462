package all

import "testing"

func TestCalled(t *testing.T) {
	for kind, want := range map[string]string{
		"computer:3": "Computer, medium", "computer:level=1": "Computer, very easy", "alphabeta:5": "Computer, expert",
		"random": "random", "computer": "computer", "computer:9": "computer:9", "Ada": "Ada", "": "",
	} {
		if got := Engines.NameInRecords(kind); got != want {
			t.Errorf("%q is called %q, want %q", kind, got, want)
		}
	}
}
