package line

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/rules"
)

// sentence is an example of one sentence of the rules: moves from a position lead to an outcome,
// after which some moves are legal and others are not.
type sentence struct {
	name  string
	rules string // preset and overrides
	start string // position, or "" for the initial position
	moves string
	want  string // outcome
	cells string // the winning cells, or "" if they do not matter
	no    string // moves that must be illegal
	yes   string // moves that must be legal
}

func check(t *testing.T, sentences []sentence) {
	t.Helper()
	for _, s := range sentences {
		t.Run(s.name, func(t *testing.T) {
			r := mustBuild(t, s.rules)
			p := r.Start()
			if s.start != "" {
				p = mustParse(t, r, s.start)
			}
			p = play(t, r, p, s.moves)
			if got := outcome(p); s.want != "" && got != s.want {
				t.Errorf("after %s: %s, want %s", p, got, s.want)
			}
			if got := labels(r, p.Result().Cells); s.cells != "" && got != s.cells {
				t.Errorf("after %s: winning cells %s, want %s", p, got, s.cells)
			}
			for _, m := range strings.Fields(s.no) {
				if _, err := try(t, r, p, m); err == nil {
					t.Errorf("%s: %s is accepted", p, m)
				}
			}
			for _, m := range strings.Fields(s.yes) {
				if _, err := try(t, r, p, m); err != nil {
					t.Errorf("%s: %s: %v", p, m, err)
				}
			}
		})
	}
}

func TestRows(t *testing.T) {
	check(t, []sentence{
		{name: "horizontal", rules: "tictactoe", moves: "a1 a2 b1 b2 c1", want: "A row", cells: "a1 b1 c1"},
		{name: "vertical", rules: "tictactoe", moves: "a1 b1 a2 b2 c3 b3", want: "B row", cells: "b1 b2 b3"},
		{name: "falling diagonal", rules: "tictactoe", moves: "a1 b1 b2 c1 c3", want: "A row", cells: "a1 b2 c3"},
		{name: "rising diagonal", rules: "tictactoe", moves: "a3 b1 b2 a1 c1", want: "A row", cells: "c1 b2 a3"},
		{name: "a full board with no row is a draw", rules: "tictactoe", moves: "b2 a1 c1 a3 a2 c2 b1 b3 c3", want: "draw full"},
		{name: "a row on the last cell is no draw", rules: "tictactoe", moves: "a1 b1 b2 c1 a3 a2 c2 b3 c3", want: "A row", cells: "a1 b2 c3"},
		{name: "several rows at once win once", rules: "tictactoe", start: ".AA/ABB/ABB A", moves: "a1", want: "A row", cells: "a1 b1 c1 a2 a3"},
		{name: "a longer row wins", rules: "rows=1 cols=7 k=3", start: "AA.AA.. A", moves: "c1", want: "A row", cells: "a1 b1 c1 d1 e1"},
		{name: "a longer row is ignored", rules: "rows=1 cols=7 k=3 overline=ignored", start: "AA.AA.. A", moves: "c1", want: "on"},
		{
			name: "an exact row beside a longer one", rules: "rows=3 cols=5 k=3 overline=ignored",
			start: "AA.AA/..A../..A.. A", moves: "c1", want: "A row", cells: "c1 c2 c3",
		},
		{name: "three players take turns", rules: "tictactoe players=3 rows=4 cols=4", moves: "a1 a2 a3 b1 d2 b3 d4 d1 c3", want: "C row", cells: "a3 b3 c3"},
		{name: "nobody moves after the end", rules: "tictactoe", start: "AAA/BB./... B", want: "A row", no: "c2 pass"},
		{name: "a cell takes one symbol", rules: "tictactoe", moves: "a1", want: "on", no: "a1"},
		{name: "passing is not allowed", rules: "tictactoe", want: "on", no: "pass"},
		{name: "making the row loses", rules: "tictactoe misere=on", moves: "a1 a2 b1 b2 c1", want: "B misere", cells: "a1 b1 c1"},
		{name: "all others win then", rules: "tictactoe misere=on players=3 rows=4 cols=4", moves: "a1 a2 a3 b1 d2 b3 d4 d1 c3", want: "AB misere"},
		{name: "resigning", rules: "tictactoe", moves: "a1 resign", want: "A resigned", no: "b1 resign"},
		{name: "all others win by it", rules: "tictactoe players=3", moves: "a1 resign", want: "AC resigned"},
	})
}

func TestTopologies(t *testing.T) {
	check(t, []sentence{
		{name: "a plane ends at its edges", rules: "rows=4 cols=4", start: "AA../..../..../.... A", moves: "d1", want: "on"},
		{name: "columns of a cylinder wrap", rules: "rows=4 cols=4 topology=cylinder", start: "AA../..../..../.... A", moves: "d1", want: "A row", cells: "a1 b1 d1"},
		{name: "and diagonals over the seam", rules: "rows=4 cols=4 topology=cylinder", start: "...A/A.../..../.... A", moves: "b3", want: "A row", cells: "d1 a2 b3"},
		{name: "rows of a cylinder do not", rules: "rows=4 cols=4 topology=cylinder", start: "A.../A.../..../.... A", moves: "a4", want: "on"},
		{name: "rows of a torus wrap", rules: "rows=4 cols=4 topology=torus", start: "A.../A.../..../.... A", moves: "a4", want: "A row", cells: "a1 a2 a4"},
		{name: "diagonals of a torus cross its corner", rules: "rows=4 cols=4 topology=torus", start: "A.../..../..../...A A", moves: "c3", want: "A row", cells: "a1 c3 d4"},
		{name: "no cell comes twice in a row", rules: "rows=3 cols=4 k=4 topology=torus", start: "A.../A.../.... A", moves: "a3", want: "on"},
		{name: "the seam of a Möbius strip mirrors the row", rules: "rows=3 cols=4 topology=mobius", start: "..../..../AB.. A", moves: "d1 b1 c1", want: "A row", cells: "c1 d1 a3"},
		{name: "so the same row does not go on", rules: "rows=3 cols=4 topology=mobius", start: "A.../..../.... A", moves: "d1 b2 c1", want: "on"},
		{
			name: "and the vertical direction", rules: "rows=4 cols=4 k=4 topology=mobius",
			start: "..A./A.../..../.... A", moves: "d2 d4 b1", want: "A row", cells: "b1 c1 a2 d2",
		},
		{name: "rows of a Möbius strip do not wrap", rules: "rows=4 cols=4 topology=mobius", start: "A.../A.../..../.... A", moves: "a4", want: "on"},
		{name: "over the pole of a sphere", rules: "rows=3 cols=4 topology=sphere", start: "A.../A.../.... A", moves: "c1", want: "A row", cells: "a1 c1 a2"},
		{name: "and aslant", rules: "rows=3 cols=4 topology=sphere", start: "A.../A.../.... A", moves: "d1", want: "A row", cells: "a1 d1 a2"},
		{name: "over the other pole", rules: "rows=3 cols=4 topology=sphere", start: "..../.A../.A.. A", moves: "d3", want: "A row", cells: "b2 b3 d3"},
		{name: "columns of a sphere wrap", rules: "rows=3 cols=6 topology=sphere", start: "....../A....A/...... A", moves: "b2", want: "A row", cells: "a2 b2 f2"},
		{name: "gravity on a Möbius strip", rules: "rows=3 cols=4 topology=mobius drop=on", start: "...A/..BB/A.AB A", moves: "c", want: "A row", cells: "c1 d1 a3"},
	})
}

func TestGravity(t *testing.T) {
	r := mustBuild(t, "connect4")
	p := play(t, r, r.Start(), "d d")
	if got, want := p.String(), "......./......./......./......./...B.../...A... A"; got != want {
		t.Errorf("after two symbols in column d: %s, want %s", got, want)
	}
	if got := rules.Landing(r.Board(), r.Start(), play(t, r, r.Start(), "d"), rules.Place(3)); r.Board().Cells[got].Label != "d6" {
		t.Errorf("the first symbol lands on %s", r.Board().Cells[got].Label)
	}
	p = play(t, r, p, "d d d d")
	if got := len(slices.Collect(p.Moves())); got != 6 {
		t.Errorf("%d moves beside a full column, want 6", got)
	}
	if _, err := p.Play(rules.Place(r.Board().Find("a6"))); err == nil {
		t.Error("a move can be named by the cell where the symbol lands")
	}
	check(t, []sentence{
		{name: "a full column takes nothing", rules: "connect4", moves: "d d d d d d", want: "on", no: "d"},
		{name: "four in a column win", rules: "connect4", moves: "a b a b a b a", want: "A row", cells: "a3 a4 a5 a6"},
		{name: "the lowest empty cell, even below another symbol", rules: "rows=3 cols=2 k=3 drop=on", start: "A./../.. A", moves: "a b a", want: "A row", cells: "a1 a2 a3"},
		{name: "on a cylinder", rules: "rows=2 cols=4 drop=on topology=cylinder", moves: "a b d b c", want: "A row", cells: "a2 c2 d2"},
		{name: "where it lands", rules: "rows=4 cols=2 drop=on adjacent=on", start: "A./../../.. B", want: "draw blocked"},
		{name: "what falls must touch", rules: "rows=3 cols=5 drop=on adjacent=on", moves: "a", want: "on", no: "c d e", yes: "a b"},
	})
}

func TestPlacement(t *testing.T) {
	check(t, []sentence{
		{name: "the first symbol must touch nothing", rules: "rows=5 cols=5 adjacent=on", want: "on", yes: "a1 c3 e5"},
		{name: "the next must touch one in 8 directions", rules: "rows=5 cols=5 adjacent=on", moves: "c3", want: "on", no: "a1 a3 e3 c5 e5 e1", yes: "b2 c2 d2 b3 d3 b4 c4 d4"},
		{name: "of any owner", rules: "rows=5 cols=5 adjacent=on", moves: "c3 d3", want: "on", yes: "e2 e3 e4"},
		{name: "over the seam too", rules: "rows=5 cols=5 adjacent=on topology=torus", moves: "a1", want: "on", yes: "e5 e1 a5 b5", no: "c3 d1"},
		{name: "the first symbol goes to the centre", rules: "pente", want: "on", no: "a1 k11 j11 s19", yes: "j10"},
		{name: "only the first", rules: "pente", moves: "j10", want: "on", yes: "a1 k11"},
		{name: "a handicap position has had its first", rules: "pente", start: "A.................." + strings.Repeat("/...................", 18) + " B", want: "on", yes: "a2"},
	})
}

func TestCaptures(t *testing.T) {
	const nine = "rows=9 cols=9 k=5 captures=5"
	check(t, []sentence{
		{name: "borders do not flank", rules: "rows=1 cols=9 k=5 captures=5", start: "BB....... A", moves: "c1", want: "on", no: "a1 b1"},
		{name: "one symbol is not taken", rules: "rows=1 cols=9 k=5 captures=5", start: "AB....... A", moves: "c1", want: "on", no: "b1"},
		{name: "nor are three", rules: "rows=1 cols=9 k=5 captures=5", start: "ABBB..... A", moves: "e1", want: "on", no: "b1 c1 d1"},
		{name: "nor a pair beside a gap", rules: "rows=1 cols=9 k=5 captures=5", start: "AB.B..... A", moves: "e1", want: "on", no: "b1 d1"},
		{name: "captured cells may be played by both", rules: "rows=1 cols=9 k=5 captures=5", start: "ABB...... A", moves: "d1 b1 c1", want: "on", no: "b1 c1"},
		{name: "moving into a flanked place is safe", rules: "rows=1 cols=9 k=5 captures=5", start: "AB.A..... B", moves: "c1", want: "on", no: "b1 c1"},
		{name: "and closes nothing later", rules: "rows=1 cols=9 k=5 captures=5", start: "AB.A..... B", moves: "c1 i1", want: "on", no: "b1 c1"},
		{name: "over the seam", rules: "rows=1 cols=9 k=5 captures=5 topology=cylinder", start: "B......AB A", moves: "b1", want: "on", yes: "a1 i1"},
		{name: "the flanking symbol is another one", rules: "rows=1 cols=3 k=3 captures=5 topology=cylinder", start: ".BB A", moves: "a1", want: "draw full"},
		{name: "a pair belongs to one player", rules: "rows=1 cols=9 k=5 captures=5 players=3", start: "ABC...... A", moves: "d1", want: "on", no: "b1 c1"},
		{name: "of any other", rules: "rows=1 cols=9 k=5 captures=5 players=3", start: "ACC...... A", moves: "d1", want: "on", yes: "b1 c1"},
		{name: "the flanking symbol is the mover's", rules: "rows=1 cols=9 k=5 captures=5 players=3", start: "CBB...... A", moves: "d1", want: "on", no: "b1 c1"},
		{name: "enough pairs win", rules: nine, start: "ABB....../" + strings.Repeat("........./", 7) + "......... A 4-0", moves: "d1", want: "A captures"},
		{name: "one pair too few does not", rules: nine, start: "ABB....../" + strings.Repeat("........./", 7) + "......... A 3-0", moves: "d1", want: "on"},
		{
			name: "a capture that cuts a longer row to size makes it win", rules: "rows=6 cols=6 k=3 captures=5 overline=ignored",
			start: "....../....../....../.BBBB./....B./....A. A", moves: "e3", want: "B row", cells: "b4 c4 d4",
		},
		{name: "and they win where rows lose", rules: "rows=1 cols=9 k=3 captures=1 misere=on", start: "ABB.AA... A", moves: "d1", want: "A captures"},
	})
}

// TestCapturesAllRound checks captures in each direction, then in all directions at once.
func TestCapturesAllRound(t *testing.T) {
	r := mustBuild(t, "rows=9 cols=9 k=5 captures=5")
	centre := r.Board().Find("e5")
	all := rules.SetupOf(r, r.Start())
	for d := range ways {
		one := rules.SetupOf(r, r.Start())
		l := rules.Link{Cell: centre, Dir: uint8(d)}
		for _, owner := range []rules.Player{1, 1, 0} {
			l = r.Board().Step[l.Dir][l.Cell]
			one.Cells[l.Cell], all.Cells[l.Cell] = rules.Piece(owner), rules.Piece(owner)
		}
		if q := playSetup(t, r, one); stones(r, q, 1) != 0 || q.(rules.Holder).Held(0) != 1 || q.(rules.Scorer).Score(0) != 1 {
			t.Errorf("direction %d: %v: the pair is not taken", d, q)
		}
	}
	q := playSetup(t, r, all)
	if res := q.Result(); stones(r, q, 1) != 0 || res.Reason != rules.Captures || !slices.Equal(res.Final, []int{8, 0}) {
		t.Errorf("%v: %+v, want a win by 8 pairs", q, res)
	}
}

// playSetup plays e5 in the position described by s.
func playSetup(t *testing.T, r *Rules, s rules.Setup) rules.Position {
	t.Helper()
	p, err := r.SetUp(s)
	if err != nil {
		t.Fatal(err)
	}
	return play(t, r, p, "e5")
}

// stones counts the pieces of owner.
func stones(r *Rules, p rules.Position, owner rules.Player) (n int) {
	for c := range r.Board().Cells {
		if p.At(rules.Cell(c)).Owner == owner {
			n++
		}
	}
	return n
}

func TestBreakableRows(t *testing.T) {
	// A completes row 4 on e4. If B has c3 or c6, the stone on c4 can be captured together with c5.
	board := func(c3, c6, extra string) string {
		return "........./........./.." + c3 + "....../.AAA...../..A....../.." + c6 + "....../........./........./" + extra + " A 0-0"
	}
	const broken, none = "rows=9 cols=9 k=4 captures=3 breakable=on", "........."
	open := board("B", ".", none)
	check(t, []sentence{
		{name: "without the switch a row wins at once", rules: broken + " breakable=off", start: open, moves: "e4", want: "A row"},
		{name: "a row that no reply breaks wins at once", rules: broken, start: board(".", ".", none), moves: "e4", want: "A row"},
		{name: "a row that a reply breaks does not win yet", rules: broken, start: open, moves: "e4", want: "on", yes: "c6 a1 i9"},
		{name: "the broken row is gone", rules: broken, start: open, moves: "e4 c6", want: "on", yes: "c4 c5"},
		{name: "the row wins after another reply", rules: broken, start: open, moves: "e4 a1", want: "A row", cells: "b4 c4 d4 e4"},
		{name: "even after one that makes a row", rules: broken, start: board("B", ".", "BBB......"), moves: "e4 d9", want: "A row", cells: "b4 c4 d4 e4"},
		{name: "the reply may win by capture", rules: broken, start: strings.Replace(board(".", ".", "BAA......"), "0-0", "0-2", 1), moves: "e4 d9", want: "B captures"},
		{name: "not with too few pairs", rules: broken, start: board(".", ".", "BAA......"), moves: "e4", want: "A row"},
		{
			name: "the reply must break every row", rules: broken,
			start: "....A..../....A..../..B.A..../.AAA...../..A....../........./........./........./......... A 0-0", moves: "e4", want: "A row",
			cells: "e1 e2 e3 b4 c4 d4 e4",
		},
		{
			name: "breaking one of two rows does not help", rules: broken,
			start: "....A..../....A..../..B.A..../.AAA.A.../..A...A../.......B./........./........./......... A 0-0", moves: "e4", want: "A row",
		},
		{
			name: "a reply can make a row as it breaks one", rules: broken,
			start: "........./........./..B....../.AAA...../..A....../BB.B...../........./........./......... A 0-0", moves: "e4 c6", want: "B row",
			cells: "a6 b6 c6 d6",
		},
		{name: "the loser of a broken row game goes on", rules: broken, start: open, moves: "e4 c6 c4", want: "A row"},
		{name: "making the row loses then", rules: broken + " misere=on", start: open, moves: "e4 a1", want: "B misere"},
		{
			name: "a reply that is not legal breaks nothing", rules: "ninuki",
			start: fiveWithDoubleThree, moves: "j10", want: "A row",
		},
		{name: "the same reply where it is legal", rules: "ninuki doubleThree=unlessCapturing", start: fiveWithDoubleThree, moves: "j10", want: "on", yes: "h12"},
	})
}

// In fiveWithDoubleThree, A completes a row on j10. B can only break it on h12, which makes two
// free threes.
var fiveWithDoubleThree = picture(map[string]string{
	"A": "f10 g10 h10 i10 h11", "B": "f9 h9 i12 j12 i13 j14",
})

// picture returns the text of a 19×19 position with the given stones, A to move and no captured
// pairs.
func picture(owners map[string]string) string {
	rows := make([][]byte, 19)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(".", 19))
	}
	for owner, cells := range owners {
		for _, c := range strings.Fields(cells) {
			row, _ := strconv.Atoi(c[1:])
			rows[row-1][c[0]-'a'] = owner[0]
		}
	}
	var text []string
	for _, r := range rows {
		text = append(text, string(r))
	}
	return strings.Join(text, "/") + " A 0-0"
}
