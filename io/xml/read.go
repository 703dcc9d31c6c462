package xml

import (
	"cmp"
	"context"
	stdxml "encoding/xml"
	"regexp"
	"slices"
	"strconv"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// reader reads a document.
type reader struct {
	*scanner
	known map[string]*etree.Element // elements of the head by name
	rest  *etree.Element            // rest of the root element, or nil
	kept  []*etree.Element          // rests of the other head elements
	doc   *model.Document           // nil until the game is known
	at    codec.Lines
	warn  []error
	odd   int  // number of elements with unknown values
	slow  bool // see lineReader
}

// Decode reads a document of version 2. It plays every move once to find illegal ones. It returns
// an error if the file is invalid, and ctx.Err() if ctx ends. With o.Salvage it reads the intact
// parts of a damaged file, if they include the game.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	defer codec.LimitGarbage(len(data))()
	salvage := o.Salvage
	o.Salvage = false
	d, err := newReader(ctx, data, o).decode()
	if err != nil && salvage && ctx.Err() == nil {
		o.Salvage, o.Progress = true, nil // progress is complete
		if less, e := newReader(ctx, data, o).decode(); e == nil || ctx.Err() != nil {
			return less, e
		}
	}
	return d, err
}

// decode reads a document and checks its moves.
func (r *reader) decode() (*model.Document, error) {
	ctx, o := r.ctx, r.o
	if err := r.read(); err != nil {
		return nil, err
	}
	if err := r.assemble(); err != nil {
		return nil, err
	}
	d := r.doc
	lost := r.losses()
	d.ReadOnly = len(lost) > 0 // prevents overwriting the damaged file
	d.Warnings = append(append(lost, r.warn...), r.at.Problems(ctx, o, d.Tree)...)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d, nil
}

// newReader returns a reader at the beginning of data.
func newReader(ctx context.Context, data []byte, o codec.Options) *reader {
	r := &reader{scanner: newScanner(ctx, data, o, "", onlyUTF8), known: map[string]*etree.Element{}}
	r.lines = map[*etree.Element]int{}
	return r
}

// read reads the whole file. It only stores the elements of the head, but builds the game tree.
func (r *reader) read() error {
	t, err := r.next()
	if err != nil {
		return err
	}
	start, ok := t.(stdxml.StartElement)
	if !ok || start.Name.Local != "studio" {
		return r.errorf("the root element <%s> does not belong to a Studio document", label(start.Name))
	}
	if err := r.version(start); err != nil {
		return err
	}
	if _, r.rest, err = r.begin(start, headShapes["studio"]); err != nil {
		return err
	}
	for !r.salvage.over {
		r.mark()
		t, err := r.next()
		if err == nil {
			switch t := t.(type) {
			case stdxml.StartElement:
				err = r.part(t)
			case stdxml.EndElement:
				if r.known["game"] == nil {
					return r.errorf("the element <game> is missing")
				}
				r.mark()
				if err = r.finish(); err == nil {
					return nil
				}
			}
		}
		if err == nil {
			continue
		}
		if err := r.skipDamage(err); err != nil {
			return err
		}
	}
	return nil
}

var versionText = regexp.MustCompile(`^([0-9]{1,4})\.([0-9]{1,4})$`)

// version checks the version of the file. It returns an error for unsupported major versions, and
// adds a warning for newer minor versions.
func (r *reader) version(start stdxml.StartElement) error {
	text := ""
	for _, a := range start.Attr {
		if a.Name.Space == "" && a.Name.Local == "version" {
			text = a.Value
		}
	}
	v := versionText.FindStringSubmatch(text)
	if v == nil {
		if text == "" {
			return r.errorf("the file does not name its version of the format")
		}
		return r.errorf("%q is not a version of the format", codec.Cut(text))
	}
	ma, _ := strconv.Atoi(v[1]) // at most four digits
	mi, _ := strconv.Atoi(v[2])
	switch {
	case ma > major:
		return r.errorf("the file was written by a newer program, in version %s of the format: this program reads up to version %d", text, major)
	case ma < major:
		return r.errorf("version %s of the format is not known", text)
	case !r.ours(start.Name):
		return r.errorf("the root element is not in the namespace %q", Namespace)
	case mi <= minor:
		return nil
	}
	r.warnf("the file was written by a newer program, in version %s of the format: its unknown parts are kept but not shown", text)
	return nil
}

// newer reports whether text is a newer minor version than the supported one.
func newer(text string) bool {
	v := versionText.FindStringSubmatch(text)
	if v == nil {
		return false
	}
	mi, _ := strconv.Atoi(v[2])
	return v[1] == strconv.Itoa(major) && mi > minor
}

func (r *reader) warnf(format msg.Key, args ...any) {
	r.warn = append(r.warn, r.errorf(format, args...))
}

// part reads a child of the root element.
func (r *reader) part(start stdxml.StartElement) (err error) {
	name := start.Name.Local
	if sh := headShapes[name]; sh == nil || sh.in != "studio" || !r.ours(start.Name) {
		if r.warn == nil && r.ours(start.Name) {
			r.warnf("the element <%s> is not known: it is kept", label(start.Name))
		}
		rest, err := r.more(r.rest, &etree.Element{Tag: "studio"}, start)
		if err == nil {
			r.rest = rest
		}
		return err
	}
	switch {
	case r.known[name] != nil && name != "kept":
		return r.errorf("the element <%s> occurs twice", name)
	case name == "start" && r.known["tree"] != nil:
		return r.errorf("the element <start> comes after <tree>")
	case name == "tree":
		return r.tree(start)
	}
	e, rests, err := r.scanner.read(start, headShapes)
	if err != nil {
		return err
	}
	if name == "kept" {
		rests = []*etree.Element{e}
	}
	r.known[name] = e
	r.kept = append(r.kept, rests...)
	return r.checkKept(len(r.kept))
}

// tree reads the game tree. The game must precede it.
func (r *reader) tree(start stdxml.StartElement) error {
	if r.known["game"] == nil {
		return r.errorf("the element <game> is missing before <tree>")
	}
	if err := r.open(); err != nil {
		return err
	}
	e, rest, err := r.begin(start, headShapes["tree"])
	if err != nil {
		return err
	}
	if rest != nil {
		r.kept = append(r.kept, rest)
	}
	r.known["tree"] = e
	lines := r.lines
	r.lines = nil
	l := lineReader{
		scanner:  r.scanner,
		notation: newNotation(r.doc.Tree.Rules()),
		tree:     r.doc.Tree,
		strange:  r.strange,
		slow:     r.slow,
	}
	err = l.read()
	r.lines = lines
	r.at = l.at
	return err
}

// strange adds a warning about a known element with an unknown value.
func (r *reader) strange(e *etree.Element) {
	if r.odd++; r.odd <= codec.MaxWarnings {
		r.warnf("an element <%s> has unknown content: it is kept", e.Tag)
	}
}

// open creates the document when the game and its start position are known.
func (r *reader) open() error {
	game := r.known["game"]
	at := attrs{e: game}
	spec := rules.Spec{Game: at.text("name", ""), Params: rules.Params{}}
	for _, p := range game.ChildElements() {
		at := attrs{e: p}
		name := at.text("name", "")
		if _, twice := spec.Params[name]; twice {
			at.fail(msg.Errorf("the parameter %q occurs twice", codec.Cut(name)))
		}
		spec.Params[name] = at.text("value", "")
		if len(name)+len(spec.Params[name]) > maxWord {
			at.fail(msg.Errorf("the parameter %q is longer than %d bytes", codec.Cut(name), maxWord))
		}
		if at.err != nil {
			return r.errorAt(p, at.err)
		}
	}
	if len(spec.Game) > maxWord {
		at.wrong("name")
	}
	if at.err != nil {
		return r.errorAt(game, at.err)
	}
	ru, err := r.o.Games.FromSpec(spec)
	if err != nil {
		return r.errorAt(game, err)
	}
	r.doc = model.NewDocument(ru)
	start := r.known["start"]
	if start == nil {
		return nil
	}
	text, err := textOf(start)
	if err == nil {
		err = r.doc.Tree.SetStart(text)
	}
	if err != nil {
		return r.errorAt(start, msg.Errorf("start position: %v", err))
	}
	return nil
}

// errorAt returns an error with the line number of a head element.
func (r *reader) errorAt(e *etree.Element, err error) error {
	return &codec.Error{File: r.o.File, Line: r.lines[e], Why: err}
}

// assemble adds everything outside the tree to the document.
func (r *reader) assemble() error {
	if r.doc == nil {
		if err := r.open(); err != nil {
			return err
		}
	}
	d := r.doc
	seen := map[int]bool{}
	for _, e := range r.kids("players") {
		at := attrs{e: e}
		seat := at.number("seat")
		if at.err == nil && (seat < 1 || seat > len(d.Players)) {
			at.fail(msg.Errorf("there is no seat number %d", seat))
		} else if seen[seat] {
			at.fail(msg.Errorf("seat number %d occurs twice", seat))
		}
		seen[seat] = true
		at.number("level")
		at.number("score")
		p := model.Player{Kind: model.Human}
		for _, f := range []struct{ name, unsaid string }{{"name", ""}, {"kind", model.Human}, {"level", "0"}, {"symbol", ""}, {"color", ""}, {"score", "0"}} {
			value := at.text(f.name, f.unsaid)
			if err := p.Set(f.name, value); err != nil && at.err == nil {
				r.warn = append(r.warn, r.errorAt(e, msg.Errorf("the attribute %s is left out: %v", f.name, err)))
			}
		}
		if at.err != nil {
			return r.errorAt(e, at.err)
		}
		d.Players[seat-1] = p
	}
	items := r.kids("info")
	if n := len(items); n > maxItems {
		return r.errorAt(items[maxItems], msg.Errorf("there are more than %d items of information", maxItems))
	}
	for _, e := range items {
		at := attrs{e: e}
		key := at.text("key", "")
		text, err := textOf(e)
		at.fail(err)
		if len(key) > maxWord {
			at.fail(msg.Errorf("the key %q is longer than %d bytes", codec.Cut(key), maxWord))
		}
		if _, twice := d.Info[key]; twice {
			at.fail(msg.Errorf("the item %q occurs twice", codec.Cut(key)))
		}
		if at.err != nil {
			return r.errorAt(e, at.err)
		}
		d.Info[key] = text
	}
	if more := r.odd - codec.MaxWarnings; more > 0 {
		r.warn = append(r.warn, r.o.Errorf(0, "further elements with unknown content: %d", more))
	}
	if r.rest != nil {
		r.kept = slices.Insert(r.kept, 0, r.rest)
	}
	var err error
	d.Foreign, err = r.foreign(r.kept, headShapes)
	return cmp.Or(err, r.checkKept(len(r.kept)))
}

// kids returns the children of a head element.
func (r *reader) kids(name string) []*etree.Element {
	if e := r.known[name]; e != nil {
		return e.ChildElements()
	}
	return nil
}
