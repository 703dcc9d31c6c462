package script

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// three are the games that the scripts below can name.
var three = rules.Catalog{&line.Game, &othello.Game, &awale.Game}

// TestWrongDescriptions checks that errors in a description are reported with their line, and never
// ignored.
func TestWrongDescriptions(t *testing.T) {
	const head = "-- a player\nreturn {\n  name = \"x\",\n  choose = function(pos, moves) return moves[1] end,\n"
	option := func(text string) string { return head + "  options = {\n    { " + text + " },\n  },\n}" }
	switches := func(n int) (list string) {
		for i := range n {
			list += fmt.Sprintf(" { name = \"a%d\", type = \"switch\" },", i)
		}
		return list
	}
	commands := func(list string) string {
		return "local f = function() end\nreturn {\n  name = \"x\",\n  commands = " + list + ",\n}"
	}
	for _, x := range []struct{ text, want string }{
		{"x = 1\ny = 2\n", "line 2: the script must return a table with a function choose, evaluate or order, or with commands"},
		{"-- a player\nreturn {\n  name = \"x\",\n}", "line 2: the script must return a table with a function choose, evaluate or order, or with commands"},
		{"return {\n  name = \"x\",\n  chose = function() end,\n}", `line 3: unknown field "chose": did you mean "choose"?`},
		{"return {\n  name = \"x\",\n  Choose = function() end,\n}", `line 3: unknown field "Choose": did you mean "choose"?`},
		{head + "  finsih = function() end,\n}", `line 5: unknown field "finsih": did you mean "finish"?`},
		{head + "  option = {},\n}", `line 5: unknown field "option": did you mean "options"?`},
		{head + "  start = 5,\n}", "line 5: start is not a function of the script"},
		{head + "  games = { \"othelo\" },\n}", `line 5: there is no game "othelo": games are line, othello, awale, and presets such as tictactoe`},
		{head + "  games = {},\n}", "line 5: games is empty; without it, the script plays all games"},
		{head + "  games = \"othello\",\n}", "line 5: games is not a list of names"},
		{head + "  options = { depth = 5 },\n}", "line 5: options is not a list of at most 50 tables"},
		{option(`type = "number"`), "line 6: option 1: its name must be a word of letters, digits and _"},
		{option(`name = "a", type = "nummer"`), `line 6: option "a": its type must be number, choice, switch or text`},
		{option(`name = "a", type = "number"`), `line 6: option "a": its default is not a whole number from -2147483648 to 2147483647`},
		{option("name = \"a\", type = \"number\",\n min = 5, max = 1,\n default = 3"), `line 7: option "a": its max is less than its min`},
		{option("name = \"a\", type = \"number\",\n min = 1, max = 5,\n default = 9"), `line 8: option "a": its default is not a whole number from 1 to 5`},
		{option(`name = "a", type = "number", min = 1.5, default = 9`), `line 6: option "a": its min is not a whole number`},
		{option(`name = "a", type = "switch", default = "on"`), `line 6: option "a": its default is not true or false`},
		{option(`name = "a", type = "text", default = 5`), `line 6: option "a": its default is not a text in quotes`},
		{option(`name = "a", type = "choice", default = "x"`), `line 6: option "a": its choices are not a list of 1 to 50 words`},
		{option(`name = "a", type = "choice", choices = { "b", "c" }, default = "x"`), `line 6: option "a": its default is not one of its choices`},
		{"local t = {\n  name = \"x\",\n  order = 1,\n}\nreturn t", "line 3: order is not a function of the script"},
		{option(`name = "a", type = "choice", choices = { "b", 5 }`), `line 6: option "a": its choices are not a list of 1 to 50 words`},
		{option(`name = "a", type = "choice", choices = { "b c" }`), `line 6: option "a": its choices are not a list of 1 to 50 words`},
		{option(`name = "a", type = "choice", choices = {}`), `line 6: option "a": its choices are not a list of 1 to 50 words`},
		{head + "  options = { 5 },\n}", "line 5: options is not a list of at most 50 tables"},
		{head + "  options = {" + strings.Repeat(" {},", 51) + " },\n}", "line 5: option 1: its name must be a word of letters, digits and _"},
		{head + "  options = {" + switches(51) + " },\n}", "line 5: options is not a list of at most 50 tables"},
		{commands(`5`), "line 4: commands is not a list of 1 to 50 tables"},
		{commands(`{}`), "line 4: commands is not a list of 1 to 50 tables"},
		{commands(`{ 5 }`), "line 4: commands is not a list of 1 to 50 tables"},
		{commands(`{` + strings.Repeat(` {},`, 51) + `}`), "line 4: commands is not a list of 1 to 50 tables"},
		{commands("{\n  { run = f },\n  }"), "line 5: command 1: its name must be a word of letters, digits, - and _"},
		{commands("{\n  { name = \"a\", run = f },\n  { name = \"1\", run = f },\n  }"), "line 6: command 2: its name must be a word of letters, digits, - and _"},
		{commands("{\n  { name = \"" + strings.Repeat("a", 41) + "\", run = f },\n  }"), "line 5: command 1: its name must be a word of letters, digits, - and _"},
		{commands("{\n  { name = \"a\", run = f },\n  { name = \"a\", run = f },\n  }"), "line 6: command 2: this name is used twice"},
		{commands("{\n  { name = \"a\", title = 5, run = f },\n  }"), "line 5: command 1: its title is not a text in quotes"},
		{commands("{\n  { name = \"a\" },\n  }"), "line 5: command 1: run is not a function of the script"},
		{commands("{\n  { name = \"a\", run = print },\n  }"), "line 5: command 1: run is not a function of the script"},
	} {
		p, err := Compile("a.lua", []byte(x.text))
		if err == nil {
			_, err = p.Describe(context.Background(), three)
		}
		if err == nil || !strings.HasSuffix(err.Error(), x.want) {
			t.Errorf("%s\n%v\nwant %s", x.text, err, x.want)
		}
	}
	for _, text := range []string{
		head + "  options = {" + switches(50) + " },\n}", commands("{ { name = \"" + strings.Repeat("a", 40) + "\", run = f } }"),
		head + "  games = { \"line\", \"connect4\", \"othello6\" }, options = {}, helper = 1, names = {},\n}",
		option(`name = "a", type = "switch"`), option(`name = "a", type = "text"`), option(`name = "a", type = "choice", choices = { "b" }`),
	} {
		if _, err := compile(t, text).Describe(context.Background(), three); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

// TestBoundsOfDescriptions checks the largest lists and numbers of a description, and the first ones that are refused.
func TestBoundsOfDescriptions(t *testing.T) {
	option := func(text string) string {
		return `return { name = "x", choose = function() end, options = { { name = "a", ` + text + ` } } }`
	}
	list := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return "{" + b.String() + "}"
	}
	commands := func(n int) string {
		return `return { name = "x", commands = ` + list(n, `{ name = "a%d", run = function() end },`) + ` }`
	}
	for _, x := range []struct{ text, want string }{
		{option(`type = "number", min = 3, max = 3, default = 3`), ""},
		{option(`type = "number", min = -2147483648, max = 2147483647, default = -2147483648`), ""},
		{option(`type = "number", min = -2147483649, default = 9`), `option "a": its min is not a whole number`},
		{option(`type = "number", max = 2147483648, default = 9`), `option "a": its max is not a whole number`},
		{option(`type = "number", min = 1, max = 5, default = 1`), ""},
		{option(`type = "number", min = 1, max = 5, default = 5`), ""},
		{option(`type = "number", min = 1, max = 5, default = 0`), `option "a": its default is not a whole number from 1 to 5`},
		{option(`type = "choice", choices = ` + list(50, `"a%d",`)), ""},
		{option(`type = "choice", choices = ` + list(51, `"a%d",`)), `option "a": its choices are not a list of 1 to 50 words`},
		{commands(50), ""},
		{commands(51), "commands is not a list of 1 to 50 tables"},
	} {
		_, err := compile(t, x.text).Describe(t.Context(), three)
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.HasSuffix(err.Error(), x.want)) {
			t.Errorf("%s\n%v\nwant %s", x.text, err, x.want)
		}
	}
}
