package awale_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/rulestest"
)

// TestSetUpRefuses checks that invalid setups are rejected with the reason.
func TestSetUpRefuses(t *testing.T) {
	r := rulestest.Build(t, &awale.Game, "awale", nil)
	for want, spoil := range map[string]func(*rules.Setup){
		"11 pits instead of 12":                 func(s *rules.Setup) { s.Cells = s.Cells[:11] },
		"1 stores instead of 2":                 func(s *rules.Setup) { s.Held = s.Held[:1] },
		"turn of South or North":                func(s *rules.Setup) { s.Turn = rules.NoPlayer },
		"seeds in pit B is negative":            func(s *rules.Setup) { s.Cells[1].Count = -4 },
		"seeds in a store is negative":          func(s *rules.Setup) { s.Held[1] = -1 },
		"more than 9999 seeds":                  func(s *rules.Setup) { s.Held[1] = 1 << 62 },
		"more than 9999 seeds ":                 func(s *rules.Setup) { s.Cells[0].Count, s.Held[0] = 5000, 5000 },
		"seeds in pit f belong to neither play": func(s *rules.Setup) { s.Cells[11].Owner = 2 },
	} {
		s := rules.SetupOf(r, r.Start())
		spoil(&s)
		if p, err := r.SetUp(s); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("got %v, %v; want an error with %q", p, err, want)
		}
	}
	s := rules.SetupOf(r, r.Start())
	s.Cells[0], s.Cells[6], s.Held, s.Turn = rules.Content{Owner: 1, Count: 13}, rules.Empty, []int{7, 9992 - 13 - 40}, 1
	if p, err := r.SetUp(s); err != nil || p.String() != "13-4-4-4-4-4-0-4-4-4-4-4 7-9939 N" {
		t.Errorf("got %v, %v", p, err)
	}
}

// TestParseRefuses checks that invalid texts are rejected with the reason.
func TestParseRefuses(t *testing.T) {
	r := rulestest.Build(t, &awale.Game, "awale", rules.Params{"pits": "2"})
	for text, want := range map[string]string{
		"":                  "a position is",
		"4-4-4-4 0-0":       "a position is",
		"4-4-4-4 0-0 S N":   "a position is",
		"4-4-4 0-0 S":       "3 pits instead of 4",
		"4-4-4-4-4 0-0 S":   "5 pits instead of 4",
		"4-4-4-4 0 S":       "1 stores instead of 2",
		"4-4--4-4 0-0 S":    `"" is not a number`,
		"4-4-x-4 0-0 S":     `"x" is not a number`,
		"4-4-+4-4 0-0 S":    `"+4" is not a number`,
		"4-4-4-10000 0-0 S": `"10000" is not a number of seeds from 0 to 9999`,
		"9999-1-0-0 0-0 S":  "more than 9999 seeds",
		"4-4-4-4 0-0 W":     "turn of South or North",
		"4-4-4-4 0-0 SN":    "turn of South or North",
	} {
		if p, err := r.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, %v; want an error with %q", text, p, err, want)
		}
	}
	if p := rulestest.Parse(t, r, " 4-04-4-4\n0-0 n "); p.String() != "4-4-4-4 0-0 N" {
		t.Errorf("reads as %s", p)
	}
}

// TestWarn checks that positions that play cannot reach are allowed, but cause a warning.
func TestWarn(t *testing.T) {
	for _, x := range []struct{ slam, text, want string }{
		{"forbidden", "4-4-4-4-4-4-4-4-4-4-4-4 0-0 S", ""},
		{"forbidden", "4-4-4-4-4-4-4-4-4-4-4-4 0-0 N", "sown last"},
		{"forbidden", "4-4-4-4-0-5-5-5-5-4-4-4 0-0 N", ""},
		{"forbidden", "4-4-4-4-0-5-5-5-5-4-4-4 0-0 S", "sown last"},
		{"forbidden", "4-4-4-4-4-4-4-4-4-4-4-3 0-0 S", "47 seeds in all"},
		{"forbidden", "0-4-4-4-4-4-4-4-4-4-4-3 4-1 N", "one seed"},
		{"opponentKeeps", "0-0-0-0-0-0-0-0-0-0-0-0 47-1 N", ""},
		{"forbidden", "0-0-0-0-0-1-1-0-0-0-0-0 20-26 N", ""}, // South has just passed
		// All moves of South would take everything, so it has passed and has no empty pit.
		{"forbidden", "6-5-4-3-2-1-1-0-0-0-0-0 13-13 N", ""},
		{"noCapture", "6-5-4-3-2-1-1-0-0-0-0-0 13-13 N", "sown last"},
		{"forbidden", "6-5-4-3-2-1-1-1-1-1-1-1 10-11 N", "sown last"},
	} {
		t.Run(x.slam+" "+x.text, func(t *testing.T) {
			r := rulestest.Build(t, &awale.Game, "awale", rules.Params{"grandSlam": x.slam})
			err := r.(rules.Warner).Warn(rulestest.Parse(t, r, x.text))
			if (x.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), x.want) {
				t.Errorf("warning %v, want %q", err, x.want)
			}
		})
	}
}

// TestTerms checks the definitions of uncovered pits (with one or two seeds) and threatened pits
// (which a move of the opponent would take).
func TestTerms(t *testing.T) {
	for _, x := range []struct {
		name, over, text string
		uncovered        [2]string
		threatened       [2]string
	}{
		{"a move ends there, and takes the uncovered pits before", "forbidden", "0-0-0-1-2-0-0-0-0-0-0-5 0-0 S", [2]string{"D E", ""}, [2]string{"D E", ""}},
		{"a gap ends the threat", "forbidden", "1-3-1-1-2-0-0-0-0-0-0-5 0-0 S", [2]string{"A C D E", ""}, [2]string{"C D E", ""}},
		{"both sides, whoever is to move", "forbidden", "0-0-0-0-0-1-2-0-7-0-0-1 0-0 N", [2]string{"F", "a f"}, [2]string{"", "a"}},
		{"a pit that holds 3 becomes 4", "forbidden", "0-0-0-0-3-0-0-0-0-0-0-5 0-0 S", [2]string{"", ""}, [2]string{"", ""}},
		{"an empty pit that would hold 1", "forbidden", "1-0-0-0-0-0-0-0-0-0-0-2 0-0 S", [2]string{"A", "f"}, [2]string{"", ""}},
		{"a grand slam that is not legal threatens nothing", "forbidden", "1-1-0-0-0-0-0-0-0-0-0-2 0-0 S", [2]string{"A B", "f"}, [2]string{"", ""}},
		{"one that takes nothing ends there all the same", "noCapture", "1-1-0-0-0-0-0-0-0-0-0-2 0-0 S", [2]string{"A B", "f"}, [2]string{"A B", ""}},
		{"one that takes all threatens all", "allowed", "1-1-0-0-0-0-0-0-0-0-0-2 0-0 S", [2]string{"A B", "f"}, [2]string{"A B", ""}},
		{"a krou fills and takes pits that are not uncovered", "forbidden", "0-0-9-0-0-0-0-0-0-0-0-13 0-0 S", [2]string{"", ""}, [2]string{"", ""}},
		{"a krou that ends in an uncovered pit", "forbidden", "0-1-9-0-0-0-0-0-0-0-0-13 0-0 S", [2]string{"B", ""}, [2]string{"B", ""}},
		{"nothing when the game is over", "forbidden", "0-0-0-0-0-0-2-0-0-0-0-5 0-0 S", [2]string{"", "a"}, [2]string{"", ""}},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := rulestest.Build(t, &awale.Game, "awale", rules.Params{"grandSlam": x.over})
			p := rulestest.Parse(t, r, x.text).(awale.Position)
			for s := range rules.Player(2) {
				if got := labels(r, p.Uncovered(s)); got != x.uncovered[s] {
					t.Errorf("seat %d has %q uncovered, want %q", s, got, x.uncovered[s])
				}
				if got := labels(r, p.Threatened(s)); got != x.threatened[s] {
					t.Errorf("seat %d has %q threatened, want %q", s, got, x.threatened[s])
				}
			}
		})
	}
}

func labels(r rules.Rules, cs []rules.Cell) string {
	var s []string
	for _, c := range cs {
		s = append(s, r.Board().Cells[c].Label)
	}
	return strings.Join(s, " ")
}

// TestThreatenedByDefinition compares Threatened with its definition in random positions without
// long sowings: the pits where a capturing move ends, and the uncovered pits directly before a
// threatened one.
func TestThreatenedByDefinition(t *testing.T) {
	r := rulestest.Build(t, &awale.Game, "awale", rules.Params{"grandSlam": "allowed"})
	rnd := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 3000 {
		s := rules.Setup{Held: []int{0, 0}, Turn: rules.Player(rnd.IntN(2))}
		for range 12 {
			s.Cells = append(s.Cells, rules.Content{Count: int16(max(0, rnd.IntN(10)-3))})
		}
		q, err := r.SetUp(s)
		if err != nil {
			t.Fatal(err)
		}
		if q.Turn() == rules.NoPlayer {
			continue
		}
		p := q.(awale.Position)
		mover := p.Turn()
		var want []rules.Cell
		lo := 6 * int(1-mover) // first pit of the threatened side
		for c := lo + 5; c >= lo; c-- {
			ends := false
			for m := range p.Moves() {
				last := (int(m.From) + int(s.Cells[m.From].Count)) % 12
				n := s.Cells[c].Count
				ends = ends || last == c && (n == 1 || n == 2)
			}
			uncovered := s.Cells[c].Count == 1 || s.Cells[c].Count == 2
			if ends || uncovered && slices.Contains(want, rules.Cell(c+1)) {
				want = append(want, rules.Cell(c))
			}
		}
		slices.Sort(want)
		found += len(want)
		if got := p.Threatened(1 - mover); !slices.Equal(got, want) {
			t.Fatalf("%s: threatened %v, want %v", p, got, want)
		}
	}
	if found < 1000 {
		t.Errorf("only %d threatened pits met", found)
	}
}

// TestAttacked checks that the attacked pits with seeds are exactly the pits that a move empties.
func TestAttacked(t *testing.T) {
	for _, grandSlam := range []string{"allowed", "noCapture", "forbidden"} {
		t.Run(grandSlam, func(t *testing.T) {
			r := rulestest.Build(t, &awale.Game, "awale", rules.Params{"grandSlam": grandSlam})
			rnd := rand.New(rand.NewPCG(5, 6))
			found := 0
			for range 1000 {
				s := rules.Setup{Held: []int{0, 0}, Turn: rules.Player(rnd.IntN(2))}
				for range 12 {
					s.Cells = append(s.Cells, rules.Content{Count: int16(max(0, rnd.IntN(18)-6))})
				}
				q, err := r.SetUp(s)
				if err != nil {
					t.Fatal(err)
				}
				if q.Turn() == rules.NoPlayer {
					continue
				}
				p := q.(awale.Position)
				foe := 1 - p.Turn()
				var want []rules.Cell
				for c := range rules.Cell(12) {
					if r.Board().Home[c] != foe || s.Cells[c].Count == 0 {
						continue
					}
					for m := range p.Moves() {
						if after, err := p.Play(m); err != nil {
							t.Fatal(err)
						} else if after.At(c).Count == 0 && p.Takes(m) > 0 {
							want = append(want, c)
							break
						}
					}
				}
				got := slices.DeleteFunc(p.Attacked(foe), func(c rules.Cell) bool { return s.Cells[c].Count == 0 })
				if found += len(want); !slices.Equal(got, want) {
					t.Fatalf("%s: attacked %v, want %v", p, got, want)
				}
			}
			if found < 200 {
				t.Errorf("only %d attacked pits met", found)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	rs := []rules.Rules{
		rulestest.Build(f, &awale.Game, "awale", rules.Params{"pits": "2"}),
		rulestest.Build(f, &awale.Game, "awale-abapa", rules.Params{"grandSlam": "opponentKeeps"}),
	}
	f.Add("4-4-4-4 0-0 S")
	f.Add("2-0-2-0 6-6 S")
	f.Add("9000-0-0-1 3-6 N")
	f.Add("3-0-0-0-0-2-1-1-0-0-0-0 5-6 S")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range rs {
			rulestest.Text(t, r, text)
		}
	})
}

func FuzzParseMove(f *testing.F) {
	r := rulestest.Build(f, &awale.Game, "awale", nil)
	for _, s := range []string{"A", "f", "G", "pass", "Resign", " c "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { rulestest.Move(t, r, text) })
}
