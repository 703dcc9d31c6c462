// Package wthor reads the database of Othello games that the Fédération Française d'Othello publishes: a file of games for
// each year, and the names of players and tournaments in two more beside them.
package wthor

import (
	"context"
	"encoding/binary"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// Format is a file WTH_1978.wtb of games on 8×8 or WTH_1978.wtd of those on 10×10, as the federation's "Format de la base Wthor" describes it: a
// header, and for each game numbers of tournament and players, the discs of Black at the end and with perfect play from some
// move on, and the moves. Passes are not written down. WTHOR.JOU and WTHOR.TRN in the same folder have the names.
//
// Files of solitaires, positions without games, are refused.
var Format = codec.Format{
	Name: "wthor", Title: "WTHOR games of Othello",
	Ext:    []string{ext, ".wtd"},
	Sniff:  sniff,
	Decode: Decode,
	Games:  Games,
}

// ext is the ending of files of games.
const ext = ".wtb"

// headerSize is the size of the header in bytes.
const headerSize = 16

// A record begins with the numbers of the tournament, of Black and of White, two bytes each, and two scores.
const scores, moves = 6, 8

// header is what the header of a file says.
type header struct {
	games uint32
	names uint16 // in a file of names
	year  uint16
	board uint8
	kind  uint8
	depth uint8
}

// size returns how many bytes a record has, and how many rows the board, for the sizes that there are; 0 for others.
func (h header) size() (record, rows int) {
	switch h.board {
	case 0, 8:
		return moves + 60, 8
	case 10:
		return moves + 96, 10
	}
	return 0, 0
}

// readHeader reads the header of data, which has one.
func readHeader(data []byte) header {
	return header{
		games: binary.LittleEndian.Uint32(data[4:]), names: binary.LittleEndian.Uint16(data[8:]), year: binary.LittleEndian.Uint16(data[10:]),
		board: data[12], kind: data[13], depth: data[14],
	}
}

// sniff looks at the date of the file and at the first moves of the first game.
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

// square returns the row and the column of a move, from 0; ok is false where it is none.
func square(b byte, rows int) (row, col int, ok bool) {
	row, col = int(b)/(rows+2)-1, int(b)%(rows+2)-1
	return row, col, row >= 0 && row < rows && col >= 0 && col < rows
}

// file is a file of games.
type file struct {
	header
	o       codec.Options
	rules   rules.Rules
	data    []byte // the records
	record  int    // bytes of each
	rows    int
	cells   [256]rules.Cell // that moves name
	names   names
	results []string // by the discs of Black
	warn    []error  // about the file as a whole
}

// open reads the header of a file, and the names beside it.
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
		return nil, o.Errorf(0, "the file holds solitaires: positions without games, which cannot be read")
	case f.kind != 0:
		return nil, o.Errorf(0, "byte %d of the header says that the file is of kind %d: only files of games, of kind 0, can be read", 13, f.kind)
	case f.rows == 0:
		return nil, o.Errorf(0, "byte %d of the header says that the board is of size %d: it can be 8 or 10", 12, f.board)
	case f.games == 0 && f.header.names > 0:
		return nil, o.Errorf(0, "the file holds names: games are in the files with the ending %s", ext)
	case f.games == 0:
		return nil, o.Errorf(0, "the file holds no game")
	}
	there := (len(data) - headerSize) / f.record
	switch {
	case there == 0:
		return nil, o.Errorf(0, "the file ends at byte %d, within its first game", len(data))
	case uint64(f.games) > uint64(there):
		f.warn = append(f.warn, o.Errorf(0, "the header says that there are %d games: the file ends at byte %d, after %d of them", f.games, len(data), there))
	default:
		there = int(f.games)
		if rest := len(data) - headerSize - there*f.record; rest > 0 {
			f.warn = append(f.warn, o.Errorf(0, "there are %d bytes behind the last game: they were left out", rest))
		}
	}
	f.data = data[headerSize : headerSize+there*f.record]
	r, err := o.Build(rules.Spec{Game: "othello", Params: rules.Params{"size": itoa(f.rows)}})
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

// index fills the tables.
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

// len returns how many games there are.
func (f *file) len() int { return len(f.data) / f.record }

// Decode reads the first game.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	f, err := open(data, o)
	if err != nil {
		return nil, err
	}
	d, err := f.game(ctx, 0)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(append(f.warn, o.Only(f.len()-1)...), d.Warnings...)
	return d, nil
}

// Games reads all games; what it returns can be used by several goroutines at once. The plies of the heads do not count passes.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	f, err := open(data, o)
	if err != nil {
		return nil, err
	}
	g := &codec.Games{Heads: make([]codec.Head, f.len()), Warnings: f.warn, Decode: f.game}
	players := make([]string, 2*len(g.Heads)) // one piece of memory for all
	for i := range g.Heads {
		if i%4096 == 0 {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			o.Progress.Tell(int64(i), int64(len(g.Heads)))
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
