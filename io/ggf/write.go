package ggf

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Encode writes the main line of a document as a line. It returns an error if the game is not
// Othello or the tree has set-up nodes after the beginning, or ctx.Err() if ctx ends.
func Encode(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	out := bufio.NewWriter(codec.Limited(w))
	out.WriteString("1 ")
	if err := write(ctx, out, d, p); err != nil {
		return err
	}
	out.WriteString("\n")
	return out.Flush()
}

// Join writes several documents. Consecutive games of a synchro match are written on the same line.
func Join(ctx context.Context, w io.Writer, docs iter.Seq2[*model.Document, error], _ codec.Progress) error {
	out := bufio.NewWriter(codec.Limited(w))
	var waiting []byte // previous game, if the next one may belong to the same match
	var first *model.Document
	flush := func() {
		if waiting != nil {
			out.WriteString("1 ")
			out.Write(append(waiting, '\n'))
			waiting = nil
		}
	}
	for d, err := range docs {
		if err != nil {
			return err
		}
		var b bytes.Buffer
		line := bufio.NewWriter(&b)
		if err := write(ctx, line, d, nil); err != nil {
			return err
		}
		line.Flush()
		if waiting != nil && pair(first, d) {
			out.WriteString("2 ")
			out.Write(waiting)
			out.WriteByte(' ')
			out.Write(b.Bytes())
			out.WriteByte('\n')
			waiting = nil
			continue
		}
		flush()
		waiting, first = b.Bytes(), d
	}
	flush()
	return out.Flush()
}

// pair reports whether two games form a synchro match: the same players with reversed colours, from
// the same position.
func pair(a, b *model.Document) bool {
	kind := a.Info[keyType]
	return strings.HasPrefix(kind, "s") && kind == b.Info[keyType] && a.Info[model.InfoDate] == b.Info[model.InfoDate] &&
		a.Players[0].Name == b.Players[1].Name && a.Players[1].Name == b.Players[0].Name && a.Tree.Root().Setup() == b.Tree.Root().Setup()
}

// write writes a game. It returns an error if the format cannot store its rules or content.
func write(ctx context.Context, w *bufio.Writer, d *model.Document, p codec.Progress) error {
	w.WriteString("(;")
	put := func(name, value string) { w.WriteString(name + "[" + escape.Replace(value) + "]") }
	r := d.Tree.Rules()
	if err := holds(r); err != nil {
		return err
	}
	put(propGame, "Othello")
	if err := header(d, put); err != nil {
		return err
	}
	side, pos := rules.Player(0), r.Start()
	if text := d.Tree.Root().Setup(); text != "" {
		var err error
		if pos, err = r.Parse(text); err != nil {
			return err
		}
	}
	count := 0
	for n := range d.Tree.Main() {
		if count%1024 == 0 {
			p.Report(int64(count), int64(d.Tree.Len()))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		count++
		if n == d.Tree.Root() {
			if n.Comment() != "" {
				put(propComment, n.Comment())
			}
			continue
		}
		if pos != nil && pos.Turn() != rules.NoPlayer {
			side = pos.Turn()
		}
		text, next, err := moveText(r, n, pos)
		if err != nil {
			return err
		}
		put([]string{propMove0, propMove1}[side], text+detailsOf(d, n, side))
		side, pos = 1-side, next
		if n.Comment() != "" {
			put(propComment, n.Comment())
		}
		for _, f := range n.Foreign() {
			if prop, values, ok := codec.ParseForeign(f, name); ok && len(values) == 1 && named(prop) {
				put(prop, values[0])
			}
		}
	}
	w.WriteString(";)")
	return nil
}

// header writes the properties before the moves.
func header(d *model.Document, put func(name, value string)) error {
	params := d.Tree.Rules().Spec().Params
	for _, t := range tags {
		value := d.Info[t.key]
		switch t.prop {
		case propBlack:
			value = d.Players[0].Name
		case propWhite:
			value = d.Players[1].Name
		case propTime:
			if clock := d.Info[model.InfoClock]; value == "" && clock != "" {
				value = timeOf(clock)
			}
		case propType:
			if value == "" || anti.MatchString(value) != (params[paramGoal] == fewest) {
				value = typeOf(params)
			}
		case propResult:
			value = result(value)
		}
		if hasValue(prop{name: t.prop, value: value}) {
			put(t.prop, value)
		}
	}
	board := d.Tree.Root().Setup()
	if board == "" {
		board = d.Tree.Rules().Start().String()
	}
	size, err := strconv.Atoi(params[paramSize])
	if err != nil {
		return err
	}
	text := params[paramSize]
	for i := 0; i < len(board); i += size {
		text += " " + strings.TrimSpace(strings.ReplaceAll(board[i:min(i+size, len(board))], "X", "*"))
	}
	put(propBoard, text)
	for _, f := range d.Foreign {
		if prop, values, ok := codec.ParseForeign(f, name); ok && len(values) == 1 && named(prop) {
			put(prop, values[0])
		}
	}
	return nil
}

// named reports whether a stored property has a valid name.
func named(prop string) bool {
	return prop != "" && prop != propMove0 && prop != propMove1 && prop != propComment && strings.IndexFunc(prop, func(r rune) bool { return r >= utf8.RuneSelf || !inName(byte(r)) }) < 0
}

// result returns a result as the difference of discs if it has the form of both players' discs.
// Otherwise it returns text.
func result(text string) string {
	black, white := 0, 0
	if n, err := fmt.Sscanf(text, "%d-%d", &black, &white); n != 2 || err != nil || fmt.Sprintf("%d-%d", black, white) != text {
		return text
	}
	return fmt.Sprintf("%+d.000", black-white)
}

// moveText returns a move in the file's notation, and the position after it, or nil if the move is
// illegal.
func moveText(r rules.Rules, n *model.Node, pos rules.Position) (string, rules.Position, error) {
	m, ok := n.Move()
	if !ok {
		raw := strings.ReplaceAll(oneWord(n.Raw()), "/", "_")
		if n.Raw() == "" {
			return "", nil, msg.Errorf("a move record cannot store a position set up during the game")
		}
		if _, err := r.ParseMove(raw); err == nil || raw == "" {
			raw = "_" + raw
		}
		if len(raw) > codec.MaxRaw {
			return "", nil, msg.Errorf("an unreadable move of %d bytes is too long to be read again", len(raw))
		}
		return raw, nil, nil
	}
	if pos != nil {
		next, err := pos.Play(m)
		if pos = next; err != nil {
			pos = nil
		}
	}
	if m == rules.Pass {
		return "PA", pos, nil
	}
	return r.FormatMove(m), pos, nil
}

// oneWord returns an unreadable move without white space.
func oneWord(text string) string { return strings.Join(strings.Fields(text), "_") }

// detailsOf returns the evaluation and the time of a move.
func detailsOf(d *model.Document, n *model.Node, side rules.Player) string {
	for _, f := range n.Foreign() {
		if prop, values, ok := codec.ParseForeign(f, name); ok && prop == keptDetails && len(values) == 1 {
			return "/" + values[0]
		}
	}
	eval := ""
	for _, v := range n.Evals() {
		if v.Proved || math.IsInf(v.Score, 0) || math.IsNaN(v.Score) {
			continue
		}
		if eval == "" || v.Engine == engine(d, side) {
			eval = strconv.FormatFloat(0-v.Score, 'f', -1, 64)
		}
		if v.Engine == engine(d, side) {
			break
		}
	}
	switch {
	case n.Used() > 0:
		return "/" + eval + "/" + seconds(n.Used())
	case eval != "":
		return "/" + eval
	}
	return ""
}

// seconds formats a time in seconds, exactly.
func seconds(d time.Duration) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%09d", d/time.Second, d%time.Second), "0"), ".")
}

// clockOf converts times such as 05:00/00:03 to the form of model.InfoClock. It returns "" for
// others.
func clockOf(text string) string {
	main, extra, both := strings.Cut(text, "/")
	clock := ""
	for _, part := range []string{main, extra} {
		d, err := duration(part)
		if part == "" && !both {
			break
		}
		if err != nil {
			return ""
		}
		if clock != "" {
			clock += "+"
		}
		clock += codec.Short(d)
	}
	if timeOf(clock) != text {
		return ""
	}
	return clock
}

// timeOf converts a time control to the form of GGF, or returns "" if GGF cannot express it.
func timeOf(clock string) string {
	main, extra, both := strings.Cut(clock, "+")
	text := ""
	for _, part := range []string{main, extra} {
		if part == "" && !both {
			break
		}
		d, err := time.ParseDuration(part)
		if err != nil || d < 0 || d%time.Second != 0 {
			return ""
		}
		if text != "" {
			text += "/"
		}
		text += fmt.Sprintf("%02d:%02d", d/time.Minute, d%time.Minute/time.Second)
	}
	return text
}
