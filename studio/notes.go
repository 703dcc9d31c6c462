package studio

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/app"
)

// notes is the comment of the current node with the buttons that annotate.
type notes struct {
	w       *window
	box     *gtk.Box
	view    *gtk.TextView
	buf     *gtk.TextBuffer
	glyphs  []*gtk.ToggleButton
	tools   map[app.Tool]*gtk.ToggleButton
	node    *model.Node // whose comment is shown
	filling bool        // the widgets are being filled, not used by the person
}

// toolFaces are the marking tools in the order of their buttons.
var toolFaces = []struct {
	tool    app.Tool
	face    string
	command string
}{
	{app.ToolCircle, "○", "mark-circle"},
	{app.ToolCross, "✕", "mark-cross"},
	{app.ToolSquare, "□", "mark-square"},
	{app.ToolTriangle, "△", "mark-triangle"},
	{app.ToolLetter, "A", "mark-letter"},
	{app.ToolNumber, "1", "mark-number"},
	{app.ToolErase, "⌫", "mark-erase"},
}

var glyphCommands = []string{"very-good", "good", "interesting", "doubtful", "bad", "very-bad"}

func newNotes(w *window) *notes {
	n := &notes{w: w, tools: map[app.Tool]*gtk.ToggleButton{}}
	n.box = vbox(0)
	bar := hbox(6)
	margins(bar, 8, 6)
	signs, marks := linked(), linked()
	for i, g := range app.Glyphs {
		b := n.button(signs, string(g), glyphCommands[i])
		b.Connect("toggled", func() {
			if !n.filling {
				w.run(glyphCommands[i])
			}
		})
		n.glyphs = append(n.glyphs, b)
	}
	for _, f := range toolFaces {
		b := n.button(marks, f.face, f.command)
		b.Connect("toggled", func() {
			if !n.filling {
				w.run(f.command)
			}
		})
		n.tools[f.tool] = b
	}
	bar.PackStart(signs, false, false, 0)
	bar.PackEnd(marks, false, false, 0)
	n.box.PackStart(bar, false, false, 0)

	scroll, _ := gtk.ScrolledWindowNew(nil, nil)
	scroll.SetPolicy(gtk.POLICY_NEVER, gtk.POLICY_AUTOMATIC)
	n.view, _ = gtk.TextViewNew()
	n.view.SetWrapMode(gtk.WRAP_WORD_CHAR)
	n.view.SetLeftMargin(10)
	n.view.SetRightMargin(10)
	n.view.SetTopMargin(8)
	n.view.SetBottomMargin(8)
	n.view.SetAcceptsTab(false)
	addClass(n.view, "comment")
	name(n.view, locale.T("Comment"))
	n.view.Connect("focus-out-event", func() bool { idle(func() { n.changed(app.TopicHere) }); return false })
	n.buf, _ = n.view.GetBuffer()
	n.buf.Connect("changed", func() {
		if !n.filling {
			w.s.Comment(n.node, n.text())
		}
	})
	scroll.Add(n.view)
	addClass(scroll, "edge-top")
	n.box.PackStart(scroll, true, true, 0)
	return n
}

func (n *notes) button(into *gtk.Box, face, id string) *gtk.ToggleButton {
	c := app.CommandByID(id)
	b, _ := gtk.ToggleButtonNewWithLabel(face)
	b.SetFocusOnClick(false)
	n.w.tip(b, c)
	addClass(b, "tool")
	name(b, locale.T(c.Title))
	into.PackStart(b, false, false, 0)
	return b
}

func (n *notes) text() string {
	start, end := n.buf.GetBounds()
	text, _ := n.buf.GetText(start, end, true)
	return text
}

func (n *notes) changed(t app.Topic) {
	if t&(app.TopicHere|app.TopicNote|app.TopicMode|app.TopicTree) == 0 {
		return
	}
	n.filling = true
	defer func() { n.filling = false }()
	s := n.w.s
	// A computer's move must not take the text away from under the person's hands.
	if stay := n.view.HasFocus() && s.Came() == app.ByComputer && n.node != nil && s.Tree().Contains(n.node); !stay {
		n.node = s.Node()
	}
	if c := n.node.Comment(); n.text() != c {
		n.buf.SetText(c)
	}
	n.view.SetEditable(s.Editable())
	for i, b := range n.glyphs {
		on := false
		for _, g := range s.Node().Glyphs() {
			on = on || g == app.Glyphs[i]
		}
		b.SetActive(on)
		b.SetSensitive(s.Editable() && s.Node().Parent() != nil)
	}
	for tool, b := range n.tools {
		b.SetActive(s.Tool() == tool)
		b.SetSensitive(s.Editable())
	}
}

// focus puts the text cursor into the comment.
func (n *notes) focus() { n.view.GrabFocus() }
