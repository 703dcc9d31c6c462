package api

import (
	"math"
	"testing"

	"boardstudio/ai"
)

// The engine compares what scripts answer as these do: fractions in their order, and whole numbers exactly.
func TestCoded(t *testing.T) {
	back := func(v float64) float64 { return valueOf(ai.Score{Value: float64(coded(v)) / 100}) }
	for n := -100_000; n <= 100_000; n += 7 {
		if v := float64(n); back(v) != v {
			t.Fatalf("%v becomes %v", v, back(v))
		}
	}
	ordered := []float64{math.Inf(-1), -99_999.9, -1, -0.5001, -0.5, -1e-9, 0, 1e-9, 0.001, 0.00101, 0.5, 1.0001, 1234.5, 99_999, 1e5}
	for i, v := range ordered {
		if i > 0 && coded(v) <= coded(ordered[i-1]) || coded(v) != -coded(-v) || math.Abs(back(v)-v) > 1e-5*math.Abs(v) && i > 0 {
			t.Errorf("%v becomes %d, %v", v, coded(v), back(v))
		}
	}
	if coded(math.Inf(1)) != coded(1e5) || coded(1e-40) != 0 || coded(1e5) >= 1<<24 {
		t.Errorf("%d, %d, %d", coded(math.Inf(1)), coded(1e-40), coded(1e5))
	}
}
