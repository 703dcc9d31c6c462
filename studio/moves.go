package studio

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/app"
)

// moves shows the current line as running text; a click on a move goes there.
type moves struct {
	w    *window
	box  *gtk.ScrolledWindow
	view *gtk.TextView
	buf  *gtk.TextBuffer
	here *gtk.TextTag
	// spans are the moves in the text by their offset, ascending.
	spans []span
	line  []*model.Node // what the text was made from
	from  int           // index of its first node in the whole line
}

type span struct {
	from, to int // characters
	node     *model.Node
}

// window of the line that is shown around the current node, in plies: a line
// can be a hundred thousand moves long.
const shownPlies = 400

func newMoves(w *window) *moves {
	m := &moves{w: w}
	m.box, _ = gtk.ScrolledWindowNew(nil, nil)
	m.box.SetPolicy(gtk.POLICY_NEVER, gtk.POLICY_AUTOMATIC)
	m.view, _ = gtk.TextViewNew()
	m.view.SetEditable(false)
	m.view.SetCursorVisible(false)
	m.view.SetWrapMode(gtk.WRAP_WORD)
	m.view.SetLeftMargin(10)
	m.view.SetRightMargin(10)
	m.view.SetTopMargin(8)
	m.view.SetBottomMargin(8)
	m.view.SetPixelsInsideWrap(4)
	m.view.SetPixelsBelowLines(4)
	m.view.SetCanFocus(false)
	addClass(m.view, "moves")
	name(m.view, locale.T("Moves"))
	m.buf, _ = m.view.GetBuffer()
	m.here = m.buf.CreateTag("here", map[string]any{"background": "#3584e4", "foreground": "#ffffff", "weight": 700})
	m.buf.CreateTag("number", map[string]any{"foreground": "#8b8f98"})
	m.buf.CreateTag("note", map[string]any{"style": 2, "foreground": "#8b8f98"})
	m.buf.CreateTag("bad", map[string]any{"foreground": "#e01b24", "strikethrough": true})
	m.buf.CreateTag("move", map[string]any{})
	m.box.Add(m.view)
	m.view.Connect("button-release-event", func(_ *gtk.TextView, ev *gdk.Event) bool {
		e := gdk.EventButtonNewFromEvent(ev)
		x, y := m.view.WindowToBufferCoords(gtk.TEXT_WINDOW_WIDGET, int(e.X()), int(e.Y()))
		if it := m.view.GetIterAtLocation(x, y); it != nil {
			m.click(it.GetOffset())
		}
		return false
	})
	return m
}

func (m *moves) click(at int) {
	i := sort.Search(len(m.spans), func(i int) bool { return m.spans[i].to > at })
	if i < len(m.spans) && at >= m.spans[i].from {
		m.w.s.Go(m.spans[i].node)
	}
	m.w.board.area.GrabFocus()
}

// changed writes the line anew if it is another one, and shows where we are.
func (m *moves) changed(t app.Topic) {
	if t&(app.TopicTree|app.TopicHere|app.TopicNote) == 0 {
		return
	}
	line, here := m.w.s.LineOf()
	from := 0
	if len(line) > 2*shownPlies {
		from = min(max(here-shownPlies, 0), len(line)-2*shownPlies)
		if len(m.line) > 0 && m.from <= here && here < m.from+len(m.line) && m.from < len(line) {
			from = m.from // keep what is shown while we are well inside
			if here-from < 50 && from > 0 || from+len(m.line)-here < 50 {
				from = min(max(here-shownPlies, 0), len(line)-2*shownPlies)
			}
		}
		line = line[from:min(from+2*shownPlies, len(line))]
	}
	if t&(app.TopicTree|app.TopicNote) != 0 || from != m.from || !same(line, m.line) {
		m.write(line, from)
	}
	m.mark()
}

func same(a, b []*model.Node) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// write fills the text with the line.
func (m *moves) write(line []*model.Node, from int) {
	s := m.w.s
	m.line, m.from, m.spans = line, from, m.spans[:0]
	m.buf.SetText("")
	n := 0
	put := func(text, tag string) {
		m.buf.InsertWithTagByName(m.buf.GetEndIter(), text, tag)
		n += utf8.RuneCountInString(text)
	}
	if from > 0 {
		put("… ", "number")
	}
	seats := s.Rules().Players()
	for i, node := range line {
		ply := from + i
		if node.Parent() != nil && ((ply-1)%seats == 0 || i == 0) {
			put(itoa((ply-1)/seats+1)+". ", "number")
		}
		tag := "move"
		if node.Raw() != "" || node.Parent() != nil && node.Setup() == "" && s.Mover(node) < 0 {
			tag = "bad"
		}
		begin := n
		text := s.MoveName(node)
		for _, g := range node.Glyphs() {
			text += string(g)
		}
		put(text, tag)
		m.spans = append(m.spans, span{begin, n, node})
		if up := node.Parent(); up != nil && up.First() != up.Last() {
			m.others(node, put, &n)
		}
		put("  ", "move")
		if c := node.Comment(); c != "" {
			put(short(c, 60)+"  ", "note")
		}
	}
}

// others lists the other continuations at a fork, so that they can be clicked.
func (m *moves) others(node *model.Node, put func(string, string), n *int) {
	const most = 4
	put(" (", "number")
	shown := 0
	for v := range node.Parent().Children() {
		if v == node {
			continue
		}
		if shown++; shown > most {
			put(" …", "number")
			break
		}
		if shown > 1 {
			put(" ", "number")
		}
		begin := *n
		put(m.w.s.MoveName(v), "number")
		m.spans = append(m.spans, span{begin, *n, v})
	}
	put(")", "number")
}

// mark highlights the current node and brings it into view.
func (m *moves) mark() {
	start, end := m.buf.GetBounds()
	m.buf.RemoveTag(m.here, start, end)
	for _, sp := range m.spans {
		if sp.node == m.w.s.Node() {
			a, b := m.buf.GetIterAtOffset(sp.from), m.buf.GetIterAtOffset(sp.to)
			m.buf.ApplyTag(m.here, a, b)
			mark := m.buf.CreateMark("", a, true)
			m.view.ScrollToMark(mark, 0.1, false, 0, 0)
			m.buf.DeleteMark(mark)
			return
		}
	}
}

// short returns text on one line, cut after n characters.
func short(text string, n int) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) > n {
		return string(r[:n]) + "…"
	}
	return string(r)
}
