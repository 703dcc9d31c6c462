package all

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"boardstudio/ai/player"

	"boardstudio/ai"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// forAllGames calls f for each preset, and for wrapped boards and more players.
func forAllGames(t testing.TB, f func(name string, r rules.Rules)) {
	t.Helper()
	for _, g := range games.Games {
		for _, p := range g.Presets {
			f(p.Name, build(t, p.Name, nil))
		}
	}
	for _, x := range []rules.Params{
		{"topology": "torus", "players": "3", "rows": "6", "cols": "6", "k": "4"},
		{"topology": "mobius", "rows": "7", "cols": "9", "k": "4"},
		{"topology": "cylinder", "rows": "6", "cols": "7", "k": "4", "drop": "on"},
		{"topology": "sphere", "players": "4", "rows": "8", "cols": "8", "k": "4"},
		{"players": "26", "rows": "9", "cols": "9", "k": "3"},
		{"misere": "on", "rows": "4", "cols": "4", "k": "3"},
	} {
		f(fmt.Sprint("tic-tac-toe with ", x), build(t, "morpion", x))
	}
}

// requests returns requests of several kinds: the start, after some random moves, near the end, and
// a set-up position with the other player to move.
func requests(t testing.TB, r rules.Rules) []ai.Request {
	t.Helper()
	all := []ai.Request{{Rules: r, Start: r.Start()}}
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, plies := range []int{1, 6, 17, 40} {
		q := ai.Request{Rules: r, Start: r.Start()}
		p := q.Start
		for range plies {
			moves := slices.Collect(p.Moves())
			m := moves[rnd.IntN(len(moves))]
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if next.Turn() == rules.NoPlayer {
				break
			}
			q.Moves, p = append(q.Moves, m), next
		}
		if p, err := q.Position(); err == nil && p.Turn() != rules.NoPlayer {
			all = append(all, q)
			s := rules.SetupOf(r, p)
			s.Turn = (s.Turn + 1) % rules.Player(r.Players())
			if start, err := r.SetUp(s); err == nil && start.Turn() != rules.NoPlayer {
				all = append(all, ai.Request{Rules: r, Start: start})
			}
		}
	}
	return all
}

// TestConformance checks that every engine plays legal moves in every game it claims to play. It
// must reject other games with a reason, and return a move even if its context is already done.
// Further common requirements are tested separately.
func TestConformance(t *testing.T) {
	played := map[string]int{}
	forAllGames(t, func(name string, r rules.Rules) {
		qs := requests(t, r)
		for _, k := range Engines.Kinds() {
			if player.NeedsName(k) { // needs a script or a program; tested in its own package
				continue
			}
			if err := k.Plays(r); err != nil {
				if _, err := Engines.New(k.Name, r); err == nil {
					t.Errorf("%s is made for %s, which it does not play", k.Name, name)
				}
				continue
			}
			played[k.Name]++
			e, err := Engines.New(k.Name, r)
			if err != nil {
				t.Errorf("%s for %s: %v", k.Name, name, err)
				continue
			}
			for i, q := range qs {
				q.Seed, q.Limit = uint64(i), ai.Limit{Nodes: 120}
				p, _ := q.Position()
				info, err := e.Think(context.Background(), q, nil)
				if m, ok := info.Move(); err != nil || !ok || !rules.Legal(p, m) {
					t.Fatalf("%s in %s, %s: %v, %v", k.Name, name, p, m, err)
				}
			}
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			q := qs[len(qs)-1]
			p, _ := q.Position()
			q.Limit.Time = time.Hour
			info, err := e.Think(ctx, q, nil)
			if m, ok := info.Move(); err != nil || !ok || !rules.Legal(p, m) {
				t.Errorf("%s in %s, cancelled before it began: %v, %v", k.Name, name, m, err)
			}
			ai.Close(e)
		}
	})
	for _, k := range Engines.Kinds() {
		if !player.NeedsName(k) && played[k.Name] == 0 {
			t.Errorf("%s plays nothing", k.Name)
		}
	}
	t.Log(played)
}
