package journal

import (
	"bytes"
	"encoding/json"
	"hash/crc32"
	"os"
	"sync"
	"time"

	"boardstudio/text/msg"
)

// Origin describes the document of a journal.
type Origin struct {
	File   Fingerprint // the file when it was read; zero for an unnamed document
	Format string      // format of the base
	Title  string      // title to show if the document can be recovered
}

// Journal is the log of an open document. Its methods are safe for concurrent use. A nil Journal
// does nothing.
type Journal struct {
	s      *Store
	report func(error)
	wake   chan struct{} // there is work to do
	flush  chan chan error
	quit   chan struct{}
	done   chan struct{}

	mu      sync.Mutex
	folder  string   // "" if no folder could be created yet
	f       *os.File // the locked log; nil if folder is ""
	old     *place   // the folder being replaced, until the new one is synced
	fresh   bool     // the folder is not yet synced
	durable bool     // the base is synced
	base    []byte   // base until it is synced; nil if it is in the folder only
	written bool     // the base is in the folder
	start   startJSON
	first   []byte // beginning of the log up to the end of the first record
	patch   []byte // first, if the beginning of the log is damaged
	synced  int64  // number of synced bytes of the log
	tail    []byte // all bytes after the synced ones, written or not
	behind  int    // number of bytes at the end of tail that are not written
	failed  error  // reason why the log can no longer be written
	dead    error  // reason why no edit can ever be added: later edits depend on a missing one
	closed  bool
	info    Info
	at      mark // end of the log
	saved   mark // end of the log at the last save
}

// Start starts the journal of a document. The base is the state before the first edit: the content
// of the file, or the encoded document. It must not be modified until the journal is closed. A base
// of up to a megabyte is written before Start returns, but not synced. A larger one is written in
// the background.
//
// If the journal cannot be written, editing is still possible, and writing is retried every few
// seconds. report is called from another goroutine: once with the reason, a *msg.Error, and once
// with nil when all edits are on disk. It must not call the journal.
func (s *Store) Start(o Origin, base []byte, report func(error)) *Journal {
	if s.dir == "" {
		return nil
	}
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

// journal returns a Journal without a log.
func (s *Store) journal(report func(error)) *Journal {
	return &Journal{
		s: s, report: report, wake: make(chan struct{}, 1), flush: make(chan chan error),
		quit: make(chan struct{}), done: make(chan struct{}),
	}
}

// Append appends an edit with a single write. It does not sync. Large edits are written in the
// background.
func (j *Journal) Append(edit []byte) {
	if j != nil {
		j.add(record{kind: kindEdit, data: edit})
	}
}

// Saved records that the current document is saved to a file.
func (j *Journal) Saved(file Fingerprint) {
	if j == nil {
		return
	}
	payload, _ := json.Marshal(file.json())
	j.add(record{kind: kindSaved, data: payload})
}

// Info returns the summary of the journal.
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
	if j.behind > 0 || len(r.data) > largeEdit { // writing now would delay the user
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

// largeEdit is the size from which edits are written in the background.
const largeEdit = 1 << 18

// catchUp writes what Append left to the background.
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

// fail stops writing to the log, which will be replaced.
func (j *Journal) fail(err error) {
	j.failed = err
	j.poke()
}

// put adds a record to the tail.
func (j *Journal) put(r record) {
	r.at = time.Now()
	from := len(j.tail)
	j.tail, j.at.crc = frame(j.tail, j.at.crc, r)
	_ = j.info.add(r) // cannot fail, as the record was just created
	j.at = mark{j.at.size + int64(len(j.tail)-from), j.at.crc, j.info.Edits, r.at}
	if r.saved() {
		j.saved = j.at
	}
}

// poke wakes up run.
func (j *Journal) poke() {
	select {
	case j.wake <- struct{}{}:
	default:
	}
}

// run writes and syncs the log, with one sync for all records within half a second.
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

// Sync waits until all records are on disk. It returns an error if they cannot be written or the
// journal is closed.
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

// Close ends the journal of a document that is closed as last saved, or whose edits were undone.
// The journal is kept as the history of the file. It is deleted if the document has no file or no
// edits. Close waits for the disk. It returns a *msg.Error if the journal cannot be written.
func (j *Journal) Close() error { return j.end(false) }

// Shelve ends the journal of a document that is closed without saving. Its unsaved edits are kept
// for the duration ShelvedTime, but not offered for recovery as after a crash. Shelve waits for the disk.
// It returns a *msg.Error if the journal cannot be written.
func (j *Journal) Shelve() error { return j.end(true) }

// ShelvedTime is how long unsaved edits of closed documents are kept.
const ShelvedTime = 30 * 24 * time.Hour

// Abandon stops the journal and leaves it as after a crash, so that the document can be recovered. If
// the disk fails, it retries for half a second and returns the last error.
func (j *Journal) Abandon() error {
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

// stop ends run. It returns false if the journal was already stopped.
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
