package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leonelquinteros/gotext"

	"boardstudio/text/msg"
)

// TestExtract checks that the texts of a module that begin with "key: " are found. Other texts
// begin with "no key: ".
func TestExtract(t *testing.T) {
	x, err := extract("testdata/module")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	err = filepath.WalkDir("testdata/module", func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		source.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"key: constant in two parts": true, "“%s”": true, "%d: %s": true}
	for _, m := range regexp.MustCompile(`"(key: [^"]*)"`).FindAllStringSubmatch(source.String(), -1) {
		want[m[1]] = true
	}
	for _, not := range []string{"key: constant", "key: %d pairs", "key: %d seeds", "key: %d moves", "key: %d of several", "key: often"} {
		delete(want, not)
	}
	got := map[string]bool{}
	for i := range x.messages {
		got[i.text] = true
	}
	for _, text := range slices.Sorted(maps.Keys(want)) {
		if !got[text] {
			t.Errorf("not found: %q", text)
		}
	}
	for text := range got {
		if !want[text] {
			t.Errorf("found: %q", text)
		}
	}
	for text, plural := range map[string]string{"key: %d pair": "key: %d pairs", "key: %d seed": "key: %d seeds", "key: %d move": "key: %d moves", "key: once": "key: often"} {
		if m := x.messages[id{"", text}]; m == nil || m.plural != plural {
			t.Errorf("%q has the plural %+v", text, m)
		}
	}
	if x.messages[id{"tool", "key: in context"}] == nil {
		t.Error("the context is lost")
	}
	wrong := []string{
		`game/game.go:34: "key: not enough arguments %d" takes 1 arguments, but gets 0`,
		`window/window.go:64: "key: too many arguments %d" takes 1 arguments, but gets 2`,
		`window/window.go:67: "key: often" takes 0 arguments, but gets 1`,
		`window/window.go:69: "%d, %s" has no words to translate`,
	}
	if !slices.Equal(x.wrong, wrong) {
		t.Errorf("mistakes:\n%s\nwant:\n%s", strings.Join(x.wrong, "\n"), strings.Join(wrong, "\n"))
	}
	for range 5 {
		if again, err := extract("testdata/module"); err != nil || !bytes.Equal(again.pot(), x.pot()) {
			t.Fatalf("the second time: %v\n%s", err, again.pot())
		}
	}
}

func TestVerbs(t *testing.T) {
	for _, x := range []struct {
		format, want string
	}{
		{"", "map[]"},
		{"none", "map[]"},
		{"%d of %s", "map[1:d 2:s]"},
		{"%[2]s of %[1]d", "map[1:d 2:s]"},
		{"100%% of %q", "map[1:q]"},
		{"%-5.2f%+v", "map[1:f 2:v]"},
		{"%[2]d %s", "map[2:d 3:s]"},
	} {
		if got := fmt.Sprint(msg.Verbs(x.format)); got != x.want {
			t.Errorf("Verbs(%q) = %s, want %s", x.format, got, x.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"plain":          `"plain"`,
		`a "b" \ c`:      `"a \"b\" \\ c"`,
		"one\ntwo":       "\"\"\n\"one\\n\"\n\"two\"",
		"line break\n":   `"line break\n"`,
		"tab\tand é, ×.": `"tab\tand é, ×."`,
	} {
		if got := quote(text); got != want {
			t.Errorf("quote(%q) = %s, want %s", text, got, want)
		}
	}
}

const catalogues = "../../text/locale/po"

// TestTemplate checks that the template contains all texts.
func TestTemplate(t *testing.T) {
	x, err := extract("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range x.wrong {
		t.Error(w)
	}
	if len(x.messages) < 500 {
		t.Errorf("only %d texts are found", len(x.messages))
	}
	have, err := os.ReadFile(filepath.Join(catalogues, "studio.pot"))
	if err != nil {
		t.Fatal(err)
	}
	if want := x.pot(); !bytes.Equal(have, want) {
		t.Errorf("text/locale/po/studio.pot is stale: run \"make pot\" and translate what is new\n%s", lines(have, want))
	}
}

// lines returns the lines that are in only one of the texts.
func lines(a, b []byte) string {
	var out []string
	for _, x := range []struct {
		sign       string
		this, that []byte
	}{{"- ", a, b}, {"+ ", b, a}} {
		other := map[string]bool{}
		for l := range strings.SplitSeq(string(x.that), "\n") {
			other[l] = true
		}
		for l := range strings.SplitSeq(string(x.this), "\n") {
			if !other[l] {
				out = append(out, x.sign+l)
			}
		}
	}
	return strings.Join(out, "\n")
}

// TestCatalogues checks that every text is translated, with the same verbs.
func TestCatalogues(t *testing.T) {
	x, err := extract("../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(catalogues, "*.po"))
	if err != nil || len(files) == 0 {
		t.Fatal("there are no catalogues", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			po := gotext.NewPo()
			po.Parse(text)
			for _, name := range []string{"Language", "Plural-Forms", "X-Name"} {
				if po.Headers.Get(name) == "" {
					t.Errorf("the header %s is empty", name)
				}
			}
			if bytes.Contains(text, []byte("#, fuzzy")) {
				t.Error("there are fuzzy translations, which would be shown")
			}
			plain, inContext := po.GetDomain().GetTranslations(), po.GetDomain().GetCtxTranslations() // copies
			for i, m := range x.messages {
				all := plain
				if i.context != "" {
					all = inContext[i.context]
				}
				checkMessage(t, all[i.text], i, m)
			}
			if tool, err := exec.LookPath("msgfmt"); err == nil {
				if out, err := exec.Command(tool, "--check", "--output-file="+os.DevNull, file).CombinedOutput(); err != nil {
					t.Errorf("msgfmt: %v\n%s", err, out)
				}
			}
		})
	}
}

func checkMessage(t *testing.T, tr *gotext.Translation, i id, m *message) {
	t.Helper()
	forms := 1
	if m.plural != "" {
		forms = 2
	}
	for f := range forms {
		if tr == nil || tr.Trs[f] == "" {
			t.Errorf("no translation of %q (%s)", i.text, strings.Join(m.files, " "))
			return
		}
	}
	want := msg.Verbs(i.text)
	for _, form := range tr.Trs {
		if got := msg.Verbs(form); !maps.Equal(got, want) {
			t.Errorf("%q is translated as %q: the arguments are %v, not %v", i.text, form, got, want)
		}
		if a, b := strings.HasSuffix(i.text, "\n"), strings.HasSuffix(form, "\n"); a != b {
			t.Errorf("%q is translated as %q: only one ends with a line break", i.text, form)
		}
	}
}
