package app

import "time"

// The limits of the pause between two moves of a replay.
const (
	MinDelay = 100 * time.Millisecond
	MaxDelay = 10 * time.Second
)

// Replay shows the line move by move. The person may do anything meanwhile:
// it goes on from wherever the person goes, and pauses when a move is played.
type Replay struct {
	s    *Session
	stop func() // ends the wait for the next move; nil when paused
}

// Replay returns the session's replay.
func (s *Session) Replay() *Replay { return &s.replay }

// Playing reports whether moves follow each other by themselves.
func (r *Replay) Playing() bool { return r.stop != nil }

// Delay returns the pause between two moves.
func (r *Replay) Delay() time.Duration {
	d := time.Duration(r.s.Settings.ReplayDelay) * time.Millisecond
	return min(max(d, MinDelay), MaxDelay)
}

// SetDelay changes the pause between two moves, from 0.1 s to 10 s, and remembers it.
func (r *Replay) SetDelay(d time.Duration) {
	d = min(max(d, MinDelay), MaxDelay)
	r.s.Settings.ReplayDelay = int(d.Milliseconds())
	if r.Playing() {
		r.wait()
	}
}

// Looping reports whether the replay begins again at the end.
func (r *Replay) Looping() bool { return r.s.Settings.ReplayLoop }

// SetLooping makes the replay begin again at the end, or not, and remembers it.
func (r *Replay) SetLooping(on bool) { r.s.Settings.ReplayLoop = on }

// Play starts the replay at the current node, or at the start when the current
// node is the end of its line.
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

// Pause stops the replay where it is.
func (r *Replay) Pause() {
	if r.stop != nil {
		r.stop()
		r.stop = nil
		r.s.changed(TopicMode)
	}
}

// Toggle plays or pauses.
func (r *Replay) Toggle() {
	if r.Playing() {
		r.Pause()
	} else {
		r.Play()
	}
}

// wait arms the timer for the next move.
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
	default: // what followed was deleted meanwhile
		r.Pause()
		return
	}
	r.wait()
}

// Seek goes to the node i plies from the root on the current line.
func (r *Replay) Seek(i int) {
	if line := r.s.LineNodes(i, i); len(line) > 0 {
		r.s.Go(line[0])
	}
}

// Scale makes the pause between two moves f times as long.
func (r *Replay) Scale(f float64) {
	r.SetDelay(time.Duration(float64(r.Delay()) * f).Round(MinDelay))
	r.s.changed(TopicMode)
}
