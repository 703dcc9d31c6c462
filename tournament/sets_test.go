package tournament_test

import (
	"fmt"
	"testing"

	"boardstudio/tournament"
)

func TestSets(t *testing.T) {
	for _, x := range []struct {
		n, k int
		want string
	}{{3, 2, "[0 1][0 2][1 2]"}, {2, 2, "[0 1]"}, {4, 3, "[0 1 2][0 1 3][0 2 3][1 2 3]"}, {1, 2, ""}, {3, 1, "[0][1][2]"}} {
		got := ""
		for s := range tournament.Subsets(x.n, x.k) {
			got += fmt.Sprint(s)
		}
		if got != x.want {
			t.Errorf("%d of %d: %s, want %s", x.k, x.n, got, x.want)
		}
	}
}
