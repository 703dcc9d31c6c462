package document_test

import (
	"os"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/io/charset"
	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
)

// recordWith returns a record whose text is a name or a comment, and its file name.
func recordWith(t *testing.T, format, what, text string) (data, file string) {
	t.Helper()
	switch format + " " + what {
	case "sgf name":
		return "(;GM[4]FF[4]SZ[15]PB[" + text + "]PW[Guest];B[hh];W[hi];B[ih])", "a.sgf"
	case "sgf comment":
		return "(;GM[4]FF[4]SZ[15];B[hh];W[hi]C[" + text + "];B[ih])", "a.sgf"
	case "renlib comment":
		return "\xffRenLib\xff\x03\x04" + strings.Repeat("\xff", 10) + "\x78\x48" + text + strings.Repeat("\x00", 2-len(text)%2), "a.lib"
	case "psq name":
		return "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,10,0\n" + text + "\nGuest\n-1\n", "a.psq"
	case "pgn name":
		return "[Variant \"othello\"]\n[Black \"" + text + "\"]\n[White \"Guest\"]\n\n1. f5 d6 2. c3\n", "a.pgn"
	case "pgn comment":
		return "[Variant \"othello\"]\n\n1. f5 d6 {" + text + "} 2. c3\n", "a.pgn"
	}
	t.Fatalf("%s %s is not known", format, what)
	return "", ""
}

// wholeText returns the names and comments of a document.
func wholeText(d *model.Document) string {
	var b strings.Builder
	for _, p := range d.Players {
		b.WriteString(p.Name + "\n")
	}
	for n := range d.Tree.All() {
		b.WriteString(n.Comment() + "\n")
	}
	return b.String()
}

// TestCharsetsOfOthers checks that most short texts that were not used for tuning are detected.
// There is always a warning about the guess.
func TestCharsetsOfOthers(t *testing.T) {
	list, err := os.ReadFile("testdata/charsets.txt")
	if err != nil {
		t.Fatal(err)
	}
	type count struct{ right, all int }
	counts, total := map[string]*count{}, count{}
	for line := range strings.Lines(string(list)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 4 {
			t.Fatalf("%q is no line of four fields", line)
		}
		name, text := f[0], f[3]
		enc, ok := charset.Of(name)
		if !ok {
			t.Fatalf("%s is unknown", name)
		}
		old, err := enc.NewEncoder().String(text)
		if err != nil {
			t.Fatalf("%s is not in %s: %v", text, name, err)
		}
		if len(old) < 2 || len(old) > 200 {
			t.Errorf("%s has %d bytes in %s", text, len(old), name)
		}
		data, file := recordWith(t, f[1], f[2], old)
		d, _, err := boardstudio.Documents.Decode(t.Context(), file, []byte(data), codectest.Options(""))
		if err != nil {
			t.Errorf("%s in %s: %v", text, name, err)
			continue
		}
		got, warned := codec.CharsetOf(d.Warnings)
		if !warned || !strings.Contains(codectest.Warnings(d), "which is a guess") {
			t.Errorf("%s in %s, %s: the warnings are %q", text, name, f[1], codectest.Warnings(d))
		}
		c := counts[name]
		if c == nil {
			c = &count{}
			counts[name] = c
		}
		c.all++
		total.all++
		if strings.Contains(wholeText(d), text) {
			c.right++
			total.right++
		} else {
			t.Logf("%s in %s, %s: read as %s: %q", text, name, f[1], got, strings.TrimSpace(wholeText(d)))
		}
	}
	for _, c := range charset.List {
		if n := counts[c.Name]; n != nil {
			t.Logf("%s: %d of %d", c.Name, n.right, n.all)
			if n.right*100 < 85*n.all {
				t.Errorf("%s: %d of %d texts are recognised, want 85 %%", c.Name, n.right, n.all)
			}
		}
	}
	t.Logf("all: %d of %d", total.right, total.all)
	if total.right*100 < 95*total.all || total.all < 100 {
		t.Errorf("%d of %d texts are recognised, want 95 %%", total.right, total.all)
	}
}
