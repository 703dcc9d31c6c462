package lua_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/ai/lua"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/samples"
	"boardstudio/scripts"
)

// sample returns one of the sample records.
func sample(t testing.TB, name string) *model.Document {
	t.Helper()
	data, err := samples.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := boardstudio.Documents.Decode(t.Context(), name, data, codec.Options{Games: all.Games})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// positionOf returns the position at a node.
func positionOf(t testing.TB, tr *model.Tree, n *model.Node) rules.Position {
	t.Helper()
	p, err := tr.Position(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// labels returns the cells with marks of a kind at a node, with their texts.
func labels(n *model.Node, kind model.MarkKind) map[rules.Cell]string {
	cells := map[rules.Cell]string{}
	for _, m := range n.Marks() {
		if m.Kind == kind {
			cells[m.Cell] = m.Text
		}
	}
	return cells
}

// unchanged checks that a command that does not suit a record returns an error and changes nothing.
func unchanged(t *testing.T, script, command string, d *model.Document, want string) {
	t.Helper()
	_, err := runs(t, shippedScript(t, script), command, d)
	if err == nil || !strings.Contains(err.Error(), want) || d.Tree.At() != 0 {
		t.Errorf("%s: %v, want %s", script, err, want)
	}
}

func TestNumberCaptures(t *testing.T) {
	for _, name := range []string{"pente.studio", "awale.studio"} {
		d := sample(t, name)
		if _, err := runs(t, shippedScript(t, "number-captures.lua"), "number", d); err != nil {
			t.Fatal(err)
		}
		count := 0
		for n := range d.Tree.Main() {
			if n.Parent() == nil {
				continue
			}
			before, after := positionOf(t, d.Tree, n.Parent()), positionOf(t, d.Tree, n)
			own, want := before.Turn(), map[rules.Cell]string{}
			took := false
			// The seeds go to a store. The last move captures more.
			if home := d.Tree.Rules().Board().Home; home != nil {
				took = n.First() != nil && after.(rules.Scorer).Score(own) > before.(rules.Scorer).Score(own)
				for c := range labels(n, model.MarkLabel) {
					if home[c] == own || after.At(c).Count != 0 {
						t.Errorf("%s, move %d: a mark on %v", name, n.Ply(), c)
					}
					want[c] = strconv.Itoa(count + 1)
				}
				if n.First() == nil {
					continue
				}
			} else {
				for c := range d.Tree.Rules().Board().Cells {
					if x := rules.Cell(c); before.At(x).Owner == 1-own && after.At(x).Owner == rules.NoPlayer {
						took = true
						want[x] = strconv.Itoa(count + 1)
					}
				}
			}
			if took {
				count++
			}
			if got := labels(n, model.MarkLabel); fmt.Sprint(got) != fmt.Sprint(want) || took != (len(got) > 0) {
				t.Errorf("%s, move %d: marks %v, want %v", name, n.Ply(), got, want)
			}
		}
		if count < 5 {
			t.Errorf("%s: only %d captures", name, count)
		}
	}
	unchanged(t, "number-captures.lua", "number", sample(t, "penloup-juhem.studio"), "discs are turned")
	unchanged(t, "number-captures.lua", "number", sample(t, "three-players.studio"), "this game has no captures")
}

// threes returns the open threes that contain the stone of the move. An open three becomes a row of
// exactly four between two empty cells when a stone is added. It examines columns and rows.
func threes(r rules.Rules, p rules.Position, move rules.Cell) map[rules.Cell]string {
	cells := r.Board().Cells
	at := map[[2]int]rules.Cell{}
	for c := range cells {
		at[[2]int{cells[c].Col, cells[c].Row}] = rules.Cell(c)
	}
	me := p.At(move).Owner
	found := map[rules.Cell]string{}
	for _, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		cell := func(i int) (rules.Cell, bool) {
			c, ok := at[[2]int{cells[move].Col + i*d[0], cells[move].Row + i*d[1]}]
			return c, ok
		}
		empty := func(i int) bool { c, ok := cell(i); return ok && p.At(c).Owner == rules.NoPlayer }
		for fourth := -3; fourth <= 3; fourth++ {
			if !empty(fourth) {
				continue
			}
			mine := func(i int) bool { c, ok := cell(i); return ok && (i == fourth || p.At(c).Owner == me) }
			from, to := 0, 0
			for mine(from - 1) {
				from--
			}
			for mine(to + 1) {
				to++
			}
			if to-from != 3 || fourth < from || fourth > to || !empty(from-1) || !empty(to+1) {
				continue
			}
			for i := from; i <= to; i++ {
				if c, _ := cell(i); i != fourth {
					found[c] = ""
				}
			}
		}
	}
	return found
}

func TestOpenThrees(t *testing.T) {
	pente := sample(t, "pente.studio")
	for name, d := range map[string]*model.Document{"pente": pente, "gomoku": grown(t, "gomoku", 3000, 2), "renju": grown(t, "renju", 1000, 3)} {
		t.Run(name, func(t *testing.T) {
			if d != pente { // adjacent stones, which random games do not produce
				for _, line := range []string{"h8 a1 i8 c1 j8", "h8 a1 j8 c1 k8", "h8 a1 i9 c1 j10 e1 h9 g1 h10"} {
					extend(t, d, line)
				}
			}
			if _, err := runs(t, shippedScript(t, "open-threes.lua"), "mark", d); err != nil {
				t.Fatal(err)
			}
			found := 0
			for n := range d.Tree.All() {
				m, ok := n.Move()
				if !ok || m.To == rules.NoCell {
					continue
				}
				want := threes(d.Tree.Rules(), positionOf(t, d.Tree, n), m.To)
				if len(want) > 0 {
					found++
				}
				if got := labels(n, model.MarkTriangle); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("move %d: %v, want %v", n.Ply(), got, want)
				}
			}
			if found < 3 {
				t.Errorf("only %d open threes", found)
			}
		})
	}
	unchanged(t, "open-threes.lua", "mark", sample(t, "three-players.studio"), "an open three needs a game of five in a row")
	unchanged(t, "open-threes.lua", "mark", sample(t, "awale.studio"), "the commands of the script are not for awale")
	unchanged(t, "open-threes.lua", "mark", sample(t, "penloup-juhem.studio"), "the commands of the script are not for othello")
}

// extend adds a line of moves.
func extend(t testing.TB, d *model.Document, line string) {
	t.Helper()
	n := d.Tree.Root()
	for _, text := range strings.Fields(line) {
		m, err := d.Tree.Rules().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if c := d.Tree.Find(n, m); c != nil {
			n = c
			continue
		}
		n = d.Tree.Add(n, m)
		if _, err := d.Tree.Position(n); err != nil {
			return // the random tree already has this move
		}
	}
}

func TestTranspositions(t *testing.T) {
	for name, d := range map[string]*model.Document{
		"pente": sample(t, "pente.studio"), "awale": sample(t, "awale.studio"), "three players": sample(t, "three-players.studio"), "othello": sample(t, "penloup-juhem.studio"),
		"tictactoe": record(t, "tictactoe", nil, "b2 a1 c3 c1", "c3 a1 b2 c1", "b2 c1 c3 a1"), "othello6": grown(t, "othello6", 3000, 4),
	} {
		t.Run(name, func(t *testing.T) {
			path := shippedScript(t, "transpositions.lua")
			for range 2 { // the second time, nothing changes
				if _, err := runs(t, path, "list", d); err != nil {
					t.Fatal(err)
				}
			}
			if d.Tree.At() > 1 {
				t.Error("a second run has changed something")
			}
			ways := map[string]int{}
			for n := range d.Tree.All() {
				p := positionOf(t, d.Tree, n)
				ways[fmt.Sprint(p.Turn(), p.String())]++
			}
			for n := range d.Tree.All() {
				p := positionOf(t, d.Tree, n)
				if told := strings.Contains(n.Comment(), "Same position: "); told != (ways[fmt.Sprint(p.Turn(), p.String())] > 1) {
					t.Errorf("%v, move %d: %q with %d ways", d.Tree.Rules().Spec(), n.Ply(), n.Comment(), ways[fmt.Sprint(p.Turn(), p.String())])
				}
			}
		})
	}
	d := record(t, "tictactoe", nil, "b2 a1 c3", "c3 a1 b2")
	log, err := runs(t, shippedScript(t, "transpositions.lua"), "list", d)
	if want := "Same position: move 3 (b2)"; err != nil || d.Tree.Root().First().First().First().Comment() != want {
		t.Errorf("%q, %v, want %q\n%s", d.Tree.Root().First().First().First().Comment(), err, want, log)
	}
}

func TestResultsByOpening(t *testing.T) {
	path := shippedScript(t, "openings.lua")
	// The second line mirrors the first. The third is drawn, and the fourth is unfinished.
	d := record(t, "tictactoe", nil, "a1 b1 a2 b2 a3", "c1 b1 c2 b2 c3", "a1 b1 a2 b2 c1 a3 c3 c2 b3", "a1 b1 a2 c3 b2", "b2 a1 c3 a2 b1")
	if _, err := runs(t, path, "results", d); err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for n := range d.Tree.All() {
		if n.Comment() != "" {
			got[fmt.Sprint(n.Ply(), " ", n.Comment())]++
		}
	}
	if want := map[string]int{"4 Results: 3 games, player 1 won 2, drawn 1": 2}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	for name, want := range map[string]string{
		"pente.studio": "Results: 1 game, be_water won 1", "awale.studio": "Results: 1 game, player 1 won 1",
		"three-players.studio": "Results: 1 game, Blaise won 1", "penloup-juhem.studio": "Results: 1 game, Juhem won 1",
	} {
		t.Run(name, func(t *testing.T) {
			d := sample(t, name)
			n := d.Tree.Root().First().First().First().First()
			if _, err := runs(t, path, "results", d); err != nil || n.Comment() != want {
				t.Errorf("%q, %v", n.Comment(), err)
			}
		})
	}
	unchanged(t, "openings.lua", "results", record(t, "tictactoe", nil, "a1 b1 a2 b2"), "no line of this tree is played to its end")
}

func TestBlunders(t *testing.T) {
	d := record(t, "tictactoe", nil, "b2 a1 c3 c1 b1", "b2 b1 a1")
	score := func(n *model.Node, score float64, proved bool) {
		d.Tree.Annotate(n, model.Annotation{Evals: []model.Eval{{Engine: "e", Score: score, Proved: proved, Depth: 3}, {Engine: "e", Score: 99, Depth: 1}}})
	}
	root := d.Tree.Root()
	b2 := root.First()
	a1 := b2.First()
	c3 := a1.First()
	c1 := c3.First()
	b1 := c1.First()
	side := b2.Last()
	score(root, 10, false)
	score(b2, -10, false) // loses nothing
	score(a1, 60, false)  // from 45 to 23 percent
	score(c3, 60, false)  // from 77 to 23 percent
	score(c1, -100, false)
	score(b1, -1, true) // wins
	score(side, 1, true)
	score(side.First(), -1, true) // a win stays one
	if _, err := runs(t, shippedScript(t, "blunders.lua"), "find", d); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		n    *model.Node
		want []model.Glyph
	}{{b2, nil}, {a1, []model.Glyph{"?"}}, {c3, []model.Glyph{"??"}}, {c1, nil}, {b1, nil}, {side, []model.Glyph{"??"}}, {side.First(), nil}} {
		if !slices.Equal(x.n.Glyphs(), x.want) {
			t.Errorf("move %d: %v, want %v", x.n.Ply(), x.n.Glyphs(), x.want)
		}
	}
	for _, name := range []string{"pente.studio", "awale.studio", "penloup-juhem.studio"} {
		unchanged(t, "blunders.lua", "find", sample(t, name), "no evaluations are stored in this tree")
	}
	unchanged(t, "blunders.lua", "find", sample(t, "three-players.studio"), "no evaluations are stored in this tree")

	three := sample(t, "three-players.studio")
	n := three.Tree.Root()
	// The first move loses the win, the second nothing.
	for i, shares := range [][]float64{{.8, .1, .1}, {.1, .8, .1}, {.1, .8, .1}} {
		three.Tree.Annotate(n, model.Annotation{Evals: []model.Eval{{Engine: sharing, Score: float64(i), Shares: shares, Depth: 3}}})
		n = n.First()
	}
	if _, err := runs(t, shippedScript(t, "blunders.lua"), "find", three); err != nil {
		t.Fatal(err)
	}
	n = three.Tree.Root().First()
	if !slices.Equal(n.Glyphs(), []model.Glyph{"??"}) || len(n.First().Glyphs()) > 0 {
		t.Errorf("of three players: %v, %v", n.Glyphs(), n.First().Glyphs())
	}
}

func TestColours(t *testing.T) {
	path := shippedScript(t, "colours.lua")
	for name, d := range map[string]*model.Document{
		"pente": sample(t, "pente.studio"), "awale": sample(t, "awale.studio"), "three players": sample(t, "three-players.studio"), "othello": sample(t, "penloup-juhem.studio"),
		"tictactoe": grown(t, "tictactoe", 2000, 5), "othello6": grown(t, "othello6", 3000, 6),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := runs(t, path, "results", d); err != nil {
				t.Fatal(err)
			}
			seen := map[string]int{}
			for n := range d.Tree.All() {
				results := map[rules.Players]bool{}
				for m := range d.Tree.Subtree(n) {
					if p := positionOf(t, d.Tree, m); p.Result().Over {
						results[p.Result().Winners] = true
					}
				}
				want := ""
				if len(results) == 1 && n.Parent() != nil {
					for w := range results {
						want = map[rules.Players]string{0: "#888a85", 1: "#3465a4", 2: "#cc0000", 4: "#4e9a06"}[w]
					}
				}
				if _, ok := n.Move(); ok && n.Color() != want {
					t.Fatalf("%v, move %d: %q, want %q", d.Tree.Rules().Spec(), n.Ply(), n.Color(), want)
				}
				seen[want]++
			}
			t.Log(seen)
		})
	}
	unchanged(t, "colours.lua", "results", record(t, "tictactoe", nil, "b2 a1"), "no line of this tree is played to its end")
}

// TestShippedCommands checks that each shipped script with commands is tested in this file, and has
// descriptions in both languages.
func TestShippedCommands(t *testing.T) {
	self, err := os.ReadFile("shipped_test.go")
	if err != nil {
		t.Fatal(err)
	}
	french, err := os.ReadFile("../../text/locale/po/fr.po")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	files, err := scripts.FS.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := f.Name()
		about, err := lua.Describe(t.Context(), shippedScript(t, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range about.Commands {
			n++
			if !strings.Contains(string(self), name) || !strings.Contains(string(french), fmt.Sprintf("msgid %q\nmsgstr \"", c.Title)) {
				t.Errorf("%s: %s is not tried, or not translated", name, c.Title)
			}
		}
	}
	if n != 6 {
		t.Errorf("%d commands", n)
	}
}
