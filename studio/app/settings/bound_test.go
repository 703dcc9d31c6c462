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
	for _, x := range []struct {
		name, text string
		want       [2]int
	}{
		{"negative", `{"width": -4, "sideWidth": -1588801769}`, [2]int{Defaults().Width, Defaults().SideWidth}},
		{"zero and too wide", `{"width": 0, "sideWidth": 32768}`, [2]int{Defaults().Width, Defaults().SideWidth}},
		{"too wide and zero", `{"width": 1588801769, "sideWidth": 0}`, [2]int{Defaults().Width, 0}},
		{"negative height", `{"width": 200, "sideWidth": 2000, "height": -50}`, [2]int{200, 2000}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(x.text), 0o600); err != nil {
				t.Fatal(err)
			}
			st, err := Load(path)
			if err != nil || st.Width != x.want[0] || st.SideWidth != x.want[1] || st.Height != Defaults().Height {
				t.Errorf("%s: %d, %d, %d, %v", x.text, st.Width, st.SideWidth, st.Height, err)
			}
		})
	}
}
