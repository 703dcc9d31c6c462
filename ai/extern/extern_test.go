package extern

import (
	"bufio"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"unicode"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                              "plain",
		"\x1b[31mred\x1b[0m":                 "red",
		"\x1b]0;title\x07text":               "text",
		"\x1b]0;title\x1b\\text":             "text",
		"a\x00b\xffc\u202ed\ufffde\tf":       "abcde f",
		"<b>&amp;</b>":                       "<b>&amp;</b>",
		"\x1b(B\x1b7\x1b":                    "",
		"é – 五":                              "é – 五",
		strings.Repeat("\x1b[", 3) + "1mend": "end",
	} {
		if got := Clean(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("\x1b[3\x1b[1mx")
	f.Add("\x1b]\x1b]\x07")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range Clean(text) {
			if !unicode.IsPrint(r) {
				t.Errorf("%q keeps %q", text, r)
			}
		}
	})
}

// Lines end as on any system, however their bytes come.
func TestLines(t *testing.T) {
	const text = "a\nb\r\nc\rd\n\ne\r\r\n\rf"
	want := []string{"a", "b", "c", "d", "", "e", "", "", "f"}
	for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
		l := lineReader{r: bufio.NewReader(r)}
		var got []string
		for {
			line, err := l.next()
			if err == nil || line != "" {
				got = append(got, line)
			}
			if err != nil {
				break
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q, want %q", got, want)
		}
	}
	l := lineReader{r: bufio.NewReader(strings.NewReader(strings.Repeat("x", maxLine+5) + "\ny\n"))}
	long, err := l.next()
	next, _ := l.next()
	if err != nil || len(long) != maxLine || next != "y" || l.cut != 5 {
		t.Errorf("%d bytes, %q, %d cut, %v", len(long), next, l.cut, err)
	}
}

// Programs that change the list at the same time lose nothing of each other's.
func TestListTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "engines.json")
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			e := Entry{Name: "e" + strconv.Itoa(i), Protocol: "x", Command: []string{"y"}}
			if err := Update(path, func(l *List) error { l.Put(e); return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	l, err := Load(path)
	if err != nil || len(l.Engines) != 20 || l.Engines[1].Name != "e1" || l.Engines[2].Name != "e10" {
		t.Errorf("%v, %+v", err, l)
	}
	if !l.Remove("e3") || l.Remove("e3") || len(l.Engines) != 19 {
		t.Error("it was not removed")
	}
}

func TestCommandLine(t *testing.T) {
	for text, want := range map[string][]string{
		"":                           nil,
		"  a  b\tc ":                 {"a", "b", "c"},
		`"/opt/my engine" -x 'a "b'`: {"/opt/my engine", "-x", `a "b`},
		`a\ b "c\"d\n" '' e'f'"g"`:   {"a b", `c"d\n`, "", "efg"},
		`'it'\''s'`:                  {"it's"},
	} {
		got, err := Split(text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %q, %v, want %q", text, got, err, want)
		}
		if again, err := Split(Join(got)); err != nil || !slices.Equal(again, want) {
			t.Errorf("%q becomes %q, %v", Join(got), again, err)
		}
	}
	for _, text := range []string{`"a`, `a'`, `a\`} {
		if got, err := Split(text); err == nil {
			t.Errorf("%s is %q", text, got)
		}
	}
}
