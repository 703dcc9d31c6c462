package extern

import (
	"bufio"
	"errors"
	"io"
	"os"
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

// TestLines checks that all kinds of line ends are recognised, however the bytes arrive.
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

// TestListTogether checks that concurrent changes of the list by several programs are not lost.
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

// TestListDamaged checks that a damaged list is reported with its line, and set aside before
// writing. An empty file is an empty list.
func TestListDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "engines.json")
	put := func(l *List) error { l.Put(Entry{Name: "e", Protocol: "x", Command: []string{"y"}}); return nil }
	for text, want := range map[string]string{
		"":                                    "",
		" \n":                                 "",
		"{\"version\": 1,\n\"engines\": [":    "line 2: ",
		"{\"version\": 1,\n\n\"engines\": 7}": "line 3: ",
		"nonsense":                            "line 1: ",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := Load(path)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), "the list of engines in "+path+" cannot be read: "+want) || len(l.Engines) != 0 || l.Version != fileVersion {
			t.Errorf("%q: %v, %+v", text, err, l)
		}
		if now, _ := os.ReadFile(path); string(now) != text {
			t.Errorf("%q: reading changed it to %q", text, now)
		}
		err = Update(path, put)
		aside, ok := errors.AsType[*SetAside](err)
		if ok != (want != "") || !ok && err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if l, err := Load(path); err != nil || len(l.Engines) != 1 {
			t.Errorf("%q: afterwards %v, %+v", text, err, l)
		}
		if ok {
			old, err := os.ReadFile(path + ".broken")
			if err != nil || string(old) != text || !strings.HasSuffix(aside.Error(), "the old file is now "+path+".broken") {
				t.Errorf("%q: %v, %q, %v", text, aside, old, err)
			}
			_ = os.Remove(path + ".broken")
		}
	}
	if err := os.WriteFile(path, []byte(`{"version": 2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Update(path, put); err == nil || !strings.Contains(err.Error(), "newer version of Studio") {
		t.Error(err)
	}
	if err := Update(path, func(*List) error { return io.EOF }); err == io.EOF {
		t.Error("a list of a newer studio was changed")
	}
	_ = os.Remove(path)
	if err := Update(path, func(*List) error { return io.EOF }); err != io.EOF {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("it was written in spite of an error")
	}
	if err := Update("", put); err == nil {
		t.Error("it was saved nowhere")
	}
	if l, err := Load(""); err != nil || len(l.Engines) != 0 {
		t.Error(l, err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil {
		t.Error("a folder is read")
	}
}
