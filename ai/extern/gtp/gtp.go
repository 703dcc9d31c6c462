// Package gtp implements the Go Text Protocol, version 2, for games of two players, both as a
// client and as a server.
//
// A vertex is the letter of a column, without i, and the number of a row, counted from below. If
// pieces fall, it is the cell where the piece lands. In sowing games, it is the pit that is
// emptied. For hexagonal boards, the dialect HTP of HexGui and its engines applies: letters include
// i, row 1 is at the top, "boardsize" has width and height, and a swap is "swap-pieces".
//
// Commands that are not part of the protocol begin with "boardstudio-". The command
// boardstudio-game has a game and its parameters, as in "boardstudio-game line rows=6 cols=7 k=4
// drop=on". The command boardstudio-position has the text of a position.
package gtp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Protocol is GTP.
var Protocol = extern.Protocol{
	Name: "gtp", Title: "GTP",
	Plays: plays, Samples: samples, Goodbye: "quit",
	Remark: func(string) bool { return false },
	Dial: func(r rules.Rules, e extern.Entry) extern.Talker {
		return &client{board: newBoard(r, e.Options[rowOption]), options: e.Options, added: e.Game != nil}
	},
	Options: []rules.Param{{Name: rowOption, Title: "Row 1", Kind: rules.Choice, Default: usual, Options: []rules.Option{
		{Name: usual, Title: "Default for the board"}, {Name: bottom, Title: "At the bottom"}, {Name: top, Title: "At the top"},
	}}},
}

// Values of rowOption. With usual, row 1 is at the top of hexagonal boards, and at the bottom of
// other boards.
const (
	usual  = "usual"
	bottom = "bottom"
	top    = "top"
)

// rowOption sets the position of row 1. Other options are commands of the program: their name is
// sent with their value.
const rowOption = "row1"

// Commands for setting a game and a position, and for listing options.
const (
	guiCommand      = "gogui-analyze_commands"
	gameCommand     = "boardstudio-game"
	positionCommand = "boardstudio-position"
)

// dialect has the names used by a protocol.
type dialect struct {
	letters string // letters of the columns
	above   bool   // row 1 is at the top
	both    bool   // boardsize has width and height
	swap    string
	swaps   []string // other words accepted for a swap
}

// Dialects for boards of squares and of hexagons.
var (
	squares  = dialect{letters: "ABCDEFGHJKLMNOPQRSTUVWXYZ", swap: "swap"}
	hexagons = dialect{letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", above: true, both: true, swap: "swap-pieces", swaps: []string{"swap"}}
)

// swapSides is the word for a swap that exchanges the players' seats and not the stones.
const swapSides = "swap-sides"

// dialectOf returns the dialect for a board.
func dialectOf(b *rules.Board) dialect {
	if len(b.Outline) == 6 {
		return hexagons
	}
	return squares
}

// samples returns the presets of games for two players.
func samples(games rules.Catalog) []extern.Sample {
	var list []extern.Sample
	for _, g := range games {
		for _, p := range g.Presets {
			if r, err := g.Build(p.Name, nil); err == nil && !p.Loose && plays(r) == nil {
				list = append(list, extern.Sample{Name: p.Name, Rules: r})
			}
		}
	}
	return list
}

// plays accepts games of two players in which each cell has a unique vertex.
func plays(r rules.Rules) error {
	if err := ai.Two(r); err != nil {
		return err
	}
	seen := map[[2]int]bool{}
	letters := dialectOf(r.Board()).letters
	for _, c := range r.Board().Cells {
		if c.Col < 0 || c.Col >= len(letters) || seen[[2]int{c.Row, c.Col}] {
			return msg.Errorf("the protocol %s supports boards of at most %d columns", "GTP", len(letters))
		}
		seen[[2]int{c.Row, c.Col}] = true
	}
	return nil
}

// board names the cells of a game.
type board struct {
	dialect
	rules      rules.Rules
	rows, cols int
}

// newBoard returns the names for a game. row1 is the value of rowOption.
func newBoard(r rules.Rules, row1 string) board {
	b := board{dialect: dialectOf(r.Board()), rules: r}
	if row1 == top || row1 == bottom {
		b.above = row1 == top
	}
	for _, c := range r.Board().Cells {
		b.rows, b.cols = max(b.rows, c.Row+1), max(b.cols, c.Col+1)
	}
	return b
}

// size returns the arguments of boardsize.
func (b board) size() string {
	if b.both {
		return fmt.Sprintf("%d %d", b.cols, b.rows)
	}
	return strconv.Itoa(b.rows)
}

// vertex returns the name of a cell.
func (b board) vertex(c rules.Cell) string {
	at := b.rules.Board().Cells[c]
	row := b.rows - at.Row
	if b.above {
		row = at.Row + 1
	}
	return string(b.letters[at.Col]) + strconv.Itoa(row)
}

// write returns the text of a legal move, or "" if the protocol cannot express it.
func (b board) write(at rules.Position, m rules.Move) string {
	switch m {
	case rules.Pass:
		return "pass"
	case rules.Resign:
		return "resign"
	case rules.Swap:
		return b.swap
	case rules.SwapSides:
		return swapSides
	}
	c := m.To
	if m.From != rules.NoCell {
		c = m.From
	} else if next, err := at.Play(m); err == nil {
		c = rules.Landing(b.rules.Board(), at, next, m)
	}
	if c == rules.NoCell {
		return ""
	}
	return b.vertex(c)
}

// read returns the legal move with the given text. It returns false if there is none.
func (b board) read(at rules.Position, text string) (rules.Move, bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	if text == "RESIGN" && at.Turn() != rules.NoPlayer {
		return rules.Resign, true
	}
	if strings.EqualFold(text, swapSides) { // not in the list of moves
		_, err := at.Play(rules.SwapSides)
		return rules.SwapSides, err == nil
	}
	for m := range at.Moves() {
		if strings.ToUpper(b.write(at, m)) == text || m == rules.Swap && slices.Contains(b.swaps, strings.ToLower(text)) {
			return m, true
		}
	}
	return rules.Move{}, false
}

// colour returns the player of a colour. Black is the first player.
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

// describe returns the words for a game, separated by spaces.
func describe(s rules.Spec) string {
	words := []string{s.Game}
	for _, name := range s.Params.Names() {
		words = append(words, name+"="+s.Params[name])
	}
	return strings.Join(words, " ")
}

// understand returns the rules for the words written by describe. The game is one of games, or one of their presets. The
// error is an *msg.Error.
func understand(games rules.Catalog, words []string) (rules.Rules, error) {
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
	r, err := games.Build(words[0], over)
	if err == nil {
		err = plays(r)
	}
	return r, err
}

// words splits a line into words. It drops comments and control characters, as the protocol
// requires.
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
