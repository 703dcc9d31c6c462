package studio

import (
	"slices"

	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/advice"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
)

// adviceBar is the line below the board where advice and the teacher speak. It is there during a whole game with either
// of them, so that the board does not move.
type adviceBar struct {
	desk    *advice.Desk
	box     *gtk.Box
	text    *gtk.Label
	buttons map[advice.Offer]*gtk.Button
	said    string
}

// offers are the commands of what the line offers, in the order of its buttons.
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

// newAdviceBar returns the line; bind has a button run a command.
func newAdviceBar(desk *advice.Desk, bind func(*gtk.Button, command.ID)) *adviceBar {
	b := &adviceBar{desk: desk, box: gtkx.HBox(8), buttons: map[advice.Offer]*gtk.Button{}}
	gtkx.AddClass(b.box, "message")
	gtkx.AddClass(b.box, "edge-top")
	icon, _ := gtk.ImageNewFromIconName("dialog-information-symbolic", gtk.ICON_SIZE_MENU)
	b.text = gtkx.Label("")
	b.text.SetEllipsize(pango.ELLIPSIZE_END)
	gtkx.SetID(b.text, "Advice")
	b.box.PackStart(icon, false, false, 0)
	b.box.PackStart(b.text, false, true, 0)
	for _, o := range offers {
		x := flatButton(locale.T(o.title), func() {})
		bind(x, o.id)
		x.SetNoShowAll(true)
		b.box.PackStart(x, false, false, 0)
		b.buttons[o.offer] = x
	}
	icon.Show()
	b.text.Show()
	b.box.SetNoShowAll(true)
	return b
}

// changed shows what there is to say.
func (b *adviceBar) changed() {
	text, offers := b.desk.Says()
	for _, x := range b.buttons {
		x.SetVisible(false)
	}
	for _, o := range offers {
		b.buttons[o].SetVisible(true)
	}
	b.text.SetText(text)
	b.text.SetTooltipText(text)
	b.box.SetVisible(text != "" || b.desk.Room())
	if text != b.said && text != "" {
		gtkx.Announce(b.text, text)
	}
	b.said = text
}

// adviserPick is what an adviser of the persons in a game is chosen with: nobody, the engines, the scripts of a library.
func adviserPick(title string, r rules.Rules, of *scripts.Library, now string, changed func(by string)) *gtk.ComboBoxText {
	specs, titles := []string{""}, []string{locale.T("No Advice")}
	for _, o := range slices.Backward(opponents(r, of)) { // scripts, and who knows the game best, first
		if o.Kind != app.Human && o.Kind != anyScript && !o.Levels { // who overlooks moves advises nobody
			specs, titles = append(specs, o.Kind), append(titles, o.Title)
		}
	}
	at := slices.IndexFunc(specs, func(by string) bool { return by != "" && now != "" && alike(by, now) })
	if at >= 0 {
		specs[at] = now // with its options
	}
	c := gtkx.Combo(title, titles, max(at, 0), func(i int) {
		if i >= 0 {
			changed(specs[i])
		}
	})
	gtkx.Narrow(c, 26)
	return c
}

// askAdvice asks who advises each person.
func (p *page) askAdvice() {
	desk, r := p.s.Advice(), p.s.Rules()
	all, form, chosen, persons := gtkx.VBox(10), gtkx.NewForm(), map[rules.Player]string{}, 0
	for i, x := range p.s.Document().Players {
		seat := rules.Player(i)
		if x.Kind == app.Human {
			persons++
			name := p.s.Name(seat)
			form.Row(name, adviserPick(locale.T("Advice for %s", name), r, p.Scripts(), desk.Adviser(seat), func(by string) { chosen[seat] = by }))
		}
	}
	if persons == 0 {
		p.say(app.Note, locale.T("No person plays here: only persons are advised"))
		return
	}
	gtkx.Pack(all, gtkx.Wrapped(locale.T("At each turn, who is advised sees a move and what speaks for it."), 44), form)
	gtkx.Ask(p.win, locale.T("Advice"), all, locale.T("Advise"), func() bool {
		for seat, by := range chosen {
			if err := desk.Advise(seat, by, r); err != nil {
				p.say(app.Problem, locale.Err(err))
			}
		}
		return true
	}, nil)
}
