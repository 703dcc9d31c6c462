package app

import (
	"sync"
	"time"

	"boardstudio/io/journal"
	"boardstudio/model"
	"boardstudio/studio/jobs"
	"boardstudio/studio/scripts"
	"boardstudio/studio/settings"
)

// App is the running program: what its sessions share. It belongs to the loop's goroutine.
type App struct {
	Loop     jobs.Loop
	Settings *settings.Settings
	Sound    Sounds // silent unless set
	// Store keeps what was not saved yet, and what was saved before.
	Store *journal.Store

	sessions []*Session
	library  *scripts.Library // nil until scripts are asked for
	unsaved  error            // why the settings could not be saved the last time, nil when they were
	leaving  sync.WaitGroup   // computer players that end
	now      func() time.Time
}

// New returns the program without a session.
func New(loop jobs.Loop, st *settings.Settings) *App {
	return &App{Loop: loop, Settings: st, Sound: silence{}, Store: journal.Default(), now: time.Now}
}

// Sounds is what a game sounds like.
type Sounds interface {
	Move(*model.Tree, *model.Node)
	Win()
	Draw()
}

type silence struct{}

func (silence) Move(*model.Tree, *model.Node) {}
func (silence) Win()                          {}
func (silence) Draw()                         {}

// scriptHost is the program as the scripts.Host of the library.
type scriptHost struct {
	jobs.Loop
	a *App
}

func (h scriptHost) Changed(saved string) {
	for _, s := range h.a.sessions {
		s.scriptsChanged(saved)
	}
}

// Beside runs f beside the loop. The program does not end before it does.
func (a *App) Beside(f func()) { a.leaving.Go(f) }

// wait waits for what goes on in the background; it is for the end of the program.
func (a *App) wait() {
	a.leaving.Wait()
	if a.library != nil {
		a.library.Wait()
	}
}
