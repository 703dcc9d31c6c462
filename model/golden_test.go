package model

import (
	"bytes"
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestRecordsOfEarlierPrograms checks that old records can be read, and that the same edits still
// produce the same records. testdata contains one record per line, in hexadecimal. UPDATE=1
// rewrites it.
func TestRecordsOfEarlierPrograms(t *testing.T) {
	const name = "testdata/records.txt"
	records := sampleRecords(t)
	if os.Getenv("UPDATE") != "" {
		var b strings.Builder
		for _, r := range records {
			b.WriteString(hex.EncodeToString(r) + "\n")
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d := newSample().doc
	lines := slices.Collect(strings.Lines(string(data)))
	if len(lines) != len(records) {
		t.Errorf("%d records in the file, %d now", len(lines), len(records))
	}
	for i, line := range lines {
		r, err := hex.DecodeString(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		if i >= len(records) || !bytes.Equal(r, records[i]) {
			t.Errorf("record %d is %x no more", i, r)
		}
		if err := d.Replay(r); err != nil {
			t.Fatalf("record %d: %v", i, err)
		}
	}
}
