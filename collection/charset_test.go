package collection

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"boardstudio"
)

// TestCharset checks that the chosen charset applies to the list and to the games.
func TestCharset(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sgf")
	if err := os.WriteFile(path, []byte("(;GM[4]SZ[15]PB[\xcd\xf5];B[hh])(;GM[4]SZ[15]PB[\xcd\xf5]PW[Bo];B[hh])"), 0o644); err != nil {
		t.Fatal(err)
	}
	for charset, want := range map[string]string{"GBK": "王", "windows-1251": "Нх"} {
		l, err := Read(context.Background(), []string{path}, Options{Documents: boardstudio.Documents, Charset: charset})
		if err != nil || len(l.Rows) != 2 || l.Rows[1].Names() != want+" – Bo" {
			t.Fatalf("%s: %v, %+v", charset, err, l.Rows)
		}
		if d, err := l.Decode(context.Background(), 0); err != nil || d.Players[0].Name != want {
			t.Errorf("%s: %v, %+v", charset, err, d.Players)
		}
	}
}

// TestNames checks that a row without player names shows the title, and that single missing names
// show as question marks.
func TestNames(t *testing.T) {
	for want, players := range map[string][]string{"Cup": {"", ""}, "Ada – ?": {"Ada", ""}, "? – Bo": {"", "Bo"}} {
		r := Row{}
		r.Title, r.Players = "Cup", players
		if got := r.Names(); got != want {
			t.Errorf("%q is shown as %q", players, got)
		}
	}
}
