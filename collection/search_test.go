package collection

import (
	"os"
	"path/filepath"
	"testing"

	"boardstudio"
	"boardstudio/find"
	"boardstudio/model"
)

// writeZip writes an archive with one file of games.
func writeZip(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.zip")
	if err := os.WriteFile(path, pack(t, entry{name: name, data: []byte(text)}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOpenInArchive checks that a game in an archive is opened without a place to write it back to.
func TestOpenInArchive(t *testing.T) {
	path := writeZip(t, "two.sgf", "(;GM[4]SZ[15]PB[Ann];B[hh])\n(;GM[4]SZ[15]PB[Ben];B[gg])\n")
	opened := 0
	err := Each(t.Context(), []string{path}, Options{Documents: boardstudio.Documents}, func(g Item, _ *model.Document) bool {
		d, member, err := g.Open(t.Context())
		if err != nil || member != nil || d.Tree.Len() != 2 {
			t.Errorf("game %d: member %v, %v", g.Number(), member, err)
		}
		opened++
		return true
	})
	if err != nil || opened != 2 {
		t.Errorf("%d games, %v", opened, err)
	}
}

// TestSearchAllHits checks that a search reports every match in a game, until the caller stops it.
func TestSearchAllHits(t *testing.T) {
	path := writeZip(t, "one.sgf", "(;GM[4]SZ[15];B[hh]C[here];W[ii];B[gg]C[here])\n(;GM[4]SZ[15];B[hh]C[here])\n")
	query := func(*model.Document) *find.Query { return &find.Query{Text: "here"} }
	for _, tt := range []struct{ most, want int }{{10, 3}, {1, 1}, {2, 2}} {
		hits := 0
		err := Search(t.Context(), []string{path}, Options{Documents: boardstudio.Documents}, query, func(Item, *model.Document, find.Hit) bool {
			hits++
			return hits < tt.most
		})
		if err != nil || hits != tt.want {
			t.Errorf("at most %d: %d matches, %v", tt.most, hits, err)
		}
	}
}
