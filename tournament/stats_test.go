package tournament_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"boardstudio/tournament"
)

// play simulates a game and returns the points of each player. The more equal the players, the more
// likely a draw.
func play(rng *rand.Rand, drawn float64, elo ...float64) []float64 {
	sum, least := 0.0, 1.0
	p := make([]float64, len(elo))
	for i, e := range elo {
		p[i] = math.Pow(10, e/400)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
		least = min(least, p[i])
	}
	n := float64(len(elo))
	draw := drawn * n * least
	points := make([]float64, len(elo))
	x := rng.Float64()
	for i := range p {
		// A draw takes the same share from each player's wins, which keeps the expected points.
		if x -= p[i] - draw/n; x < 0 {
			points[i] = 1
			return points
		}
	}
	for i := range points {
		points[i] = 1 / n
	}
	return points
}

// elo returns the Elo difference for an expected score.
func elo(points float64) float64 { return 400 * math.Log10(points/(1-points)) }

// TestSPRTErrors checks the error rates of the test over 1000 simulated matches for each case.
func TestSPRTErrors(t *testing.T) {
	matches := 1000
	if testing.Short() {
		matches = 200
	}
	rng := rand.New(rand.NewPCG(1, 2))
	s := &tournament.SPRT{Elo0: 0, Elo1: 40, Alpha: 0.05, Beta: 0.1}
	for _, x := range []struct {
		elo   float64
		wrong tournament.Decision
		most  float64
	}{{s.Elo0, tournament.Accept1, s.Alpha}, {s.Elo1, tournament.Accept0, s.Beta}} {
		for _, drawn := range []float64{0, 0.6, 0.9} {
			wrong, games := 0, 0
			for range matches {
				var p tournament.Pairs
				d := tournament.Undecided
				for ; d == tournament.Undecided; d = s.Decide(p) {
					// The opening favours one seat, so the games of a pair are correlated. Their
					// mean corresponds to x.elo.
					mean, seat := 1/(1+math.Pow(10, -x.elo/400)), 0.4*(rng.Float64()-0.5)
					got := play(rng, drawn, elo(mean+seat), 0)[0] + play(rng, drawn, elo(mean-seat), 0)[0]
					p[int(math.Round(2*got))]++
					games += 2
				}
				if d == x.wrong {
					wrong++
				}
			}
			rate := float64(wrong) / float64(matches)
			t.Logf("Elo %v, draws %v: wrong in %.3f, %d games on average", x.elo, drawn, rate, games/matches)
			// Allow three standard deviations for the number of matches.
			if most := x.most + 3*math.Sqrt(x.most*(1-x.most)/float64(matches)); rate > most {
				t.Errorf("Elo %v, draws %v: the test is wrong in %.3f of the matches, more than %.3f", x.elo, drawn, rate, most)
			}
		}
	}
}

// TestLLR compares LLR with the normal approximation, which holds far from the ends.
func TestLLR(t *testing.T) {
	s := &tournament.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	p := tournament.Pairs{100, 500, 1300, 540, 110}
	n, mean, variance := 0.0, 0.0, 0.0
	for i, c := range p {
		n += float64(c)
		mean += float64(c) * float64(i) / 4
	}
	mean /= n
	for i, c := range p {
		variance += float64(c) / n * (float64(i)/4 - mean) * (float64(i)/4 - mean)
	}
	s0, s1 := 0.5, 1/(1+math.Pow(10, -5./400))
	want := n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
	if got := s.LLR(p); math.Abs(got-want) > 0.02*math.Abs(want) {
		t.Errorf("LLR is %v, about %v is expected", got, want)
	}
	for _, x := range []struct {
		p    tournament.Pairs
		want tournament.Decision
	}{{tournament.Pairs{}, tournament.Undecided}, {tournament.Pairs{4: 3}, tournament.Undecided}, {tournament.Pairs{4: 1000}, tournament.Accept1}, {tournament.Pairs{1000}, tournament.Accept0}} {
		if got := s.Decide(x.p); got != x.want {
			t.Errorf("%v: decision %v, want %v", x.p, got, x.want)
		}
	}
}

// TestRatingsCover checks that 95 % intervals contain the true ratings of simulated players in 93
// to 97 % of the runs.
func TestRatingsCover(t *testing.T) {
	for _, x := range []struct {
		name          string
		elo           []float64
		seats, rounds int
		drawn, seat   float64
	}{
		{"six of different strength", []float64{-250, -100, -50, 0, 120, 280}, 2, 30, 0, 0},
		{"many draws, one seat is better", []float64{-60, -40, 0, 20, 80}, 2, 40, 0.6, 80},
		{"three seats", []float64{-100, -50, 50, 100}, 3, 40, 0.2, 0},
		{"two", []float64{-40, 40}, 2, 100, 0.4, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 7))
			held, all := 0, 0
			for range 400 {
				var meetings []*tournament.Meeting
				for who := range tournament.Subsets(len(x.elo), x.seats) {
					m := tournament.NewMeeting(who)
					for range x.rounds {
						sums := make([]float64, x.seats)
						for turn := range x.seats { // each entrant plays on each seat
							elo := make([]float64, x.seats)
							for i := range elo {
								elo[i] = x.elo[who[(i+turn)%x.seats]]
							}
							elo[0] += x.seat
							for i, p := range play(rng, x.drawn, elo...) {
								sums[(i+turn)%x.seats] += p
							}
						}
						m.Add(x.seats, sums)
					}
					meetings = append(meetings, m)
				}
				for i, r := range tournament.Ratings(len(x.elo), meetings) {
					all++
					if r.Low <= x.elo[i] && x.elo[i] <= r.High {
						held++
					}
				}
			}
			share := float64(held) / float64(all)
			t.Logf("%.3f of %d intervals", share, all)
			if share < 0.93 || share > 0.97 {
				t.Errorf("%.3f of %d intervals hold the true rating, want 0.93 to 0.97", share, all)
			}
		})
	}
}

// TestRatings checks known cases.
func TestRatings(t *testing.T) {
	pair := func(a, b, games int, points float64) *tournament.Meeting {
		m := tournament.NewMeeting([]int{a, b})
		for i := range games {
			p := 0.0
			if float64(i) < points {
				p = 1
			}
			m.Add(1, []float64{p, 1 - p})
		}
		return m
	}
	r := tournament.Ratings(2, []*tournament.Meeting{pair(0, 1, 100, 75)})
	want := 400 * math.Log10(3)
	if got := r[0].Elo - r[1].Elo; math.Abs(got-want) > 1e-6 || !r[0].Sure || r[0].Elo+r[1].Elo > 1e-9 {
		t.Errorf("three of four games won: %+v, want a difference of %v", r, want)
	}
	// The interval of the score is 1/sqrt(n p q), and each player has half of it.
	if half := (r[0].High - r[0].Low) / 2; math.Abs(half-1.96*400/math.Ln10/math.Sqrt(100*.75*.25)/2) > 2 {
		t.Errorf("the interval is ±%v", half)
	}
	for name, meetings := range map[string][]*tournament.Meeting{
		"all won":      {pair(0, 1, 10, 10)},
		"nobody met 2": {pair(0, 1, 10, 4)},
	} {
		t.Run(name, func(t *testing.T) {
			for i, x := range tournament.Ratings(3, meetings) {
				if x.Sure || math.IsNaN(x.Elo) || math.IsInf(x.Elo, 0) || math.IsNaN(x.Low) || x.Low > x.Elo || x.High < x.Elo {
					t.Errorf("entrant %d has %+v", i, x)
				}
			}
		})
	}
	if r := tournament.Ratings(3, nil); r != nil {
		t.Errorf("nobody played: %+v", r)
	}
}
