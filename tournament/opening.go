package tournament

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"boardstudio/ai"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// Opening is the start of a game.
type Opening struct {
	Start rules.Position
	Moves []rules.Move
}

// Openings reads openings for games of r from a file. In a file of games, in any supported format,
// the end of each line is an opening. Otherwise each line of the file has the moves of an opening
// from start, and # starts a comment. Finished games are skipped. Errors are of type *codec.Error
// and contain name, the name of the file.
func Openings(ctx context.Context, docs *document.Library, r rules.Rules, start rules.Position, data []byte, name string) ([]Opening, error) {
	o := codec.Options{File: name}
	var list []Opening
	var err error
	if text := bytes.TrimSpace(data); len(text) > 0 && strings.IndexByte("<[({", text[0]) >= 0 {
		list, err = fromGames(ctx, docs, r, data, o)
	} else if list, err = fromLines(r, start, data, o); err != nil && ctx.Err() == nil {
		if games, e := fromGames(ctx, docs, r, withoutRemarks(data), o); e == nil || ctx.Err() != nil || !plain(docs, data) {
			list, err = games, e
		}
	}
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, o.Errorf(0, "it contains no opening")
	}
	return list, nil
}

// plain reports whether data is plain text. If neither reading succeeds, the error for lines of
// moves is then the more useful one.
func plain(docs *document.Library, data []byte) bool {
	f := codec.ByContent(docs.Readable(), data[:min(len(data), 1<<16)])
	return utf8.Valid(data) && (f == nil || f.Name == "record" || f.Name == "position")
}

// withoutRemarks returns data with lines that start with # replaced by empty lines.
func withoutRemarks(data []byte) []byte {
	if bytes.IndexByte(data, '#') < 0 || !utf8.Valid(data) {
		return data
	}
	var text []byte
	for line := range bytes.Lines(data) {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			line = []byte("\n")
		}
		text = append(text, line...)
	}
	return text
}

// fromGames returns an opening for each leaf of each game.
func fromGames(ctx context.Context, docs *document.Library, r rules.Rules, data []byte, o codec.Options) ([]Opening, error) {
	spec := r.Spec()
	o.Spec = &spec
	games, _, err := docs.Games(ctx, o.File, data, o)
	if err != nil {
		return nil, err
	}
	var list []Opening
	for i := range games.Heads {
		d, err := games.Decode(ctx, i)
		if err != nil {
			return nil, err
		}
		more, err := fromDocument(r, d, o)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

func fromDocument(r rules.Rules, d *model.Document, o codec.Options) ([]Opening, error) {
	if !model.SameRules(r, d.Tree.Rules()) {
		return nil, o.Errorf(0, "it belongs to another game")
	}
	for _, w := range d.Warnings {
		if e, ok := w.(*codec.Error); !ok || e.Charset == "" && !e.Many {
			return nil, w
		}
	}
	var list []Opening
	for n := range d.Tree.All() {
		if n.First() != nil {
			continue
		}
		p, err := d.Tree.Position(n)
		if err != nil || p.Result().Over {
			continue
		}
		start, moves, err := d.Tree.Start(n)
		if err != nil {
			return nil, err
		}
		list = append(list, Opening{start, slices.Clone(moves)})
	}
	return list, nil
}

func fromLines(r rules.Rules, start rules.Position, data []byte, o codec.Options) ([]Opening, error) {
	var list []Opening
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		text, _, _ = strings.Cut(text, "#")
		x, p := Opening{Start: start}, start
		for word := range strings.FieldsSeq(text) {
			m, err := r.ParseMove(word)
			if err == nil {
				p, err = p.Play(m)
			}
			if err != nil {
				return nil, o.Errorf(line, "%s: %v", codec.Cut(word), err)
			}
			x.Moves = append(x.Moves, m)
		}
		if len(x.Moves) > 0 && !p.Result().Over {
			list = append(list, x)
		}
	}
	return list, nil
}

const (
	// candidates is the number of moves that a random move is drawn from. These are the moves
	// nearest to the middle, so games on large boards do not start with irrelevant stones.
	candidates = 24
	// openingNodes is the node limit of the search that checks whether an opening is decided.
	openingNodes = 2000
	// tries is the maximum number of openings drawn in search of an undecided one.
	tries = 50
)

// Random returns up to plies random moves near the middle of the board, the n-th draw for the seed.
// It draws up to 50 times until engine does not prove a win or loss in the resulting position. The
// moves stop before one that would end the game.
func Random(ctx context.Context, engine ai.Engine, r rules.Rules, start rules.Position, plies int, seed uint64, n int) ([]rules.Move, error) {
	var moves []rules.Move
	for try := range tries {
		moves = middle(r, start, plies, RandomNumber(seed, tries*n+try))
		i, err := engine.Think(ctx, ai.Request{Rules: r, Start: start, Moves: moves, Limit: ai.Limit{Nodes: openingNodes}}, nil)
		if err != nil {
			return nil, err
		}
		if s := i.Best.Score; !s.Proved || s.Value == 0 {
			break
		}
	}
	return moves, ctx.Err()
}

// middle returns random moves near the middle of the board. None of them ends the game.
func middle(r rules.Rules, start rules.Position, plies int, seed uint64) (moves []rules.Move) {
	rng, b := rand.New(rand.NewPCG(seed, 0)), r.Board()
	distance := func(m rules.Move) float64 {
		if m.To < 0 || int(m.To) >= len(b.Cells) {
			return 0
		}
		at := b.Cells[m.To].Centre
		return math.Hypot(at.X-b.Size.X/2, at.Y-b.Size.Y/2)
	}
	for p := start; len(moves) < plies; {
		list := slices.SortedStableFunc(p.Moves(), func(x, y rules.Move) int { return cmp.Compare(distance(x), distance(y)) })
		if len(list) == 0 {
			break
		}
		m := list[rng.IntN(min(len(list), candidates))]
		next, err := p.Play(m)
		if err != nil || next.Result().Over {
			break
		}
		p, moves = next, append(moves, m)
	}
	return moves
}

// RandomNumber returns the n-th random number for a seed.
func RandomNumber(seed uint64, n int) uint64 { return rand.New(rand.NewPCG(seed, uint64(n))).Uint64() }
