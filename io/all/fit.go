package all

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"boardstudio/io/codec"
	"boardstudio/io/record"
	"boardstudio/model"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// longestFit is how much of the data Fits looks at, whole lines, in bytes: reading it takes its time for each game.
const longestFit = 32 << 10

// mostFits is how many ways to read data are returned at most.
const mostFits = 8

// Fit is a way to read data.
type Fit struct {
	Format *codec.Format
	Spec   rules.Spec
	Name   string // of the preset, "" for the game of the options or that the data names
	Doc    *model.Document
	Legal  int  // moves that can be played
	Moves  int  // moves that there are
	Here   bool // the game is that of the options
}

// Fits returns the games that data, which need not name its game, can be read as, those of which most moves are legal first,
// and the game of o.Spec before others. There is only one where the data names its game or is played without a wrong move in that of o.Spec.
// The list is empty where the data is no record at all. path is the name of a file, "" for a text.
func Fits(ctx context.Context, path string, data []byte, o codec.Options) []Fit {
	if len(data) > longestFit {
		data = data[:bytes.LastIndexByte(data[:longestFit], '\n')+1]
	}
	if len(data) == 0 {
		return nil
	}
	var list []Fit
	for _, f := range fitting(path, data) {
		list = append(list, fits1(ctx, f, data, o, list)...)
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
	return list[:min(len(list), mostFits)]
}

// fitting returns the formats that data may be in: a text that none recognises is a list of moves.
func fitting(path string, data []byte) (list []*codec.Format) {
	head := data[:min(len(data), sniffed)]
	for _, f := range Readable() {
		if f.Sniff != nil && f.Sniff(head) {
			list = append(list, f)
		}
	}
	if named := byExt(Readable(), path); named != nil && !slices.Contains(list, named) {
		list = append(list, named)
	}
	if len(list) == 0 && path == "" {
		list = append(list, &record.Format)
	}
	return list
}

// fits1 returns the ways to read data in one format that are not in known.
func fits1(ctx context.Context, f *codec.Format, data []byte, o codec.Options, known []Fit) (list []Fit) {
	read := func(spec *rules.Spec, name string, here bool) (named bool) {
		o := o
		o.Spec = spec
		d, err := DecodeAs(ctx, f, data, o)
		if err != nil {
			return !codec.IsUnnamed(err) && spec == nil
		}
		same := func(g Fit) bool { return model.SameGame(g.Doc, d) }
		if slices.ContainsFunc(list, same) || slices.ContainsFunc(known, same) {
			return true
		}
		g := Fit{Format: f, Spec: d.Tree.Rules().Spec(), Name: name, Doc: d}
		if here { // unless the text names another game
			r, err := games.FromSpec(*spec)
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
	for _, family := range games.Games {
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

// whole reports whether there are moves, all of which are legal.
func (g Fit) whole() bool { return g.Moves > 0 && g.Legal == g.Moves }

// Better reports whether the first of the ways to read data fits better than the game of the options.
func Better(list []Fit) bool { return len(list) > 0 && !list[0].Here }
