// Package notes implements the comment panel, which edits the annotations of the current node.
package notes

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/markup"
)

// Pane is the comment panel of the current node. It contains name, bookmark, colour and comment,
// and buttons for annotation symbols and marks.
type Pane struct {
	Box  *gtk.Box
	View *gtk.TextView // the comment

	s        *app.Session
	w        Host
	title    *gtk.Entry
	bookmark *gtk.ToggleButton
	color    *gtk.Button
	dot      *gtk.Label // in the colour button
	glyphs   []*gtk.ToggleButton
	position *gtk.Button
	emphases []*gtk.Button
	tools    map[app.Tool]*gtk.ToggleButton
	text     *comment
	menu     *gtk.Menu   // open menu of evaluation symbols, or nil
	node     *model.Node // node whose name and comment are shown
	filling  bool        // the program, not the user, changes the widgets
}

// Host is the window that contains the panel.
type Host struct {
	Run     func(command.ID)
	Tip     func(gtk.IWidget, command.ID) // sets the tooltip of a widget to the title and the key of a command
	Pop     func(*gtk.Popover)
	ToBoard func()
	Stale   func() bool // reports whether an update is pending
	Update  func()      // performs the pending update
}

// toolFaces are the marking tools, in the order of their buttons.
var toolFaces = []struct {
	tool app.Tool
	face string
}{
	{app.ToolCircle, "○"},
	{app.ToolCross, "✕"},
	{app.ToolSquare, "□"},
	{app.ToolTriangle, "△"},
	{app.ToolLetter, "A"},
	{app.ToolNumber, "1"},
	{app.ToolText, "Ab"},
	{app.ToolArrow, "➔"},
	{app.ToolLine, "╱"},
	{app.ToolErase, "⌫"},
}

// glyphCommands are the commands of app.Glyphs, in the same order.
var glyphCommands = []command.ID{command.VeryGood, command.Good, command.Interesting, command.Doubtful, command.Bad, command.VeryBad}

// New returns the comment panel of a session.
func New(s *app.Session, w Host) *Pane {
	n := &Pane{s: s, w: w, tools: map[app.Tool]*gtk.ToggleButton{}}
	n.Box = gtkx.VBox(0)
	gtkx.Pack(n.Box, n.head(), n.glyphButtons())
	marks := gtkx.Linked()
	gtkx.Margins(marks, 8, 3)
	for _, f := range toolFaces {
		n.tools[f.tool] = n.toggle(marks, f.face, f.tool.Command())
	}
	marks.SetHomogeneous(true)
	n.Box.PackStart(marks, false, false, 0)

	n.text = newComment(n)
	n.View = n.text.view
	scroll := gtkx.ScrolledText(n.View)
	scroll.SetMarginTop(4)
	gtkx.AddClass(scroll, "edge-top")
	n.Box.PackStart(scroll, true, true, 0)
	return n
}

// head returns the row with name, bookmark and colour.
func (n *Pane) head() *gtk.Box {
	row := gtkx.HBox(4)
	gtkx.Margins(row, 8, 3)
	row.SetMarginStart(0) // the title has its own margin, as in the other panels
	l := gtkx.Styled("panel-title", locale.T("Comment"))
	row.PackStart(l, false, false, 0)
	n.title = gtkx.Field(locale.T("Name of this position"), "", locale.T("Name of this position"), func(text string) {
		if !n.filling {
			n.s.SetName(n.node, text)
		}
	})
	n.title.SetWidthChars(6)
	n.title.SetMaxLength(200)
	gtkx.AddClass(n.title, "place")
	n.title.Connect("activate", n.w.ToBoard)
	n.title.Connect("focus-out-event", func() bool {
		n.title.SetPosition(0) // scrolls to the start
		gtkx.Idle(func() { n.Changed(app.TopicHere) })
		return false
	})
	row.PackStart(n.title, true, true, 0)
	n.bookmark = n.toggle(row, "☆", command.Bookmark)
	n.color, n.dot = n.button(row, locale.T("Colour of this move"), n.chooseColor)
	return row
}

// glyphButtons returns the row with the annotation symbols for the move and the position, and the
// text styles.
func (n *Pane) glyphButtons() *gtk.Box {
	row := gtkx.HBox(8)
	gtkx.Margins(row, 8, 3)
	signs := gtkx.Linked()
	for i, g := range app.Glyphs {
		n.glyphs = append(n.glyphs, n.toggle(signs, string(g), glyphCommands[i]))
	}
	row.PackStart(signs, false, false, 0)
	n.position, _ = n.button(row, locale.T("Rate the position"), n.PositionMenu)
	n.w.Tip(n.position, command.Better)
	looks := gtkx.Linked()
	for _, e := range []struct {
		face, title, key string
		kind             markup.Look
	}{{"<b>B</b>", locale.T("Bold"), "Ctrl+B", markup.Bold}, {"<i>I</i>", locale.T("Italic"), "Ctrl+I", markup.Italic}} {
		b, l := n.button(looks, e.title, func() { n.text.emphasize(e.kind) })
		l.SetMarkup(e.face)
		b.SetTooltipText(e.title + "  (" + e.key + ")")
		n.emphases = append(n.emphases, b)
	}
	row.PackEnd(looks, false, false, 0)
	return row
}

// toggle adds a toggle button for a command.
func (n *Pane) toggle(into *gtk.Box, face string, id command.ID) *gtk.ToggleButton {
	b, _ := gtk.ToggleButtonNewWithLabel(face)
	b.SetFocusOnClick(false)
	n.w.Tip(b, id)
	gtkx.AddClass(b, "tool")
	gtkx.SetName(b, locale.T(command.All[id].Title))
	b.Connect("toggled", func() {
		if !n.filling {
			n.w.Run(id)
		}
	})
	into.PackStart(b, into.GetHomogeneous(), true, 0)
	return b
}

// button adds a button that calls do.
func (n *Pane) button(into *gtk.Box, title string, do func()) (*gtk.Button, *gtk.Label) {
	b, _ := gtk.ButtonNew()
	l, _ := gtk.LabelNew("")
	b.Add(l)
	b.SetFocusOnClick(false)
	b.SetTooltipText(title)
	gtkx.AddClass(b, "tool")
	gtkx.SetName(b, title)
	b.Connect("clicked", do)
	into.PackStart(b, false, false, 0)
	return b, l
}

// Changed updates the panel if t contains a topic that concerns it.
func (n *Pane) Changed(t app.Topic) {
	if t&(app.TopicHere|app.TopicNote|app.TopicMode|app.TopicTree|app.TopicPlayers) == 0 {
		return
	}
	n.filling = true
	defer func() { n.filling = false }()
	s := n.s
	// A move of the computer must not replace the text while the user is typing.
	typing := n.View.HasFocus() || n.title.HasFocus()
	if stay := typing && s.Came() == app.ByComputer && n.node != nil && s.View.Tree().Contains(n.node); !stay {
		n.node = s.View.Node()
	}
	n.text.show(n.node.Comment())
	if now, _ := n.title.GetText(); now != n.node.Name() {
		n.title.SetText(n.node.Name())
	}
	free := s.Editable()
	n.View.SetEditable(free)
	n.title.SetSensitive(free)
	here := s.View.Node()
	sign := s.View.MoveGlyph()
	for i, b := range n.glyphs {
		b.SetActive(sign == app.Glyphs[i])
		b.SetSensitive(free && here.Parent() != nil)
	}
	n.showPosition(free)
	n.bookmark.SetActive(here.Bookmarked())
	n.bookmark.SetLabel(map[bool]string{true: "★", false: "☆"}[here.Bookmarked()])
	n.bookmark.SetSensitive(free)
	n.showColor(free)
	for _, b := range n.emphases {
		b.SetSensitive(free)
	}
	for tool, b := range n.tools {
		b.SetActive(s.Tool() == tool)
		b.SetSensitive(free)
	}
}

// Settle performs a pending update if the text fields show another node. Otherwise fast typing
// would change the annotations of the previous node.
func (n *Pane) Settle() {
	if !n.w.Stale() {
		return
	}
	title, _ := n.title.GetText()
	if n.node != n.s.View.Node() || n.text.content() != n.node.Comment() || title != n.node.Name() {
		n.w.Update()
	}
}

// Focus moves the keyboard focus to the comment.
func (n *Pane) Focus() { n.View.GrabFocus() }

// FocusName focuses the name of the node.
func (n *Pane) FocusName() { n.title.GrabFocus() }

// Key handles a key in the comment. It reports whether it used the key.
func (n *Pane) Key(k gtkx.Key) bool { return n.text.key(k) }
