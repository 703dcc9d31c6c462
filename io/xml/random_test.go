package xml

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"boardstudio/model"
	"boardstudio/rules"
)

// specs are games of all families with 2 to 26 players.
var specs = []rules.Spec{
	{Game: "line", Params: rules.Params{"rows": "3", "cols": "3", "k": "3"}},
	{Game: "line", Params: rules.Params{"rows": "19", "cols": "19", "k": "5", "captures": "5"}},
	{Game: "line", Params: rules.Params{"rows": "6", "cols": "7", "k": "4", "drop": "on", "topology": "cylinder"}},
	{Game: "line", Params: rules.Params{"rows": "12", "cols": "40", "k": "4", "players": "3", "topology": "torus"}},
	{Game: "line", Params: rules.Params{"rows": "64", "cols": "64", "k": "5", "players": "26"}},
	{Game: "othello", Params: rules.Params{}},
	{Game: "othello", Params: rules.Params{"size": "16", "goal": "fewest"}},
	{Game: "awale", Params: rules.Params{}},
	{Game: "awale", Params: rules.Params{"pits": "12", "seeds": "3"}},
}

// scraps are the parts of random texts: characters of every class, and strings with a meaning in
// XML or in this format.
var scraps = []string{
	" ", "  ", "\t", "\n", "\r", "\r\n", "\n\n", "a", "Ada", "é", "ß", "\u00a0", "\u2028", "\u0085", "中文", "😀", "👨‍👩‍👧", "e\u0301", "\u202e",
	"<", ">", "&", "\"", "'", "]]>", "<![CDATA[", "-->", "<!--", "<?", "&amp;", "&#13;", "</comment>", "base64", "=",
	"\x00", "\x01", "\x08", "\x0b", "\x1f", "\x7f", "\u0080", "\ufffd", "\ufffe", "\uffff", "\U0001ffff", "\U0010ffff",
	"\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\ufeff",
}

func randomOf(rng *rand.Rand, texts ...string) string { return texts[rng.IntN(len(texts))] }

// randomText returns a text of up to five scraps. Half of the texts contain only harmless ones.
func randomText(rng *rand.Rand) string {
	var b strings.Builder
	from := len(scraps)
	if rng.IntN(2) == 0 {
		from = 34 // before the control characters
	}
	for range rng.IntN(6) {
		b.WriteString(scraps[rng.IntN(from)])
	}
	return b.String()
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// word returns a non-empty random text.
func word(rng *rand.Rand) string {
	for {
		if s := randomText(rng); s != "" {
			return s
		}
	}
}

// randomDocument returns a document with up to n nodes, some of them illegal, and with all kinds of
// annotations.
func randomDocument(t testing.TB, rng *rand.Rand, n int) *model.Document {
	spec := specs[rng.IntN(len(specs))]
	r := build(t, spec.Game, spec.Params)
	d := model.NewDocument(r)
	for i := range d.Players {
		if rng.IntN(3) > 0 {
			d.Players[i] = model.Player{Name: randomText(rng), Kind: word(rng), Level: rng.IntN(6), Symbol: randomOf(rng, "", "cross", "disc", "É", "字b"), Color: randomOf(rng, "", "#a0B1c2"), Score: int(rng.Uint64())}
		}
	}
	for range rng.IntN(5) {
		d.Info[randomText(rng)] = word(rng)
	}
	for range rng.IntN(3) {
		d.Foreign = append(d.Foreign, model.Foreign{XML: randomText(rng)})
	}
	if rng.IntN(2) == 0 {
		if err := d.Tree.SetStart(randomPosition(r, rng).String()); err != nil {
			t.Fatal(err)
		}
	}
	nodes := []*model.Node{d.Tree.Root()}
	for range rng.IntN(n) {
		at := nodes[rng.IntN(len(nodes))]
		if rng.IntN(3) > 0 {
			at = nodes[len(nodes)-1]
		}
		nodes = append(nodes, randomNode(d.Tree, at, rng))
	}
	for _, n := range nodes {
		if rng.IntN(4) == 0 {
			d.Tree.Annotate(n, randomNotes(r, rng))
		}
	}
	return d
}

func randomPosition(r rules.Rules, rng *rand.Rand) rules.Position {
	pos := r.Start()
	for range rng.IntN(30) {
		var moves []rules.Move
		for m := range pos.Moves() {
			moves = append(moves, m)
		}
		if len(moves) == 0 {
			break
		}
		pos, _ = pos.Play(moves[rng.IntN(len(moves))])
	}
	return pos
}

// randomMove returns a move on the board, legal or not.
func randomMove(r rules.Rules, rng *rand.Rand) rules.Move {
	switch rng.IntN(20) {
	case 0:
		return rules.Pass
	case 1:
		return rules.Resign
	}
	c := rules.Cell(rng.IntN(len(r.Board().Cells)))
	m := rules.Place(r.Board().Named(c))
	if r.Board().Piles {
		m = rules.Take(c)
	}
	return m
}

func randomNode(t *model.Tree, at *model.Node, rng *rand.Rand) *model.Node {
	r := t.Rules()
	switch rng.IntN(40) {
	case 0:
		return t.AddSetup(at, randomPosition(r, rng).String())
	case 1:
		return t.AddSetup(at, word(rng))
	case 2:
		return t.AddRaw(at, word(rng))
	case 3, 4, 5, 6:
		return t.Add(at, randomMove(r, rng))
	}
	if pos, err := t.Position(at); err == nil { // mostly legal moves
		for m := range pos.Moves() {
			if rng.IntN(4) == 0 {
				return t.Add(at, m)
			}
		}
	}
	return t.Add(at, randomMove(r, rng))
}

func randomNotes(r rules.Rules, rng *rand.Rand) model.Annotation {
	a := model.Annotation{Comment: randomText(rng)}
	for range rng.IntN(3) {
		k := markKinds[rng.IntN(len(markKinds))]
		m := model.Mark{Cell: rules.Cell(rng.IntN(len(r.Board().Cells))), Kind: k}
		if k == model.MarkLabel {
			m.Text = scraps[rng.IntN(len(scraps))]
			if len([]rune(m.Text)) > model.MaxLabel {
				m.Text = "😀"
			}
		}
		a.Marks = append(a.Marks, m)
	}
	for range rng.IntN(3) {
		all := append([]model.Glyph{model.GlyphEven, model.GlyphUnclear, model.Better(rules.Player(rng.IntN(r.Players())), 1+rng.IntN(3))}, glyphs...)
		a.Glyphs = append(a.Glyphs, all[rng.IntN(len(all))])
	}
	if rng.IntN(2) == 0 {
		a.Name = randomText(rng)
	}
	if rng.IntN(4) == 0 {
		a.Color = fmt.Sprintf("#%06x", rng.IntN(1<<24))
	}
	if rng.IntN(4) == 0 {
		a.Number = 1 + rng.Int32N(model.MaxNumber)
	}
	a.Bookmark = rng.IntN(4) == 0
	if rng.IntN(4) == 0 {
		a.Advice = model.Advice{By: "x" + randomText(rng), Move: randomMove(r, rng)}
	}
	for cells := len(r.Board().Cells); rng.IntN(3) == 0; {
		from := rng.IntN(cells)
		to := (from + 1 + rng.IntN(cells-1)) % cells
		a.Lines = append(a.Lines, model.Line{From: rules.Cell(from), To: rules.Cell(to), Arrow: rng.IntN(2) == 0})
	}
	if rng.IntN(2) == 0 {
		a.Used = time.Duration(rng.Uint64() >> rng.IntN(64))
	}
	for range rng.IntN(3) {
		v := model.Eval{
			Engine: randomText(rng), Score: math.Float64frombits(rng.Uint64()), Proved: rng.IntN(2) == 0,
			Plies: int(rng.Int32()), Depth: rng.IntN(3), Nodes: rng.Uint64() >> rng.IntN(64),
		}
		for range rng.IntN(4) {
			v.PV = append(v.PV, randomMove(r, rng))
		}
		a.Evals = append(a.Evals, v)
	}
	for range rng.IntN(3) {
		a.Foreign = append(a.Foreign, model.Foreign{XML: randomText(rng)})
	}
	return a
}

// save returns the document as text.
func save(t testing.TB, d *model.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Encode(context.Background(), &b, d, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// load reads the result of save.
func load(t testing.TB, data []byte) *model.Document {
	t.Helper()
	d, err := Decode(context.Background(), data, opts("a.studio"))
	if err != nil {
		t.Fatalf("%v in\n%.3000s", err, data)
	}
	if err := d.Tree.Check(); err != nil {
		t.Fatal(err)
	}
	return d
}

// same checks that the document is read back exactly, and that writing it again gives the same
// bytes.
func same(t testing.TB, d *model.Document) *model.Document {
	t.Helper()
	data := save(t, d)
	back := load(t, data)
	if err := model.Equal(d, back); err != nil {
		t.Fatalf("%v in\n%.3000s", err, data)
	}
	if again := save(t, back); !bytes.Equal(again, data) {
		t.Fatalf("written first\n%.3000s\nthen\n%.3000s", data, again)
	}
	return back
}

var trips = flag.Int("trips", 500, "random documents to save and open; a tenth with -short")

func TestRoundTrip(t *testing.T) {
	count := *trips
	if testing.Short() {
		count /= 10
	}
	nodes := 0
	for seed := range uint64(count) {
		rng := newRand(seed)
		d := randomDocument(t, rng, 60)
		nodes += d.Tree.Len()
		if same(t, d); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d documents, %d nodes", count, nodes)
}

// TestEveryCharacter checks that every character is preserved in every kind of text.
func TestEveryCharacter(t *testing.T) {
	var texts []string
	for r := rune(0); r <= 0x10ffff; r++ {
		if r > 0x3000 && r < 0x1f000 && r%256 != 255 && r%256 != 254 && r != 0xfffd && r != 0xd7ff && r != 0xe000 {
			continue // similar to the characters that are tested
		}
		if r >= 0x20000 && r%0x1000 > 1 && r%0x10000 < 0xfffe {
			continue
		}
		texts = append(texts, string(r))
	}
	for b := 0x80; b < 0x100; b++ {
		texts = append(texts, string([]byte{byte(b)}), "a"+string([]byte{byte(b)})+"b")
	}
	d := model.NewDocument(build(t, "othello", nil))
	n := d.Tree.Root()
	for i, s := range texts {
		n = d.Tree.AddRaw(n, s)
		d.Tree.Annotate(n, model.Annotation{Comment: s + s, Marks: []model.Mark{{Kind: model.MarkLabel, Text: s}}, Evals: []model.Eval{{Engine: " " + s}}, Foreign: []model.Foreign{{XML: s}}})
		if i%100 == 0 {
			d.Info[s] = s + " "
			d.Players[0].Name += s
		}
	}
	same(t, d)
}
