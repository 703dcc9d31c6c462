// Package moves implements the move list, which shows the moves of a line as text.
package moves

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/app/guess"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/look"
	"boardstudio/text/locale"
	"boardstudio/text/markup"
	"boardstudio/text/words"
)

// Pane shows the current line with its variations, or the main line, as text. Clicking a move goes
// to its node.
type Pane struct {
	Box *gtk.ScrolledWindow

	s     *app.Session
	looks *look.Looks
	st    *settings.Settings
	leave func() // focuses the board
	view  *gtk.TextView
	buf   *gtk.TextBuffer
	here  *gtk.TextTag
	// Styles whose colour depends on the theme.
	quiet []*gtk.TextTag
	bad   *gtk.TextTag
	// spans are the moves in the text, by ascending offset.
	spans []span
	// The nodes in the text. The first one is node number from of the whole line.
	line   []*model.Node
	from   int
	chunks []chunk

	at         *model.Node // highlighted node
	wide, high int         // last allocated size
}

// moveInks are the colours of text other than the moves, and of illegal moves.
var moveInks = [...]struct{ quiet, bad uint32 }{
	diagram.Light: {0x62666e, 0xc01c28},
	diagram.Dark:  {0xa6aab3, 0xff8a92},

	diagram.Contrast: {0x202020, 0xa00000},
}

// dress applies the colours of the theme.
func (m *Pane) dress() {
	ink := moveInks[m.looks.Theme()]
	for _, t := range m.quiet {
		_ = t.SetProperty("foreground", fmt.Sprintf("#%06x", ink.quiet))
	}
	_ = m.bad.SetProperty("foreground", fmt.Sprintf("#%06x", ink.bad))
}

type span struct {
	from, to int // in characters
	node     *model.Node
}

// shownPlies is the largest number of moves shown around the current node. A line may have a
// million moves.
const shownPlies = 400

// New returns the move list of a session. It calls leave to focus the board and menu to show the
// context menu of a move.
func New(s *app.Session, l *look.Looks, st *settings.Settings, leave func(), menu func(*gdk.Event)) *Pane {
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
	// The last tag has priority: the current move must be legible in any style.
	m.here = m.buf.CreateTag("here", map[string]any{"background": "#3584e4", "foreground": "#ffffff", "weight": 700})
	m.Box = gtkx.ScrolledText(m.view)
	m.view.Connect("size-allocate", func() {
		if wide, high := m.view.GetAllocatedWidth(), m.view.GetAllocatedHeight(); wide != m.wide || high != m.high {
			m.wide, m.high = wide, high
			gtkx.Idle(m.follow) // once the lines are laid out
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
		return true // suppresses the text view's own menu
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

// Changed updates the text if the line has changed, and highlights the current node.
func (m *Pane) Changed(t app.Topic) {
	if t&(app.TopicTree|app.TopicHere|app.TopicNote) == 0 {
		return
	}
	here, last := m.s.Progress()
	at := m.s.View.Node()
	if m.mainOnly() {
		l := m.s.View.Layout()
		at = l.MainLineEnd()
		here = l.Depth(at)
		last = here + l.Below(at)
	}
	most := max(last+1-shownPlies, 0)
	from := m.from // the shown part moves only when the current node is near one of its ends
	if len(m.line) == 0 || from > most || here-from < 50 && from > 0 || from+shownPlies-here < 50 {
		from = min(max(here-shownPlies/2, 0), most)
	}
	if t == app.TopicAll { // the theme may have changed
		m.dress()
	}
	line := m.s.View.Layout().Line(at, from-here, min(from+shownPlies-1, last)-here)
	if t&(app.TopicTree|app.TopicNote) != 0 || from != m.from || !slices.Equal(line, m.line) {
		m.write(line, from)
	}
	m.mark(at)
}

// mainOnly reports whether the main line is shown instead of the current one.
func (m *Pane) mainOnly() bool { return m.st.MainOnly && !m.s.Guessing() }

// chunk is the text of one node of the line.
type chunk struct {
	text  string
	tags  []tagged
	spans []span // offsets relative to the chunk
	runes int    // length of text
}

// tagged is a styled part of a chunk, in characters.
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

// write updates the text to show line. Unchanged parts are reused: usually a move was added at the
// end or a comment changed.
func (m *Pane) write(line []*model.Node, from int) {
	chunks := make([]chunk, len(line))
	_, err := m.s.View.Tree().Position(line[len(line)-1])
	left := mostOfAll
	for i, node := range line {
		m.chunk(&chunks[i], node, from+i, i == 0 && from > 0, err != nil, &left)
	}
	m.from = from
	m.line = line
	m.put(chunks)
}

// put replaces the chunks from the first changed one to the last changed one.
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

// chunk fills c with the text of a node: the move number at the start of a round, the move, the
// variations at a fork, and the comment. left is the number of variation moves that may still be
// written.
func (m *Pane) chunk(c *chunk, node *model.Node, ply int, first, bad bool, left *int) {
	s := m.s
	if first {
		c.put("… ", "number")
	}
	seats := s.View.Rules().Players()
	if node.Parent() != nil && ((ply-1)%seats == 0 || first) {
		c.put(words.MoveNumber(ply), "number")
	}
	tag := ""
	if bad && !s.View.Plays(node) {
		tag = "bad"
	}
	c.move(s.View.MoveName(node)+s.View.GlyphsText(node), tag, node)
	if node.Bookmarked() {
		c.put("\u202f★", "number")
	}
	if up := node.Parent(); up != nil && up.First() != up.Last() && !m.mainOnly() {
		room := min(mostBeside, *left)
		was := room
		m.variations(node, ply, c, 1, &room)
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

// Limits of the variations shown at a move.
const (
	mostVariations = 4
	mostNested     = 3  // nesting depth
	mostMoves      = 12 // per variation
	mostBeside     = 60 // per move, in all its variations
	mostOfAll      = 2000
)

// variations writes the other continuations at a fork, each in brackets. Their moves can be clicked.
// room is the number of moves that may still be written.
func (m *Pane) variations(node *model.Node, ply int, c *chunk, level int, room *int) {
	shown := 0
	for v := range node.Parent().Children() {
		if v == node || m.s.Guessing() && guess.IsPuzzle(v) { // other puzzles of a collection are unrelated
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

// variation writes a variation, starting with its first move v.
func (m *Pane) variation(v *model.Node, ply int, c *chunk, level int, room *int) {
	seats := m.s.View.Rules().Players()
	most := mostMoves
	if m.s.Guessing() { // the continuation must be guessed
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
		if (ply-1)%seats == 0 || i == 0 {
			c.put(words.MoveNumber(ply), "number")
		}
		c.move(m.s.View.MoveName(n)+m.s.View.GlyphsText(n), "number", n)
		if i > 0 && level < mostNested && n.Next() != nil {
			m.variations(n, ply, c, level+1, room)
		}
	}
}

// mark highlights a node and scrolls to it.
func (m *Pane) mark(at *model.Node) {
	start, end := m.buf.GetBounds()
	m.buf.RemoveTag(m.here, start, end)
	m.at = at
	if sp := m.spanOf(at); sp != nil {
		m.buf.ApplyTag(m.here, m.buf.GetIterAtOffset(sp.from), m.buf.GetIterAtOffset(sp.to))
	}
	m.follow()
}

// spanOf returns the span of a node, or nil if the text does not contain it.
func (m *Pane) spanOf(n *model.Node) *span {
	if i := slices.IndexFunc(m.spans, func(sp span) bool { return sp.node == n }); i >= 0 {
		return &m.spans[i]
	}
	return nil
}

// follow scrolls to the highlighted node. It first stops a scroll animation in progress, whose
// target would be wrong after a change of the width.
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
