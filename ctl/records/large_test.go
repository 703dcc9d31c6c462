package records

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/ctl"
	"boardstudio/internal/race"
)

// TestLargeShapes checks and converts trees of extreme shapes: a long line, deeply nested
// variations, and a node with very many children.
func TestLargeShapes(t *testing.T) {
	race.Skip(t)
	var line strings.Builder
	for i := range 100_000 { // the game does not have to reach its end
		fmt.Fprintf(&line, "%c%d ", 'a'+i%15, 1+i/15%15)
	}
	for _, x := range []struct {
		name, tree string
		nodes      int
	}{
		{"a line", line.String(), 100_001},
		{"nested variations", "a1 b2 " + strings.Repeat("<var>c3 d4 ", 10_000) + strings.Repeat("</var>", 10_000), 20_003},
		{"children", "a1 " + strings.Repeat("<var>b2</var>", 99_999), 100_001},
	} {
		t.Run(x.name, func(t *testing.T) {
			dir := t.TempDir()
			file, out, back := filepath.Join(dir, "in.studio"), filepath.Join(dir, "out.studio"), filepath.Join(dir, "back.studio")
			text := `<studio xmlns="urn:boardstudio:document:2" version="2.0"><game name="line"><param name="rows" value="15"/><param name="cols" value="15"/><param name="k" value="5"/></game><tree>` + x.tree + `</tree></studio>`
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			var reports []checkJSON
			r := program.Run(t, "", "check", "--json", file)
			r.Parse(t, &reports)
			if r.Code == ctl.ExitError || len(reports) != 1 || reports[0].Nodes != x.nodes || len(reports[0].Warnings) > 60 {
				t.Errorf("exit code %d, %d nodes, want %d", r.Code, reports[0].Nodes, x.nodes)
			}
			if c := program.Run(t, "", "convert", file, out).Code; c != r.Code {
				t.Errorf("converted with exit code %d", c)
			}
			program.Run(t, "", "convert", out, back)
			equal(t, file, out)
			first, err1 := os.ReadFile(out)
			second, err2 := os.ReadFile(back)
			if err1 != nil || err2 != nil || string(first) != string(second) {
				t.Errorf("written differently the second time: %v, %v", err1, err2)
			}
		})
	}
}
