package columns

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

// file is a file of games.
type file struct {
	o     codec.Options
	text  []byte
	rules rules.Rules
	zero  bool // columns are counted from 0
	// moves are the moves for each digit. Digits without a column have a move without cells.
	moves [10]rules.Move
	warn  []error
}

// open returns the file and at most limit of its games.
func open(ctx context.Context, data []byte, o codec.Options, limit int) (*file, []codec.Piece, error) {
	if len(data) > codec.MaxFile {
		return nil, nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	f := &file{o: o}
	f.text, f.warn = o.Text(data)
	pieces, err := f.split(ctx, limit)
	if err != nil {
		return nil, nil, err
	}
	if len(pieces) == 0 {
		return nil, nil, o.Errorf(0, "there is no game in the file")
	}
	if err := f.choose(pieces[0]); err != nil {
		return nil, nil, err
	}
	for i := range pieces {
		pieces[i].Game = f.rules.Spec().Game
	}
	return f, pieces, nil
}

// split returns the first most non-empty lines, and detects whether columns are counted from 0. It
// stops after one line more than the maximum number of games.
func (f *file) split(ctx context.Context, most int) (pieces []codec.Piece, err error) {
	at, count := 0, 0
	for line := range bytes.Lines(f.text) {
		from := at
		at += len(line)
		words, _ := wordsOf(line)
		if len(words) == 0 {
			continue
		}
		if count++; count > f.o.MostGames() {
			if len(pieces) < most {
				pieces = append(pieces, codec.Piece{From: from, To: at})
			}
			break
		}
		if count%4096 == 0 {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			f.o.Progress.Report(int64(at), int64(len(f.text)))
		}
		p := codec.Piece{From: from, To: at}
		for _, w := range words {
			if digits(w) {
				p.Plies += len(w)
				f.zero = f.zero || bytes.IndexByte(w, '0') >= 0
			} else {
				p.Plies++
			}
		}
		if len(pieces) < most { // keep scanning the other lines for a 0
			pieces = append(pieces, p)
		}
	}
	return pieces, nil
}

// signed matches a value with a sign, which cannot be a move.
var signed = regexp.MustCompile(`^[-+][0-9]{1,4}$`)

// wordsOf returns the words of a line that are moves, and the value after them, or "". The last
// word is a value if it has a sign. Without a sign, the second of two numbers is a value if the
// first has several digits.
func wordsOf(line []byte) (words [][]byte, value string) {
	words = bytes.FieldsFunc(line, between)
	n := len(words)
	if n < 2 {
		return words, ""
	}
	last := words[n-1]
	if signed.Match(last) || n == 2 && len(words[0]) > 1 && digits(words[0]) && digits(last) && len(last) <= 4 {
		return words[:n-1], string(last)
	}
	return words, ""
}

// between reports whether r separates words.
func between(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\r' || r == '\n' }

func digits(w []byte) bool {
	for _, c := range w {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(w) > 0
}

// choose sets the rules: those of the options, or else the default preset. It returns an error if
// the format does not support the rules or if p is not legal by the default rules.
func (f *file) choose(p codec.Piece) error {
	if f.o.Spec != nil {
		r, err := f.o.Games.FromSpec(*f.o.Spec)
		if err != nil {
			return f.o.Errorf(0, "%v", err)
		}
		if holds(r) != nil {
			return f.o.Unnamed(0)
		}
		f.use(r)
		return nil
	}
	r, err := f.o.Preset(defaultPreset)
	if err != nil {
		return f.o.Errorf(0, "%v", err)
	}
	f.use(r)
	pos := r.Start()
	words, _ := wordsOf(f.text[p.From:p.To])
	for _, w := range words {
		if !digits(w) {
			return f.o.Unnamed(0)
		}
		for _, c := range w {
			if pos, err = pos.Play(f.moves[c-'0']); err != nil {
				return f.o.Unnamed(0)
			}
		}
	}
	return nil
}

// use sets the game to r.
func (f *file) use(r rules.Rules) {
	f.rules = r
	for i := range f.moves {
		f.moves[i] = rules.Move{From: rules.NoCell, To: rules.NoCell}
	}
	first := 1
	if f.zero {
		first = 0
	}
	for col, m := range top(r) {
		if col+first < len(f.moves) {
			f.moves[col+first] = m
		}
	}
}

// top returns the move in each column.
func top(r rules.Rules) []rules.Move {
	b := r.Board()
	list := make([]rules.Move, len(b.Columns))
	for c, cell := range b.Cells {
		if cell.Row == 0 {
			list[cell.Col] = rules.Place(b.Named(rules.Cell(c)))
		}
	}
	return list
}

// Decode reads the first game. It returns an error if the file has no games or its game is unknown,
// or ctx.Err() if ctx ends.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	f, pieces, err := open(ctx, data, o, codec.MaxCounted+1)
	if err != nil {
		return nil, err
	}
	line := 1 + bytes.Count(f.text[:pieces[0].From], []byte("\n"))
	d, err := f.game(ctx, f.text[pieces[0].From:pieces[0].To], line)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(append(f.warn, o.MoreGames(len(pieces)-1)...), d.Warnings...)
	return d, nil
}

// Games reads all games. It returns the same errors as Decode, and an error if there are too many
// games.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	f, pieces, err := open(ctx, data, o, o.MostGames()+1)
	if err != nil {
		return nil, err
	}
	if len(pieces) > o.MostGames() {
		return nil, o.TooMany()
	}
	g := codec.Pieces(f.text, o, pieces, func(ctx context.Context, line []byte, o codec.Options) (*model.Document, error) {
		one := *f
		one.o = o
		return one.game(ctx, line, 1)
	})
	g.Warnings = f.warn
	return g, nil
}

// escapeWord returns a word that is not a move in a form that cannot be mistaken for a value.
func escapeWord(w []byte) []byte {
	if signed.Match(w) {
		return append([]byte{'_'}, w...)
	}
	return w
}

// game reads the game on a line.
func (f *file) game(ctx context.Context, text []byte, line int) (*model.Document, error) {
	d := model.NewDocument(f.rules)
	t := d.Tree
	var at codec.Lines
	n := t.Root()
	at.Add(n, line)
	words, value := wordsOf(text)
	all, wrong := 0, 0
	raw := func(word []byte) {
		n = t.AddRaw(n, string(word))
		wrong++
	}
	for _, w := range words {
		if !digits(w) {
			if len(w) > codec.MaxRaw {
				return nil, f.o.Errorf(line, "a word is longer than %d bytes", codec.MaxRaw)
			}
			all++
			if m, err := f.rules.ParseMove(string(w)); err == nil { // such as "resign"
				n = t.Add(n, m)
			} else {
				raw(escapeWord(w))
			}
			continue
		}
		for i, c := range w {
			if i%4096 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if t.Len() >= codec.MaxNodes || wrong >= codec.MaxNotes {
				return nil, f.o.Errorf(line, "the record has more than %d moves", t.Len()-1)
			}
			all++
			if m := f.moves[c-'0']; m.To != rules.NoCell {
				n = t.Add(n, m)
			} else if f.zero {
				raw([]byte{'#', c}) // without the #, it would be written as another column
			} else {
				raw(w[i : i+1])
			}
		}
	}
	if err := f.o.Prose(all, wrong, line); err != nil {
		return nil, err
	}
	if value != "" {
		if v, ok := evalOf(f.rules, all, value); ok {
			t.Annotate(n, model.Annotation{Evals: []model.Eval{v}})
		} else {
			d.Warnings = append(d.Warnings, f.o.Errorf(line, "after %d moves the value cannot be %s: it is kept", all, value))
			d.Foreign = append(d.Foreign, codec.NewForeign(name, "value", strings.TrimPrefix(value, "+")))
		}
	}
	d.Warnings = append(d.Warnings, at.Problems(ctx, f.o, t)...)
	return d, ctx.Err()
}

// evalEngine is the engine name of values.
const evalEngine = "solver"

// evalOf converts a value after the given number of moves to an evaluation. It returns false if the
// value is impossible.
func evalOf(r rules.Rules, moves int, value string) (v model.Eval, ok bool) {
	score, err := strconv.Atoi(value)
	if err != nil {
		return v, false
	}
	v = model.Eval{Engine: evalEngine, Proved: true}
	if score == 0 {
		return v, true
	}
	v.Score = 1
	winner := moves % 2 // the player who makes the last move
	if score < 0 {
		v.Score, score, winner = -1, -score, 1-winner
	}
	cells := len(r.Board().Cells)
	before := cells + 1 - 2*score // number of moves before the last one
	if before < 0 || before%2 != winner {
		before--
	}
	v.Plies = before + 1 - moves
	return v, before >= 0 && v.Plies > 0 && before < cells
}
