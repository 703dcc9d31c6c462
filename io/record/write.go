package record

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"maps"
	"regexp"
	"slices"
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
}

// Encode writes the tags and the main line. It refuses a main line in which a
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
	for i, p := range d.Players {
		for what, value := range p.Words() {
			out.tag("Player "+strconv.Itoa(i+1)+" "+strings.ToUpper(what[:1])+what[1:], value)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(d.Info)) {
		if !reserved(key) && freeTag.MatchString(key) {
			out.tag(key, d.Info[key])
		}
	}
	out.WriteByte('\n')
	if err := out.moves(ctx, d.Tree, p); err != nil {
		return err
	}
	if isResult([]byte(d.Info[model.InfoResult])) {
		out.word(d.Info[model.InfoResult])
	}
	out.WriteByte('\n')
	return out.Flush()
}

// freeTag matches the names that a tag can have.
var freeTag = regexp.MustCompile(`^[A-Za-z][^"\[\]\s]*( [^"\[\]\s]+)*$`)

// tag writes a tag that has a value.
func (w *writer) tag(name, value string) {
	if value != "" {
		w.WriteString("[" + name + ` "` + escape.Replace(value) + "\"]\n")
	}
}

// moves writes the main line.
func (w *writer) moves(ctx context.Context, t *model.Tree, p codec.Progress) error {
	ply, players := 0, t.Rules().Players()
	words := newNotation(t.Rules())
	count := 0
	for n := range t.Main() {
		if count%1024 == 0 {
			p.Tell(int64(count), int64(t.Len()))
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		count++
		if n != t.Root() {
			text, err := words.moveText(n)
			if err != nil {
				return err
			}
			if ply%players == 0 {
				w.word(strconv.Itoa(ply/players+1) + ".")
			}
			ply++
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
		}
		if c := n.Comment(); c != "" {
			w.word("{" + strings.ReplaceAll(c, "}", ")") + "}")
		}
	}
	return nil
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
		return n.rules.FormatMove(m), nil
	}
	raw := node.Raw()
	if raw == "" {
		return "", msg.Errorf("a move record cannot hold a position that is set up after the beginning")
	}
	text := []byte(special.Replace(strings.Join(strings.Fields(raw), "_")))
	w, _ := trim(text)
	_, isMove := n.move(text)
	_, isGlyph := glyphCodes[string(text)]
	if len(w) != len(text) || isMove || isGlyph || digits(text) || len(n.split(text)) > 1 || isResult(text) || len(bytes.Trim(text, ".")) == 0 {
		text = append([]byte("_"), text...)
	}
	if len(text) > codec.MaxRaw {
		return "", msg.Errorf("an unreadable move of %d bytes is longer than what can be read again", len(text))
	}
	return string(text), nil
}

// word writes a word, on a new line when this one is full.
func (w *writer) word(text string) {
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
