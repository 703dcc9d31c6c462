package markup_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"boardstudio/text/markup"
)

// looks formats spans for messages: bold(text) sign(**) …
func looks(text string) string {
	r := []rune(text)
	var parts []string
	for _, s := range markup.Parse(text) {
		parts = append(parts, fmt.Sprintf("%s(%s)", s.Look, string(r[s.From:s.To])))
	}
	return strings.Join(parts, " ")
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"nothing special":            "",
		"a **bold** word":            "sign(**) bold(bold) sign(**)",
		"an *italic* é":              "sign(*) italic(italic) sign(*)",
		"é *é* `x*y*`":               "sign(`) code(x*y*) sign(`) sign(*) italic(é) sign(*)",
		"***both***":                 "sign(**) bold(*both*) sign(**) sign(*) italic(both) sign(*)",
		"**a *b* c**":                "sign(**) bold(a *b* c) sign(**) sign(*) italic(b) sign(*)",
		"# The opening":              "heading(# The opening) sign(#)",
		"- one\n- **two**":           "item(- one) sign(-) item(- **two**) sign(-) sign(**) bold(two) sign(**)",
		"#no\n-no":                   "",
		"2 * 3 * 4":                  "",
		"** not **":                  "",
		"**open\nclose**":            "",
		"**":                         "",
		"****":                       "",
		"a - b # c":                  "",
		"``":                         "",
		"- \n# ":                     "",
		"# h\r\n*x*\r\n":             "heading(# h) sign(#) sign(*) italic(x) sign(*)",
		"**one** and **two**, *see*": "sign(**) bold(one) sign(**) sign(**) bold(two) sign(**) sign(*) italic(see) sign(*)",
	} {
		if got := looks(text); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestChangedLines(t *testing.T) {
	for _, c := range []struct {
		before, after string
		from          int
		lines         string
	}{
		{"", "", 0, ""},
		{"", "a\nb", 0, "a\nb"},
		{"é\nb\nc", "é\nbx\nc", 2, "bx"},
		{"a\nb\nc", "a\nc", 2, "c"},
		{"a\nb\nc", "a\nbc", 2, "bc"},
		{"ab", "a\nb", 0, "a\nb"},
		{"a\n", "a", 0, "a"},
		{"same", "same", 0, ""},
	} {
		if from, lines := markup.ChangedLines(c.before, c.after); from != c.from || lines != c.lines {
			t.Errorf("%q to %q: %q at %d", c.before, c.after, lines, from)
		}
	}
	if got := markup.Plain("# Why\n- **a** *b* `c`\n2 * 3"); got != " Why\n- a b c\n2 * 3" {
		t.Errorf("plain: %q", got)
	}
}

func TestEmphasize(t *testing.T) {
	for _, c := range []struct {
		text string // the selection is in brackets
		e    markup.Look
		want string
	}{
		{"a [bold] word", markup.Bold, "a **[bold]** word"},
		{"a **[bold]** word", markup.Bold, "a [bold] word"},
		{"a [**bold**] word", markup.Bold, "a [bold] word"},
		{"a **[bold]** word", markup.Italic, "a ***[bold]*** word"},
		{"a ***[bold]*** word", markup.Italic, "a **[bold]** word"},
		{"a ***[bold]*** word", markup.Bold, "a *[bold]* word"},
		{"a wo[]rd here", markup.Italic, "a *[word]* here"},
		{"a *wo[]rd* here", markup.Italic, "a [word] here"},
		{"end []", markup.Bold, "end **[]**"},
		{"end **[]**", markup.Bold, "end []"},
		{"[  spaces ]", markup.Bold, "  **[spaces]** "},
		{"[one\ntwo\n]three", markup.Bold, "**[one**\n**two]**\nthree"},
		{"**[one**\n**two]**", markup.Bold, "[one\ntwo]"},
		{"[]", markup.Italic, "*[]*"},
		{"[é]t", markup.Bold, "**[é]**t"},
	} {
		from := utf8.RuneCountInString(c.text[:strings.Index(c.text, "[")])
		plain := strings.Replace(c.text, "[", "", 1)
		to := utf8.RuneCountInString(plain[:strings.Index(plain, "]")])
		plain = strings.Replace(plain, "]", "", 1)
		got, a, b := markup.Emphasize(plain, from, to, c.e)
		r := []rune(got)
		if shown := string(r[:a]) + "[" + string(r[a:b]) + "]" + string(r[b:]); shown != c.want {
			t.Errorf("%q: got %q, want %q", c.text, shown, c.want)
		}
	}
}

func Fuzz(f *testing.F) {
	for _, s := range []string{"**a** *b* `c`\n- d\n# e", "***x***", "*a **b* c**", "`*`*`", "**\xff**", "- - *", "****a****"} {
		f.Add(s, 1, 4)
	}
	f.Add("a*****", 3, 4) // one of five asterisks, all of them markup
	f.Fuzz(func(t *testing.T, text string, from, to int) {
		r := []rune(text)
		for _, s := range markup.Parse(text) {
			if s.From < 0 || s.From >= s.To || s.To > len(r) {
				t.Fatalf("a span %v of %d characters", s, len(r))
			}
			part := string(r[s.From:s.To])
			if strings.Contains(part, "\n") {
				t.Fatalf("%v goes over the end of a line", s)
			}
			if s.Look == markup.Sign && strings.Trim(part, "*") != "" && !strings.Contains("#-`", part) {
				t.Fatalf("%q is no sign", part)
			}
		}
		for _, e := range []markup.Look{markup.Italic, markup.Bold} {
			after, a, b := markup.Emphasize(text, from, to, e)
			if n := utf8.RuneCountInString(after); a < 0 || a > b || b > n {
				t.Fatalf("selected %d … %d of %d", a, b, n)
			}
			stars := func(s string) string { return strings.ReplaceAll(s, "*", "") }
			if stars(after) != stars(string(r)) {
				t.Fatalf("%q became %q", text, after)
			}
		}
	})
}
