package words

import (
	"strings"

	"boardstudio/locale"
	"boardstudio/rules"
)

// mostReasons is how many facts about a move a sentence holds.
const mostReasons = 2

// Reasons says what the rules prove of a move, as what follows its name in a sentence: "captures 2 pairs and blocks a win, but
// lets the opponent win at once"; "" for nothing.
func Reasons(r rules.Rules, p rules.Position, m rules.Move) string {
	var pro, con []string
	for _, f := range rules.Reasons(r, p, m) {
		switch text := locale.Text(f.Text); {
		case f.Kind.Against:
			con = append(con, text)
		case len(pro) < mostReasons:
			pro = append(pro, text)
		}
	}
	switch {
	case len(con) == 0:
		return List(pro)
	case len(pro) == 0:
		return List(con)
	}
	return locale.T("%s, but %s", List(pro), List(con))
}

// List joins the parts of a sentence: "a, b and c".
func List(parts []string) string {
	last := len(parts) - 1
	if last < 1 {
		return strings.Join(parts, "")
	}
	return locale.T("%s and %s", strings.Join(parts[:last], ", "), parts[last])
}
