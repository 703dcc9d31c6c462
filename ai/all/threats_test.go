package all

import (
	"testing"

	"boardstudio/ai"
)

func TestThreatsBeatsKTuple(t *testing.T) {
	if testing.Short() {
		t.Skip("twenty games take a while")
	}
	r := build(t, "gomoku", nil)
	st := against(t, r, "threats", "ktuple", 20, 4, 20, ai.Limit{})
	if st.points() < 15 || st.faults > 0 {
		t.Errorf("%.1f points of 20, %d faults", st.points(), st.faults)
	}
}
