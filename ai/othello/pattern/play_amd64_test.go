package pattern

import (
	"math/rand/v2"
	"testing"
)

// TestVectors compares the results of playVector with the results of playPlain.
func TestVectors(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no vectors of 256 bits")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		var from, plain, vector Contents
		for i := range from {
			from[i] = rng.Uint64()
		}
		place := &places[rng.IntN(64)]
		turned := rng.Uint64() & rng.Uint64() & rng.Uint64()
		if rng.IntN(10) == 0 {
			turned = 0
		}
		side := rng.Uint64N(2)
		playPlain(&plain, &from, place, turned, side)
		playVector(&vector, &from, place, &places, turned, side)
		if plain != vector {
			t.Fatalf("%x turned for side %d: %x, in words %x", turned, side, vector, plain)
		}
	}
}
