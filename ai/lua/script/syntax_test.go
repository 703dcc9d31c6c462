package script

import (
	"strings"
	"testing"
)

// TestSyntax checks that a missing word is reported near its place, not only where the parser
// notices it.
func TestSyntax(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"return {\n  name = \"x\",\n  choose = function(pos, moves\n    return moves[1]\n  end,\n}\n", `line 4: syntax error near "return": perhaps "(" of line 3 has no ")"`},
		{"return {\n  choose = function(pos, moves)\n    for i, m in ipairs(moves) do\n      log(m)\n    return m\n  end,\n}\n", `line 6: syntax error near ",": perhaps "for" of line 3 has no "end"`},
		{"return {\n  choose = function(pos, moves)\n    if #moves > 1 then\n      log(1)\n    return moves[1]\n  end,\n}", `line 6: syntax error near ",": perhaps "if" of line 3 has no "end"`},
		{"return {\n  choose = function(pos, moves)\n    return moves[1]\n}\n", `line 4: syntax error near "}": perhaps "function" of line 2 has no "end"`},
		{"return {\n  choose = function(pos, moves)\n    return moves[1]\n  end,\n", `line 4: the script ends too early: perhaps "{" of line 1 has no "}"`},
		{"local function f()\n  while true do\n    g()\nend\nreturn {}\n", `the script ends too early: perhaps "while" of line 2 has no "end"`},
		{"return {\n  name = \"x\"\n  games = {},\n}", `line 3: syntax error near "games": perhaps a comma is missing before it`},
		{"return { name = \"x\" games = {} }", `line 1: syntax error near "games": perhaps a comma is missing before it`},
		{"for i = 1, 3 do\n  do\n    x = i\n  end\n", `line 4: the script ends too early: perhaps "for" of line 1 has no "end"`},
		{"while a do\n  do\n    x = 1\n  end\n", `line 4: the script ends too early: perhaps "while" of line 1 has no "end"`},
		{"for i = 1, 3 do\n  while a do\n    x = i\n  end\n", `line 4: the script ends too early: perhaps "for" of line 1 has no "end"`},
		{"if a then\n  do\n    x = 1\n  end\n", `line 4: the script ends too early: perhaps "if" of line 1 has no "end"`},
		{"do\n  x = 1\n", `line 2: the script ends too early: perhaps "do" of line 1 has no "end"`},
		{"local x = f(1, 2\nlocal y = 1", `line 2: syntax error near "local": perhaps "(" of line 1 has no ")"`},
		{"local x = f(1, 2\ny = 1", `line 2: syntax error near "y": perhaps "(" of line 1 has no ")"`},
		{"if x = 1 then\nend", `line 1: syntax error near "=": two values are compared with ==`},
		{"if x == 1 then\n  y = 2\nelseif x = 2 then\nend", `line 3: syntax error near "=": two values are compared with ==`},
		{"x += 1", `line 1: syntax error near "+": write x = x + 1`},
		{"if x != 1 then end", `line 1: Invalid token near "!": use ~= instead of !=, and not instead of !`},
		{"x = 1\ny\nz = 2", `line 3: syntax error near "z"`},
		{"repeat\n  x = 1\nend", `line 3: syntax error near "end": perhaps "repeat" of line 1 has no "until"`},
		{"x = = 1", `line 1: syntax error near "="`},
		{"for i = 1, 3 do end end", `line 1: syntax error near "end"`},
		{"x = \"abc\ny = 1", `line 1: the string "abc" is not closed`},
	} {
		_, err := Compile("a.lua", []byte(x.text))
		if err == nil || !strings.HasSuffix(err.Error(), x.want) {
			t.Errorf("%s\n%v\nwant %s", x.text, err, x.want)
		}
	}
}
