package xml

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// golden compares got with a file in testdata. UPDATE=1 updates the file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("testdata/"+name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/" + name)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v: %s is not what is written:\n%s", err, name, got)
	}
}

func TestGolden(t *testing.T) {
	old, err := legacy(legacyExample)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := EncodeLegacy(context.Background(), &b, old, nil); err != nil {
		t.Fatal(err)
	}
	golden(t, "example-1.xml", b.Bytes())
	golden(t, "example-2.studio", save(t, old))
	newer, err := parse(newerFile)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "newer.studio", save(t, newer))
	d, err := parse(page("b2 a1 <comment>Two\nlines, a CR \r, a &lt;tag> &amp; ]]&gt;</comment> <glyph value='!?'/> <mark kind='label' cell='c3' text='A'/> <var>c1 a3 <var>b1</var> c2</var> c3 <time seconds='62.5'/> <eval engine='alphabeta' score='-0.25' depth='7' nodes='123456' pv='a3 a2'/> <setup>A../.../... B</setup> b1 <raw>a 0</raw>"))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "notes.studio", save(t, d))
	if d, err = parse(annotated); err != nil || len(d.Warnings) > 0 {
		t.Fatal(err, d.Warnings)
	}
	golden(t, "annotations.studio", save(t, d))
}

// TestSavedFiles checks that stored files can be opened and are saved unchanged.
func TestSavedFiles(t *testing.T) {
	names, err := filepath.Glob("testdata/*.studio")
	if err != nil || len(names) < 4 {
		t.Fatal("the files are missing", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if again := save(t, load(t, data)); !bytes.Equal(again, data) {
			t.Errorf("%s is saved as\n%s", name, again)
		}
	}
}
