package wthor

import (
	"bytes"
	"context"
	"encoding/binary"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// record is a game as stored in the file.
type record struct {
	tournament, black, white uint16
	score, perfect           uint8 // Black's discs at the end, and with perfect play from some move on
	moves                    []byte
}

func (f *file) at(i int) record {
	b := f.data[i*f.record:][:f.record]
	return record{
		tournament: binary.LittleEndian.Uint16(b), black: binary.LittleEndian.Uint16(b[2:]), white: binary.LittleEndian.Uint16(b[4:]),
		score: b[scores], perfect: b[scores+1], moves: bytes.TrimRight(b[moves:], "\x00"),
	}
}

// date returns the year of the games, or "" if it is unknown.
func (f *file) date() string {
	if f.year == 0 {
		return ""
	}
	return itoa(int(f.year))
}

// result returns the discs of both players, given Black's. It returns "" if the number is
// impossible.
func (f *file) result(black uint8) string {
	if int(black) < len(f.results) {
		return f.results[black]
	}
	return ""
}

// The engine name of perfect scores, and their key in model.Document.Info.
const (
	evalEngine = "WTHOR"
	tagPerfect = "theoretical score"
)

func (f *file) game(ctx context.Context, i int) (*model.Document, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := f.at(i)
	d := model.NewDocument(f.rules)
	warnf := func(format msg.Key, args ...any) {
		d.Warnings = append(d.Warnings, f.o.Errorf(0, "game %d at byte %d: %v", i+1, headerSize+i*f.record, msg.Errorf(format, args...)))
	}
	d.Players[0].Name, d.Players[1].Name = f.names.player(r.black), f.names.player(r.white)
	for _, n := range []struct {
		list []string
		i    uint16
		file string
	}{{f.names.players, r.black, playersFile}, {f.names.players, r.white, playersFile}, {f.names.tournaments, r.tournament, tournamentsFile}} {
		if n.list != nil && int(n.i) >= len(n.list) {
			warnf("name %d is missing: %s has only %d names", n.i, n.file, len(n.list))
		}
	}
	for key, value := range map[string]string{
		model.InfoEvent: f.names.tournament(r.tournament), model.InfoDate: f.date(),
		model.InfoResult: f.result(r.score), tagPerfect: f.result(r.perfect),
	} {
		if value != "" {
			d.Info[key] = value
		}
	}
	if f.result(r.score) == "" {
		warnf("the file gives Black %d discs, more than the board has cells", r.score)
	}
	last := f.play(d.Tree, r)
	switch {
	case last == nil: // a move is illegal
		for _, err := range new(codec.Lines).Problems(ctx, codec.Options{}, d.Tree) {
			warnf("%v", err)
		}
	case last.Result().Over && f.result(r.score) != "":
		if final := last.Result().Final; len(final) == 2 && final[0] != int(r.score) {
			warnf("the file gives the score %s, but the moves lead to %d-%d", f.result(r.score), final[0], final[1])
		}
	}
	return d, ctx.Err()
}

// play adds the moves to the tree. It returns the last position, or nil if a move is illegal.
func (f *file) play(t *model.Tree, r record) rules.Position {
	n, pos := t.Root(), f.rules.Start()
	for i, b := range r.moves {
		if f.cells[b] == rules.NoCell {
			n, pos = t.AddRaw(n, itoa(int(b))), nil
		} else {
			n, pos = codec.Play(t, n, pos, rules.Place(f.cells[b]), nil)
		}
		if empties := f.rows*f.rows - 4 - (i + 1); pos != nil && empties == f.from() && f.result(r.perfect) != "" {
			f.annotate(t, n, pos.Turn(), r)
		}
	}
	return pos
}

// defaultDepth is the depth in newer files that do not specify it.
const defaultDepth = 22

// from returns the number of empty cells at the start of perfect play.
func (f *file) from() int {
	if f.depth == 0 {
		return defaultDepth
	}
	return int(f.depth)
}

// annotate stores the score with perfect play at n.
func (f *file) annotate(t *model.Tree, n *model.Node, turn rules.Player, r record) {
	score := 2*int(r.perfect) - f.rows*f.rows
	switch turn {
	case rules.NoPlayer:
		return
	case 1:
		score = -score
	}
	t.Annotate(n, model.Annotation{Evals: []model.Eval{{Engine: evalEngine, Score: float64(score), Depth: f.from()}}})
}
