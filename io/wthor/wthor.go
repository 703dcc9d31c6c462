// Package wthor reads the database of Othello games published by the Fédération Française
// d'Othello. It consists of a file of games for each year, and two companion files with the names
// of players and tournaments.
package wthor

import (
	"context"
	"encoding/binary"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// Format is the format of files such as WTH_1978.wtb, with games on 8×8, and WTH_1978.wtd, with
// games on 10×10. The federation's "Format de la base Wthor" describes it. A file has a header, and
// a record for each game. A record has the numbers of the tournament and the players, two scores,
// and the moves without passes. The scores are Black's discs at the end and with perfect play from
// some move on. WTHOR.JOU and WTHOR.TRN in the same folder contain the names.
//
// Files of solitaires, which are positions without games, are rejected.
var Format = codec.Format{
	Name: "wthor", Title: "WTHOR games of Othello",
	Ext:           []string{ext, ".wtd"},
	CompanionExts: []string{".jou", ".trn"},
	Sniff:         sniff,
	Decode:        Decode,
	Games:         Games,
}

// ext is the extension of files of games.
const ext = ".wtb"

// headerSize is the size of the header in bytes.
const headerSize = 16

// Offsets in a record. It begins with the numbers of the tournament, of Black and of White, two
// bytes each. The two scores and the moves follow.
const scores, moves = 6, 8

// header is the header of a file.
type header struct {
	games uint32
	names uint16 // number of names, in a file of names
	year  uint16
	board uint8
	kind  uint8
	depth uint8
}

// size returns the size of a record in bytes and the number of rows of the board. It returns 0, 0
// for an unknown board size.
func (h header) size() (record, rows int) {
	switch h.board {
	case 0, 8:
		return moves + 60, 8
	case 10:
		return moves + 96, 10
	}
	return 0, 0
}

// readHeader decodes the header. data must be at least headerSize bytes long.
func readHeader(data []byte) header {
	return header{
		games: binary.LittleEndian.Uint32(data[4:]), names: binary.LittleEndian.Uint16(data[8:]), year: binary.LittleEndian.Uint16(data[10:]),
		board: data[12], kind: data[13], depth: data[14],
	}
}

// sniff checks the date of the file and the moves of the first game.
func sniff(head []byte) bool {
	if len(head) < headerSize {
		return false
	}
	h := readHeader(head)
	record, rows := h.size()
	if record == 0 || len(head) < headerSize+record || h.kind != 0 || h.names != 0 || h.games == 0 ||
		head[0] < 18 || head[0] > 21 || head[1] > 99 || head[2] > 12 || head[3] > 31 {
		return false
	}
	first := head[headerSize+moves : headerSize+record]
	if first[0] == 0 {
		return false
	}
	ended := false
	for _, b := range first {
		_, _, ok := square(b, rows)
		if ended = ended || b == 0; ok == ended {
			return false
		}
	}
	return true
}

// square returns the row and the column of a move, counted from 0. ok is false if b is not a move.
func square(b byte, rows int) (row, col int, ok bool) {
	row, col = int(b)/(rows+2)-1, int(b)%(rows+2)-1
	return row, col, row >= 0 && row < rows && col >= 0 && col < rows
}

// file is a file of games.
type file struct {
	header
	o       codec.Options
	rules   rules.Rules
	data    []byte // all records
	record  int    // size of a record in bytes
	rows    int
	cells   [256]rules.Cell // cell for each move byte
	names   names
	results []string // indexed by Black's discs
	warn    []error  // warnings about the whole file
}

// open reads the header of a file, and the files of names.
func open(data []byte, o codec.Options) (*file, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	if len(data) < headerSize {
		return nil, o.Errorf(0, "the file ends at byte %d, within its header of %d bytes", len(data), headerSize)
	}
	f := &file{header: readHeader(data), o: o}
	f.record, f.rows = f.size()
	switch {
	case f.kind == 1:
		return nil, o.Errorf(0, "the file contains solitaires (positions without games), which are not supported")
	case f.kind != 0:
		return nil, o.Errorf(0, "byte %d of the header says that the file is of kind %d: only kind 0, files of games, can be read", 13, f.kind)
	case f.rows == 0:
		return nil, o.Errorf(0, "byte %d of the header says that the board is of size %d: it can be 8 or 10", 12, f.board)
	case f.games == 0 && f.header.names > 0:
		return nil, o.Errorf(0, "the file contains names: the games are in files that end in %s", ext)
	case f.games == 0:
		return nil, o.Errorf(0, "the file contains no game")
	}
	there := (len(data) - headerSize) / f.record
	switch {
	case there == 0:
		return nil, o.Errorf(0, "the file ends at byte %d, within its first game", len(data))
	case uint64(f.games) > uint64(there):
		f.warn = append(f.warn, o.Damaged(0, "the header says that there are %d games: the file ends at byte %d, after %d of them", f.games, len(data), there))
	default:
		there = int(f.games)
		switch rest := len(data) - headerSize - there*f.record; {
		case rest >= f.record:
			f.warn = append(f.warn, o.Damaged(0, "the header says that there are %d games: %d more after them were left out", f.games, rest/f.record))
		case rest > 0:
			f.warn = append(f.warn, o.Errorf(0, "there are %d bytes after the last game: they were left out", rest))
		}
	}
	f.data = data[headerSize : headerSize+there*f.record]
	r, err := o.Games.FromSpec(rules.Spec{Game: "othello", Params: rules.Params{"size": itoa(f.rows)}})
	if err != nil {
		return nil, o.Errorf(0, "%v", err)
	}
	f.rules = r
	f.index()
	f.names, err = readNames(o)
	if err != nil {
		f.warn = append(f.warn, err)
	}
	return f, nil
}

// index fills the tables cells and results.
func (f *file) index() {
	at := map[[2]int]rules.Cell{}
	for c, cell := range f.rules.Board().Cells {
		at[[2]int{cell.Row, cell.Col}] = rules.Cell(c)
	}
	for b := range f.cells {
		f.cells[b] = rules.NoCell
		if row, col, ok := square(byte(b), f.rows); ok {
			f.cells[b] = at[[2]int{row, col}]
		}
	}
	all := f.rows * f.rows
	for black := range all + 1 {
		f.results = append(f.results, itoa(black)+"-"+itoa(all-black))
	}
}

// len returns the number of games.
func (f *file) len() int { return len(f.data) / f.record }

// Decode reads the first game. It returns an error if the file is not a valid file of games, and
// ctx.Err() if ctx ends.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	f, err := open(data, o)
	if err != nil {
		return nil, err
	}
	d, err := f.game(ctx, 0)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(append(f.warn, o.MoreGames(f.len()-1)...), d.Warnings...)
	return d, nil
}

// Games reads all games. It returns an error if the file is invalid or has too many games, and
// ctx.Err() if ctx ends. The result may be used concurrently. The plies in the heads do not include
// passes.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	f, err := open(data, o)
	if err != nil {
		return nil, err
	}
	if f.len() > o.MostGames() {
		return nil, o.TooMany()
	}
	g := &codec.Games{Heads: make([]codec.Head, f.len()), Warnings: f.warn, Decode: f.game}
	players := make([]string, 2*len(g.Heads)) // one allocation for all games
	for i := range g.Heads {
		if i%4096 == 0 {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			o.Progress.Report(int64(i), int64(len(g.Heads)))
		}
		r := f.at(i)
		p := players[2*i : 2*i+2 : 2*i+2]
		p[0], p[1] = f.names.player(r.black), f.names.player(r.white)
		g.Heads[i] = codec.Head{
			Players: p, Event: f.names.tournament(r.tournament), Date: f.date(), Result: f.result(r.score),
			Game: f.rules.Spec().Game, Plies: len(r.moves),
		}
	}
	return g, nil
}
