package app

import "time"

// Limits of the delay between two moves of a replay.
const (
	MinDelay = 100 * time.Millisecond
	MaxDelay = 10 * time.Second
)

// Replay plays back the current line move by move. If the user navigates, it continues from the new
// node. It pauses when a move is played.
type Replay struct {
	s    *Session
	stop func() // cancels the next step; nil if paused
}

// Replay returns the replay of the session.
func (s *Session) Replay() *Replay { return &s.replay }

// Playing reports whether the replay is running.
func (r *Replay) Playing() bool { return r.stop != nil }

// Delay returns the time between two moves.
func (r *Replay) Delay() time.Duration {
	d := time.Duration(r.s.Settings.ReplayDelay) * time.Millisecond
	return min(max(d, MinDelay), MaxDelay)
}

// SetDelay sets the time between two moves, from 0.1 s to 10 s, and stores it in the settings.
func (r *Replay) SetDelay(d time.Duration) {
	d = min(max(d, MinDelay), MaxDelay)
	r.s.Settings.ReplayDelay = int(d.Milliseconds())
	if r.Playing() {
		r.wait()
	}
}

// Looping reports whether the replay restarts at the end.
func (r *Replay) Looping() bool { return r.s.Settings.ReplayLoop }

// SetLooping sets whether the replay restarts at the end, and stores it in the settings.
func (r *Replay) SetLooping(on bool) { r.s.Settings.ReplayLoop = on }

// Play starts the replay at the current node, or at the root if the current node is the end of its
// line.
func (r *Replay) Play() {
	if r.s.Setup() != nil || r.s.Guessing() || r.s.doc.Tree.Len() == 1 {
		return
	}
	r.s.pauseGame()
	if r.s.node.First() == nil {
		r.s.goTo(r.s.doc.Tree.Root())
	}
	r.wait()
	r.s.changed(TopicMode)
}

// Pause pauses the replay.
func (r *Replay) Pause() {
	if r.stop != nil {
		r.stop()
		r.stop = nil
		r.s.changed(TopicMode)
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
	r.stop = r.s.Loop.After(r.Delay(), r.step)
}

func (r *Replay) step() {
	next := r.s.node.First()
	switch {
	case next != nil:
		r.s.Sound.Move(r.s.doc.Tree, next)
		r.s.goTo(next)
		if next.First() == nil && !r.Looping() {
			r.Pause()
			return
		}
	case r.Looping():
		r.s.goTo(r.s.doc.Tree.Root())
	default: // the continuation was deleted
		r.Pause()
		return
	}
	r.wait()
}

// Seek goes to the node at depth i of the current line.
func (r *Replay) Seek(i int) {
	if line := r.s.LineNodes(i, i); len(line) > 0 {
		r.s.Go(line[0])
	}
}

// Scale multiplies the time between two moves by f.
func (r *Replay) Scale(f float64) {
	r.SetDelay(time.Duration(float64(r.Delay()) * f).Round(MinDelay))
	r.s.changed(TopicMode)
}
