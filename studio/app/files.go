package app

import (
	"context"
	"path/filepath"
	"strings"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/words"
)

// Path returns the document's file, "" when it has none yet.
func (s *Session) Path() string { return s.path }

// Dirty reports whether the document differs from its file.
func (s *Session) Dirty() bool {
	return s.tree.Revision() != s.saved || s.path == "" && !s.fresh && s.tree.Len() > 1
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
func (s *Session) GameTitle() string { return words.Game(s.Rules().Spec()) }

// Open reads the file in the background and then shows it; done, if not nil, runs on
// the loop at the end. Until then, and if it fails, the open document stays.
func (s *Session) Open(path string, done func(error)) {
	ctx := context.Background()
	go func() {
		d, f, err := ioall.Open(ctx, path, codec.Options{})
		s.Loop.Post(func() {
			if err != nil {
				s.Settings.Forget(path)
				s.fail(err)
			} else {
				s.show(d, f, path)
			}
			if done != nil {
				done(err)
			}
		})
	}()
}

// show makes a document that was just read the open one.
func (s *Session) show(d *model.Document, f *codec.Format, path string) {
	keep := path
	if f == nil || f.Encode == nil || !f.Lossless {
		keep = "" // saving asks for a new name: the file cannot hold everything
	}
	s.use(d, keep)
	s.fresh = true
	if keep == "" {
		s.from = path
	}
	s.changed(TopicFile)
	if path != "" {
		s.Settings.Visit(path)
		s.keep()
	}
	if n := len(d.Warnings); n > 0 {
		text := locale.Err(d.Warnings[0])
		if n > 1 {
			text += " " + locale.N("(and %d more problem)", "(and %d more problems)", n-1, n-1)
		}
		s.Say(Warning, text)
	}
}

// OpenText opens a record that was pasted as text: of the game on the board if
// it plays in that, else of the game that it names or that is recognised.
func (s *Session) OpenText(text string) error {
	spec := s.Rules().Spec()
	d, err := ioall.FromText(text, codec.Options{Spec: &spec})
	if err != nil || len(d.Warnings) > 0 {
		if other, e := ioall.FromText(text, codec.Options{}); e == nil && (err != nil || len(other.Warnings) == 0) {
			d, err = other, nil
		}
	}
	if err != nil {
		s.fail(err)
		return err
	}
	s.show(d, nil, "")
	s.fresh = false
	return nil
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

// Save writes the document to path, in the format that its extension names. On
// an error nothing of the old file is lost and the document stays unsaved.
func (s *Session) Save(path string) error {
	path = SavePath(path)
	f := codec.ByExt(ioall.Formats, path)
	if err := ioall.Save(path, f, s.doc); err != nil {
		s.fail(err)
		return err
	}
	if f != nil && f.Lossless {
		s.path = path
		s.saved = s.tree.Revision()
		s.Settings.Visit(path)
		s.keep()
	}
	s.fresh = false
	s.changed(TopicFile)
	s.Say(Note, locale.T("Saved %s", filepath.Base(path)))
	return nil
}

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
