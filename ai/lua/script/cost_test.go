package script

import (
	"context"
	"testing"
	"time"

	"boardstudio/ai"
)

// TestCosts checks that the cost of a function is between half and one and a half times the cost in
// the manual. Otherwise a script that counts its instructions would think too long or not long
// enough.
func TestCosts(t *testing.T) {
	steps := func(game, before, code string) float64 {
		t.Helper()
		const times = 50
		m := machine(t, game, choosing(before+"\nfor i = 1, 50 do "+code+" end"), Options{Instructions: 1 << 40})
		if _, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: time.Minute}); err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		return float64(m.game.Budget.Steps) / times
	}
	for _, x := range []struct {
		game, before, code string
		want               float64
	}{
		{"othello", "", "local x = pos:moves()", 64},
		{"othello", "", "local x = pos:board()", 64},
		{"othello", "", "local x = pos:cells()", 64},
		{"othello", "", "local x = pos:size()", 64},
		{"othello", "", "local x = pos:neighbours('d4')", 8},
		{"othello", "", "local x = pos:play('d3')", 16},
		{"othello", "", "local x = pos:captures('d3')", 16 + 64},
		{"othello", "", "local x = pos:flips('d3')", 16 + 64},
		{"othello", "", "local x = pos:mobility(1)", 64},
		{"othello", "", "local x = pos:stable(1)", 128},
		{"othello", "", "local x = pos:corners()", 64},
		{"othello", "", "local x = pos:edges()", 64},
		{"othello", "", "local x = pos:text()", 4},
		{"gomoku", "", "local x = pos:text()", 225. / 16},
		{"gomoku", "", "local x = pos:symmetries()", 225 * 8 * 2},
		{"gomoku", "", "local x = pos:canonical()", 225 * 8 * 2},
		{"gomoku", "pos:tuples(1)", "local x = pos:tuples(1)", 572 * 5 / 16},
		{"gomoku", "pos:tuples(1)", "local x = pos:threats(1, 3)", 572 * 5 / 16},
		{"gomoku", "pos:tuples(1)", "local x = pos:wins(1)", 572 * 5 / 16},
		{"gomoku", "pos:tuples(1)", "local x = pos:lines()", 572 * 5},
		{"awale", "", "local x = pos:sow('C')", 16},
		{"awale", "", "local x = pos:attacked(1)", 12 * 12},
		{"awale", "", "local x = pos:exposed(1)", 12},
		{"othello", "", "local x = game:random(1)", 64 + 16},
		{"othello", "", "local x = game:random(5)", 5 * (64 + 16)},
		{"othello", "", "local x = search.table(4000)", 1000},
		{"othello", "", "local x = coroutine.wrap(function() end)", 64},
		{"othello", "local s = ('x'):rep(64000)", "local x = s:upper()", 1000},
		{"othello", "local s = ('x'):rep(64000)", "local x = s .. i", 1000},
		{"othello", "", "local x = ('x'):rep(64000)", 1000},
		{"othello", "local s = ('x'):rep(1000)", "local x = s:find('y+')", 3000},
		{"othello", "local s = '(' .. ('x'):rep(1000)", "local x = s:find('^%b()')", 1000},
		{"othello", "local s = ('x'):rep(1000) .. 'y' .. ('x'):rep(1000)", "local x = s:find('^(x+)y%1')", 2200},
		{"othello", "local s = ('x'):rep(1000)", "local x = ('ab'):gsub('a', s)", 1000},
		{"othello", "local s = ('x'):rep(64000)", "log(s)", 1000},
		{"othello", "local t = {} for i = 1, 500 do t[i] = 501 - i end", "table.sort(t)", 500},
		{"othello", "local t = {} for i = 1, 500 do t[i] = 1 end", "local x = table.concat(t)", 500},
		{"othello", "", "local x = unpack({}, 1, 150)", 150},
	} {
		if got := steps(x.game, x.before, x.code) - steps(x.game, x.before, "local x = pos:turn()"); got < x.want/2 || got > 1.5*x.want+8 {
			t.Errorf("%s, %s: %v steps, want some %v", x.game, x.code, got, x.want)
		}
	}
}
