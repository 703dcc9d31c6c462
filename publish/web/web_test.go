package web_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/publish/web"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/text/locale"
	"boardstudio/text/markup"
)

// pageOf returns the page of a document.
func pageOf(t testing.TB, d *model.Document, o web.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := web.Write(context.Background(), aiall.Engines, &b, d, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// use sets the language for a test.
func use(t testing.TB, lang string) {
	t.Helper()
	before := locale.Current()
	if got, err := locale.Use(lang); err != nil || got != lang {
		t.Fatal(got, err)
	}
	t.Cleanup(func() { _, _ = locale.Use(before) })
}

// parts returns the style sheet, the data and the script of a page.
func parts(t testing.TB, p []byte) (style, data, script string) {
	t.Helper()
	m := regexp.MustCompile(`(?s)<style>(.*?)</style>.*<script type="application/json" id="data">(.*?)</script>\n<script>(.*?)</script>\n</body>\n</html>\n$`).FindSubmatch(p)
	if m == nil {
		t.Fatal("the page is not built as expected")
	}
	return string(m[1]), string(m[2]), string(m[3])
}

// TestSameBytes checks that equal documents give equal bytes, and that languages differ. If the
// environment variable WEB_PAGES names a folder, the pages are saved there.
func TestSameBytes(t *testing.T) {
	for name, d := range annotated(t) {
		for _, lang := range []string{"en", "fr"} {
			use(t, lang)
			p := pageOf(t, d, web.Options{})
			if !bytes.Equal(p, pageOf(t, annotated(t)[name], web.Options{})) {
				t.Errorf("%s: the page is another one the second time", name)
			}
			if !bytes.Contains(p, []byte(`<html lang="`+lang+`">`)) {
				t.Errorf("%s: the page does not say that it is in %s", name, lang)
			}
			if dir := os.Getenv("WEB_PAGES"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, name+"-"+lang+web.Ext), p, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestPolicy checks that the policy allows exactly the script and the style sheet of the page.
func TestPolicy(t *testing.T) {
	for name, d := range annotated(t) {
		p := pageOf(t, d, web.Options{})
		style, _, script := parts(t, p)
		m := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatchIndex(p)
		if m == nil || m[0] > bytes.Index(p, []byte("<style>")) {
			t.Fatalf("%s: no policy before what it is about", name)
		}
		sum := func(text string) string {
			h := sha256.Sum256([]byte(text))
			return "'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'"
		}
		want := "default-src 'none'; script-src " + sum(script) + "; style-src " + sum(style) + "; img-src data:; base-uri 'none'; form-action 'none'"
		if got := string(p[m[2]:m[3]]); got != want {
			t.Errorf("%s: policy %s, want %s", name, got, want)
		}
		for _, bad := range []string{" style=", "javascript:", "eval(", "innerHTML", "<img", "<iframe", "<link rel=\"stylesheet", "@import", "url(", "http:"} {
			text := p
			if name == "hostile" {
				text = []byte(style + script) // elsewhere, the hostile page contains these strings as text
			}
			if bytes.Contains(text, []byte(bad)) && bad != "http:" {
				t.Errorf("%s: the page has %q", name, bad)
			}
		}
		if m := regexp.MustCompile(`<[^>]*\son[a-z]+=`).Find(p); m != nil {
			t.Errorf("%s: a handler in an element: %s", name, m)
		}
	}
}

// TestHostileTexts checks that no text by a user becomes markup: a page with hostile texts has the
// same elements as a page with harmless ones.
func TestHostileTexts(t *testing.T) {
	d := hostileDocument(t)
	p := pageOf(t, d, web.Options{Title: hostile[1]})
	style, data, _ := parts(t, p)
	if n := bytes.Count(p, []byte("<script")); n != 2 {
		t.Errorf("%d scripts begin", n)
	}
	if n := bytes.Count(bytes.ToLower(p), []byte("</script")); n != 2 {
		t.Errorf("%d scripts end", n)
	}
	if strings.ContainsAny(data, "<>&\u2028\u2029") {
		t.Error("the data could end their block")
	}
	if strings.Contains(style, "window.hit") {
		t.Error("a text is in the style sheet")
	}
	tags := regexp.MustCompile(`</?([a-zA-Z!][a-zA-Z0-9-]*)`)
	var got []string
	for _, m := range tags.FindAllSubmatch(p, -1) {
		if tag := string(m[1]); !slices.Contains(got, tag) {
			got = append(got, tag)
		}
	}
	for _, tag := range got {
		if !slices.Contains(strings.Fields("!DOCTYPE html head meta title link style body header h1 ul li svg use path circle text b span dl div dt dd noscript p em main section figure footer details summary kbd defs g button script"), tag) {
			t.Errorf("an element %q", tag)
		}
	}
	var in struct {
		Comments [2][]any `json:"comments"`
		Names    []string `json:"names"`
	}
	if err := json.Unmarshal([]byte(data), &in); err != nil {
		t.Fatal(err)
	}
	if len(in.Comments[0]) != len(hostile) || in.Names[0] != hostile[0] {
		t.Errorf("%d comments of %d are in the data, and the name %q", len(in.Comments[0]), len(hostile), in.Names[0])
	}
	if bytes.ContainsAny(p, "\x00\x1b") {
		t.Error("the page has control characters")
	}
}

// columns is the part of the page's data that tests use.
type columns struct {
	Cells    []string
	Held     int
	Scored   int
	Shown    []int32
	Owners   []int
	Counts   []int
	Up       []int
	Setups   []int
	Labels   []string
	Moves    []int
	Status   []string
	Stands   []int
	Turns    []int
	Lasts    []int
	Changed  []int
	Changes  []int
	Illegal  [2][]any
	Won      [2][]any
	Shares   [2][]any
	Sprites  []int
	Layers   []int
	Lastly   []int
	Comments [2][]any
	Over     [2][]any
}

// TestPositions checks in all games that the changes give the position of every node: cells, held
// pieces and scores.
func TestPositions(t *testing.T) {
	docs := annotated(t)
	for _, g := range all.Games {
		for _, p := range g.Presets {
			d := build(t, p.Name, nil)
			random(t, d, d.Tree.Root(), 60, 5)
			random(t, d, d.Tree.Root(), 8, 9)
			docs["preset "+p.Name] = d
		}
	}
	for name, d := range docs {
		_, data, _ := parts(t, pageOf(t, d, web.Options{}))
		var c columns
		if err := json.Unmarshal([]byte(data), &c); err != nil {
			t.Fatal(name, err)
		}
		if len(c.Moves) != d.Tree.Len() || len(c.Turns) != len(c.Moves) || len(c.Lasts) != len(c.Moves) || len(c.Stands) != len(c.Moves) {
			t.Fatalf("%s: %d nodes of %d", name, len(c.Moves), d.Tree.Len())
		}
		n := len(c.Moves)
		up, at := make([]int, n), make([]int, n+1)
		for i := range n {
			up[i], at[i+1] = i-1, at[i]+2*c.Changed[i]
		}
		for i := 0; i < len(c.Up); i += 2 {
			up[c.Up[i]] = c.Up[i+1]
		}
		slots := make([][]int, n)
		i := 0
		ids := map[*model.Node]int{}
		for v := range d.Tree.Visits(true) {
			ids[v.Node] = i
			if v.Node.Parent() != nil && up[i] != ids[v.Node.Parent()] {
				t.Fatalf("%s: node %d is below %d", name, i, up[i])
			}
			slots[i] = make([]int, len(c.Cells)+c.Held+c.Scored)
			if !slices.Contains(c.Setups, i) {
				copy(slots[i], slots[up[i]])
			}
			for k := at[i]; k < at[i+1]; k += 2 {
				slots[i][c.Changes[k]] = c.Changes[k+1]
			}
			switch {
			case v.Pos != nil:
				for cell := range c.Cells {
					in := v.Pos.At(rules.Cell(cell))
					if s := slots[i][cell]; c.Owners[s] != int(in.Owner) || c.Counts[s] != int(in.Count) {
						t.Fatalf("%s: node %d has %d %d in %s, want %v", name, i, c.Owners[s], c.Counts[s], c.Cells[cell], in)
					}
				}
				for p := range c.Held {
					if got, want := slots[i][len(c.Cells)+p], v.Pos.(rules.Holder).Held(rules.Player(p)); got != want {
						t.Fatalf("%s: node %d: %d holds %d, want %d", name, i, p, got, want)
					}
				}
				for p := range c.Scored {
					if got, want := slots[i][len(c.Cells)+c.Held+p], v.Pos.(rules.Scorer).Score(rules.Player(p)); got != want {
						t.Fatalf("%s: node %d: %d has %d, want %d", name, i, p, got, want)
					}
				}
				if c.Turns[i] != int(v.Pos.Turn()) {
					t.Fatalf("%s: node %d: %d is to move", name, i, c.Turns[i])
				}
			case v.Err != nil && !slices.Contains(c.Illegal[0], any(float64(i))):
				t.Errorf("%s: node %d is not marked as illegal", name, i)
			}
			i++
		}
		checkSprites(t, name, c)
	}
}

// checkSprites checks that every content except the empty cell has a drawing in every scene.
func checkSprites(t *testing.T, name string, c columns) {
	t.Helper()
	for k, s := range c.Shown {
		if k == 0 {
			continue
		}
		for scene := range 4 {
			if s < 0 || c.Sprites[4*int(s)+scene] < 0 {
				t.Errorf("%s: content %d is drawn as nothing in scene %d", name, k, scene)
			}
		}
	}
}

// TestTexts checks that texts appear in the data and in the page for browsers without scripts.
func TestTexts(t *testing.T) {
	d := annotated(t)["gomoku"]
	p := string(pageOf(t, d, web.Options{}))
	_, data, _ := parts(t, []byte(p))
	text := p[strings.Index(p, "<noscript>"):strings.Index(p, "</noscript>")]
	for _, want := range []string{"The turning point", "Only a try.", "!?", "(3.\u00a0", "A heading\nSome bold and italic words"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text has no %q", want)
		}
	}
	for _, want := range []string{`[1,"A heading",0]`, `[0,"Some ",0,"bold",1," and ",0,"italic",2," words, ",0,"code",4,".",0]`, `[2,"one",0]`, `"Interesting Move, White has a clear advantage"`} {
		if !strings.Contains(data, want) {
			t.Errorf("the data have no %s", want)
		}
	}
	for _, want := range []string{"<title>Zoë &lt;i&gt; – White</title>", "<dt>Event</dt><dd>Open &amp; Co</dd>", "<dt>Free &lt;b&gt;</dt><dd>tag</dd>"} {
		if !strings.Contains(p, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	open, shut := strings.Count(text, "("), strings.Count(text, ") ")
	if open != shut || open < 2 {
		t.Errorf("%d brackets open, %d close", open, shut)
	}
}

// TestTitle checks the order of precedence: the document's title, the players' names, the option,
// the game.
func TestTitle(t *testing.T) {
	d := build(t, "gomoku", nil)
	title := func() string {
		m := regexp.MustCompile("<title>(.*)</title>").FindSubmatch(pageOf(t, d, web.Options{Title: "file"}))
		return string(m[1])
	}
	got := []string{title()}
	d.Players[0].Name, d.Players[1].Name = "Ann", "Ben"
	got = append(got, title())
	d.Info = map[string]string{model.InfoTitle: "The final"}
	got = append(got, title())
	if want := []string{"file", "Ann – Ben", "The final"}; !slices.Equal(got, want) {
		t.Errorf("titles %q, want %q", got, want)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

// TestErrors checks that Write stops when the context ends or the writer fails.
func TestErrors(t *testing.T) {
	d := build(t, "gomoku", nil)
	n := d.Tree.Root()
	for range 30 {
		n = random(t, d, n, 100, 1)
		n = d.Tree.AddSetup(n, "")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var b bytes.Buffer
	if err := web.Write(ctx, aiall.Engines, &b, d, web.Options{}); !errors.Is(err, context.Canceled) || b.Len() > 0 {
		t.Errorf("error %v, and %d bytes", err, b.Len())
	}
	if err := web.Write(context.Background(), aiall.Engines, full{}, d, web.Options{}); err == nil {
		t.Error("no error of the writer")
	}
}

// FuzzComment checks that every comment appears in the page as text, and never as markup.
func FuzzComment(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Add("# Head\n- item\n**bold *both*** `code`")
	d := build(f, "tictactoe", nil)
	n := d.Tree.Add(d.Tree.Root(), rules.Place(4))
	f.Fuzz(func(t *testing.T, text string) {
		d.Tree.Annotate(n, model.Annotation{Comment: text})
		d.Info = map[string]string{model.InfoTitle: text, "x" + text: text}
		p := pageOf(t, d, web.Options{})
		style, data, _ := parts(t, p)
		if bytes.Count(p, []byte("<script")) != 2 || bytes.Count(p, []byte("</script")) != 2 || strings.ContainsAny(data, "<>&\u2028\u2029") || strings.Contains(style, "</") {
			t.Fatal("a text is markup")
		}
		var in struct {
			Comments [2]json.RawMessage `json:"comments"`
		}
		if err := json.Unmarshal([]byte(data), &in); err != nil {
			t.Fatal(err)
		}
		var lines [][][]any
		if err := json.Unmarshal(in.Comments[1], &lines); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range lines {
			for _, l := range c {
				var part strings.Builder
				for i := 1; i < len(l); i += 2 {
					part.WriteString(l[i].(string))
				}
				got = append(got, part.String())
			}
		}
		// The text equals markup.Plain, except for trailing spaces, and the markup character and
		// space before an item or a heading.
		flat := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "-", "")), "") }
		want := markup.Plain(strings.ReplaceAll(strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n"), "\r", "\n"))
		if flat(strings.Join(got, "\n")) != flat(want) && strings.TrimSpace(text) != "" {
			t.Fatalf("the comment %q is %q", text, got)
		}
	})
}
