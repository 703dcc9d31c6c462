package safe

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRecords checks files with crash damage: truncated lines, and zero bytes at the end of, inside
// and around a record.
func TestRecords(t *testing.T) {
	zeros := strings.Repeat("\x00", 4096)
	for _, x := range []struct {
		name, data string
		want       []string
		damaged    int
	}{
		{"nothing", "", nil, 0},
		{"whole", "{\"a\":1}\n{\"b\":2}\n", []string{`1:{"a":1}`, `2:{"b":2}`}, 0},
		{"no line end", "{\"a\":1}\r\n\n {\"b\":2}", []string{`1:{"a":1}`, `3:{"b":2}`}, 0},
		{"cut", "{\"a\":1}\n{\"b\"", []string{`1:{"a":1}`}, 1},
		{"cut in a text", "{\"a\":\"x\n{\"b\":2}\n", []string{`2:{"b":2}`}, 1},
		{"one byte", "{", nil, 1},
		{"zeros at the end", "{\"a\":1}\n" + zeros, []string{`1:{"a":1}`}, 1},
		{"zeros and more records", "{\"a\":1}\n" + zeros + "\n{\"b\":2}\n", []string{`1:{"a":1}`, `3:{"b":2}`}, 1},
		{"zeros before a record", zeros + "{\"b\":2}\n", []string{`1:{"b":2}`}, 1},
		{"zeros behind a record", "{\"b\":2}" + zeros, []string{`1:{"b":2}`}, 1},
		{"zeros within", "{\"b\":" + zeros + "2}\n{\"c\":3}\n", []string{`2:{"c":3}`}, 1},
		{"zeros instead of the beginning", zeros + "\":2}\n{\"c\":3}\n", []string{`2:{"c":3}`}, 1},
		{"only zeros", zeros, nil, 1},
		{"two cuts", "{\"a\n{\"b\n", nil, 2},
		{"noted", "{\"a\n{\"b\n{\"damaged\":2}\n{\"a\":1}\n", []string{`4:{"a":1}`}, 0},
		{"noted, and more damage", "{\"a\n{\"damaged\":1}\n{\"b\n{\"c\n", nil, 2},
		{"more noted than damaged", "{\"damaged\":7}\n{\"b\n", nil, 0},
		{"a note that is cut short", "{\"a\n{\"damaged\":1", nil, 2},
		{"a negative note", "{\"a\n{\"damaged\":-1}\n", []string{`2:{"damaged":-1}`}, 1},
		{"damaged in another way", "[]\n[]\x00\n{\"a\":1}\n", []string{"1:[]", "2:[]", `3:{"a":1}`}, 2},
		{"no JSON", "hello\n{\"a\":1}}\n", []string{"1:hello", `2:{"a":1}}`}, 0},
	} {
		var got []string
		damaged, err := Records([]byte(x.data), func(line int, record []byte) error {
			got = append(got, fmt.Sprintf("%d:%s", line, record))
			if string(record) == "[]" {
				return ErrDamaged
			}
			return nil
		})
		if err != nil || damaged != x.damaged || !slices.Equal(got, x.want) {
			t.Errorf("%s: %q, %d damaged, %v; want %q, %d", x.name, got, damaged, err, x.want, x.damaged)
		}
	}
	stop := errors.New("stop")
	calls := 0
	damaged, err := Records([]byte("{\"a\n{}\n{}\n"), func(int, []byte) error { calls++; return stop })
	if !errors.Is(err, stop) || calls != 1 || damaged != 1 {
		t.Errorf("%d calls, %d damaged, %v", calls, damaged, err)
	}
}

// TestAppendAfterZeros checks that a line appended after zero bytes is a separate line.
func TestAppendAfterZeros(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte("{\"a\":1}\n\x00\x00\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := AppendSync(path, []byte(`{"b":2}`)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil || string(data) != "{\"a\":1}\n\x00\x00\x00\n{\"b\":2}\n" {
		t.Errorf("%q, %v", data, err)
	}
}
