package wire

import (
	"bytes"
	"slices"
	"testing"

	"boardstudio/model"
	"boardstudio/store/journal"
)

// FuzzReplay replays any bytes as a record, after a number of valid records. The record must be
// rejected without a change, or applied. An applied record can be undone, redone, and journalled
// for another document. Undoing all steps restores the start, except evaluations made without a
// step.
func FuzzReplay(f *testing.F) {
	records := earlierRecords(f)
	for i, r := range records {
		f.Add(uint8(i), r)
	}
	f.Add(uint8(0), []byte{})
	f.Add(uint8(200), slices.Concat(records[0], records[1][len("\x01\x04step"):]))
	f.Fuzz(func(t *testing.T, after uint8, record []byte) {
		d, twin := recordedDocument(t), recordedDocument(t)
		var recorded [][]byte
		for _, r := range records[:min(int(after), len(records))] {
			for _, d := range []*model.Document{d, twin} {
				if err := Replay(d, r); err != nil {
					t.Fatal(err)
				}
			}
		}
		before, revision := Snapshot(d), d.Tree.Revision()
		Journal(d, func(r []byte) { recorded = append(recorded, r) })
		err := Replay(d, record)
		if checked := d.Tree.Check(); checked != nil {
			t.Fatal(checked)
		}
		if err != nil {
			if !bytes.Equal(Snapshot(d), before) || d.Tree.Revision() != revision || recorded != nil {
				t.Fatalf("refused with %v, but changed from\n%q\nto\n%q", err, before, Snapshot(d))
			}
			return
		}
		end, last := Snapshot(d), d.Tree.Revision()
		if len(recorded) != 1 || Replay(twin, recorded[0]) != nil || !bytes.Equal(Snapshot(twin), end) || twin.Tree.Revision() != last {
			t.Fatalf("the journal recorded %q: the twin is\n%q\nwant\n%q", recorded, Snapshot(twin), end)
		}
		at := d.Tree.At()
		d.Tree.Jump(0)
		if checked := d.Tree.Check(); checked != nil {
			t.Fatal(checked)
		}
		equal := model.Equal
		if record[0] == journal.AutomaticEdit {
			equal = model.EqualEdits
		}
		if err := equal(d, recordedDocument(t)); err != nil {
			t.Fatalf("all undone: %v", err)
		}
		if d.Tree.Jump(at); !bytes.Equal(Snapshot(d), end) || d.Tree.Revision() != last {
			t.Fatalf("all redone:\n%q\nwant\n%q", Snapshot(d), end)
		}
		d.Tree.Validate(-1)
	})
}

// FuzzSnapshot checks that any snapshot that can be read is a sound tree, and is written with the
// same bytes.
func FuzzSnapshot(f *testing.F) {
	x := recordedDocument(f)
	b := Snapshot(x)
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Add(Snapshot(model.NewDocument(x.Tree.Rules())))
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := ReadSnapshot(x.Tree.Rules(), b)
		if err != nil {
			return
		}
		if err := d.Tree.Check(); err != nil {
			t.Fatal(err)
		}
		again, err := ReadSnapshot(x.Tree.Rules(), Snapshot(d))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(Snapshot(d), Snapshot(again)) {
			t.Fatal("another document is read back")
		}
		d.Tree.Validate(10)
	})
}
