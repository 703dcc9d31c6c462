package journal

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"io"
	"time"

	"boardstudio/text/msg"
)

// A log consists of a head (magic and 8 random bytes) and records. Numbers are little endian:
//
//	payload length   4 bytes
//	checksum         4 bytes
//	kind             1 byte
//	time             8 bytes, nanoseconds since 1970
//	payload
//
// The checksum is the CRC-32C of the head and all records so far, without their checksums. A record
// that was changed, moved, left out or copied from another log is therefore detected.
const (
	magic      = "boardstudio log1"
	saltSize   = 8
	headSize   = len(magic) + saltSize
	frameSize  = 4 + 4 + 1 + 8
	maxPayload = 1 << 28
)

// Kinds of records.
const (
	kindStart   = 'S' // payload: startJSON; only as the first record
	kindEdit    = 'E' // payload: defined by the caller
	kindSaved   = 'V' // payload: fingerprintJSON
	kindClosed  = 'C' // the document was closed as last saved
	kindShelved = 'L' // the document was closed without saving
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// AutomaticEdit is the first byte of an edit made by the program, such as an engine's evaluation. It is
// restored like other edits, but does not count as unsaved work.
const AutomaticEdit byte = 5

// startJSON describes the document of a log.
type startJSON struct {
	File          fingerprintJSON
	Format, Title string
	PID           int
	BaseSize      int64
	BaseCRC       uint32
}

// record is a record of a log.
type record struct {
	kind byte
	at   time.Time
	data []byte
}

// saved reports whether the document is saved after the record.
func (r *record) saved() bool { return r.kind != kindEdit && r.kind != kindShelved }

// head returns the head of a log and its checksum.
func head(salt [saltSize]byte) ([]byte, uint32) {
	h := append([]byte(magic), salt[:]...)
	return h, crc32.Checksum(h, castagnoli)
}

// frame appends a record to b. crc is the checksum before the record; frame returns the one after
// it. The payload must not exceed maxPayload.
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

// checksum updates crc with a record. f has the first frameSize bytes.
func checksum(crc uint32, f, payload []byte) uint32 {
	crc = crc32.Update(crc, castagnoli, f[:4])
	crc = crc32.Update(crc, castagnoli, f[8:frameSize])
	return crc32.Update(crc, castagnoli, payload)
}

// scanner reads a log up to the first truncated or damaged record.
type scanner struct {
	r    *bufio.Reader
	left int64 // bytes left to read
	info Info  // summary of the records so far
	base startJSON
	at   mark // end of the last valid record
	err  error
}

// mark is a position between two records of a log.
type mark struct {
	size  int64
	crc   uint32
	edits int
	last  time.Time
}

// newScanner returns a scanner for size bytes, or nil if they are not a log. If they cannot be
// read, it sets err in the scanner.
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

// next returns the next record. It returns false at the end, and sets err if the log cannot be
// read.
func (s *scanner) next() (record, bool) {
	var f [frameSize]byte
	if s.left < frameSize || !s.fill(f[:]) {
		return record{}, false
	}
	n := int64(binary.LittleEndian.Uint32(f[:]))
	if n > maxPayload || n > s.left-frameSize {
		return record{}, false
	}
	// A wrong length must not allocate more memory than there is data.
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

// Info is a summary of a journal.
type Info struct {
	ID     string      `json:"-"`
	File   Fingerprint // document's file when last read or saved; zero if there was no file
	Format string      // format of the base
	Title  string
	PID    int // process that started the journal

	Started, Last time.Time // times of the first and the last record
	Edits         int       // number of edits
	Unsaved       int       // number of edits after the last save, without automatic ones
	After         int       // number of edits after the last save
	Lost          int64     // number of bytes at the end that are missing or not a complete record
	Size          int64     `json:"-"` // size on disk in bytes
	Err           error     `json:"-"` // reason why the journal cannot be opened, a *msg.Error, or nil
	// Shelved reports that the user closed the document without saving, at the time Last.
	Shelved bool `json:",omitempty"`

	closed bool // damaged, but all edits were saved
}

// add updates the summary with a record.
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
		i.After++
		if len(r.data) == 0 || r.data[0] != AutomaticEdit {
			i.Unsaved++
		}
	case kindSaved:
		var st fingerprintJSON
		if err := json.Unmarshal(r.data, &st); err != nil {
			return err
		}
		i.File, i.Unsaved, i.After = st.fingerprint(), 0, 0
	case kindClosed:
		i.Unsaved, i.After = 0, 0
	case kindShelved:
	default:
		return msg.Errorf("it is damaged")
	}
	i.Last = r.at
	return nil
}
