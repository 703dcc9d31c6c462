package hexworld

import (
	"strings"
	"testing"

	"boardstudio/io/codectest"
	"boardstudio/model"
)

const board = "https://hexworld.org/board/#"

func TestDecode(t *testing.T) {
	for _, tt := range []struct{ text, line, end, warn string }{
		{board + "11c1,a2:sk5f6e3\n", "a2 swap k5 f6 e3", "", ""},
		{board + "5r9c1,b3:sc1", "b3 swap c1", "..A../..B../...../...../..... B", ""},
		{"hexworld.org/board#3nc1,a1b2,c3", "a1 b2 c3", "A../.B./..A B", ""},
		{"https://hexanna1.github.io/hex-study/y.html#5c1,a1", "a1", "", ""},
		{board + "5", "", "", ""},
		{board + "5c1,", "", "", ""},
		{board + "5c1,a1:pb2:rw", "a1 [A..../...../...../...../..... A] b2 resign", "", ""},
		{board + "5c1,A1%3ArW", "a1 resign", "", ""},
		{board + "5c1,a1:fw", "a1 timeout", "", ""},
		{board + "5c1,a1:rb", "a1", "", ""},                        // Black resigns, but is not to move
		{board + "5c1,a1:rbb2", `a1 ":rb" b2`, "", "move 2 (:rb)"}, // and the record does not end there
		{board + "5c1,:rb:rb", "resign resign", "", "move 2 (resign)"},
		{board + "5c1,a1a1", "a1 a1", "", "move 2 (a1)"},
		{board + "5c1,a1?z", `a1 "?z"`, "", "move 2 (?z)"},
		{board + "5c1,a1b:r", `a1 "b:r"`, "", "move 2 (b:r)"},
		{board + "5c1,:s", `":s"`, "", "move 1 (:s)"},
		{board + "5c1,a1\n\n" + board + "7c1,b2", "a1", "", "the file contains 2 games"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			d, err := Decode(t.Context(), []byte(tt.text), codectest.Options("a.txt"))
			if err != nil {
				t.Error(err)
				return
			}
			if got := line(d); got != tt.line {
				t.Errorf("%s, want %s", got, tt.line)
			}
			if warn := codectest.Warnings(d); !strings.Contains(warn, tt.warn) || tt.warn == "" && warn != "" {
				t.Errorf("warnings %s", warn)
			}
			last := d.Tree.Root()
			for last.First() != nil {
				last = last.First()
			}
			if p, err := d.Tree.Position(last); tt.end != "" && (err != nil || p.String() != tt.end) {
				t.Errorf("ends at %v, %v", p, err)
			}
			if !Format.Sniff([]byte(tt.text)) {
				t.Errorf("%s is not recognised", tt.text)
			}
			if len(d.Warnings) == 0 {
				codectest.Same(t, &Format, d)
			}
		})
	}
}

// line returns the main line, with set-up positions in brackets.
func line(d *model.Document) string {
	var words []string
	for n := range d.Tree.Main() {
		m, ok := n.Move()
		switch {
		case ok:
			words = append(words, d.Tree.Rules().FormatMove(m))
		case n.Raw() != "":
			words = append(words, `"`+n.Raw()+`"`)
		case n.Setup() != "":
			words = append(words, "["+n.Setup()+"]")
		}
	}
	return strings.Join(words, " ")
}

func TestRefuses(t *testing.T) {
	for text, want := range map[string]string{
		board + "11x9c1,a1":       "the board has 11 columns and 9 rows",
		board + "x":               "does not say how large",
		board + "40c1,a1":         "size",
		board + "5c1,a1\nhello\n": "a.txt:2: this is not a link to HexWorld",
		"":                        "no game",
	} {
		if _, err := Games(t.Context(), []byte(text), codectest.Options("a.txt")); err == nil {
			_, err = Decode(t.Context(), []byte(text), codectest.Options("a.txt"))
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v", text, err)
			}
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if Format.Sniff([]byte("https://example.org/#5")) || Format.Sniff([]byte("f5d6")) {
		t.Error("something else is taken for a link")
	}
}

// FuzzDecode checks that any text is either rejected or preserved by writing and reading it.
func FuzzDecode(f *testing.F) {
	var seeds [][]byte
	for _, s := range []string{"11c1,a2:sk5f6e3", "5r9c1,b3:sc1:p:rb", "3,a1b2,c3", "5c1,a1?z", "11x9,a1", "5c1,%zz", "5c1,:s:s:p:fw"} {
		seeds = append(seeds, []byte(board+s+"\n"))
	}
	codectest.Fuzz(f, &Format, codectest.Options("a.hexworld"), seeds...)
}
