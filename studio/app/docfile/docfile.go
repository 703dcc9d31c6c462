// Package docfile opens, saves and recovers the open document. It owns the journal for crash
// recovery, the versions of the file, and the file lock. It also detects changes to the file by
// other programs.
package docfile

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"
	"strings"
	"sync"

	"boardstudio/collection"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/model/wire"
	"boardstudio/store/journal"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
)

// Host shows the documents that a File opens. Its methods are called on the loop.
type Host interface {
	// Use makes o the open document. It must call File.Begin.
	Use(o *Opened)
	// Changed is called when the path or the saved state has changed.
	Changed()
	// Visited is called with the path of a file that was opened or saved, Missed with the path of a
	// file that could not be opened.
	Visited(path string)
	Missed(path string)
	// Note, Warn and Fail show a message to the user.
	Note(text string)
	Warn(text string)
	Fail(err error)
	// GameTitle returns the name of the open document's game.
	GameTitle() string
}

// File is the file of the open document. The document may be unsaved, without a path. A File must
// only be used on the loop.
type File struct {
	documents *document.Library
	store     *journal.Store
	loop      jobs.Loop
	jobs      *jobs.Runner
	host      Host

	maxHistoryNodes int // maximum size of a tree whose history is restored, which temporarily needs two trees
	hooks           hooks

	doc         *model.Document  // nil before the first document
	path        string           // "" if the document has no file
	from        string           // the file that the document was read from, if saving there would lose data
	charset     string           // guessed charset of its texts; "" if it is certain
	member      *document.Member // the document's place in a multi-game file, or nil
	item        *collection.Item
	agreed      bool                // the user agreed to save the document to member
	saved       uint64              // edit revision of the tree in the file
	later       *codec.DelayedCheck // the unfinished check of the moves, or nil
	journal     *journal.Journal
	unlog       func()              // stops writing to the journal
	fingerprint journal.Fingerprint // the file when it was last read or written
	warned      journal.Fingerprint // the changed file that the user was last warned about
	seen        journal.Fingerprint // the changed file that State reported last
	gone        bool                // State last found that the file does not exist
	tried       []journal.Sum       // contents of failed saves, which may be in the file
	chosen      choice              // the file that GamesAt read last
	looking     bool                // Look is reading the file
	unlock      func()              // releases the file lock
	other       *journal.Holder
	ending      sync.WaitGroup // waits for journals being closed
}

// New returns a File without a document. It reads and writes files in the formats of documents, and
// stores journals and versions in store. runner waits for File.Checked before it exports.
func New(documents *document.Library, store *journal.Store, loop jobs.Loop, runner *jobs.Runner, host Host) *File {
	f := &File{documents: documents, store: store, loop: loop, jobs: runner, host: host, maxHistoryNodes: 3_000_000}
	runner.Check = f.Checked
	return f
}

// neverSaved is a revision that trees never reach, as they count from 0.
const neverSaved = ^uint64(0)

// Begin closes the open document, makes o the open document of the File and the jobs, and starts
// its journal.
func (f *File) Begin(o *Opened) {
	codec.BoundMemory()
	f.close()
	f.jobs.Open(o.Doc)
	f.doc, f.path, f.from, f.later = o.Doc, "", o.path, o.later
	f.member, f.item, f.agreed = o.member, o.item, false
	f.charset, _ = codec.CharsetOf(o.Doc.Warnings)
	f.fingerprint, f.warned, f.seen, f.looking = journal.Fingerprint{}, journal.Fingerprint{}, journal.Fingerprint{}, false
	f.gone, f.chosen, f.tried = false, choice{}, nil
	f.unlock, f.other = func() {}, nil
	if o.lossless() { // otherwise saving asks for a path, as the file cannot store everything
		f.path, f.from, f.fingerprint = o.path, "", o.file
		f.lock()
	}
	f.saved = o.Doc.Tree.EditRevision()
	if o.past != nil {
		f.saved = o.saved
		f.journal = o.past.Continue(f.report)
	} else {
		f.prepare(o)
		f.journal = f.store.Start(f.origin(o), o.base, f.report)
	}
	if o.unsaved {
		f.saved = neverSaved
	}
	f.unlog = wire.Journal(o.Doc, f.journal.Append)
}

// report warns that the journal cannot be written, or that it can be written again. It is safe to
// call on any goroutine.
func (f *File) report(err error) {
	f.loop.Post(func() {
		if err != nil {
			f.host.Warn(locale.T("Your moves are not being saved and would be lost in a crash: %s", locale.Err(err)))
		} else {
			f.host.Note(locale.T("Crash recovery works again"))
		}
	})
}

// origin returns the description of the document for the journal.
func (f *File) origin(o *Opened) journal.Origin {
	format, title := f.documents.Formats[0], f.host.GameTitle()
	if f.path != "" {
		format = o.format
	}
	if o.path != "" {
		title = locale.FileName(o.path)
	}
	return journal.Origin{File: f.fingerprint, Format: format.Name, Title: title}
}

// prepare computes the initial content of the journal and numbers the nodes. The document must have
// no edits. This takes time for a large document, so it is called before the document is shown. It may be
// called on any goroutine.
func (f *File) prepare(o *Opened) {
	if o.past != nil || o.base != nil {
		return
	}
	o.Doc.Number()
	if o.data != nil && o.lossless() {
		o.base = o.data
		return
	}
	var b bytes.Buffer
	// otherwise the journal reports that it is unreadable
	if err := f.documents.Formats[0].Encode(context.Background(), &b, o.Doc, nil); err == nil {
		o.base = b.Bytes()
	}
}

// Close closes the document. Unsaved edits are stored under “Recently Closed”. It waits for the
// disk.
func (f *File) Close() {
	f.close()
	f.jobs.Close()
	f.ending.Wait()
}

// Leave closes the document and leaves its unsaved edits for recovery at the next start. It waits
// for the disk.
func (f *File) Leave() {
	f.end((*journal.Journal).Abandon)
	f.Close()
}

func (f *File) close() {
	if f.journal != nil && f.Dirty() {
		f.end((*journal.Journal).Shelve)
	} else {
		f.end((*journal.Journal).Close)
	}
}

// end detaches the journal and releases the file lock. how runs in the background, as it waits for
// the disk.
func (f *File) end(how func(*journal.Journal) error) {
	if f.journal == nil {
		return
	}
	j := f.journal
	f.unlog()
	f.unlock()
	f.journal, f.fingerprint = nil, journal.Fingerprint{}
	f.ending.Go(func() { _ = how(j) }) // after a failure, the document is offered for recovery once more
}

// lock takes the file lock, which shows other Studio programs that the file is open.
func (f *File) lock() {
	f.unlock, f.other, _ = f.store.LockFile(f.path) // without a lock, other programs are not warned
}

// Path returns the path of the file that the document is saved to, or "".
func (f *File) Path() string { return f.path }

// Source returns the path of the file that the document was last read from or saved to, or "".
func (f *File) Source() string { return cmp.Or(f.path, f.from) }

// Dirty reports whether the user has changed the document since it was opened or saved. Evaluations
// added by engines in the background do not count: the next save writes them. Without a save, the
// journal keeps them until the file is opened again.
func (f *File) Dirty() bool { return f.jobs.Revision() != f.saved }

// Loss returns a message about unsaved changes and how long they can be restored.
func (f *File) Loss() string {
	if f.Source() == "" && f.member == nil {
		return locale.T("The document was never saved. If you close it now, it stays under “Recently Closed” for 30 days.")
	}
	return locale.T("The last changes are not saved. If you close the document now, they stay under “Recently Closed” for 30 days.")
}

// Journal returns the ID of the open document's journal.
func (f *File) Journal() string { return f.journal.Info().ID }

// Name returns the name of the document for titles.
func (f *File) Name() string {
	switch {
	case f.path != "":
		return locale.FileName(f.path)
	case f.from != "":
		return locale.FileName(f.from)
	case f.member != nil:
		return locale.T("%s, game %d", locale.FileName(f.member.Path), f.member.Index+1)
	}
	return locale.T("Untitled")
}

// Title returns the window title. A dot marks unsaved changes.
func (f *File) Title() string {
	if f.Dirty() {
		return "• " + f.Name()
	}
	return f.Name()
}

// Extension is the file name extension of Studio's own format.
const Extension = ".studio"

// SuggestName returns a file name for saving the document.
func (f *File) SuggestName() string {
	if f.path != "" {
		return locale.FileName(f.path)
	}
	if f.from != "" {
		return locale.Shown(strings.TrimSuffix(filepath.Base(f.from), filepath.Ext(f.from)) + Extension)
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

// Chosen returns the path of the file that the user chose in a file dialog, given the path that the
// dialog returned. If the name of the open file is not UTF-8, the dialog shows and returns it with
// U+FFFD. In the folder of that file, Chosen then returns the actual path.
func (f *File) Chosen(path string) string {
	if f.path != "" && filepath.Dir(path) == filepath.Dir(f.path) && filepath.Base(path) == locale.FileName(f.path) {
		return f.path
	}
	return path
}

// Filters returns the formats for opening files, or if write is set, the formats for saving the open
// document.
func (f *File) Filters(write bool) []*codec.Format {
	if write {
		return f.documents.Writable(f.doc.Tree.Rules())
	}
	return f.documents.Readable()
}
