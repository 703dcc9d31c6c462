package app

import (
	"time"

	"boardstudio/model"
)

// Limits of the delay between two moves of a replay.
const (
	MinDelay = 100 * time.Millisecond
	MaxDelay = 10 * time.Second
)

// Replay plays back the current line move by move. If the user navigates, it continues from the new
// node. It pauses when a move is played.
type Replay struct {
	view    *View
	app     *App
	start   func() bool       // pauses the game; returns false if the replay cannot start
	goTo    func(*model.Node) // changes the current node
	changed func(Topic)
	stop    func() // cancels the next step; nil if paused
}

func newReplay(v *View, a *App, start func() bool, goTo func(*model.Node), changed func(Topic)) *Replay {
	return &Replay{view: v, app: a, start: start, goTo: goTo, changed: changed}
}

// Playing reports whether the replay is running.
func (r *Replay) Playing() bool { return r.stop != nil }

// Delay returns the time between two moves.
func (r *Replay) Delay() time.Duration {
	d := time.Duration(r.app.Settings.ReplayDelay) * time.Millisecond
	return min(max(d, MinDelay), MaxDelay)
}

// SetDelay sets the time between two moves, from 0.1 s to 10 s, and stores it in the settings.
func (r *Replay) SetDelay(d time.Duration) {
	d = min(max(d, MinDelay), MaxDelay)
	r.app.Settings.ReplayDelay = int(d.Milliseconds())
	if r.Playing() {
		r.wait()
	}
}

// Looping reports whether the replay restarts at the end.
func (r *Replay) Looping() bool { return r.app.Settings.ReplayLoop }

// SetLooping sets whether the replay restarts at the end, and stores it in the settings.
func (r *Replay) SetLooping(on bool) { r.app.Settings.ReplayLoop = on }

// Play starts the replay at the current node, or at the root if the current node is the end of its
// line.
func (r *Replay) Play() {
	if r.view.doc.Tree.Len() == 1 || !r.start() {
		return
	}
	if r.view.node.First() == nil {
		r.goTo(r.view.doc.Tree.Root())
	}
	r.wait()
	r.changed(TopicMode)
}

// Pause stops the replay at the current node. It has no effect if the replay is not running.
func (r *Replay) Pause() {
	if r.stop != nil {
		r.stop()
		r.stop = nil
		r.changed(TopicMode)
	}
}

// Toggle starts or pauses the replay.
func (r *Replay) Toggle() {
	if r.Playing() {
		r.Pause()
	} else {
		r.Play()
	}
}

// wait starts the timer for the next move.
func (r *Replay) wait() {
	if r.stop != nil {
		r.stop()
	}
	r.stop = r.app.Loop.After(r.Delay(), r.step)
}

func (r *Replay) step() {
	next := r.view.node.First()
	switch {
	case next != nil:
		r.app.Sound.Move(r.view.doc.Tree, next)
		r.goTo(next)
		if next.First() == nil && !r.Looping() {
			r.Pause()
			return
		}
	case r.Looping():
		r.goTo(r.view.doc.Tree.Root())
	default: // the continuation was deleted
		r.Pause()
		return
	}
	r.wait()
}

// Scale multiplies the time between two moves by f.
func (r *Replay) Scale(f float64) {
	r.SetDelay(time.Duration(float64(r.Delay()) * f).Round(MinDelay))
	r.changed(TopicMode)
}

// startReplay pauses the game for a replay. It returns false while a position is set up or moves are
// guessed.
func (s *Session) startReplay() bool {
	if s.Setup() != nil || s.Guessing() {
		return false
	}
	s.Game.pause()
	return true
}

// Seek goes to the node at depth i of the current line.
func (s *Session) Seek(i int) {
	if line := s.LineNodes(i, i); len(line) > 0 {
		s.Go(line[0])
	}
}
