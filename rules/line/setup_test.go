package line

import (
	"strings"
	"testing"

	"boardstudio/rules"
)

func TestSetUpRefused(t *testing.T) {
	plain, pairs := mustBuild(t, "tictactoe"), mustBuild(t, "pente")
	for _, c := range []struct {
		name  string
		r     *Rules
		spoil func(*rules.Setup)
		want  string
	}{
		{"a cell too few", plain, func(s *rules.Setup) { s.Cells = s.Cells[1:] }, "there are 8 cells instead of 9"},
		{"an owner too many", plain, func(s *rules.Setup) { s.Cells[4] = rules.Piece(2) }, "the piece on b2 belongs to none of the 2 players"},
		{"an owner below nobody", plain, func(s *rules.Setup) { s.Cells[4].Owner = -2 }, "the piece on b2 belongs to none of the 2 players"},
		{"two symbols in a cell", plain, func(s *rules.Setup) { s.Cells[4] = rules.Content{Owner: 1, Count: 2} }, "there can be at most one piece on b2"},
		{"an owner of nothing", plain, func(s *rules.Setup) { s.Cells[4] = rules.Content{Owner: 1} }, "there can be at most one piece on b2"},
		{"a negative number", plain, func(s *rules.Setup) { s.Cells[4] = rules.Content{Owner: 1, Count: -1} }, "there can be at most one piece on b2"},
		{"another kind", plain, func(s *rules.Setup) { s.Cells[4] = rules.Content{Owner: 1, Kind: 1, Count: 1} }, "there can be at most one piece on b2"},
		{"a turn too many", plain, func(s *rules.Setup) { s.Turn = 2 }, "it must be the turn of one of the 2 players"},
		{"nobody's turn", plain, func(s *rules.Setup) { s.Turn = rules.NoPlayer }, "no player is to move, but the game is not over"},
		{"pairs where none are taken", plain, func(s *rules.Setup) { s.Held = []int{0, 1} }, "this game has no captures"},
		{"negative pairs", pairs, func(s *rules.Setup) { s.Held[1] = -1 }, "player B has a negative number of captured pairs"},
		{"too many pairs", pairs, func(s *rules.Setup) { s.Held[0] = 256 }, "player A has captured more than 255 pairs"},
		{"pairs of a third player", pairs, func(s *rules.Setup) { s.Held = []int{0, 0, 0} }, "there are captured pairs for 3 players instead of 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := rules.SetupOf(c.r, c.r.Start())
			c.spoil(&s)
			if p, err := c.r.SetUp(s); err == nil || err.Error() != c.want {
				t.Errorf("SetUp = %v, %v; want %q", p, err, c.want)
			}
		})
	}
}

func TestSetUpResult(t *testing.T) {
	const pente = "pente rows=6 cols=6 centreFirst=off"
	six := func(rows, rest string) string {
		return rows + strings.Repeat("/......", 5-strings.Count(rows, "/")) + " " + rest
	}
	check(t, []sentence{
		{name: "a finished row is over", rules: "tictactoe", start: "AAA/BB./... B", want: "A row", cells: "a1 b1 c1"},
		{name: "whoever is to move", rules: "tictactoe", start: "AAA/BB./... A", want: "A row"},
		{name: "of two rows, that of the one who moved last counts", rules: "tictactoe", start: "AAA/BBB/... A", want: "B row", cells: "a2 b2 c2"},
		{name: "then that of the one before", rules: "tictactoe players=3", start: "AAA/BBB/... A", want: "B row"},
		{name: "and so on", rules: "tictactoe players=3", start: "AAA/BBB/... C", want: "B row"},
		{name: "a full board", rules: "tictactoe", start: "ABA/ABB/BAA B", want: "draw full"},
		{name: "enough pairs", rules: pente, start: six("A.B...", "B 5-0"), want: "A captures"},
		{name: "pairs come before rows", rules: pente, start: six("A.BBBB/....../....../....../....../BBBBB.", "A 5-0"), want: "A captures"},
		{name: "of two with enough pairs, the one who moved last", rules: pente, start: six("A.B...", "A 5-5"), want: "B captures"},
		{name: "a row that outlived the reply", rules: pente + " breakable=on", start: six("AAAAA./..B...", "A 0-0"), want: "A row"},
		{name: "comes before the row of the reply", rules: pente + " breakable=on", start: six("AAAAA./BBBBB.", "A 0-0"), want: "A row"},
		{name: "a row that awaits its reply", rules: pente + " breakable=on", start: six("..B.../.AAAAA/..A...", "B 0-0"), want: "on", yes: "c4"},
	})
}

// TestSetUpTurn checks that the setup of a finished game need not name the next player.
func TestSetUpTurn(t *testing.T) {
	for _, c := range []struct{ rules, text string }{
		{"tictactoe", "AAA/BB./... B"},
		{"tictactoe", "ABA/ABB/BAA B"},
		{"tictactoe players=3", "AAA/BB./C.C B"},
		{"tictactoe rows=4 cols=4 players=3 misere=on", "AAA./BB../C.C./.... B"},
		{"pente rows=6 cols=6", "A.BB../....../....../....../....../...... B 5-0"},
		{"pente rows=6 cols=6 players=3", "A.BB../....../....../....../....../...... B 5-0-0"},
	} {
		r := mustBuild(t, c.rules)
		s := rules.SetupOf(r, mustParse(t, r, c.text))
		p, err := r.SetUp(s)
		if err != nil || s.Turn != rules.NoPlayer || p.String() != c.text {
			t.Errorf("%s: SetUp = %v, %v", c.text, p, err)
		}
	}
}

func TestWarn(t *testing.T) {
	const pente = "pente rows=6 cols=6"
	for _, c := range []struct{ name, rules, text, want string }{
		{"the start", "tictactoe", ".../.../... A", ""},
		{"whoever begins", "tictactoe", ".../.../... B", ""},
		{"B began", "tictactoe", "B../.../... A", ""},
		{"two of one", "tictactoe", "A.A/.../... B", "player A has 2 pieces on the board, but the turns allow 1"},
		{"the wrong turn", "tictactoe", "AB./A../... A", "player A has 2 pieces on the board, but the turns allow 1"},
		{"three in turn", "tictactoe players=3", "AB./.../... C", ""},
		{"three out of turn", "tictactoe players=3", "AC./.../... B", ""},
		{"one of three missing", "tictactoe players=3", "ACC/.../... B", "player C has 2 pieces on the board, but the turns allow 1"},
		{"black begins at renju", "renju", "O" + strings.Repeat(".", 14) + strings.Repeat("/...............", 14) + " X", "player A begins, so it cannot be the turn of player A after 1 pieces"},
		{"captured stones count", pente, "A.A.../....../....../...A../....../..B... A 1-0", ""},
		{"and must be there", pente, "A...B./....../....../...A../....../..B... A 1-0", "captures do not explain why player A has only 2 pieces on the board"},
		{"in pairs", pente + " players=3", "ACC.../A...../....../...A../....../..B... C 1-0-0", ""},
		{"of other players", pente + " players=3", "ACC..B/....../....../....../....../..B... B 1-0-0", "captures do not explain why player A has only 1 pieces on the board"},
		{"pairs of a torus apart", "rows=6 cols=6 k=5 captures=5 topology=torus", "AA..../....../....../....../....../...... B 0-0", "player A has 2 pieces on the board, but the turns allow 1"},
		{"pairs of a torus that share a cell", "rows=4 cols=4 k=4 captures=5 topology=torus", "AA../..../..../.... B 0-0", ""},
		{"floating", "connect4", "......./......./......./......./...A.../....... B", "the piece on d5 floats"},
		{"standing", "connect4", "......./......./......./......./......./...A... B", ""},
		{"two winners", "tictactoe", "AAA/BBB/... A", "more than one player has a row"},
		{"a winner who did not move", "tictactoe rows=4 cols=4", "AAA./BB../B.../.... A", "player A has a row, but did not move last"},
		{"a winner who did", "tictactoe rows=4 cols=4", "AAA./BB../..../.... B", ""},
		{"two rows at once", "tictactoe rows=4 cols=4", "AAA./ABB./A..B/B.B. B", ""},
		{"two rows apart", "tictactoe rows=4 cols=4", "AAA./BB.B/AAA./BB.B B", "player A has rows that cannot be completed by a single move"},
		{"a row that outlived the reply", pente + " breakable=on", "AAAAA./BBBBB./....../....../....../...... A", ""},
		{"a row that a capture cut to size", "pente rows=6 cols=6 k=3 overline=ignored centreFirst=off", "A.A..A/....../....A./.BBB../....../....A. B 1-0", ""},
		{"too many pairs", pente, "A...../....../....../....../....../..B... B 13-0", "player A has captured more pairs than possible in this number of moves"},
		{"pairs of the one to move", pente, "A...../....../....../....../....../..B... A 5-0", "player A has won by captures, but did not move last"},
		{"an empty centre", "renju", "X" + strings.Repeat(".", 14) + strings.Repeat("/...............", 14) + " O", "the first piece goes to the centre, but h8 is empty"},
		{"apart", "rows=5 cols=5 adjacent=on", "A..../...../..B../...../..... A", "some pieces do not touch the others"},
		{"together", "rows=5 cols=5 adjacent=on", "A..../.B.../..B../...A./..... A", ""},
		{"no pass explains it", "rows=9 cols=9 k=5 doubleThree=forbidden", "A.A" + strings.Repeat(".", 6) + strings.Repeat("/.........", 8) + " B", "player A has 2 pieces on the board, but the turns allow 1"},
		{"a pass may explain it", "rows=10 cols=10 k=10 topology=torus doubleThree=forbidden", strings.TrimSuffix(strings.Repeat(".A.A..A.A./.BAB..BAB./.BAB..BAB./.A.A..A.A./BB.BBBB.BB/", 2), "/") + " A", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := mustBuild(t, c.rules)
			got := ""
			if err := r.Warn(mustParse(t, r, c.text)); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("Warn(%s) = %q, want %q", c.text, got, c.want)
			}
		})
	}
}
