package words

import (
	"strings"

	"boardstudio/rules"
	"boardstudio/text/locale"
)

// mostReasons is the maximum number of facts in favour of a move in a sentence.
const mostReasons = 2

// Reasons returns the facts that the rules prove about a move, to follow its name in a sentence:
// "captures 2 pairs and blocks a win, but lets the opponent win at once". It returns "" if nothing
// is proved.
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
