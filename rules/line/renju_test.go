package line

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"boardstudio/rules"
)

// mustBuild returns the rules of a preset with overrides "name=value".
func mustBuild(t testing.TB, preset string, over ...string) *Rules {
	t.Helper()
	p := rules.Params{}
	for _, o := range over {
		k, v, _ := strings.Cut(o, "=")
		p[k] = v
	}
	r, err := Game.Build(preset, p)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*Rules)
}

func TestForbidden500(t *testing.T) {
	f, err := os.Open("testdata/renju/forbidden-500.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := mustBuild(t, "renju")
	var want, over, bad int
	line := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		line++
		cells := s.Text()[2:]
		var rows []string
		for i := 0; i < 225; i += 15 {
			rows = append(rows, strings.Map(func(c rune) rune {
				if c == 'X' || c == 'O' {
					return c
				}
				return '.'
			}, cells[i:i+15]))
		}
		q, err := r.Parse(strings.Join(rows, "/") + " X")
		if err != nil {
			t.Fatal(err)
		}
		p := q.(*position)
		if p.end != nil {
			over++
			t.Logf("line %d over: %v", line, p.end)
		}
		for i := range 225 {
			if cells[i] == 'X' || cells[i] == 'O' {
				continue
			}
			got := r.fault(p.cells, rules.Cell(i), 0, false)
			w := map[byte]fault{'.': none, '3': doubleThree, '4': doubleFour, '6': overline}[cells[i]]
			if w != none {
				want++
			}
			if got != w {
				bad++
				t.Errorf("line %d cell %s: %v want %v", line, r.board.Cells[i].Label, got, w)
			}
		}
	}
	t.Log(line, want, over, bad)
}
