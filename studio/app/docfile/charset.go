package docfile

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"boardstudio/collection"
	"boardstudio/document"
	"boardstudio/io/charset"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// Charset returns the guessed charset of the texts in the open document. It returns ok=false if the
// file declares its charset, or cannot be read again without losing edits.
func (f *File) Charset() (name string, ok bool) {
	return f.charset, f.charset != "" && f.Source() != "" && f.member == nil && f.item == nil && f.jobs.Revision() == f.saved
}

// ReadIn reads the file of the open document again with another charset. If done is not nil, it is
// called on the loop at the end.
func (f *File) ReadIn(charset string, done func(error)) {
	path, spec := f.Source(), f.doc.Tree.Rules().Spec()
	f.fetch(locale.T("Opening %s", locale.FileName(path)), path, func(ctx context.Context, p codec.Progress) (*Opened, error) {
		return f.read(ctx, path, codec.Options{Spec: &spec, Charset: charset, Progress: p})
	}, done)
}

// Reading has the texts of a document in one charset.
type Reading struct {
	Charset charset.Charset
	Texts   string // one per line
}

// mostTexts is the maximum number of lines in a Reading.
const mostTexts = 40

// Readings decodes the texts of a file in each charset. spec is the game of a file that does not
// name one. It returns an error if the file is unreadable or ctx is done. It is safe to call on any
// goroutine.
func Readings(ctx context.Context, documents *document.Library, path string, spec rules.Spec) ([]Reading, error) {
	data, err := document.Read(ctx, path)
	if err != nil {
		return nil, err
	}
	var list []Reading
	for _, c := range charset.List {
		d, _, err := documents.Decode(ctx, path, data, codec.Options{Spec: &spec, Charset: c.Name})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			list = append(list, Reading{c, strings.Join(texts(d), "\n")})
		}
	}
	return list, nil
}

// ReadingsOfGames decodes the texts of the games in a file, folder or archive in each charset: those of the list, and if
// these are ASCII, those of the first games. spec is the game of records that do not name theirs, or nil. It can run in
// any goroutine.
func ReadingsOfGames(ctx context.Context, documents *document.Library, path string, spec *rules.Spec) (list []Reading, err error) {
	for _, c := range charset.List {
		games, err := collection.Read(ctx, []string{path}, collection.Options{Documents: documents, Spec: spec, Charset: c.Name})
		if err != nil {
			return nil, err
		}
		var found lines
		for i := range games.Rows {
			for _, text := range append(slices.Clone(games.Rows[i].Players), games.Rows[i].Event) {
				found.add(text)
			}
		}
		if len(found.list) == 0 {
			for _, x := range games.Docs(ctx, games.All()[:min(len(games.Rows), mostRead)]) {
				if x.Err == nil {
					found.document(x.Doc)
				}
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(games.Rows) > 0 {
			list = append(list, Reading{c, strings.Join(found.list, "\n")})
		}
	}
	return list, nil
}

// mostRead is how many games of a list are read for their texts.
const mostRead = 20

// texts returns the first lines of a document's texts that are not ASCII, at most mostTexts.
func texts(d *model.Document) []string {
	var l lines
	l.document(d)
	return l.list
}

// lines is a list of different lines that are not ASCII, at most mostTexts.
type lines struct {
	list []string
	seen map[string]bool
}

func (l *lines) add(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if len(line) == utf8.RuneCountInString(line) || l.seen[line] || len(l.list) == mostTexts {
			continue
		}
		if l.seen == nil {
			l.seen = map[string]bool{}
		}
		l.seen[line] = true
		l.list = append(l.list, codec.Cut(line))
	}
}

// document adds the texts of a document.
func (l *lines) document(d *model.Document) {
	add := l.add
	for _, p := range d.Players {
		add(p.Name)
	}
	for _, key := range []string{model.InfoTitle, model.InfoEvent, model.InfoPlace, model.InfoAnnotator} {
		add(d.Info[key])
	}
	for n := range d.Tree.All() {
		if len(l.list) == mostTexts {
			return
		}
		if n.Plain() {
			continue
		}
		add(n.Name())
		add(n.Comment())
		for _, m := range n.Marks() {
			add(m.Text)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(d.Info)) {
		add(d.Info[key])
	}
}
