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

// mustBuild returns the rules of a preset with overrides.
func mustBuild(t testing.TB, preset string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := othello.Game.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// mustParse returns the position of a text.
func mustParse(t testing.TB, r rules.Rules, text string) rules.Position {
	t.Helper()
	p, err := r.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// mustPlay plays moves in their notation.
func mustPlay(t testing.TB, r rules.Rules, p rules.Position, moves ...string) rules.Position {
	t.Helper()
	for i, text := range moves {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = p.Play(m); err != nil {
			t.Fatalf("move %d, %s: %v", i+1, text, err)
		}
	}
	return p
}

// legal returns the notations of the legal moves.
func legal(r rules.Rules, p rules.Position) []string {
	var s []string
	for m := range p.Moves() {
		s = append(s, r.FormatMove(m))
	}
	return s
}

// The moves that the files list are the legal ones, all of them.
func TestFForumMoves(t *testing.T) {
	r := mustBuild(t, "othello", nil)
	ps := problems(t)
	if len(ps) != 59 {
		t.Errorf("%d positions, want 59", len(ps))
	}
	for _, x := range ps {
		p := mustParse(t, r, x.position)
		moves := legal(r, p)
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
