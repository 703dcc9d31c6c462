package record

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"boardstudio/model"
	games "boardstudio/rules/all"
)

func transcript(t testing.TB, d *model.Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := EncodeRun(context.Background(), &b, d, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTranscript(t *testing.T) {
	spec := specOf(t, "othello")
	for _, x := range []struct{ name, text, want string }{
		{"whole game", known, known + "\n"},
		{"pass at the end", known[:112] + "--", known[:112] + "--\n"},
		{"move after the pass", known[:112] + "--a1", known[:112] + "--a1\n"},
		{"capitals", strings.ToUpper(known[:8]), known[:8] + "\n"},
		{"unreadable move", "f5 d6 zz c3", "f5d6 zz c3\n"},
		{"resignation", "f5 {x} (d3) resign", "f5 resign\n"},
		{"pass", "f5 -- d6", "f5--d6\n"},
		{"no move", "", "\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := must(t, x.text, spec)
			got := transcript(t, d)
			if got != x.want {
				t.Errorf("%s is written as %s", x.text, got)
			}
			if back := must(t, got, spec); mainLine(back) != mainLine(d) {
				t.Errorf("%s\nbecame %s", mainLine(d), mainLine(back))
			}
		})
	}
	for _, preset := range []string{"pente", "othello"} {
		r, err := games.Games.Build(preset, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := Transcript.Writes(r); (err == nil) != (preset == "othello") {
			t.Errorf("%s: %v", preset, err)
		}
	}
	d := must(t, "[Variant \"othello\"]\n[Start \"---------------------------OX------XO--------------------------- O\"]\n", nil)
	if err := EncodeRun(context.Background(), &bytes.Buffer{}, d, nil); err == nil {
		t.Error("a start position is written")
	}
}

func TestSniffTranscript(t *testing.T) {
	for text, want := range map[string]bool{
		"f5": true, "F5D6C3": true, " \n\ufefff5": false, "\ufeff d3c3\nx": true, "f5d6--c3": true,
		"f5 d6": false, "f5f5": false, "h8h7": false, "f5d": false, "": false, "[a \"b\"]": false, "d3 is a move": false,
	} {
		if sniffTranscript([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// FuzzTranscript checks that a written record is the same after reading and writing again.
func FuzzTranscript(f *testing.F) {
	for _, s := range []string{
		known, known[:112] + "--a1", known + "\n" + known, "f5d6\nf5f6", "5664", "56 64 33", "F5,D6", "+f5-d6: +2 3", "1) f5 2) d6", "1 f5 2 d6", "1:f5 2:d6", "f5 zz", "f5 (d3) {x} d6",
		"f5 -- d6", "f5 pass", "f5resign", "resign", "", "\n", "f5|d6", "f5/d6", "f5--d6", "a1", "zz", "f5 33-31 f5", "f5 +2 f5\nf5", "1f5", "f5d6c3d3c4f4", "d3c3c4e3", "c4c3", "e6f4",
	} {
		f.Add(s)
	}
	spec := specOf(f, "othello")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := read(t, text, spec)
		if err != nil || EncodeRun(context.Background(), &bytes.Buffer{}, d, nil) != nil {
			return
		}
		first := transcript(t, d)
		back, err := read(t, first, spec)
		if err != nil {
			return // more words than moves
		}
		if transcript(t, back) != first {
			t.Errorf("%q became %q", first, transcript(t, back))
		}
	})
}
