// Package docfile opens, saves and recovers the open document. It owns the journal for recovery after a
// crash, the versions of the file, the file lock, and the comparison with what other programs wrote to
// the file.
package docfile

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"
	"strings"
	"sync"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
)

// Host shows the documents that a File opens. Its methods are called on the loop.
type Host interface {
	// Use makes a document the open one, and calls File.Begin for it.
	Use(o *Opened)
	// Changed is called when the path or the saved state changed.
	Changed()
	// Visited is called with the path of a file that was opened or saved, Missed of one that could not be opened.
	Visited(path string)
	Missed(path string)
	// Note, Warn and Fail tell the person something.
	Note(text string)
	Warn(text string)
	Fail(err error)
	// GameTitle returns the name of the open document's game.
	GameTitle() string
}

// File is the file of the open document, which need not have one yet. It belongs to the loop's goroutine.
type File struct {
	store *journal.Store
	loop  jobs.Loop
	jobs  *jobs.Runner
	host  Host

	doc         *model.Document // nil before the first one
	path        string          // "" for none
	from        string          // the file it was read from, if that cannot be saved to
	member      *ioall.Member   // its place in a file of several, nil for none
	agreed      bool            // the person wants it to be saved there
	saved       uint64          // revision of the tree that the file holds
	later       *codec.Later    // the check of the moves that is not over, nil for none
	journal     *journal.Journal
	unlog       func()              // ends writing to the journal
	fingerprint journal.Fingerprint // the file as it was read or written last
	told        journal.Fingerprint // the file of which the person knows that it changed
	looking     bool                // Look is reading the file
	unlock      func()              // releases the file lock
	other       *journal.Holder
	ending      sync.WaitGroup // journals being closed
}

// New returns a File without a document, which keeps journals and versions in store, and for which what runner exports waits.
func New(store *journal.Store, loop jobs.Loop, runner *jobs.Runner, host Host) *File {
	f := &File{store: store, loop: loop, jobs: runner, host: host}
	runner.Check = f.Checked
	return f
}

// never stands for "not saved": trees count their revisions from 0 and never get there.
const never = ^uint64(0)

// Begin closes the open document and makes o the open one, for the jobs too. It begins the journal
// of o.
func (f *File) Begin(o *Opened) {
	codec.BoundMemory()
	f.close()
	f.jobs.Open(o.Doc)
	f.doc, f.path, f.from, f.later = o.Doc, "", o.path, o.later
	f.member, f.agreed = o.member, false
	f.fingerprint, f.told, f.looking = journal.Fingerprint{}, journal.Fingerprint{}, false
	f.unlock, f.other = func() {}, nil
	if o.lossless() { // else saving asks for a new name: the file cannot hold everything
		f.path, f.from, f.fingerprint = o.path, "", o.file
		f.lock()
	}
	f.saved = o.Doc.Tree.Revision()
	if o.past != nil {
		f.saved = o.saved
		f.journal = o.past.Continue(f.report)
	} else {
		o.prepare()
		f.journal = f.store.Start(f.origin(o), o.base, f.report)
	}
	if o.unsaved {
		f.saved = never
	}
	f.unlog = o.Doc.Journal(f.journal.Append)
}

// report tells that the journal cannot be written, or that it can again. It may be called from any goroutine.
func (f *File) report(err error) {
	f.loop.Post(func() {
		if err != nil {
			f.host.Warn(locale.T("What you do now would be lost in a crash: %s", locale.Err(err)))
		} else {
			f.host.Note(locale.T("Your work is safe from a crash again"))
		}
	})
}

// origin describes the document for the journal.
func (f *File) origin(o *Opened) journal.Origin {
	format, title := ioall.Formats[0], f.host.GameTitle()
	if f.path != "" {
		format = o.format
	}
	if o.path != "" {
		title = filepath.Base(o.path)
	}
	return journal.Origin{File: f.fingerprint, Format: format.Name, Title: title}
}

// prepare finds out what the journal of the document, which has no edits yet, begins with, and
// numbers its nodes. With a large document that takes a while, so it is done before the document is shown.
func (o *Opened) prepare() {
	if o.past != nil || o.base != nil {
		return
	}
	o.Doc.Number()
	if o.data != nil && o.lossless() {
		o.base = o.data
		return
	}
	var b bytes.Buffer
	if err := ioall.Formats[0].Encode(context.Background(), &b, o.Doc, nil); err == nil { // else the journal will report that it cannot be read
		o.base = b.Bytes()
	}
}

// Close closes the document. What was not saved of it goes to the shelf of the store. It waits for the disk.
func (f *File) Close() {
	f.close()
	f.jobs.Close()
	f.ending.Wait()
}

// Leave closes the document and keeps its unsaved edits on disk, for the next studio to recover.
// It waits for the disk.
func (f *File) Leave() {
	f.end((*journal.Journal).Leave)
	f.Close()
}

func (f *File) close() {
	if f.journal != nil && f.Dirty() {
		f.end((*journal.Journal).Shelve)
	} else {
		f.end((*journal.Journal).Close)
	}
}

// end detaches the journal and releases the file lock. how, which waits for the disk, runs in the background.
func (f *File) end(how func(*journal.Journal) error) {
	if f.journal == nil {
		return
	}
	j := f.journal
	f.unlog()
	f.unlock()
	f.journal, f.fingerprint = nil, journal.Fingerprint{}
	f.ending.Go(func() { _ = how(j) }) // at worst the document is offered once more
}

// lock takes the file lock, so that other studios know that the file is open here.
func (f *File) lock() {
	f.unlock, f.other, _ = f.store.LockFile(f.path) // what is not known is not told
}

// Path returns the document's file, "" when it has none yet.
func (f *File) Path() string { return f.path }

// Source returns the file that the document was read from or saved to last, "" for none.
func (f *File) Source() string { return cmp.Or(f.path, f.from) }

// Dirty reports whether the document differs from its file.
func (f *File) Dirty() bool { return f.jobs.Revision() != f.saved }

// Loss tells in words what is not saved, and what becomes of it unsaved.
func (f *File) Loss() string {
	if f.Source() == "" && f.member == nil {
		return locale.T("The document was never saved. Closed like this, it stays under “Recently Closed” for 30 days.")
	}
	return locale.T("What changed since the last save is not in the file. Closed like this, it stays under “Recently Closed” for 30 days.")
}

// Journal names the journal of the open document in the store.
func (f *File) Journal() string { return f.journal.Info().ID }

// Name returns the document's name for titles.
func (f *File) Name() string {
	switch {
	case f.path != "":
		return filepath.Base(f.path)
	case f.from != "":
		return filepath.Base(f.from)
	case f.member != nil:
		return locale.T("%s, game %d", filepath.Base(f.member.Path), f.member.Index+1)
	}
	return locale.T("Untitled")
}

// Title returns the window's title: a dot says that changes are not saved.
func (f *File) Title() string {
	if f.Dirty() {
		return "• " + f.Name()
	}
	return f.Name()
}

// Extension is that of the studio's own files.
const Extension = ".studio"

// SuggestName returns a file name for a document without one.
func (f *File) SuggestName() string {
	if f.path != "" {
		return filepath.Base(f.path)
	}
	if f.from != "" {
		return strings.TrimSuffix(filepath.Base(f.from), filepath.Ext(f.from)) + Extension
	}
	name := f.doc.Info[model.InfoTitle]
	if name == "" {
		name = f.host.GameTitle()
	}
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '-'
		}
		return r
	}, name)
	return name + Extension
}

// Filters returns the formats that a person may open files in, or, if write, save documents
// of the game r in.
func Filters(write bool, r rules.Rules) []*codec.Format {
	if write {
		return ioall.Writable(r)
	}
	return ioall.Readable()
}
