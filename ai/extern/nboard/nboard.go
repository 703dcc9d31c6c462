// Package nboard implements the protocol of the program NBoard, version 2, with which programs play
// Othello and evaluate moves, both as a client and as a server.
package nboard

import (
	"slices"
	"strconv"
	"strings"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/text/msg"
)

// Protocol is the protocol of NBoard.
var Protocol = extern.Protocol{
	Name: "nboard", Title: "NBoard",
	Plays: plays, Samples: samples, Remark: remark, Goodbye: "quit",
	Dial: func(r rules.Rules, e extern.Entry) extern.Talker {
		return &client{rules: r, options: e.Options}
	},
	Options: []rules.Param{{Name: "depth", Title: "Depth", Kind: rules.Int, Min: 1, Max: 60, Default: "12"}},
}

func samples(rules.Catalog) []extern.Sample {
	return []extern.Sample{{Name: "othello", Rules: game()}}
}

// game returns the rules of Othello.
func game() rules.Rules {
	r, err := othello.Game.Build("othello", nil)
	if err != nil {
		panic(err) // cannot happen: a test builds every preset
	}
	return r
}

// plays accepts Othello on 8×8 squares with any start position.
func plays(r rules.Rules) error {
	if s := r.Spec(); s.Game != othello.Game.Name || s.Params.Int("size") != 8 || s.Params["goal"] != "most" || s.Params["start"] == "open" {
		return msg.Errorf("the protocol %s supports only Othello on 8×8 squares", "NBoard")
	}
	return nil
}

// answers are the first words of lines that are answers. Other lines are ignored, as the protocol
// requires.
var answers = []string{"===", "search", "book", "nodestats", "pong", "set", "status"}

// remark reports whether a line is meant for people.
func remark(text string) bool {
	word, _ := split(text)
	return !slices.Contains(answers, word)
}

// split splits a line into its first word, in lower case, and the rest.
func split(text string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimSpace(text), " ")
	return strings.ToLower(word), strings.TrimSpace(rest)
}

// Characters of squares in GGF.
const blackDisc, whiteDisc, noDisc = '*', 'O', '-'

// ggf returns a game in GGF: its start position and its moves.
func ggf(r rules.Rules, q ai.Request) (string, error) {
	var b strings.Builder
	b.WriteString("(;GM[Othello]PC[Studio]PB[?]PW[?]RE[?]TI[0]TY[8]BO[8 ")
	for c := range r.Board().Cells {
		switch q.Start.At(rules.Cell(c)).Owner {
		case 0:
			b.WriteByte(blackDisc)
		case 1:
			b.WriteByte(whiteDisc)
		default:
			b.WriteByte(noDisc)
		}
	}
	b.WriteString(" " + string("*O"[max(q.Start.Turn(), 0)]) + "]")
	at := q.Start
	for _, m := range q.Moves {
		b.WriteString(string("BW"[max(at.Turn(), 0)]) + "[" + write(r, m) + "]")
		var err error
		if at, err = at.Play(m); err != nil {
			return "", err
		}
	}
	b.WriteString(";)")
	return b.String(), nil
}

// parseGGF returns the start position and the moves of a game in GGF. It ignores other properties.
func parseGGF(r rules.Rules, text string) (rules.Position, []rules.Move, error) {
	start := r.Start()
	var moves []rules.Move
	at := start
	for rest := text; ; {
		open := strings.IndexByte(rest, '[')
		if open < 0 {
			return start, moves, nil
		}
		end := strings.IndexByte(rest[open:], ']')
		if end < 0 {
			return nil, nil, msg.Errorf("the game record is incomplete")
		}
		name, value := strings.TrimLeft(rest[:open], "(; \t"), rest[open+1:open+end]
		rest = rest[open+end+1:]
		switch name {
		case "BO":
			p, err := parseBoard(r, value)
			if err != nil {
				return nil, nil, err
			}
			start, at, moves = p, p, nil
		case "B", "W":
			m, _, _, err := read(r, value)
			if err != nil {
				return nil, nil, err
			}
			next, err := at.Play(m)
			if err != nil {
				return nil, nil, err
			}
			at, moves = next, append(moves, m)
		}
	}
}

// parseBoard parses the property BO: the size, the squares, and the player to move.
func parseBoard(r rules.Rules, text string) (rules.Position, error) {
	words := strings.Fields(text)
	cells := len(r.Board().Cells)
	if len(words) < 3 || words[0] != "8" {
		return nil, msg.Errorf("the board does not have 8×8 squares")
	}
	signs := strings.Join(words[1:], "") // rows may be separated
	if len(signs) != cells+1 {
		return nil, msg.Errorf("the board does not have 8×8 squares")
	}
	s := rules.Setup{Cells: make([]rules.Content, cells)}
	owner := map[byte]rules.Player{blackDisc: 0, whiteDisc: 1, noDisc: rules.NoPlayer}
	for c := range s.Cells {
		p, ok := owner[signs[c]]
		if !ok {
			return nil, msg.Errorf("the board does not have 8×8 squares")
		}
		if s.Cells[c] = rules.Empty; p != rules.NoPlayer {
			s.Cells[c] = rules.Piece(p)
		}
	}
	if signs[cells] == whiteDisc {
		s.Turn = 1
	}
	if start := r.Start(); start.Turn() == s.Turn && same(s, start) {
		return start, nil
	}
	return r.SetUp(s)
}

// same reports whether the position has the cells of s.
func same(s rules.Setup, p rules.Position) bool {
	for c := range s.Cells {
		if p.At(rules.Cell(c)).Owner != s.Cells[c].Owner {
			return false
		}
	}
	return true
}

// write returns the text of a move.
func write(r rules.Rules, m rules.Move) string {
	if m == rules.Pass {
		return "PA"
	}
	return strings.ToUpper(r.FormatMove(m))
}

// read parses a move with optional parts: MOVE/EVAL/SECONDS.
func read(r rules.Rules, text string) (m rules.Move, eval float64, has bool, err error) {
	parts := strings.FieldsFunc(text, func(c rune) bool { return c == '/' || c == ' ' })
	if len(parts) == 0 {
		return m, 0, false, msg.Errorf("there is no move")
	}
	if m, err = move(r, parts[0]); err != nil {
		return m, 0, false, err
	}
	if len(parts) > 1 {
		if eval, err = strconv.ParseFloat(parts[1], 64); err == nil && eval >= -maxEval && eval <= maxEval {
			return m, eval, true, nil
		}
	}
	return m, 0, false, nil
}

// maxEval is the largest evaluation: the number of discs on a full board.
const maxEval = 64

// move parses a single move: a square, or a pass.
func move(r rules.Rules, text string) (rules.Move, error) {
	m, err := r.ParseMove(strings.ToLower(text))
	if err == nil && m != rules.Pass && m.To == rules.NoCell {
		err = msg.Errorf("%q is neither a cell of the board nor a pass", text)
	}
	return m, err
}

// line parses moves, with or without separators, up to the first move that is illegal in a line
// from at.
func line(r rules.Rules, at rules.Position, text string) []rules.Move {
	var moves []rules.Move
	var word []rune
	for _, c := range text {
		if c == '-' || c == '/' || c == ',' {
			continue
		}
		if word = append(word, c); len(word) < 2 {
			continue
		}
		m, err := move(r, string(word))
		if err != nil {
			break
		}
		next, err := at.Play(m)
		if err != nil && rules.MustPass(at) { // some programs omit passes
			if passed, e := at.Play(rules.Pass); e == nil {
				moves = append(moves, rules.Pass)
				next, err = passed.Play(m)
			}
		}
		if err != nil {
			break
		}
		moves, at, word = append(moves, m), next, nil
	}
	return moves
}
