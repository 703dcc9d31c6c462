package app

import (
	"os"
	"path/filepath"
	"testing"

	"boardstudio/studio/app/docfile"
)

// TestNoJobCancelsSave checks that a save completes if a job of any kind is started, and that the
// job completes too.
func TestNoJobCancelsSave(t *testing.T) {
	for name, begin := range map[string]func(d *fixture, other string, done func(error)){
		"compare with the file": func(d *fixture, _ string, done func(error)) {
			d.File.Compare(func(_ *docfile.Other, err error) { done(err) })
		},
		"compare with a version": func(d *fixture, _ string, done func(error)) {
			d.File.CompareVersion(d.File.Versions()[0], func(_ *docfile.Other, err error) { done(err) })
		},
		"merge a file": func(d *fixture, other string, done func(error)) { d.Merge(other, done) },
		"open a file":  func(d *fixture, other string, done func(error)) { d.File.Open(other, done) },
	} {
		t.Run(name, func(t *testing.T) {
			d := newFixture(t)
			other := filepath.Join(t.TempDir(), "other.txt")
			if err := os.WriteFile(other, []byte("[Game \"Tic-tac-toe\"]\n\nb2 c3"), 0o600); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "a.studio")
			d.play("b2")
			if err := d.save(path); err != nil {
				t.Fatal(err)
			}
			d.play("a1", "c3")
			var saved, job error
			left := 2
			d.File.Save(path, func(err error) { saved = err; left-- })
			begin(d, other, func(err error) { job = err; left-- })
			d.loop.Until(t, "the end of both", func() bool { return left == 0 })
			if saved != nil || job != nil {
				t.Errorf("the save ended with %v, the job with %v", saved, job)
			}
			nodes := d.View.Tree().Len()
			// a merge before the encoding is saved as well
			if err := d.open(path); err != nil || d.View.Tree().Len() != 4 && d.View.Tree().Len() != nodes {
				t.Errorf("the file has %d nodes (%v), want 4 or %d: %q", d.View.Tree().Len(), err, nodes, d.said)
			}
			if d.idle(); d.Jobs.Job() != nil {
				t.Errorf("%q is said to go on", d.Jobs.Job().Title)
			}
		})
	}
}
