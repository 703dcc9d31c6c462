package sgf

import (
	"regexp"
	"slices"

	"boardstudio/rules"
)

// oldHexGui matches the names of HexGui up to 0.9, which writes "swap-pieces" for a swap of sides.
var oldHexGui = regexp.MustCompile(`(?i)^\s*hexgui\s*(:\s*(0\.[0-9]\b|[^0-9]|$)|$)`)

// playerPairs lists the properties that belong to one player.
var playerPairs = [][2]string{{"B", "W"}, {"AB", "AW"}, {"PB", "PW"}, {"BR", "WR"}, {"BT", "WT"}, {"BL", "WL"}, {"GB", "GW"}, {"OB", "OW"}}

// exchanged returns the property with the two players exchanged.
func exchanged(p property) property {
	for _, pair := range playerPairs {
		if i := slices.Index(pair[:], p.name); i >= 0 {
			p.name = pair[1-i]
			return p
		}
	}
	switch v := p.first(); {
	case (p.name == "PL" || p.name == "RE") && len(v) > 0:
		other := map[byte]byte{'B': 'W', 'W': 'B', 'b': 'w', 'w': 'b'}[v[0]]
		if other != 0 && (len(v) == 1 || v[1] == '+') {
			p.values = append([][]byte{append([]byte{other}, v[1:]...)}, p.values[1:]...)
		}
	}
	return p
}

// seat returns the seat of a colour.
func (r *reader) seat(c byte) rules.Player {
	if r.white {
		return 1 - seatOf(c)
	}
	return seatOf(c)
}

// letters matches a cell as written by LittleGolem: two letters, where other programs write a letter and a number.
var letters = regexp.MustCompile(`^[a-z]{2}$`)

// whiteFirst reports whether White has the first seat, as on LittleGolem. The root has no set-up,
// and the first move is a white move with letters for both coordinates. props are the properties of
// the root.
func (r *reader) whiteFirst(props []property) bool {
	for _, p := range props {
		switch p.name {
		case "AB", "AW", "AE", "PL", "B", "W", ownMove, ownBoard:
			return false
		}
	}
	s := r.scanner
	color, v := s.nextMove()
	return color == 'W' && letters.Match(v)
}

// nextMove advances past the next move of the line and returns its colour and text. If no move
// follows, the colour is 0. Call it on a copy of the scanner.
func (s *scanner) nextMove() (color byte, v []byte) {
	s.values = nil // keep the values of the current property
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; {
		case isLetter(c):
			switch p := s.property(); p.name {
			case "B", "W":
				return p.name[0], p.first()
			case ownMove, "AB", "AW", "AE", "PL", ownBoard:
				return 0, nil
			}
		case c == ')':
			return 0, nil
		case c == '[':
			end := valueEnd(s.data, s.pos+1)
			if end < 0 {
				s.pos = len(s.data)
				return 0, nil
			}
			s.pos = end + 1
		default:
			s.pos++
		}
	}
	return 0, nil
}

// swap returns the kind of swap made by a seat. After a swap of pieces the opponent moves; after a swap of sides the
// same seat moves. If no move follows, the result depends on the program that wrote the file, or on which swap would
// make a later move illegal.
func (r *reader) swap(seat rules.Player) rules.Move {
	s := r.scanner
	color, _ := s.nextMove()
	switch {
	case color != 0 && r.seat(color) == seat:
		return rules.SwapSides
	case r.hexGui:
		return rules.SwapSides
	case r.clashes(rules.Swap) && !r.clashes(rules.SwapSides):
		return rules.SwapSides
	}
	return rules.Swap
}

// mostAhead is the maximum number of moves that clashes examines.
const mostAhead = 400

// clashes reports whether a later move of the line is on an occupied cell if m is played now.
func (r *reader) clashes(m rules.Move) bool {
	p, err := r.tree.Position(r.above)
	if err != nil {
		return false
	}
	if p, err = p.Play(m); err != nil {
		return false
	}
	s := r.scanner
	for range mostAhead {
		color, v := s.nextMove()
		if color == 0 {
			return false
		}
		if move, ok := r.move(v); ok && move.To != rules.NoCell && p.At(move.To) != rules.Empty {
			return true
		}
	}
	return false
}
