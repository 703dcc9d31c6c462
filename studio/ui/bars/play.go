package bars

import (
	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/studio/app/command"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// playBar contains the controls used while playing. It replaces the replay controls.
type playBar struct {
	box   *gtk.Box
	pause *gtk.Button
	all   map[command.ID]*gtk.Button
}

// newPlayBar returns the bar. It calls bind to connect each button to its command.
func newPlayBar(bind func(*gtk.Button, command.ID)) *playBar {
	b := &playBar{box: gtkx.HBox(4), all: map[command.ID]*gtk.Button{}}
	gtkx.Margins(b.box, 10, 6)
	gtkx.AddClass(b.box, "playing")
	button := func(id command.ID, title msg.Key) *gtk.Button {
		x, _ := gtk.ButtonNewWithLabel(locale.T(title))
		bind(x, id)
		b.all[id] = x
		return x
	}
	for _, id := range []command.ID{command.TakeBack, command.Hint, command.SwitchSides, command.Pass, command.Swap} {
		x := button(id, command.All[id].Title)
		x.SetNoShowAll(rare(id))
		b.box.PackStart(x, false, false, 0)
	}
	b.box.PackEnd(button(command.Resign, "Resign"), false, false, 0)
	b.pause, _ = gtk.ButtonNew()
	bind(b.pause, command.Pause)
	b.box.PackEnd(b.pause, false, false, 0)
	return b
}

// rare reports whether a button is shown only while its command is possible.
func rare(id command.ID) bool { return id == command.Pass || id == command.Swap }

// changed updates the buttons for the current conditions.
func (b *playBar) changed(now command.Condition, running bool) {
	for id, x := range b.all {
		x.SetSensitive(now.Allows(id))
		if rare(id) {
			x.SetVisible(now.Allows(id))
		}
	}
	icon := "media-playback-start-symbolic"
	if running {
		icon = "media-playback-pause-symbolic"
	}
	img, _ := gtk.ImageNewFromIconName(icon, gtk.ICON_SIZE_BUTTON)
	b.pause.SetImage(img)
}

// endBar contains the controls shown after a game has been played.
type endBar struct {
	box   *gtk.Box
	score *gtk.Label
}

// newEndBar returns the bar. It calls bind to connect each button to its command.
func newEndBar(bind func(*gtk.Button, command.ID)) *endBar {
	b := &endBar{box: gtkx.HBox(6), score: gtkx.Styled("hint", "")}
	gtkx.Margins(b.box, 10, 6)
	for _, x := range []struct {
		id    command.ID
		title msg.Key
	}{{command.Again, "Play Again"}, {command.Review, "Review"}, {command.New, "New Game"}} {
		button, _ := gtk.ButtonNewWithLabel(locale.T(x.title))
		bind(button, x.id)
		if x.id == command.Again {
			gtkx.AddClass(button, "suggested-action")
		}
		b.box.PackStart(button, false, false, 0)
	}
	b.score.SetEllipsize(pango.ELLIPSIZE_END)
	gtkx.SetName(b.score, locale.T("Score"))
	b.box.PackStart(b.score, true, true, 6)
	return b
}

// show shows the match score.
func (b *endBar) show(score string) {
	b.score.SetText(score)
	b.score.SetTooltipText(score)
}
