package line

import (
	"archive/zip"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"boardstudio/rules"
)

// The site's records number the rows from the bottom and skip column I.
var (
	resultTag  = regexp.MustCompile(`\[Result "([01]-[01])"\]`)
	moveNumber = regexp.MustCompile(`^\d+\.$`)
	penteMove  = regexp.MustCompile(`^([A-HJ-T])(\d+)$`)
)

// TestPenteGames checks the results of real games that the board decides. The other games were
// resigned or lost on time.
func TestPenteGames(t *testing.T) {
	r := mustBuild(t, "pente")
	archives, err := filepath.Glob("testdata/pente/*.zip")
	if err != nil || len(archives) != 6 {
		t.Fatalf("archives %v, %v", archives, err)
	}
	got := map[string]int{}
	for _, a := range archives {
		z, err := zip.OpenReader(a)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		for _, f := range z.File {
			if f.FileInfo().IsDir() {
				continue
			}
			in, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(in)
			if err != nil {
				t.Fatal(err)
			}
			p, result := replayPente(t, r, f.Name, string(text))
			won := map[string]rules.Player{"1-0": 0, "0-1": 1}[result]
			res := p.Result()
			if res.Over && res.Winners.Only() != won {
				t.Errorf("%s: %s after %s, but the record says %s", f.Name, outcome(p), p, result)
			}
			if res.Over {
				got[result+" "+string(res.Reason)]++
			} else {
				got[result+" otherwise"]++
			}
		}
	}
	want := map[string]int{
		"1-0 row": 50, "1-0 captures": 5, "1-0 otherwise": 25,
		"0-1 row": 39, "0-1 captures": 12, "0-1 otherwise": 10,
	}
	if !maps.Equal(got, want) {
		t.Errorf("outcomes %v, want %v", got, want)
	}
}

// replayPente plays the moves of a record, which must all be legal. It returns the final position
// and the recorded result.
func replayPente(t *testing.T, r rules.Rules, name, text string) (rules.Position, string) {
	t.Helper()
	tag := resultTag.FindStringSubmatch(text)
	if tag == nil {
		t.Fatalf("%s: no result", name)
	}
	p := r.Start()
	for _, w := range strings.Fields(text[strings.LastIndex(text, "]")+1:]) {
		if moveNumber.MatchString(w) || w == tag[1] {
			continue
		}
		m := penteMove.FindStringSubmatch(w)
		if m == nil {
			t.Fatalf("%s: %q is no move", name, w)
		}
		row, _ := strconv.Atoi(m[2])
		col := strings.Index("ABCDEFGHJKLMNOPQRST", m[1])
		q, err := p.Play(rules.Place(rules.Cell((19-row)*19 + col)))
		if err != nil {
			t.Fatalf("%s: move %s: %v", name, w, err)
		}
		p = q
	}
	return p, tag[1]
}
