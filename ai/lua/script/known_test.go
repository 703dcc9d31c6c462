package script

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/ai/gametest"
	"boardstudio/ai/lua/api"
	"boardstudio/model"
	"boardstudio/rules"
)

// TestKnownMistakes checks that the errors for functions that are easily confused name the right
// one.
func TestKnownMistakes(t *testing.T) {
	for code, want := range map[string]string{
		`here:comment("text")`:            "line 2: node:comment() only reads: to change the node, write tree:comment(node, text)",
		`here:name("A")`:                  "line 2: node:name() only reads: to change the node, write tree:name(node, text)",
		`here:colour("red")`:              "tree:colour(node, colour)",
		`here:glyphs("!")`:                "tree:glyph(node, symbol)",
		`here:bookmarked(true)`:           "tree:bookmark(node, on)",
		`here:marks("a1", "circle")`:      "tree:mark(node, cell, kind, text)",
		`here:lines("a1", "b2")`:          "tree:line(node, from, to, arrow)",
		`here:set_comment("text")`:        `line 2: there is no function "here:set_comment": did you mean tree:comment(node, text)?`,
		`here:add("a2")`:                  "did you mean tree:add(node, move)",
		`here:turn()`:                     "did you mean pos:turn()",
		`here:nonsense()`:                 `"here:nonsense" is not a function: is its name misspelt?`,
		`tree:comment(here)`:              "line 2: ",
		`tree:comment(here, here:name())`: "",
	} {
		_, _, err := command(t, code, time.Minute)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", code, err, want)
		}
	}
}

// TestCommandOfManual checks that the manual's example of a command marks the corners of a game
// with passes and a resignation.
func TestCommandOfManual(t *testing.T) {
	_, text, _ := strings.Cut(api.Manual(), "\n## Commands\n")
	_, text, _ = strings.Cut(text, "```lua ")
	_, text, _ = strings.Cut(text, "\n")
	code, _, ok := strings.Cut(text, "```")
	if !ok {
		t.Fatal("the manual has no example of a command")
	}
	r := gametest.Build(t, "othello", rules.Params{"size": "4"})
	rng := rand.New(rand.NewPCG(1, 2))
	d := model.NewDocument(r)
	n, at := d.Tree.Root(), r.Start()
	corners, passes := 0, 0
	for passes == 0 || at.Turn() != rules.NoPlayer {
		if at.Turn() == rules.NoPlayer { // the game is over: try again with other moves
			d = model.NewDocument(r)
			n, at, corners = d.Tree.Root(), r.Start(), 0
		}
		moves := slices.Collect(at.Moves())
		m := moves[rng.IntN(len(moves))]
		switch r.FormatMove(m) {
		case "pass":
			passes++
		case "a1", "d1", "a4", "d4":
			corners++
		}
		at, _ = at.Play(m)
		n = d.Tree.Add(n, m)
	}
	d.Tree.Add(n.Parent(), rules.Resign)
	m, err := New(compile(t, code), r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	changes, err := m.Command(t.Context(), "mark", d, 0, nil, time.Minute, gametest.First, nil)
	if err != nil || corners == 0 || passes == 0 || len(changes.Edited) != corners {
		t.Errorf("%d corners, %d passes: %d nodes are changed, %v", corners, passes, len(changes.Edited), err)
	}
}
