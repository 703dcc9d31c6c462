package synth

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
)

// power returns the power of a frequency in the samples (Goertzel's algorithm).
func power(s []float32, frequency float64) float64 {
	c := 2 * math.Cos(2*math.Pi*frequency/Rate)
	var a, b float64
	for _, v := range s {
		a, b = float64(v)+c*a-b, a
	}
	return (a*a + b*b - c*a*b) / float64(len(s)*len(s))
}

func loudness(s []float32) float64 {
	var sum float64
	for _, v := range s {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(len(s)))
}

func TestEverySound(t *testing.T) {
	for _, x := range []struct {
		name     string
		make     func() []float32
		min, max float64 // seconds
	}{
		{"click of seat 0", func() []float32 { return Click(0) }, 0.02, 0.15},
		{"click of seat 1", func() []float32 { return Click(1) }, 0.02, 0.15},
		{"win", Win, 0.5, 1.5},
		{"draw", Draw, 0.5, 1.5},
		{"capture", Capture, 0.1, 0.4},
		{"flip", Flip, 0.1, 0.4},
		{"sow", Sow, 0.1, 0.5},
		{"refuse", Refuse, 0.1, 0.7},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := x.make()
			if d := float64(len(s)) / Rate; d < x.min || d > x.max {
				t.Errorf("%s takes %.2f s", x.name, d)
			}
			if s[0] != 0 || s[len(s)-1] != 0 {
				t.Errorf("%s goes from %g to %g, which cracks", x.name, s[0], s[len(s)-1])
			}
			peak := float32(0)
			for i, v := range s {
				if v != v || v > 0.95 || v < -0.95 {
					t.Fatalf("sample %d is %g", i, v)
				}
				peak = max(peak, v, -v)
			}
			if peak < 0.2 {
				t.Errorf("%s can hardly be heard: peak %g", x.name, peak)
			}
			if first, last := loudness(s[:len(s)/2]), loudness(s[len(s)*9/10:]); last > first/5 {
				t.Errorf("%s does not die away: %g at first, %g at the end", x.name, first, last)
			}
			if !slices.Equal(s, x.make()) {
				t.Errorf("%s is different the second time", x.name)
			}
		})
	}
}

func TestClicksDiffer(t *testing.T) {
	for seat := range 4 {
		own, other := clicks[seat%2], clicks[1-seat%2]
		if s := Click(seat); power(s, own) < 2*power(s, other) {
			t.Errorf("click of seat %d: %g at %g Hz, %g at %g Hz", seat, power(s, own), own, power(s, other), other)
		}
	}
	if Click(-1) == nil {
		t.Error("no click for seat -1")
	}
}

func TestTunes(t *testing.T) {
	for name, x := range map[string]struct {
		tune []note
		s    []float32
	}{"win": {winTune, Win()}, "draw": {drawTune, Draw()}} {
		t.Run(name, func(t *testing.T) {
			if s := x.s[:seconds(0.1)]; loudness(s) != 0 {
				t.Errorf("%s begins before the click has ended", name)
			}
			for i, n := range x.tune {
				at := seconds(n.at)
				before := power(x.s[at-seconds(0.08):at], n.frequency)
				after := power(x.s[at:at+seconds(0.08)], n.frequency)
				if after < 5*before || after < 1e-3 {
					t.Errorf("note %d of %g Hz does not begin at %g s: %g before, %g after", i, n.frequency, n.at, before, after)
				}
			}
		})
	}
}

func TestStereo(t *testing.T) {
	b := Stereo([]float32{0, 0.5, -0.25})
	if len(b) != 24 {
		t.Fatalf("%d bytes for 3 samples", len(b))
	}
	for i, want := range []float32{0, 0, 0.5, 0.5, -0.25, -0.25} {
		if got := math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])); got != want {
			t.Errorf("value %d is %g, want %g", i, got, want)
		}
	}
}
