package safe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ErrDamaged is returned by the callback of Records for a record with any other damage.
var ErrDamaged = errors.New("a damaged record")

// Records calls f with the number and content of each record of data, a file of JSON objects written by Append. It
// skips empty lines. It returns the number of lines damaged by a crash: truncated lines, and lines with zero bytes,
// which some file systems leave after a power cut. If a complete object remains between zero bytes, f is called with
// it. f receives all other lines unchanged. If it returns ErrDamaged, the line is counted. Lines that NoteDamaged has
// noted are not counted. Records stops at the first other error of f and returns it.
func Records(data []byte, f func(line int, record []byte) error) (damaged int, err error) {
	line, noted := 0, 0
	for text := range bytes.Lines(data) {
		line++
		record := bytes.Trim(text, "\x00 \t\r\n")
		zeros := bytes.IndexByte(text, 0) >= 0
		switch {
		case len(record) == 0 && !zeros:
			continue
		case zeros && !json.Valid(record), !zeros && cutShort(record):
			damaged++
			continue
		case zeros:
			damaged++
		}
		if n := notedIn(record); n > 0 {
			noted += n
			continue
		}
		if err = f(line, record); errors.Is(err, ErrDamaged) {
			if err = nil; !zeros {
				damaged++
			}
		}
		if err != nil {
			break
		}
	}
	return max(0, damaged-noted), err
}

// note is a record with a number of reported damaged lines.
type note struct {
	Damaged int `json:"damaged"`
}

// NoteDamaged appends a record that n damaged lines were reported. Records does not count them
// again. The lines are not removed, because concurrent programs may be appending. Errors are of
// type *msg.Error.
func NoteDamaged(path string, n int) error {
	return Append(path, fmt.Appendf(nil, `{"damaged":%d}`, n))
}

// notedIn returns the number in a record of NoteDamaged, or 0 for other records.
func notedIn(record []byte) int {
	var n note
	if !bytes.HasPrefix(record, []byte(`{"damaged":`)) || json.Unmarshal(record, &n) != nil {
		return 0
	}
	return n.Damaged
}

// cutShort reports whether text is a truncated JSON object.
func cutShort(text []byte) bool {
	return text[0] == '{' && errors.Is(json.NewDecoder(bytes.NewReader(text)).Decode(new(json.RawMessage)), io.ErrUnexpectedEOF)
}
