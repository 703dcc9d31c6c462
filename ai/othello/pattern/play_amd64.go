package pattern

import "golang.org/x/sys/cpu"

// vectors says that the processor has what playVector needs.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

func play(x, from, place *Contents, turned, side uint64) {
	if vectors {
		playVector(x, from, place, &places, turned, side)
	} else {
		playPlain(x, from, place, turned, side)
	}
}

// playVector does what playPlain does, four words at a time.
//
//go:noescape
func playVector(x, from, place *Contents, places *[64]Contents, turned, side uint64)
