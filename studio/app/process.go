package app

import (
	"sync"
	"time"

	"boardstudio/catalog"
	"boardstudio/model"
	"boardstudio/store/journal"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/settings"
)

// App is the running program, shared by its sessions. It must only be used on the loop.
type App struct {
	catalog.All
	Loop     jobs.Loop
	Settings *settings.Settings
	Sound    Sounds // silent by default
	// Store has the journals of unsaved work and the earlier versions of files.
	Store *journal.Store

	sessions []*Session
	library  *scripts.Library // nil until first used
	unsaved  error            // error of the last attempt to save the settings, or nil
	leaving  sync.WaitGroup   // computer players that are still running
	now      func() time.Time
}

// New returns an App without sessions, for the games, engines and formats in all.
func New(all catalog.All, loop jobs.Loop, st *settings.Settings) *App {
	return &App{All: all, Loop: loop, Settings: st, Sound: silence{}, Store: journal.Default(), now: time.Now}
}

// Sounds plays the sounds of a game.
type Sounds interface {
	Move(*model.Tree, *model.Node)
	Win()
	Draw()
}

type silence struct{}

func (silence) Move(*model.Tree, *model.Node) {}
func (silence) Win()                          {}
func (silence) Draw()                         {}

// scriptHost implements scripts.Host for the script library.
type scriptHost struct {
	jobs.Loop
	a *App
}

func (h scriptHost) Changed(saved string) {
	for _, s := range h.a.sessions {
		s.scriptsChanged(saved)
	}
}

// Beside runs f in the background. The program does not exit before f returns.
func (a *App) Beside(f func()) { a.leaving.Go(f) }

// wait waits for all background work at the end of the program.
func (a *App) wait() {
	a.leaving.Wait()
	if a.library != nil {
		a.library.Wait()
	}
}
