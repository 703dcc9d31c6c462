package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"boardstudio/model"
)

// shots is the folder for screenshots of the pages, or "".
var shots = os.Getenv("WEB_SHOTS")

// shoot saves a screenshot of the page if shots is set.
func (x *tab) shoot(name string) {
	x.t.Helper()
	if shots == "" {
		return
	}
	data, err := chromedp.Run(x.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		x.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(shots, name+".png"), data, 0o644); err != nil {
		x.t.Fatal(err)
	}
}

// clipped is a script that returns the unreadable parts of the move list: elements with clipped
// text, and elements below an overlay scrollbar.
const clipped = `(() => {
	const list = document.getElementById('moves'), right = list.getBoundingClientRect().left + list.clientLeft + list.clientWidth - 12, bad = [];
	for (const e of list.querySelectorAll('.move, .said')) {
		const r = document.createRange();
		r.selectNodeContents(e);
		const text = r.getBoundingClientRect(), box = e.getBoundingClientRect();
		if (text.right > Math.min(box.right, right) + .5) bad.push(e.textContent);
	}
	return bad.join('|');
})()`

// TestColumnsAreNotCut checks that six columns of short moves fit into windows of usual sizes.
func TestColumnsAreNotCut(t *testing.T) {
	for _, game := range []string{"othello", "connect4", "tictactoe", "awale"} {
		t.Run(game, func(t *testing.T) {
			d := build(t, game, nil)
			for i, n := range d.Tree.Line(random(t, d, d.Tree.Root(), 60, 7)) {
				if i%4 == 1 {
					d.Tree.Annotate(n, model.Annotation{Glyphs: []model.Glyph{model.GlyphVeryBad}})
				}
			}
			for _, s := range []size{{1280, 720}, {1280, 900}, {1440, 900}, {1600, 1200}, {1920, 1080}} {
				x := open(t, page1(t, d), s).ready()
				if _, err := chromedp.Call(x.ctx, emulation.SetScrollbarsHidden, emulation.SetScrollbarsHiddenParams{Hidden: true}); err != nil {
					t.Fatal(err)
				}
				if cut := eval[string](x, clipped); cut != "" {
					x.shoot(fmt.Sprint("cut-", game, s.wide))
					t.Errorf("%s at %d×%d: these are cut off: %s", game, s.wide, s.high, cut)
				}
				x.shoot(fmt.Sprint(game, s.wide, "x", s.high))
			}
		})
	}
}

// TestListBecomesNarrower checks that lines are wrapped again if the list becomes narrower without
// a resize event, as when a scrollbar appears. No word may be cut off.
func TestListBecomesNarrower(t *testing.T) {
	d := build(t, "gomoku", nil)
	for _, n := range d.Tree.Line(random(t, d, d.Tree.Root(), 80, 3)) {
		d.Tree.Annotate(n, model.Annotation{Comment: "A comment that is long enough to take more than one line in the list, by many short words that go on and on."})
	}
	for _, s := range []size{{1600, 900}, {1280, 900}, {900, 800}} {
		t.Run(fmt.Sprint(s.wide), func(t *testing.T) {
			x := open(t, page1(t, d), s).ready()
			if cut := eval[string](x, clipped); cut != "" {
				t.Fatalf("at %d×%d these are cut off: %s", s.wide, s.high, cut)
			}
			was := eval[float64](x, `document.getElementById('moves').clientWidth`)
			eval[bool](x, `new Promise((f) => { document.getElementById('moves').parentElement.style.paddingRight = '90px'; setTimeout(() => f(true)); })`)
			if now := eval[float64](x, `document.getElementById('moves').clientWidth`); now >= was {
				t.Fatalf("the list is %v pixels wide, as before", now)
			}
			if ok := eval[bool](x, `new Promise((f) => { let n = 0; const look = () => { if (!(`+clipped+`)) f(true); else if (++n > 60) f(false); else requestAnimationFrame(look); }; look(); })`); !ok {
				x.shoot(fmt.Sprint("narrower", s.wide))
				t.Errorf("at %d×%d these are cut off when the list is narrower: %s", s.wide, s.high, eval[string](x, clipped))
			}
			if same := eval[bool](x, `new Promise((f) => { const high = document.querySelector('#moves .high'); let n = 0; const look = () => { if (high !== document.querySelector('#moves .high')) f(false); else if (++n > 10) f(true); else requestAnimationFrame(look); }; look(); })`); !same {
				t.Errorf("at %d×%d the list is built again and again", s.wide, s.high)
			}
		})
	}
}

// TestListIsNotCut checks that every move and comment of the list is readable at all window sizes,
// with classic and overlay scrollbars.
func TestListIsNotCut(t *testing.T) {
	const comment = "This is a comment that takes more than one line of the list, with “quotes”, a word such as Donaudampfschifffahrtsgesellschaftskapitän, and an end."
	long := strings.Repeat("A long text goes on and on. ", 100)
	d := build(t, "gomoku", nil)
	end := random(t, d, d.Tree.Root(), 160, 3)
	line := d.Tree.Line(end)
	for i, n := range line {
		switch {
		case i == 25:
			d.Tree.Annotate(n, model.Annotation{Comment: comment, Name: "A title"})
		case i == 40:
			d.Tree.Annotate(n, model.Annotation{Comment: long})
		case i%3 == 1:
			d.Tree.Annotate(n, model.Annotation{Glyphs: []model.Glyph{model.GlyphInteresting}})
		}
	}
	random(t, d, line[30], 20, 5)
	for _, s := range []size{{1600, 1000}, {1366, 768}, {1280, 900}, {900, 800}, {760, 800}, {400, 800}, {320, 600}} {
		t.Run(fmt.Sprint(s.wide), func(t *testing.T) {
			x := open(t, page1(t, d), s).ready()
			high := eval[float64](x, `document.getElementById('moves').scrollHeight`)
			said := map[string]bool{}
			for y := 0.0; y < high; y += 150 {
				eval[any](x, fmt.Sprintf(`new Promise((f) => { document.getElementById('moves').scrollTop = %f; requestAnimationFrame(() => requestAnimationFrame(() => f(0))); })`, y))
				if cut := eval[string](x, clipped); cut != "" {
					x.shoot(fmt.Sprint("cut", s.wide))
					t.Fatalf("%d pixels down these are cut off: %s", int(y), cut)
				}
				for text := range strings.SplitSeq(x.text("#moves .said"), "|") {
					said[text] = true
				}
				if y == 150 {
					x.shoot(fmt.Sprint("list", s.wide))
				}
			}
			rest := "A title " + comment
			for rest != "" {
				found := ""
				for text := range said {
					if text != "" && strings.HasPrefix(rest, text) && len(text) > len(found) {
						found = text
					}
				}
				if found == "" {
					t.Fatalf("the list does not show %q of the comment; it has %v", rest, said)
				}
				rest = strings.TrimPrefix(strings.TrimPrefix(rest, found), " ")
			}
			for text := range said {
				if strings.HasSuffix(text, "…") {
					return
				}
			}
			t.Error("no long comment ends with an ellipsis")
		})
	}
}
