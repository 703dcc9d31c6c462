package xml

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// legacyExample is a file written by a program of the family, without most of the players who do
// not play.
const legacyExample = `<?xml version="1.0" encoding="UTF-8"?>
<save>
  <settings version="1.0" nbCols="5" nbPlayers="2" nbRows="4" nbSymbs="4" numPlayer="1"/>
  <players>
    <player difficulty="3" name="Ada" score="2" symb="0" type="0"/>
    <player difficulty="1" name="Machine" score="1" symb="1" type="1"/>
    <player difficulty="1" name="" score="0" symb="2" type="0"/>
    <!-- always 26 player elements, the first nbPlayers of them play -->
  </players>
  <cases>
    <case col="2" row="1">0</case>
    <case col="3" row="1">1</case>
  </cases>
</save>
`

// legacyFile returns a file with cells "row,col …" and their owners.
func legacyFile(settings, players, cells, owners string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<save>\n<settings version=\"1.0\" %s/>\n<players>%s</players>\n<cases>", settings, players)
	who := strings.Fields(owners)
	for i, rc := range strings.Fields(cells) {
		row, col, _ := strings.Cut(rc, ",")
		fmt.Fprintf(&b, "\n<case row=%q col=%q>%s</case>", row, col, who[i])
	}
	b.WriteString("</cases></save>")
	return b.String()
}

func legacy(text string) (*model.Document, error) {
	d, err := DecodeLegacy(context.Background(), []byte(text), opts("a.xml"))
	if err != nil && d != nil {
		return nil, errors.New("an error and a document")
	}
	return d, err
}

func TestLegacyExample(t *testing.T) {
	d, err := legacy(legacyExample)
	if err != nil {
		t.Fatal(err)
	}
	p := d.Tree.Rules().Spec().Params
	if p["cols"] != "5" || p["rows"] != "4" || p["k"] != "4" || p["players"] != "2" || p["topology"] != "plane" || p["captures"] != "0" {
		t.Errorf("rules %v", p)
	}
	if want := (model.Player{Name: "Ada", Kind: "human", Level: 4, Symbol: "nought", Score: 2}); d.Players[0] != want {
		t.Errorf("first player %+v", d.Players[0])
	}
	if want := (model.Player{Name: "Machine", Kind: "computer", Level: 2, Symbol: "cross", Score: 1}); d.Players[1] != want {
		t.Errorf("second player %+v", d.Players[1])
	}
	// Row 1 is the second from the top, and column 2 is the third.
	if got := shapeOf(d); got != "c2 d2" || d.Tree.Root().Setup() != "" {
		t.Errorf("moves %s from %q", got, d.Tree.Root().Setup())
	}
	// After moves by 0 and 1 it is 0's turn. numPlayer is 1, the player who moved last.
	if len(d.Warnings) != 0 {
		t.Errorf("warnings %v", d.Warnings)
	}
}

func TestLegacyCases(t *testing.T) {
	three := `nbCols="3" nbPlayers="3" nbRows="3" nbSymbs="3" numPlayer="%s"`
	two := `nbCols="3" nbPlayers="2" nbRows="3" nbSymbs="3" numPlayer="%s"`
	for _, tt := range []struct {
		name, settings, num, cells, owners string
		start, moves, warns                string
	}{
		{"in turn order", two, "1", "0,0 1,1 2,2", "0 1 0", "", "a1 b2 c3", ""},
		{"in turn order from another player", two, "0", "0,0", "1", ".../.../... B", "a1", ""},
		{"three players in turn order", three, "1", "0,0 0,1 0,2 1,0", "0 1 2 0", "", "a1 b1 c1 a2", ""},
		{"three players from the third", three, "2", "0,0 0,1 0,2", "2 0 1", ".../.../... C", "a1 b1 c1", ""},
		{"numPlayer moved last", two, "0", "0,0 1,1 2,2", "0 1 0", "", "a1 b2 c3", ""},
		{"the first of three moved last", three, "0", "0,0 0,1 0,2 1,0", "0 1 2 0", "", "a1 b1 c1 a2", ""},
		{"the last of three moved last", three, "2", "0,0 0,1 0,2", "0 1 2", "", "a1 b1 c1", ""},
		{"numPlayer neither moved last nor moves next", three, "2", "0,0 0,1 0,2 1,0", "0 1 2 0", "", "a1 b1 c1 a2", "a.xml:2: numPlayer names player 3, but by the moves this player is not to move and did not move last: the moves were kept"},
		{"numPlayer of nobody", two, "2", "0,0 1,1 2,2", "0 1 0", "", "a1 b2 c3", "a.xml:2: the attribute numPlayer has the invalid value \"2\": it was left out"},
		{"after the end nobody is to move", two, "1", "0,0 1,0 0,1 1,1 0,2", "0 1 0 1 0", "", "a1 a2 b1 b2 c1", ""},
		{"a move after the end stays", two, "0", "0,0 1,0 0,1 1,1 0,2 2,2", "0 1 0 1 0 1", "", "a1 a2 b1 b2 c1 c3", "a.xml:10: move 6 (c3): "},
		{"any other order is a position", two, "1", "0,0 1,1 2,2", "0 0 1", "A../.A./..B B", "", ""},
		{"a position trusts numPlayer", two, "0", "1,1 0,0 2,2", "0 0 1", "A../.A./..B A", "", ""},
		{"a player missed out is a position", three, "1", "0,0 0,1", "0 2", "AC./.../... B", "", ""},
		{"a position without numPlayer", `nbCols="3" nbPlayers="2" nbRows="3" nbSymbs="3"%s`, "", "0,0 0,1", "0 0", "AA./.../... A", "", ""},
		{"a position with an impossible numPlayer", two, "2", "0,0 0,1", "0 0", "AA./.../... A", "", `a.xml:2: the attribute numPlayer has the invalid value "2"`},
		{"no case: numPlayer says who begins", two, "1", "", "", ".../.../... B", "", ""},
		{"no case and the first begins", two, "0", "", "", "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := legacy(legacyFile(fmt.Sprintf(tt.settings, tt.num), "", tt.cells, tt.owners))
			if err != nil {
				t.Fatal(err)
			}
			if start := d.Tree.Root().Setup(); start != tt.start || shapeOf(d) != tt.moves {
				t.Errorf("start %q and moves %s, want %q and %s", start, shapeOf(d), tt.start, tt.moves)
			}
			got := fmt.Sprint(d.Warnings)
			// An unreachable position also causes a warning.
			unreachable := tt.cells != "" && tt.start != "" && tt.moves == ""
			if !strings.Contains(got, tt.warns) || (len(d.Warnings) > 0) != (tt.warns != "") && !unreachable {
				t.Errorf("warnings %s, want %q", got, tt.warns)
			}
		})
	}
}

func TestLegacyPlayers(t *testing.T) {
	many := `nbCols="9" nbPlayers="26" nbRows="9" nbSymbs="3" numPlayer="0"`
	var all strings.Builder
	for i := range 26 {
		fmt.Fprintf(&all, `<player symb="%d" type="%d" score="%d" name="P%d" difficulty="%d"/>`, 25-i, i%2, -i, i, i%6)
	}
	d, err := legacy(legacyFile(many, all.String(), "", ""))
	if err != nil || len(d.Warnings) > 0 {
		t.Fatal(err, d.Warnings)
	}
	for i, p := range d.Players {
		want := model.Player{Name: fmt.Sprint("P", i), Symbol: string(rules.Player(25 - i).Letter()), Level: min(i%6+1, 5), Score: -i, Kind: []string{"human", "computer"}[i%2]}
		if p != want {
			t.Errorf("player %d is %+v, want %+v", i, p, want)
		}
	}
	two := `nbCols="3" nbPlayers="2" nbRows="3" nbSymbs="3" numPlayer="0"`
	for _, tt := range []struct{ name, players, want, warns string }{
		{"fewer than those who play", `<player name="Ada" symb="1"/>`, "[{Ada human 0 cross  0} { human 0   0}]", ""},
		{"none", "", "[{ human 0   0} { human 0   0}]", ""},
		{"letters with two players", `<player symb="2"/><player symb="25"/>`, "[{ human 0 C  0} { human 0 Z  0}]", ""},
		{"values that mean nothing", "\n<player symb=\"26\" type=\"2\" difficulty=\"6\" score=\"x\"/>", "[{ human 0   0} { human 0   0}]", `a.xml:4: the attribute symb has the invalid value "26"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := legacy(legacyFile(two, tt.players, "", ""))
			if err != nil {
				t.Error(err)
				return
			}
			if got := fmt.Sprint(d.Players); got != tt.want {
				t.Errorf("players %s, want %s", got, tt.want)
			}
			if got := fmt.Sprint(d.Warnings); !strings.Contains(got, tt.warns) || (len(d.Warnings) > 0) != (tt.warns != "") {
				t.Errorf("warnings %s", got)
			}
		})
	}
}

func TestLegacyEncodings(t *testing.T) {
	for _, tt := range []struct{ name, declared, bytes, want, warns string }{
		{"none declared", "", "Zo\u00eb", "Zoë", ""},
		{"UTF-8", ` encoding="UTF-8"`, "Zo\u00eb", "Zoë", ""},
		{"an unknown label", ` encoding="x-klingon"`, "Zo\u00eb", "Zoë", ""},
		{"a wrong label", ` encoding="ISO-8859-1"`, "Zo\u00eb", "Zoë", ""},
		{"Latin-1", ` encoding="ISO-8859-1"`, "Zo\xeb", "Zoë", ""},
		{"Latin-1 under another label", ` encoding="x-klingon"`, "Zo\xeb", "Zoë", "read as Latin-1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := `<?xml version="1.0"` + tt.declared + "?>\n" + legacyFile(`nbRows="3" nbCols="3" nbSymbs="3" nbPlayers="2" numPlayer="0"`, `<player name="`+tt.bytes+`"/>`, "", "")
			d, err := legacy(text)
			if err != nil {
				t.Error(err)
				return
			}
			if d.Players[0].Name != tt.want {
				t.Errorf("%q", d.Players[0].Name)
			}
			if got := fmt.Sprint(d.Warnings); !strings.Contains(got, tt.warns) || (len(d.Warnings) > 0) != (tt.warns != "") {
				t.Errorf("warnings %s", got)
			}
		})
	}
}

func TestLegacyRefused(t *testing.T) {
	set := func(rows, cols, symbs, players string) string {
		return legacyFile(fmt.Sprintf(`nbRows="%s" nbCols="%s" nbSymbs="%s" nbPlayers="%s" numPlayer="0"`, rows, cols, symbs, players), "", "", "")
	}
	good := `nbRows="3" nbCols="3" nbSymbs="3" nbPlayers="2" numPlayer="0"`
	for _, tt := range []struct{ name, text, want string }{
		{"a row outside", legacyFile(good, "", "0,0 3,0", "0 1"), "a.xml:6: row 3, column 0 is outside the board"},
		{"a column outside", legacyFile(good, "", "0,-1", "0"), "a.xml:5: row 0, column -1 is outside the board"},
		{"a cell twice", legacyFile(good, "", "0,0 1,1 0,0", "0 1 0"), "a.xml:7: row 0, column 0 is given twice"},
		{"an owner too many", legacyFile(good, "", "0,0", "2"), "a.xml:5: the player of a cell must be from 0 to 1, not 2"},
		{"an owner below zero", legacyFile(good, "", "0,0", "-1"), "the player of a cell must be from 0 to 1, not -1"},
		{"an owner that is no number", legacyFile(good, "", "0,0", "x"), `a.xml:5: the owner "x" of a cell is not a whole number`},
		{"one player", set("3", "3", "3", "1"), `a.xml:2: parameter players: "1" is not a whole number from 2 to 26`},
		{"27 players", set("3", "3", "3", "27"), `a.xml:2: parameter players: "27"`},
		{"no row", set("0", "3", "3", "2"), `a.xml:2: parameter rows: "0"`},
		{"65 columns", set("3", "65", "3", "2"), `a.xml:2: parameter cols: "65"`},
		{"columns below zero", set("3", "-1", "3", "2"), `a.xml:2: parameter cols: "-1"`},
		{"one symbol to align", set("3", "3", "1", "2"), `a.xml:2: `},
		{"more to align than fits", set("3", "3", "4", "2"), `a.xml:2: `},
		{"a number that is none", set("3", "x", "4", "2"), `a.xml:2: nbCols is "x", not a whole number`},
		{"a huge number", set("3", "99999999999999999999", "4", "2"), `not a whole number`},
		{"a setting missing", legacyFile(`nbRows="3"`, "", "", ""), "a.xml:2: <settings> has no attribute nbPlayers"},
		{"no settings", "<save>\n</save>", "a.xml:1: the element <settings> is missing"},
		{"two settings", "<save>\n<settings/><settings/></save>", "a.xml:2: the element <settings> occurs twice"},
		{"another version", "<save>\n<settings version='1.1'/></save>", "a.xml:2: version 1.1 of the old format is not known"},
		{"another root", "<studio/>", "a.xml:1: the root element <studio> does not belong to an old save"},
		{"cut", strings.TrimSuffix(legacyExample, "</save>\n"), "a.xml:14: the file ends inside the element <save>"},
		{"a case without row", "<save><settings " + good + "/><cases>\n<case col='1'>0</case></cases></save>", "a.xml:2: <case> has no attribute row"},
		{"empty", "", "there is no XML element"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := legacy(tt.text)
			var e *codec.Error
			if d != nil || !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestLegacyUnknownElements(t *testing.T) {
	d, err := legacy("<save><extra/><settings nbSymbs='3' numPlayer='0' nbPlayers='2' nbRows='3' nbCols='3'/>\n<cases><hint/><case col='0' row='0'> 0 <!-- x --></case></cases></save>")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(d.Warnings); shapeOf(d) != "a1" || !strings.Contains(got, "a.xml:2: the element <hint> is not known") || !strings.Contains(got, "<extra>") {
		t.Errorf("%s, %s", shapeOf(d), got)
	}
}

// TestLegacyExport checks that supported games are preserved in the old format.
func TestLegacyExport(t *testing.T) {
	held := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 11))
		d := randomLegacy(t, rng)
		var b bytes.Buffer
		if err := EncodeLegacy(context.Background(), &b, d, nil); err != nil {
			if !strings.Contains(err.Error(), "it would read this position as the moves of a game") && !strings.Contains(err.Error(), "no moves after a set-up position") {
				t.Fatalf("seed %d: %v", seed, err)
			}
			continue
		}
		held++
		back, err := legacy(b.String())
		if err != nil {
			t.Fatalf("seed %d: %v in\n%s", seed, err, b.String())
		}
		if err := model.Equal(d, back); err != nil {
			t.Fatalf("seed %d: %v in\n%s", seed, err, b.String())
		}
		if n := strings.Count(b.String(), "<player "); n != 26 {
			t.Fatalf("%d player elements", n)
		}
	}
	if held < 250 {
		t.Errorf("only %d of 400 could be written", held)
	}
}

// TestLegacyExportOfPositions checks that a position is written in an order that is not mistaken
// for moves, if there is one.
func TestLegacyExportOfPositions(t *testing.T) {
	for _, tt := range []struct {
		players, start string
		held           bool
	}{
		{"3", "AB./.../... C", true},
		{"3", "ABC/.../... A", true},
		{"3", "A../.../... B", false},
		{"3", "A.C/.../... B", true},
		{"2", "AB./.../... A", false},
		{"2", "AA./.../... A", true},
		{"2", "A.B/A../... B", true},
		{"2", ".../.../... B", true},
		{"2", "AAA/BB./... B", true},
		{"2", "AA./BB./... A resigned", false},
	} {
		t.Run(tt.start, func(t *testing.T) {
			d := model.NewDocument(build(t, "line", rules.Params{"rows": "3", "cols": "3", "k": "3", "players": tt.players}))
			if err := d.Tree.SetStart(tt.start); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := EncodeLegacy(context.Background(), &b, d, nil); err != nil {
				if tt.held {
					t.Error(err)
				}
				return
			}
			back, err := legacy(b.String())
			if err != nil || !tt.held || back.Tree.Root().Setup() != d.Tree.Root().Setup() || back.Tree.Len() != 1 {
				t.Errorf("%v, %v", err, back)
			}
		})
	}
}

// randomLegacy returns a random game or position of a plain alignment game.
func randomLegacy(t *testing.T, rng *rand.Rand) *model.Document {
	players := 2 + rng.IntN(4)
	r := build(t, "line", rules.Params{"rows": fmt.Sprint(3 + rng.IntN(6)), "cols": fmt.Sprint(3 + rng.IntN(6)), "k": "3", "players": fmt.Sprint(players)})
	d := model.NewDocument(r)
	for i := range d.Players {
		p := model.Player{Name: "P \"&<é", Kind: legacyKinds[rng.IntN(2)], Level: 1 + rng.IntN(5), Score: rng.IntN(9), Symbol: string(rules.Player(rng.IntN(26)).Letter())}
		if players == 2 {
			p.Symbol = legacySymbols[rng.IntN(2)]
		}
		d.Players[i] = p
	}
	pos := r.Start()
	if rng.IntN(2) == 0 {
		s := rules.SetupOf(r, pos)
		s.Turn = rules.Player(rng.IntN(players))
		if rng.IntN(2) == 0 {
			for range rng.IntN(7) {
				s.Cells[rng.IntN(len(s.Cells))] = rules.Piece(rules.Player(rng.IntN(players)))
			}
		}
		p, err := r.SetUp(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Tree.SetStart(p.String()); err != nil {
			t.Fatal(err)
		}
		pos = p
	}
	n := d.Tree.Root()
	for range rng.IntN(12) {
		var moves []rules.Move
		for m := range pos.Moves() {
			moves = append(moves, m)
		}
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		n = d.Tree.Add(n, m)
		pos, _ = pos.Play(m)
	}
	return d
}

// TestLegacyCannotHold checks that unsupported content is rejected with a message that names it.
func TestLegacyCannotHold(t *testing.T) {
	small := rules.Params{"rows": "3", "cols": "3", "k": "3"}
	for _, tt := range []struct {
		name, game string
		params     rules.Params
		change     func(d *model.Document, first *model.Node)
		want       string
	}{
		{"another game", "othello", nil, nil, `it has no game "othello"`},
		{"gravity", "line", rules.Params{"drop": "on"}, nil, "it has no parameter drop"},
		{"joined edges", "line", rules.Params{"topology": "torus"}, nil, "it has no parameter topology"},
		{"captures", "line", rules.Params{"captures": "5"}, nil, "it has no parameter captures"},
		{"a tag", "line", small, func(d *model.Document, _ *model.Node) { d.Info["event"] = "x" }, `it cannot store "event"`},
		{"a colour", "line", small, func(d *model.Document, _ *model.Node) { d.Players[1].Color = "#000000" }, "it has no colours of players"},
		{"another engine", "line", small, func(d *model.Document, _ *model.Node) { d.Players[1].Kind = "lua:x" }, `it has no player "lua:x"`},
		{"another symbol", "line", small, func(d *model.Document, _ *model.Node) { d.Players[1].Symbol = "disc" }, `it has no symbol "disc"`},
		{"a level", "line", small, func(d *model.Document, _ *model.Node) { d.Players[1].Level = 6 }, "it has no level 6"},
		{"a name", "line", small, func(d *model.Document, _ *model.Node) { d.Players[1].Name = "\x00" }, "characters that XML lacks"},
		{"unknown elements", "line", small, func(d *model.Document, _ *model.Node) { d.Foreign = []model.Foreign{{XML: "x"}} }, "elements of a newer program"},
		{"a comment", "line", small, func(d *model.Document, n *model.Node) { d.Tree.Annotate(n, model.Annotation{Comment: "x"}) }, "it has no comments"},
		{"a bookmark", "line", small, func(d *model.Document, n *model.Node) { d.Tree.Annotate(n, model.Annotation{Bookmark: true}) }, "it has no names, bookmarks, colours, numbers and lines"},
		{"a variation", "line", small, func(d *model.Document, n *model.Node) { d.Tree.Add(d.Tree.Root(), rules.Place(1)) }, "it has no variations"},
		{"a resignation", "line", small, func(d *model.Document, n *model.Node) { d.Tree.Add(n, rules.Resign) }, "only supports placing pieces"},
		{"an unreadable move", "line", small, func(d *model.Document, n *model.Node) { d.Tree.AddRaw(n, "x") }, "only supports placing pieces"},
		{"an illegal move", "line", small, func(d *model.Document, n *model.Node) { d.Tree.Add(n, rules.Place(0)) }, "move 2 (a1): "},
		{"a position in the game", "line", small, func(d *model.Document, n *model.Node) { d.Tree.AddSetup(n, "") }, "only supports placing pieces"},
		{"moves after a position", "line", small, func(d *model.Document, n *model.Node) { _ = d.Tree.SetStart("..A/.../... B") }, "it has no moves after a set-up position"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := model.NewDocument(build(t, tt.game, tt.params))
			first := d.Tree.Root()
			if tt.game == "line" {
				first = d.Tree.Add(first, rules.Place(0))
			}
			if tt.change != nil {
				tt.change(d, first)
			}
			err := EncodeLegacy(context.Background(), io.Discard, d, nil)
			var e *msg.Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}

// TestLegacyKnowsAllParameters checks that legacyRules contains every parameter that the old format
// does not store.
func TestLegacyKnowsAllParameters(t *testing.T) {
	r := build(t, "line", nil)
	table := maps.Clone(legacyRules)
	for name, v := range r.Spec().Params {
		if _, ok := legacySettings[name]; !ok && table[name] != v {
			t.Errorf("parameter %s, by default %q, is %q in the table", name, v, table[name])
		}
	}
}

// TestLegacyPlayed checks that a game played in Studio can be saved without its thinking times.
func TestLegacyPlayed(t *testing.T) {
	d := model.NewDocument(build(t, "line", nil))
	d.Players[1] = model.Player{Kind: "computer", Level: 5}
	d.Info[model.InfoClock], d.Info[model.InfoDate] = "5m", "2026-01-02"
	n := d.Tree.Root()
	for _, c := range []rules.Cell{4, 0, 2} {
		n = d.Tree.Add(n, rules.Place(c))
		d.Tree.Annotate(n, model.Annotation{Used: time.Second})
	}
	var b bytes.Buffer
	if err := EncodeLegacy(context.Background(), &b, d, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `difficulty="4"`) {
		t.Errorf("an expert is written as\n%s", b.String())
	}
	got, err := legacy(b.String())
	if err != nil || got.Tree.Len() != d.Tree.Len() || got.Players[1].Level != 5 || got.Tree.Root().First().Used() != 0 {
		t.Errorf("%v, %v", got, err)
	}
}
