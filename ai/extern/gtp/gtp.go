// Package gtp speaks the Go Text Protocol, version 2, for games of two players: as the side that asks, and as the side that answers.
//
// A vertex is the letter of a column, without i, and the number of a row, counted from below; where pieces fall it is where the piece
// comes to lie, where seeds are sown it is the pit that is emptied. The commands that are not of the protocol begin with
// "boardstudio-": boardstudio-game takes a game and its parameters, as in "boardstudio-game line rows=6 cols=7 k=4 drop=on", and
// boardstudio-position a position as text.
package gtp

import (
	"strconv"
	"strings"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// Protocol is GTP.
var Protocol = extern.Protocol{
	Name: "gtp", Title: "GTP",
	Plays: plays, Samples: samples, Goodbye: "quit",
	Remark: func(string) bool { return false },
	Dial: func(r rules.Rules, e extern.Entry) extern.Talker {
		return &client{board: newBoard(r, e.Options[rowOption] == top), options: e.Options, added: e.Game != nil}
	},
	Options: []rules.Param{{Name: rowOption, Title: "Row 1", Kind: rules.Choice, Default: "bottom", Options: []rules.Option{
		{Name: "bottom", Title: "At the bottom"}, {Name: top, Title: "At the top"},
	}}},
}

// top is where some programs have row 1.
const top = "top"

// rowOption says where row 1 is. Other options are commands of the program: their name is sent with their value.
const rowOption = "row1"

// The commands that name a game and a position, and the one by which programs tell their options.
const (
	guiCommand      = "gogui-analyze_commands"
	gameCommand     = "boardstudio-game"
	positionCommand = "boardstudio-position"
)

// letters are those of columns.
const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// samples returns the presets of games for two.
func samples() []extern.Sample {
	var list []extern.Sample
	for _, g := range all.Games {
		for _, p := range g.Presets {
			if r, err := g.Build(p.Name, nil); err == nil && !p.Loose && plays(r) == nil {
				list = append(list, extern.Sample{Name: p.Name, Rules: r})
			}
		}
	}
	return list
}

// plays accepts games of two players, each cell of which has a vertex of its own.
func plays(r rules.Rules) error {
	if err := ai.Two(r); err != nil {
		return err
	}
	seen := map[[2]int]bool{}
	for _, c := range r.Board().Cells {
		if c.Col < 0 || c.Col >= len(letters) || seen[[2]int{c.Row, c.Col}] {
			return msg.Errorf("the protocol %s knows boards of at most %d columns only", "GTP", len(letters))
		}
		seen[[2]int{c.Row, c.Col}] = true
	}
	return nil
}

// board names the cells of a game.
type board struct {
	rules rules.Rules
	rows  int
	above bool // row 1 is at the top
}

func newBoard(r rules.Rules, above bool) board {
	b := board{rules: r, above: above}
	for _, c := range r.Board().Cells {
		b.rows = max(b.rows, c.Row+1)
	}
	return b
}

// vertex returns the name of a cell.
func (b board) vertex(c rules.Cell) string {
	at := b.rules.Board().Cells[c]
	row := b.rows - at.Row
	if b.above {
		row = at.Row + 1
	}
	return string(letters[at.Col]) + strconv.Itoa(row)
}

// write returns a move as it is written where it is legal.
func (b board) write(at rules.Position, m rules.Move) string {
	switch m {
	case rules.Pass:
		return "pass"
	case rules.Resign:
		return "resign"
	case rules.Swap:
		return "swap"
	}
	c := m.To
	if m.From != rules.NoCell {
		c = m.From
	} else if next, err := at.Play(m); err == nil {
		c = rules.Landing(b.rules.Board(), at, next, m)
	}
	return b.vertex(c)
}

// read returns the legal move that is written so; false when there is none.
func (b board) read(at rules.Position, text string) (rules.Move, bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	if text == "RESIGN" && at.Turn() != rules.NoPlayer {
		return rules.Resign, true
	}
	for m := range at.Moves() {
		if strings.ToUpper(b.write(at, m)) == text {
			return m, true
		}
	}
	return rules.Move{}, false
}

// colour returns who a colour is: black begins.
func colour(text string) (rules.Player, bool) {
	switch strings.ToLower(text) {
	case "b", "black":
		return 0, true
	case "w", "white":
		return 1, true
	}
	return rules.NoPlayer, false
}

// colours are the names of the players.
var colours = [2]string{"black", "white"}

// describe returns what builds the rules again, in words between spaces.
func describe(s rules.Spec) string {
	words := []string{s.Game}
	for _, name := range s.Params.Names() {
		words = append(words, name+"="+s.Params[name])
	}
	return strings.Join(words, " ")
}

// understand returns the rules that describe has written; a preset may stand for the game. The error is an *msg.Error.
func understand(words []string) (rules.Rules, error) {
	if len(words) == 0 {
		return nil, msg.Errorf("the game is missing")
	}
	over := rules.Params{}
	for _, w := range words[1:] {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			return nil, msg.Errorf("%q is not of the form name=value", w)
		}
		over[name] = value
	}
	r, err := all.Build(words[0], over)
	if err == nil {
		err = plays(r)
	}
	return r, err
}

// words cuts a line into words, without a comment and the control characters that the protocol drops.
func words(text string) []string {
	text, _, _ = strings.Cut(text, "#")
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 127 {
			return -1
		}
		return r
	}, text)
	return strings.Fields(text)
}
