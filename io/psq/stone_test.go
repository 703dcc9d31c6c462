package psq

import (
	"testing"
	"time"
)

func TestStone(t *testing.T) {
	ms := time.Millisecond
	for _, x := range []struct {
		line string
		want placed
		ok   bool
	}{
		{"10,11,456", placed{10, 11, 456 * ms}, true},
		{"0,-3", placed{0, -3, 0}, true},
		{" 1 , 2 , -7 ", placed{1, 2, 0}, true},
		{"999999999,1,999999999999", placed{999999999, 1, 999999999999 * ms}, true},
		{"1000000000,1,0", placed{}, false},
		{"1,1000000000,0", placed{}, false},
		{"1,1,1000000000000", placed{}, false},
		{"1", placed{}, false},
		{"1,", placed{}, false},
		{"-,1", placed{}, false},
		{"1,2,", placed{}, false},
		{"1,2,3,4", placed{}, false},
		{"1,2x,3", placed{}, false},
		{"1,/", placed{}, false},
		{"1,:", placed{}, false},
	} {
		p, ok := stone([]byte(x.line))
		if ok != x.ok || ok && p != x.want {
			t.Errorf("%q: %v, %v", x.line, p, ok)
		}
	}
}

// TestOffset checks that records of Gomotur count from 0, and others from 1.
func TestOffset(t *testing.T) {
	for rec, want := range map[bool]placed{true: {5, 6, 0}, false: {4, 5, 0}} {
		r := reader{rec: rec}
		if p, ok := r.stone([]byte("5,6")); !ok || p != want {
			t.Errorf("rec %v: %v", rec, p)
		}
	}
}
