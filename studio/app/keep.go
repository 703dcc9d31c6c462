package app

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/studio/jobs"
)

// kept is what keeps the open document from being lost.
type kept struct {
	journal *journal.Journal
	unlog   func()        // ends writing to it
	stamp   journal.Stamp // the file as it was read or written last
	told    journal.Stamp // the file of which the person knows that it changed
	looking bool          // LookAtFile is reading it
	release func()        // of the claim on the file
	other   *journal.Holder
}

// enter begins to keep the document that was just made the open one.
func (s *Session) enter(o *opened) {
	s.kept = kept{release: func() {}}
	if o == nil {
		o = &opened{}
	}
	s.saved = s.tree.Revision()
	if s.path != "" {
		s.stamp = o.stamp
		s.claim()
	}
	if o.past != nil {
		s.journal = o.past.Continue(s.report())
		s.saved = o.saved
	} else {
		o.doc = s.doc
		o.prepare()
		s.journal = s.Store.Start(s.origin(o), o.base, s.report())
	}
	s.unlog = s.doc.Journal(s.journal.Append)
}

// report returns what a journal calls when it cannot be written, and when it can again.
func (s *Session) report() func(error) {
	return func(err error) {
		s.Loop.Post(func() {
			if err != nil {
				s.Say(Warning, locale.T("What you do now would be lost in a crash: %s", locale.Err(err)))
			} else {
				s.Say(Note, locale.T("Your work is safe from a crash again"))
			}
		})
	}
}

// origin says what the journal is of.
func (s *Session) origin(o *opened) journal.Origin {
	f, title := ioall.Formats[0], s.GameTitle()
	if s.path != "" {
		f, title = o.format, filepath.Base(s.path)
	} else if s.from != "" {
		title = filepath.Base(s.from)
	}
	return journal.Origin{File: s.stamp, Format: f.Name, Title: title}
}

// prepare finds out what the journal of the document, which has no edits yet, begins with, and
// numbers its nodes: with a large document nobody is to wait for that on the loop.
func (o *opened) prepare() {
	if o.past != nil || o.base != nil {
		return
	}
	o.doc.Number()
	if o.data != nil && o.lossless() {
		o.base = o.data
		return
	}
	var b bytes.Buffer
	if err := ioall.Formats[0].Encode(context.Background(), &b, o.doc, nil); err == nil { // else the journal will report that it cannot be read
		o.base = b.Bytes()
	}
}

// leave ends keeping the open document: what was not saved was not wanted.
func (s *Session) leave() {
	end := (*journal.Journal).Close
	if s.journal != nil && s.Dirty() {
		end = (*journal.Journal).Discard
	}
	s.part(end)
}

// part stops journalling the open document and lets go of its file. end says what
// becomes of the journal; it waits for the disk, but nobody waits for it.
func (s *Session) part(end func(*journal.Journal) error) {
	if s.journal == nil {
		return
	}
	j := s.journal
	s.unlog()
	s.release()
	s.kept = kept{}
	s.leaving.Go(func() { _ = end(j) }) // at worst the document is offered once more
}

// Leave ends the session as a crash would, but with everything on disk: what is not
// saved is offered by the next studio.
func (s *Session) Leave() { s.finish(func() { s.part((*journal.Journal).Leave) }) }

// Close ends the session: the open document is not kept any longer.
func (s *Session) Close() { s.finish(s.leave) }

func (s *Session) finish(leave func()) {
	s.Stop()
	leave()
	s.Jobs.Close()
	s.dismissAll()
	s.wait()
}

// written is a file that was written.
type written struct {
	path     string
	format   *codec.Format
	revision uint64        // of the tree that it holds
	replaces bool          // what somebody else wrote
	was      journal.Stamp // what the file was here, if it is that
	stamp    journal.Stamp
	lossy    bool // what may get lost with the old file may
	warning  error
}

// write writes the file and keeps the versions before and after.
func (w *written) write(store *journal.Store, data []byte) error {
	if c, _ := w.was.Changed(context.Background()); c == journal.Edited { // also when it cannot be read
		w.replaces = true
	}
	keep := store.KeepOld
	if w.replaces { // somebody else's work is not lost either
		keep = func(path string) error { return store.Keep(path, nil) }
	}
	var before error
	if _, err := os.Stat(w.path); err == nil {
		before = keep(w.path)
	}
	write := ioall.Write
	if w.lossy {
		write = ioall.Replace
	}
	err := write(w.path, data)
	if err != nil {
		return err
	}
	if w.stamp, err = journal.StampData(w.path, data); err != nil {
		return err
	}
	w.warning = errors.Join(before, store.Keep(w.path, data))
	return nil
}

// isIn notes that the document stands in a file now.
func (s *Session) isIn(w written) {
	if w.stamp.Path() != s.stamp.Path() {
		s.release()
		s.claim()
	}
	s.stamp = w.stamp
	if s.tree.Revision() == w.revision { // else the journal stands further on than the file
		s.journal.Saved(w.stamp)
	}
}

// claim says to other studios that the file is open here.
func (s *Session) claim() {
	s.release, s.other, _ = s.Store.Claim(s.path) // what is not known is not told
}

// tellHolder warns of a file that another window has open.
func (s *Session) tellHolder() {
	if s.other != nil {
		s.Say(Warning, locale.T("%s is open in another window of the studio too, since %s. Saving asks before it replaces what was saved there.",
			filepath.Base(s.path), s.other.Since.Format("15:04")))
	}
}

// FileState finds out what became of the document's file since it was read or saved
// here, and tells done, unless the person cancels that. A document without a file has nothing that
// could change. A large file that was touched takes a while: all of it is read.
func (s *Session) FileState(done func(journal.Change)) {
	s.fileState(func(c journal.Change, _ journal.Stamp) { done(c) })
}

// fileState is FileState that also tells the stamp of a file that was edited.
func (s *Session) fileState(done func(journal.Change, journal.Stamp)) {
	stamp := s.stamp
	was, c := stamp, journal.Same
	var now journal.Stamp
	s.Jobs.Do(jobs.Task{
		Kind: jobs.File, Title: locale.T("Reading %s", filepath.Base(s.path)),
		First: func(ctx context.Context, _ codec.Progress) (err error) {
			if c, err = stamp.Changed(ctx); c == journal.Edited && err == nil {
				now, err = journal.StampOf(ctx, stamp.Path())
			}
			return err
		},
		Then: func(err error) {
			switch {
			case errors.Is(err, context.Canceled):
				return
			case err != nil:
				c = journal.Edited // a file that cannot be read counts as changed
			case s.stamp == was:
				s.stamp = stamp // the next look is cheap
			}
			done(c, now)
		},
	})
}

// LookAtFile warns, once for each change, when the file was changed by somebody else.
func (s *Session) LookAtFile() {
	if s.Saving() || s.looking || s.stamp.Path() == "" {
		return
	}
	d, stamp := s.doc, s.stamp
	s.looking = true
	go func() {
		c, _ := stamp.Changed(context.Background())
		now, err := stamp, error(nil)
		if c == journal.Edited {
			now, err = journal.StampOf(context.Background(), stamp.Path())
		}
		s.Loop.Post(func() {
			s.looking = false
			if s.doc != d || s.Saving() || s.stamp.Sum() != stamp.Sum() || c != journal.Edited || err != nil || now.Sum() == s.told.Sum() {
				return
			}
			s.told = now
			s.Say(Warning, locale.T("%s was changed by another program. Saving will ask what to do with it.", filepath.Base(s.path)))
		})
	}()
}

// Other is another state of the open document: its file as somebody else wrote it,
// or an earlier version.
type Other struct {
	Doc         *model.Document
	Differences []model.Difference // A is of the open document
	stamp       journal.Stamp      // of the file, zero for a version
	label       msg.Key
}

// maxDifferences is how many differences are listed.
const maxDifferences = 10_000

// CompareFile compares the document with its file, in the background; done runs on
// the loop.
func (s *Session) CompareFile(done func(*Other, error)) {
	path := s.path
	s.compare(locale.T("Comparing with %s", filepath.Base(path)), "Take what is in the file", func(ctx context.Context) ([]byte, journal.Stamp, error) {
		data, err := ioall.Read(ctx, path)
		if err != nil {
			return nil, journal.Stamp{}, err
		}
		stamp, err := journal.StampData(path, data)
		return data, stamp, err
	}, done)
}

// CompareVersion compares the document with a version of its file.
func (s *Session) CompareVersion(v journal.Version, done func(*Other, error)) {
	store := s.Store
	s.compare(locale.T("Comparing"), "Restore a version", func(context.Context) ([]byte, journal.Stamp, error) {
		data, err := store.Read(v)
		return data, journal.Stamp{}, err
	}, done)
}

func (s *Session) compare(title string, label msg.Key, read func(context.Context) ([]byte, journal.Stamp, error), done func(*Other, error)) {
	o := &Other{label: label}
	path := s.path
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Look, Title: title,
		First: func(ctx context.Context, p codec.Progress) error {
			data, stamp, err := read(ctx)
			if err != nil {
				return err
			}
			o.stamp = stamp
			o.Doc, _, err = ioall.Decode(ctx, path, data, codec.Options{Progress: p})
			return err
		},
		Look: func(_ context.Context, d *model.Document, more model.More) error {
			if model.SameGame(d, o.Doc) {
				o.Differences = model.Diff(d, o.Doc, maxDifferences, more)
			}
			return nil
		},
		Then: func(err error) {
			if err != nil && !errors.Is(err, context.Canceled) {
				s.fail(err)
			}
			done(o, err)
		},
	})
}

// Fits reports whether Take can bring o into the open document: whether it is
// of the same game.
func (s *Session) Fits(o *Other) bool { return model.SameGame(s.doc, o.Doc) }

// Take gives the open document the content of o, as one step of undo, and then calls then. After
// taking the file the document is as saved.
func (s *Session) Take(o *Other, then func()) {
	var edits []model.Edit
	if s.fixed() {
		return
	}
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Edit, Title: locale.T(o.label),
		Look: func(_ context.Context, d *model.Document, more model.More) (err error) {
			edits, err = model.Become(d, o.Doc, more)
			return err
		},
		Then: func(err error) {
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				s.fail(err)
			default:
				s.take(o, edits, then)
			}
		},
	})
}

func (s *Session) take(o *Other, edits []model.Edit, then func()) {
	way := s.tree.Line(s.node)
	after := func() {
		s.goTo(s.along(way)) // as far as the same place is there
		if o.stamp.Path() != "" {
			s.stamp = o.stamp
			s.saved = s.tree.Revision()
			s.journal.Saved(o.stamp)
		}
		s.changed(TopicAll)
		then()
	}
	if len(edits) > 0 {
		s.change(o.label, edits, nil, after)
		return
	}
	s.pauseGame()
	after()
}

// OpenOther opens o as a document of its own that has no file yet.
func (s *Session) OpenOther(o *Other) {
	s.show(&opened{doc: o.Doc})
	s.neverSaved()
	s.changed(TopicFile)
}

// Versions returns the versions of the document's file that are kept, newest first.
func (s *Session) Versions() []journal.Version {
	if s.path == "" {
		return nil
	}
	return s.Store.Versions(s.path)
}

// Says tells in words what a difference is.
func (s *Session) Says(d model.Difference) string {
	switch {
	case d.Part != "":
		return locale.T(d.Title())
	case d.B == nil:
		return locale.N("only here, with %d node", "only here, with %d nodes", d.Nodes, d.Nodes)
	}
	return locale.N("only there, with %d node", "only there, with %d nodes", d.Nodes, d.Nodes)
}

// Since tells when something happened: the time of today, the date of earlier days.
func Since(t time.Time) string {
	if time.Since(t) < 20*time.Hour {
		return t.Local().Format("15:04:05")
	}
	return t.Local().Format("2006-01-02 15:04")
}

// Like returns the node of the open document that is reached by the same moves as
// n of another document of the same game, or the last one on the way that is there.
func (s *Session) Like(n *model.Node) *model.Node { return s.along(s.tree.Line(n)) }
