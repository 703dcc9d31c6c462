package bars

import (
	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/studio/app/advice"
	"boardstudio/studio/app/command"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Advice is the line below the board that shows advice and lessons of the teacher. It is visible
// during the whole game if either is on, so the board does not move.
type Advice struct {
	Box *gtk.Box

	suggester *advice.Suggester
	text      *gtk.Label
	buttons   map[advice.Offer]*gtk.Button
	said      string
}

// offers are the commands offered with advice, in the order of their buttons.
var offers = []struct {
	offer advice.Offer
	id    command.ID
	title msg.Key
}{
	{advice.FollowIt, command.Follow, "Follow"},
	{advice.ShowIt, command.ShowBetter, "Show"},
	{advice.TakeBack, command.TakeBack, "Take Back"},
	{advice.KeepIt, command.KeepMove, "Keep"},
}

// NewAdvice returns an advice line. It calls bind to connect each button to its command.
func NewAdvice(suggester *advice.Suggester, bind func(*gtk.Button, command.ID)) *Advice {
	b := &Advice{suggester: suggester, Box: gtkx.HBox(8), buttons: map[advice.Offer]*gtk.Button{}}
	gtkx.AddClass(b.Box, "message")
	gtkx.AddClass(b.Box, "edge-top")
	icon, _ := gtk.ImageNewFromIconName("dialog-information-symbolic", gtk.ICON_SIZE_MENU)
	b.text = gtkx.Label("")
	b.text.SetEllipsize(pango.ELLIPSIZE_END)
	gtkx.SetID(b.text, "Advice")
	b.Box.PackStart(icon, false, false, 0)
	b.Box.PackStart(b.text, false, true, 0)
	for _, o := range offers {
		x := flatButton(locale.T(o.title), func() {})
		bind(x, o.id)
		x.SetNoShowAll(true)
		b.Box.PackStart(x, false, false, 0)
		b.buttons[o.offer] = x
	}
	icon.Show()
	b.text.Show()
	b.Box.SetNoShowAll(true)
	return b
}

// Changed shows the current advice and its buttons. It announces a new text to screen readers.
func (b *Advice) Changed() {
	text, offers := b.suggester.Says()
	for _, x := range b.buttons {
		x.SetVisible(false)
	}
	for _, o := range offers {
		b.buttons[o].SetVisible(true)
	}
	b.text.SetText(text)
	b.text.SetTooltipText(text)
	b.Box.SetVisible(text != "" || b.suggester.Room())
	if text != b.said && text != "" {
		gtkx.Announce(b.text, text)
	}
	b.said = text
}
