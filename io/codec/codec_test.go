package codec_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/text/msg"
)

func TestErrorText(t *testing.T) {
	why := msg.Errorf("broken %d", 7)
	for _, tt := range []struct {
		err  codec.Error
		want string
	}{
		{codec.Error{Why: why}, "broken 7"},
		{codec.Error{Line: 3, Why: why}, "line 3: broken 7"},
		{codec.Error{File: "a.x", Why: why}, "a.x: broken 7"},
		{codec.Error{File: "a.x", Line: 3, Why: why}, "a.x:3: broken 7"},
	} {
		if got := tt.err.Error(); got != tt.want || !errors.Is(&tt.err, why) {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

func TestChoice(t *testing.T) {
	a := &codec.Format{Name: "a", Ext: []string{".x", ".y"}, Sniff: func(h []byte) bool { return strings.HasPrefix(string(h), "A") }}
	b := &codec.Format{Name: "b", Ext: []string{".y"}}
	all := []*codec.Format{b, a}
	if codec.ByExt(all, "dir.y/c.X") != a || codec.ByExt(all, "c.y") != b || codec.ByExt(all, "c") != nil {
		t.Error("the extension chooses wrongly")
	}
	if codec.ByContent(all, []byte("AB")) != a || codec.ByContent(all, []byte("B")) != nil {
		t.Error("the content chooses wrongly")
	}
}

func TestCut(t *testing.T) {
	long := strings.Repeat("é", 60)
	for in, want := range map[string]string{"": "", "short": "short", long: long, long + "é": long + "…", "\xff": "\ufffd"} {
		if got := codec.Cut(in); got != want {
			t.Errorf("%q is cut to %q", in, got)
		}
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct{ in, charset, named, want, read string }{
		{"", "", "", "", ""},
		{"\ufeffé", "GBK", "GBK", "é", ""}, // valid UTF-8 is always read as UTF-8
		{"caf\xe9", "", "", "café", "Latin-1"},
		{"\xff\xfec\x00\xe9\x00", "GBK", "", "cé", ""},
		{"\xfe\xff\x00c\x00\xe9", "", "utf-16", "cé", ""},
		{"\xef\xbb\xbf\xff", "windows-1251", "", "я", "windows-1251"},
		{"\xc7", "cp1251", "GBK", "З", "windows-1251"},
		{"\xc7", "", "cp1251", "З", ""},
		{"\xba\xc3\xc6\xe5", "", "utf-8", "好棋", "GBK"},
		{"\xba\xc3\xc6\xe5", "", "martian", "好棋", "GBK"},
		{"caf\xe9", "", "Shift_JIS", "café", "Latin-1"}, // invalid in the declared charset
		{"caf\xe9", "Shift_JIS", "", "caf\ufffd", "Shift_JIS"},
	} {
		got, warn := codec.Options{Charset: tt.charset}.TextIn([]byte(tt.in), tt.named)
		read, ok := codec.CharsetOf(warn)
		if string(got) != tt.want || read != tt.read || ok != (tt.read != "") {
			t.Errorf("%q became %q, %v", tt.in, got, warn)
		}
	}
	for text, want := range map[string]string{
		`<?xml version="1.0" encoding="GBK"?><a/>`: "GBK", "<?xml version='1.0' encoding = 'Shift_JIS' ?>": "Shift_JIS", "<a/>": "", `<?xml version="1.0"?><a encoding="x"/>`: "",
	} {
		if got := codec.DeclaredXML([]byte(text)); got != want {
			t.Errorf("%s declares %q", text, got)
		}
	}
}

// TestProblems checks that each illegal move is reported once with its line number, and that
// problems beyond the limit are only counted.
func TestProblems(t *testing.T) {
	r, err := othello.Game.Build("", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name        string
		bad, listed int
		last        string
	}{
		{"none", 0, 0, ""},
		{"one", 1, 1, "a.x:1: move 1 ("},
		{"as many as are listed", codec.MaxWarnings, codec.MaxWarnings, "a.x:50: move 1 ("},
		{"one more", codec.MaxWarnings + 1, codec.MaxWarnings + 1, "a.x: further illegal moves: 1"},
		{"many", 20_000, codec.MaxWarnings + 1, "a.x: further illegal moves: more than 9950"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := model.NewTree(r)
			var lines codec.Lines
			for i := range tt.bad {
				n := tree.AddRaw(tree.Root(), strings.Repeat("z", 100))
				lines.Add(n, i+1)
				lines.Add(tree.Add(n, rules.Pass), 9999) // nodes after an illegal move are not reported
			}
			got := lines.Problems(context.Background(), codec.Options{File: "a.x"}, tree)
			if len(got) != tt.listed || tt.listed > 0 && !strings.HasPrefix(got[len(got)-1].Error(), tt.last) {
				t.Errorf("%d nodes give %d warnings, the last %v", tt.bad, len(got), got[max(0, len(got)-1):])
			}
			for _, err := range got {
				if len(err.Error()) > 200 {
					t.Errorf("a message of %d bytes", len(err.Error()))
				}
			}
		})
	}
}
