package bars

import (
	"fmt"
	"time"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/look"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// Players is the row of players above the board. For each, it shows piece, name, count, clock and
// whether it is their turn.
type Players struct {
	Scroll *gtk.ScrolledWindow

	s     *app.Session
	looks *look.Looks
	box   *gtk.Box
	chips []*chip
	total *gtk.Label
}

type chip struct {
	frame              *gtk.Box
	name, count, clock *gtk.Label
	busy               *gtk.Spinner
	kind               *gtk.Label
}

// NewPlayers returns the row of a session. It calls menu on a secondary click.
func NewPlayers(s *app.Session, l *look.Looks, menu func(*gdk.Event)) *Players {
	p := &Players{s: s, looks: l}
	p.Scroll, _ = gtk.ScrolledWindowNew(nil, nil)
	p.Scroll.SetPolicy(gtk.POLICY_AUTOMATIC, gtk.POLICY_NEVER)
	p.Scroll.SetPropagateNaturalHeight(true)
	p.box = gtkx.HBox(6)
	gtkx.Margins(p.box, 10, 6)
	p.Scroll.Add(p.box)
	gtkx.EndWith(p.Scroll, p.box)
	if port, err := p.Scroll.GetChild(); err == nil { // the viewport, which contains the box and receives clicks
		port.ToWidget().AddEvents(int(gdk.BUTTON_PRESS_MASK))
		port.ToWidget().Connect("button-press-event", func(_ any, ev *gdk.Event) bool {
			if gtkx.Secondary(ev) {
				menu(ev)
				return true
			}
			return false
		})
	}
	return p
}

// build creates the widgets of the document's players.
func (p *Players) build() {
	gtkx.Empty(&p.box.Container)
	p.chips = nil
	n := p.s.View.Rules().Players()
	for i := range n {
		c := &chip{}
		c.frame = gtkx.HBox(8)
		gtkx.AddClass(c.frame, "player")
		c.frame.PackStart(p.looks.Swatch(rules.Player(i), 26), false, false, 0)
		texts := gtkx.VBox(0)
		c.name, c.kind = gtkx.Label(""), gtkx.Label("")
		c.name.SetEllipsize(3)
		c.name.SetMaxWidthChars(18)
		if n > 4 {
			c.name.SetWidthChars(8) // the row is wider than the window anyway
		}
		c.kind.SetEllipsize(3) // otherwise a narrow window would cut off the clocks
		c.kind.SetMaxWidthChars(24)
		c.kind.SetWidthChars(8)
		gtkx.AddClass(c.name, "name")
		gtkx.AddClass(c.kind, "hint")
		gtkx.Pack(texts, c.name, c.kind)
		c.frame.PackStart(texts, false, false, 0)
		c.count, c.clock = gtkx.Label(""), gtkx.Label("")
		gtkx.AddClass(c.clock, "clock")
		c.busy, _ = gtk.SpinnerNew()
		c.frame.PackEnd(c.clock, false, false, 0)
		c.frame.PackEnd(c.count, false, false, 6)
		c.frame.PackEnd(c.busy, false, false, 0)
		p.box.PackStart(c.frame, n <= 4, true, 0)
		p.chips = append(p.chips, c)
	}
	p.total = gtkx.Styled("clock", "")
	gtkx.AddClass(p.total, "hint")
	gtkx.SetID(p.total, "Clock")
	p.box.PackEnd(p.total, false, false, 8)
	p.box.ShowAll()
}

// Changed updates names, counts and whose turn it is.
func (p *Players) Changed(t app.Topic) {
	s := p.s
	if t&app.TopicPlayers != 0 || len(p.chips) != s.View.Rules().Players() {
		p.build()
	}
	pos := s.Shown()
	_, busy := s.Game.Thinking()
	unit := s.View.Rules().Board().Score
	score, counted := pos.(rules.Scorer)
	for i, c := range p.chips {
		pl := rules.Player(i)
		name, about := s.View.Name(pl), p.about(pl)
		c.name.SetText(name)
		c.kind.SetText(about)
		c.frame.SetTooltipText(name + "\n" + about)
		turn := pos.Turn() == pl
		gtkx.SetClass(c.frame, "turn", turn)
		c.count.SetVisible(unit != nil && counted) // without a count, the texts need the space
		if unit != nil && counted {
			n := score.Score(pl)
			c.count.SetText(locale.N(unit.Count.One, unit.Count.Many, n, n))
		}
		c.busy.SetVisible(busy && turn)
		if busy && turn {
			c.busy.Start()
		} else {
			c.busy.Stop()
		}
	}
	p.Tick()
}

// about returns the line below a name: the kind of player, or the seat if the kind serves as the
// name.
func (p *Players) about(pl rules.Player) string {
	x := p.s.View.Document().Players[pl]
	if x.Name == "" && words.Known(x) {
		return words.Seat(p.s.View.Rules(), pl)
	}
	return words.Kind(p.s.App.Engines, x)
}

// Tick updates the clocks. It runs every second during a game.
func (p *Players) Tick() {
	if len(p.chips) != p.s.View.Rules().Players() {
		return // a new game has started and its players are not built yet
	}
	total, each := p.s.Game.Clock()
	left, limited := p.s.Game.Left()
	if limited {
		total, each = 0, left
	}
	for i, c := range p.chips {
		c.clock.SetText(clock(each[i]))
		low := limited && p.s.Playing() && each[i] < lowTime
		if low {
			c.clock.SetText(tenths(each[i]))
		}
		gtkx.SetClass(c.clock, "low", low)
		c.clock.SetVisible(total > 0 || limited)
		gtkx.SetName(c.frame, p.s.View.Name(rules.Player(i)))
	}
	p.total.SetText(clock(total))
	p.total.SetTooltipText(locale.T("Time since the start"))
	p.total.SetVisible(total > 0)
}

// lowTime is the time left below which a clock shows tenths of seconds.
const lowTime = 10 * time.Second

// tenths formats a duration below a minute as 0:09.5.
func tenths(d time.Duration) string {
	t := int(d / (100 * time.Millisecond))
	return fmt.Sprintf("0:%02d.%d", t/10, t%10)
}

// clock formats a duration as 1:02:03 or 2:03.
func clock(d time.Duration) string {
	s := int(d.Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
