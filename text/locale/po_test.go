package locale

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/text/msg"
)

const poHeader = "msgid \"\"\nmsgstr \"\"\n\"X-Name: Esperanto\\n\"\n\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n"

func TestBrokenCatalogues(t *testing.T) {
	for text, want := range map[string]string{
		poHeader + "msgid \"a\"\nmsgstr \"b\n":                                      "7: ",
		poHeader + "msgid \"a\"\nmsgstr \"b\\q\"\n":                                 "7: ",
		poHeader + "msgid \"a\"\nmsgstr 'b'\n":                                      "7: ",
		poHeader + "msgid \"a\"\n\nmsgid \"c\"\nmsgstr \"d\"\n":                     "6: ",
		poHeader + "msgid \"a\"\n":                                                  "6: ",
		poHeader + "msgstr \"a\"\nmsgstr \"b\"\n":                                   "6: ",
		poHeader + "nonsense\n":                                                     "6: ",
		poHeader + "msgid \"a\"\nmsgwhat \"b\"\n":                                   "7: ",
		poHeader + "msgid \"a\"\nmsgstr[x] \"b\"\n":                                 "7: ",
		poHeader + "msgid \"%d of %s\"\nmsgstr \"%s de %d\"\n":                      "6: ",
		poHeader + "msgid \"\xff\"\n":                                               "6: ",
		"\"a\"\n":                                                                   "1: ",
		"msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n%0;\\n\"\n":         "1: ",
		"msgid \"\"\nmsgstr \"Plural-Forms: nplurals=1; plural=(n != 1);\\n\"\n":    "1: ",
		"msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=(n !;\\n\"\n":        "1: ",
		"msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=(n % (n-1));\\n\"\n": "1: ",
	} {
		if _, err := readPO([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", strings.TrimPrefix(text, poHeader), err, want)
		}
	}
}

func TestCatalogueAsToolsWriteIt(t *testing.T) {
	texts, err := readPO([]byte(poHeader + "# who\n#. for translators\n#: a.go:3\n#, fuzzy, c-format\n#| msgid \"old\"\nmsgid \"guess\"\nmsgstr \"diveno\"\r\n\n" +
		"#, c-format\nmsgctxt \"tool\"\nmsgid \"Draw\"\nmsgstr \"\"\n\"Dese\"\n\"gni\"\n#~ msgid \"gone\"\n#~ msgstr \"for\"\n" +
		"msgid \"%d move\"\nmsgid_plural \"%d moves\"\nmsgstr[0] \"%d movo\"\nmsgstr[1] \"%d movoj\"\n\nmsgid \"none\"\nmsgstr \"\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	before := current.Load()
	defer current.Store(before)
	current.Store(&catalogue{Language: Language{"eo", "Esperanto"}, texts: texts})
	for _, x := range [][2]string{
		{T("guess"), "guess"},
		{T("none"), "none"},
		{C("tool", "Draw"), "Desegni"},
		{T("gone"), "gone"},
		{N("%d move", "%d moves", 1, 1), "1 movo"},
		{N("%d move", "%d moves", 0, 0), "0 movoj"},
	} {
		if x[0] != x[1] {
			t.Errorf("%q, want %q", x[0], x[1])
		}
	}
}

// TestOwnCatalogue checks that a catalogue in the user's folder adds its language.
func TestOwnCatalogue(t *testing.T) {
	defer current.Store(current.Load())
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	if err := os.MkdirAll(Folder(), 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(Folder(), name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := Use("eo"); got != "en" || err != nil {
		t.Errorf("without a file Use(eo) = %s, %v", got, err)
	}
	write("eo.po", poHeader+"msgid \"Back\"\nmsgstr \"Reen\"\n")
	write("notes.txt", "x")
	log := captureLog(t)
	if got, err := Use("eo_XX.UTF-8"); got != "eo" || err != nil {
		t.Errorf("Use(eo) = %s, %v", got, err)
	}
	found := false
	for _, l := range Languages() {
		found = found || l == Language{"eo", "Esperanto"}
	}
	if !found {
		t.Errorf("the languages are %v", Languages())
	}
	for range 3 {
		if T("Back") != "Reen" || T("Forward, not there") != "Forward, not there" {
			t.Errorf("%q, %q", T("Back"), T("Forward, not there"))
		}
	}
	// The number of missing texts is logged once.
	if want := fmt.Sprintf("studio: %s lacks %d of %d texts, which are shown in English", filepath.Join(Folder(), "eo.po"), len(keys())-1, len(keys())); !slices.Equal(log(), []string{want + "\n"}) || len(keys()) < 1000 {
		t.Errorf("the log has %q, want %q", log(), want)
	}
	Use("en")
	Use("eo")
	if len(log()) != 1 {
		t.Errorf("after another use the log has %q", log())
	}
	// A file that replaces an embedded catalogue.
	write("fr.po", poHeader+"msgid \"Back\"\nmsgstr \"Arrière toute\"\n")
	if Use("fr"); T("Back") != "Arrière toute" {
		t.Errorf("%q", T("Back"))
	}
	ours, err := files.ReadFile("po/fr.po")
	if err != nil {
		t.Fatal(err)
	}
	write("xx.po", string(ours))
	before := len(log())
	if Use("xx"); len(log()) > before {
		t.Errorf("the log says of a whole catalogue %q", log()[before:])
	}
	// A broken catalogue: English or the next language of the list, and one error.
	write("eo.po", poHeader+"msgid \"Back\"\nmsgstr \"Reen\n")
	got, err := Use("eo:fr")
	if got != "fr" || err == nil || !strings.Contains(err.Error(), filepath.Join(Folder(), "eo.po")+":7: ") {
		t.Errorf("Use(eo:fr) = %s, %v", got, err)
	}
	if got, err := Use("eo"); got != "en" || err == nil {
		t.Errorf("Use(eo) = %s, %v", got, err)
	}
}

// TestUnreadableCatalogue checks that the error for a catalogue that cannot be read names the file
// once.
func TestUnreadableCatalogue(t *testing.T) {
	defer current.Store(current.Load())
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	if err := os.MkdirAll(Folder(), 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(Folder(), "zz.po")
	for name, write := range map[string]func() error{
		"folder":          func() error { return os.Mkdir(file, 0o700) },
		"link to nothing": func() error { return os.Symlink("nowhere", file) },
		"too large":       func() error { return os.WriteFile(file, make([]byte, maxSize+1), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			if err := errors.Join(os.RemoveAll(file), write()); err != nil {
				t.Fatal(err)
			}
			if got, err := Use("zz"); got != "en" || err == nil || strings.Count(err.Error(), file) != 1 {
				t.Errorf("Use(zz) = %s, %v", got, err)
			}
		})
	}
}

// TestDecimals checks the decimal sign of numbers in each language.
func TestDecimals(t *testing.T) {
	defer current.Store(current.Load())
	for _, x := range []struct{ lang, text, number, other, err string }{
		{"en", "2.5 M", "+4.40", "no whole number from 0.5 to 7", "there is no whole number from 0.25 to 0.5"},
		{"fr", "2,5 M", "+4,40", "no whole number from 0,5 to 7", "il n’y a pas de nombre entier de 0,25 à 0,5"},
	} {
		t.Run(x.lang, func(t *testing.T) {
			if _, err := Use(x.lang); err != nil {
				t.Fatal(err)
			}
			if got := T("%.1f M", 2.5); got != x.text {
				t.Errorf("%q", got)
			}
			if got := Float("%+.2f", 4.4); got != x.number {
				t.Errorf("%q", got)
			}
			if got := fill("no whole number from %g to %g", []any{0.5, float32(7)}); got != x.other {
				t.Errorf("%q", got)
			}
			if got := Err(msg.Errorf("there is no whole number from %g to %g", 0.25, 0.5)); got != x.err {
				t.Errorf("%q", got)
			}
		})
	}
}

// FuzzCatalogue checks that any bytes are parsed as a catalogue, or give an error with a line
// number. Texts of a catalogue must accept the arguments of their keys.
func FuzzCatalogue(f *testing.F) {
	f.Add([]byte(poHeader + testPO))
	f.Add([]byte(testPO))
	f.Add([]byte("msgid \"%d a\"\nmsgid_plural \"%d b\"\nmsgstr[0] \"%d c\"\nmsgstr[9] \"d\"\n"))
	fr, err := files.ReadFile("po/fr.po")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(fr[:4000])
	f.Fuzz(func(t *testing.T, data []byte) {
		var texts *texts
		var err error
		done := make(chan bool)
		go func() { texts, err = readPO(data); close(done) }()
		select {
		case <-done:
		case <-time.After(3 * time.Second):
			t.Fatalf("%d bytes take for ever", len(data))
		}
		if err != nil {
			if line, _, ok := strings.Cut(err.Error(), ": "); !ok || strings.Trim(line, "0123456789") != "" {
				t.Errorf("%v", err)
			}
			return
		}
		c := &catalogue{Language: Language{"xx", "xx"}, texts: texts}
		current.Store(c)
		for key := range texts.has {
			if key[0] == "" && !strings.Contains(key[1], "%") && strings.Contains(T(msg.Key(key[1]), 1), "%!d") {
				t.Errorf("%q: %q", key[1], T(msg.Key(key[1]), 1))
			}
			for n := range 7 {
				N(msg.Key(key[1]), "many", n)
			}
			C(key[0], msg.Key(key[1]))
		}
	})
}

// TestFrenchSpaces checks that French texts have no-break spaces before two-part punctuation and
// inside quotation marks. Code is exempt.
func TestFrenchSpaces(t *testing.T) {
	code := regexp.MustCompile("(?s)```.*?```|`[^`]*`")
	wrong := regexp.MustCompile(`.{0,30}(?:[ \x{202F}][:;!?»]|«[ \x{202F}]).{0,15}`)
	check := func(where, text string) {
		for _, s := range wrong.FindAllString(code.ReplaceAllString(text, "`"), -1) {
			t.Errorf("%s: a no-break space (U+00A0) belongs there: %s", where, s)
		}
	}
	data, err := os.ReadFile("po/fr.po")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := entriesOf(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		for _, text := range e.to {
			if e.id != "" {
				check(fmt.Sprintf("fr.po:%d", e.line), text)
			}
		}
	}
	for _, pattern := range []string{"../help/fr/*.md", "../../rules/*/help/fr.md"} {
		pages, err := filepath.Glob(pattern)
		if err != nil || len(pages) == 0 {
			t.Fatal(pattern, err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			check(page, string(text))
		}
	}
}

// captureLog redirects standard error to a file during the test. It returns a function that returns the lines.
func captureLog(t *testing.T) (lines func() []string) {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = log
	t.Cleanup(func() { os.Stderr = before; log.Close() })
	return func() []string {
		text, err := os.ReadFile(log.Name())
		if err != nil {
			t.Fatal(err)
		}
		return slices.Collect(strings.Lines(string(text)))
	}
}
