package tournament

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"boardstudio/text/msg"
)

// SPRT is a sequential probability ratio test of whether the first entrant is stronger than the
// second by Elo0 or by Elo1, in logistic Elo. A match ends as soon as the test decides. Alpha is
// the probability of deciding for Elo1 if Elo0 is true, Beta the probability of deciding for Elo0
// if Elo1 is true.
type SPRT struct{ Elo0, Elo1, Alpha, Beta float64 }

// maxElo is the maximum Elo difference in a test.
const maxElo = 1000

// ParseSPRT parses a test in the format of String, such as "0 10 0.05 0.05". The last two numbers
// are optional and default to 0.05. It returns an error if the text or the test is invalid.
func ParseSPRT(text string) (*SPRT, error) {
	s := &SPRT{Alpha: 0.05, Beta: 0.05}
	fields := strings.Fields(text)
	err := msg.Errorf("%q must be two ratings and two probabilities, such as 0 10 0.05 0.05", text)
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

// String returns the four numbers of the test, separated by spaces.
func (s *SPRT) String() string { return fmt.Sprint(s.Elo0, s.Elo1, s.Alpha, s.Beta) }

// Check returns an error if the numbers of the test are out of range.
func (s *SPRT) Check() error {
	inside := func(v, low, high float64) bool { return v > low && v < high } // false for NaN
	switch {
	case !inside(s.Elo0, -maxElo, maxElo) || !inside(s.Elo1, s.Elo0, maxElo):
		return msg.Errorf("the ratings %v and %v must increase, from -%d to %d", s.Elo0, s.Elo1, maxElo, maxElo)
	case !inside(s.Alpha, 0, 0.5) || !inside(s.Beta, 0, 0.5):
		return msg.Errorf("the probabilities %v and %v are not between 0 and 0.5", s.Alpha, s.Beta)
	}
	return nil
}

// Pairs counts pairs of games with the same opening and exchanged seats, by the points of the first
// entrant: 0, ½, 1, 1½ and 2.
type Pairs [5]int

// Decision is the state of a test.
type Decision int

// Decisions of a test.
const (
	Undecided Decision = iota
	Accept0            // decided for Elo0
	Accept1            // decided for Elo1
)

// Bounds returns the bounds of LLR at which the test decides (Wald: Sequential Tests of Statistical
// Hypotheses, 1945).
func (s *SPRT) Bounds() (low, high float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Decide returns the decision after the given pairs.
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

// LLR returns the log-likelihood ratio of the pairs, Elo1 against Elo0.
//
// It is the generalised test on the five scores of a pair. Each hypothesis fixes only the mean
// score, and uses the distribution with that mean that fits the pairs best. The test therefore
// needs no model of draws, and the two games of a pair may be correlated. See Michel Van den Bergh:
// A Practical Introduction to the GSPRT, 2019, which has the formula for a given mean.
func (s *SPRT) LLR(p Pairs) float64 { return p.likelihood(score(s.Elo1)) - p.likelihood(score(s.Elo0)) }

// score returns the expected score of a player who is elo points stronger.
func score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// unseen replaces zero counts, which would make a score impossible under both hypotheses.
const unseen = 1e-3

// likelihood returns the maximum log-likelihood of the pairs for a given mean, up to a constant.
//
// If q are the frequencies of the scores a, the best distribution is q/(1+x(a-mean)). x is the
// solution of Σ q(a-mean)/(1+x(a-mean)) = 0.
func (p Pairs) likelihood(mean float64) float64 {
	var n [5]float64
	total := 0.0
	for i, c := range p {
		n[i] = max(float64(c), unseen)
		total += n[i]
	}
	deviation := func(i int) float64 { return float64(i)/4 - mean }
	low, high := -1/deviation(4), -1/deviation(0) // the sum decreases between these bounds
	for range 60 {
		x, sum := (low+high)/2, 0.0
		for i := range n {
			sum += n[i] * deviation(i) / (1 + x*deviation(i))
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	x, l := (low+high)/2, 0.0
	for i := range n {
		l -= n[i] * math.Log(1+x*deviation(i))
	}
	return l
}
