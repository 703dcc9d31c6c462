package othello_test

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/rules/rulestest"
)

// problem is a line of an OBF file: a position and the score of each move.
type problem struct {
	where    string
	position string
	scores   map[string]int
}

// problems reads testdata/fforum-*.obf.
func problems(t *testing.T) []problem {
	files, err := filepath.Glob("testdata/fforum-*.obf")
	if err != nil || len(files) != 3 {
		t.Fatalf("found %v, %v; want three files", files, err)
	}
	var all []problem
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			parts := strings.Split(strings.TrimRight(lines.Text(), "; "), "; ")
			p := problem{where: filepath.Base(file) + ":" + strconv.Itoa(len(all)+1), position: parts[0], scores: map[string]int{}}
			for _, s := range parts[1:] {
				move, score, _ := strings.Cut(s, ":")
				if p.scores[move], err = strconv.Atoi(score); err != nil {
					t.Fatalf("%s: %v", p.where, err)
				}
			}
			all = append(all, p)
		}
	}
	return all
}

// TestFForumMoves checks that the moves listed in the files are exactly the legal ones.
func TestFForumMoves(t *testing.T) {
	r := rulestest.Build(t, &othello.Game, "othello", nil)
	ps := problems(t)
	if len(ps) != 59 {
		t.Errorf("%d positions, want 59", len(ps))
	}
	for _, x := range ps {
		p := rulestest.Parse(t, r, x.position)
		moves := rulestest.Legal(r, p)
		for text := range x.scores {
			if !slices.Contains(moves, strings.ToLower(text)) {
				t.Errorf("%s: %s is listed but not legal", x.where, text)
			}
		}
		if len(moves) != len(x.scores) {
			t.Errorf("%s: %d legal moves %v, %d listed %v", x.where, len(moves), moves, len(x.scores), x.scores)
		}
		if err := r.(rules.Warner).Warn(p); err != nil {
			t.Errorf("%s: %v", x.where, err)
		}
	}
}
