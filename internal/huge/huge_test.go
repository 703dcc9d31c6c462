package huge

import (
	"fmt"
	"runtime"
	"testing"
)

func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 1 << 20} {
		t.Run(fmt.Sprint(n, " values"), func(t *testing.T) {
			m := Make[[3]uint64](n)
			if len(m.Values) != n {
				t.Fatalf("%d values, not %d", len(m.Values), n)
			}
			for range 2 {
				if !m.Empty(nil) {
					t.Fatal("it is stopped by nobody")
				}
				for i := range m.Values {
					if m.Values[i] != [3]uint64{} {
						t.Fatalf("value %d of %d is %v", i, n, m.Values[i])
					}
					m.Values[i][2] = uint64(i + 1)
				}
			}
			runtime.KeepAlive(m)
		})
	}
}

// TestStopped checks that clearing is completed by the next call after it was stopped.
func TestStopped(t *testing.T) {
	m := Make[uint64](1 << 20)
	m.Empty(nil)
	m.Values[0], m.Values[1<<20-1] = 1, 1
	asked := 0
	if m.Empty(func() bool { asked++; return asked > 3 }) || m.Values[1<<20-1] == 0 {
		t.Error("it is not stopped")
	}
	m.Values[0] = 1
	if !m.Empty(func() bool { return false }) || m.Values[0]+m.Values[1<<20-1] != 0 {
		t.Error("it is not emptied")
	}
	runtime.KeepAlive(m)
}

func BenchmarkRandom(b *testing.B) {
	plain := func(n int) *Memory[uint64] { return &Memory[uint64]{Values: make([]uint64, n)} }
	for _, x := range []struct {
		name string
		make func(int) *Memory[uint64]
	}{{"plain", plain}, {"huge", Make[uint64]}} {
		b.Run(x.name, func(b *testing.B) {
			m := x.make(1 << 24)
			s := m.Values
			for i := range s {
				s[i] = uint64(i)
			}
			sum, at := uint64(0), uint64(1)
			for b.Loop() {
				at = at*6364136223846793005 + sum&1 + 1
				sum += s[at>>40]
			}
			_ = sum
			runtime.KeepAlive(m)
		})
	}
}
