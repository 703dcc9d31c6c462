package record

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"slices"
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
	bare     bool // no tags separate the games
	eachLine bool // each line is a game
	pairs    bool // the moves are numbers of two digits
	oneByOne bool // moves are counted individually, not by turns
	endedAt  int  // line of the result; 0 if another game may follow it

	node   *model.Node    // the last move
	notes  *notes         // annotations of the node so far
	ply    int            // moves up to node
	passed int            // passes that were added; move numbers need not count them
	pos    rules.Position // at node; nil after an illegal move, and while lost
	lost   bool           // pos has to be computed
	up     rules.Position // at the parent of node, like pos
	upLost bool           // up has to be computed
	from   rules.Position // position before the last move and the passes added before that move
	around []branch       // branching points of the open variations
	fresh  bool           // a variation has begun and has no move yet
	result string
	ended  bool // by a result, so another game follows
	strict bool // an illegal move is an error
	most   int  // limit of nodes
	said   int  // notes so far, counted for codec.MaxNotes
	varied int  // variations so far
	at     codec.Lines
	warn   []error
	words  int // words in place of moves
	raw    int // unreadable ones among them
	rawAt  int // line of the first unreadable one
}

// errIllegal ends a game that is read strictly.
var errIllegal = errors.New("an illegal move")

// branch is the state at a move that has an open variation.
type branch struct {
	node         *model.Node
	notes        *notes
	ply          int
	pos, up      rules.Position
	lost, upLost bool
}

// maxHeld is the depth up to which open variations store the position to return to, which can take
// some kilobytes. At greater depths, the position is found by playing many moves.
const maxHeld = 512

// notes are the annotations of a move. The comment is a builder since there can be many comments.
// Those before the first move of a variation are added to that move.
type notes struct {
	comment strings.Builder
	glyphs  []model.Glyph
}

func newGame(ctx context.Context, l *lexer, t *model.Tree, n *notation) *game {
	g := &game{ctx: ctx, l: l, tree: t, notation: n, node: t.Root(), most: codec.MaxNodes, lost: true, upLost: true}
	g.at.Add(g.node, l.line)
	return g
}

// locate computes the position at the node if necessary.
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

// read reads up to the end of the game.
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
			continue // several numbers follow the moves
		}
		if t.kind == end || t.kind == tag || t.kind == badTag || g.ended && t.kind == word || g.over(t) {
			*g.l = before
			g.flush()
			if len(g.around) > 0 {
				for _, b := range g.around { // the annotations of those moves count too
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

// firstMove matches the number of a game's first move, possibly joined to the move.
var firstMove = regexp.MustCompile(`^1(?:[:)]|\.(?:$|[^.]))`)

// over reports whether t starts another game in a file of transcripts. A game starts on a new line
// when the previous one is over. Additional moves after the end of a game do not start another
// game, unless a game can start with them.
func (g *game) over(t token) bool {
	if !g.bare || !t.first || t.kind != word {
		return false
	}
	if g.eachLine || t.text[0] == '1' && firstMove.Match(t.text) {
		return g.node != g.tree.Root() && len(g.around) == 0
	}
	if g.locate(); g.pos == nil || g.pos.Turn() != rules.NoPlayer || g.node == g.tree.Root() || len(g.around) > 0 {
		return false
	}
	w, _ := trim(t.text)
	m, ok := g.notation.move(g.split(w)[0])
	return ok && rules.Legal(g.notation.rules.Start(), m)
}

// word processes a move, several moves without spaces, a result, or a word to be ignored.
func (g *game) word(t token) error {
	if gl, ok := glyphCodes[string(t.text)]; ok && t.text[0] == '$' {
		return g.addGlyph(gl, t.line)
	}
	if isResult(t.text) || g.bare && isSigned(t.text) {
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
			g.up, g.upLost = g.pos, g.lost
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
		if err := g.addGlyph(gl, t.line); err != nil {
			return err
		}
	}
	return nil
}

// count counts a note. It returns an error if the tree has too many.
func (g *game) count(line int) error {
	if g.said++; g.said > codec.MaxNotes {
		return g.l.o.Errorf(line, "the record has more than %d notes", codec.MaxNotes)
	}
	return nil
}

// split splits a word into moves. Pairs of digits are rows and columns if the first move of the
// game was legal in this form.
func (g *game) split(w []byte) [][]byte {
	if cells := g.notation.pairs(w); cells != nil && (g.pairs || g.node == g.tree.Root()) {
		if m, ok := g.notation.move(cells[0]); g.pairs || ok && rules.Legal(g.notation.rules.Start(), m) {
			g.pairs = true
			return cells
		}
	}
	return g.notation.split(w)
}

// isNumber reports whether w is the number of the next move, without a dot, and is not itself a
// move. Moves are counted by turns or individually.
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

// move adds a move, and before it the passes that the record omits.
func (g *game) move(m rules.Move, line int) {
	g.locate()
	before := g.ply
	g.from = g.pos
	_, g.pos = codec.Play(g.tree, g.node, g.pos, m, func(n *model.Node) { g.add(n, line) })
	g.passed += g.ply - before - 1
	g.up, g.upLost = g.from, g.ply != before+1
}

// add makes the new node n the last move.
func (g *game) add(n *model.Node, line int) {
	if !g.fresh {
		g.flush()
	}
	g.node, g.fresh = n, false
	g.ply++
	g.at.Add(n, line)
}

// flush stores the annotations of the node.
func (g *game) flush() {
	if n := g.notes; n != nil && !g.fresh {
		g.tree.Annotate(g.node, model.Annotation{Comment: n.comment.String(), Glyphs: n.glyphs})
	}
	g.notes = nil
}

// lastNotes returns the annotations of the last move.
func (g *game) lastNotes() *notes {
	if g.notes == nil {
		g.notes = &notes{}
	}
	return g.notes
}

// comment adds a comment to the last move, or at the start of a variation to the next one.
func (g *game) comment(t token) error {
	if len(t.text) == 0 {
		return nil
	}
	n := g.lastNotes()
	if n.comment.Len() > 0 {
		n.comment.WriteByte('\n')
	}
	if n.comment.Len()+len(t.text) > codec.MaxText {
		return g.l.o.Errorf(t.line, "the comments on one move are longer than %d bytes", codec.MaxText)
	}
	n.comment.Write(t.text)
	return g.count(t.line)
}

// addGlyph adds an annotation symbol to the last move.
func (g *game) addGlyph(gl model.Glyph, line int) error {
	n := g.lastNotes()
	if len(n.glyphs) == maxGlyphs || g.fresh || slices.Contains(n.glyphs, gl) {
		return nil
	}
	n.glyphs = append(n.glyphs, gl)
	return g.count(line)
}

// open starts a variation on the last move. It returns an error if that is not possible.
func (g *game) open(t token) error {
	switch {
	case g.fresh || g.node == g.tree.Root():
		return g.l.o.Errorf(t.line, "a variation comes before the move that it replaces")
	case g.varied == codec.MaxVariations:
		return g.l.o.Errorf(t.line, "the record has more than %d variations", codec.MaxVariations)
	case len(g.around) >= codec.MaxDepth:
		return g.l.o.Errorf(t.line, "variations are nested more than %d deep", codec.MaxDepth)
	}
	g.varied++
	b := branch{node: g.node, notes: g.notes, ply: g.ply, lost: true, upLost: true}
	if len(g.around) < maxHeld {
		b.pos, b.lost, b.up, b.upLost = g.pos, g.lost, g.up, g.upLost
	}
	g.around = append(g.around, b)
	g.node, g.notes, g.fresh = g.node.Parent(), nil, true
	g.ply--
	g.pos, g.lost = g.up, g.upLost
	g.up, g.upLost = nil, true
	return nil
}

// close ends a variation. It returns an error if no variation is open or it has no move.
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
	g.pos, g.lost, g.up, g.upLost = b.pos, b.lost, b.up, b.upLost
	return nil
}
