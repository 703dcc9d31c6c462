package journal

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// sample returns a log with all kinds of records, and the end of each record.
func sample(t testing.TB, edits int) (log []byte, ends []int, all []record) {
	t.Helper()
	log, crc := head([saltSize]byte{1, 2, 3})
	put := func(kind byte, data []byte) {
		r := record{kind, time.Unix(1700000000, int64(len(all))), data}
		log, crc = frame(log, crc, r)
		ends = append(ends, len(log))
		all = append(all, r)
	}
	toJSON := func(v any) []byte {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	put(kindStart, toJSON(startJSON{File: fingerprintJSON{Path: "/a\xff"}, BaseSize: 3, BaseCRC: 7}))
	for n := range edits {
		put(kindEdit, []byte(edit(n)))
		if n%3 == 2 {
			put(kindSaved, toJSON(fingerprintJSON{Path: "/b"}))
		}
		if n%5 == 4 {
			put(kindClosed, nil)
		}
	}
	put(kindEdit, bytes.Repeat([]byte("long"), 200))
	put(kindEdit, nil)
	return log, ends, all
}

// scan returns the records of a log and their size including the head, or -1 if the data is not a
// log.
func scan(log []byte) (all []record, size int64) {
	s := newScanner(bytes.NewReader(log), int64(len(log)))
	if s == nil {
		return nil, -1
	}
	for {
		r, ok := s.next()
		if !ok {
			return all, s.at.size
		}
		all = append(all, r)
	}
}

// prefix fails the test unless got has the first n elements of want.
func prefix(t *testing.T, got, want []record, n int) {
	t.Helper()
	if len(got) != n {
		t.Fatalf("%d records, want %d", len(got), n)
	}
	for i, r := range got {
		if r.kind != want[i].kind || !r.at.Equal(want[i].at) || !bytes.Equal(r.data, want[i].data) {
			t.Fatalf("record %d is %+v, want %+v", i, r, want[i])
		}
	}
}

// whole returns the number of records that end within n bytes.
func whole(ends []int, n int) (count int) {
	for count < len(ends) && ends[count] <= n {
		count++
	}
	return count
}

func TestCutAtEveryByte(t *testing.T) {
	log, ends, all := sample(t, 6)
	for n := range len(log) + 1 {
		for _, tail := range []string{"", "\x00", "\xff", string(make([]byte, 100))} {
			got, size := scan(append(log[:n:n], tail...))
			if n+len(tail) < headSize {
				if size != -1 {
					t.Fatalf("%d bytes were taken for a log", n)
				}
				continue
			}
			if n < headSize {
				continue // the tail became part of the salt
			}
			if tail != "" && n < len(log) && log[n] == tail[0] {
				continue // the tail may equal the removed bytes
			}
			prefix(t, got, all, whole(ends, n))
			if want := int64(append([]int{headSize}, ends...)[len(got)]); size != want {
				t.Fatalf("cut at %d: %d bytes are good, want %d", n, size, want)
			}
		}
	}
}

func TestFlippedBits(t *testing.T) {
	log, ends, all := sample(t, 12)
	for range 1000 {
		at, bit := rand.IntN(len(log)), rand.IntN(8)
		bad := bytes.Clone(log)
		bad[at] ^= 1 << bit
		got, size := scan(bad)
		switch {
		case at < len(magic):
			if size != -1 {
				t.Fatalf("a magic with bit %d of byte %d flipped was taken", bit, at)
			}
		case at < headSize:
			prefix(t, got, all, 0)
		default:
			prefix(t, got, all, whole(ends, at))
		}
	}
}

// TestShuffled checks that records that were moved, duplicated, left out or copied from another log
// are refused.
func TestShuffled(t *testing.T) {
	log, ends, all := sample(t, 6)
	part := func(n int) []byte { return log[ends[n-1]:ends[n]] }
	start := log[:ends[0]]
	other := bytes.Clone(log)
	other[len(magic)] ^= 1
	for name, x := range map[string]struct {
		log  []byte
		good int
	}{
		"doubled":   {bytes.Join([][]byte{start, part(1), part(1), part(2)}, nil), 2},
		"left out":  {bytes.Join([][]byte{start, part(2)}, nil), 1},
		"swapped":   {bytes.Join([][]byte{start, part(2), part(1)}, nil), 1},
		"two heads": {bytes.Join([][]byte{start, start}, nil), 1},
		"other log": {bytes.Join([][]byte{other[:headSize], log[headSize:]}, nil), 0},
		"no start":  {bytes.Join([][]byte{log[:headSize], part(1)}, nil), 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := scan(x.log)
			prefix(t, got, all, x.good)
		})
	}
}

// TestStrict checks that records with a correct checksum and invalid content are refused.
func TestStrict(t *testing.T) {
	for name, list := range map[string][]record{
		"starts twice":       {{kind: kindStart, data: []byte("{}")}, {kind: kindStart, data: []byte("{}")}},
		"unknown kind":       {{kind: kindStart, data: []byte("{}")}, {kind: 'X'}},
		"no JSON when saved": {{kind: kindStart, data: []byte("{}")}, {kind: kindSaved, data: []byte("{")}},
		"a bad sum":          {{kind: kindStart, data: []byte("{}")}, {kind: kindSaved, data: []byte(`{"Sum":"00"}`)}},
		"a bad path":         {{kind: kindStart, data: []byte("{}")}, {kind: kindSaved, data: []byte(`{"Path":"\"x"}`)}},
		"no start":           {{kind: kindEdit}, {kind: kindEdit}},
		"bad start":          {{kind: kindStart, data: []byte("[]")}, {kind: kindEdit}},
		"negative base":      {{kind: kindStart, data: []byte(`{"BaseSize":-1}`)}, {kind: kindEdit}},
	} {
		log, crc := head([saltSize]byte{})
		for _, r := range list {
			log, crc = frame(log, crc, r)
		}
		log, _ = frame(log, crc, record{kind: kindEdit})
		want := 1
		if name == "no start" || name == "bad start" || name == "negative base" {
			want = 0
		}
		if got, _ := scan(log); len(got) != want {
			t.Errorf("%s: %d records, want %d", name, len(got), want)
		}
	}
	// A wrong length allocates no memory.
	log, _ := head([saltSize]byte{})
	log = binary.LittleEndian.AppendUint32(log, maxPayload)
	log = append(log, make([]byte, 100)...)
	if n := testing.AllocsPerRun(1, func() { scan(log) }); n > 20 {
		t.Errorf("%v allocations", n)
	}
	s := newScanner(bytes.NewReader(log), 1<<40) // like a sparse file
	if _, ok := s.next(); ok {
		t.Error("a record was read from a hole")
	}
}

// TestDamaged checks that a journal with a truncated or damaged log can be recovered up to the
// damage, and continued from there.
func TestDamaged(t *testing.T) {
	s := fresh(t)
	j := s.Start(Origin{}, []byte("base"), quiet(t))
	var sizes []int
	for n := range 5 {
		j.Append([]byte(edit(n)))
		sizes = append(sizes, int(j.at.size))
	}
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(j.folder, logFile)
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	data[sizes[3]-2] ^= 4
	if err := os.WriteFile(log, data, 0o600); err != nil {
		t.Fatal(err)
	}
	l := orphan(t, s)
	if want := int64(len(data) - sizes[2]); l.Info().Lost != want {
		t.Errorf("%d bytes are lost, want %d", l.Info().Lost, want)
	}
	holds(t, l, "base", 3)
	j = l.Continue(quiet(t))
	j.Append([]byte(edit(3)))
	j.Append([]byte(edit(4)))
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	l = orphan(t, s)
	defer l.Close()
	holds(t, l, "base", 5)
	if l.Info().Lost != 0 {
		t.Errorf("%d bytes are lost", l.Info().Lost)
	}
}

// TestTornThenWrittenAgain checks that a new edit of the same length is not taken for a truncated
// one.
func TestTornThenWrittenAgain(t *testing.T) {
	s := fresh(t)
	fingerprint := file(t, "x")
	j := s.Start(Origin{File: fingerprint}, []byte("x"), quiet(t))
	j.Append([]byte(edit(0)))
	j.Saved(fingerprint)
	good := j.at.size
	j.Append([]byte(edit(1)))
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(j.folder, logFile), j.at.size-1); err != nil {
		t.Fatal(err)
	}
	l := orphan(t, s) // reads the log and could cache its summary
	if i := l.Info(); i.Unsaved != 0 || i.Lost == 0 {
		t.Errorf("%+v", i)
	}
	l.Close()
	l = s.History(fingerprint.Path(), fingerprint.Sum())
	if l == nil || l.at.size != good {
		t.Fatalf("the history is %+v", l)
	}
	j = l.Continue(quiet(t))
	j.Append([]byte(edit(9))[:len(edit(9))-1])
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	orphan(t, s).Close()
}

// FuzzLog checks that the records read from arbitrary bytes form a valid log with the same records.
func FuzzLog(f *testing.F) {
	log, ends, _ := sample(f, 12)
	f.Add([]byte(nil))
	f.Add([]byte(magic))
	for _, e := range ends {
		f.Add(log[:e])
		f.Add(append(log[:e:e], make([]byte, 40)...))
	}
	f.Add(log[1:])
	flipped := bytes.Clone(log)
	flipped[len(log)/2] ^= 1
	f.Add(flipped)
	f.Fuzz(func(t *testing.T, data []byte) {
		all, size := scan(data)
		if size > int64(len(data)) {
			t.Fatalf("%d bytes are good of %d", size, len(data))
		}
		if size < 0 {
			return
		}
		again, crc := head([saltSize]byte(data[len(magic):]))
		for _, r := range all {
			again, crc = frame(again, crc, r)
		}
		if !bytes.Equal(again, data[:size]) {
			t.Fatalf("read %q, wrote %q", data[:size], again)
		}
	})
}
