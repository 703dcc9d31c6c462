package scripts

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// looks returns a text with the kinds of its characters, a letter each.
func luaLooks(t *Highlighter) string {
	var b strings.Builder
	for i := range t.Len() {
		line := []byte(strings.Repeat(".", utf8.RuneCountInString(t.Line(i))))
		for _, s := range t.Spans(i, nil) {
			for c := s.From; c < s.To; c++ {
				line[c] = ".ksnac"[s.Kind]
			}
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestLuaLooks(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"local x = 1", "kkkkk.....n"},
		{"é = 'ü' -- ö", "....sss.aaaa"},
		{"return f(x)", "kkkkkk.c..."},
		{"a[b[1]]", "....n.."},
		{"x = [[a\nb]] y", "....sss\nsss.."},
		{"--[==[ a\n]] b\n]==] end", "aaaaaaaa\naaaa\naaaa.kkk"},
		{"s = \"a\\\nb\" z", "....sss\nss.."},
		{"s = \"a\nb", "....ss\n."},
		{"0x1F..1e-3..2", "nnnn..nnnn..n"},
		{"-- [[ no\nx", "aaaaaaaa\n."},
		{"--[[]]--x", "aaaaaaaaa"},
		{"", ""},
		{"[=x", "..."},
	} {
		var l Highlighter
		l.Update(x.text)
		if got := luaLooks(&l); got != x.want {
			t.Errorf("%q\n%s, want\n%s", x.text, got, x.want)
		}
	}
}

// FuzzHighlighter: what is learnt from an edit is what is learnt from the whole text.
func FuzzHighlighter(f *testing.F) {
	f.Add("x = [[\na\n]]\ny", "x = [\na\n]]\ny")
	f.Add("--[==[\n\n]==]", "--[=[\n\n]==]\nend")
	f.Add("a\nb\nc", "a\nc")
	f.Add("\"\\\n\\\n", "\"\\\n\\\nx\"")
	f.Fuzz(func(t *testing.T, a, b string) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		var l, whole Highlighter
		l.Update(a)
		before := luaLooks(&l)
		from, to := l.Update(b)
		whole.Update(b)
		if !slices.Equal(l.begins, whole.begins) || !slices.Equal(l.starts, whole.starts) {
			t.Fatalf("%q, then %q: %v, want %v", a, b, l.begins, whole.begins)
		}
		if from < 0 || to > l.Len() || from > to {
			t.Fatalf("lines %d to %d of %d", from, to, l.Len())
		}
		// Lines beyond those told look as they did.
		was, is := strings.Split(before, "\n"), strings.Split(luaLooks(&l), "\n")
		if !slices.Equal(was[:from], is[:from]) || !slices.Equal(was[len(was)-(len(is)-to):], is[to:]) {
			t.Fatalf("%q, then %q: more changed than %d to %d", a, b, from, to)
		}
		for i := range l.Len() {
			last := 0
			for _, s := range l.Spans(i, nil) {
				if s.From < last || s.To <= s.From || s.To > utf8.RuneCountInString(l.Line(i)) {
					t.Fatalf("%q has the piece %v", l.Line(i), s)
				}
				last = s.To
			}
			l.Outdent(i)
			l.IndentAfter(i)
			l.Partner(l.Start(i))
			l.WordAt(l.Start(i))
		}
		l.ToggleComment(0, l.Len()-1)
		l.Shift(0, l.Len()-1, true)
	})
}

// FuzzDiffer: the edit makes one text of the other.
func FuzzDiffer(f *testing.F) {
	f.Add("aé", "aè")
	f.Add("aaa", "aa")
	f.Fuzz(func(t *testing.T, a, b string) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		e := Differ(a, b)
		if got := apply(a, e); got != b || !utf8.ValidString(e.In) || !utf8.ValidString(e.Out) {
			t.Errorf("%q to %q: %+v makes %q", a, b, e, got)
		}
	})
}

func apply(text string, e Edit) string {
	r := []rune(text)
	return string(r[:e.At]) + e.In + string(r[e.At+utf8.RuneCountInString(e.Out):])
}

func TestHistory(t *testing.T) {
	var h History
	text := ""
	states := []string{text}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 { // edits that are a step each
		r := []rune(text)
		at := rng.IntN(len(r) + 1)
		next := string(r[:at]) + "xé\n"[:1+rng.IntN(3)/2*3] + string(r[min(at+rng.IntN(3), len(r)):])
		e := Differ(text, next)
		if e == (Edit{At: e.At}) {
			continue
		}
		h.Close()
		h.Did(e)
		text = next
		states = append(states, text)
	}
	for i := len(states) - 2; i >= 0; i-- {
		e, ok := h.Undo()
		if text = apply(text, e); !ok || text != states[i] {
			t.Fatalf("undo %d: %q, want %q", i, text, states[i])
		}
	}
	if _, ok := h.Undo(); ok {
		t.Error("there is more to undo than was done")
	}
	for i := 1; i < len(states); i++ {
		e, ok := h.Redo()
		if text = apply(text, e); !ok || text != states[i] {
			t.Fatalf("redo %d: %q, want %q", i, text, states[i])
		}
	}
}

func TestTypingIsOneStep(t *testing.T) {
	var h History
	text := ""
	for _, r := range "two words" {
		h.Did(Differ(text, text+string(r)))
		text += string(r)
	}
	var got []string
	for {
		e, ok := h.Undo()
		if !ok {
			break
		}
		text = apply(text, e)
		got = append(got, text)
	}
	if !slices.Equal(got, []string{"two ", ""}) {
		t.Errorf("%q", got)
	}
}

func TestIndent(t *testing.T) {
	var l Highlighter
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
		l.Update(x.text)
		if got := l.IndentAfter(l.Len() - 1); got != x.want {
			t.Errorf("%q: %q, want %q", x.text, got, x.want)
		}
	}
	l.Update("if x then\n  y()\n  end")
	if n := l.Outdent(2); n != 2 {
		t.Errorf("outdent %d", n)
	}
	l.Update("if x then\n  y()\nend")
	if n := l.Outdent(2); n != 0 {
		t.Errorf("outdent %d", n)
	}
}

func TestEditLines(t *testing.T) {
	var l Highlighter
	l.Update("  a\n\n    b")
	if got := l.ToggleComment(0, 2); got != "  -- a\n\n  --   b" {
		t.Errorf("%q", got)
	}
	l.Update("  -- a\n\n  --   b")
	if got := l.ToggleComment(0, 2); got != "  a\n\n    b" {
		t.Errorf("%q", got)
	}
	if got := l.Shift(0, 2, true); got != "-- a\n\n--   b" {
		t.Errorf("%q", got)
	}
	l.Update("f({ \")\" -- }\n})")
	for at, want := range map[int]int{1: 14, 2: 13, 13: 2, 14: 1} {
		if got, ok := l.Partner(at); !ok || got != want {
			t.Errorf("partner of %d: %d, %v, want %d", at, got, ok, want)
		}
	}
	if _, ok := l.Partner(5); ok {
		t.Error("a bracket in a string has a partner")
	}
	l.Update("x = pos:play(m)")
	if word, from := l.WordAt(9); word != "pos:play" || from != 4 {
		t.Errorf("%q at %d", word, from)
	}
}

// BenchmarkLuaType types into the largest script.
func BenchmarkLuaType(b *testing.B) {
	line := "  local after = pos:play(moves[i]) -- \"what\" comes then\n"
	text := strings.Repeat(line, (256<<10)/len(line))
	var l Highlighter
	l.Update(text)
	at := len(text) / 2
	other := text[:at] + "x" + text[at:]
	b.ResetTimer()
	for i := range b.N {
		if i%2 == 0 {
			Differ(text, other)
			l.Update(other)
		} else {
			Differ(other, text)
			l.Update(text)
		}
	}
}

func TestFindText(t *testing.T) {
	places := FindText("aé Aé bÉ", "é")
	if len(places) != 3 || places[0] != 1 || places[2] != 7 {
		t.Fatalf("%v", places)
	}
	for _, x := range []struct {
		at, step int
		back     bool
		want     int
	}{{0, 0, false, 0}, {1, 0, false, 0}, {1, 1, false, 1}, {7, 1, false, 0}, {7, 1, true, 1}, {1, 1, true, 2}} {
		if got := NextPlace(places, x.at, x.step, x.back); got != x.want {
			t.Errorf("%+v: %d", x, got)
		}
	}
	if FindText("a", "") != nil || FindText("", "a") != nil {
		t.Error("nothing is found somewhere")
	}
}
