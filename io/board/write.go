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

// Encode writes the first position of a document as a line. It returns an error if the format does
// not support the game or writing fails.
func Encode(_ context.Context, w io.Writer, d *model.Document, _ codec.Progress) error {
	return write(w, d, holds, func(*bufio.Writer) {})
}

// EncodeOBF writes the first position of a document with its moves and their values. It returns an
// error if the game is not Othello or writing fails.
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
			if _, values, ok := codec.ParseForeign(f, obf); ok && len(values) == 1 && !strings.ContainsAny(values[0], ";%\n") {
				out.WriteString(" " + values[0] + ";")
			}
		}
	})
}

// value returns the value of a move for the player who makes it. Values read from a problem file
// take precedence.
func value(evals []model.Eval) (text string, ok bool) {
	for _, v := range evals {
		if ok && v.Engine != evalEngine || v.Proved || math.IsNaN(v.Score) || math.Abs(v.Score) >= 1e6 {
			continue
		}
		text, ok = strconv.FormatFloat(0-math.Round(v.Score*1e6)/1e6, 'f', -1, 64), true
		if text[0] != '-' {
			text = "+" + text
		}
		if v.Engine == evalEngine {
			break
		}
	}
	return text, ok
}

// write writes a position. It writes a comment of several lines before the position.
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

// turn returns the side to move. If the game is over, it uses the text form of the position.
func turn(pos rules.Position) string {
	switch words := strings.Fields(pos.String()); {
	case pos.Turn() == 0, pos.Turn() == rules.NoPlayer && (words[1] == "X" || words[1] == "A"):
		return "X"
	}
	return "O"
}
