package gomocup

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"boardstudio/ai"
	"boardstudio/rules"
)

// progressParser parses progress from remarks. The protocol does not define a form for them. Programs
// write names followed by values, such as "depth 8, eval -12, nodes 54K", often with a line of
// moves at the end: "Depth 12-18 | Eval +M9 | H8 I9".
type progressParser struct {
	rules rules.Rules
	at    rules.Position
	info  ai.Info // result so far; the line may be missing
	known bool    // whether there is a score
}

// hear parses a remark.
func (h *progressParser) hear(text string) {
	_, text, _ = strings.Cut(text, " ") // the command
	words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t|:;=", c) })
	for i, w := range words {
		words[i] = strings.TrimRight(strings.Trim(w, "()[]"), ",.)]")
	}
	isInfo := false // the remark is about the thinking
	i := h.info
	known := h.known
	for k, w := range words[:max(len(words)-1, 0)] {
		value := words[k+1]
		switch strings.ToLower(w) {
		case "multipv":
			if value != "1" {
				return // only the best line is used
			}
		case "depth":
			if n, ok := count(digits(value)); ok && n > 0 && n <= ai.MaxDepth {
				i.Depth, isInfo = int(n), true
			}
		case "node", "nodes", "n":
			if n, ok := count(value); ok && n > 0 {
				i.Nodes = n
			}
		case "eval", "ev", "score":
			if s, ok := score(value); ok {
				i.Best.Score, known, isInfo = s, true, true
			}
		case "pv", "bestline":
			isInfo = true
		}
	}
	if line := h.line(words); isInfo && len(line) > 0 {
		i.Best.Moves = line
	}
	h.info, h.known = i, known
}

// line returns the moves at the end of a remark, up to the first illegal one.
func (h *progressParser) line(words []string) []rules.Move {
	from := len(words)
	for from > 0 {
		if _, ok := h.cell(words[from-1]); !ok {
			break
		}
		from--
	}
	var moves []rules.Move
	at := h.at
	for _, w := range words[from:] {
		c, _ := h.cell(w)
		next, err := at.Play(rules.Place(c))
		if err != nil {
			break
		}
		at, moves = next, append(moves, rules.Place(c))
	}
	return moves
}

// cell parses a cell: "7,7" as in the protocol, or "H8" with rows counted from the top, as programs
// write it for people.
func (h *progressParser) cell(text string) (rules.Cell, bool) {
	if xy, ok := numbers(text, 2); ok {
		return cell(h.rules, xy[0], xy[1])
	}
	if len(text) < 2 {
		return rules.NoCell, false
	}
	row, ok := number(text[1:])
	if !ok {
		return rules.NoCell, false
	}
	return cell(h.rules, int(text[0]|0x20)-'a', row-1)
}

// answer returns the parsed information for the move that the program plays. It drops a line that
// starts with another move.
func (h *progressParser) answer(m rules.Move) ai.Info {
	i := h.info
	if len(i.Best.Moves) == 0 || i.Best.Moves[0] != m {
		i.Best.Moves = []rules.Move{m}
	}
	if !h.known { // without a score, nothing was evaluated
		i.Depth, i.Nodes = 0, 0
	}
	return i
}

// digits returns the digits at the start of a text.
func digits(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
}

// powers are the suffixes of large numbers.
const powers = "KMGT"

// count parses a number such as 900, 120K or 3M.
func count(text string) (uint64, bool) {
	number := digits(text)
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return 0, false
	}
	unit := strings.ToUpper(text[len(number):])
	if unit == "" {
		return n, true
	}
	p := strings.Index(powers, unit)
	if len(unit) != 1 || p < 0 {
		return 0, false
	}
	for range p + 1 {
		if n > math.MaxUint64/1000 {
			return 0, false
		}
		n *= 1000
	}
	return n, true
}

// mostScore is the largest number accepted as an estimate.
const mostScore = 1e9

// score parses a number, or "+M9" and "-M4" for a win or loss in that many moves.
func score(text string) (ai.Score, bool) {
	if sign, n, ok := strings.Cut(strings.ToUpper(text), "M"); ok && slices.Contains([]string{"", "+", "-"}, sign) {
		s := ai.Score{Proved: true, Value: 1, AtMost: true}
		if sign == "-" {
			s.Value = -1
		}
		s.Plies, ok = number(n)
		return s, ok || n == "*" // the distance is unknown
	}
	v, err := strconv.ParseFloat(text, 64)
	return ai.Score{Value: v}, err == nil && math.Abs(v) <= mostScore
}
