package line

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"boardstudio/rules"
)

func TestDoubleThree(t *testing.T) {
	// One line of twelve cells and a cross on nine by nine.
	const line, cross = "rows=1 cols=12 k=5 doubleThree=forbidden", "rows=9 cols=9 k=5 doubleThree=forbidden"
	const free = "........./........./........./........./.....AA../....A..../....A..../........./......... A"
	grid := func(rows string) string { return strings.ReplaceAll(rows, " ", "/") + " A" }
	check(t, []sentence{
		{name: "two free threes that cross", rules: cross, start: free, no: "e5", yes: "d5 e8"},
		{name: "allowed", rules: cross + " doubleThree=allowed", start: free, yes: "e5"},
		{name: "for the other player too", rules: cross, start: strings.NewReplacer("A", "B").Replace(free), no: "e5"},
		{name: "but not for one without them", rules: cross, start: strings.TrimSuffix(free, "A") + "B", yes: "e5"},
		{name: "on diagonals", rules: cross, start: grid("......... ......... ..A...A.. ...A.A... ......... ......... ......... ......... ........."), no: "e5"},
		{name: "with a hole each", rules: cross, start: grid("......... .A.....A. ..A...A.. ......... ......... ......... ......... ......... ........."), no: "e5"},
		{name: "a hole beside the new symbol", rules: cross, start: grid("......... ......... ......... ......... ......AA. ......... ....A.... ....A.... ........."), no: "e5"},
		{name: "no three with two holes", rules: cross, start: grid("......... ......... ......... ......... .....AA.. ......... ....A.... ......... ....A...."), yes: "e5"},
		{name: "an end that is taken", rules: cross, start: grid("......... ......... ......... ......... .....AAB. ....A.... ....A.... ......... ........."), yes: "e5"},
		{name: "a border is no end", rules: cross, start: grid(".AA...... A........ A........ ......... ......... ......... ......... ......... ........."), yes: "a1"},
		{name: "one three ends there, one runs along it", rules: cross, start: grid("......... ......... .AA...... A........ A........ ......... ......... ......... ........."), yes: "a3"},
		{name: "four cells and two ends must fit", rules: cross, start: grid("......... ......... ......... ......... .B...AA.B ....A.... ....A.... ......... ........."), no: "e5"},
		{name: "five cells between two others are too few", rules: cross, start: grid("......... ......... ......... ......... ...B.AA.B ....A.... ....A.... ......... ........."), yes: "e5"},
		{name: "a three and a four", rules: cross, start: grid("......... ......... ......... ......... .....AAA. ....A.... ....A.... ......... ........."), yes: "e5"},
		{name: "a three that was there before does not count", rules: cross, start: grid("......... .AAA..... ......... ......... ......... ....A.... ....A.... ......... ........."), yes: "e5"},
		{name: "two that overlap on one line", rules: line, start: "...A.A..A... A", no: "g1"},
		{name: "need the new symbol in both", rules: line, start: "...A.AA..... A", yes: "i1"},
		{name: "over a seam", rules: cross + " topology=torus", start: grid(".AA...... A........ A........ ......... ......... ......... ......... ......... ........."), no: "a1"},
		{name: "judged after the captures", rules: cross + " captures=5", start: capturingThree, no: "e5"},
		{name: "unless capturing", rules: cross + " captures=5 doubleThree=unlessCapturing", start: capturingThree, yes: "e5"},
		{name: "unless capturing still forbids", rules: cross + " captures=5 doubleThree=unlessCapturing", start: free, no: "e5"},
		{name: "without the capture there is one three", rules: cross, start: strings.TrimSuffix(capturingThree, " 0-0"), yes: "e5"},
	})
}

// capturingThree: e5 makes a three upwards, and takes c5 and d5, which leaves
// room for another to the right.
const capturingThree = "........./........./....A..../....A..../.ABB.AA.B/........./........./........./......... A 0-0"

func TestPassing(t *testing.T) {
	// Each empty cell is a double three for A, and all but four are for B.
	const tile = ".A.A..A.A./.BAB..BAB./.BAB..BAB./.A.A..A.A./BB.BBBB.BB/"
	const shut = "rows=10 cols=10 k=10 topology=torus doubleThree=forbidden"
	a := strings.TrimSuffix(tile+tile, "/") + " A"
	b := strings.TrimSuffix(tile+tile, "/") + " B"
	// Nobody can move when this is whole: fouls and double threes for A, double threes for B.
	const last = "BAAB.BAABA/...BB...BB/..AAA..AAA/.AAAA.AAAA/BAAABBAAAB/BAABABAABA/...BB...BB/..AAA..AAA/.AAAA.AAAA/BAAABBAAAB A"
	check(t, []sentence{
		{name: "one who has no legal move passes", rules: shut, start: a, want: "on", yes: "pass", no: "a1 c5 h10"},
		{name: "the other then moves", rules: shut, start: a, moves: "pass", want: "on", yes: "c5 h5 c10 h10", no: "pass a1"},
		{name: "and may not pass", rules: shut, start: b, want: "on", no: "pass"},
		{name: "the pass may end", rules: shut, start: a, moves: "pass c5", want: "on", yes: "f2", no: "pass"},
		{name: "one who passes may resign", rules: shut, start: a, moves: "resign", want: "B resigned"},
		{name: "nobody can move", rules: "rows=10 cols=10 k=5 topology=torus doubleThree=forbidden foul=renju", start: last, moves: "e1", want: "draw blocked", no: "pass a2"},
	})
	r := mustBuild(t, shut)
	p := mustParse(t, r, a)
	var wg sync.WaitGroup // the race detector sees whether the looking for moves touches a shared board
	for range 2 {
		wg.Go(func() {
			if _, err := p.Play(rules.Pass); err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	if got := slices.Collect(p.Moves()); !slices.Equal(got, []rules.Move{rules.Pass}) {
		t.Errorf("moves %v, want the pass alone", got)
	}
	if q := play(t, r, p, "pass"); q.Hash() == p.Hash() || q.String() != b {
		t.Errorf("after the pass: %s with hash %x, before it %x", q, q.Hash(), p.Hash())
	}
}

func TestRenju(t *testing.T) {
	const empty = "..............."
	// board puts rows of cells, given as "number cells", on an empty board.
	board := func(side string, rows ...string) string {
		all := slices.Repeat([]string{empty}, 15)
		for _, r := range rows {
			number, cells, _ := strings.Cut(r, " ")
			i, _ := strconv.Atoi(number)
			all[i-1] = (cells + empty)[:15]
		}
		return strings.Join(all, "/") + " " + side
	}
	cross := []string{"8 ........XX", "9 .......X", "10 .......X"}
	check(t, []sentence{
		{name: "the first goes to the centre", rules: "renju", no: "a1 h7", yes: "h8"},
		{name: "black wins with five", rules: "renju", start: board("X", "8 ...XXXX"), moves: "h8", want: "A row", cells: "d8 e8 f8 g8 h8"},
		{name: "overline is a foul", rules: "renju", start: board("X", "8 ...XXX.XX"), want: "on", no: "g8", yes: "c8"},
		{name: "white wins with six", rules: "renju", start: board("O", "8 ...OOO.OO"), moves: "g8", want: "B row", cells: "d8 e8 f8 g8 h8 i8"},
		{name: "double three is a foul", rules: "renju", start: board("X", cross...), want: "on", no: "h8"},
		{name: "double four is a foul", rules: "renju", start: board("X", "8 ....OXXX", "9 ........X", "10 ........X", "11 ........X"), want: "on", no: "i8"},
		{name: "two fours on one line are a double four", rules: "renju", start: board("X", "8 .X.XX..X"), want: "on", no: "f8"},
		{name: "also of two pairs each", rules: "renju", start: board("X", "8 ..XX.X..XX"), want: "on", no: "g8"},
		{name: "also of three and one", rules: "renju", start: board("X", "8 ..XXX...XXX"), want: "on", no: "g8"},
		{name: "a straight four is one four", rules: "renju", start: board("X", "8 ....XXX"), want: "on", yes: "d8 h8"},
		{name: "a four and a three are no foul", rules: "renju", start: board("X", "8 ....OXXX", "9 ........X", "10 ........X"), want: "on", yes: "i8"},
		{name: "white has no fouls", rules: "renju", start: strings.NewReplacer("X", "O").Replace(board("", cross...)) + "O", want: "on", yes: "h8"},
		{name: "five beats double four", rules: "renju", start: board("X", "4 ........X", "5 ........X", "6 ........X", "7 ........X", "8 ....OXXX", "9 .........X", "10 ..........X", "11 ...........X"), moves: "i8", want: "A row"},
		{name: "five beats overline", rules: "renju", start: board("X", "4 ........X", "5 ........X", "6 ........X", "7 ........X", "8 .....XXX.XX"), moves: "i8", want: "A row", cells: "i4 i5 i6 i7 i8"},
		{name: "a three that cannot become a straight four", rules: "renju", start: board("X", "8 ....X...XX..X", "9 .......X", "10 .......X"), want: "on", yes: "h8"},
		// The three on row 8 can only become a straight four on g8.
		{name: "a three that can", rules: "renju", start: board("X", "8 ........XX.O", "9 .......X", "10 .......X"), want: "on", no: "h8"},
		{
			name: "not where that would be a double four", rules: "renju",
			start: board("X", "5 ......X", "6 ......X", "7 ......X", "8 ........XX.O", "9 .......X", "10 .......X"), want: "on", yes: "h8",
		},
		{
			name: "nor where that would be a five", rules: "renju",
			start: board("X", "4 ......X", "5 ......X", "6 ......X", "7 ......X", "8 ........XX.O", "9 .......X", "10 .......X"), want: "on", yes: "h8 g8",
		},
		{
			name: "nor where that would be an overline", rules: "renju",
			start: board("X", "5 ......X", "6 ......X", "7 ......X", "8 ........XX.O", "9 ......XX", "10 ......XX", "11 ......X"), want: "on", yes: "h8", no: "g8",
		},
	})
}

// TestFoulLadder asks about fouls where each three depends on the next, on and
// on: the answer must come, and be the same twice.
func TestFoulLadder(t *testing.T) {
	r := mustBuild(t, "renju rows=60 cols=60")
	p := mustParse(t, r, strings.TrimSuffix(strings.Repeat(strings.Repeat(".AA...", 10)+"/", 60), "/")+" A")
	start := time.Now()
	_, err := p.Play(rules.Place(60*30 + 33))
	_, again := p.Play(rules.Place(60*30 + 33))
	if d := time.Since(start); d > 20*time.Second || (err == nil) != (again == nil) {
		t.Errorf("two answers after %v: %v, %v", d, err, again)
	}
}

// TestForbidden500 compares all empty cells of 500 positions with the judgement
// of two independent programs, in both directions and with the kind of foul.
func TestForbidden500(t *testing.T) {
	f, err := os.Open("testdata/renju/forbidden-500.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := mustBuild(t, "renju")
	kinds := map[byte]fault{'.': none, '3': doubleThree, '4': doubleFour, '6': overline}
	got := map[fault]int{}
	for s := bufio.NewScanner(f); s.Scan(); {
		cells := strings.TrimPrefix(s.Text(), "B ")
		if len(cells) != 225 {
			t.Fatalf("%d cells in %q", len(cells), s.Text())
		}
		var rows []string
		for row := range slices.Chunk([]byte(cells), 15) {
			rows = append(rows, strings.NewReplacer("3", ".", "4", ".", "6", ".").Replace(string(row)))
		}
		p := mustParse(t, r, strings.Join(rows, "/")+" X")
		legal := map[rules.Cell]bool{}
		for m := range p.Moves() {
			legal[m.To] = true
		}
		for i := range cells {
			c := rules.Cell(i)
			want, open := kinds[cells[i]]
			if !open {
				continue
			}
			f := r.fault(inner(p).cells, c, first, false)
			_, err := p.Play(rules.Place(c))
			if f != want || legal[c] != (want == none) || (err == nil) != (want == none) {
				t.Errorf("%s: %s: fault %d, listed %v, Play says %v; want fault %d", p, r.Board().Cells[c].Label, f, legal[c], err, want)
			}
			got[f]++
		}
	}
	if got[doubleThree] != 655 || got[doubleFour] != 136 || got[overline] != 19 {
		t.Errorf("fouls found: %v", got)
	}
}
