package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProseIsNoGame checks that ordinary text is refused with a message, however it is read.
func TestProseIsNoGame(t *testing.T) {
	const prose = "Hello Bob, see you on Monday"
	path := filepath.Join(t.TempDir(), "letter.txt")
	if err := os.WriteFile(path, []byte(prose), 0o600); err != nil {
		t.Fatal(err)
	}
	d := newFixture(t)
	for _, preset := range []string{"tictactoe", "gomoku"} {
		d.start("line", preset)
		d.play("b2")
		doc, revision := d.View.Document(), d.View.Tree().Revision()
		for way, bring := range map[string]func() error{
			"paste":      func() error { return d.Paste(prose) },
			"paste anew": func() error { return d.OpenText(prose) },
			"open":       func() error { return d.open(path) },
			"merge": func() (err error) {
				done := false
				d.Merge(path, func(e error) { err, done = e, true })
				d.loop.Until(t, "merging", func() bool { return done })
				return err
			},
		} {
			if err := bring(); err == nil || !strings.Contains(err.Error(), "6 words, 6 are not moves") && way != "open" || !strings.Contains(err.Error(), "record") {
				t.Errorf("%s, %s: %v", preset, way, err)
			}
			if d.View.Document() != doc || d.View.Tree().Revision() != revision {
				t.Fatalf("%s, %s: something changed", preset, way)
			}
		}
	}
	// A game with an unreadable word among its moves is accepted, and the word is marked.
	if err := d.OpenText("b2 a1 oops"); err != nil || d.View.Tree().Len() != 4 || d.View.Tree().CountIllegal(10, nil, d.View.Tree().Root()) != 1 {
		t.Errorf("%v, %d nodes", err, d.View.Tree().Len())
	}
}
