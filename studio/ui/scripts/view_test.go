package scripts

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"boardstudio/ai/lua/script"
)

// openScript creates a script with a text and opens it.
func openScript(t testing.TB, text string) *view {
	t.Helper()
	e := openTest(t)
	path, err := e.host.Session().Scripts().Create("tried", text)
	if err != nil {
		t.Fatal(err)
	}
	e.show(path)
	wait(t, func() bool { return e.text != nil && e.text.Path() == path })
	return e.ed
}

// wait runs the main loop until is() returns true.
func wait(t testing.TB, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); settle() {
		if time.Now().After(end) {
			t.Fatal("waited too long")
		}
		time.Sleep(time.Millisecond)
	}
}

// fill replaces the text of the view.
func fill(v *view, text string) { v.edit(func() { v.buf.SetText(text) }) }

// TestStringsAndComments checks which characters the highlighting treats as strings and comments.
// They are marked with s here.
func TestStringsAndComments(t *testing.T) {
	v := openScript(t, "")
	for _, x := range []struct{ text, want string }{
		{"local x = 1", "..........."},
		{"é = 'ü' -- ö", "....sss.ssss"},
		{"a[b[1]]", "......."},
		{"x = [[a\nb]] y", "....sss\nsss.."},
		{"--[==[ a\n]] b\n]==] end", "ssssssss\nssss\nssss...."},
		{"s = \"a\\\nb\" z", "....sss\nss.."},
		{"s = \"a\nb", "....ss\n."},
		{"-- [[ no\nx", "ssssssss\n."},
		{"--[[]]--x", "sssssssss"},
		{"", ""},
		{"[=x", "..."},
	} {
		fill(v, x.text)
		var got strings.Builder
		at := 0
		for _, r := range x.text {
			switch {
			case r == '\n':
				got.WriteByte('\n')
			case v.Hidden(at):
				got.WriteByte('s')
			default:
				got.WriteByte('.')
			}
			at++
		}
		if got.String() != x.want {
			t.Errorf("%q\n%s, want\n%s", x.text, got.String(), x.want)
		}
	}
}

func TestIndent(t *testing.T) {
	v := openScript(t, "")
	l := &v.lua
	for _, x := range []struct{ text, want string }{
		{"if x then", "  "},
		{"  for i = 1, 2 do", "    "},
		{"if x then return end", ""},
		{"f(function(a)", "  "},
		{"  end)", "  "},
		{"x = { -- }", "  "},
		{"x = '{'", ""},
		{"else", "  "},
		{"  x = 1\n\n", "  "},
		{"elseif y then", "  "},
		{"end, {", "  "},
	} {
		fill(v, x.text)
		if got := l.indentAfter(l.len() - 1); got != x.want {
			t.Errorf("%q: %q, want %q", x.text, got, x.want)
		}
	}
	fill(v, "if x then\n  y()\n  end")
	if n := l.outdent(2); n != 2 {
		t.Errorf("outdent %d", n)
	}
	fill(v, "if x then\n  y()\nend")
	if n := l.outdent(2); n != 0 {
		t.Errorf("outdent %d", n)
	}
}

func TestEditLines(t *testing.T) {
	var l lines
	l.update("  a\n\n    b")
	if got := l.toggleComment(0, 2); got != "  -- a\n\n  --   b" {
		t.Errorf("%q", got)
	}
	l.update("  -- a\n\n  --   b")
	if got := l.toggleComment(0, 2); got != "  a\n\n    b" {
		t.Errorf("%q", got)
	}
	l.update("x = pos:play(m)")
	if word, from := l.wordAt(9); word != "pos:play" || from != 4 {
		t.Errorf("%q at %d", word, from)
	}
}

// TestUndo checks that a typed word is one undo step, and an edit of several lines another.
func TestUndo(t *testing.T) {
	v := openScript(t, "")
	for _, r := range "two words" {
		v.buf.InsertInteractiveAtCursor(string(r), true)
	}
	v.change(v.lua.toggleComment)
	var got []string
	back := func(step func()) {
		got = nil
		for range 10 {
			was := v.text.Text()
			if v.undo(step); v.text.Text() == was {
				return
			}
			got = append(got, v.text.Text())
		}
	}
	if back(v.Undo); !slices.Equal(got, []string{"two words", "two", ""}) {
		t.Errorf("back: %q", got)
	}
	if back(v.Redo); !slices.Equal(got, []string{"two", "two words", "-- two words"}) {
		t.Errorf("forth: %q", got)
	}
}

func TestFind(t *testing.T) {
	v := openScript(t, "aé Aé bÉ")
	v.Search("é")
	wait(t, func() bool { _, n := v.Found(); return n == 3 })
	for _, x := range []struct {
		at   int
		back bool
		want int
	}{{0, false, 1}, {1, false, 1}, {2, false, 4}, {8, false, 1}, {7, true, 4}, {1, true, 7}} {
		if from, to, ok := v.Next(x.at, x.back); !ok || from != x.want || to != x.want+1 {
			t.Errorf("%+v: %d to %d, %v", x, from, to, ok)
		}
	}
	v.Search("x")
	wait(t, func() bool { _, n := v.Found(); return n == 0 })
	if _, _, ok := v.Next(0, false); ok {
		t.Error("nothing is found somewhere")
	}
}

// BenchmarkType types a character in the middle of the largest script, including drawing.
func BenchmarkType(b *testing.B) {
	line := "  local after = pos:play(moves[i]) -- \"what\" comes then\n"
	text := strings.Repeat(line, script.MaxSource/len(line))
	v := openScript(b, text)
	v.place(utf8.RuneCountInString(text) / 2)
	settle()
	for b.Loop() {
		v.buf.InsertInteractiveAtCursor("x", true)
		settle()
	}
}
