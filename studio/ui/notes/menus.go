package notes

import (
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// showPosition shows the evaluation symbol of the position on its button.
func (n *Pane) showPosition(free bool) {
	s := n.s
	g := s.View.PositionGlyph()
	text, words := "±", locale.T("no symbol")
	if g != "" {
		text, words = s.View.GlyphText(g), s.View.GlyphWords(g)
	}
	child, _ := n.position.GetChild()
	if l, ok := child.(*gtk.Label); ok && l != nil {
		l.SetText(text + " ▾")
	}
	gtkx.SetClass(n.position, "chosen", g != "")
	gtkx.Describe(n.position, words)
	n.position.SetSensitive(free)
}

// flatPlayers is the largest number of players whose symbols fit into one menu.
const flatPlayers = 3

// PositionMenu shows the menu of evaluation symbols for the position.
func (n *Pane) PositionMenu() {
	s := n.s
	now := s.View.PositionGlyph()
	menu, _ := gtk.MenuNew()
	add := func(into *gtk.Menu, g model.Glyph, text string) {
		item, _ := gtk.CheckMenuItemNewWithLabel(text)
		item.SetDrawAsRadio(true)
		item.SetActive(now == g)
		item.Connect("activate", func() {
			if g == "" {
				s.ClearPosition()
			} else if s.View.PositionGlyph() != g {
				s.ToggleGlyph(g)
			}
		})
		into.Append(item)
	}
	line := func() {
		l, _ := gtk.SeparatorMenuItemNew()
		menu.Append(l)
	}
	for i := range s.View.Rules().Players() {
		p, into := rules.Player(i), menu
		if s.View.Rules().Players() > flatPlayers {
			head, _ := gtk.MenuItemNewWithLabel(s.View.Name(p))
			into, _ = gtk.MenuNew()
			head.SetSubmenu(into)
			menu.Append(head)
		}
		for degree := 1; degree <= 3; degree++ {
			g := model.Better(p, degree)
			add(into, g, s.View.GlyphWords(g)+"   "+s.View.GlyphText(g))
		}
		if into == menu {
			line()
		}
	}
	if s.View.Rules().Players() > flatPlayers {
		line()
	}
	for _, g := range []model.Glyph{model.GlyphEven, model.GlyphUnclear} {
		add(menu, g, s.View.GlyphWords(g)+"   "+s.View.GlyphText(g))
	}
	line()
	add(menu, "", locale.T("No symbol"))
	menu.ShowAll()
	menu.PopupAtWidget(n.position, gdk.GDK_GRAVITY_SOUTH_WEST, gdk.GDK_GRAVITY_NORTH_WEST, nil)
	menu.SelectFirst(true)
	n.menu = menu
}

// dot returns the markup of a disc in a colour, or of a ring if hex is "".
func dot(hex string) string {
	if hex == "" {
		return "◌"
	}
	return `<span foreground="` + hex + `">⬤</span>`
}

// showColor shows the colour of the node on its button.
func (n *Pane) showColor(free bool) {
	hex := n.s.View.Node().Color()
	n.dot.SetMarkup(dot(hex))
	words := words.ColorName(hex)
	if hex == "" {
		words = locale.T("No Colour")
	}
	gtkx.Describe(n.color, words)
	n.color.SetSensitive(free)
}

// chooseColor shows a popover with the colours.
func (n *Pane) chooseColor() {
	p, _ := gtk.PopoverNew(n.color)
	row := gtkx.HBox(2)
	gtkx.Margins(row, 6, 6)
	here := n.s.View.Node().Color()
	add := func(hex, title string) {
		b, _ := gtk.ToggleButtonNew()
		l, _ := gtk.LabelNew("")
		l.SetMarkup(dot(hex))
		b.Add(l)
		b.SetActive(hex == here)
		b.SetTooltipText(title)
		gtkx.AddClass(b, "tool")
		gtkx.SetName(b, title)
		b.Connect("clicked", func() {
			n.s.SetColor(hex)
			p.Popdown()
		})
		row.PackStart(b, false, false, 0)
		if hex == here {
			gtkx.Idle(b.GrabFocus)
		}
	}
	for _, c := range words.Colors {
		add(c.Hex, locale.T(c.Name))
	}
	add("", locale.T("No Colour"))
	p.Add(row)
	n.w.Pop(p)
}
