package app

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
	"boardstudio/words"
)

// Path returns the document's file, "" when it has none yet.
func (s *Session) Path() string { return s.path }

// Dirty reports whether the document differs from its file.
func (s *Session) Dirty() bool {
	return s.Jobs.Revision() != s.saved
}

// neverSaved notes that an open document without a file has more than an empty game.
func (s *Session) neverSaved() {
	if s.path == "" && s.tree.Len() > 1 {
		s.saved = never
	}
}

// DocName returns the document's name for titles.
func (s *Session) DocName() string {
	switch {
	case s.path != "":
		return filepath.Base(s.path)
	case s.from != "":
		return filepath.Base(s.from)
	}
	return locale.T("Untitled")
}

// Title returns the window's title: a dot says that changes are not saved.
func (s *Session) Title() string {
	if s.Dirty() {
		return "• " + s.DocName()
	}
	return s.DocName()
}

// GameTitle returns what is played, such as "Pente" or "Othello (Board size 12)".
func (s *Session) GameTitle() string {
	if lang := locale.Current(); s.named.tree != s.tree || s.named.lang != lang { // to find it builds the game
		s.named.tree, s.named.lang, s.named.text = s.tree, lang, words.Game(s.Rules().Spec())
	}
	return s.named.text
}

// opened is a document that was read and is about to be shown.
type opened struct {
	doc    *model.Document
	format *codec.Format // nil for pasted text
	path   string
	data   []byte // what was read
	stamp  journal.Stamp
	past   *journal.Log // what was done to it before, nil when that is not known
	saved  uint64       // with past: the revision of what the file holds
	last   *model.Node  // where its last edit was
	base   []byte       // what its journal begins with, nil when that is not known yet
}

// lossless reports whether the document can be saved where it came from.
func (o *opened) lossless() bool {
	return o.format != nil && o.format.Encode != nil && o.format.Lossless && !o.doc.ReadOnly
}

// Open reads the file in the background and then shows it; done, if not nil, runs on
// the loop at the end. Until then, and if it fails or is cancelled, the open document
// stays.
func (s *Session) Open(path string, done func(error)) {
	store := s.Store
	s.fetch(locale.T("Opening %s", filepath.Base(path)), path, func(ctx context.Context, p codec.Progress) (*opened, error) {
		return read(ctx, store, path, p)
	}, func(o *opened) error { s.show(o); return nil }, done)
}

// fetch has a document read in the background and gives it to show, on the loop, unless
// something else was asked for or it was cancelled meanwhile; done, if not nil, runs
// after that. The path is that of the file, "" when there is none.
func (s *Session) fetch(title, path string, read func(context.Context, codec.Progress) (*opened, error), show func(*opened) error, done func(error)) {
	ctx, job, end := s.Jobs.Start(jobs.Open, title)
	go func() {
		o, err := read(ctx, job.Count)
		if err == nil {
			o.prepare()
		}
		s.Loop.Post(func() {
			if err == nil && ctx.Err() != nil { // cancelled when it had just been read
				o.drop()
				err = context.Canceled
			}
			end()
			switch {
			case err == nil:
				err = show(o)
				s.fail(err)
			case !errors.Is(err, context.Canceled):
				if path != "" {
					s.Settings.Forget(path)
				}
				s.fail(err)
			case path != "":
				s.Say(Note, locale.T("%s was not opened", filepath.Base(path)))
			}
			if done != nil {
				done(err)
			}
		})
	}()
}

// read reads a file, with its undo history where one was kept.
func read(ctx context.Context, store *journal.Store, path string, p codec.Progress) (*opened, error) {
	data, err := ioall.Read(ctx, path)
	if err != nil {
		return nil, err
	}
	o := &opened{path: path, data: data}
	if o.stamp, err = journal.StampData(path, data); err != nil {
		return nil, err
	}
	if o.doc, o.format, err = ioall.Decode(ctx, path, data, codec.Options{Progress: p}); err != nil {
		return nil, err
	}
	if o.lossless() {
		_ = safe.Clean(filepath.Dir(o.stamp.Path())) // what a crash left while it saved
		o.remember(ctx, store)
	}
	if err := ctx.Err(); err != nil {
		o.drop()
		return nil, err
	}
	return o, nil
}

// TakeOver reads the file as Open does, and shows it as a document without a name that is
// not saved yet.
func (s *Session) TakeOver(path string, done func(error)) {
	s.fetch(locale.T("Opening %s", filepath.Base(path)), path, func(ctx context.Context, p codec.Progress) (*opened, error) {
		d, _, err := ioall.Open(ctx, path, codec.Options{Progress: p})
		return &opened{doc: d}, err
	}, func(o *opened) error { s.OpenOther(&Other{Doc: o.doc}); return nil }, done)
}

// show makes a document that was just read the open one.
func (s *Session) show(o *opened) {
	d := o.doc
	keep := o.path
	if !o.lossless() {
		keep = "" // saving asks for a new name: the file cannot hold everything
	}
	s.use(d, keep, o)
	s.changed(TopicFile)
	if o.path != "" {
		s.Settings.Visit(o.path)
		s.SaveSettings()
	}
	if n := len(d.Warnings); n > 0 {
		text := locale.Err(d.Warnings[0])
		if n > 1 {
			text += " " + locale.N("(and %d more problem)", "(and %d more problems)", n-1, n-1)
		}
		s.Say(Warning, text)
	}
	s.tellHolder()
}

// OpenText opens a record that was pasted as text: of the game on the board if
// it plays in that, else of the game that it names or that is recognised. It is read in the
// background; done, if not nil, runs on the loop at the end.
func (s *Session) OpenText(text string, done func(error)) {
	spec := s.Rules().Spec()
	s.fetch(locale.T("Reading what was pasted"), "", func(ctx context.Context, p codec.Progress) (*opened, error) {
		d, err := readText(ctx, text, spec, p)
		return &opened{doc: d}, err
	}, func(o *opened) error {
		s.show(o)
		s.neverSaved()
		return nil
	}, done)
}

// readText returns the document that a text holds, see OpenText.
func readText(ctx context.Context, text string, spec rules.Spec, p codec.Progress) (*model.Document, error) {
	d, err := ioall.FromText(ctx, text, codec.Options{Spec: &spec, Progress: p})
	if err != nil || len(d.Warnings) > 0 {
		if other, e := ioall.FromText(ctx, text, codec.Options{Progress: p}); e == nil && (err != nil || len(other.Warnings) == 0) {
			d, err = other, nil
		}
	}
	return d, err
}

// Extension is that of the studio's own files.
const Extension = ".studio"

// SavePath returns path as it will be written: with an extension.
func SavePath(path string) string {
	if filepath.Ext(path) == "" {
		return path + Extension
	}
	return path
}

// Save writes the document to path, in the format that its extension names, and
// runs done, if not nil, on the loop at the end. It works in the background. An edit that comes
// before the document is encoded stops that, and stands in the file too: encoding begins again
// when the document was left alone for a moment. On an error, or when
// it is cancelled, nothing of the old file is lost and the document stays unsaved. Where
// something of the old file would get lost, such as its other names, the error has a
// *safe.Loss in it, and only done is told: it asks whether to Replace the file.
func (s *Session) Save(path string, done func(error)) { s.save(path, false, done) }

// Replace is Save for a file that is replaced whatever gets lost with it.
func (s *Session) Replace(path string, done func(error)) { s.save(path, true, done) }

func (s *Session) save(path string, lossy bool, done func(error)) {
	if !s.still() { // one after the other, or the older content might come last
		s.whenSaved(func() { s.save(path, lossy, done) }, done)
		return
	}
	path = SavePath(path)
	f := codec.ByExt(ioall.Formats, path)
	d, store := s.doc, s.Store
	w := written{path: path, format: f, replaces: path != s.path, was: s.stamp, lossy: lossy}
	var data []byte
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Save, Title: locale.T("Saving %s", filepath.Base(path)),
		Look: func(ctx context.Context, d *model.Document, more model.More) (err error) {
			w.revision = d.Tree.Revision()
			data, err = ioall.Encode(ctx, path, f, d, func(done, _ int64) { more(int(done)) })
			return err
		},
		Write: func() error { return w.write(store, data) },
		Then: func(err error) {
			s.afterWrite(d, w, err)
			if done != nil {
				done(err)
			}
		},
	})
}

// AfterSave calls f, on the loop once the saves under way have ended, unless the document is closed
// by then: until then the file may hold what is written while FileState knows nothing of that.
func (s *Session) AfterSave(f func()) { s.whenSaved(f, nil) }

// whenSaved is AfterSave; see when.
func (s *Session) whenSaved(f func(), closed func(error)) { s.Jobs.When(s.still, f, closed) }

// still reports whether the document can be saved: it is not being written, and what was to change
// it before has done so.
func (s *Session) still() bool { return !s.Jobs.Busy(jobs.Save, jobs.Edit) }

// afterWrite takes note of what Save did, or tells why it did not.
func (s *Session) afterWrite(d *model.Document, w written, err error) {
	name := filepath.Base(w.path)
	switch {
	case errors.Is(err, context.Canceled):
		s.Say(Note, locale.T("%s was not saved", name))
		return
	case errors.As(err, new(*safe.Loss)):
		return // the question is the caller's
	case err != nil:
		if s.doc == d && w.path == s.path { // what the file holds is no longer known
			s.saved = never
			s.changed(TopicFile)
		}
		s.fail(err)
		return
	case s.doc != d:
		return // closed meanwhile
	}
	if w.format != nil && w.format.Lossless {
		s.path, s.from = w.path, ""
		s.saved = w.revision
		s.isIn(w)
		s.Settings.Visit(w.path)
		s.SaveSettings()
	}
	s.changed(TopicFile)
	if w.warning != nil {
		s.Say(Warning, locale.Err(w.warning))
		return
	}
	s.Say(Note, locale.T("Saved %s", name))
}

// Saving reports whether a save is under way.
func (s *Session) Saving() bool { return s.Jobs.Busy(jobs.Save) }

// Filters returns the formats that a person may open (or save, if write) files in.
func Filters(write bool) []*codec.Format {
	var fs []*codec.Format
	for _, f := range ioall.Formats {
		if (write && f.Encode != nil) || (!write && f.Decode != nil) {
			fs = append(fs, f)
		}
	}
	return fs
}

// SuggestName returns a file name for a document without one.
func (s *Session) SuggestName() string {
	if s.path != "" {
		return filepath.Base(s.path)
	}
	if s.from != "" {
		return strings.TrimSuffix(filepath.Base(s.from), filepath.Ext(s.from)) + Extension
	}
	name := s.doc.Info[model.InfoTitle]
	if name == "" {
		name = s.GameTitle()
	}
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '-'
		}
		return r
	}, name)
	return name + Extension
}

// MovesText returns the moves of the line to the current node, separated by spaces.
func (s *Session) MovesText() string {
	var words []string
	for _, n := range s.tree.Line(s.node) {
		if m, ok := n.Move(); ok {
			words = append(words, s.Rules().FormatMove(m))
		} else if n.Raw() != "" {
			words = append(words, n.Raw())
		}
	}
	return strings.Join(words, " ")
}
