package model

import (
	"strconv"
	"strings"
	"unicode"

	"boardstudio/text/msg"
)

// CheckPlayers returns an error if two humans have the same name, or if two players have the same
// symbol. It ignores case, and spaces around names. Engines may have equal names: see NumberNames.
func CheckPlayers(players []Player) error {
	for i, p := range players {
		for _, q := range players[:i] {
			switch {
			case p.Kind == Human && q.Kind == Human && sameName(p.Name, q.Name):
				return msg.Errorf("two players have the name %q", strings.TrimSpace(p.Name))
			case p.Symbol != "" && strings.EqualFold(p.Symbol, q.Symbol):
				return msg.Errorf("%s and %s have the same symbol", nameOrSeat(players, q), nameOrSeat(players, p))
			}
		}
	}
	return nil
}

// sameName reports whether two names are equal. Names without a letter or digit, such as "?", mean
// unknown players and are never equal.
func sameName(a, b string) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	return strings.EqualFold(a, b) && strings.ContainsFunc(a, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// nameOrSeat returns the name of p, or "Player 2" if it has no name.
func nameOrSeat(players []Player, p Player) any {
	if p.Name != "" {
		return p.Name
	}
	for i, q := range players {
		if p == q {
			return msg.Say("Player %d", i+1)
		}
	}
	return ""
}

// NumberNames makes names unique by appending numbers: the second "Computer, easy" becomes
// "Computer, easy 2". Names for which fixed returns true are not changed.
func NumberNames(names []string, fixed func(i int) bool) {
	taken := map[string]bool{}
	for i, name := range names {
		if fixed(i) {
			taken[strings.ToLower(name)] = true
		}
	}
	for i, name := range names {
		if fixed(i) || name == "" {
			continue
		}
		for n := 2; taken[strings.ToLower(names[i])]; n++ {
			names[i] = name + " " + strconv.Itoa(n)
		}
		taken[strings.ToLower(names[i])] = true
	}
}
