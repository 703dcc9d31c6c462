package tournament

import (
	"math"
	"slices"
)

// Rating says how strong an entrant is: on the scale on which ten times as likely to win is 400 more, with 0 as the mean of all.
// Low and High are the bounds of a 95 % interval. Sure is false where no finite rating is the likeliest, as when somebody won
// everything: then it is as if everybody had also drawn a game against the mean.
type Rating struct {
	Elo, Low, High float64
	Sure           bool
}

// Meeting is what ratings need to know of the games of one set of entrants. Games that begin alike are one round, as their results
// may depend on each other.
type Meeting struct {
	Who    []int     // the entrants
	Rounds int       // of games that begin alike
	Games  float64   // in all
	Square float64   // the sum of the squares of the games of each round
	Points []float64 // of each of Who: 1 for a game won, shared among the winners, or among all
	// Cross sums the products of the points of two of them in each round, Mixed those of points and games.
	Cross [][]float64
	Mixed []float64
}

// NewMeeting returns the meeting of entrants who have not played.
func NewMeeting(who []int) *Meeting {
	m := &Meeting{Who: who, Points: make([]float64, len(who)), Mixed: make([]float64, len(who))}
	for range who {
		m.Cross = append(m.Cross, make([]float64, len(who)))
	}
	return m
}

// Add adds a round of games, in which each of Who got so many points.
func (m *Meeting) Add(games int, points []float64) {
	k := float64(games)
	m.Rounds++
	m.Games += k
	m.Square += k * k
	for i, x := range points {
		m.Points[i] += x
		m.Mixed[i] += k * x
		for j, y := range points {
			m.Cross[i][j] += x * y
		}
	}
}

// scale is what a rating is in units of the logarithm of strength.
var scale = 400 / math.Ln10

// normal is how many standard deviations to each side hold 95 %.
const normal = 1.959964

// Ratings returns the likeliest ratings of n entrants, nil where nobody played.
//
// Somebody wins a game with the probability of his share of the strengths of all who play it; a draw counts as a part of a win for
// each. For two that is the model of Bradley and Terry, for more its extension in Hunter: MM Algorithms for Generalized Bradley-Terry Models, 2004.
// The intervals are those of the estimating equations (White: Maximum Likelihood Estimation of Misspecified Models, 1982): how
// much results scatter is taken from the rounds, so that draws and games that depend on each other count as what they are.
func Ratings(n int, meetings []*Meeting) []Rating {
	meetings = slices.DeleteFunc(slices.Clone(meetings), func(m *Meeting) bool { return m.Rounds == 0 })
	if len(meetings) == 0 {
		return nil
	}
	sure := finite(n, meetings)
	prior := 0.0
	if !sure {
		prior = 1
	}
	r := make([]float64, n) // the logarithms of strengths
	for range 200 {
		gradient, information, _ := derive(r, meetings, prior)
		inverse := invert(information)
		most := 0.0
		steps := make([]float64, n)
		for i := range steps {
			for j, g := range gradient {
				steps[i] += inverse[i][j] * g
			}
			most = max(most, math.Abs(steps[i]))
		}
		damp := min(1, 1/most) // a full step can lead too far
		for i := range r {
			r[i] += steps[i] * damp
		}
		if most < 1e-10 {
			break
		}
	}
	_, information, scatter := derive(r, meetings, prior)
	inverse := invert(information)
	variance := product(product(inverse, scatter), inverse)
	mean := 0.0
	for _, x := range r {
		mean += x / float64(n)
	}
	list := make([]Rating, n)
	for i := range list {
		elo := (r[i] - mean) * scale
		half := normal * math.Sqrt(max(variance[i][i], 0)) * scale
		list[i] = Rating{elo, elo - half, elo + half, sure}
	}
	return list
}

// finite reports whether there are likeliest ratings: whoever divides the entrants in two parts, somebody of each has a point against
// somebody of the other (Ford: Solution of a Ranking Problem from Binary Comparisons, 1957).
func finite(n int, meetings []*Meeting) bool {
	for _, forth := range []bool{true, false} {
		reached := make([]bool, n)
		reached[0] = true
		for again := true; again; {
			again = false
			for _, m := range meetings {
				for i, a := range m.Who {
					for j, b := range m.Who {
						points := m.Points[i] // a has something against b
						if !forth {
							points = m.Points[j]
						}
						if i != j && points > 1e-9 && reached[a] && !reached[b] {
							reached[b], again = true, true
						}
					}
				}
			}
		}
		if slices.Contains(reached, false) {
			return false
		}
	}
	return true
}

// derive returns the gradient of the logarithm of the likelihood at r, the information (minus its second derivatives) and how
// much the gradients of the rounds scatter. The information holds the mean, which no game tells, at 0.
func derive(r []float64, meetings []*Meeting, prior float64) (gradient []float64, information, scatter [][]float64) {
	n := len(r)
	gradient, information, scatter = make([]float64, n), square(n), square(n)
	for _, m := range meetings {
		p := make([]float64, len(m.Who)) // who wins
		sum, top := 0.0, math.Inf(-1)
		for _, w := range m.Who {
			top = max(top, r[w])
		}
		for i, w := range m.Who {
			p[i] = math.Exp(r[w] - top)
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
		for i, a := range m.Who {
			gradient[a] += m.Points[i] - m.Games*p[i]
			for j, b := range m.Who {
				curve := -p[i] * p[j]
				if i == j {
					curve += p[i]
				}
				information[a][b] += m.Games * curve
				scatter[a][b] += m.Cross[i][j] - p[j]*m.Mixed[i] - p[i]*m.Mixed[j] + p[i]*p[j]*m.Square
				// One round more as the model has it, so that a few rounds alike do not look certain.
				scatter[a][b] += m.Games / float64(m.Rounds) * curve
			}
		}
	}
	for i := range r {
		if prior > 0 { // a game drawn against the mean
			p := 1 / (1 + math.Exp(-r[i]))
			gradient[i] += prior * (0.5 - p)
			information[i][i] += prior * p * (1 - p)
			scatter[i][i] += prior * p * (1 - p)
		}
		for j := range r {
			information[i][j] += 1 / float64(n)
		}
	}
	return gradient, information, scatter
}

func square(n int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
	}
	return a
}

func product(a, b [][]float64) [][]float64 {
	c := square(len(a))
	for i := range a {
		for k := range b {
			for j := range b[k] {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// invert returns the inverse of a symmetric matrix whose eigenvalues are not negative, by Gauss and Jordan; a is used up. Where a has no
// inverse, entrants who did not meet anybody have 0.
func invert(a [][]float64) [][]float64 {
	n := len(a)
	b := square(n)
	for i := range b {
		b[i][i] = 1
	}
	for c := range n {
		pivot := c
		for i := c + 1; i < n; i++ {
			if math.Abs(a[i][c]) > math.Abs(a[pivot][c]) {
				pivot = i
			}
		}
		a[c], a[pivot], b[c], b[pivot] = a[pivot], a[c], b[pivot], b[c]
		d := a[c][c]
		if math.Abs(d) < 1e-14 {
			continue
		}
		for j := range n {
			a[c][j] /= d
			b[c][j] /= d
		}
		for i := range n {
			if f := a[i][c]; i != c && f != 0 {
				for j := range n {
					a[i][j] -= f * a[c][j]
					b[i][j] -= f * b[c][j]
				}
			}
		}
	}
	return b
}
