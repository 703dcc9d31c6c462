//go:build !amd64

package pattern

func play(x, from, place *Contents, turned, side uint64) { playPlain(x, from, place, turned, side) }
