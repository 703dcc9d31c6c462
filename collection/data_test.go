package collection

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/io/codectest"
	"boardstudio/model"
	"boardstudio/rules"
)

// none lists files without games.
var none = []string{"LICENSE", "README", "WTHOR.JOU", "WTHOR.TRN"}

// unnamed maps files whose records do not name the game to the game.
var unnamed = map[string]string{"forbidden-500.txt": "renju"}

// TestEveryFile opens each file in the folder STUDIO_DATA and in its archives. It checks that each
// game survives a round trip, as codectest.Same defines it. With -v it prints a table.
//
//	STUDIO_DATA=FOLDER go test ./collection -run TestEveryFile -v
func TestEveryFile(t *testing.T) {
	files, err := filepath.Glob(codectest.Folder(t, "*/*"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%-32s %-12s %8s %9s %8s %8s", "file", "format", "games", "moves", "illegal", "warnings")
	var total tally
	for _, path := range files {
		members, err := Files(context.Background(), []string{path}, Options{Documents: boardstudio.Documents})
		if err != nil {
			t.Fatal(err)
		}
		var sum tally
		format := ""
		for _, f := range members {
			data, err := f.Read(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			o := f.options(context.Background(), Options{Documents: boardstudio.Documents})
			if game := unnamed[filepath.Base(path)]; game != "" {
				o.Spec = codectest.Spec(t, game)
			}
			g, format1, err := boardstudio.Documents.Games(context.Background(), f.typed, data, o)
			if err != nil {
				if !slices.ContainsFunc(none, func(w string) bool { return strings.Contains(f.Path, w) }) {
					t.Errorf("%s %s: %v", path, f.Name, err)
				}
				continue
			}
			format = format1.Name
			if len(g.Warnings) > 0 {
				t.Errorf("%s: %v", path, g.Warnings)
			}
			for i := range g.Heads {
				d, err := g.Decode(context.Background(), i)
				if err != nil {
					t.Errorf("%s %s, game %d: %v", path, f.Name, i+1, err)
					continue
				}
				codectest.Same(t, format1, d)
				sum.add(d)
			}
		}
		if sum.games > 0 {
			sum.print(t, filepath.Base(path), format)
		}
		total.games, total.moves, total.illegal, total.warnings = total.games+sum.games, total.moves+sum.moves, total.illegal+sum.illegal, total.warnings+sum.warnings
	}
	total.print(t, "all", "")
}

// tally counts games, moves and problems.
type tally struct{ games, moves, illegal, warnings int }

func (s *tally) add(d *model.Document) {
	s.games++
	s.warnings += len(d.Warnings)
	for v := range d.Tree.Visits(true) {
		if v.Node.Parent() == nil || v.Node.Setup() != "" {
			continue
		}
		if s.moves++; v.Pos == rules.Position(nil) {
			s.illegal++
		}
	}
}

func (s *tally) print(t *testing.T, name, format string) {
	t.Logf("%-32s %-12s %8d %9d %8d %8d", name, format, s.games, s.moves, s.illegal, s.warnings)
}
