package notes

import (
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/app"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/markup"
)

// comment is the text field of a comment. It shows the text with the styles of its markup.
type comment struct {
	n    *Pane
	view *gtk.TextView
	buf  *gtk.TextBuffer
	last string // text that was styled last
}

// markupTags are the tags of the text. Later ones take precedence.
var markupTags = []struct {
	look markup.Look
	tag  map[string]any
}{
	{markup.Item, map[string]any{"left-margin": 24, "indent": -12}},
	{markup.Heading, map[string]any{"weight": 700, "scale": 1.25}},
	{markup.Bold, map[string]any{"weight": 700}},
	{markup.Italic, map[string]any{"style": 2}},
	{markup.Code, map[string]any{"family": "monospace"}},
	{markup.Sign, map[string]any{"foreground": "#8b8f98", "weight": 400, "style": 0}},
}

func newComment(n *Pane) *comment {
	t := &comment{n: n}
	t.view = gtkx.TextView(locale.T("Comment"), gtk.WRAP_WORD_CHAR, 10, 8)
	t.view.SetAcceptsTab(false)
	gtkx.AddClass(t.view, "comment")
	t.view.Connect("focus-out-event", func() bool { gtkx.Idle(func() { n.Changed(app.TopicHere) }); return false })
	t.view.Connect("button-press-event", func(_ *gtk.TextView, ev *gdk.Event) bool {
		n.Settle() // the click may paste text
		e := gdk.EventButtonNewFromEvent(ev)
		if e.Button() != gdk.BUTTON_PRIMARY || gdk.ModifierType(e.State())&gdk.CONTROL_MASK == 0 {
			return false
		}
		x, y := t.view.WindowToBufferCoords(gtk.TEXT_WINDOW_TEXT, int(e.X()), int(e.Y()))
		it := t.view.GetIterAtLocation(x, y)
		return it != nil && n.s.PointTo(t.content(), it.GetOffset())
	})
	t.buf, _ = t.view.GetBuffer()
	for _, l := range markupTags {
		t.buf.CreateTag(string(l.look), l.tag)
	}
	gtkx.While(t.view, t.buf.Object, "changed", func() {
		if !n.filling {
			text := t.content()
			t.style(text)
			n.s.Comment(n.node, text)
		}
	})
	return t
}

func (t *comment) content() string {
	start, end := t.buf.GetBounds()
	text, _ := t.buf.GetText(start, end, true)
	return text
}

// show sets the text, unless it is already shown.
func (t *comment) show(text string) {
	if t.content() == text {
		return
	}
	t.buf.SetText(text)
	t.last = ""
	t.style(text)
}

// style styles the changed lines.
func (t *comment) style(text string) {
	from, part := markup.ChangedLines(t.last, text)
	t.last = text
	if part == "" {
		return
	}
	start, end := t.buf.GetIterAtOffset(from), t.buf.GetIterAtOffset(from+len([]rune(part)))
	for _, l := range markupTags {
		t.buf.RemoveTagByName(string(l.look), start, end)
	}
	for _, s := range markup.Parse(part) {
		t.buf.ApplyTagByName(string(s.Look), t.buf.GetIterAtOffset(from+s.From), t.buf.GetIterAtOffset(from+s.To))
	}
}

// emphasize adds or removes the markup of a style around the selection, or around the word at the
// cursor.
func (t *comment) emphasize(e markup.Look) {
	if !t.view.GetEditable() {
		return
	}
	cursor := t.buf.GetIterAtMark(t.buf.GetInsert()).GetOffset()
	from, to := cursor, cursor
	if a, b, ok := t.buf.GetSelectionBounds(); ok {
		from, to = a.GetOffset(), b.GetOffset()
	}
	text, a, b := markup.Emphasize(t.content(), from, to, e)
	t.n.filling = true
	t.buf.SetText(text)
	t.n.filling = false
	t.last = ""
	t.style(text)
	t.n.s.Comment(t.n.node, text)
	t.buf.SelectRange(t.buf.GetIterAtOffset(b), t.buf.GetIterAtOffset(a))
	t.view.ScrollMarkOnscreen(t.buf.GetInsert())
	t.view.GrabFocus()
}

// key handles a key in the comment. It reports whether it used the key.
func (t *comment) key(k gtkx.Key) bool {
	if k.Mods != gdk.CONTROL_MASK || !t.view.HasFocus() {
		return false
	}
	switch k.Val {
	case gdk.KEY_b:
		t.emphasize(markup.Bold)
	case gdk.KEY_i:
		t.emphasize(markup.Italic)
	default:
		return false
	}
	return true
}
