package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/studio/app/docfile"
)

// TestDamagedJournals checks that the intact part of a damaged journal can be recovered, with a
// message about the rest. An unreadable journal must be reported and can be deleted.
func TestDamagedJournals(t *testing.T) {
	for name, c := range map[string]struct {
		ruin  func(log []byte) []byte
		moves string
		said  string // description before and message after recovery
		done  string
	}{
		"the last edit": {
			func(log []byte) []byte { return log[:len(log)-2] }, "b2 a1",
			"2 changes; later changes are damaged", "Later changes are damaged and cannot be read.",
		},
		"all edits": {
			func(log []byte) []byte { clear(log[len(log)/3:]); return log }, "",
			"The changes are damaged and cannot be read", "Later changes are damaged and cannot be read.",
		},
		"nothing": {func(log []byte) []byte { return log }, "b2 a1 c1", "3 changes", "Recovered all changes up to"},
		"the log": {func([]byte) []byte { return nil }, "", "the journal cannot be read: it is empty", "the journal cannot be read: it is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newFixture(t)
			d.play("b2", "a1", "c1")
			d.crash()
			logs, err := filepath.Glob(filepath.Join(os.Getenv("XDG_STATE_HOME"), "boardstudio", "journals", "*", "log"))
			if err != nil || len(logs) != 1 {
				t.Fatal(logs, err)
			}
			log, err := os.ReadFile(logs[0])
			if err == nil {
				err = os.WriteFile(logs[0], c.ruin(log), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			n := d.next()
			lost := n.File.Lost()
			if len(lost) != 1 || docfile.LostState(lost[0]) != c.said || docfile.LostTitle(lost[0]) == "" {
				t.Fatalf("%+v", lost)
			}
			err = n.recover(lost[0].ID)
			if !strings.Contains(n.lastSaid(), c.done) || (err != nil) != (lost[0].Err != nil) {
				t.Errorf("%v; said %q", err, n.lastSaid())
			}
			if err == nil && n.View.MovesText() != c.moves {
				t.Errorf("at %q, not %q", n.View.MovesText(), c.moves)
			}
			n.Close()
			m := d.next()
			if left := m.File.Lost(); len(left) == 1 && err != nil {
				m.File.Forget(left[0].ID)
			} else if len(left) != 0 {
				t.Errorf("%+v", left)
			}
			if left := m.File.Lost(); len(left) != 0 {
				t.Errorf("deleted, and offered: %+v", left)
			}
		})
	}
}
