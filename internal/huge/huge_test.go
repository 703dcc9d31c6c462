package huge

import "testing"

func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 1 << 20} {
		s := Make[[3]uint64](n)
		if len(s) != n {
			t.Fatalf("%d values, not %d", len(s), n)
		}
		for i := range s {
			if s[i] != [3]uint64{} {
				t.Fatalf("value %d of %d is %v", i, n, s[i])
			}
			s[i][2] = uint64(i)
		}
	}
}

func BenchmarkRandom(b *testing.B) {
	for _, x := range []struct {
		name string
		make func(int) []uint64
	}{{"plain", func(n int) []uint64 { return make([]uint64, n) }}, {"huge", Make[uint64]}} {
		b.Run(x.name, func(b *testing.B) {
			s := x.make(1 << 24)
			for i := range s {
				s[i] = uint64(i)
			}
			sum, at := uint64(0), uint64(1)
			for b.Loop() {
				at = at*6364136223846793005 + sum&1 + 1
				sum += s[at>>40]
			}
			_ = sum
		})
	}
}
