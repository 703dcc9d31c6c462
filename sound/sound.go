// Package sound plays the sounds of a game: moves, wins, draws and refusals. On a machine
// that cannot play any it stays silent, without an error and without waiting.
package sound

import (
	"math"
	"sync"
	"sync/atomic"
	"time"

	"boardstudio/sound/synth"
)

// restAfter is how long the device is kept awake after a sound: long enough
// for quick moves, short enough for the battery.
const restAfter = 2 * time.Second

// waiting is how many sounds can wait while the device is being opened. More
// are dropped: a sound that comes late is worse than none.
const waiting = 4

// kind is one of the sounds.
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

// device is what sounds are played on. One goroutine uses it.
type device interface {
	// play starts a sound, as synth.Stereo returns it, at a volume from 0 to 1,
	// while earlier ones go on.
	play(sound []byte, volume float64) error
	// rest saves power until the next play; sounds that have not ended are lost.
	rest()
}

// Player plays sounds in the background. Its methods return at once and may be
// called from any goroutine; New makes one.
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

// New returns a player at full volume. The device is opened, in the
// background, when the first sound is played.
func New() *Player { return newPlayer(openDevice, restAfter) }

func newPlayer(open func() (device, error), rest time.Duration) *Player {
	p := &Player{
		open: open, rest: rest,
		sounds: make(chan kind, waiting),
		quit:   make(chan struct{}),
		ended:  make(chan struct{}),
	}
	p.SetVolume(1)
	return p
}

// Place plays the sound of a piece that the seat puts on the board.
func (p *Player) Place(seat int) { p.play(evenClick + kind(seat&1)) }

// Win plays the tune for a game that somebody has won.
func (p *Player) Win() { p.play(win) }

// Draw plays the tune for a game that nobody has won.
func (p *Player) Draw() { p.play(draw) }

// Refuse plays the sound of something that cannot be done.
func (p *Player) Refuse() { p.play(refusal) }

// SetVolume sets the volume of the sounds to come, from 0 (mute) to 1.
func (p *Player) SetVolume(v float64) {
	p.volume.Store(math.Float64bits(min(max(v, 0), 1)))
}

// Volume returns the volume.
func (p *Player) Volume() float64 { return math.Float64frombits(p.volume.Load()) }

// Close ends all sound. What is played later is not heard.
func (p *Player) Close() { p.stop.Do(func() { close(p.quit) }) }

func (p *Player) play(k kind) {
	if p.Volume() == 0 {
		return
	}
	p.start.Do(func() { go p.run() })
	select {
	case p.sounds <- k:
	default: // silent, or the device does not keep up
	}
}

// run owns the device.
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
		default: // quitting goes before playing
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
				return // the device has gone
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
