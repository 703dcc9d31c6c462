package application

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw/diagram"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/app/tournaments"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/page"
	uitournaments "boardstudio/studio/ui/tournaments"
	"boardstudio/text/locale"
	"boardstudio/tournament"
)

// contests implements tourwin.Host and manages the running tournament and the tournament window.
type contests struct {
	d       *Application
	run     *tournaments.Run
	win     *uitournaments.Window // nil while closed
	leaving bool                  // the program exits when the tournament has stopped
}

func newContests(d *Application) *contests {
	x := &contests{d: d, run: tournaments.NewRun(d.app.Engines, d.app.Documents, gtkx.Loop{})}
	x.run.Ended = x.ended
	return x
}

// show opens the window with the last tournament, or brings it to the front.
func (x *contests) show() {
	if x.win != nil {
		x.win.Present()
		return
	}
	front := x.d.front()
	x.win = uitournaments.Open(x.d.app.All, x, front.Win, &front.Ahead, x.closed)
}

// closed shows a message that the tournament continues in the background.
func (x *contests) closed() {
	x.win = nil
	if x.run.Playing() && !x.leaving && len(x.d.windows) > 0 {
		x.d.front().Current.Say(app.Note, locale.T("The tournament continues in the background; choose “Tournament…” to show it"))
	}
}

// ended shows why the tournament stopped: in the tournament window, or in the front window if that
// is closed.
func (x *contests) ended(err error) {
	switch {
	case x.win != nil:
		x.win.Ended(err)
	case len(x.d.windows) == 0 || errors.Is(err, context.Canceled):
	case err != nil:
		x.d.front().Current.Say(app.Problem, locale.Err(err))
	default:
		x.d.front().Current.Say(app.Note, locale.T("The tournament “%s” is over", x.run.Title()))
	}
}

// renew reopens the window after a change of the language.
func (x *contests) renew() {
	if x.win != nil {
		x.win.Close()
		x.show()
	}
}

// changed redraws the boards after a change of their appearance.
func (x *contests) changed() {
	if x.win != nil {
		x.win.Redraw()
	}
}

// stop stops the tournament before the program exits, and then calls then().
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
	return tournaments.Candidates(x.d.app.Engines, r, x.d.front().Current.Session.Scripts())
}

// Game implements tourwin.Host.
func (x *contests) Game() settings.Choice {
	spec := x.d.front().Current.Session.View.Rules().Spec()
	if g, _, ok := x.d.app.Games.Find(spec.Game); ok {
		if p, ok := g.PresetOf(spec.Params); ok {
			return settings.Choice{Game: g.Name, Preset: p.Name}
		}
	}
	return x.d.st.NewGame
}

// Position implements tourwin.Host.
func (x *contests) Position(r rules.Rules) string {
	s := x.d.front().Current.Session
	spec, is := r.Spec(), s.View.Rules().Spec()
	if p := s.Shown(); spec.Game == is.Game && spec.Params.Equal(is.Params) && !p.Result().Over && p.String() != r.Start().String() {
		return p.String()
	}
	return ""
}

// Dress implements tourwin.Host.
func (x *contests) Dress(d *diagram.Diagram) { x.d.front().Current.Looks.Dress(d) }

// OpenGame implements tourwin.Host.
func (x *contests) OpenGame(file string) {
	w := x.d.front()
	w.OpenFile(file, nil, nil)
	w.Win.Present()
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
	x.d.front().Current.Session.SaveSettings()
}

// Help implements tourwin.Host.
func (x *contests) Help(parent gtk.IWindow, then func()) {
	x.d.front().Current.HelpAt(page.TournamentPage, parent, then)
}
