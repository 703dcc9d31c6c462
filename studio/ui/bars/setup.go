package bars

import (
	"strconv"
	"strings"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/look"
	"boardstudio/text/locale"
)

// Setup is the bar below the board in set-up mode.
type Setup struct {
	Box *gtk.Box

	s       *app.Session
	looks   *look.Looks
	pieces  []*gtk.ToggleButton // one for each seat, then the eraser
	turn    *gtk.ComboBoxText
	held    []*gtk.SpinButton
	total   *gtk.Label
	filling bool
}

// NewSetup returns the bar of a session. It is empty until Build.
func NewSetup(s *app.Session, l *look.Looks) *Setup {
	b := &Setup{s: s, looks: l, Box: gtkx.VBox(8)}
	gtkx.Margins(b.Box, 12, 8)
	return b
}

// Build creates the widgets for the document's game.
func (b *Setup) Build() {
	gtkx.Empty(&b.Box.Container)
	b.pieces, b.held = nil, nil
	s := b.s
	m := s.Setup()
	board := s.View.Rules().Board()
	n := s.View.Rules().Players()

	first := gtkx.HBox(12)
	pieces := gtkx.Linked()
	add := func(p rules.Player, title string, child gtk.IWidget) {
		t, _ := gtk.ToggleButtonNew()
		t.Add(child)
		t.SetFocusOnClick(false)
		t.SetTooltipText(title)
		gtkx.SetName(t, title)
		t.Connect("toggled", func() {
			if !b.filling {
				m.Piece = p
				b.Changed(app.TopicMode)
			}
		})
		pieces.PackStart(t, false, false, 0)
		b.pieces = append(b.pieces, t)
	}
	if m.Piles() {
		add(0, locale.T("Add a seed"), gtkx.Label("+1"))
		add(rules.NoPlayer, locale.T("Take a seed"), gtkx.Label("−1"))
	} else {
		for i := range n {
			add(rules.Player(i), locale.T("Put %s", s.View.Name(rules.Player(i))), b.looks.Swatch(rules.Player(i), 22))
		}
		icon, _ := gtk.ImageNewFromIconName("edit-clear-symbolic", gtk.ICON_SIZE_BUTTON)
		add(rules.NoPlayer, locale.T("Take away"), icon)
	}
	scroll, _ := gtk.ScrolledWindowNew(nil, nil)
	scroll.SetPolicy(gtk.POLICY_AUTOMATIC, gtk.POLICY_NEVER)
	scroll.SetPropagateNaturalWidth(true)
	scroll.SetPropagateNaturalHeight(true)
	scroll.Add(pieces)
	gtkx.EndWith(scroll, pieces)
	first.PackStart(scroll, n > 6, true, 0)
	names := make([]string, n)
	for i := range names {
		names[i] = s.View.Name(rules.Player(i))
	}
	first.PackStart(gtkx.Label(locale.T("To move")), false, false, 0)
	b.turn = gtkx.Combo(locale.T("To move"), names, int(m.Turn()), func(i int) {
		if !b.filling && i >= 0 {
			m.SetTurn(rules.Player(i))
		}
	})
	first.PackStart(b.turn, false, false, 0)
	b.total = gtkx.Styled("hint", "")
	gtkx.SetID(b.total, "Count")
	first.PackEnd(b.total, false, false, 0)
	b.Box.PackStart(first, false, false, 0)

	if board.Hold != nil {
		row := gtkx.HBox(8)
		title := locale.T(board.Hold.Held)
		row.PackStart(gtkx.Label(title), false, false, 0)
		for i := range n {
			sp := gtkx.Spin(title+": "+names[i], 0, 9999, m.Held(rules.Player(i)), func(v int) {
				if !b.filling {
					m.SetHeld(rules.Player(i), v)
				}
			})
			gtkx.Pack(row, gtkx.Label(names[i]), sp)
			b.held = append(b.held, sp)
		}
		b.Box.PackStart(row, false, false, 0)
	}

	button := func(title string, f func()) *gtk.Button {
		x, _ := gtk.ButtonNewWithLabel(title)
		x.SetFocusOnClick(false)
		gtkx.SetName(x, title)
		x.Connect("clicked", f)
		return x
	}
	start := button(locale.T("Use as Start"), func() { s.ApplySetup(app.AsStart) })
	child := button(locale.T("Add After This Position"), func() { s.ApplySetup(app.AsBranch) })
	here := button(locale.T("Replace This Position"), func() { s.ApplySetup(app.AsHere) })
	atStart := s.View.Node().Parent() == nil
	last := gtkx.HBox(8)
	for _, x := range []*gtk.Button{child, here, start} {
		if x != here || !atStart { // at the start, both buttons would do the same
			last.PackEnd(x, false, false, 0)
		}
	}
	switch {
	case s.View.Tree().Len() == 1:
		gtkx.AddClass(start, "suggested-action")
	case !atStart && s.View.Node().Setup() != "":
		gtkx.AddClass(here, "suggested-action")
	default:
		gtkx.AddClass(child, "suggested-action")
	}
	start.SetTooltipText(locale.T("The game starts with this position; the continuation is kept."))
	child.SetTooltipText(locale.T("The position is added after the current one, as a new branch."))
	here.SetTooltipText(s.SetupHere())
	hint := gtkx.Wrapped(s.SetupHere(), 60)
	hint.SetWidthChars(34) // the minimum width limits the height of the wrapped text
	gtkx.AddClass(hint, "hint")
	other := gtkx.HBox(8)
	for _, x := range []*gtk.Button{button(locale.T("Empty Board"), m.Clear), button(locale.T("Cancel"), s.CancelSetup)} {
		x.SetVAlign(gtk.ALIGN_CENTER)
		other.PackStart(x, false, false, 0)
	}
	other.PackStart(hint, true, true, 4)
	b.Box.PackStart(other, false, false, 0)
	b.Box.PackStart(last, false, false, 0)
	b.Box.ShowAll()
}

// Changed updates the selected piece, the counts and the side to move.
func (b *Setup) Changed(app.Topic) {
	m := b.s.Setup()
	if m == nil || len(b.pieces) == 0 {
		return
	}
	b.filling = true
	defer func() { b.filling = false }()
	chosen := int(m.Piece)
	if m.Piece == rules.NoPlayer {
		chosen = len(b.pieces) - 1
	}
	for i, t := range b.pieces {
		t.SetActive(i == chosen)
	}
	b.turn.SetActive(int(m.Turn()))
	for i, sp := range b.held {
		sp.SetValue(float64(m.Held(rules.Player(i))))
	}
	var parts []string
	if total := m.Total(); m.Piles() {
		parts = []string{locale.N("%d seed", "%d seeds", total[0], total[0])}
	} else {
		for i, n := range total {
			parts = append(parts, b.s.View.Name(rules.Player(i))+" "+strconv.Itoa(n))
		}
	}
	b.total.SetText(strings.Join(parts, " · "))
}
