package board

import (
	"bufio"
	"context"
	"io"
	"math"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// Encode writes the first position of a document on a line of the file.
func Encode(_ context.Context, w io.Writer, d *model.Document, _ codec.Progress) error {
	return write(w, d, holds, func(*bufio.Writer) {})
}

// EncodeOBF writes the first position of a document, and the moves from it with what they are worth.
func EncodeOBF(_ context.Context, w io.Writer, d *model.Document, _ codec.Progress) error {
	return write(w, d, holdsOBF, func(out *bufio.Writer) {
		out.WriteByte(';')
		for n := range d.Tree.Root().Children() {
			m, ok := n.Move()
			if !ok {
				continue
			}
			out.WriteString(" " + strings.ToUpper(d.Tree.Rules().FormatMove(m)))
			if score, ok := value(n.Evals()); ok {
				out.WriteString(":" + score)
			}
			out.WriteByte(';')
		}
		for _, f := range d.Foreign {
			if _, values, ok := codec.Kept(f, obf); ok && len(values) == 1 && !strings.ContainsAny(values[0], ";%\n") {
				out.WriteString(" " + values[0] + ";")
			}
		}
	})
}

// value returns what a move is worth for its player: that of a file of problems first.
func value(evals []model.Eval) (text string, ok bool) {
	for _, v := range evals {
		if ok && v.Engine != judge || v.Proved || math.IsNaN(v.Score) || math.Abs(v.Score) >= 1e6 {
			continue
		}
		text, ok = strconv.FormatFloat(0-math.Round(v.Score*1e6)/1e6, 'f', -1, 64), true
		if text[0] != '-' {
			text = "+" + text
		}
		if v.Engine == judge {
			break
		}
	}
	return text, ok
}

// write writes a line. A comment of several lines stands before it.
func write(w io.Writer, d *model.Document, holds func(rules.Rules) error, moves func(*bufio.Writer)) error {
	r := d.Tree.Rules()
	if err := holds(r); err != nil {
		return err
	}
	pos := r.Start()
	if text := d.Tree.Root().Setup(); text != "" {
		var err error
		if pos, err = r.Parse(text); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(codec.Limited(w))
	comment := strings.FieldsFunc(d.Tree.Root().Comment(), func(r rune) bool { return r == '\n' })
	if len(comment) > 1 {
		for _, line := range comment {
			out.WriteString("% " + line + "\n")
		}
	}
	s := rules.SetupOf(r, pos)
	digits := map[rules.Cell]byte{}
	for _, m := range d.Tree.Root().Marks() {
		if m.Kind == model.MarkLabel && len(m.Text) == 1 && sign(rune(m.Text[0])) > second {
			digits[m.Cell] = m.Text[0]
		}
	}
	for c, x := range s.Cells {
		if digit := digits[rules.Cell(c)]; digit != 0 && x == rules.Empty {
			out.WriteByte(digit)
		} else {
			out.WriteByte("-XO"[x.Owner+1])
		}
	}
	out.WriteString(" " + turn(pos))
	moves(out)
	if len(comment) == 1 {
		out.WriteString(" % " + comment[0])
	}
	out.WriteByte('\n')
	return out.Flush()
}

// turn returns the side to move, which a position has in its text even when the game is over.
func turn(pos rules.Position) string {
	switch words := strings.Fields(pos.String()); {
	case pos.Turn() == 0, pos.Turn() == rules.NoPlayer && (words[1] == "X" || words[1] == "A"):
		return "X"
	}
	return "O"
}
