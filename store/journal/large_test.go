package journal

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestLargeEdits checks that large and small edits in random order are all in the log in their
// order, however it ends.
func TestLargeEdits(t *testing.T) {
	for seed := range uint64(12) {
		s := fresh(t)
		chance := rand.New(rand.NewPCG(seed, 1))
		j := s.Start(Origin{File: file(t, "x")}, []byte("base"), quiet(t))
		var want [][]byte
		for i := range 30 {
			e := []byte(fmt.Sprint("edit ", i))
			if chance.IntN(3) == 0 {
				e = bytes.Repeat(e, largeEdit/5)
			}
			want = append(want, e)
			j.Append(e)
			if chance.IntN(10) == 0 {
				if err := j.Sync(); err != nil {
					t.Fatal(err)
				}
			}
		}
		fingerprint := file(t, "saved")
		switch seed % 3 {
		case 0: // as after a crash
			if err := j.Abandon(); err != nil {
				t.Fatal(err)
			}
		case 1:
			j.Saved(fingerprint)
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
		case 2: // the last edits are discarded
			j.Saved(fingerprint)
			j.Append(bytes.Repeat([]byte("z"), 2*largeEdit))
			j.Append([]byte("small"))
			if err := j.Shelve(); err != nil {
				t.Fatal(err)
			}
		}
		var l *Log
		if seed%3 == 0 {
			l = orphan(t, s)
		} else if l = s.History(fingerprint.Path(), fingerprint.Sum()); l == nil {
			t.Fatalf("seed %d: no history", seed)
		}
		got := 0
		for e, err := range l.Edits() {
			if err != nil || got >= len(want) || !bytes.Equal(e, want[got]) {
				t.Fatalf("seed %d: edit %d is another one: %v", seed, got, err)
			}
			got++
		}
		if got != len(want) || l.Info().Lost != 0 {
			t.Errorf("seed %d: %d edits of %d, %d bytes lost", seed, got, len(want), l.Info().Lost)
		}
		l.Close()
	}
}
