package tournament

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"boardstudio/msg"
)

// SPRT is a sequential probability ratio test: whether the first entrant is better than the second by Elo0 or by Elo1, on the logistic
// scale. It ends a match as soon as that is decided. Alpha is how often it may decide for Elo1 where Elo0 is true, Beta the other way round.
type SPRT struct{ Elo0, Elo1, Alpha, Beta float64 }

// maxElo is the greatest difference that can be tested.
const maxElo = 1000

// ParseSPRT reads what String writes: "0 10 0.05 0.05"; the last two may be left out.
func ParseSPRT(text string) (*SPRT, error) {
	s := &SPRT{Alpha: 0.05, Beta: 0.05}
	fields := strings.Fields(text)
	err := msg.Errorf("%q is not two ratings and two probabilities, such as 0 10 0.05 0.05", text)
	if len(fields) < 2 || len(fields) > 4 {
		return nil, err
	}
	for i, to := range []*float64{&s.Elo0, &s.Elo1, &s.Alpha, &s.Beta}[:len(fields)] {
		v, bad := strconv.ParseFloat(fields[i], 64)
		if bad != nil {
			return nil, err
		}
		*to = v
	}
	return s, s.Check()
}

// String returns the numbers of the test.
func (s *SPRT) String() string { return fmt.Sprint(s.Elo0, s.Elo1, s.Alpha, s.Beta) }

// Check tells what is wrong with the test.
func (s *SPRT) Check() error {
	inside := func(v, low, high float64) bool { return v > low && v < high } // false for NaN
	switch {
	case !inside(s.Elo0, -maxElo, maxElo) || !inside(s.Elo1, s.Elo0, maxElo):
		return msg.Errorf("the ratings %v and %v do not grow between -%d and %d", s.Elo0, s.Elo1, maxElo, maxElo)
	case !inside(s.Alpha, 0, 0.5) || !inside(s.Beta, 0, 0.5):
		return msg.Errorf("the probabilities %v and %v are not between 0 and 0.5", s.Alpha, s.Beta)
	}
	return nil
}

// Pairs counts the pairs of games that begin alike, with the seats exchanged, by the points of the first entrant: 0, ½, 1, 1½ and 2.
type Pairs [5]int

// Decision is what a test has found.
type Decision int

// The decisions of a test.
const (
	Undecided Decision = iota
	Accept0            // Elo0 holds
	Accept1            // Elo1 holds
)

// Bounds returns between which values of LLR the test goes on (Wald: Sequential Tests of Statistical Hypotheses, 1945).
func (s *SPRT) Bounds() (low, high float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Decide tells what the pairs say.
func (s *SPRT) Decide(p Pairs) Decision {
	low, high := s.Bounds()
	switch llr := s.LLR(p); {
	case llr <= low:
		return Accept0
	case llr >= high:
		return Accept1
	}
	return Undecided
}

// LLR returns the logarithm of how many times likelier the pairs are if Elo1 holds.
//
// It is the generalised test on the five scores of a pair: each hypothesis says only which mean they have, and takes the
// distribution with that mean which fits the pairs best. So it needs no model of draws, and the two games of a pair may depend
// on each other. Michel Van den Bergh: A Practical Introduction to the GSPRT, 2019, with his formula for a given mean.
func (s *SPRT) LLR(p Pairs) float64 { return p.likelihood(score(s.Elo1)) - p.likelihood(score(s.Elo0)) }

// score returns the points that a player can expect who is better by so much.
func score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// unseen stands for the counts of scores that did not occur yet, which otherwise would be impossible for both hypotheses.
const unseen = 1e-3

// likelihood returns the greatest logarithm of the likelihood of the pairs with the mean given, up to a constant.
//
// With the shares q of the scores a, it is that of q/(1+x(a-mean)), for the x with which the sum of q(a-mean)/(1+x(a-mean)) is 0.
func (p Pairs) likelihood(mean float64) float64 {
	var n [5]float64
	total := 0.0
	for i, c := range p {
		n[i] = max(float64(c), unseen)
		total += n[i]
	}
	away := func(i int) float64 { return float64(i)/4 - mean }
	low, high := -1/away(4), -1/away(0) // the sum falls from one end to the other
	for range 60 {
		x, sum := (low+high)/2, 0.0
		for i := range n {
			sum += n[i] * away(i) / (1 + x*away(i))
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	x, l := (low+high)/2, 0.0
	for i := range n {
		l -= n[i] * math.Log(1+x*away(i))
	}
	return l
}
