package newgame

import (
	"time"

	"github.com/gotk3/gotk3/gtk"

	timing "boardstudio/clock"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// clockKinds are the kinds of time controls, with their titles and the labels of their extra time.
var clockKinds = []struct {
	kind         timing.Kind
	title, extra msg.Key
}{
	{timing.PerMove, "Time for each move", ""},
	{timing.Increment, "Time for the game, and more with each move", "Seconds more with each move"},
	{timing.Delay, "Time for the game, which runs after a delay", "Seconds of delay"},
}

// AskClock shows a dialog for a time control. It calls done with the result.
func AskClock(parent gtk.IWindow, now timing.TimeControl, done func(timing.TimeControl)) {
	if !now.Limits() {
		now = timing.TimeControl{Kind: timing.Increment, Time: 10 * time.Minute}
	}
	f := gtkx.NewForm()
	at := 0
	var titles []string
	for i, k := range clockKinds {
		titles = append(titles, locale.T(k.title))
		if k.kind == now.Kind {
			at = i
		}
	}
	minutes := gtkx.Spin(locale.T("Minutes"), 0, int(timing.MaxTime/time.Minute)-1, int(now.Time/time.Minute), nil)
	seconds := gtkx.Spin(locale.T("Seconds"), 0, 59, int(now.Time%time.Minute/time.Second), nil)
	extra := gtkx.Spin(locale.T("More seconds"), 0, int(timing.MaxExtra/time.Second), int(now.Extra/time.Second), nil)
	var what *gtk.Label
	show := func(i int) {
		at = i
		extra.SetSensitive(clockKinds[i].extra != "")
		if clockKinds[i].extra != "" {
			what.SetText(locale.T(clockKinds[i].extra))
			gtkx.SetName(extra, locale.T(clockKinds[i].extra))
		}
	}
	kind := gtkx.Combo(locale.T("Kind of clock"), titles, at, func(i int) {
		if i >= 0 {
			show(i)
		}
	})
	f.Row(locale.T("Kind of clock"), kind)
	f.Row(locale.T("Minutes"), minutes)
	f.Row(locale.T("Seconds"), seconds)
	what = f.Row(locale.T("Seconds more with each move"), extra)
	show(at)
	gtkx.Ask(parent, locale.T("Clock"), f, locale.T("Apply"), func() bool {
		c := timing.TimeControl{
			Kind: clockKinds[at].kind,
			Time: time.Duration(minutes.GetValueAsInt())*time.Minute + time.Duration(seconds.GetValueAsInt())*time.Second,
		}
		if clockKinds[at].extra != "" {
			c.Extra = time.Duration(extra.GetValueAsInt()) * time.Second
		}
		if c.Check() != nil { // no time at all
			seconds.GrabFocus()
			return false
		}
		done(c)
		return true
	}, nil)
}
