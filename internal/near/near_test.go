package near

import "testing"

func TestDistance(t *testing.T) {
	for _, x := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"choose", "choose", 0}, {"chose", "choose", 1}, {"finsih", "finish", 1}, {"option", "options", 1}, {"name", "", 4}, {"abcd", "badc", 2}, {"start", "smart", 1}, {"order", "evaluate", 8}} {
		if got := Distance(x.a, x.b); got != x.want {
			t.Errorf("%q and %q: %d, want %d", x.a, x.b, got, x.want)
		}
		if back := Distance(x.b, x.a); back != x.want {
			t.Errorf("%q and %q: %d, want %d", x.b, x.a, back, x.want)
		}
	}
}
