package pattern

import "golang.org/x/sys/cpu"

// vectors reports whether the processor supports the instructions of playVector.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

func play(x, from, place *Contents, turned, side uint64) {
	if vectors {
		playVector(x, from, place, &places, turned, side)
	} else {
		playPlain(x, from, place, turned, side)
	}
}

// playVector is playPlain with vector instructions, which process four words at a time.
//
//go:noescape
func playVector(x, from, place *Contents, places *[64]Contents, turned, side uint64)
