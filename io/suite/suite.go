// Package suite reads positions and games of awale, one per line, in the format of test files of
// the program Aalina.
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

// Format is the format of files with lines such as
//
//	4-4-4-4-4-4-4-4-4-4-4-4-0-0-S FfBeBc
//
// A line contains the pits in the direction of sowing, beginning with South's, the stores of South
// and North, the side to move, and moves.
//
// Two variants are supported. In the first, each move after the position is the number of a pit
// followed by the resulting pits and stores. These moves become variations, and their results are
// checked. In the second, a line contains only the pits, with South to move, and optionally the
// number of seeds that South ends up with. That number becomes an evaluation.
//
// The rules are the tournament rules, or the rules of codec.Options.Spec.
var Format = codec.Format{
	Name: "suite", Title: "Positions of awale in lines (Aalina)",
	Ext:    []string{".suite"},
	Sniff:  sniff,
	Decode: Decode,
	Games:  Games,
}

// defaultPreset is the game of all files, because they do not name it.
const defaultPreset = "awale-abapa"

var sniffed = regexp.MustCompile(`^\s*(?:[0-9]{1,4}-[0-9]{1,4}-){5,12}[0-9]{1,4}-[0-9]{1,4}(?:-[SN])?(?:[ \t]+[A-La-l0-9]|[ \t]*(?:\r?\n|$))`)

func sniff(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	return sniffed.Match(head[:min(len(head), codec.MaxWord)])
}

// open returns the text of a file, its rules, and at most limit non-empty lines.
func open(ctx context.Context, data []byte, o codec.Options, limit int) (text []byte, r rules.Rules, pieces []codec.Piece, warn []error, err error) {
	if len(data) > codec.MaxFile {
		return nil, nil, nil, nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	text, warn = o.Text(data)
	if o.Spec != nil {
		if r, err = o.Games.FromSpec(*o.Spec); err != nil {
			return nil, nil, nil, nil, o.Errorf(0, "%v", err)
		}
	}
	if r == nil || r.Board().Home == nil {
		if r, err = o.Preset(defaultPreset); err != nil {
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
			o.Progress.Report(int64(at), int64(len(text)))
		}
		p := codec.Piece{From: from, To: at}
		p.Game = r.Spec().Game
		for i, w := range bytes.Fields(line) {
			if i > 0 && letters.Match(w) {
				p.Plies += len(w)
			}
		}
		if pieces = append(pieces, p); len(pieces) == limit {
			break
		}
	}
	if len(pieces) == 0 {
		return nil, nil, nil, nil, o.Errorf(0, "there is no position in the file")
	}
	return text, r, pieces, warn, nil
}

// Decode reads the first line. It returns an error if the file is empty or the line is invalid, and
// ctx.Err() if ctx ends.
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
	d.Warnings = append(append(warn, o.MoreGames(len(pieces)-1)...), d.Warnings...)
	return d, nil
}

// Games reads all lines. It returns an error if the file has no lines or too many, and ctx.Err() if
// ctx ends.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	text, r, pieces, warn, err := open(ctx, data, o, o.MostGames()+1)
	if err != nil {
		return nil, err
	}
	if len(pieces) > o.MostGames() {
		return nil, o.TooMany()
	}
	g := codec.Pieces(text, o, pieces, func(ctx context.Context, line []byte, o codec.Options) (*model.Document, error) {
		return document(ctx, string(line), 1, r, o)
	})
	g.Warnings = warn
	return g, nil
}

var (
	letters = regexp.MustCompile(`^[A-La-l]+$`)
	// listed matches a move as the number of its pit, with the resulting pits and stores.
	listed = regexp.MustCompile(`^([0-9]{1,2}):([0-9]{1,4}(?:-[0-9]{1,4})*)$`)
	number = regexp.MustCompile(`^[0-9]{1,4}$`)
)

// evalEngine is the engine name for the final number of seeds.
const evalEngine = "endgame"

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
		if l := listed.FindStringSubmatch(w); l != nil && addListed(d, pos, l[1], l[2], line, o) {
			all++
			continue
		}
		if v, err := strconv.Atoi(w); err == nil && alone && len(words) == 2 && number.MatchString(w) {
			t.Annotate(n, model.Annotation{Evals: []model.Eval{{Engine: evalEngine, Score: float64(2*v - seedsInPits(r, pos))}}})
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

// position converts a position to the text form of the rules. alone reports whether it consists of
// the pits only.
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

// addListed adds a move listed with its result, and adds a warning if the rules give a different
// result. It returns false if the pit is invalid or was already listed.
func addListed(d *model.Document, pos rules.Position, pit, after string, line int, o codec.Options) bool {
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
		return true // all illegal moves are reported together
	}
	is := strings.Fields(next.String())
	if got := strings.Join(is[:len(is)-1], "-"); got != after && len(d.Warnings) < codec.MaxWarnings {
		d.Warnings = append(d.Warnings, o.Errorf(line, "move %s leads to %s in the file, but to %s by the rules", d.Tree.Rules().FormatMove(m), codec.Cut(after), got))
	}
	return true
}

// seedsInPits returns the number of seeds in the pits.
func seedsInPits(r rules.Rules, pos rules.Position) (n int) {
	for c := range r.Board().Cells {
		n += int(pos.At(rules.Cell(c)).Count)
	}
	return n
}
