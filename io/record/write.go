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
	"boardstudio/msg"
)

// width is where lines are broken.
const width = 80

// writer writes a record; bufio keeps its first error.
type writer struct {
	*bufio.Writer
	column int
	open   bool // the next word begins a variation
}

// Encode writes the tags and the moves. It refuses a main line in which a
// position is set up, since that could not be told from moves.
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
	out.free(d, nil)
	out.WriteByte('\n')
	return out.game(ctx, d, newNotation(d.Tree.Rules()), nil, p)
}

// game writes the moves and the result. captures is nil where the record does not tell what moves take.
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

// freeTag matches the names that a tag can have.
var freeTag = regexp.MustCompile(`^[A-Za-z][^"\[\]\s]*( [^"\[\]\s]+)*$`)

// tag writes a tag that has a value.
func (w *writer) tag(name, value string) {
	if value != "" {
		w.WriteString("[" + name + ` "` + escape.Replace(value) + "\"]\n")
	}
}

// tree is what is written of a game tree: all moves, without what a record has no words for. The order is that of reading: a node, the variations
// to it, then what follows it. A branch that begins with a set-up position is left out.
type tree struct {
	*writer
	words    *notation
	captures map[*model.Node]int // what moves take, where the record tells it
	ply      int                 // of the last node
	depth    int                 // variations around
	varied   int                 // variations so far
	number   bool                // the next move needs its number, as it does not follow the one before
}

// moves writes the moves.
func (w *writer) moves(ctx context.Context, t *model.Tree, words *notation, captures map[*model.Node]int, p codec.Progress) error {
	x := &tree{writer: w, words: words, captures: captures}
	if words.goBoard == nil {
		w.comment(t.Root())
	}
	count := 0
	for n := t.Root(); n != nil; count++ {
		if count%1024 == 0 {
			p.Tell(int64(count), int64(t.Len()))
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
		case words.goBoard != nil: // and nothing else
			if n = n.First(); isSetup(n) {
				return msg.Errorf("a move record cannot hold a position that is set up after the beginning")
			}
			x.ply++
		case n.Parent() != nil && n == move(n.Parent().First()) && next != nil:
			if err := x.vary(); err != nil {
				return err
			}
			n = next
		case x.depth == 0 && isSetup(n.First()):
			return msg.Errorf("a move record cannot hold a position that is set up after the beginning")
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

// move returns the first of n and the siblings behind it that is no set-up, nil when there is none.
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

// up returns the node to write after the line that ends with n, nil at the end of the tree.
func (w *tree) up(n *model.Node) (*model.Node, error) {
	for n.Parent() != nil {
		main := move(n.Parent().First())
		if n == main {
			n = n.Parent()
			w.ply--
			continue
		}
		// n began a variation.
		w.WriteByte(')')
		w.column++
		w.depth--
		w.number = true
		if next := move(n.Next()); next != nil {
			return next, w.vary()
		}
		switch n = main; {
		case w.depth == 0 && isSetup(n.First()):
			return nil, msg.Errorf("a move record cannot hold a position that is set up after the beginning")
		case move(n.First()) != nil:
			w.ply++
			return move(n.First()), nil
		}
	}
	return nil, nil
}

// vary begins a variation.
func (w *tree) vary() error {
	if w.depth++; w.depth > codec.MaxDepth {
		return msg.Errorf("variations are nested more than %d deep, deeper than can be read again", codec.MaxDepth)
	}
	if w.varied++; w.varied > codec.MaxVariations {
		return msg.Errorf("the game tree has more than the %d variations that can be read again", codec.MaxVariations)
	}
	w.open, w.number = true, true
	return nil
}

// node writes a move, with its number where a turn begins.
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

// codeOf returns the number that stands for g, "" when there is none: chess knows
// two players.
func codeOf(g model.Glyph) string {
	for code, glyph := range glyphCodes {
		if glyph == g {
			return code
		}
	}
	return ""
}

// special are characters that would end a word, or judge a move.
var special = strings.NewReplacer("{", "_", "}", "_", "(", "_", ")", "_", "[", "_", ";", "_", "!", "_", "?", "_", "\v", "_", "\f", "_")

// moveText returns the word for a node. That of an unreadable move is changed
// where it would be read as something else.
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
		return "", msg.Errorf("a move record cannot hold a position that is set up after the beginning")
	}
	text := []byte(special.Replace(strings.Join(strings.Fields(raw), "_")))
	w, _ := trim(text)
	_, isMove := n.move(text)
	_, isGlyph := glyphCodes[string(text)]
	if len(w) != len(text) || isMove || isGlyph || digits(text) || !n.whole(text) || isResult(text) || signed.Match(text) || len(bytes.Trim(text, ".")) == 0 {
		text = append([]byte("_"), text...)
	}
	if len(text) > codec.MaxRaw {
		return "", msg.Errorf("an unreadable move of %d bytes is longer than what can be read again", len(text))
	}
	return string(text), nil
}

// whole reports whether a word that is no move is read as it is.
func (n *notation) whole(w []byte) bool {
	parts := n.split(w)
	_, taken := n.capture(w)
	return taken == nil && len(parts) == 1 && len(parts[0]) == len(w)
}

// word writes a word, on a new line when this one is full.
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
