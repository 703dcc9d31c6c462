// Package synth computes the sounds of Studio, so no sound files are needed.
package synth

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// Rate is the sample rate in Hz.
const Rate = 44100

// partial is a decaying sine wave: an overtone of a note, or a vibration mode of a piece of wood.
type partial struct {
	ratio float64 // frequency relative to the note
	level float64
	decay float64 // seconds until the level has fallen to about a third
}

// The instruments.
var (
	wood = []partial{{1, 0.55, 0.016}, {2.57, 0.25, 0.008}, {4.81, 0.10, 0.004}}
	bell = []partial{{1, 0.60, 0.22}, {2, 0.22, 0.12}, {3.01, 0.10, 0.06}}
)

// note is a note of a tune.
type note struct {
	at        float64 // seconds from the start
	frequency float64
	level     float64
}

// The tunes. They start when the click of the last piece has faded.
var (
	winTune  = []note{{0.12, 523.25, 0.8}, {0.22, 659.26, 0.8}, {0.32, 783.99, 0.8}, {0.42, 1046.50, 1}}
	drawTune = []note{{0.12, 440, 0.8}, {0.28, 349.23, 0.8}}
)

// clicks are the pitches in Hz of the clicks for even and odd seats.
var clicks = [2]float64{690, 930}

// Click returns the sound of a piece placed by the seat. Odd seats have a higher pitch than even
// ones.
func Click(seat int) []float32 {
	s := make([]float64, seconds(0.11))
	ring(s, 0, clicks[seat&1], 0.8, wood)
	knock(s, 0, uint64(seat&1), 0.7)
	return finish(s)
}

// knock adds the noise of a knock from sample from on: low-pass noise that fades within a few
// milliseconds. The seed is fixed, so a piece always sounds the same.
func knock(s []float64, from int, seed uint64, level float64) {
	noise, smooth := rand.New(rand.NewPCG(seed, 1)), 0.0
	for i := range s[from:] {
		smooth += 0.35 * (2*noise.Float64() - 1 - smooth)
		s[from+i] += level * smooth * math.Exp(-float64(i)/(0.005*Rate))
	}
}

// Win returns the tune for a won game.
func Win() []float32 { return play(winTune, 1.3) }

// Draw returns the tune for a drawn game.
func Draw() []float32 { return play(drawTune, 1.1) }

// Capture returns the sound of captured pieces: two knocks, the second one lower.
func Capture() []float32 {
	s := make([]float64, seconds(0.24))
	ring(s, 0, 620, 0.7, wood)
	ring(s, seconds(0.09), 430, 0.9, wood)
	knock(s, 0, 2, 0.6)
	knock(s, seconds(0.09), 3, 0.8)
	return finish(s)
}

// Flip returns the sound of pieces being turned over: a soft rattle.
func Flip() []float32 {
	s := make([]float64, seconds(0.22))
	for i, at := range []float64{0, 0.045, 0.085, 0.12} {
		ring(s, seconds(at), 760+90*float64(i), 0.5-0.07*float64(i), wood)
	}
	knock(s, 0, 4, 0.5)
	return finish(s)
}

// Sow returns the sound of seeds falling into pits one after the other.
func Sow() []float32 {
	s := make([]float64, seconds(0.36))
	for i := range 4 {
		at := seconds(0.07 * float64(i))
		ring(s, at, 1150+60*float64(i%2), 0.35, wood)
		knock(s, at, uint64(5+i), 0.35)
	}
	return finish(s)
}

// Refuse returns the sound of a rejected action: two dull, low tones.
func Refuse() []float32 {
	s := make([]float64, seconds(0.6))
	ring(s, 0, 165, 0.6, wood)
	ring(s, 0, 196, 0.35, bell)
	ring(s, seconds(0.11), 147, 0.6, wood)
	ring(s, seconds(0.11), 165, 0.35, bell)
	return finish(s)
}

func play(tune []note, length float64) []float32 {
	s := make([]float64, seconds(length))
	for _, n := range tune {
		ring(s, seconds(n.at), n.frequency, 0.5*n.level, bell)
	}
	return finish(s)
}

// ring adds a note from sample from on.
func ring(s []float64, from int, frequency, level float64, instrument []partial) {
	for _, p := range instrument {
		step := 2 * math.Pi * frequency * p.ratio / Rate
		for i := range s[from:] {
			s[from+i] += level * p.level * math.Sin(step*float64(i)) * math.Exp(-float64(i)/(p.decay*Rate))
		}
	}
}

// finish fades a sound in and out, because a jump is audible as a click, and limits its amplitude.
func finish(s []float64) []float32 {
	const in, out = Rate / 2000, Rate / 50
	done := make([]float32, len(s))
	for i, v := range s {
		v *= min(1, float64(i)/in, float64(len(s)-1-i)/out)
		done[i] = float32(math.Tanh(v))
	}
	return done
}

func seconds(t float64) int { return int(t * Rate) }

// Stereo returns the samples for both channels as little-endian 32-bit floating-point numbers.
func Stereo(samples []float32) []byte {
	b := make([]byte, 0, 8*len(samples))
	for _, v := range samples {
		bits := math.Float32bits(v)
		b = binary.LittleEndian.AppendUint32(b, bits)
		b = binary.LittleEndian.AppendUint32(b, bits)
	}
	return b
}
