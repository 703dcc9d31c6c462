package xml

import (
	"bytes"
	stdxml "encoding/xml"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/model"
)

// lineReader reads the game tree.
type lineReader struct {
	*scanner
	notation *notation
	tree     *model.Tree
	at       codec.Lines
	lines    []frame              // open lines of play, each nested in the previous one
	spare    []*notes             // unused notes for reuse
	slow     bool                 // read everything with the decoder, for tests
	said     int                  // number of notes so far
	varied   int                  // number of variations so far
	best     int                  // number of moves in evaluations so far
	strange  func(*etree.Element) // called for known elements with unknown values
}

// frame is an open line of play.
type frame struct {
	node  *model.Node // last node of the line, or the parent of its first move
	fresh bool        // the line has no moves
	notes *notes      // notes of node, or of the next first move
	doubt bool        // node is a damaged word, which may have been any number of moves
}

// about returns the notes of f, for additions.
func (r *lineReader) about(f *frame) *notes {
	if last := len(r.spare) - 1; f.notes == nil && last >= 0 {
		f.notes, r.spare = r.spare[last], r.spare[:last]
	} else if f.notes == nil {
		f.notes = &notes{}
	}
	return f.notes
}

// read reads the content of the tree element, to its end.
func (r *lineReader) read() error {
	r.at.Add(r.tree.Root(), r.line)
	r.lines = []frame{{node: r.tree.Root()}}
	for len(r.lines) > 0 {
		if err := r.step(); err != nil {
			if !r.o.Salvage || r.ctx.Err() != nil {
				return err
			}
			r.mend(err)
		}
	}
	return nil
}

// step reads as much as possible without the decoder, and then one token with it.
func (r *lineReader) step() error {
	if !r.slow {
		err := r.quick()
		r.mark()
		if err != nil {
			return err
		}
	}
	r.mark()
	t, err := r.next()
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case stdxml.CharData:
		if r.o.Salvage && r.offset() == len(r.data) { // the last word may be incomplete
			whole := len(t)
			t = t[:bytes.LastIndexAny(t, space)+1]
			r.salvage.cut = whole - len(t)
		}
		return r.words(t)
	case stdxml.StartElement:
		return r.element(t)
	}
	return r.close()
}

// words adds the moves in a text.
func (r *lineReader) words(text []byte) error {
	line := r.line
	for {
		i := 0
		for i < len(text) && isSpace(text[i]) {
			if text[i] == '\n' {
				line++
			}
			i++
		}
		if text = text[i:]; len(text) == 0 {
			return nil
		}
		i = bytes.IndexAny(text, space)
		if i < 0 {
			i = len(text)
		}
		r.scanner.line = line
		if i > maxWord {
			return r.errorf("a move is longer than %d bytes", maxWord)
		}
		if err := r.word(text[:i]); err != nil {
			return err
		}
		text = text[i:]
	}
}

// word adds the move that a word names, or a raw node if the word is not a move.
func (r *lineReader) word(word []byte) error {
	m, ok := r.notation.moves.Read(word)
	if !ok {
		if r.o.Salvage && bytes.IndexByte(word, '>') >= 0 {
			return r.errorf("%q looks like the end of a tag", codec.Cut(string(word)))
		}
		if err := r.count(1); err != nil {
			return err
		}
	}
	f, err := r.enter()
	if err != nil {
		return err
	}
	if ok {
		f.node = r.tree.Add(f.node, m)
	} else {
		f.node = r.tree.AddRaw(f.node, string(word))
	}
	r.at.Add(f.node, r.line)
	return nil
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// enter prepares the current line for a new node. It returns the frame with the parent of the new
// node, which the caller replaces by the new node. It returns an error if the tree is too large.
func (r *lineReader) enter() (*frame, error) {
	if r.tree.Len() >= codec.MaxNodes {
		return nil, r.errorf("the game tree has more than %d nodes", codec.MaxNodes)
	}
	if r.tree.Len()%1024 == 0 && r.ctx.Err() != nil {
		return nil, r.ctx.Err()
	}
	f := &r.lines[len(r.lines)-1]
	if !f.fresh {
		if err := r.flush(f); err != nil {
			return nil, err
		}
	}
	f.fresh, f.doubt = false, false
	return f, nil
}

// flush annotates the node of f with its notes.
func (r *lineReader) flush(f *frame) error {
	if f.notes == nil {
		return nil
	}
	var err error
	f.notes.Foreign, err = r.foreign(f.notes.kept, lineShapes)
	f.notes.Comment = f.notes.comment.String()
	r.tree.Annotate(f.node, f.notes.Annotation)
	*f.notes = notes{}
	r.spare = append(r.spare, f.notes)
	f.notes = nil
	return err
}

// count counts notes and returns an error if there are too many. Notes are known elements,
// unreadable moves and unknown content.
func (r *lineReader) count(notes int) error {
	if r.said += notes; r.said > codec.MaxNotes {
		return r.errorf("the game tree has more than %d notes", codec.MaxNotes)
	}
	return nil
}

// element reads an element in a line. It reads to the end of the element unless the element opens a
// variation.
func (r *lineReader) element(start stdxml.StartElement) error {
	f := &r.lines[len(r.lines)-1]
	tag := ""
	if r.ours(start.Name) {
		tag = start.Name.Local
	}
	switch tag {
	case "var":
		if f.fresh || f.node == r.tree.Root() {
			return r.errorf("a variation comes before the move that it replaces")
		}
		if f.doubt {
			return r.errorf("a variation follows a damaged move")
		}
		if r.varied++; r.varied > codec.MaxVariations {
			return r.errorf("the game tree has more than %d variations", codec.MaxVariations)
		}
		if len(r.lines) > codec.MaxDepth {
			return r.errorf("variations are nested more than %d deep", codec.MaxDepth)
		}
		v, kept := frame{node: f.node.Parent(), fresh: true}, 0
		if len(start.Attr) > 0 {
			_, rest, err := r.begin(start, lineShapes[tag])
			if err != nil {
				return err
			}
			if rest != nil {
				r.about(&v).kept, kept = []*etree.Element{rest}, 1
			}
		}
		r.lines = append(r.lines, v)
		return r.count(kept)
	case "setup", "raw":
		return r.textNode(start, tag)
	}
	if f.fresh {
		return r.errorf("<%s> comes before the first move of a variation", label(start.Name))
	}
	before, evals := len(r.about(f).kept), len(f.notes.Evals)
	known, err := r.note(start, f.notes)
	if err != nil {
		return err
	}
	if f.notes.comment.Len() > codec.MaxText {
		return r.errorf("the comments on one move are longer than %d bytes", codec.MaxText)
	}
	for _, v := range f.notes.Evals[evals:] {
		if r.best += len(v.PV); r.best > codec.MaxBest {
			return r.errorf("the evaluations have more than %d moves", codec.MaxBest)
		}
	}
	if known {
		before--
	}
	return r.count(len(f.notes.kept) - before)
}

// textNode reads a set-up position or an unreadable move.
func (r *lineReader) textNode(start stdxml.StartElement, tag string) error {
	at := r.line
	e, rests, err := r.scanner.read(start, lineShapes)
	if err != nil {
		return err
	}
	text, err := textOf(e)
	r.scanner.line = at
	if err != nil {
		return r.errorf("%v", err)
	}
	if tag == "raw" && len(text) > codec.MaxRaw {
		return r.errorf("an unreadable move is longer than %d bytes", codec.MaxRaw)
	}
	if err := r.count(1 + len(rests)); err != nil {
		return err
	}
	f, err := r.enter()
	if err != nil {
		return err
	}
	if tag == "raw" {
		f.node = r.tree.AddRaw(f.node, text)
	} else {
		f.node = r.tree.AddSetup(f.node, text)
	}
	r.at.Add(f.node, r.line)
	if len(rests) > 0 {
		r.about(f).kept = append(r.about(f).kept, rests...)
	}
	return nil
}

// close ends a line of play.
func (r *lineReader) close() error {
	f := &r.lines[len(r.lines)-1]
	if f.fresh {
		return r.errorf("a variation has no move")
	}
	r.lines = r.lines[:len(r.lines)-1]
	return r.flush(f)
}

// note reads an annotation of a node. Known content is added to a, unknown content to a.kept. It
// reports whether the element was known and valid.
func (r *lineReader) note(start stdxml.StartElement, a *notes) (known bool, err error) {
	if lineShapes[start.Name.Local] == nil || !r.ours(start.Name) {
		e, err := r.scanner.element(start)
		if err != nil {
			return false, err
		}
		a.kept = append(a.kept, e)
		return false, r.checkKept(len(a.kept))
	}
	e, rests, err := r.scanner.read(start, lineShapes)
	if err != nil {
		return false, err
	}
	if e.Tag == "kept" {
		rests = []*etree.Element{e}
	} else if known = r.notation.say(a, e); !known {
		r.strange(e)
		for _, rest := range rests {
			merge(e, rest, len(lineShapes[e.Tag].bare(e).Attr))
		}
		rests = []*etree.Element{e}
	}
	a.kept = append(a.kept, rests...)
	return known, r.checkKept(len(a.kept))
}
