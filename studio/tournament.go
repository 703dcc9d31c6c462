package studio

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/gotk3/gotk3/gtk"

	timing "boardstudio/clock"
	"boardstudio/io/diagram"
	"boardstudio/locale"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/newgamewin"
	"boardstudio/studio/settings"
	"boardstudio/studio/tournaments"
	"boardstudio/studio/tourwin"
	"boardstudio/tournament"
)

// contests is what the studio has to do with tournaments: the one that it plays, and their window.
type contests struct {
	d       *desk
	run     *tournaments.Run
	win     *tourwin.Window // nil while it is closed
	leaving bool            // the studio ends as soon as nothing is played
}

func newContests(d *desk) *contests {
	x := &contests{d: d, run: tournaments.NewRun(gtkx.Loop{})}
	x.run.Ended = x.ended
	return x
}

// show shows the window, with the last tournament, or brings it to the front.
func (x *contests) show() {
	if x.win != nil {
		x.win.Present()
		return
	}
	front := x.d.front()
	x.win = tourwin.Open(x, front.win, &front.ahead, x.closed)
}

// closed tells that what is played goes on.
func (x *contests) closed() {
	x.win = nil
	if x.run.Playing() && !x.leaving && len(x.d.windows) > 0 {
		x.d.front().cur.say(app.Note, locale.T("The tournament goes on in the background: “Tournament…” shows it"))
	}
}

// ended tells in the window of tournaments, or where that is closed in the one in front, why playing has ended.
func (x *contests) ended(err error) {
	switch {
	case x.win != nil:
		x.win.Ended(err)
	case len(x.d.windows) == 0 || errors.Is(err, context.Canceled):
	case err != nil:
		x.d.front().cur.say(app.Problem, locale.Err(err))
	default:
		x.d.front().cur.say(app.Note, locale.T("The tournament “%s” is over", x.run.Title()))
	}
}

// renew shows the window in another language.
func (x *contests) renew() {
	if x.win != nil {
		x.win.Close()
		x.show()
	}
}

// changed shows what changed of the looks.
func (x *contests) changed() {
	if x.win != nil {
		x.win.Redraw()
	}
}

// stop ends playing before the studio ends; then runs when that is done.
func (x *contests) stop(then func()) {
	if x.leaving {
		return
	}
	x.leaving = true
	x.run.Stop(func() { x.leaving = false; then() })
}

// Run implements tourwin.Host.
func (x *contests) Run() *tournaments.Run { return x.run }

// Candidates implements tourwin.Host.
func (x *contests) Candidates(r rules.Rules) []tournaments.Candidate {
	return tournaments.Candidates(r, x.d.front().cur.s.Scripts())
}

// Game implements tourwin.Host.
func (x *contests) Game() settings.Choice {
	spec := x.d.front().cur.s.Rules().Spec()
	if g, _, ok := all.Find(spec.Game); ok {
		if p, ok := g.PresetOf(spec.Params); ok {
			return settings.Choice{Game: g.Name, Preset: p.Name}
		}
	}
	return x.d.st.NewGame
}

// Position implements tourwin.Host.
func (x *contests) Position(r rules.Rules) string {
	s := x.d.front().cur.s
	spec, is := r.Spec(), s.Rules().Spec()
	if p := s.Shown(); spec.Game == is.Game && spec.Params.Equal(is.Params) && !p.Result().Over && p.String() != r.Start().String() {
		return p.String()
	}
	return ""
}

// Dress implements tourwin.Host.
func (x *contests) Dress(d *diagram.Diagram) { x.d.front().cur.looks.Dress(d) }

// AskOptions implements tourwin.Host.
func (x *contests) AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string) error) {
	newgamewin.AskOptions(parent, title, options, now, done)
}

// AskClock implements tourwin.Host.
func (x *contests) AskClock(parent gtk.IWindow, now timing.TimeControl, done func(timing.TimeControl)) {
	newgamewin.AskClock(parent, now, done)
}

// OpenGame implements tourwin.Host.
func (x *contests) OpenGame(file string) {
	w := x.d.front()
	w.openFile(file, nil)
	w.win.Present()
}

// Last implements tourwin.Host.
func (x *contests) Last() string {
	if _, err := os.Stat(filepath.Join(x.d.st.Tournament, tournament.DescriptionFile)); err != nil {
		return ""
	}
	return x.d.st.Tournament
}

// Opened implements tourwin.Host.
func (x *contests) Opened(folder string) {
	x.d.st.Tournament = folder
	x.d.front().cur.s.SaveSettings()
}

// Help implements tourwin.Host.
func (x *contests) Help(parent gtk.IWindow, then func()) {
	x.d.front().cur.helpAt(tournamentPage, parent, then)
}
