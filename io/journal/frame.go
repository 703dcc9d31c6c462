package journal

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"io"
	"time"

	"boardstudio/msg"
)

// A log is a head (magic, 8 random bytes) and records:
//
//	length of the payload   4 bytes, little endian, as all numbers
//	checksum                4 bytes
//	kind                    1 byte
//	time                    8 bytes, nanoseconds since 1970
//	payload
//
// The checksum is the CRC-32C of the head and of all records so far without
// their checksums: a record that was changed, moved, left out, or that comes
// from another log does not fit.
const (
	magic      = "boardstudio log1"
	saltSize   = 8
	headSize   = len(magic) + saltSize
	frameSize  = 4 + 4 + 1 + 8
	maxPayload = 1 << 28
)

// The kinds of records.
const (
	kindStart   = 'S' // payload: startJSON, in JSON; the first record, and only that
	kindEdit    = 'E' // payload: the caller's
	kindSaved   = 'V' // payload: fingerprintJSON
	kindClosed  = 'C' // the document is what was last saved, and it is not open
	kindShelved = 'L' // the document was closed without saving it
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// startJSON is what a log says of its document.
type startJSON struct {
	File          fingerprintJSON
	Format, Title string
	PID           int
	BaseSize      int64
	BaseCRC       uint32
}

// record is one of a log.
type record struct {
	kind byte
	at   time.Time
	data []byte
}

// saved reports whether the document is as saved after the record.
func (r *record) saved() bool { return r.kind != kindEdit && r.kind != kindShelved }

// head returns the beginning of a log and the checksum after it.
func head(salt [saltSize]byte) ([]byte, uint32) {
	h := append([]byte(magic), salt[:]...)
	return h, crc32.Checksum(h, castagnoli)
}

// frame appends a record to b and returns the checksum after it, where crc is
// that before it. The payload is at most maxPayload long.
func frame(b []byte, crc uint32, r record) ([]byte, uint32) {
	from := len(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(r.data)))
	b = binary.LittleEndian.AppendUint32(b, 0)
	b = append(b, r.kind)
	b = binary.LittleEndian.AppendUint64(b, uint64(r.at.UnixNano()))
	crc = checksum(crc, b[from:], r.data)
	binary.LittleEndian.PutUint32(b[from+4:], crc)
	return append(b, r.data...), crc
}

// checksum carries crc over a record, whose first frameSize bytes are f.
func checksum(crc uint32, f, payload []byte) uint32 {
	crc = crc32.Update(crc, castagnoli, f[:4])
	crc = crc32.Update(crc, castagnoli, f[8:frameSize])
	return crc32.Update(crc, castagnoli, payload)
}

// scanner reads a log up to the first record that is not whole and right.
type scanner struct {
	r    *bufio.Reader
	left int64 // bytes that may still come
	info Info  // what the records so far say
	base startJSON
	at   mark // the end of the last good record
	err  error
}

// mark is a position between two records of a log.
type mark struct {
	size  int64
	crc   uint32
	edits int
	last  time.Time
}

// newScanner returns a scanner of size bytes, or nil when they do not begin like
// a log. When they cannot be read, its err is set.
func newScanner(r io.Reader, size int64) *scanner {
	s := &scanner{r: bufio.NewReaderSize(r, int(min(size, 1<<16))), left: size}
	var h [headSize]byte
	if size < int64(headSize) {
		return nil
	}
	if !s.fill(h[:]) && s.err != nil {
		s.left = 0
		return s
	}
	if string(h[:len(magic)]) != magic {
		return nil
	}
	s.left -= int64(headSize)
	s.at.size = int64(headSize)
	s.at.crc = crc32.Checksum(h[:], castagnoli)
	return s
}

// next returns the next record. There are no more after a false; err is then
// set if the file could not be read.
func (s *scanner) next() (record, bool) {
	var f [frameSize]byte
	if s.left < frameSize || !s.fill(f[:]) {
		return record{}, false
	}
	n := int64(binary.LittleEndian.Uint32(f[:]))
	if n > maxPayload || n > s.left-frameSize {
		return record{}, false
	}
	// A length that lies must not cost more memory than there are bytes to read.
	data := make([]byte, 0, min(n, 1<<16))
	for int64(len(data)) < n {
		from := len(data)
		step := min(n-int64(from), int64(max(from, 1<<16)))
		data = append(data, make([]byte, step)...)
		if !s.fill(data[from:]) {
			return record{}, false
		}
	}
	crc := checksum(s.at.crc, f[:], data)
	if crc != binary.LittleEndian.Uint32(f[4:]) {
		return record{}, false
	}
	r := record{kind: f[8], at: time.Unix(0, int64(binary.LittleEndian.Uint64(f[9:]))), data: data}
	first := s.at.size == int64(headSize)
	if first != (r.kind == kindStart) {
		return record{}, false
	}
	if first {
		if json.Unmarshal(data, &s.base) != nil || s.base.BaseSize < 0 {
			return record{}, false
		}
	}
	if s.info.add(r) != nil {
		return record{}, false
	}
	s.left -= frameSize + n
	s.at = mark{s.at.size + frameSize + n, crc, s.info.Edits, r.at}
	return r, true
}

func (s *scanner) fill(b []byte) bool {
	_, err := io.ReadFull(s.r, b)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		s.err = err
	}
	return err == nil
}

// Info is what is known of a journal without replaying it.
type Info struct {
	ID     string      `json:"-"`
	File   Fingerprint // the document's file as it was last read or saved; zero when it never had one
	Format string      // of the base
	Title  string
	PID    int // of the program that began the journal

	Started, Last time.Time // the times of the first and the last record
	Edits         int       // how many edits there are
	Unsaved       int       // how many of them came after the last save
	Lost          int64     // how many bytes at the end are missing or not a whole record
	Size          int64     `json:"-"` // what the journal takes on the disk
	Err           error     `json:"-"` // why it cannot be opened, a *msg.Error; nil when it can
	// Shelved says that the person closed the document without saving it, at the time Last.
	Shelved bool `json:",omitempty"`

	closed bool // it is damaged, but all that it had was saved
}

// add takes note of a record.
func (i *Info) add(r record) error {
	i.Shelved = r.kind == kindShelved
	switch r.kind {
	case kindStart:
		var st startJSON
		if err := json.Unmarshal(r.data, &st); err != nil {
			return err
		}
		i.File, i.Format, i.Title, i.PID, i.Started = st.File.fingerprint(), st.Format, st.Title, st.PID, r.at
	case kindEdit:
		i.Edits++
		i.Unsaved++
	case kindSaved:
		var st fingerprintJSON
		if err := json.Unmarshal(r.data, &st); err != nil {
			return err
		}
		i.File, i.Unsaved = st.fingerprint(), 0
	case kindClosed:
		i.Unsaved = 0
	case kindShelved:
	default:
		return msg.Errorf("it is damaged")
	}
	i.Last = r.at
	return nil
}
