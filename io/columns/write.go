package columns

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Encode writes the main line as a line, with the value of its last position. It returns an error
// if the format does not support the game, if there is a start position, or if the main line is
// empty.
func Encode(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	r := d.Tree.Rules()
	if err := holds(r); err != nil {
		return err
	}
	if d.Tree.Root().Setup() != "" {
		return msg.Errorf("columns cannot store a start position")
	}
	out := bufio.NewWriter(codec.Limited(w))
	columns := top(r)
	count, apart, spaced := 0, false, false
	last := d.Tree.Root()
	for n := range d.Tree.Main() {
		if count%1024 == 0 {
			p.Report(int64(count), int64(d.Tree.Len()))
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if count++; n == d.Tree.Root() {
			continue
		}
		text, err := moveText(columns, r, n)
		if err != nil {
			return err
		}
		was := apart
		apart = !digits([]byte(text))
		if spaced = spaced || apart; count > 2 && (apart || was) {
			out.WriteByte(' ')
		}
		out.WriteString(text)
		last = n
	}
	if count < 2 {
		return msg.Errorf("columns cannot store a game without moves")
	}
	if value := valueOf(d, last, count-1); value != "" {
		if spaced || count < 3 { // otherwise the second of two numbers is read as the value
			value = sign(value)
		}
		out.WriteString(" " + value)
	}
	out.WriteByte('\n')
	return out.Flush()
}

// word matches unreadable moves that would be read as a number.
var word = regexp.MustCompile(`^[0-9]+$|^[-+][0-9]{1,4}$`)

// moveText returns the digit of a column, or for any other move a word that is not a number.
func moveText(columns []rules.Move, r rules.Rules, n *model.Node) (string, error) {
	m, ok := n.Move()
	if ok {
		if col := slices.Index(columns, m); col >= 0 {
			return strconv.Itoa(col + 1), nil
		}
		return r.FormatMove(m), nil
	}
	raw := strings.Map(func(r rune) rune {
		if between(r) {
			return '_'
		}
		return r
	}, n.Raw())
	switch {
	case n.Raw() == "":
		return "", msg.Errorf("a move record cannot store a position set up during the game")
	case raw == "8" && len(columns) < 8, raw == "9" && len(columns) < 9:
		return raw, nil
	case raw == "" || word.MatchString(raw):
		raw = "_" + raw
	}
	if _, err := r.ParseMove(raw); err == nil {
		raw = "_" + raw
	}
	if len(raw) > codec.MaxRaw {
		return "", msg.Errorf("an unreadable move of %d bytes is too long to be read again", len(raw))
	}
	return raw, nil
}

// valueOf returns the value of the last position, after the given number of moves, or "".
func valueOf(d *model.Document, n *model.Node, moves int) string {
	for _, f := range d.Foreign {
		if _, values, ok := codec.ParseForeign(f, name); ok && len(values) == 1 && signed.MatchString(sign(values[0])) {
			return values[0]
		}
	}
	evals := slices.Clone(n.Evals())
	slices.SortStableFunc(evals, func(a, b model.Eval) int { // solver values first
		return strings.Compare(mark(a), mark(b))
	})
	for _, v := range evals {
		if !v.Proved || v.AtMost || v.Score != 0 && v.Plies == 0 {
			continue
		}
		score := 0
		if v.Score != 0 {
			score = (len(d.Tree.Rules().Board().Cells) + 2 - moves - v.Plies) / 2
			if v.Score < 0 {
				score = -score
			}
		}
		text := strconv.Itoa(score)
		if back, ok := evalOf(d.Tree.Rules(), moves, text); ok && back.Score == v.Score && back.Plies == v.Plies {
			return text
		}
	}
	return ""
}

// mark returns the sort key of an evaluation.
func mark(v model.Eval) string {
	if v.Engine == evalEngine {
		return ""
	}
	return "other"
}

// sign returns a number with its sign.
func sign(value string) string {
	if strings.HasPrefix(value, "-") || strings.HasPrefix(value, "+") {
		return value
	}
	return "+" + value
}
