package record

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"regexp"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/text/msg"
)

// width is the largest length of lines.
const width = 80

// writer writes a record. bufio.Writer remembers the first error.
type writer struct {
	*bufio.Writer
	column int
	open   bool // the next word starts a variation
}

// Encode writes the tags and the moves. It returns an error if the main line has a set-up position,
// since the text would be read as moves.
func Encode(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	out := &writer{Writer: bufio.NewWriter(codec.Limited(w))}
	spec := d.Tree.Rules().Spec()
	out.tag(tagVariant, spec.Game)
	for _, name := range spec.Params.Names() {
		out.tag(tagParam+name, spec.Params[name])
	}
	out.tag(tagStart, d.Tree.Root().Setup())
	for _, t := range infoTags {
		out.tag(t.tag, d.Info[t.key])
	}
	out.players(d)
	out.freeTags(d, nil)
	out.WriteByte('\n')
	return out.game(ctx, d, newNotation(d.Tree.Rules()), nil, p)
}

// game writes the moves and the result. captures is nil if the format does not include captures.
func (w *writer) game(ctx context.Context, d *model.Document, words *notation, captures map[*model.Node]int, p codec.Progress) error {
	if err := w.moves(ctx, d.Tree, words, captures, p); err != nil {
		return err
	}
	if isResult([]byte(d.Info[model.InfoResult])) {
		w.word(d.Info[model.InfoResult])
	}
	w.WriteByte('\n')
	return w.Flush()
}

// freeTag matches valid tag names.
var freeTag = regexp.MustCompile(`^[A-Za-z][^"\[\]\s]*( [^"\[\]\s]+)*$`)

// tag writes a tag unless its value is empty.
func (w *writer) tag(name, value string) {
	if value != "" {
		w.WriteString("[" + name + ` "` + escape.Replace(value) + "\"]\n")
	}
}

// tree writes the moves of a game tree in the order of reading: a node, its variations, then the
// continuation. It omits information without a representation in records, and branches that begin
// with a set-up position.
type tree struct {
	*writer
	words    *notation
	captures map[*model.Node]int // seeds captured by moves, if the format includes them
	ply      int                 // ply of the last node
	depth    int                 // open variations
	varied   int                 // variations so far
	number   bool                // the next move needs a number, since it does not follow the previous one directly
}

// moves writes the moves with comments and variations, or only the main line in Go board notation.
func (w *writer) moves(ctx context.Context, t *model.Tree, words *notation, captures map[*model.Node]int, p codec.Progress) error {
	x := &tree{writer: w, words: words, captures: captures}
	if words.goBoard == nil {
		w.comment(t.Root())
	}
	count := 0
	for n := t.Root(); n != nil; count++ {
		if count%1024 == 0 {
			p.Report(int64(count), int64(t.Len()))
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if n != t.Root() {
			if err := x.node(n); err != nil {
				return err
			}
		}
		switch next := move(n.Next()); {
		case words.goBoard != nil: // only the main line is written
			if n = n.First(); isSetup(n) {
				return msg.Errorf("a move record cannot store a position set up during the game")
			}
			x.ply++
		case n.Parent() != nil && n == move(n.Parent().First()) && next != nil:
			if err := x.vary(); err != nil {
				return err
			}
			n = next
		case x.depth == 0 && isSetup(n.First()):
			return msg.Errorf("a move record cannot store a position set up during the game")
		case move(n.First()) != nil:
			n = move(n.First())
			x.ply++
		default:
			var err error
			if n, err = x.up(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// move returns the first of n and its later siblings that is not a set-up, or nil.
func move(n *model.Node) *model.Node {
	for isSetup(n) {
		n = n.Next()
	}
	return n
}

// isSetup reports whether n sets up a position.
func isSetup(n *model.Node) bool {
	if n == nil {
		return false
	}
	_, isMove := n.Move()
	return !isMove && n.Raw() == ""
}

// up returns the node to write after the line that ends with n, or nil at the end of the tree.
func (w *tree) up(n *model.Node) (*model.Node, error) {
	for n.Parent() != nil {
		main := move(n.Parent().First())
		if n == main {
			n = n.Parent()
			w.ply--
			continue
		}
		// n is the first move of a variation
		w.WriteByte(')')
		w.column++
		w.depth--
		w.number = true
		if next := move(n.Next()); next != nil {
			return next, w.vary()
		}
		switch n = main; {
		case w.depth == 0 && isSetup(n.First()):
			return nil, msg.Errorf("a move record cannot store a position set up during the game")
		case move(n.First()) != nil:
			w.ply++
			return move(n.First()), nil
		}
	}
	return nil, nil
}

// vary starts a variation. It returns an error if variations are nested too deeply or are too many
// to be read again.
func (w *tree) vary() error {
	if w.depth++; w.depth > codec.MaxDepth {
		return msg.Errorf("variations are nested more than %d deep, too deep to be read again", codec.MaxDepth)
	}
	if w.varied++; w.varied > codec.MaxVariations {
		return msg.Errorf("the game tree has more than the %d variations that can be read again", codec.MaxVariations)
	}
	w.open, w.number = true, true
	return nil
}

// node writes a move, with its number at the beginning of a turn.
func (w *tree) node(n *model.Node) error {
	text, err := w.words.moveText(n)
	if err != nil {
		return err
	}
	if taken := w.captures[n]; taken > 0 {
		text += "+" + strconv.Itoa(taken)
	}
	players := w.words.rules.Players()
	switch at := w.ply - 1; {
	case at%players == 0:
		w.word(strconv.Itoa(at/players+1) + ".")
	case w.number:
		w.word(strconv.Itoa(at/players+1) + "...")
	}
	w.number = false
	if w.words.goBoard != nil {
		w.word(text)
		return nil
	}
	var codes []string
	for _, g := range n.Glyphs() {
		if _, _, ok := g.Position(); !ok {
			text += string(g)
		} else if code := codeOf(g); code != "" {
			codes = append(codes, code)
		}
	}
	w.word(text)
	for _, code := range codes {
		w.word(code)
	}
	w.comment(n)
	return nil
}

// comment writes the comment on a node.
func (w *writer) comment(n *model.Node) {
	if c := n.Comment(); c != "" {
		w.word("{" + strings.ReplaceAll(c, "}", ")") + "}")
	}
}

// codeOf returns the numeric glyph for g, or "" if there is none. Chess has only two players.
func codeOf(g model.Glyph) string {
	for code, glyph := range glyphCodes {
		if glyph == g {
			return code
		}
	}
	return ""
}

// special replaces characters that would end a word or act as annotation symbols.
var special = strings.NewReplacer("{", "_", "}", "_", "(", "_", ")", "_", "[", "_", ";", "_", "!", "_", "?", "_", "\v", "_", "\f", "_")

// moveText returns the word for a node. It changes an unreadable move that would be read as
// something else.
func (n *notation) moveText(node *model.Node) (string, error) {
	if m, ok := node.Move(); ok {
		text := n.rules.FormatMove(m)
		if name := n.names[text]; name != "" {
			text = name
		}
		return text, nil
	}
	raw := node.Raw()
	if raw == "" {
		return "", msg.Errorf("a move record cannot store a position set up during the game")
	}
	text := []byte(special.Replace(strings.Join(strings.Fields(raw), "_")))
	w, _ := trim(text)
	_, isMove := n.move(text)
	_, isGlyph := glyphCodes[string(text)]
	if len(w) != len(text) || isMove || isGlyph || digits(text) || !n.whole(text) || isResult(text) || signed.Match(text) || len(bytes.Trim(text, ".")) == 0 {
		text = append([]byte("_"), text...)
	}
	if len(text) > codec.MaxRaw {
		return "", msg.Errorf("an unreadable move of %d bytes is too long to be read again", len(text))
	}
	return string(text), nil
}

// whole reports whether a word that is not a move is read unchanged.
func (n *notation) whole(w []byte) bool {
	parts := n.split(w)
	_, taken := n.capture(w)
	return taken == nil && len(parts) == 1 && len(parts[0]) == len(w)
}

// word writes a word, on a new line if the current one is full.
func (w *writer) word(text string) {
	if w.open {
		text, w.open = "("+text, false
	}
	switch {
	case w.column == 0:
	case w.column+1+len(text) > width:
		w.WriteByte('\n')
		w.column = 0
	default:
		w.WriteByte(' ')
		w.column++
	}
	w.WriteString(text)
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		w.column, text = 0, text[i+1:]
	}
	w.column += len(text)
}
