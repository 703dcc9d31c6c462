package settings

import (
	"os"
	"path/filepath"
	"testing"
)

// TestBound checks that invalid sizes of windows are replaced by the defaults, and that valid ones
// are kept.
func TestBound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	for text, want := range map[string][2]int{
		`{"width": -4, "sideWidth": -1588801769}`:          {Defaults().Width, Defaults().SideWidth},
		`{"width": 0, "sideWidth": 32768}`:                 {Defaults().Width, Defaults().SideWidth},
		`{"width": 1588801769, "sideWidth": 0}`:            {Defaults().Width, 0},
		`{"width": 200, "sideWidth": 2000, "height": -50}`: {200, 2000},
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		st, err := Load(path)
		if err != nil || st.Width != want[0] || st.SideWidth != want[1] || st.Height != Defaults().Height {
			t.Errorf("%s: %d, %d, %d, %v", text, st.Width, st.SideWidth, st.Height, err)
		}
	}
}
