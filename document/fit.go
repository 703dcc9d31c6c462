package document

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// longestFit is the number of bytes that Fits examines, in whole lines. Reading takes time for each
// game.
const longestFit = 32 << 10

// mostFits is the largest number of results of Fits.
const mostFits = 8

// Fit is a way to read data.
type Fit struct {
	Format *codec.Format
	Spec   rules.Spec
	Name   string // name of the preset; "" for the game of the options or the one named by the data
	Doc    *model.Document
	Legal  int  // number of legal moves
	Moves  int  // number of all moves
	Here   bool // the game is that of the options
	Named  bool // the data names its game
}

// Fits returns the games as which data can be read. data need not name its game. The results are
// sorted by the number of legal moves, and the game of o.Spec comes first among equals. The result
// is unique if data names its game, or if all its moves are legal in the game of o.Spec. The list
// is empty if data is not a record. path is the name of the file, or "" for pasted text.
func (l *Library) Fits(ctx context.Context, path string, data []byte, o codec.Options) []Fit {
	if len(data) > longestFit {
		data = data[:bytes.LastIndexByte(data[:longestFit], '\n')+1]
	}
	if len(data) == 0 {
		return nil
	}
	var list []Fit
	for _, f := range l.candidateFormats(path, data) {
		list = append(list, l.fitsIn(ctx, f, data, o, list)...)
	}
	slices.SortStableFunc(list, func(a, b Fit) int {
		if c := cmp.Compare(b.Legal, a.Legal); c != 0 || a.Here == b.Here {
			return c
		}
		if a.Here {
			return -1
		}
		return 1
	})
	if len(list) > 0 && list[0].Here && list[0].whole() {
		list = list[:1]
	}
	if len(list) == 1 && !list[0].Here {
		list[0].Named = l.namesGame(ctx, list[0].Format, data, o)
	}
	return list[:min(len(list), mostFits)]
}

// candidateFormats returns the formats that data may have. A text that no format recognises may be a list of
// moves.
func (l *Library) candidateFormats(path string, data []byte) (list []*codec.Format) {
	head := data[:min(len(data), sniffed)]
	for _, f := range l.Readable() {
		if f.Sniff != nil && f.Sniff(head) {
			list = append(list, f)
		}
	}
	if named := byExt(l.Readable(), path); named != nil && !slices.Contains(list, named) {
		list = append(list, named)
	}
	if len(list) == 0 && path == "" {
		list = append(list, l.Moves)
	}
	return list
}

// fitsIn returns the ways to read data in one format, except those in known.
func (l *Library) fitsIn(ctx context.Context, f *codec.Format, data []byte, o codec.Options, known []Fit) (list []Fit) {
	read := func(spec *rules.Spec, name string, here bool) (named bool) {
		o := o
		o.Spec = spec
		d, err := l.DecodeAs(ctx, f, data, o)
		if err != nil {
			return !codec.IsUnnamed(err) && spec == nil
		}
		same := func(g Fit) bool { return model.SameGame(g.Doc, d) }
		if slices.ContainsFunc(list, same) || slices.ContainsFunc(known, same) {
			return true
		}
		g := Fit{Format: f, Spec: d.Tree.Rules().Spec(), Name: name, Doc: d}
		if here { // unless the text names another game
			r, err := l.Rules.FromSpec(*spec)
			g.Here = err == nil && model.SameRules(r, d.Tree.Rules())
		}
		for v := range d.Tree.Visits(true) {
			if v.Node.Parent() == nil || v.Node.Setup() != "" {
				continue
			}
			g.Moves++
			if v.Pos != nil {
				g.Legal++
			}
		}
		if g.Legal > 0 || here || spec == nil || g.Moves == 0 && d.Tree.Root().Setup() != "" {
			list = append(list, g)
		}
		return true
	}
	if o.Spec != nil {
		read(o.Spec, "", true)
		if len(list) > 0 && list[0].whole() {
			return list
		}
	}
	if read(nil, "", false) {
		return list
	}
	for _, family := range l.Rules {
		for _, p := range family.Presets {
			if ctx.Err() != nil {
				return nil
			}
			r, err := family.Build(p.Name, nil)
			if err != nil || f.Holds != nil && f.Holds(r) != nil {
				continue
			}
			spec := r.Spec()
			read(&spec, p.Name, false)
		}
	}
	return list
}

// whole reports whether there are moves and all are legal.
func (g Fit) whole() bool { return g.Moves > 0 && g.Legal == g.Moves }

// Better reports whether the best reading fits better than the selected game, and data does not name its game.
func Better(list []Fit) bool { return len(list) > 0 && !list[0].Here && !list[0].Named }

// namesGame reports whether data names its game: it does if it reads as the same game with two
// other presets.
func (l *Library) namesGame(ctx context.Context, f *codec.Format, data []byte, o codec.Options) bool {
	var read []*model.Document
	for _, preset := range []string{"tictactoe", "othello", "renju"} {
		r, err := l.Rules.Build(preset, nil)
		if err != nil {
			return false
		}
		spec := r.Spec()
		o.Spec = &spec
		d, err := l.DecodeAs(ctx, f, data, o)
		if err != nil {
			return false
		}
		read = append(read, d)
	}
	return model.SameRules(read[0].Tree.Rules(), read[1].Tree.Rules()) && model.SameRules(read[0].Tree.Rules(), read[2].Tree.Rules())
}
