// Package web writes a game record as a single HTML page. The file needs no network, and its reader
// can explore the whole tree on a board. The page does not contain the rules. It contains the
// changes of the board from each node to the next, and drawings by draw/diagram: the board, cell
// contents and marks. A small script combines them.
//
// Texts by users are never parsed as markup. They are stored in a data block and inserted as text
// nodes. A Content-Security-Policy allows only the page's script and style sheet, identified by
// their hashes.
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

	"boardstudio/ai/player"
	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

//go:embed page.js
var script string

//go:embed page.css
var style string

// Options are the options of a page.
type Options struct {
	Orientation rules.Orientation // initial orientation of the board; the page can turn it
	Plain       bool              // omit coordinates
	Title       string            // title of the page if neither the document nor the players have a name
}

// Ext is the file extension of pages.
const Ext = ".html"

// Write writes a document as a page in the current language. It does not change the document, so
// other readers may run concurrently. Equal documents give equal bytes. It returns ctx.Err() if ctx
// ends, or the error of w.
func Write(ctx context.Context, engines *player.Catalog, w io.Writer, d *model.Document, o Options) error {
	g, err := read(ctx, engines, d)
	if err != nil {
		return err
	}
	k := newAtlas(d, o, g.used())
	p := page{collector: g, atlas: k, title: titleOf(engines, d, o)}
	data, err := p.data()
	if err != nil {
		return err
	}
	var head bytes.Buffer
	p.head(func(format string, args ...any) { fmt.Fprintf(&head, format, args...) })
	css := style + k.sheet() + p.tints() // after everything is drawn
	b := bufio.NewWriterSize(w, 1<<16)
	write := func(format string, args ...any) { _, _ = fmt.Fprintf(b, format, args...) } // Flush returns the error
	write("<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n", clean(locale.Current()))
	write("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'\">\n",
		hash(script), hash(css))
	write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
	write("<meta name=\"referrer\" content=\"no-referrer\">\n<link rel=\"icon\" href=\"data:,\">\n<title>%s</title>\n", clean(p.title))
	write("<style>%s</style>\n</head>\n<body>\n", css)
	_, _ = head.WriteTo(b)
	write("<noscript>\n<p>%s</p>\n<p class=\"text\">", clean(locale.T("The board needs JavaScript, which is disabled in this browser. The moves:")))
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

// hash returns the source expression of a script or style sheet for a Content-Security-Policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// mostNamed is how many players are named in a title.
const mostNamed = 4

// titleOf returns the title of a page.
func titleOf(engines *player.Catalog, d *model.Document, o Options) string {
	if t := strings.TrimSpace(d.Info[model.InfoTitle]); t != "" {
		return t
	}
	if len(d.Players) <= mostNamed {
		if names := words.Opponents(engines, d, mostNamed); names != "" {
			return names
		}
	}
	return cmp.Or(o.Title, words.Game(d.Tree.Rules()))
}

// page is the page being written.
type page struct {
	*collector
	*atlas
	title string
}

// head writes the title, the players and information about the game.
func (p *page) head(write func(string, ...any)) {
	write("<header>\n<h1>%s</h1>\n<ul class=\"players\">\n", clean(p.title))
	r := p.collector.rules
	for i, player := range p.doc.Players {
		seat := words.Seat(r, rules.Player(i))
		write("<li><svg class=\"swatch\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><use href=\"#s%d\"/></svg><b>%s</b>", p.swatch(&p.scenes[0], rules.Player(i)), clean(p.name(rules.Player(i))))
		if words.Known(player) {
			write(" <span>%s</span>", clean(seat))
		}
		write("</li>\n")
	}
	write("</ul>\n</header>\n<dl class=\"facts\">\n<div><dt>%s</dt><dd>%s</dd></div>\n", clean(locale.T("Game")), clean(words.Game(r)))
	for _, f := range words.Facts(p.doc) {
		if f.Key != model.InfoTitle {
			write("<div><dt>%s</dt><dd>%s</dd></div>\n", clean(f.Title), clean(f.Value))
		}
	}
	write("</dl>\n")
}

// tints returns the CSS rules for the players' colours in the evaluation graph.
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

// body writes the elements that the script fills.
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

// field is a member of the JSON data. Lists of int32 are written without encoding/json, which is
// slower.
type field struct {
	name  string
	value any
}

// data returns the data for the script, as JSON that is safe inside a script element.
func (p *page) data() ([]byte, error) {
	g, k := p.collector, p.atlas
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
		Origin [2]float64   `json:"origin"` // origin of the board's coordinates
		Unit   float64      `json:"unit"`   // size of a cell
		Stores [][2]float64 `json:"stores"`
		Bars   []string     `json:"bars"`
	}
	type points struct {
		X []float64 `json:"x"`
		Y []float64 `json:"y"`
	}
	var centres []points // centres of cells in board coordinates, for each orientation
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
		if g.board.Piles {
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
	var shown, owners, counts, rings []int32 // by content
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
		if g.board.Piles {
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
		{"pits", g.board.Piles},
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
		{"judged", pair(&g.meanings)},
		{"comments", pair(&g.comments)},
		{"titles", pair(&g.tree.names)},
		{"illegal", pair(&g.illegal)},
		{"used", pair(&g.times)},
		{"evals", pair(&g.evals)},
		{"shares", pair(&g.shares)},
		{"told", pair(&g.markTexts)},
		{"over", pair(&g.over)},
		{"won", pair(&g.won)},
		{"kept", g.bookmarks},
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
		text, err := json.Marshal(f.value) // escapes <, > and &, so texts cannot end the block
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

// wide converts small integers to int32, which write supports.
func wide[T ~int8 | ~int16](list []T) []int32 {
	out := make([]int32, len(list))
	for i, v := range list {
		out[i] = int32(v)
	}
	return out
}

// pair returns the numbers of nodes and their values.
func pair[T any](s *sparse[T]) [2]any {
	if s.at == nil {
		return [2]any{[]int32{}, []T{}}
	}
	return [2]any{s.at, s.values}
}

func round(v float64) float64 { return math.Round(v*100) / 100 }

// texts returns the translated texts for the script.
func texts() map[string]string {
	return map[string]string{
		"move": locale.T("Move %s"), "illegal": locale.T("Illegal move"), "forks": locale.T("Variations: %s"), "more": locale.T("%s more in the list of moves"),
		"shares": locale.T("Winning chances"), "empty": locale.T("The board is empty"), "used": locale.T("Time used: %s"), "position": locale.T("Position after %s"),
		"wrong": locale.T("Illegal move: %s"), "split": locale.T("Winning chances: %s"), "start": locale.T("Position at the start"), "next": locale.T("Next moves"), "cut": locale.T("The other diagrams are left out."),
	}
}
