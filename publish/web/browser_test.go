package web_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/draw/svg"
	"boardstudio/model"
	"boardstudio/publish/web"
	"boardstudio/rules"
)

var started context.Context // nil if no test used the browser

// browser starts Chromium once for all tests in this package. Each test has its own tab.
var browser = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	// The sandbox does not allow root, and tests may run as root in containers. Scrollbars are
	// shown because they make lists narrower.
	ctx, _ := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("hide-scrollbars", false)))
	started = ctx
	return ctx, chromedp.Do(ctx)
})

func TestMain(m *testing.M) {
	code := m.Run()
	if started != nil {
		_ = chromedp.Cancel(started)
	}
	os.Exit(code)
}

// size is the size of a window.
type size struct{ wide, high int64 }

var (
	desktop = size{1280, 900}
	phone   = size{375, 812}
)

// tab is a page in the browser.
type tab struct {
	t   *testing.T
	ctx context.Context
	url string

	mu       sync.Mutex
	log      []string // console and log messages: policy violations and errors
	requests []string
}

// open opens a page in a window of size s. Without a browser, it skips the test, or fails it in
// continuous integration.
func open(t *testing.T, html []byte, s size, before ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	all, err := browser()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	x := &tab{t: t}
	ctx, cancel := chromedp.NewContext(all, chromedp.WithListener(x.onEvent))
	t.Cleanup(cancel)
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	t.Cleanup(stop)
	x.ctx = ctx
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, html, 0o644); err != nil {
		t.Fatal(err)
	}
	x.url = (&url.URL{Scheme: "file", Path: file}).String()
	var touch []chromedp.EmulateViewportOption
	if s.wide < 760 {
		touch = append(touch, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	x.do(chromedp.EmulateViewport(s.wide, s.high, touch...))
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	x.do(before...)
	x.do(chromedp.Navigate(x.url))
	return x
}

// ready waits until the page is complete.
func (x *tab) ready() *tab {
	x.t.Helper()
	eval[bool](x, `new Promise((f) => { const look = () => performance.getEntriesByName('moves').length ? f(true) : setTimeout(look, 5); look(); })`)
	return x
}

// onEvent records console messages, exceptions and requests of the page.
func (x *tab) onEvent(event any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		x.log = append(x.log, fmt.Sprint("console ", e.Type))
	case *runtime.EventExceptionThrown:
		x.log = append(x.log, fmt.Sprint("exception ", e.ExceptionDetails.Text, " ", e.ExceptionDetails.LineNumber))
	case *log.EventEntryAdded:
		x.log = append(x.log, fmt.Sprint("log ", e.Entry.Text))
	case *network.EventRequestWillBeSent:
		x.requests = append(x.requests, e.Request.URL)
	case *page.EventJavascriptDialogOpening:
		x.log = append(x.log, "dialog "+e.Message)
	}
}

// quiet checks that the page made no requests except for itself, and logged no messages.
func (x *tab) quiet() {
	x.t.Helper()
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, r := range x.requests {
		if r != x.url && !strings.HasPrefix(r, "data:") {
			x.t.Errorf("the page asks for %s", r)
		}
	}
	if len(x.requests) == 0 {
		x.t.Error("no request was seen: is the check blind?")
	}
	if len(x.log) > 0 {
		x.t.Errorf("the page says %q", x.log)
	}
}

func (x *tab) do(a ...chromedp.Action[chromedp.Void]) {
	x.t.Helper()
	if err := chromedp.Do(x.ctx, a...); err != nil {
		x.t.Fatal(err)
	}
}

// keys presses keys.
func (x *tab) keys(keys ...string) {
	x.t.Helper()
	for _, k := range keys {
		x.do(chromedp.KeyEvent(k))
	}
}

// eval evaluates an expression in the page.
func eval[T any](x *tab, expression string) T {
	x.t.Helper()
	v, err := chromedp.Run(x.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		x.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// text returns the text of the elements that match selector, separated by "|".
func (x *tab) text(selector string) string {
	x.t.Helper()
	return strings.ReplaceAll(eval[string](x, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.textContent).join('|')`, selector)), "\u00a0", " ")
}

// want checks the text of the elements that match selector.
func (x *tab) want(when, selector, text string) {
	x.t.Helper()
	if got := x.text(selector); got != text {
		x.t.Errorf("%s: %s has %q, want %q", when, selector, got, text)
	}
}

// here returns the current move as shown in the list.
func (x *tab) here() string {
	x.t.Helper()
	return x.text("#moves [aria-selected=true]")
}

// expect presses keys and checks the current move.
func (x *tab) expect(want string, keys ...string) {
	x.t.Helper()
	x.keys(keys...)
	if got := x.here(); got != want {
		x.t.Errorf("after %q the move is %q, want %q", keys, got, want)
	}
}

// sample returns a game with variations in two places, a comment, marks and evaluations.
func sample(t testing.TB) *model.Document {
	t.Helper()
	d := build(t, "tictactoe", nil)
	tree := d.Tree
	play := func(n *model.Node, moves ...string) *model.Node {
		for _, m := range moves {
			v, err := tree.Rules().ParseMove(m)
			if err != nil {
				t.Fatal(err)
			}
			n = tree.Add(n, v)
		}
		return n
	}
	d.Players[0].Name, d.Players[1].Name = "Ann", "Ben"
	end := play(tree.Root(), "b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3")
	line := tree.Line(end)
	tree.Annotate(line[2], model.Annotation{
		Comment: "The *corner*.\n- holds", Name: "Theory", Glyphs: []model.Glyph{model.GlyphGood},
		Marks: []model.Mark{{Cell: 2, Kind: model.MarkCircle}}, Lines: []model.Line{{From: 0, To: 8, Arrow: true}},
		Evals: []model.Eval{{Engine: "alphabeta", Score: 5, Depth: 3}},
	})
	other := play(line[1], "a2")
	tree.Annotate(other, model.Annotation{Comment: "The edge loses.", Glyphs: []model.Glyph{model.GlyphVeryBad}})
	play(other, "a1", "c3", "c1", "b1", "a3")
	play(line[1], "b1", "a1")
	play(line[5], "b1")
	for i, v := range []float64{1, 0, -4, 0, 0, 0} {
		a := model.Annotation{Evals: []model.Eval{{Engine: "alphabeta", Score: v, Depth: 3}}}
		if i == 1 {
			continue
		}
		tree.Annotate(line[i+1], a)
	}
	return d
}

// languages are the texts expected in each language.
var languages = map[string]struct{ start, board, moves, next, turn, good, move string }{
	"en": {"Start", "Board", "Moves", "Ann to move", "Ben to move", "Good Move", "Move 2, Ben a1"},
	"fr": {"Début", "Plateau", "Coups", "Au tour de Ann", "Au tour de Ben", "Bon coup", "Coup 2, Ben a1"},
}

// TestKeyboard checks that the page can be used by keyboard alone, at both sizes and in both
// languages.
func TestKeyboard(t *testing.T) {
	for lang, say := range languages {
		for _, s := range []size{desktop, phone} {
			t.Run(fmt.Sprint(lang, s.wide), func(t *testing.T) {
				use(t, lang)
				x := open(t, page1(t, sample(t)), s).ready()
				if got := eval[string](x, `document.documentElement.lang`); got != lang {
					t.Errorf("the page is in %q", got)
				}
				x.want("at the start", "h1", "Ann – Ben")
				x.expect(say.start)
				x.want("at the start", "#status", say.next)
				x.expect("1.b2", kb.ArrowRight)
				x.want("after a move", "#status", say.turn)
				x.expect("2.a1!", kb.ArrowRight)
				if got := x.text("#live"); !strings.HasPrefix(got, say.move+". "+say.good+". Theory. The corner. holds. ") {
					t.Errorf("a screen reader hears %q", got)
				}
				x.want("with a comment", "#note p:not(.judged):not(.eval), #note li", "The corner.|holds")
				x.want("with a comment", "#note em", "corner")
				x.expect("2.a2??", kb.ArrowDown)
				x.want("in a variation", "#note p:not(.judged):not(.eval)", "The edge loses.")
				x.expect("2.b1", kb.ArrowDown)
				x.expect("2.b1", kb.ArrowDown) // the last variation
				x.expect("3.a1", kb.End)
				x.expect("1.b2", kb.ArrowLeft, kb.ArrowLeft)
				x.expect("2.b1", kb.ArrowRight) // returns to the line visited before
				x.expect("2.a1!", kb.ArrowUp, kb.ArrowUp)
				x.expect("5.a2", kb.PageDown)
				x.expect("9.c3", kb.PageDown)
				x.expect("5.a2", kb.PageUp)
				x.expect("1.b2", kb.PageUp)
				x.expect("9.c3", kb.End)
				x.expect("9.c3", kb.ArrowRight)
				if got := x.text("#status"); !strings.HasPrefix(got, map[string]string{"en": "Draw", "fr": "Partie nulle"}[lang]) {
					t.Errorf("at the end: %q", got)
				}
				x.expect(say.start, kb.Home)
				where := eval[string](x, `document.querySelector('.diagram').outerHTML`)
				x.keys("f")
				if eval[string](x, `document.querySelector('.diagram').outerHTML`) == where {
					t.Error("F does not turn the board")
				}
				x.keys("f")
				if eval[string](x, `document.querySelector('.diagram').outerHTML`) != where {
					t.Error("F does not turn the board back")
				}
				// Tab reaches every control, and the focus is visible.
				var stops []string
				for range 17 {
					x.keys(kb.Tab)
					stop := eval[string](x, `document.activeElement.id || document.activeElement.tagName`)
					if stop != "BODY" && eval[string](x, `getComputedStyle(document.activeElement).outlineStyle`) == "none" {
						t.Errorf("the focus on %s is not seen", stop)
					}
					stops = append(stops, stop)
				}
				for _, want := range strings.Fields("board start back play forward end before after numbers flip note moves SUMMARY") {
					if !slices.Contains(stops, want) {
						t.Errorf("Tab does not reach %s: %v", want, stops)
					}
				}
				// Space and Enter activate a button. A button that becomes disabled keeps the
				// focus.
				eval[any](x, `document.getElementById('forward').focus()`)
				x.keys(" ")
				x.expect("2.a1!", kb.Enter)
				eval[any](x, `document.getElementById('end').focus()`)
				x.keys(" ", " ")
				if got := eval[string](x, `document.activeElement.id + document.activeElement.getAttribute('aria-disabled')`); got != "endtrue" {
					t.Errorf("the focus is at %s", got)
				}
				x.quiet()
			})
		}
	}
}

// TestPlaying checks that a key and a button play the moves one after the other, until the end or
// until the user selects another move.
func TestPlaying(t *testing.T) {
	x := open(t, page1(t, sample(t)), phone).ready()
	eval[any](x, `{ const every = setInterval; window.setInterval = (f, ms) => every(f, ms / 50); }`)
	const playing = `document.getElementById('play').getAttribute('aria-pressed')`
	x.keys("p")
	eval[bool](x, `new Promise((f) => { const look = () => `+playing+` === 'false' ? f(true) : setTimeout(look, 5); look(); })`)
	x.expect("9.c3")
	x.do(chromedp.Reload())
	x.ready()
	eval[any](x, `window.setInterval = (f) => { window.tick = f; return 1; }`)
	eval[any](x, `document.getElementById('play').click()`)
	x.expect("1.b2")
	eval[any](x, `tick()`)
	x.expect("2.a1!")
	if got := eval[string](x, playing); got != "true" {
		t.Errorf("while it plays: %s", got)
	}
	x.expect("2.a2??", kb.ArrowDown)
	if got := eval[string](x, playing); got != "false" {
		t.Errorf("elsewhere it still plays: %s", got)
	}
	x.expect("2.a2??", "p", "p", kb.ArrowLeft)
	x.quiet()
}

// TestNumbers checks that move numbers are shown on request, except on captured pieces, and that
// they replace the mark of the last move.
func TestNumbers(t *testing.T) {
	x := open(t, page1(t, sample(t)), desktop).ready()
	x.keys(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, "n")
	x.want("with numbers", "#board .number:not(.last)", "2|1")
	x.want("with numbers", "#board .last", "3")
	x.keys(kb.ArrowLeft)
	x.want("a move before", "#board .number", "2|1")
	x.keys("n")
	x.want("without", "#board .number", "")
	pits := open(t, page1(t, annotated(t)["awale"]), desktop).ready()
	pits.keys(kb.ArrowRight, "n")
	pits.want("pits", "#board .number", "")
	if !eval[bool](pits, `document.getElementById('numbers').hidden`) {
		t.Error("pits have numbers")
	}
	x.quiet()
	pits.quiet()
}

// page1 returns the page of a document with default options.
func page1(t testing.TB, d *model.Document) []byte { return pageOf(t, d, web.Options{}) }

// TestPointer checks that everything works with a mouse and by touch, and that controls are large
// enough.
func TestPointer(t *testing.T) {
	for _, s := range []size{desktop, phone} {
		t.Run(fmt.Sprint(s.wide), func(t *testing.T) {
			x := open(t, page1(t, sample(t)), s).ready()
			click := func(selector string, n int) {
				t.Helper()
				eval[any](x, fmt.Sprintf(`document.querySelectorAll(%q)[%d].scrollIntoView({block: 'center'})`, selector, n))
				at := eval[[]float64](x, fmt.Sprintf(`(() => { const r = document.querySelectorAll(%q)[%d].getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector, n))
				if s == phone {
					x.do(chromedp.TapXY(at[0], at[1]))
				} else {
					x.do(chromedp.MouseClickXY(at[0], at[1]))
				}
			}
			click("#forward", 0)
			x.expect("1.b2")
			click("#next button", 1)
			x.expect("2.a2??")
			click("#before", 0)
			x.expect("2.a1!")
			click(".move", 5)
			x.expect("4.c3")
			click(".said", 0)
			x.expect("2.a1!")
			click("#end", 0)
			x.expect("9.c3")
			click("#graph svg", 0)
			if got := x.here(); got == "9.c3" || got == "Start" {
				t.Errorf("a click in the graph leads to %q", got)
			}
			if n := eval[int](x, `document.querySelectorAll('#graph [class^=loss]').length`); n == 0 {
				t.Error("the graph has no losses")
			}
			swipe := func(by int) {
				eval[any](x, fmt.Sprintf(`{
					const b = document.getElementById('board');
					const touch = (x) => [new Touch({identifier: 1, target: b, clientX: x, clientY: 200})];
					b.dispatchEvent(new TouchEvent('touchstart', {touches: touch(180), changedTouches: touch(180)}));
					b.dispatchEvent(new TouchEvent('touchend', {touches: [], changedTouches: touch(180 + %d)}));
				}`, by))
			}
			click("#start", 0)
			swipe(-90)
			swipe(-90)
			x.expect("2.a1!")
			swipe(90)
			swipe(10)
			x.expect("1.b2")
			if wide := eval[int64](x, `document.documentElement.scrollWidth`); wide > s.wide {
				t.Errorf("the page is %d pixels wide", wide)
			}
			if s == phone {
				small := eval[[]string](x, `[...document.querySelectorAll('button, .move, summary, .said')].filter((e) => { const r = e.getBoundingClientRect(); return r.width < 44 || r.height < 44; }).map((e) => e.outerHTML)`)
				if len(small) > 0 {
					t.Errorf("too small for a finger: %q", small)
				}
				order := eval[[]float64](x, `['board', 'nav', 'note', 'moves'].map((id) => document.getElementById(id).getBoundingClientRect().y)`)
				if !slices.IsSorted(order) {
					t.Errorf("the board is not on top: %v", order)
				}
			}
			x.quiet()
		})
	}
}

// TestAccessible checks that a screen reader finds the board with its description, a live region,
// and the moves as a tree.
func TestAccessible(t *testing.T) {
	for lang, say := range languages {
		t.Run(lang, func(t *testing.T) {
			use(t, lang)
			x := open(t, page1(t, sample(t)), desktop).ready()
			x.keys(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
			tree, err := chromedp.Call(x.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
			if err != nil {
				t.Fatal(err)
			}
			found := map[string][]string{}
			value := func(v *accessibility.Value) string {
				if v == nil {
					return ""
				}
				var text any
				if err := json.Unmarshal(v.Value, &text); err != nil {
					t.Fatal(err)
				}
				return strings.ReplaceAll(fmt.Sprint(text), "\u00a0", " ")
			}
			for _, n := range tree.Nodes {
				if n.Ignored {
					continue
				}
				role := value(n.Role)
				found[role] = append(found[role], value(n.Name)+"/"+value(n.Description))
				for _, p := range n.Properties {
					if p.Name == "selected" && value(p.Value) == "true" {
						found["selected"] = append(found["selected"], value(n.Name))
					}
				}
				if role == "button" && value(n.Name) == "" {
					t.Errorf("%s: a button has no name", lang)
				}
			}
			if got, want := found["application"], say.board+"/Ann c1 b2; Ben a1. "+say.turn; len(got) != 1 || !strings.HasPrefix(got[0], want) {
				t.Errorf("the board is %q, want %q", got, want)
			}
			if got := found["tree"]; len(got) != 1 || !strings.HasPrefix(got[0], say.moves+"/") {
				t.Errorf("the moves are %q", got)
			}
			if got, want := found["selected"], []string{"3. c1, Ann"}; !slices.Equal(got, want) {
				t.Errorf("the current move is %q, want %q", got, want)
			}
			if n := len(found["treeitem"]); n != 19 {
				t.Errorf("%d moves are told", n)
			}
			if len(found["status"]) != 1 || eval[string](x, `document.getElementById('live').getAttribute('aria-live')`) != "polite" {
				t.Errorf("%s: no region tells what happens", lang)
			}
			if got := eval[string](x, `document.getElementById('moves').getAttribute('aria-activedescendant')`); got != "m3" {
				t.Errorf("the active move is %q", got)
			}
			if got := eval[string](x, `document.querySelector('#graph svg').getAttribute('aria-label')`); !strings.Contains(got, "Ann") {
				t.Errorf("the graph is %q", got)
			}
			x.quiet()
		})
	}
}

// TestHostilePage checks that texts by users appear as text everywhere in the page, also in print.
func TestHostilePage(t *testing.T) {
	x := open(t, pageOf(t, hostileDocument(t), web.Options{Title: hostile[1]}), desktop).ready()
	for i, text := range hostile {
		x.keys(kb.ArrowRight)
		if i < 7 {
			if got := x.text("#note > p:not(.judged):not(.eval)"); got != text {
				t.Errorf("the comment %q is shown as %q", text, got)
			}
			if got := x.text("#note .title"); got != text {
				t.Errorf("the name %q is shown as %q", text, got)
			}
		}
	}
	x.keys(kb.ArrowRight)
	if _, err := chromedp.Run(x.ctx, chromedp.PrintToPDF()); err != nil {
		t.Fatal(err)
	}
	if eval[bool](x, `'hit' in window`) {
		t.Error("a script in a text was run")
	}
	got := eval[[]string](x, `[...new Set([...document.body.querySelectorAll('*')].map((e) => e.localName))]`)
	for _, tag := range got {
		if slices.Contains(strings.Fields("iframe img a object embed form input meta link style base"), tag) {
			t.Errorf("a text became an element %s", tag)
		}
	}
	if n := eval[int](x, `document.querySelectorAll('script').length + 10 * document.querySelectorAll('a, [onload], [onerror], [onfocus]').length`); n != 2 {
		t.Errorf("%d scripts, links and handlers", n)
	}
	if got, want := x.text("title"), strings.ReplaceAll(hostile[1], "\u00a0", " "); got != want {
		t.Errorf("the title is %q", got)
	}
	x.quiet()
}

// TestPolicyHolds checks that the Content-Security-Policy blocks elements that a text could inject.
func TestPolicyHolds(t *testing.T) {
	x := open(t, page1(t, sample(t)), desktop).ready()
	eval[any](x, `{
		const s = document.createElement('script');
		s.textContent = 'window.hit = 1';
		document.body.append(s);
		const i = document.createElement('img');
		i.setAttribute('onerror', 'window.hit = 2');
		i.src = 'http://127.0.0.1:9/';
		document.body.append(i);
	}`)
	eval[bool](x, `new Promise((f) => setTimeout(() => f(true), 50))`)
	if eval[bool](x, `'hit' in window`) {
		t.Error("a script was run that is not the page's")
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.log) < 2 {
		t.Errorf("the log says %q: is the check for violations blind?", x.log)
	}
}

// TestNoScript checks that the page without scripts shows the title, the players and the moves.
func TestNoScript(t *testing.T) {
	x := open(t, page1(t, sample(t)), phone, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	text, err := chromedp.Run(x.ctx, chromedp.Text("body"))
	if err != nil {
		t.Fatal(err)
	}
	text = strings.ReplaceAll(text, "\u00a0", " ")
	for _, want := range []string{"Ann – Ben", "1. b2 2. a1! Theory The corner.", "(2. a2?? The edge loses. 3. a1 4. c3 5. c1 6. b1 7. a3 ) (2. b1 3. a1 ) 3. c1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	if strings.Contains(text, "Keys") {
		t.Error("there are keys that do nothing")
	}
}

// TestDrawings checks in all games that the page draws the same board as draw/diagram, in both
// orientations.
func TestDrawings(t *testing.T) {
	names := []string{}
	docs := annotated(t)
	for name := range docs {
		// The page may show another part of an endless board than the printed diagram.
		if name != "endless" && !(testing.Short() && !slices.Contains([]string{"awale", "hex", "sphere"}, name)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			d := docs[name]
			x := open(t, page1(t, d), size{800, 700}).ready()
			for k, n := range []*model.Node{d.Tree.Line(last(d.Tree))[min(4, d.Tree.Len()-1, depth(d.Tree)-1)], last(d.Tree)} {
				if _, err := d.Tree.Position(n); err != nil {
					continue
				}
				if k == 0 {
					x.keys(slices.Repeat([]string{kb.ArrowRight}, len(d.Tree.Line(n))-1)...)
				} else {
					x.keys(kb.End)
				}
				got := x.picture(`(() => {
				const s = document.querySelector('.diagram').cloneNode(true);
				s.setAttribute('viewBox', '0 0 480 480');
				s.setAttribute('id', 'shot');
				Object.assign(s.style, {position: 'fixed', inset: '0 auto auto 0', width: '480px', height: '480px', maxHeight: 'none', background: '#fff', zIndex: 9});
				document.getElementById('shot')?.remove();
				document.body.append(s);
				return new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(() => f(true))));
			})()`)
				want := x.picture(fmt.Sprintf(`new Promise((f) => {
				const i = new Image();
				i.id = 'shot';
				i.onload = () => i.decode().then(() => requestAnimationFrame(() => requestAnimationFrame(f)));
				i.src = 'data:image/svg+xml;base64,%s';
				Object.assign(i.style, {position: 'fixed', inset: '0 auto auto 0', width: '480px', height: '480px', background: '#fff', zIndex: 9});
				document.getElementById('shot').replaceWith(i);
			})`, base64.StdEncoding.EncodeToString([]byte(whole(t, d, n)))))
				if far := difference(got, want); far > 0.002 {
					t.Errorf("%s, picture %d: %.2f %% of the pixels differ", name, k, 100*far)
					if dir := os.Getenv("WEB_PAGES"); dir != "" {
						for what, img := range map[string]image.Image{"got": got, "want": want} {
							var b bytes.Buffer
							_ = png.Encode(&b, img)
							_ = os.WriteFile(filepath.Join(dir, fmt.Sprint(name, k, what, ".png")), b.Bytes(), 0o644)
						}
					}
				}
			}
			x.quiet()
		})
	}
}

// last returns the end of the main line.
func last(t *model.Tree) *model.Node {
	n := t.Root()
	for n.First() != nil {
		n = n.First()
	}
	return n
}

func depth(t *model.Tree) int { return len(t.Line(last(t))) }

// whole returns the picture of a node drawn by draw/diagram in one step.
func whole(t testing.TB, d *model.Document, n *model.Node) string {
	t.Helper()
	r := d.Tree.Rules()
	pos, err := d.Tree.Position(n)
	if err != nil {
		t.Fatal(err)
	}
	x := diagram.New(r, pos)
	x.MinText, x.Seats = 9, diagram.SeatsOf(d.Players)
	x.Win, x.Marks, x.Lines = pos.Result().Cells, n.Marks(), n.Lines()
	if m, ok := n.Move(); ok && n.Parent() != nil {
		before, err := d.Tree.Position(n.Parent())
		if err != nil {
			t.Fatal(err)
		}
		x.Last = rules.Landing(r.Board(), before, pos, m)
	}
	for _, g := range n.Glyphs() {
		if _, _, ok := g.Position(); !ok {
			x.MoveGlyph = cmp.Or(x.MoveGlyph, g)
		}
	}
	var c svg.Canvas
	x.Draw(&c, draw.Rect{W: 480, H: 480})
	var b bytes.Buffer
	if err := c.Encode(&b, 480, 480); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// picture returns the upper left 480×480 pixels of the page after running a script.
func (x *tab) picture(script string) image.Image {
	x.t.Helper()
	eval[any](x, script)
	data, err := chromedp.Run(x.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		x.t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		x.t.Fatal(err)
	}
	return img
}

// difference returns the fraction of the 480×480 pixels that differ clearly.
func difference(a, b image.Image) float64 {
	n := 0
	for y := range 480 {
		for x := range 480 {
			r, g, bl, _ := a.At(x, y).RGBA()
			r2, g2, bl2, _ := b.At(x, y).RGBA()
			for _, d := range []int{int(r) - int(r2), int(g) - int(g2), int(bl) - int(bl2)} {
				if max(d, -d) > 0x3000 {
					n++
					break
				}
			}
		}
	}
	return float64(n) / (480 * 480)
}

// TestDark checks that the page and its drawings are dark at night, except in print.
func TestDark(t *testing.T) {
	for _, s := range []size{desktop, phone} {
		t.Run(fmt.Sprint(s.wide), func(t *testing.T) {
			x := open(t, page1(t, annotated(t)["othello"]), s).ready()
			const paint = `[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color, getComputedStyle(document.querySelector('[id^=s] path')).fill].join(' ')`
			media := func(media, scheme string) string {
				if _, err := chromedp.Call(x.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}); err != nil {
					t.Fatal(err)
				}
				return eval[string](x, paint)
			}
			day, night, paper := media("screen", "light"), media("screen", "dark"), media("print", "dark")
			for i, v := range strings.Fields(strings.ReplaceAll(day, ", ", ",")) {
				if w := strings.Fields(strings.ReplaceAll(night, ", ", ",")); v == w[i] {
					t.Errorf("by night as by day: %s", v)
				}
			}
			if !strings.HasPrefix(paper, "rgb(255, 255, 255) rgb(0, 0, 0)") {
				t.Errorf("on paper: %s", paper)
			}
			x.quiet()
		})
	}
}

// TestPrinted checks that the printed page has the moves with comments, and diagrams of the current
// position and of positions with marks.
func TestPrinted(t *testing.T) {
	x := open(t, page1(t, sample(t)), desktop).ready()
	x.keys(kb.End)
	data, err := chromedp.Run(x.ctx, chromedp.PrintToPDF())
	if err != nil {
		t.Fatal(err)
	}
	if n := eval[int](x, `document.querySelectorAll('#paper svg').length`); n != 2 {
		t.Errorf("%d diagrams are printed", n)
	}
	file := filepath.Join(t.TempDir(), "page.pdf")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdftotext", "-layout", file, "-").Output()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	text := strings.Join(strings.Fields(string(out)), " ")
	for _, want := range []string{"Ann – Ben", "Position after 9. c3", "2. a1! Theory The corner. holds", "2. a2?? The edge loses. 3. a1 4. c3"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	if strings.Contains(text, "Keys") {
		t.Errorf("what belongs to the screen is printed: %q", text)
	}
}

// TestLong checks that keys scroll a focused long comment, and that long comments and many
// variations are shown and printed.
func TestLong(t *testing.T) {
	d := build(t, "gomoku", nil)
	n := d.Tree.Add(d.Tree.Root(), rules.Place(0))
	d.Tree.Annotate(n, model.Annotation{Comment: strings.Repeat("line\n", 200_000)})
	for i := range 200 {
		d.Tree.Add(n, rules.Place(rules.Cell(i+1)))
	}
	x := open(t, page1(t, d), desktop).ready()
	x.expect("1.a1", kb.ArrowRight)
	if got := eval[int](x, `document.querySelectorAll('#note p').length`); got != 200_000 {
		t.Errorf("%d lines are shown", got)
	}
	eval[any](x, `document.getElementById('note').focus()`)
	x.expect("1.a1", kb.End)
	eval[bool](x, `new Promise((f) => setTimeout(() => f(true), 300))`)
	if eval[float64](x, `document.getElementById('note').scrollTop`) == 0 {
		t.Error("End does not scroll the comment")
	}
	x.expect("2.b1", kb.ArrowRight)
	eval[any](x, `dispatchEvent(new Event('beforeprint'))`)
	if got := eval[int](x, `document.querySelectorAll('#paper p').length`); got < 200 {
		t.Errorf("%d paragraphs are printed", got)
	}
	x.quiet()
}

// TestLargePage opens large trees of every shape, navigates them, and logs the times.
func TestLargePage(t *testing.T) {
	if testing.Short() {
		t.Skip("opens pages of 100,000 nodes")
	}
	for name, d := range large(t, many) {
		for _, s := range []size{desktop, phone} {
			x := open(t, page1(t, d), s).ready()
			marks := eval[map[string]float64](x, `Object.fromEntries(performance.getEntriesByType('mark').map((m) => [m.name, m.startTime]))`)
			x.keys(kb.End)
			deep := x.here()
			x.keys(kb.ArrowLeft, kb.Home, kb.ArrowRight, kb.ArrowDown)
			if got := x.here(); !strings.HasPrefix(got, "1.") {
				t.Errorf("%s: the second first move is %q", name, got)
			}
			step := eval[float64](x, `(() => {
				const t = performance.now(), keys = ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'PageUp', 'Home', 'ArrowRight', 'ArrowDown', 'PageDown', 'ArrowRight'];
				for (const key of keys) document.dispatchEvent(new KeyboardEvent('keydown', {key}));
				return (performance.now() - t) / keys.length;
			})()`)
			if n := eval[int](x, `document.querySelectorAll('#moves .move').length`); n == 0 || n > 1000 {
				t.Errorf("%s: %d moves are elements", name, n)
			}
			if got := eval[int](x, `document.getElementById('moves').scrollHeight`); got < 1000 {
				t.Errorf("%s: the list of moves is %d pixels high", name, got)
			}
			// The end of the list is reachable.
			eval[any](x, `document.getElementById('moves').scrollTop = 1e9`)
			eval[bool](x, `new Promise((f) => setTimeout(() => f(true), 50))`)
			if gap := eval[float64](x, `document.getElementById('moves').getBoundingClientRect().bottom - [...document.querySelectorAll('#moves .move')].pop().getBoundingClientRect().bottom`); gap < 0 || gap > 100 {
				t.Errorf("%s: the list ends %.0f pixels above the lower edge", name, gap)
			}
			t.Logf("%s at %d pixels: the first board after %.0f ms, the moves after %.0f ms, %.1f ms a step; the last move of the line is %s", name, s.wide, marks["board"], marks["moves"], step, deep)
			x.quiet()
		}
	}
}
