package all_test

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/internal/effort"
	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// errata lists the wrong counts in perft.txt, as confirmed by two independent programs: the row
// with the count in the file, and the correct count.
var errata = map[string]uint64{
	"othello 4x4 | start | exact 3632": 3624,
}

// TestPerft reproduces testdata/perft.txt and testdata/perft-more.txt. It skips large counts, and
// more of them with -short. To check all of them, run
//
//	go test ./rules/all -run Perft -full
func TestPerft(t *testing.T) {
	race.Skip(t)
	limit := uint64(effort.ShortAmount(testing.Short(), 1<<40, 10_000_000, 100_000)) // the first is larger than any count
	table(t, "testdata/perft.txt", 24, limit)
	table(t, "testdata/perft-more.txt", 6, limit)
}

// table reproduces the rows of a file whose counts do not exceed limit, and checks the number of
// rows.
func table(t *testing.T, file string, want int, limit uint64) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		rows++
		t.Run(line[:strings.LastIndex(line, "|")], func(t *testing.T) {
			field := strings.Split(line, " | ")
			r, err := perftRules(field[0])
			if err != nil {
				t.Fatal(err)
			}
			if field[1] == "games in all" {
				games(t, r, field[2], limit)
				return
			}
			p := r.Start()
			if field[1] != "start" {
				if p, err = r.Parse(field[1] + " S"); err != nil {
					t.Fatal(err)
				}
			}
			count := rules.Perft
			switch {
			case field[2] == "playing on":
				count = playedOn
			case field[2] != "exact":
				t.Fatalf("unknown convention %q", field[2])
			}
			for i, word := range strings.Fields(field[3]) {
				want, err := strconv.ParseUint(word, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				if right, ok := errata[strings.Join(field[:3], " | ")+" "+word]; ok {
					want = right
				}
				if want > limit {
					t.Logf("depth %d left out", i+1)
					break
				}
				if want > 100_000_000 {
					count = perft
				}
				if got := count(p, i+1); got != want {
					t.Errorf("depth %d: %d sequences, want %d", i+1, got, want)
				}
			}
		})
	}
	if rows != want {
		t.Errorf("%s has %d rows, want %d", file, rows, want)
	}
}

// perft counts sequences like rules.Perft, but counts equal positions only once. There are far
// fewer positions than sequences, so counts of hundreds of millions remain feasible, and still play
// every move of every position.
func perft(p rules.Position, depth int) uint64 {
	type key struct {
		hash  uint64
		depth int
	}
	known := map[key]uint64{}
	var count func(p rules.Position, depth int) uint64
	count = func(p rules.Position, depth int) uint64 {
		if depth < 4 { // storing shallow results costs more than it saves
			return rules.Perft(p, depth)
		}
		if p.Result().Known() {
			return 0
		}
		k := key{p.Hash(), depth}
		n, ok := known[k]
		if ok {
			return n
		}
		for m := range p.Moves() {
			q, err := p.Play(m)
			if err != nil {
				panic(err)
			}
			n += count(q, depth-1)
		}
		known[k] = n
		return n
	}
	return count(p, depth)
}

// playedOn counts sequences like rules.Perft, but continues games whose winner is already known.
func playedOn(p rules.Position, depth int) uint64 {
	var n uint64
	for m := range p.Moves() {
		if depth == 1 {
			n++
			continue
		}
		q, err := p.Play(m)
		if err != nil {
			panic(err)
		}
		n += playedOn(q, depth-1)
	}
	return n
}

// Patterns in the names of rows.
var (
	words = map[string]rules.Params{
		"drop": {"drop": "on"}, "torus": {"topology": "torus"}, "cylinder": {"topology": "cylinder"},
		"abapa": {}, "with": {}, // the preset is determined by the family
	}
	boards = regexp.MustCompile(`(\d+)(?: cols )?x(?: )?(\d+)(?: rows)?`)
	number = regexp.MustCompile(`k(\d+)`)
	seats  = regexp.MustCompile(`, (\d+) players`)
	remark = regexp.MustCompile(`\(.*\)`)
)

// perftRules builds the rules named by a row, such as "line 7 cols x 6 rows k4 drop, 3 players
// (remark)" or "awale abapa with grandSlam=allowed".
func perftRules(text string) (rules.Rules, error) {
	family, rest, _ := strings.Cut(remark.ReplaceAllString(text, ""), " ")
	p := rules.Params{}
	take := func(re *regexp.Regexp, names ...string) {
		if m := re.FindStringSubmatch(rest); m != nil {
			for i, name := range names {
				p[name] = m[i+1]
			}
			rest = strings.Replace(rest, m[0], "", 1)
		}
	}
	preset := ""
	switch family {
	case "othello":
		take(boards, "size", "size")
	case "line":
		take(boards, "cols", "rows")
		take(number, "k")
		take(seats, "players")
	case "awale":
		preset = "awale-abapa"
	}
	for _, word := range strings.Fields(rest) {
		if name, value, ok := strings.Cut(word, "="); ok {
			p[name] = value
			continue
		}
		more, ok := words[word]
		if !ok {
			return nil, fmt.Errorf("row %q: what does %q mean?", text, word)
		}
		maps.Copy(p, more)
	}
	for _, g := range all.Games {
		if g.Name == family {
			return g.Build(preset, p)
		}
	}
	return nil, errors.New("unknown family " + family)
}

// games counts the finished games by winner and compares them with want: "204336 (first 103248,
// second 101088, no draws)".
func games(t *testing.T, r rules.Rules, want string, limit uint64) {
	total, rest, _ := strings.Cut(want, " ")
	n, err := strconv.ParseUint(total, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if n > 20*limit {
		t.Skipf("%d games are left out", n)
	}
	tally := make([]uint64, r.Players()+1) // the last entry counts draws
	finish(t, r.Start(), tally)
	names := map[string]int{"first": 0, "second": 1, "P1": 0, "P2": 1, "P3": 2, "draws": r.Players()}
	wants := make([]uint64, len(tally))
	for part := range strings.SplitSeq(strings.Trim(rest, "()"), ", ") {
		name, value, _ := strings.Cut(part, " ")
		if part == "" || part == "no draws" {
			continue
		}
		i, ok := names[name]
		if !ok {
			t.Fatalf("what does %q mean?", part)
		}
		if wants[i], err = strconv.ParseUint(value, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	var sum uint64
	for _, n := range tally {
		sum += n
	}
	if sum != n || rest != "" && !slices.Equal(tally, wants) {
		t.Errorf("%d games, by winner %d; want %s", sum, tally, want)
	}
}

// finish adds the games that continue from p to the tally of their winners.
func finish(t *testing.T, p rules.Position, tally []uint64) {
	over := true
	for m := range p.Moves() {
		over = false
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		finish(t, q, tally)
	}
	if res := p.Result(); over && res.Draw() {
		tally[len(tally)-1]++
	} else if over {
		tally[res.Winners.Only()]++
	}
}
