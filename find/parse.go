package find

import (
	"strconv"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// ParsePattern parses the cells of a pattern, such as "h8=A i9=B j9=. k9=*". This means a piece of
// player A on h8, one of player B on i9, an empty cell j9, and any piece on k9. In a pit, the value
// is the number of seeds: "C=4". It returns an error if the text is invalid.
func ParsePattern(r rules.Rules, text string) ([]Want, error) {
	b := r.Board()
	var cells []Want
	for _, word := range strings.Fields(strings.ReplaceAll(text, ",", " ")) {
		label, what, ok := strings.Cut(word, "=")
		if !ok {
			return nil, msg.Errorf("%q is not of the form CELL=SEAT", word)
		}
		c := b.Find(label)
		if c == rules.NoCell {
			c = b.Find(strings.ToLower(label))
		}
		if c == rules.NoCell {
			return nil, msg.Errorf("%q is not a cell of this board", label)
		}
		w := Want{Cell: c, Content: rules.Empty}
		n, err := strconv.ParseInt(what, 10, 16)
		switch {
		case what == ".":
		case what == "*":
			w.Any = true
		case err == nil && n >= 0 && b.Home != nil:
			if n > 0 {
				w.Content = rules.Content{Owner: b.Home[c], Count: int16(n)}
			}
		case len(what) == 1 && b.Home == nil && what[0]&^0x20 >= 'A' && int(what[0]&^0x20-'A') < r.Players():
			w.Content = rules.Piece(rules.Player(what[0]&^0x20 - 'A'))
		default:
			return nil, msg.Errorf("%q has no contents for the cell %s", what, b.Cells[c].Label)
		}
		cells = append(cells, w)
	}
	if len(cells) == 0 {
		return nil, msg.Errorf("the pattern has no cell")
	}
	return cells, nil
}
