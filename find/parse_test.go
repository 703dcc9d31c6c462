package find_test

import (
	"fmt"
	"testing"

	"boardstudio/find"
	"boardstudio/rules"
)

func TestParsePattern(t *testing.T) {
	gomoku, awale := build(t, "gomoku"), build(t, "awale")
	for _, x := range []struct {
		r          rules.Rules
		text, want string
	}{
		{gomoku, "h8=A i9=b, J9=. k9=*", "h8=A i9=B j9=. k9=*"},
		{gomoku, "h8=C", `"C" says nothing about the cell h8`},
		{gomoku, "h8=1", `"1" says nothing about the cell h8`},
		{gomoku, "h8", `"h8" is not of the form CELL=SEAT`},
		{gomoku, "z8=A", `"z8" is no cell of this board`},
		{gomoku, " ", "the pattern has no cell"},
		{awale, "A=4 b=0", "A=4 b=0"},
		{awale, "A=-1", `"-1" says nothing about the cell A`},
		{awale, "A=B", `"B" says nothing about the cell A`},
	} {
		cells, err := find.ParsePattern(x.r, x.text)
		got := fmt.Sprint(err)
		if err == nil {
			got = find.FormatPattern(x.r, cells)
		}
		if got != x.want {
			t.Errorf("%q: %s, want %s", x.text, got, x.want)
		}
	}
}

func FuzzParsePattern(f *testing.F) {
	f.Add("h8=A i9=B, J9=. k9=*")
	f.Add("A=4 b=0")
	all := []rules.Rules{build(f, "gomoku"), build(f, "awale"), build(f, "line", "players=26", "rows=9", "cols=9")}
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range all {
			cells, err := find.ParsePattern(r, text)
			if err != nil {
				continue
			}
			out := find.FormatPattern(r, cells)
			again, err := find.ParsePattern(r, out)
			if err != nil || fmt.Sprint(again) != fmt.Sprint(cells) {
				t.Errorf("%q becomes %q: %v", text, out, err)
			}
		}
	})
}
