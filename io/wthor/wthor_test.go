package wthor

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
	"boardstudio/rules"
)

// known is a game of 1992, ending 20-44, in which Black passes before the last two moves.
const known = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e2a3d1c1a4a5f3g4f1e7d7d8e6f6b6e1b1c7a6a7b2f7g3g5h4h5g2h1g1a1a2b7c8b8a8h3h6g6e8h7h2h8g8g7f8"

// table describes a file to generate.
type table struct {
	board, kind, depth byte
	count              int // number of games in the header, -1 for the actual number
	games              []entry
}

type entry struct {
	tournament, black, white int
	score, perfect           int
	moves                    string
}

func (e table) bytes() []byte {
	b := make([]byte, headerSize)
	copy(b, []byte{20, 24, 5, 1})
	n := len(e.games)
	if e.count >= 0 {
		n = e.count
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(n))
	binary.LittleEndian.PutUint16(b[10:], 1992)
	b[12], b[13], b[14] = e.board, e.kind, e.depth
	size, rows := header{board: e.board}.size()
	for _, g := range e.games {
		r := make([]byte, size)
		binary.LittleEndian.PutUint16(r, uint16(g.tournament))
		binary.LittleEndian.PutUint16(r[2:], uint16(g.black))
		binary.LittleEndian.PutUint16(r[4:], uint16(g.white))
		r[scores], r[scores+1] = byte(g.score), byte(g.perfect)
		at := moves
		for text := g.moves; text != ""; at++ {
			end := 1
			for end < len(text) && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			row := 0
			fmt.Sscan(text[1:end], &row)
			r[at] = byte(row*(rows+2) + int(text[0]-'a') + 1)
			text = text[end:]
		}
		b = append(b, r...)
	}
	return b
}

// nameFile returns a file of names.
func nameFile(size int, list ...string) []byte {
	b := make([]byte, headerSize)
	binary.LittleEndian.PutUint16(b[8:], uint16(len(list)))
	for _, n := range list {
		field := make([]byte, size)
		copy(field, n)
		b = append(b, field...)
	}
	return b
}

func options() codec.Options {
	o := codectest.Options("WTH_1992.wtb")
	o.Companion = func(name string) ([]byte, error) {
		switch name {
		case playersFile:
			return nameFile(playerSize, "???", "Penloup Dominique", "Juhem Marc", "nineteen characters"), nil
		case tournamentsFile:
			return nameFile(tournamentSize, "Diverses parties", "Open d'\xcele-de-France"), nil
		}
		return nil, fs.ErrNotExist
	}
	return o
}

func TestGame(t *testing.T) {
	data := table{board: 8, depth: 24, count: -1, games: []entry{
		{1, 1, 2, 20, 22, known},
		{0, 3, 0, 33, 30, "f5d6"},
	}}.bytes()
	o := options()
	d := codectest.Decode(t, &Format, data, o)
	if got := codectest.Warnings(d); got != "WTH_1992.wtb: the file contains 2 games: only the first was read\n" {
		t.Errorf("warnings: %s", got)
	}
	if d.Players[0].Name != "Penloup Dominique" || d.Players[1].Name != "Juhem Marc" {
		t.Errorf("players %v", d.Players)
	}
	for key, want := range map[string]string{"event": "Open d'Île-de-France", "date": "1992", "result": "20-44", tagPerfect: "22-42"} {
		if d.Info[key] != want {
			t.Errorf("%s is %q, want %q", key, d.Info[key], want)
		}
	}
	if d.Tree.Len()-1 != 62 {
		t.Errorf("%d moves, want 60 and two passes", d.Tree.Len()-1)
	}
	ply := 0
	for n := range d.Tree.Main() {
		if evals := n.Evals(); len(evals) > 0 {
			ply = n.Ply()
			// After 36 moves, Black is to move and loses by 20.
			if evals[0].Engine != evalEngine || evals[0].Score != -20 || evals[0].Depth != 24 || ply != 36 {
				t.Errorf("%+v at ply %d", evals[0], ply)
			}
		}
	}
	if ply == 0 {
		t.Error("the theoretical score is not among the evaluations")
	}
	if n := codectest.All(t, &Format, data, o, nil); n != 2 {
		t.Errorf("%d games", n)
	}
	g, err := Games(context.Background(), data, o)
	if err != nil || !slices.Equal(g.Heads[1].Players, []string{"nineteen characters", "???"}) || g.Heads[1].Plies != 2 || g.Heads[1].Game != "othello" {
		t.Errorf("%+v, %v", g, err)
	}
}

func TestLargeBoard(t *testing.T) {
	r, err := codectest.Options("").Games.FromSpec(rules.Spec{Game: "othello", Params: rules.Params{"size": "10"}})
	if err != nil {
		t.Fatal(err)
	}
	text, pos := "", r.Start()
	for pos.Turn() != rules.NoPlayer {
		for m := range pos.Moves() {
			if m != rules.Pass {
				text += r.FormatMove(m)
			}
			pos, _ = pos.Play(m)
			break
		}
	}
	data := table{board: 10, count: -1, games: []entry{{0, 1, 2, pos.Result().Final[0], 50, text}}}.bytes()
	if len(data) != headerSize+104 {
		t.Fatalf("%d bytes", len(data))
	}
	if !Format.Sniff(data) {
		t.Error("it is not recognised")
	}
	d := codectest.Decode(t, &Format, data, options())
	if len(d.Warnings) > 0 || d.Tree.Rules().Spec().Params["size"] != "10" || d.Info["result"] != fmt.Sprintf("%d-%d", pos.Result().Final[0], pos.Result().Final[1]) {
		t.Errorf("%v, %v", d.Warnings, d.Info)
	}
	codectest.Same(t, &Format, d)
}

func TestWithoutNames(t *testing.T) {
	data := table{count: -1, games: []entry{{7, 5, 6, 20, 22, known}}}.bytes()
	for name, tt := range map[string]struct {
		beside func(string) ([]byte, error)
		want   string
	}{
		"no folder": {nil, "a.wtb: the files WTHOR.JOU and WTHOR.TRN were not found: players and tournaments have numbers instead of names\n"},
		"no file":   {func(string) ([]byte, error) { return nil, fs.ErrNotExist }, "a.wtb: WTHOR.TRN next to the file cannot be read, so numbers are shown instead of names: file does not exist\n"},
		"short":     {func(string) ([]byte, error) { return make([]byte, 9), nil }, "a.wtb: WTHOR.TRN next to the file cannot be read, so numbers are shown instead of names: a.wtb: the file ends at byte 9, within its header of 16 bytes\n"},
	} {
		t.Run(name, func(t *testing.T) {
			o := codectest.Options("a.wtb")
			o.Companion = tt.beside
			d := codectest.Decode(t, &Format, data, o)
			if codectest.Warnings(d) != tt.want || d.Players[0].Name != "#5" || d.Players[1].Name != "#6" || d.Info["event"] != "#7" {
				t.Errorf("%v, %v\n%s", d.Players, d.Info, codectest.Warnings(d))
			}
		})
	}
	d := codectest.Decode(t, &Format, data, options())
	want := `WTH_1992.wtb: game 1 at byte 16: name 5 is missing: WTHOR.JOU has only 4 names
WTH_1992.wtb: game 1 at byte 16: name 6 is missing: WTHOR.JOU has only 4 names
WTH_1992.wtb: game 1 at byte 16: name 7 is missing: WTHOR.TRN has only 2 names
`
	if codectest.Warnings(d) != want || d.Players[0].Name != "#5" {
		t.Errorf("%v\n%s", d.Players, codectest.Warnings(d))
	}
}

// TestWrongGames checks that problems of a game are reported, and that the game is read.
func TestWrongGames(t *testing.T) {
	broken := func(change func(moves []byte)) []byte {
		data := table{count: -1, games: []entry{{0, 1, 2, 20, 22, known}}}.bytes()
		change(data[headerSize+moves:])
		return data
	}
	for _, tt := range []struct {
		name  string
		data  []byte
		nodes int
		want  string
	}{
		{"first", broken(func(m []byte) { m[0] = 11 }), 60, "game 1 at byte 16: move 1 (a1): a disc on a1 would not turn over any disc"},
		{"middle", broken(func(m []byte) { m[30] = 45 }), 60, "game 1 at byte 16: move 31 (e4): there is a disc on e4 already"},
		{"last", broken(func(m []byte) { m[59] = 99 }), 62, "game 1 at byte 16: move 62 (99): the move could not be read"},
		{"gap", broken(func(m []byte) { m[5] = 0 }), 60, "game 1 at byte 16: move 6 (0): the move could not be read"},
		{"score", table{count: -1, games: []entry{{0, 1, 2, 21, 22, known}}}.bytes(), 62, "game 1 at byte 16: the file gives the score 21-43, but the moves lead to 20-44"},
		{"discs", table{count: -1, games: []entry{{0, 1, 2, 65, 66, known}}}.bytes(), 62, "game 1 at byte 16: the file gives Black 65 discs, more than the board has cells"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := codectest.Decode(t, &Format, tt.data, options())
			if len(d.Warnings) != 1 || !strings.Contains(codectest.Warnings(d), tt.want) || d.Tree.Len()-1 != tt.nodes {
				t.Errorf("%d moves, %s", d.Tree.Len()-1, codectest.Warnings(d))
			}
			codectest.Same(t, &Format, d)
		})
	}
}

func TestWrongFiles(t *testing.T) {
	one := []entry{{0, 1, 2, 20, 22, known}}
	good := table{board: 8, count: 1, games: one}.bytes()
	for _, tt := range []struct {
		name string
		data []byte
		err  string // "" if only a warning is expected
		warn string
	}{
		{"empty", nil, "the file ends at byte 0, within its header of 16 bytes", ""},
		{"short header", good[:15], "the file ends at byte 15, within its header of 16 bytes", ""},
		{"short game", good[:50], "the file ends at byte 50, within its first game", ""},
		{"no game", table{}.bytes(), "the file contains no game", ""},
		{"names", nameFile(playerSize, "a"), "the file contains names: the games are in files that end in .wtb", ""},
		{"solitaires", table{board: 8, kind: 1, count: 1, games: one}.bytes(), "the file contains solitaires (positions without games), which are not supported", ""},
		{"kind", table{board: 8, kind: 9, count: 1, games: one}.bytes(), "byte 13 of the header says that the file is of kind 9: only kind 0, files of games, can be read", ""},
		{"board", table{board: 9, count: 1}.bytes(), "byte 12 of the header says that the board is of size 9: it can be 8 or 10", ""},
		{"more games", table{count: 1<<32 - 1, games: []entry{one[0], one[0], one[0]}}.bytes(), "", "the header says that there are 4294967295 games: the file ends at byte 220, after 3 of them"},
		{"odd length", append(table{count: 2, games: one}.bytes(), 1, 2, 3), "", "the header says that there are 2 games: the file ends at byte 87, after 1 of them"},
		{"fewer games", append(slices.Clone(good), 1, 2, 3), "", "there are 3 bytes after the last game: they were left out"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Decode(context.Background(), tt.data, options())
			var e *codec.Error
			switch {
			case tt.err != "":
				if !errors.As(err, &e) || err.Error() != "WTH_1992.wtb: "+tt.err {
					t.Error(err)
				}
			case err != nil || len(d.Warnings) == 0 || d.Warnings[0].Error() != "WTH_1992.wtb: "+tt.warn:
				t.Errorf("%v, %v", err, d)
			}
		})
	}
	codectest.Cut(t, &Format, table{count: -1, games: []entry{one[0], one[0]}}.bytes(), options())
}

func TestSniff(t *testing.T) {
	good := table{board: 8, count: -1, games: []entry{{0, 1, 2, 20, 22, "f5d6c3"}}}.bytes()
	if !sniff(good) {
		t.Error("a file of games is not recognised")
	}
	for i, change := range []func(b []byte){
		func(b []byte) { b[0] = 0 }, func(b []byte) { b[1] = 100 }, func(b []byte) { b[2] = 13 }, func(b []byte) { b[3] = 32 },
		func(b []byte) { b[4] = 0 }, func(b []byte) { b[8] = 1 }, func(b []byte) { b[12] = 9 }, func(b []byte) { b[13] = 1 },
		func(b []byte) { b[24] = 0 }, func(b []byte) { b[25] = 9 }, func(b []byte) { b[83] = 11 },
	} {
		b := slices.Clone(good)
		if change(b); sniff(b) {
			t.Errorf("change %d is still recognised", i)
		}
	}
	if sniff(good[:len(good)-1]) || sniff(nil) || sniff([]byte("[Game \"Othello\"]\n1. f5 d6 2. c3 d3 3. c4 f4 and much more of a text that goes on and on for a while")) {
		t.Error("something else is recognised")
	}
}

// TestPublished checks the federation's files, if available: every game is legal and ends with the
// stored score.
func TestPublished(t *testing.T) {
	dir := codectest.Folder(t, "wthor")
	files, err := filepath.Glob(dir + "/*.wtb")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	games := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		o := codectest.Options(filepath.Base(name))
		o.Companion = func(other string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, other)) }
		if !sniff(data) {
			t.Errorf("%s is not recognised", name)
		}
		games += codectest.All(t, &Format, data, o, func(d *model.Document) {
			if len(d.Warnings) > 0 {
				t.Errorf("%s: %s", name, codectest.Warnings(d))
			}
		})
	}
	t.Logf("%d games in %d files", games, len(files))
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	data := table{count: -1, games: []entry{{0, 1, 2, 20, 22, known}}}.bytes()
	if d, err := Decode(ctx, data, options()); d != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", d, err)
	}
	if g, err := Games(ctx, data, options()); g != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", g, err)
	}
}

func FuzzDecode(f *testing.F) {
	var seeds [][]byte
	for _, e := range []entry{
		{0, 1, 2, 20, 22, known},
		{1, 1, 2, 64, 0, "f5d6c3"},
		{9, 9, 9, 255, 255, "a1"},
		{0, 0, 0, 0, 0, ""},
		{65535, 65535, 65535, 33, 31, "f5f5f5"},
		{0, 1, 2, 33, 31, known[:72]},
		{0, 1, 2, 33, 31, known[:74]},
	} {
		for _, board := range []byte{0, 8} {
			seeds = append(seeds, table{board: board, depth: board * 3, count: -1, games: []entry{e, e}}.bytes())
		}
	}
	seeds = append(seeds, table{board: 10, count: -1, games: []entry{{0, 1, 2, 50, 50, "d5d6"}}}.bytes(), nameFile(playerSize, "a", "b"))
	codectest.Fuzz(f, &Format, options(), seeds...)
}

// BenchmarkList lists the number of games published by the federation from 1977 to 2021.
func BenchmarkList(b *testing.B) {
	year := table{board: 8, count: -1, games: slices.Repeat([]entry{{0, 1, 2, 20, 22, known}}, 127_475/45+1)}.bytes()
	for b.Loop() {
		for range 45 {
			if _, err := Games(context.Background(), year, options()); err != nil {
				b.Fatal(err)
			}
		}
	}
}
