package journal

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// damages is the number of journals of each kind that TestDamage damages in each way:
//
//	go test ./store/journal -run TestDamage -damages 1000 -v
var damages = flag.Int("damages", 8, "how many journals are damaged in each way")

// crashed has the files of a journal left by a crash.
type crashed struct {
	name  string
	files map[string][]byte
	base  string
	edits int // number of edits, including those before the last save
	saved int
}

// blockSize is the block size of file systems. Damage often affects whole blocks.
const blockSize = 4096

// ruin lists ways to damage a file. nil means that the file is missing.
var ruin = map[string]func(r *rand.Rand, b []byte) []byte{
	"cut": func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b))] },
	"bit": func(r *rand.Rand, b []byte) []byte { b[r.IntN(len(b))] ^= 1 << r.IntN(8); return b },
	"bits": func(r *rand.Rand, b []byte) []byte {
		for range 20 {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		return b
	},
	"garbage": func(r *rand.Rand, b []byte) []byte {
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	},
	"zeros":   func(r *rand.Rand, b []byte) []byte { clear(piece(r, b)); return b },
	"tail":    func(r *rand.Rand, b []byte) []byte { return append(b, make([]byte, 1+r.IntN(blockSize))...) },
	"doubled": func(r *rand.Rand, b []byte) []byte { p := piece(r, b); copy(piece(r, b), p); return b },
	"swapped": func(r *rand.Rand, b []byte) []byte {
		p, q := piece(r, b), piece(r, b)
		n := min(len(p), len(q))
		was := bytes.Clone(p[:n])
		copy(p[:n], q[:n])
		copy(q[:n], was)
		return b
	},
	"moved":   func(r *rand.Rand, b []byte) []byte { n := r.IntN(len(b)); return append(b[n:len(b):len(b)], b[:n]...) },
	"empty":   func(*rand.Rand, []byte) []byte { return b0 },
	"missing": func(*rand.Rand, []byte) []byte { return nil },
}

var b0 = []byte{}

// piece returns a block of b, or a random part if b is short.
func piece(r *rand.Rand, b []byte) []byte {
	if len(b) > 2*blockSize {
		n := r.IntN((len(b) + blockSize - 1) / blockSize)
		return b[n*blockSize : min(len(b), (n+1)*blockSize)]
	}
	from := r.IntN(len(b))
	return b[from : from+1+r.IntN(len(b)-from)]
}

// crash creates journals of several kinds and returns them as left by a crash.
func crash(t *testing.T) (all []crashed) {
	t.Helper()
	for _, kind := range []struct {
		name         string
		saved, after int
		long         bool
	}{{"unnamed", 0, 12, false}, {"one edit", 0, 1, false}, {"saved", 5, 7, false}, {"long", 3, 60, true}} {
		s := fresh(t)
		o, base := Origin{Format: "studio", Title: kind.name}, strings.Repeat("base ", 100)
		if kind.saved > 0 {
			o.File = file(t, base)
		}
		j := s.Start(o, []byte(base), quiet(t))
		text := func(n int) []byte {
			if kind.long {
				return []byte(long(n))
			}
			return []byte(edit(n))
		}
		for n := range kind.saved {
			j.Append(text(n))
		}
		if kind.saved > 0 {
			if err := os.WriteFile(o.File.Path(), []byte("saved"), 0o600); err != nil {
				t.Fatal(err)
			}
			fingerprint, err := FingerprintOf(t.Context(), o.File.Path())
			if err != nil {
				t.Fatal(err)
			}
			j.Saved(fingerprint)
		}
		for n := range kind.after {
			j.Append(text(kind.saved + n))
		}
		if err := j.Abandon(); err != nil {
			t.Fatal(err)
		}
		if o, err := s.Orphans(); err != nil || len(o) != 1 || o[0].Unsaved != kind.after { // writes the meta file
			t.Fatalf("%+v, %v", o, err)
		}
		c := crashed{kind.name, map[string][]byte{}, base, kind.saved + kind.after, kind.saved}
		entries, err := os.ReadDir(j.folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if c.files[e.Name()], err = os.ReadFile(filepath.Join(j.folder, e.Name())); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, c)
		first := crashed{c.name + ", not looked at yet", maps.Clone(c.files), c.base, c.edits, c.saved}
		delete(first.files, metaFile)
		all = append(all, first)
	}
	return all
}

// An outcome is the result of reading a damaged journal.
type outcome string

const (
	wholly outcome = "offered whole"
	partly outcome = "offered in part"
	told   outcome = "told why not"
	silent outcome = "silent"
	wrong  outcome = "misread"
)

// outcomeOf returns the outcome of recovering the only journal of a store.
func outcomeOf(s *Store, c crashed) (outcome, string) {
	found, err := s.Orphans()
	switch {
	case err != nil:
		return told, err.Error()
	case len(found) == 0:
		return silent, ""
	case len(found) > 1:
		return wrong, "there are two"
	case found[0].Err != nil:
		return told, found[0].Err.Error()
	}
	l, err := s.Open(found[0].ID)
	if err != nil {
		return told, err.Error()
	}
	defer l.Close()
	base, err := l.Base()
	if err != nil {
		return told, err.Error()
	}
	if string(base) != c.base {
		return wrong, "another base"
	}
	n := 0
	for e, err := range l.Edits() {
		if err != nil {
			return wrong, err.Error()
		}
		if string(e) != edit(n) && string(e) != long(n) {
			return wrong, fmt.Sprintf("edit %d is %q", n, e)
		}
		n++
	}
	switch {
	case n == c.edits:
		return wholly, ""
	case l.Info().Lost > 0:
		return partly, ""
	}
	return partly, "and the rest is not missed"
}

// cutBetween reports whether a log of c ends at a point without unsaved edits.
func cutBetween(log []byte, c crashed) bool {
	all, size := scan(log)
	return size == int64(len(log)) && len(all) > 0 && len(all) <= c.saved+2 && all[len(all)-1].kind != kindEdit
}

// TestDamage checks that the intact part of a damaged journal can be recovered, or that the damage
// is reported. No data may be misread.
func TestDamage(t *testing.T) {
	counts := map[outcome]int{}
	quiet := map[string]int{} // damage that is not reported
	times := *damages
	if testing.Short() {
		times = min(times, 3)
	}
	total := 0
	for _, c := range crash(t) {
		for target, was := range c.files {
			for _, way := range slices.Sorted(maps.Keys(ruin)) {
				for n := range times {
					if n > 0 && (way == "empty" || way == "missing") {
						break
					}
					r := rand.New(rand.NewPCG(uint64(n), uint64(len(target)+len(way)*100+len(c.name)*10000)))
					bad := ruin[way](r, bytes.Clone(was))
					if bad != nil && bytes.Equal(bad, was) {
						continue
					}
					if c.files[metaFile] == nil && target == logFile && cutBetween(bad, c) {
						continue // as if there were no edits after the save
					}
					s := New(filepath.Join(t.TempDir(), "state"))
					folder := s.path(journals, "crashed")
					if err := os.MkdirAll(folder, 0o700); err != nil {
						t.Fatal(err)
					}
					for name, data := range c.files {
						if name == target {
							data = bad
						}
						if data == nil {
							continue
						}
						if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
							t.Fatal(err)
						}
					}
					got, why := outcomeOf(s, c)
					total++
					counts[got]++
					at := fmt.Sprintf("%s: %s of %s", c.name, way, target)
					switch got {
					case wrong:
						t.Errorf("%s, %d: misread: %s", at, n, why)
					case silent:
						quiet[at]++
					case partly:
						if _, size := scan(bad); why != "" && (c.files[metaFile] != nil || target != logFile || size != int64(len(bad))) {
							t.Errorf("%s, %d: a part is offered %s", at, n, why)
						}
					}
					os.RemoveAll(s.dir)
				}
			}
		}
	}
	t.Logf("%d damaged journals: %v", total, counts)
	for _, at := range slices.Sorted(maps.Keys(quiet)) {
		t.Errorf("%s: %d are not offered, and nobody is told", at, quiet[at])
	}
}
