package settings

import "testing"

// TestLegal checks that the preference of the game applies until the user chooses otherwise.
func TestLegal(t *testing.T) {
	for _, x := range []struct {
		legal        string
		byGame, want bool
	}{
		{LegalByGame, true, true},
		{LegalByGame, false, false},
		{LegalAlways, true, true},
		{LegalAlways, false, true},
		{LegalNever, true, false},
		{LegalNever, false, false},
	} {
		st := &Settings{Legal: x.legal}
		if got := st.ShowsLegal(x.byGame); got != x.want {
			t.Errorf("%+v: %v", x, got)
		}
		if st.ToggleLegal(x.byGame); st.ShowsLegal(x.byGame) == x.want {
			t.Errorf("%+v: switched to %q, which is the same", x, st.Legal)
		}
	}
}
