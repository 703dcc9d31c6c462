// Package sound plays the sounds of a game: moves, wins, draws and rejected input. On a machine
// that cannot play sounds it is silent. It never returns an error and never blocks.
package sound

import (
	"math"
	"sync"
	"sync/atomic"
	"time"

	"boardstudio/sound/synth"
)

// restAfter is the time that the device stays active after a sound. It is long enough for quick
// moves, and short enough to save power.
const restAfter = 2 * time.Second

// maxQueued is the number of sounds that can be queued while the device is being opened. Further
// sounds are dropped, because a late sound is worse than no sound.
const maxQueued = 4

// kind is a kind of sound.
type kind uint8

const (
	evenClick kind = iota
	oddClick
	win
	draw
	capture
	flip
	sow
	refusal
	kinds
)

// device plays sounds. It is used from a single goroutine.
type device interface {
	// play starts a sound in the format of synth.Stereo, at a volume from 0 to 1. Earlier sounds
	// continue. It returns an error if the device is no longer available.
	play(sound []byte, volume float64) error
	// rest saves power until the next play. Sounds that have not ended are lost.
	rest()
}

// Player plays sounds in the background. Its methods return immediately and may be called from any
// goroutine. Use New to create one.
type Player struct {
	open   func() (device, error)
	rest   time.Duration
	sounds chan kind
	start  sync.Once
	stop   sync.Once
	quit   chan struct{}
	ended  chan struct{}
	volume atomic.Uint64 // bits of a float64
}

// New returns a player at full volume. It opens the device in the background when the first sound
// is played.
func New() *Player { return newPlayer(openDevice, restAfter) }

func newPlayer(open func() (device, error), rest time.Duration) *Player {
	p := &Player{
		open: open, rest: rest,
		sounds: make(chan kind, maxQueued),
		quit:   make(chan struct{}),
		ended:  make(chan struct{}),
	}
	p.SetVolume(1)
	return p
}

// Place plays the sound of a piece placed by the seat.
func (p *Player) Place(seat int) { p.play(evenClick + kind(seat&1)) }

// Win plays the tune for a won game.
func (p *Player) Win() { p.play(win) }

// Draw plays the tune for a drawn game.
func (p *Player) Draw() { p.play(draw) }

// Refuse plays the sound of a rejected action.
func (p *Player) Refuse() { p.play(refusal) }

// SetVolume sets the volume of later sounds, from 0 (mute) to 1.
func (p *Player) SetVolume(v float64) {
	p.volume.Store(math.Float64bits(min(max(v, 0), 1)))
}

// Volume returns the volume, from 0 to 1.
func (p *Player) Volume() float64 { return math.Float64frombits(p.volume.Load()) }

// Close stops all sounds. Later sounds are not played.
func (p *Player) Close() { p.stop.Do(func() { close(p.quit) }) }

func (p *Player) play(k kind) {
	if p.Volume() == 0 {
		return
	}
	p.start.Do(func() { go p.run() })
	select {
	case p.sounds <- k:
	default: // no device, or the device is too slow
	}
}

// run opens and owns the device.
func (p *Player) run() {
	defer close(p.ended)
	d, err := p.open()
	if err != nil {
		return // no device: stay silent
	}
	defer d.rest()
	var cache [kinds][]byte
	idle := time.NewTimer(p.rest)
	defer idle.Stop()
	for {
		select {
		case <-p.quit:
			return
		default: // quit takes precedence over sounds
		}
		select {
		case <-p.quit:
			return
		case <-idle.C:
			d.rest()
		case k := <-p.sounds:
			if cache[k] == nil {
				cache[k] = synth.Stereo(samples(k))
			}
			if d.play(cache[k], p.Volume()) != nil {
				return // the device was removed
			}
			idle.Reset(p.rest)
		}
	}
}

func samples(k kind) []float32 {
	switch k {
	case win:
		return synth.Win()
	case draw:
		return synth.Draw()
	case capture:
		return synth.Capture()
	case flip:
		return synth.Flip()
	case sow:
		return synth.Sow()
	case refusal:
		return synth.Refuse()
	}
	return synth.Click(int(k - evenClick))
}
