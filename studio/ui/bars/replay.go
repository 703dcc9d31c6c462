package bars

import (
	"fmt"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Replay is the bar that replays the line: buttons, slider, speed and loop. It also shows the status. During
// and after a game, other controls replace the replay controls.
type Replay struct {
	Box *gtk.Box

	s       *app.Session
	play    *gtk.Button
	slider  *gtk.Scale
	speed   *gtk.SpinButton
	loop    *gtk.ToggleButton
	status  *gtk.Label
	resume  *gtk.Button // shown if a game waits at another node
	bars    *gtk.Stack  // the controls during replay, during a game and after a game
	playing *playBar
	end     *endBar
	filling bool
}

// NewReplay returns the bar. It calls button to create a button for a command and bind to connect
// one. It adds last at the end.
func NewReplay(s *app.Session, button func(icon string, id command.ID) *gtk.Button, bind func(*gtk.Button, command.ID), last gtk.IWidget) *Replay {
	r := &Replay{s: s}
	r.Box = gtkx.VBox(0)
	gtkx.AddClass(r.Box, "edge-top")
	r.status = gtkx.Label("")
	r.status.SetEllipsize(3)
	gtkx.AddClass(r.status, "status")
	gtkx.SetID(r.status, "Status")
	r.Box.PackStart(r.status, false, false, 0)

	bar := gtkx.HBox(8)
	gtkx.Margins(bar, 10, 6)
	steps := gtkx.Linked()
	for _, b := range []struct {
		icon string
		id   command.ID
	}{
		{"go-first-symbolic", command.Home},
		{"go-previous-symbolic", command.Back},
		{"media-playback-start-symbolic", command.Replay},
		{"go-next-symbolic", command.Forward},
		{"go-last-symbolic", command.End},
	} {
		x := button(b.icon, b.id)
		if b.id == command.Replay {
			r.play = x
		}
		steps.PackStart(x, false, false, 0)
	}
	bar.PackStart(steps, false, false, 0)

	r.slider, _ = gtk.ScaleNewWithRange(gtk.ORIENTATION_HORIZONTAL, 0, 1, 1)
	r.slider.SetDrawValue(false)
	r.slider.SetCanFocus(false)
	gtkx.SetName(r.slider, locale.T("Move"))
	r.slider.Connect("value-changed", func() {
		if !r.filling {
			s.Seek(int(r.slider.GetValue() + .5))
		}
	})
	bar.PackStart(r.slider, true, true, 0)

	r.speed, _ = gtk.SpinButtonNewWithRange(app.MinDelay.Seconds(), app.MaxDelay.Seconds(), 0.1)
	r.speed.SetDigits(1)
	r.speed.SetWidthChars(4)
	r.speed.SetTooltipText(locale.T("Seconds between two moves of a replay"))
	gtkx.SetName(r.speed, locale.T("Seconds per move"))
	r.speed.Connect("value-changed", func() {
		if !r.filling {
			s.Replay.SetDelay(time.Duration(r.speed.GetValue() * float64(time.Second)).Round(time.Millisecond * 100))
		}
	})
	gtkx.Pack(bar, r.speed, gtkx.Label(locale.T("s")))

	r.loop, _ = gtk.ToggleButtonNew()
	img, _ := gtk.ImageNewFromIconName("media-playlist-repeat-symbolic", gtk.ICON_SIZE_BUTTON)
	r.loop.SetImage(img)
	r.loop.SetFocusOnClick(false)
	r.loop.SetTooltipText(locale.T("Start again at the end"))
	gtkx.SetName(r.loop, locale.T("Start again at the end"))
	r.loop.Connect("toggled", func() {
		if !r.filling {
			s.Replay.SetLooping(r.loop.GetActive())
		}
	})
	r.resume, _ = gtk.ButtonNewWithLabel(locale.T("Resume Game"))
	bind(r.resume, command.Pause)
	gtkx.AddClass(r.resume, "suggested-action")
	r.resume.SetNoShowAll(true)
	gtkx.Pack(bar, r.loop, last, r.resume)

	r.playing, r.end = newPlayBar(bind), newEndBar(bind)
	r.bars, _ = gtk.StackNew()
	r.bars.SetHHomogeneous(false)
	r.bars.AddNamed(bar, "replay")
	r.bars.AddNamed(r.playing.box, "play")
	r.bars.AddNamed(r.end.box, "end")
	r.Box.PackStart(r.bars, false, false, 0)
	return r
}

// Changed updates the bar and shows the controls for the session's mode.
func (r *Replay) Changed(t app.Topic) {
	r.filling = true
	defer func() { r.filling = false }()
	s := r.s
	r.status.SetText(s.Status())
	r.status.SetTooltipText(s.Status())
	switch {
	case s.Playing():
		r.bars.SetVisibleChildName("play")
	case s.Game.Ended():
		r.bars.SetVisibleChildName("end")
		r.end.show(s.View.ScoreLine())
	default:
		r.bars.SetVisibleChildName("replay")
	}
	gtkx.SetClass(r.status, "result", s.Game.Ended())
	r.resume.SetVisible(s.Waiting())
	if t&(app.TopicTree|app.TopicHere) != 0 {
		here, last := s.Progress()
		r.slider.SetRange(0, float64(max(last, 1)))
		r.slider.SetSensitive(last > 0)
		r.slider.SetValue(float64(here))
		gtkx.Describe(r.slider, fmt.Sprintf("%d / %d", here, last))
	}
	if t&app.TopicMode != 0 {
		icon := "media-playback-start-symbolic"
		if s.Replay.Playing() {
			icon = "media-playback-pause-symbolic"
		}
		img, _ := gtk.ImageNewFromIconName(icon, gtk.ICON_SIZE_BUTTON)
		r.play.SetImage(img)
		r.speed.SetValue(s.Replay.Delay().Seconds())
		r.loop.SetActive(s.Replay.Looping())
	}
}

// Enable updates the buttons used while playing; running says whether the clock runs.
func (r *Replay) Enable(now command.Condition, running bool) { r.playing.changed(now, running) }
