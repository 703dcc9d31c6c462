// Package suite reads positions and games of awale that stand on a line each, as the program Aalina has them for its tests.
package suite

import (
	"bytes"
	"context"
	"regexp"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// Format is a file of lines such as
//
//	4-4-4-4-4-4-4-4-4-4-4-4-0-0-S FfBeBc
//
// which are the pits in the direction of sowing, South's first, the stores of South and North, the side to move, and moves. Two
// other kinds of lines are read, too: behind the position may stand moves as the number of a pit and the pits and stores
// after it, which become variations and are checked; and a line of the pits alone, with South to move, may have the
// number of seeds that South ends up with, which becomes an evaluation.
//
// The rules are those of tournaments, or those of codec.Options.Spec.
var Format = codec.Format{
	Name: "suite", Title: "Positions of awale in lines (Aalina)",
	Ext:    []string{".suite"},
	Sniff:  sniff,
	Decode: Decode,
	Games:  Games,
}

// usual is the game of files: they do not name theirs.
const usual = "awale-abapa"

var sniffed = regexp.MustCompile(`^\s*(?:[0-9]{1,4}-[0-9]{1,4}-){5,12}[0-9]{1,4}-[0-9]{1,4}(?:-[SN])?(?:[ \t]+[A-La-l0-9]|[ \t]*(?:\r?\n|$))`)

func sniff(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	return sniffed.Match(head[:min(len(head), codec.MaxWord)])
}

// open returns the text of a file, its rules, and a piece for each line that has something on it: at most so many, 0 for
// all.
func open(ctx context.Context, data []byte, o codec.Options, most int) (text []byte, r rules.Rules, pieces []codec.Piece, warn []error, err error) {
	if len(data) > codec.MaxFile {
		return nil, nil, nil, nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	text, latin1 := codec.Text(data)
	if latin1 {
		warn = append(warn, o.Errorf(0, "the text is not UTF-8: it was read as Latin-1"))
	}
	if o.Spec != nil {
		if r, err = o.Build(*o.Spec); err != nil {
			return nil, nil, nil, nil, o.Errorf(0, "%v", err)
		}
	}
	if r == nil || r.Board().Home == nil {
		if r, err = o.Preset(usual); err != nil {
			return nil, nil, nil, nil, o.Errorf(0, "%v", err)
		}
	}
	at := 0
	for line := range bytes.Lines(text) {
		from := at
		if at += len(line); len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if len(pieces)%4096 == 0 {
			if ctx.Err() != nil {
				return nil, nil, nil, nil, ctx.Err()
			}
			o.Progress.Tell(int64(at), int64(len(text)))
		}
		p := codec.Piece{From: from, To: at}
		p.Game = r.Spec().Game
		for i, w := range bytes.Fields(line) {
			if i > 0 && letters.Match(w) {
				p.Plies += len(w)
			}
		}
		if pieces = append(pieces, p); len(pieces) == most {
			break
		}
	}
	if len(pieces) == 0 {
		return nil, nil, nil, nil, o.Errorf(0, "there is no position in the file")
	}
	return text, r, pieces, warn, nil
}

// Decode reads the first line.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	text, r, pieces, warn, err := open(ctx, data, o, codec.MaxCounted+1)
	if err != nil {
		return nil, err
	}
	p := pieces[0]
	d, err := document(ctx, string(text[p.From:p.To]), 1+bytes.Count(text[:p.From], []byte("\n")), r, o)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(append(warn, o.Only(len(pieces)-1)...), d.Warnings...)
	return d, nil
}

// Games reads all lines.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	text, r, pieces, warn, err := open(ctx, data, o, 0)
	if err != nil {
		return nil, err
	}
	g := codec.Pieces(text, o, pieces, func(ctx context.Context, line []byte, o codec.Options) (*model.Document, error) {
		return document(ctx, string(line), 1, r, o)
	})
	g.Warnings = warn
	return g, nil
}

var (
	letters = regexp.MustCompile(`^[A-La-l]+$`)
	// listed matches a move by the number of its pit, and the pits and stores after it.
	listed = regexp.MustCompile(`^([0-9]{1,2}):([0-9]{1,4}(?:-[0-9]{1,4})*)$`)
	number = regexp.MustCompile(`^[0-9]{1,4}$`)
)

// judge is the name under which the seeds stand that a player ends up with.
const judge = "endgame"

// document returns the document of a line.
func document(ctx context.Context, text string, line int, r rules.Rules, o codec.Options) (*model.Document, error) {
	words := strings.Fields(text)
	d := model.NewDocument(r)
	t := d.Tree
	start, alone := position(words[0], r)
	if err := t.SetStart(start); err != nil {
		return nil, o.Errorf(line, "start position: %v", err)
	}
	pos, err := t.Position(t.Root())
	if err != nil {
		return nil, o.Errorf(line, "start position: %v", err)
	}
	if pos.String() == r.Start().String() {
		if err := t.SetStart(""); err != nil {
			return nil, o.Errorf(line, "start position: %v", err)
		}
	}
	var at codec.Lines
	n, wrong, all := t.Root(), 0, 0
	at.Add(n, line)
	for i, w := range words[1:] {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if l := listed.FindStringSubmatch(w); l != nil && list(d, pos, l[1], l[2], line, o) {
			all++
			continue
		}
		if v, err := strconv.Atoi(w); err == nil && alone && len(words) == 2 && number.MatchString(w) {
			t.Annotate(n, model.Annotation{Evals: []model.Eval{{Engine: judge, Score: float64(2*v - left(r, pos))}}})
			continue
		}
		pieces := []string{w}
		if letters.MatchString(w) {
			pieces = strings.Split(w, "")
		}
		for _, one := range pieces {
			if t.Len() >= codec.MaxNodes || wrong >= codec.MaxNotes {
				return nil, o.Errorf(line, "the record has more than %d moves", t.Len()-1)
			}
			if len(one) > codec.MaxRaw {
				return nil, o.Errorf(line, "a word is longer than %d bytes", codec.MaxRaw)
			}
			all++
			if m, err := r.ParseMove(one); err == nil {
				n = t.Add(n, m)
			} else {
				n = t.AddRaw(n, one)
				wrong++
			}
		}
	}
	if err := o.Prose(all, wrong, line); err != nil {
		return nil, err
	}
	d.Warnings = append(d.Warnings, at.Problems(ctx, o, t)...)
	return d, ctx.Err()
}

// position returns a position as the rules write it, and whether it is the pits alone.
func position(text string, r rules.Rules) (start string, alone bool) {
	parts := strings.Split(text, "-")
	pits := len(r.Board().Cells)
	if len(parts) == pits {
		return text + " 0-0 S", true
	}
	if n := len(parts); n > 3 {
		return strings.Join(parts[:n-3], "-") + " " + strings.Join(parts[n-3:n-1], "-") + " " + parts[n-1], false
	}
	return text, false
}

// list adds a move that a file lists with what follows it, and warns where the rules say otherwise. It returns false where the pit is
// none, or listed twice.
func list(d *model.Document, pos rules.Position, pit, after string, line int, o codec.Options) bool {
	i, err := strconv.Atoi(pit)
	if err != nil || i >= len(d.Tree.Rules().Board().Cells) {
		return false
	}
	m := rules.Take(rules.Cell(i))
	if d.Tree.Find(d.Tree.Root(), m) != nil {
		return false
	}
	d.Tree.Add(d.Tree.Root(), m)
	next, err := pos.Play(m)
	if err != nil {
		return true // which is told of all moves
	}
	is := strings.Fields(next.String())
	if got := strings.Join(is[:len(is)-1], "-"); got != after && len(d.Warnings) < codec.MaxWarnings {
		d.Warnings = append(d.Warnings, o.Errorf(line, "move %s leads to %s by the file, and to %s by the rules", d.Tree.Rules().FormatMove(m), codec.Cut(after), got))
	}
	return true
}

// left returns how many seeds lie in the pits.
func left(r rules.Rules, pos rules.Position) (n int) {
	for c := range r.Board().Cells {
		n += int(pos.At(rules.Cell(c)).Count)
	}
	return n
}
