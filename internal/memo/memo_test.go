package memo

import (
	"sync"
	"testing"
)

func TestFunc(t *testing.T) {
	calls := map[int]int{}
	double := Func(func(n int) int { calls[n]++; return 2 * n })
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			for n := range 3 {
				if got := double(n); got != 2*n {
					t.Errorf("%d: %d", n, got)
				}
			}
		})
	}
	all.Wait()
	for n := range 3 {
		if calls[n] != 1 {
			t.Errorf("%d is computed %d times", n, calls[n])
		}
	}
}
