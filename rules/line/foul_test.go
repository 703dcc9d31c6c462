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

	"boardstudio/internal/race"
	"boardstudio/rules"
)

func TestDoubleThree(t *testing.T) {
	// A single line of twelve cells, and an empty board of nine by nine.
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
		{name: "shared: two free threes through the new symbol", rules: cross + " doubleThree=shared", start: free, no: "e5", yes: "d5 e8"},
		{name: "shared: an earlier three with a symbol in common", rules: cross + " doubleThree=shared", start: corner, no: "d6 d7 c7 e6", yes: "d8 b7 a1"},
		{name: "forbidden: an earlier three does not count", rules: cross, start: corner, yes: "d6 d7 c7 e6"},
		{name: "shared: an earlier three in another place", rules: cross + " doubleThree=shared", start: grid("......... .AAA..... ......... ......... ......... ....A.... ....A.... ......... ........."), yes: "e5"},
		{name: "shared: an earlier three that is not free", rules: cross + " doubleThree=shared", start: strings.Replace(corner, ".AAA", "BAAA", 1), yes: "d6 c7"},
		{name: "shared: the new stone ends the earlier three", rules: cross + " doubleThree=shared", start: corner, yes: "e4 a4 f4"},
		{name: "shared: only one's own threes", rules: cross + " doubleThree=shared", start: strings.TrimSuffix(corner, "A") + "B", yes: "d6 c7"},
		{name: "shared: two that overlap on one line", rules: line + " doubleThree=shared", start: "...A.AA..... A", no: "i1"},
		{name: "shared: a capture changes nothing", rules: cross + " captures=5 doubleThree=shared", start: capturingThree, no: "e5"},
		{name: "shared: an earlier three that the capture frees", rules: cross + " captures=5 doubleThree=shared", start: freedThree, no: "f6"},
		{name: "without the capture it stays blocked", rules: cross + " doubleThree=shared", start: strings.TrimSuffix(freedThree, " 0-0"), yes: "f6"},
	})
}

// In corner, b4 c4 d4 is a free three. One more stone on d5 or c6 can make another three that
// shares a stone with it.
const corner = "........./........./........./.AAA...../...A...../..A....../........./........./......... A"

// In capturingThree, e5 makes a vertical three and captures c5 and d5, which opens a second one to
// the right.
const capturingThree = "........./........./....A..../....A..../.ABB.AA.B/........./........./........./......... A 0-0"

// In freedThree, f6 makes the three d4 e5 f6 and captures f4, after which c4 d4 e4 is not a three
// any more.
const freedThree = "........./........./.....A.../..AAAB.../....AB.../........./........./........./......... A 0-0"

func TestPassing(t *testing.T) {
	// Every empty cell is a double three for A. For B this is true of all but four cells.
	const tile = ".A.A..A.A./.BAB..BAB./.BAB..BAB./.A.A..A.A./BB.BBBB.BB/"
	const onlyPasses = "rows=10 cols=10 k=10 topology=torus doubleThree=forbidden"
	a := strings.TrimSuffix(tile+tile, "/") + " A"
	b := strings.TrimSuffix(tile+tile, "/") + " B"
	// When this board is complete, no player can move: A has fouls and double threes, B has double
	// threes.
	const last = "BAAB.BAABA/...BB...BB/..AAA..AAA/.AAAA.AAAA/BAAABBAAAB/BAABABAABA/...BB...BB/..AAA..AAA/.AAAA.AAAA/BAAABBAAAB A"
	check(t, []sentence{
		{name: "one who has no legal move passes", rules: onlyPasses, start: a, want: "on", yes: "pass", no: "a1 c5 h10"},
		{name: "the other then moves", rules: onlyPasses, start: a, moves: "pass", want: "on", yes: "c5 h5 c10 h10", no: "pass a1"},
		{name: "and may not pass", rules: onlyPasses, start: b, want: "on", no: "pass"},
		{name: "the pass may end", rules: onlyPasses, start: a, moves: "pass c5", want: "on", yes: "f2", no: "pass"},
		{name: "one who passes may resign", rules: onlyPasses, start: a, moves: "resign", want: "B resigned"},
		{name: "no player can move", rules: "rows=10 cols=10 k=5 topology=torus doubleThree=forbidden foul=renju", start: last, moves: "e1", want: "draw blocked", no: "pass a2"},
	})
	r := mustBuild(t, onlyPasses)
	p := mustParse(t, r, a)
	var wg sync.WaitGroup // the race detector checks that the search for legal moves does not modify shared cells
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
	// board returns an empty board with the given rows replaced, each written as "number cells".
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

// TestFoulLadder checks that Play returns, with the same answer twice, in a position where each
// three depends on the next one.
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

// TestForbidden500 compares all empty cells of 500 positions with the results of two independent
// programs, including the kind of foul.
func TestForbidden500(t *testing.T) {
	race.Skip(t)
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
			f := r.fault(positionOf(p).cells, c, first, false)
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
