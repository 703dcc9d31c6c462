package sound

import (
	"bytes"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boardstudio/sound/synth"
)

// recorder is a device that records its calls.
type recorder struct {
	mu     sync.Mutex
	log    []string
	volume float64
	broken bool
}

// names returns the name of a sound by its samples.
func names(sound []byte) string {
	for name, s := range map[string][]float32{"even": synth.Click(0), "odd": synth.Click(1), "win": synth.Win(), "draw": synth.Draw(), "refusal": synth.Refuse()} {
		if bytes.Equal(sound, synth.Stereo(s)) {
			return name
		}
	}
	return "unknown"
}

func (r *recorder) play(sound []byte, volume float64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken {
		return errors.New("gone")
	}
	r.log = append(r.log, names(sound))
	r.volume = volume
	return nil
}

func (r *recorder) rest() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, "rest")
}

func (r *recorder) open() (device, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, "open")
	return r, nil
}

// expect waits until all goroutines are idle, and checks the calls since the last expect.
func (r *recorder) expect(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.log, want) {
		t.Errorf("happened: %v, want %v", r.log, want)
	}
	r.log = nil
}

func TestPlayer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{}
		p := newPlayer(r.open, time.Second)
		r.expect(t)
		p.Place(0)
		r.expect(t, "open", "even")
		for _, x := range []struct {
			play func()
			want string
		}{{func() { p.Place(1) }, "odd"}, {func() { p.Place(2) }, "even"}, {p.Win, "win"}, {p.Draw, "draw"}, {p.Refuse, "refusal"}} {
			x.play()
			r.expect(t, x.want)
		}
		time.Sleep(900 * time.Millisecond)
		p.Place(0)
		time.Sleep(900 * time.Millisecond)
		r.expect(t, "even")
		time.Sleep(time.Minute)
		r.expect(t, "rest")
		p.Win()
		r.expect(t, "win")
		p.Close()
		p.Close()
		<-p.ended
		r.expect(t, "rest")
		for range 100 {
			p.Place(0)
		}
		r.expect(t)
	})
}

func TestVolume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{}
		p := newPlayer(r.open, time.Second)
		defer p.Close()
		if v := p.Volume(); v != 1 {
			t.Errorf("the first volume is %g", v)
		}
		p.SetVolume(0)
		p.Win()
		r.expect(t) // muted: the device is not opened
		p.SetVolume(0.25)
		p.Place(1)
		r.expect(t, "open", "odd")
		if r.volume != 0.25 {
			t.Errorf("played at volume %g", r.volume)
		}
		for _, x := range [][2]float64{{-1, 0}, {7, 1}} {
			if p.SetVolume(x[0]); p.Volume() != x[1] {
				t.Errorf("SetVolume(%g) gives %g", x[0], p.Volume())
			}
		}
	})
}

// TestSilence checks that sounds never wait for a device that is missing, is removed, or is slow.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlayer(func() (device, error) { return nil, errors.New("no device") }, time.Second)
		for range 100 {
			p.Place(0)
		}
		<-p.ended
		p.Win()
		p.Close()
	})
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{broken: true}
		p := newPlayer(r.open, time.Second)
		p.Win()
		<-p.ended
		r.expect(t, "open", "rest")
		p.Place(0)
		p.Close()
	})
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{}
		ready := make(chan struct{})
		p := newPlayer(func() (device, error) { <-ready; return r, nil }, time.Minute)
		for range 100 {
			p.Place(0)
		}
		close(ready)
		r.expect(t, slices.Repeat([]string{"even"}, maxQueued)...)
		p.Close()
	})
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{}
		ready := make(chan struct{})
		p := newPlayer(func() (device, error) { <-ready; return r, nil }, time.Minute)
		p.Place(0)
		p.Close()
		close(ready)
		<-p.ended
		r.expect(t, "rest")
	})
}
