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
		{gomoku, "h8=C", `"C" has no contents for the cell h8`},
		{gomoku, "h8=1", `"1" has no contents for the cell h8`},
		{gomoku, "h8=@", `"@" has no contents for the cell h8`},
		{gomoku, "h8=!", `"!" has no contents for the cell h8`},
		{gomoku, "h8=AB", `"AB" has no contents for the cell h8`},
		{gomoku, "h8=", `"" has no contents for the cell h8`},
		{gomoku, "H8=a h8=.", "h8=A h8=."},
		{gomoku, "h8", `"h8" is not of the form CELL=SEAT`},
		{gomoku, "z8=A", `"z8" is not a cell of this board`},
		{gomoku, " ", "the pattern has no cell"},
		{awale, "A=4 b=0", "A=4 b=0"},
		{awale, "A=. a=* F=32767", "A=0 a=* F=32767"},
		{awale, "A=32768", `"32768" has no contents for the cell A`},
		{awale, "A=-1", `"-1" has no contents for the cell A`},
		{awale, "A=B", `"B" has no contents for the cell A`},
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

// TestParsedContent checks the content of parsed cells. The seeds of a pit belong to the owner of
// the pit.
func TestParsedContent(t *testing.T) {
	gomoku, awale := build(t, "gomoku"), build(t, "awale")
	for _, x := range []struct {
		r    rules.Rules
		text string
		want find.Want
	}{
		{gomoku, "b1=a", find.Want{Cell: gomoku.Board().Find("b1"), Content: rules.Piece(0)}},
		{gomoku, "b1=B", find.Want{Cell: gomoku.Board().Find("b1"), Content: rules.Piece(1)}},
		{gomoku, "b1=.", find.Want{Cell: gomoku.Board().Find("b1"), Content: rules.Empty}},
		{gomoku, "b1=*", find.Want{Cell: gomoku.Board().Find("b1"), Content: rules.Empty, Any: true}},
		{awale, "B=1", find.Want{Cell: awale.Board().Find("B"), Content: rules.Content{Owner: awale.Board().Home[awale.Board().Find("B")], Count: 1}}},
		{awale, "b=12", find.Want{Cell: awale.Board().Find("b"), Content: rules.Content{Owner: awale.Board().Home[awale.Board().Find("b")], Count: 12}}},
		{awale, "b=0", find.Want{Cell: awale.Board().Find("b"), Content: rules.Empty}},
	} {
		cells, err := find.ParsePattern(x.r, x.text)
		if err != nil || len(cells) != 1 || cells[0] != x.want {
			t.Errorf("%s: %+v, %v", x.text, cells, err)
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
