// Package movepane shows the moves of a line as text, with what stands beside it.
package movepane

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/diagram"
	"boardstudio/locale"
	"boardstudio/markup"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/guess"
	"boardstudio/studio/look"
	"boardstudio/studio/settings"
	"boardstudio/studio/treelayout"
	"boardstudio/words"
)

// Pane shows the current line with its variations, or the main line, as running text; a click on a move goes there.
type Pane struct {
	Box *gtk.ScrolledWindow

	s     lined
	looks *look.Looks
	st    *settings.Settings
	leave func() // gives the focus to the board
	view  *gtk.TextView
	buf   *gtk.TextBuffer
	here  *gtk.TextTag
	// The styles whose colour goes with the theme.
	quiet []*gtk.TextTag
	bad   *gtk.TextTag
	// spans are the moves in the text by their offset, ascending.
	spans []span
	// The text was made from these nodes; from is the index of the first in the whole line.
	line   []*model.Node
	from   int
	chunks []chunk

	at         *model.Node // which is highlighted
	wide, high int         // the size that the text was last given
}

// moveInks are the colours of what is beside the moves, and of illegal moves.
var moveInks = [...]struct{ quiet, bad uint32 }{
	diagram.Light: {0x62666e, 0xc01c28},
	diagram.Dark:  {0xa6aab3, 0xff8a92},

	diagram.Contrast: {0x202020, 0xa00000},
}

// dress gives the text the colours of the theme.
func (m *Pane) dress() {
	ink := moveInks[m.looks.Theme()]
	for _, t := range m.quiet {
		_ = t.SetProperty("foreground", fmt.Sprintf("#%06x", ink.quiet))
	}
	_ = m.bad.SetProperty("foreground", fmt.Sprintf("#%06x", ink.bad))
}

type span struct {
	from, to int // characters
	node     *model.Node
}

// shownPlies is how many moves of the line are shown, about the current node: a
// line can be a million moves long.
const shownPlies = 400

// lined is what has the line to show: a session.
type lined interface {
	Tree() *model.Tree
	Rules() rules.Rules
	Node() *model.Node
	Go(*model.Node)
	Progress() (here, last int)
	Layout() *treelayout.Layout
	Guessing() bool
	Plays(*model.Node) bool
	MoveName(*model.Node) string
	GlyphsText(*model.Node) string
}

// New returns the moves of a session; leave gives the focus to the board, and menu shows the context menu of a move.
func New(s lined, l *look.Looks, st *settings.Settings, leave func(), menu func(*gdk.Event)) *Pane {
	m := &Pane{s: s, looks: l, st: st, leave: leave}
	m.view = gtkx.TextView(locale.T("Moves"), gtk.WRAP_WORD, 10, 8)
	m.view.SetEditable(false)
	m.view.SetCursorVisible(false)
	m.view.SetPixelsInsideWrap(4)
	m.view.SetPixelsBelowLines(4)
	m.view.SetCanFocus(false)
	gtkx.AddClass(m.view, "moves")
	m.buf, _ = m.view.GetBuffer()
	m.quiet = []*gtk.TextTag{
		m.buf.CreateTag("number", nil),
		m.buf.CreateTag("note", map[string]any{"style": 2}),
		m.buf.CreateTag("name", map[string]any{"weight": 700}),
	}
	m.bad = m.buf.CreateTag("bad", map[string]any{"strikethrough": true})
	// The last tag wins: where we are must be readable in whatever style is below.
	m.here = m.buf.CreateTag("here", map[string]any{"background": "#3584e4", "foreground": "#ffffff", "weight": 700})
	m.Box = gtkx.ScrolledText(m.view)
	m.view.Connect("size-allocate", func() {
		if wide, high := m.view.GetAllocatedWidth(), m.view.GetAllocatedHeight(); wide != m.wide || high != m.high {
			m.wide, m.high = wide, high
			gtkx.Idle(m.follow) // when the text has its lines
		}
	})
	click := func(ev *gdk.Event) {
		e := gdk.EventButtonNewFromEvent(ev)
		x, y := m.view.WindowToBufferCoords(gtk.TEXT_WINDOW_WIDGET, int(e.X()), int(e.Y()))
		if it := m.view.GetIterAtLocation(x, y); it != nil {
			m.click(it.GetOffset())
		}
	}
	m.view.Connect("button-release-event", func(_ *gtk.TextView, ev *gdk.Event) bool {
		if gdk.EventButtonNewFromEvent(ev).Button() != gdk.BUTTON_SECONDARY {
			click(ev)
		}
		return false
	})
	m.view.Connect("button-press-event", func(_ *gtk.TextView, ev *gdk.Event) bool {
		if !gtkx.Secondary(ev) {
			return false
		}
		click(ev)
		menu(ev)
		return true // in place of the menu of a text field
	})
	return m
}

func (m *Pane) click(at int) {
	i := sort.Search(len(m.spans), func(i int) bool { return m.spans[i].to > at })
	if i < len(m.spans) && at >= m.spans[i].from {
		m.s.Go(m.spans[i].node)
	}
	m.leave()
}

// Changed writes the line anew if it is another one, and shows where we are.
func (m *Pane) Changed(t app.Topic) {
	if t&(app.TopicTree|app.TopicHere|app.TopicNote) == 0 {
		return
	}
	here, last := m.s.Progress()
	at := m.s.Node()
	if m.mainOnly() {
		l := m.s.Layout()
		at = l.Trunk()
		here = l.Depth(at)
		last = here + l.Below(at)
	}
	most := max(last+1-shownPlies, 0)
	from := m.from // keep what is shown while we are well inside
	if len(m.line) == 0 || from > most || here-from < 50 && from > 0 || from+shownPlies-here < 50 {
		from = min(max(here-shownPlies/2, 0), most)
	}
	if t == app.TopicAll { // perhaps in other colours
		m.dress()
	}
	line := m.s.Layout().Line(at, from-here, min(from+shownPlies-1, last)-here)
	if t&(app.TopicTree|app.TopicNote) != 0 || from != m.from || !slices.Equal(line, m.line) {
		m.write(line, from)
	}
	m.mark(at)
}

// mainOnly reports whether the main line is shown instead of the current one.
func (m *Pane) mainOnly() bool { return m.st.MainOnly && !m.s.Guessing() }

// chunk is what is written for one node of the line.
type chunk struct {
	text  string
	tags  []tagged
	spans []span // offsets within the chunk
	runes int    // length of text
}

// tagged is a part of a chunk with its style, in characters.
type tagged struct {
	from, to int
	tag      string
}

func (c *chunk) put(text, tag string) (from, to int) {
	from = c.runes
	c.text += text
	to = from + utf8.RuneCountInString(text)
	c.runes = to
	if tag != "" {
		c.tags = append(c.tags, tagged{from, to, tag})
	}
	return from, to
}

func (c *chunk) move(text, tag string, n *model.Node) {
	from, to := c.put(text, tag)
	c.spans = append(c.spans, span{from, to, n})
}

func (c *chunk) equal(o *chunk) bool {
	return c.text == o.text && slices.Equal(c.tags, o.tags) && slices.Equal(c.spans, o.spans)
}

// write makes the text that of the line. What stands already is kept: mostly a move
// is added at the end, or something is said about one.
func (m *Pane) write(line []*model.Node, from int) {
	chunks := make([]chunk, len(line))
	_, err := m.s.Tree().Position(line[len(line)-1])
	left := mostOfAll
	for i, node := range line {
		m.chunk(&chunks[i], node, from+i, i == 0 && from > 0, err != nil, &left)
	}
	m.from = from
	m.line = line
	m.put(chunks)
}

// put replaces what is written by chunks, from the first that is another one to the last.
func (m *Pane) put(chunks []chunk) {
	old := m.chunks
	keep, tail := 0, 0
	offset, gone, spans, spansGone := 0, 0, 0, 0
	for keep < len(chunks) && keep < len(old) && chunks[keep].equal(&old[keep]) {
		offset += old[keep].runes
		spans += len(old[keep].spans)
		keep++
	}
	for most := min(len(chunks), len(old)) - keep; tail < most && chunks[len(chunks)-1-tail].equal(&old[len(old)-1-tail]); {
		tail++
	}
	for i := range old[keep : len(old)-tail] {
		gone += old[keep+i].runes
		spansGone += len(old[keep+i].spans)
	}
	fresh := chunks[keep : len(chunks)-tail]
	m.chunks = chunks
	if gone > 0 {
		m.buf.Delete(m.buf.GetIterAtOffset(offset), m.buf.GetIterAtOffset(offset+gone))
	}
	var text strings.Builder
	for i := range fresh {
		text.WriteString(fresh[i].text)
	}
	if text.Len() > 0 {
		m.buf.Insert(m.buf.GetIterAtOffset(offset), text.String())
	}
	var added []span
	at := offset
	for i := range fresh {
		c := &fresh[i]
		for _, t := range c.tags {
			m.buf.ApplyTagByName(t.tag, m.buf.GetIterAtOffset(at+t.from), m.buf.GetIterAtOffset(at+t.to))
		}
		for _, sp := range c.spans {
			added = append(added, span{at + sp.from, at + sp.to, sp.node})
		}
		at += c.runes
	}
	shift := at - offset - gone
	for i := spans + spansGone; i < len(m.spans); i++ {
		m.spans[i].from += shift
		m.spans[i].to += shift
	}
	m.spans = slices.Replace(m.spans, spans, spans+spansGone, added...)
}

// chunk fills c with what is written for a node: its number where a round
// begins, its name, the variations at a fork, its comment. left is how many moves of variations may be written still.
func (m *Pane) chunk(c *chunk, node *model.Node, ply int, first, bad bool, left *int) {
	s := m.s
	if first {
		c.put("… ", "number")
	}
	seats := s.Rules().Players()
	if node.Parent() != nil && ((ply-1)%seats == 0 || first) {
		c.put(strconv.Itoa((ply-1)/seats+1)+". ", "number")
	}
	tag := ""
	if bad && !s.Plays(node) {
		tag = "bad"
	}
	c.move(s.MoveName(node)+s.GlyphsText(node), tag, node)
	if node.Bookmarked() {
		c.put("\u202f★", "number")
	}
	if up := node.Parent(); up != nil && up.First() != up.Last() && !m.mainOnly() {
		room := min(mostBeside, *left)
		was := room
		m.others(node, ply, c, 1, &room)
		*left -= was - room
	}
	c.put("  ", "")
	if t := node.Name(); t != "" {
		c.put(words.Short(t, 40), "name")
		c.put("  ", "")
	}
	if t := markup.Plain(node.Comment()); t != "" {
		c.put(words.Short(t, 60), "note")
		c.put("  ", "")
	}
}

// How much is written of the variations beside a move.
const (
	mostVariations = 4
	mostNested     = 3  // within each other
	mostMoves      = 12 // of one variation
	mostBeside     = 60 // of all beside a move
	mostOfAll      = 2000
)

// others writes the other continuations at a fork with what follows, each in brackets, so that they can be clicked.
// room is how many moves may be written still.
func (m *Pane) others(node *model.Node, ply int, c *chunk, level int, room *int) {
	shown := 0
	for v := range node.Parent().Children() {
		if v == node || m.s.Guessing() && guess.IsPuzzle(v) { // the others of a collection are not about this one
			continue
		}
		if shown++; shown > mostVariations || *room <= 0 {
			c.put(" …", "number")
			return
		}
		c.put(" (", "number")
		m.variation(v, ply, c, level, room)
		c.put(")", "number")
	}
}

// variation writes a variation from its first move on.
func (m *Pane) variation(v *model.Node, ply int, c *chunk, level int, room *int) {
	seats := m.s.Rules().Players()
	most := mostMoves
	if m.s.Guessing() { // what follows is to be guessed
		most = 1
	}
	for i, n := 0, v; n != nil; i, n, ply = i+1, n.First(), ply+1 {
		if i > 0 {
			c.put(" ", "number")
		}
		if i >= most || *room <= 0 {
			if !m.s.Guessing() {
				c.put("…", "number")
			}
			return
		}
		*room--
		if (ply-1)%seats == 0 {
			c.put(strconv.Itoa((ply-1)/seats+1)+". ", "number")
		} else if i == 0 {
			c.put(strconv.Itoa((ply-1)/seats+1)+"… ", "number")
		}
		c.move(m.s.MoveName(n)+m.s.GlyphsText(n), "number", n)
		if i > 0 && level < mostNested && n.Next() != nil {
			m.others(n, ply, c, level+1, room)
		}
	}
}

// mark highlights a node and brings it into view.
func (m *Pane) mark(at *model.Node) {
	start, end := m.buf.GetBounds()
	m.buf.RemoveTag(m.here, start, end)
	m.at = at
	if sp := m.spanOf(at); sp != nil {
		m.buf.ApplyTag(m.here, m.buf.GetIterAtOffset(sp.from), m.buf.GetIterAtOffset(sp.to))
	}
	m.follow()
}

// spanOf returns where a node stands in the text, nil if it does not.
func (m *Pane) spanOf(n *model.Node) *span {
	if i := slices.IndexFunc(m.spans, func(sp span) bool { return sp.node == n }); i >= 0 {
		return &m.spans[i]
	}
	return nil
}

// follow brings the node that is highlighted into view. A glide that is under way ends: it would go on to where the node stood in
// narrower lines, past the end of the text.
func (m *Pane) follow() {
	sp := m.spanOf(m.at)
	if sp == nil {
		return
	}
	if a := m.Box.GetVAdjustment(); a != nil {
		a.SetValue(a.GetValue())
	}
	mark := m.buf.CreateMark("", m.buf.GetIterAtOffset(sp.from), true)
	m.view.ScrollToMark(mark, 0.1, false, 0, 0)
	m.buf.DeleteMark(mark)
}
