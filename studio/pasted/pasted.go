// Package pasted finds out of which games a text may be a record that does not say so itself.
package pasted

import (
	"cmp"
	"context"
	"slices"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// Longest is the longest text that is looked at, in bytes: reading it takes its time for each game.
const Longest = 32 << 10

// most is how many games are returned at most.
const most = 8

// Game is a game that a text can be read as.
type Game struct {
	Spec  rules.Spec
	Doc   *model.Document
	Legal int // moves that can be played
	Moves int // moves that there are
	Here  bool
}

// Games returns the games, those of which most moves are legal first, the one that is open before others. It is
// empty where the text is no record at all.
func Games(ctx context.Context, text string, here rules.Spec) []Game {
	if len(text) > Longest {
		return nil
	}
	var list []Game
	read := func(s rules.Spec, isHere bool) {
		d, err := ioall.FromText(ctx, text, codec.Options{Spec: &s})
		if err != nil || slices.ContainsFunc(list, func(g Game) bool { return model.SameGame(g.Doc, d) }) {
			return
		}
		g := Game{Spec: s, Doc: d, Here: isHere}
		for v := range d.Tree.Visits(true) {
			if v.Node.Parent() == nil || v.Node.Setup() != "" {
				continue
			}
			g.Moves++
			if v.Pos != nil {
				g.Legal++
			}
		}
		if g.Legal > 0 || isHere {
			list = append(list, g)
		}
	}
	read(here, true)
	if len(list) > 0 && list[0].Legal == list[0].Moves && list[0].Moves > 0 {
		return list // it need not be another one
	}
	for _, family := range all.Games {
		for _, p := range family.Presets {
			if ctx.Err() != nil {
				return nil
			}
			if r, err := family.Build(p.Name, nil); err == nil {
				read(r.Spec(), false)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Game) int { return cmp.Compare(b.Legal, a.Legal) })
	return list[:min(len(list), most)]
}

// Better reports whether the first of the games fits better than the one that is open.
func Better(list []Game) bool { return len(list) > 0 && !list[0].Here }
