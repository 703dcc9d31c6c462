package record

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// game reads the moves of one game into a tree.
type game struct {
	ctx      context.Context
	l        *lexer
	tree     *model.Tree
	notation *notation
	bare     bool // no tags set one game off from the next
	eachLine bool // and each line is a game
	pairs    bool // the moves are numbers of two digits
	oneByOne bool // moves are counted one by one, not by turns
	endedAt  int  // the line of the result, 0 where it may be followed by another game

	node   *model.Node    // the last move
	notes  *notes         // what was said about it so far
	ply    int            // moves up to node
	passed int            // passes that were put in: numbers need not count them
	pos    rules.Position // at node; nil once the line has an illegal move, and while lost
	lost   bool           // pos has to be looked for
	from   rules.Position // before the last move and the passes that lead to it
	around []branch       // where the variations that are open lead back to
	fresh  bool           // a variation has begun and has no move yet
	result string
	ended  bool // by a result, so that what follows is another game
	strict bool // an illegal move is an error
	most   int  // the number of nodes
	said   int  // notes so far, as codec.MaxNotes counts them
	varied int  // variations so far
	at     codec.Lines
	warn   []error
	words  int // what should be moves
	raw    int // how many of words are not moves
	rawAt  int // the line of the first of these
}

// errIllegal is the end of a game that is read strictly.
var errIllegal = errors.New("an illegal move")

// branch is the move to which there is a variation.
type branch struct {
	node  *model.Node
	notes *notes
	ply   int
}

// notes are what is said about a move: a builder, as there can be any number of
// comments. Those before the first move of a variation wait for it.
type notes struct {
	comment strings.Builder
	glyphs  []model.Glyph
}

func newGame(ctx context.Context, l *lexer, t *model.Tree, n *notation) *game {
	g := &game{ctx: ctx, l: l, tree: t, notation: n, node: t.Root(), most: codec.MaxNodes, lost: true}
	g.at.Add(g.node, l.line)
	return g
}

// locate sees to it that the position is that of the node.
func (g *game) locate() {
	if !g.lost {
		return
	}
	g.lost = false
	pos, err := g.tree.Position(g.node)
	if g.pos = pos; err != nil {
		g.pos = nil
	}
}

// read reads on to the end of the game.
func (g *game) read() error {
	for tokens := 1; ; tokens++ {
		if tokens%1024 == 0 {
			if err := g.ctx.Err(); err != nil {
				return err
			}
			g.l.o.Progress.Half(0, g.l.size-len(g.l.rest), g.l.size)
		}
		before := *g.l
		t, err := g.l.next()
		if err != nil {
			return err
		}
		if t.kind == word && g.endedAt == t.line {
			continue // there is more than one number behind the moves
		}
		if t.kind == end || t.kind == tag || t.kind == badTag || g.ended && t.kind == word || g.over(t) {
			*g.l = before
			g.flush()
			if len(g.around) > 0 {
				for _, b := range g.around { // what is said about those moves counts too
					g.node, g.notes, g.fresh = b.node, b.notes, false
					g.flush()
				}
				g.warn = append(g.warn, g.l.o.Errorf(t.line, "a variation begins with ( and does not end"))
			}
			return nil
		}
		switch t.kind {
		case word:
			err = g.word(t)
		case comment:
			err = g.comment(t)
		case open:
			err = g.open(t)
		case closed:
			err = g.close(t)
		}
		if err != nil {
			return err
		}
	}
}

// over reports whether t begins another game in a file of transcripts, one
// beginning on a new line when the one before is over. More moves after the end of
// a game do not begin another game, unless a game can begin with them.
func (g *game) over(t token) bool {
	if !g.bare || !t.first || t.kind != word {
		return false
	}
	if g.eachLine {
		return g.node != g.tree.Root()
	}
	if g.locate(); g.pos == nil || g.pos.Turn() != rules.NoPlayer || g.node == g.tree.Root() || len(g.around) > 0 {
		return false
	}
	w, _ := trim(t.text)
	m, ok := g.notation.move(g.split(w)[0])
	return ok && rules.Legal(g.notation.rules.Start(), m)
}

// word reads a move, or several that are run together; a result; or what can
// be passed over.
func (g *game) word(t token) error {
	if gl, ok := glyphCodes[string(t.text)]; ok && t.text[0] == '$' {
		return g.judge(gl, t.line)
	}
	if isResult(t.text) || g.bare && signed.Match(t.text) {
		if len(g.around) == 0 {
			if t.text[0] == '+' || t.text[0] == '-' {
				g.endedAt = t.line
			}
			g.ended = true
			if string(t.text) != "*" {
				g.result = string(t.text)
			}
		}
		return nil
	}
	if len(t.text) > codec.MaxRaw {
		return g.l.o.Errorf(t.line, "a word is longer than %d bytes", codec.MaxRaw)
	}
	w, gs := trim(t.text)
	if len(bytes.Trim(w, ".")) == 0 || g.isNumber(w) {
		return nil
	}
	for _, one := range g.split(w) {
		one, taken := g.notation.capture(one)
		if g.tree.Len() >= g.most {
			return g.l.o.Errorf(t.line, "the record has more than %d moves", g.most)
		}
		if g.tree.Len()%1024 == 0 && g.ctx.Err() != nil {
			return g.ctx.Err()
		}
		g.words++
		if m, ok := g.notation.move(one); ok {
			g.move(m, t.line)
			if taken != nil {
				g.check(one, taken, t.line)
			}
		} else {
			if g.raw++; g.raw == 1 {
				g.rawAt = t.line
			}
			g.add(g.tree.AddRaw(g.node, string(one)), t.line)
			g.pos, g.lost = nil, false
			if err := g.count(t.line); err != nil {
				return err
			}
		}
		if g.strict && g.pos == nil {
			return errIllegal
		}
	}
	for _, gl := range gs {
		if err := g.judge(gl, t.line); err != nil {
			return err
		}
	}
	return nil
}

// count refuses one note more than a tree can have.
func (g *game) count(line int) error {
	if g.said++; g.said > codec.MaxNotes {
		return g.l.o.Errorf(line, "the record has more than %d notes", codec.MaxNotes)
	}
	return nil
}

// split returns the moves that are run together in w. Digits name rows and columns where the game began with such a
// number; that it did, the first move must show.
func (g *game) split(w []byte) [][]byte {
	if cells := g.notation.pairs(w); cells != nil && (g.pairs || g.node == g.tree.Root()) {
		if m, ok := g.notation.move(cells[0]); g.pairs || ok && rules.Legal(g.notation.rules.Start(), m) {
			g.pairs = true
			return cells
		}
	}
	return g.notation.split(w)
}

// isNumber reports whether w is the number of the next move, without a dot,
// where a number is not itself a move. Moves are counted by turns or one by one.
func (g *game) isNumber(w []byte) bool {
	if !digits(w) || g.pairs && len(w)%2 == 0 {
		return false
	}
	n, err := strconv.Atoi(string(w))
	if err != nil {
		return false
	}
	if _, ok := g.notation.move(w); ok {
		return false
	}
	if n == 2 && g.ply == 1 {
		g.oneByOne = true
	}
	among := func(turn int) bool { return n > (g.ply-g.passed)/turn && n <= g.ply/turn+1 }
	return among(g.notation.rules.Players()) || g.oneByOne && among(1)
}

// move adds a move, after the passes that lead to it.
func (g *game) move(m rules.Move, line int) {
	g.locate()
	before := g.ply
	g.from = g.pos
	_, g.pos = codec.Play(g.tree, g.node, g.pos, m, func(n *model.Node) { g.add(n, line) })
	g.passed += g.ply - before - 1
}

// add makes n, which was added to the tree, the last move.
func (g *game) add(n *model.Node, line int) {
	if !g.fresh {
		g.flush()
	}
	g.node, g.fresh = n, false
	g.ply++
	g.at.Add(n, line)
}

// flush gives the node what was said about it.
func (g *game) flush() {
	if n := g.notes; n != nil && !g.fresh {
		g.tree.Annotate(g.node, model.Annotation{Comment: n.comment.String(), Glyphs: n.glyphs})
	}
	g.notes = nil
}

// say returns the notes on the last move.
func (g *game) say() *notes {
	if g.notes == nil {
		g.notes = &notes{}
	}
	return g.notes
}

// comment says something about the last move, or about the first one to come.
func (g *game) comment(t token) error {
	if len(t.text) == 0 {
		return nil
	}
	n := g.say()
	if n.comment.Len() > 0 {
		n.comment.WriteByte('\n')
	}
	if n.comment.Len()+len(t.text) > codec.MaxText {
		return g.l.o.Errorf(t.line, "the comments on one move are longer than %d bytes", codec.MaxText)
	}
	n.comment.Write(t.text)
	return g.count(t.line)
}

// judge puts a glyph on the last move.
func (g *game) judge(gl model.Glyph, line int) error {
	n := g.say()
	if len(n.glyphs) == maxGlyphs || g.fresh {
		return nil
	}
	n.glyphs = append(n.glyphs, gl)
	return g.count(line)
}

// open begins a variation to the last move.
func (g *game) open(t token) error {
	switch {
	case g.fresh || g.node == g.tree.Root():
		return g.l.o.Errorf(t.line, "a variation stands before the move that it varies")
	case g.varied == codec.MaxVariations:
		return g.l.o.Errorf(t.line, "the record has more than %d variations", codec.MaxVariations)
	case len(g.around) >= codec.MaxDepth:
		return g.l.o.Errorf(t.line, "variations are nested more than %d deep", codec.MaxDepth)
	}
	g.varied++
	g.around = append(g.around, branch{g.node, g.notes, g.ply})
	g.node, g.notes, g.fresh = g.node.Parent(), nil, true
	g.ply--
	g.pos, g.lost = nil, true
	return nil
}

// close ends a variation.
func (g *game) close(t token) error {
	switch {
	case len(g.around) == 0:
		return g.l.o.Errorf(t.line, "there is a ) without a (")
	case g.fresh:
		return g.l.o.Errorf(t.line, "a variation has no move")
	}
	g.flush()
	b := g.around[len(g.around)-1]
	g.around = g.around[:len(g.around)-1]
	g.node, g.notes, g.ply = b.node, b.notes, b.ply
	g.pos, g.lost = nil, true
	return nil
}
