// Package web writes a game record as one page for a browser: a file that needs no network, with the whole tree to go through on a
// board. The page knows no rules. It has what changes on the board from each node to the next, and drawings, made by io/diagram, of the
// board, of what can lie in a cell, and of marks; a small script puts them together.
//
// What people wrote stays text: it stands in a block of data and comes into the page as text nodes, and a Content-Security-Policy
// allows that script and that style sheet, by their hashes, and nothing else.
package web

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/words"
)

//go:embed page.js
var script string

//go:embed page.css
var style string

// Options are how a page looks.
type Options struct {
	Orientation rules.Orientation // of the board; the page can turn it
	Plain       bool              // without coordinates
	Title       string            // what the page is called where the document has no title and its players no names
}

// Ext is the extension of pages.
const Ext = ".html"

// Write writes a document as a page in the language in use. It only reads the document, so that it can run beside others who do. Equal
// documents give the same bytes. The error is ctx.Err() when ctx ends, or that of w.
func Write(ctx context.Context, w io.Writer, d *model.Document, o Options) error {
	g, err := read(ctx, d)
	if err != nil {
		return err
	}
	k := newKit(d, o, g.used())
	p := page{gather: g, kit: k, title: titleOf(d, o)}
	data, err := p.data()
	if err != nil {
		return err
	}
	var head bytes.Buffer
	p.head(func(format string, args ...any) { fmt.Fprintf(&head, format, args...) })
	css := style + k.sheet() + p.tints() // now that all is drawn
	b := bufio.NewWriterSize(w, 1<<16)
	write := func(format string, args ...any) { _, _ = fmt.Fprintf(b, format, args...) } // Flush has the error
	write("<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n", clean(locale.Current()))
	write("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'\">\n",
		hash(script), hash(css))
	write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
	write("<meta name=\"referrer\" content=\"no-referrer\">\n<link rel=\"icon\" href=\"data:,\">\n<title>%s</title>\n", clean(p.title))
	write("<style>%s</style>\n</head>\n<body>\n", css)
	_, _ = head.WriteTo(b)
	write("<noscript>\n<p>%s</p>\n<p class=\"text\">", clean(locale.T("The board needs JavaScript, which this browser has switched off. The moves:")))
	writeMoves(b, d)
	write("</p>\n</noscript>\n")
	p.body(write)
	write("<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs>\n")
	for i, def := range k.defs {
		write("<g id=\"s%d\">", i)
		_, _ = b.WriteString(def)
		write("</g>\n")
	}
	write("</defs></svg>\n<script type=\"application/json\" id=\"data\">")
	_, _ = b.Write(data)
	write("</script>\n<script>%s</script>\n</body>\n</html>\n", script)
	if err := ctx.Err(); err != nil {
		return err
	}
	return b.Flush()
}

// hash returns how a policy names a script or a style sheet.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// titleOf returns what a page is called.
func titleOf(d *model.Document, o Options) string {
	if t := strings.TrimSpace(d.Info[model.InfoTitle]); t != "" {
		return t
	}
	var names []string
	for _, p := range d.Players {
		if p.Name != "" {
			names = append(names, p.Name)
		}
	}
	if len(names) > 0 && len(names) <= 4 {
		return strings.Join(names, " – ")
	}
	return cmp.Or(o.Title, words.Game(d.Tree.Rules().Spec()))
}

// page is what is written.
type page struct {
	*gather
	*kit
	title string
}

// head writes the title, the players and what is said about the game.
func (p *page) head(write func(string, ...any)) {
	write("<header>\n<h1>%s</h1>\n<ul class=\"players\">\n", clean(p.title))
	r := p.gather.rules
	for i, player := range p.doc.Players {
		seat := words.Seat(r, rules.Player(i))
		write("<li><svg class=\"swatch\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><use href=\"#s%d\"/></svg><b>%s</b>", p.swatch(&p.scenes[0], rules.Player(i)), clean(p.name(rules.Player(i))))
		if player.Name != "" {
			write(" <span>%s</span>", clean(seat))
		}
		write("</li>\n")
	}
	write("</ul>\n</header>\n<dl class=\"facts\">\n<div><dt>%s</dt><dd>%s</dd></div>\n", clean(locale.T("Game")), clean(words.Game(r.Spec())))
	for _, f := range words.Facts(p.doc) {
		if f.Key != model.InfoTitle {
			write("<div><dt>%s</dt><dd>%s</dd></div>\n", clean(f.Title), clean(f.Value))
		}
	}
	write("</dl>\n")
}

// tints returns the colours of the players' shares in the graph.
func (p *page) tints() string {
	var day, night strings.Builder
	for i, t := range []diagram.Theme{diagram.Light, diagram.Dark} {
		ground := []draw.Color{draw.RGB(0xffffff), draw.RGB(0x232326)}[i]
		for seat, c := range p.diagram(&p.scenes[0], t).Colors() {
			fmt.Fprintf([]*strings.Builder{&day, &night}[i], ".b%d{fill:%s}\n", seat, color(draw.Mix(c, ground, .45)))
		}
	}
	return day.String() + "@media screen and (prefers-color-scheme:dark){\n" + night.String() + "}\n"
}

// button writes a button with an icon.
func button(write func(string, ...any), id, title, keys, path string) {
	write("<button type=\"button\" id=\"%s\" title=\"%s\" aria-label=\"%[2]s\" aria-keyshortcuts=\"%s\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"%s\"/></svg></button>\n", id, clean(title), keys, path)
}

// body writes what the script fills.
func (p *page) body(write func(string, ...any)) {
	t := func(text string) string { return clean(text) }
	write("<main id=\"app\" hidden>\n<div id=\"stage\">\n")
	write("<div id=\"board\" tabindex=\"0\" role=\"application\" aria-label=\"%s\" aria-describedby=\"where\"></div>\n<p id=\"where\" class=\"unseen\"></p>\n", t(locale.T("Board")))
	write("<p id=\"status\"></p>\n<div id=\"nav\" role=\"toolbar\" aria-label=\"%s\">\n", t(locale.T("Steps")))
	button(write, "start", locale.T("To the Start"), "Home", "M6 5v14M19 5 9 12l10 7z")
	button(write, "back", locale.T("Back"), "ArrowLeft", "M17 5 7 12l10 7z")
	button(write, "play", locale.T("Play the Moves"), "P", "M12 3a9 9 0 1 0 .1 0zM10 8v8l6-4z")
	button(write, "forward", locale.T("Forward"), "ArrowRight", "M7 5l10 7-10 7z")
	button(write, "end", locale.T("To the End of the Line"), "End", "M18 5v14M5 5l10 7-10 7z")
	button(write, "before", locale.T("Previous Variation"), "ArrowUp", "M6 20V4M6 12h5a5 5 0 0 0 5-5V5m-4 4 4-5 4 5")
	button(write, "after", locale.T("Next Variation"), "ArrowDown", "M6 4v16M6 12h5a5 5 0 0 1 5 5v2m-4-4 4 5 4-5")
	button(write, "numbers", locale.T("Move Numbers"), "N", "M5 8l3-2v12M14 8.5a3 3 0 1 1 5 2L14 18h6")
	button(write, "flip", locale.T("Turn the Board"), "F", "M4 11a8 8 0 0 1 14-5l2 2m0-5v5h-5M20 13a8 8 0 0 1-14 5l-2-2m0 5v-5h5")
	write("</div>\n<figure id=\"graph\" hidden></figure>\n</div>\n<div id=\"side\">\n")
	write("<section id=\"note\" tabindex=\"0\" aria-label=\"%s\"></section>\n<div id=\"next\" role=\"group\" aria-label=\"%s\" hidden></div>\n", t(locale.T("Comment")), t(locale.T("Next moves")))
	write("<div id=\"moves\" role=\"tree\" tabindex=\"0\" aria-label=\"%s\"></div>\n</div>\n</main>\n", t(locale.T("Moves")))
	write("<div id=\"live\" class=\"unseen\" role=\"status\" aria-live=\"polite\"></div>\n<section id=\"paper\" aria-hidden=\"true\"></section>\n")
	write("<footer><details id=\"help\" hidden><summary>%s</summary><dl class=\"keys\">\n", t(locale.T("Keys")))
	for _, k := range []struct{ keys, text string }{
		{"← →", locale.T("Back") + ", " + locale.T("Forward")},
		{"↑ ↓", locale.T("Previous Variation") + ", " + locale.T("Next Variation")},
		{locale.T("Home") + " " + locale.T("End"), locale.T("To the Start") + ", " + locale.T("To the End of the Line")},
		{locale.T("Page up") + " " + locale.T("Page down"), locale.T("Previous Fork") + ", " + locale.T("Next Fork")},
		{"P", locale.T("Play the Moves")},
		{"N", locale.T("Move Numbers")},
		{"F", locale.T("Turn the Board")},
	} {
		write("<div><dt><kbd>%s</kbd></dt><dd>%s</dd></div>\n", t(k.keys), t(k.text))
	}
	write("</dl></details></footer>\n")
}

// field is a member of the data: a list of numbers is written without the detour of encoding/json.
type field struct {
	name  string
	value any
}

// data returns what the script reads, as JSON that is fit for a block in a page.
func (p *page) data() ([]byte, error) {
	g, k := p.gather, p.kit
	drawn, low := make([]int32, 0, 4*len(g.sprites)), make([]int, len(g.sprites))
	for i := range g.sprites {
		x := &g.sprites[i]
		low[i] = layers[x.aspect]
		for s := range k.scenes {
			id, below := k.sprite(&k.scenes[s], x)
			if below && x.aspect == last {
				low[i] = 0
			}
			drawn = append(drawn, int32(id))
		}
	}
	type view struct {
		Board  int          `json:"board"`
		Box    [4]float64   `json:"box"`
		Origin [2]float64   `json:"origin"` // of the board's plane …
		Unit   float64      `json:"unit"`   // … and how long its unit is
		Stores [][2]float64 `json:"stores"`
		Bars   []string     `json:"bars"`
	}
	type points struct {
		X []float64 `json:"x"`
		Y []float64 `json:"y"`
	}
	var centres []points // of cells in the board's plane, for each orientation
	for i := range 2 {
		var c points
		for _, cell := range k.scenes[i].board.Cells {
			c.X, c.Y = append(c.X, round(cell.Centre.X)), append(c.Y, round(cell.Centre.Y))
		}
		centres = append(centres, c)
	}
	var scenes []view
	for i := range k.scenes {
		s := &k.scenes[i]
		plate := s.layout.Plate()
		unit, at, mid := s.layout.Unit(), s.layout.Centre(0), s.board.Cells[0].Centre
		v := view{
			Board: k.board(s), Box: [4]float64{round(plate.X), round(plate.Y), round(plate.W), round(plate.H)},
			Origin: [2]float64{at.X - mid.X*unit, at.Y - mid.Y*unit}, Unit: unit, Stores: [][2]float64{}, Bars: []string{},
		}
		if g.pits {
			for seat := range g.held {
				at := s.layout.Store(rules.Player(seat))
				v.Stores = append(v.Stores, [2]float64{round(at.X), round(at.Y)})
			}
		}
		for seat, row := range g.bars {
			class := ""
			if row != nil {
				class = k.bar(s, rules.Player(seat), row)
			}
			v.Bars = append(v.Bars, class)
		}
		scenes = append(scenes, v)
	}
	var labels, names []string
	for _, c := range g.board.Cells {
		labels = append(labels, c.Label)
	}
	for i := range g.rules.Players() {
		names = append(names, g.name(rules.Player(i)))
	}
	var shown, owners, counts, rings []int32 // of contents
	for _, c := range g.contents {
		id, ring1 := int32(-1), int32(-1)
		if x, ok := g.ids[c]; ok && c != g.contents[0] {
			id = x
		}
		if x, ok := g.ids[key{aspect: ring, in: c.in, cell: c.cell}]; ok {
			ring1 = x
		}
		shown, owners, counts, rings = append(shown, id), append(owners, int32(c.in.Owner)), append(counts, int32(c.in.Count)), append(rings, ring1)
	}
	stores := [][2]any{}
	for seat := range g.stores {
		held, ids := g.stored(seat)
		if g.pits {
			stores = append(stores, [2]any{held, ids})
		}
	}
	heldTitle, scoreTitle := "", ""
	if g.held > 0 {
		heldTitle = locale.T(g.board.Hold.Held)
	}
	if g.scored > 0 {
		scoreTitle = locale.T(g.board.Score.Title)
	}
	fields := []field{
		{"text", texts()},
		{"names", names},
		{"cells", labels},
		{"pits", g.pits},
		{"held", g.held},
		{"scored", g.scored},
		{"heldTitle", heldTitle},
		{"scoreTitle", scoreTitle},
		{"centres", centres},
		{"scenes", scenes},
		{"sprites", drawn},
		{"layers", low},
		{"shown", shown},
		{"owners", owners},
		{"counts", counts},
		{"rings", rings},
		{"lastly", g.lastly},
		{"stores", stores},
		{"up", g.up},
		{"setups", g.setups},
		{"labels", g.labels.texts},
		{"moves", g.moves},
		{"status", g.status.texts},
		{"stands", g.stands},
		{"turns", wide(g.turns)},
		{"lasts", wide(g.lasts)},
		{"changed", g.tree.counts},
		{"changes", g.changes},
		{"glyphs", pair(&g.glyphs)},
		{"judged", pair(&g.judged)},
		{"comments", pair(&g.comments)},
		{"titles", pair(&g.tree.names)},
		{"illegal", pair(&g.illegal)},
		{"used", pair(&g.times)},
		{"evals", pair(&g.evals)},
		{"shares", pair(&g.shares)},
		{"told", pair(&g.told)},
		{"over", pair(&g.over)},
		{"won", pair(&g.won)},
		{"kept", g.kept},
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range fields {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString(strconv.Quote(f.name) + ":")
		if ints, ok := f.value.([]int32); ok {
			write(&b, ints)
			continue
		}
		text, err := json.Marshal(f.value) // escapes <, > and & so that no text ends the block
		if err != nil {
			return nil, err
		}
		b.Write(text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// write writes numbers as JSON.
func write(b *bytes.Buffer, ints []int32) {
	b.WriteByte('[')
	for i, v := range ints {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(v), 10))
	}
	b.WriteByte(']')
}

// wide returns small numbers as those that are written fast.
func wide[T ~int8 | ~int16](list []T) []int32 {
	out := make([]int32, len(list))
	for i, v := range list {
		out[i] = int32(v)
	}
	return out
}

// pair returns the numbers of nodes, and their values.
func pair[T any](s *some[T]) [2]any {
	if s.at == nil {
		return [2]any{[]int32{}, []T{}}
	}
	return [2]any{s.at, s.values}
}

func round(v float64) float64 { return math.Round(v*100) / 100 }

// texts are what the script says.
func texts() map[string]string {
	return map[string]string{
		"move": locale.T("Move %s"), "illegal": locale.T("Illegal move"), "forks": locale.T("Variations: %s"), "more": locale.T("%s more in the list of moves"),
		"shares": locale.T("Shares of the win"), "empty": locale.T("The board is empty"), "used": locale.T("Time used: %s"), "position": locale.T("Position after %s"),
		"wrong": locale.T("Illegal move: %s"), "split": locale.T("Shares of the win: %s"), "start": locale.T("Position at the start"), "next": locale.T("Next moves"), "cut": locale.T("The other diagrams are left out."),
	}
}
