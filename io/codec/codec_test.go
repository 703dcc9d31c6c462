package codec_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/othello"
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
	for _, tt := range []struct {
		in, want string
		latin1   bool
	}{{"", "", false}, {"\ufeffé", "é", false}, {"caf\xe9", "café", true}, {"\xef\xbb\xbf\xff", "ÿ", true}} {
		if got, latin1 := codec.Text([]byte(tt.in)); string(got) != tt.want || latin1 != tt.latin1 {
			t.Errorf("%q became %q, %v", tt.in, got, latin1)
		}
	}
}

// Each line that goes wrong is reported once, with its place in the file, and
// those beyond the limit are counted.
func TestProblems(t *testing.T) {
	r, err := othello.Game.Build("", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		bad, listed int
		last        string
	}{
		{0, 0, ""},
		{1, 1, "a.x:1: move 1 ("},
		{codec.MaxWarnings, codec.MaxWarnings, "a.x:50: move 1 ("},
		{codec.MaxWarnings + 1, codec.MaxWarnings + 1, "a.x: further illegal moves: 1"},
		{20_000, codec.MaxWarnings + 1, "a.x: further illegal moves: more than 9950"},
	} {
		tree := model.NewTree(r)
		var lines codec.Lines
		for i := range tt.bad {
			n := tree.AddRaw(tree.Root(), strings.Repeat("z", 100))
			lines.Add(n, i+1)
			lines.Add(tree.Add(n, rules.Pass), 9999) // what follows is not reported again
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
	}
}
