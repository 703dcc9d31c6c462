//go:build cgo || windows || darwin

package sound

import (
	"bytes"
	"sync"

	"github.com/ebitengine/oto/v3"

	"boardstudio/sound/synth"
)

// system connects the process to the sound system. Oto allows a single connection.
var system = sync.OnceValues(func() (*oto.Context, error) {
	hush()
	c, ready, err := oto.NewContext(&oto.NewContextOptions{
		SampleRate: synth.Rate, ChannelCount: 2, Format: oto.FormatFloat32LE,
	})
	if err != nil {
		return nil, err
	}
	// A missing device is reported only by Err, once the context is ready.
	<-ready
	return c, c.Err()
})

// speaker is the device of the sound system.
type speaker struct {
	context *oto.Context
	// playing are the sounds that have not ended. The garbage collector would stop a sound without
	// a reference.
	playing []*oto.Player
}

func openDevice() (device, error) {
	c, err := system()
	if err != nil {
		return nil, err
	}
	return &speaker{context: c}, nil
}

func (s *speaker) play(sound []byte, volume float64) error {
	if err := s.context.Err(); err != nil {
		return err
	}
	if err := s.context.Resume(); err != nil {
		return err
	}
	going := s.playing[:0]
	for _, p := range s.playing {
		if p.IsPlaying() {
			going = append(going, p)
		}
	}
	clear(s.playing[len(going):])
	p := s.context.NewPlayer(bytes.NewReader(sound))
	p.SetVolume(volume)
	p.Play()
	s.playing = append(going, p)
	return nil
}

// rest stops writing silence to the device.
func (s *speaker) rest() {
	for _, p := range s.playing {
		p.Pause()
	}
	s.playing = nil
	_ = s.context.Suspend() // fails if the device was removed, which play reports
}
