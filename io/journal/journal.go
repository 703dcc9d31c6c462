package journal

import (
	"bytes"
	"encoding/json"
	"hash/crc32"
	"os"
	"sync"
	"time"

	"boardstudio/msg"
)

// Origin says what document a journal is of.
type Origin struct {
	File   Fingerprint // its file as it was read; zero for an unnamed document
	Format string      // that the base is written in
	Title  string      // for the person who is asked whether to recover it
}

// Journal is the log of an open document. Its methods may be called from any
// goroutine; a nil Journal does nothing.
type Journal struct {
	s      *Store
	report func(error)
	wake   chan struct{} // there is something new to do
	flush  chan chan error
	quit   chan struct{}
	done   chan struct{}

	mu      sync.Mutex
	folder  string   // "" while none could be made
	f       *os.File // the log, locked; nil as folder
	old     *place   // what the folder replaces, until it is on disk
	fresh   bool     // the folder is not yet on disk
	durable bool     // the base is on disk
	base    []byte   // until then; nil for one that is to be found in the folder
	written bool     // the base is in the folder
	start   startJSON
	first   []byte // what the log begins with, up to the end of its first record
	patch   []byte // first, where the log does not begin with it
	synced  int64  // so many bytes of the log are on disk for certain
	tail    []byte // all that come after those, written or not
	behind  int    // so many bytes at the end of tail are not written yet
	failed  error  // why the log can take no more; nothing is written to it any more
	dead    error  // why nothing can be added for ever: without an edit, no later one fits
	closed  bool
	info    Info
	at      mark // the end
	saved   mark // the end of what was last saved
}

// Start begins the journal of a document. The base is what the first edit will
// be made on: the bytes of the file, or the document encoded; they are the
// journal's until it is closed, and nobody may change them. A base of a megabyte
// or less is written before Start returns, but not yet synced; a goroutine writes a larger one.
//
// Editing goes on when the journal cannot be written: report is called, from
// another goroutine, once with the reason, a *msg.Error, and once with nil
// when all edits are on disk after all, which is tried every few seconds. It must
// not call the journal.
func (s *Store) Start(o Origin, base []byte, report func(error)) *Journal {
	j := s.journal(report)
	j.base = base
	var salt [saltSize]byte
	copy(salt[:], random())
	j.tail, j.at.crc = head(salt)
	j.at.size = int64(len(j.tail))
	j.start = startJSON{
		File: o.File.json(), Format: o.Format, Title: o.Title, PID: os.Getpid(),
		BaseSize: int64(len(base)), BaseCRC: crc32.Checksum(base, castagnoli),
	}
	payload, _ := json.Marshal(j.start) // plain values
	j.put(record{kind: kindStart, data: payload})
	j.saved, j.first = j.at, bytes.Clone(j.tail)
	j.failed = j.build()
	go j.run()
	return j
}

// journal returns one without a log.
func (s *Store) journal(report func(error)) *Journal {
	return &Journal{
		s: s, report: report, wake: make(chan struct{}, 1), flush: make(chan chan error),
		quit: make(chan struct{}), done: make(chan struct{}),
	}
}

// Append adds an edit, with one write. It does not sync, and another goroutine writes a large
// edit.
func (j *Journal) Append(edit []byte) {
	if j != nil {
		j.add(record{kind: kindEdit, data: edit})
	}
}

// Saved notes that the document as it is now stands in a file.
func (j *Journal) Saved(file Fingerprint) {
	if j == nil {
		return
	}
	payload, _ := json.Marshal(file.json())
	j.add(record{kind: kindSaved, data: payload})
}

// Info returns what is in the journal.
func (j *Journal) Info() Info {
	if j == nil {
		return Info{}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.info
}

func (j *Journal) add(r record) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed || j.dead != nil {
		return
	}
	clean := len(j.tail) == 0
	from := len(j.tail)
	if len(r.data) > maxPayload {
		j.dead = msg.Errorf("the edit is too large")
		j.poke()
		return
	}
	j.put(r)
	if j.f == nil || j.failed != nil {
		return
	}
	if j.behind > 0 || len(r.data) > largeEdit { // the one who edits would wait for it
		j.behind += len(j.tail) - from
		j.poke()
		return
	}
	if _, err := j.f.Write(j.tail[from:]); err != nil {
		j.fail(err)
	} else if clean {
		j.poke()
	}
}

// largeEdit is the length from which on an edit is not written by Append itself.
const largeEdit = 1 << 18

// catchUp writes what Append left.
func (j *Journal) catchUp() {
	j.mu.Lock()
	defer j.mu.Unlock()
	for j.behind > 0 && j.f != nil && j.failed == nil {
		part, f := j.tail[len(j.tail)-j.behind:], j.f
		j.mu.Unlock()
		_, err := f.Write(part)
		j.mu.Lock()
		if err != nil {
			j.fail(err)
			return
		}
		j.behind -= len(part)
	}
}

// fail stops writing to the log, which is built anew later.
func (j *Journal) fail(err error) {
	j.failed = err
	j.poke()
}

// put adds a record to the tail.
func (j *Journal) put(r record) {
	r.at = time.Now()
	from := len(j.tail)
	j.tail, j.at.crc = frame(j.tail, j.at.crc, r)
	_ = j.info.add(r) // reads what was just written
	j.at = mark{j.at.size + int64(len(j.tail)-from), j.at.crc, j.info.Edits, r.at}
	if r.saved() {
		j.saved = j.at
	}
}

// poke has run look again.
func (j *Journal) poke() {
	select {
	case j.wake <- struct{}{}:
	default:
	}
}

// run brings the log to the disk, one sync for all records of half a second.
func (j *Journal) run() {
	defer close(j.done)
	reported := false
	attempt := func() error {
		err := j.sync()
		switch {
		case err != nil && !reported:
			reported = true
			if j.report != nil {
				j.report(wrap("the journal cannot be written: %v", err))
			}
		case err == nil && reported:
			reported = false
			if j.report != nil {
				j.report(nil)
			}
		}
		return err
	}
	for {
		j.mu.Lock()
		failed, dirty := j.failed != nil || j.dead != nil, len(j.tail) > 0 || j.fresh
		j.mu.Unlock()
		var when <-chan time.Time
		switch {
		case failed && !reported:
			when = time.After(0)
		case failed:
			when = time.After(j.s.retry)
		case dirty:
			when = time.After(j.s.delay)
		}
		select {
		case <-j.wake:
			j.catchUp()
		case <-when:
			_ = attempt()
		case answer := <-j.flush:
			answer <- attempt()
		case <-j.quit:
			return
		}
	}
}

var errClosed = msg.Errorf("the journal is closed")

// Sync waits until all that was appended is on disk, and returns why it is not.
func (j *Journal) Sync() error {
	if j == nil {
		return nil
	}
	answer := make(chan error)
	select {
	case j.flush <- answer:
		return <-answer
	case <-j.done:
		return errClosed
	}
}

// Close ends the journal of a document that is closed as it was last saved,
// also because its edits were undone. The journal remains as the history of the
// file; that of a document without a file or edits is deleted. It returns after
// the disk has written.
func (j *Journal) Close() error { return j.end(false) }

// Shelve ends the journal of a document that is closed without saving it. Its unsaved edits are kept
// for Shelf, should the person want them back, but are not offered as after a crash. It returns
// after the disk has written.
func (j *Journal) Shelve() error { return j.end(true) }

// Shelf is how long edits are kept that were not saved on purpose.
const Shelf = 30 * 24 * time.Hour

// Leave stops journalling and leaves all as after a crash, so that it is offered
// again. A disk that does not take it is tried for half a second more, since there is no later attempt.
func (j *Journal) Leave() error {
	if j == nil {
		return nil
	}
	err := j.Sync()
	for try := 0; err != nil && err != errClosed && try < 10; try++ {
		time.Sleep(50 * time.Millisecond)
		err = j.Sync()
	}
	j.stop()
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.f != nil {
		j.f.Close()
	}
	if j.old != nil {
		j.old.f.Close()
	}
	return err
}

// stop ends run. It returns false when that was done before.
func (j *Journal) stop() bool {
	j.mu.Lock()
	was := j.closed
	j.closed = true
	j.mu.Unlock()
	if !was {
		close(j.quit)
	}
	<-j.done
	return !was
}

func (j *Journal) end(shelve bool) error {
	if j == nil || !j.stop() {
		return nil
	}
	err := j.seal(shelve)
	if j.f != nil {
		j.f.Close() // unlocks
	}
	_ = j.s.Prune()
	if err != nil {
		return wrap("the journal cannot be written: %v", err)
	}
	return nil
}
