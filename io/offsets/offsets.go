// Package offsets reads Gomocup openings.
package offsets

import (
	"bytes"
	"context"
	"regexp"
	"strconv"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Format is the format of gomoku openings used by Gomocup, one per line. Each stone is given by its
// distance from the centre of the board: columns to the right, then rows downwards.
//
//	0,0, 1,0, 1,3
//	-3,-1, -4,-2, 2,0
//
// A file does not name its game. If codec.Options.Spec is nil, the game is gomoku on its default
// board, or on Gomocup's board if a stone would be outside.
var Format = codec.Format{
	Name: "offsets", Title: "Gomocup openings",
	Ext:    []string{".offsets", ".txt"},
	Sniff:  sniff,
	Decode: Decode,
	Games:  Games,
	Holds:  holds,
}

func holds(r rules.Rules) error {
	if s := r.Spec(); s.Game != "line" || s.Params["drop"] != "off" || s.Params["topology"] != "plane" {
		return msg.Errorf("the format supports only gomoku, renju and similar games")
	}
	return nil
}

const (
	usual   = "gomoku"
	largest = "20" // rows and columns of Gomocup's board
)

var (
	// opening matches a line. It requires a pair without a space after its comma, unlike a file of
	// columns.
	opening = regexp.MustCompile(`^-?[0-9]{1,2},-?[0-9]{1,2}(?:,?[ \t]+-?[0-9]{1,2},-?[0-9]{1,2})+[ \t]*,?$`)
	// line matches all lines that are read.
	line = regexp.MustCompile(`^-?[0-9]{1,2},-?[0-9]{1,2}(?:(?:,[ \t]*|[ \t]+)-?[0-9]{1,2},-?[0-9]{1,2})*[ \t]*,?$`)
	pair = regexp.MustCompile(`-?[0-9]{1,2},-?[0-9]{1,2}`)
)

// sniffed is the maximum number of lines examined to detect the format.
const sniffed = 100

func sniff(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	n := 0
	for line := range bytes.Lines(head) {
		whole := line[len(line)-1] == '\n' || n == 0
		if line = bytes.TrimSpace(line); len(line) == 0 || !whole {
			continue
		}
		if len(line) > codec.MaxWord || !opening.Match(line) {
			return false
		}
		if n++; n == sniffed {
			break
		}
	}
	return n > 0
}

// Decode reads the first opening. It returns an error if the file has no openings or the first one
// is invalid, and ctx.Err() if ctx ends.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	g, err := open(ctx, data, o, codec.MaxCounted+1)
	if err != nil {
		return nil, err
	}
	d, err := g.Decode(ctx, 0)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(append(g.Warnings, o.MoreGames(len(g.Heads)-1)...), d.Warnings...)
	return d, nil
}

// Games reads all openings. It returns an error if the file has no openings or too many, and
// ctx.Err() if ctx ends.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	g, err := open(ctx, data, o, o.MostGames()+1)
	if err == nil && len(g.Heads) > o.MostGames() {
		return nil, o.TooMany()
	}
	return g, err
}

// open returns the openings of a file, at most limit of them.
func open(ctx context.Context, data []byte, o codec.Options, limit int) (*codec.Games, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	text, warn := o.Text(data)
	var pieces []codec.Piece
	at, lines, far := 0, 0, 0
	for one := range bytes.Lines(text) {
		from := at
		at += len(one)
		if lines++; lines%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if one = bytes.TrimSpace(one); len(one) == 0 {
			continue
		}
		p := codec.Piece{From: from, To: at}
		for _, stone := range stones(one) {
			x, y := split(stone)
			far = max(far, x, -x, y, -y)
			p.Plies++
		}
		if pieces = append(pieces, p); len(pieces) == limit {
			break
		}
	}
	if len(pieces) == 0 {
		return nil, o.Errorf(0, "there is no game in the file")
	}
	r, err := build(o, far)
	if err != nil {
		return nil, err
	}
	for i := range pieces {
		pieces[i].Game = r.Spec().Game
	}
	g := codec.Pieces(text, o, pieces, func(ctx context.Context, line []byte, o codec.Options) (*model.Document, error) {
		return decode(ctx, r, line, o)
	})
	g.Warnings = warn
	return g, nil
}

// build returns the rules for openings with stones at most far from the centre.
func build(o codec.Options, far int) (rules.Rules, error) {
	if o.Spec != nil {
		r, err := o.Games.FromSpec(*o.Spec)
		if err != nil {
			return nil, o.Errorf(0, "%v", err)
		}
		if err := holds(r); err != nil {
			return nil, o.Errorf(0, "%v", err)
		}
		return r, nil
	}
	r, err := o.Preset(usual)
	if err == nil && far > len(r.Board().Rows)/2 {
		s := r.Spec()
		s.Params["rows"], s.Params["cols"] = largest, largest
		r, err = o.Games.FromSpec(s)
	}
	if err != nil {
		return nil, o.Errorf(0, "%v", err)
	}
	return r, nil
}

// stones returns the pairs of a line, nil if it is not an opening.
func stones(text []byte) [][]byte {
	if !line.Match(text) {
		return nil
	}
	return pair.FindAll(text, -1)
}

// split returns both numbers of a pair.
func split(pair []byte) (x, y int) {
	a, b, _ := bytes.Cut(pair, []byte(","))
	x, _ = strconv.Atoi(string(a))
	y, _ = strconv.Atoi(string(b))
	return x, y
}

// decode reads the opening on a line.
func decode(ctx context.Context, r rules.Rules, text []byte, o codec.Options) (*model.Document, error) {
	text = bytes.TrimSpace(text)
	list := stones(text)
	if list == nil {
		return nil, o.Errorf(1, "this is not an opening: %q", codec.Cut(string(text)))
	}
	d := model.NewDocument(r)
	b := r.Board()
	var at codec.Lines
	n := d.Tree.Root()
	at.Add(n, 1)
	for _, one := range list {
		if d.Tree.Len() >= codec.MaxNodes {
			return nil, o.Errorf(1, "the game tree has more than %d nodes", codec.MaxNodes)
		}
		if d.Tree.Len()%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		x, y := split(one)
		col, row := len(b.Columns)/2+x, len(b.Rows)/2+y
		if col < 0 || col >= len(b.Columns) || row < 0 || row >= len(b.Rows) {
			n = d.Tree.AddRaw(n, string(one))
			continue
		}
		n = d.Tree.Add(n, rules.Place(rules.Cell(row*len(b.Columns)+col)))
	}
	d.Warnings = append(d.Warnings, at.Problems(ctx, o, d.Tree)...)
	return d, ctx.Err()
}
