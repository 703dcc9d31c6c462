package tournament

import (
	"math"
	"slices"
)

// Rating is the playing strength of an entrant in Elo: 400 points more mean ten times the odds of
// winning. The mean of all entrants is 0. Low and High are the bounds of a 95 % confidence
// interval. Sure is false if the likelihood has no finite maximum, for example if an entrant won
// all games. In that case each entrant is given one more game, a draw against the mean.
type Rating struct {
	Elo, Low, High float64
	Sure           bool
}

// Meeting has the statistics that ratings need about the games of one set of entrants. Games with
// the same opening form a round, as their results may be correlated.
type Meeting struct {
	Who    []int   // the entrants
	Rounds int     // number of rounds
	Games  float64 // number of games
	Square float64 // sum of the squared numbers of games in each round
	// points of each entrant in Who: 1 for a win, shared among several winners, or among all in a
	// draw
	Points []float64
	// Cross has the sums, over all rounds, of the product of two entrants' points, Mixed the sums
	// of points times number of games.
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

// Add adds a round of games with the points of each entrant in Who.
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

// scale converts the natural logarithm of strength to Elo.
var scale = 400 / math.Ln10

// normal is the number of standard deviations on each side of a 95 % interval.
const normal = 1.959964

// Ratings returns the maximum-likelihood ratings of n entrants, or nil if no games were played.
//
// An entrant wins a game with a probability equal to its share of the total strength in the game. A
// draw counts as a fraction of a win for each player. For two players this is the Bradley-Terry
// model, for more its extension in Hunter: MM Algorithms for Generalized Bradley-Terry Models,
// 2004. The intervals use the sandwich estimator (White: Maximum Likelihood Estimation of
// Misspecified Models, 1982): the variance of the results is estimated from the rounds, which
// accounts for draws and for correlated games.
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
	r := make([]float64, n) // logarithms of the strengths
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
		damp := min(1, 1/most) // a full step may overshoot
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

// finite reports whether finite maximum-likelihood ratings exist. They do if, for each partition of
// the entrants into two groups, each group scored against the other (Ford: Solution of a Ranking
// Problem from Binary Comparisons, 1957).
func finite(n int, meetings []*Meeting) bool {
	for _, forth := range []bool{true, false} {
		reached := make([]bool, n)
		reached[0] = true
		for again := true; again; {
			again = false
			for _, m := range meetings {
				for i, a := range m.Who {
					for j, b := range m.Who {
						points := m.Points[i] // a scored against b
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

// derive returns the gradient of the log-likelihood at r, the information matrix (minus the second
// derivatives), and the covariance of the gradients of the rounds. Games do not determine the mean
// of r, so the information includes a term that fixes it at 0.
func derive(r []float64, meetings []*Meeting, prior float64) (gradient []float64, information, scatter [][]float64) {
	n := len(r)
	gradient, information, scatter = make([]float64, n), square(n), square(n)
	for _, m := range meetings {
		p := make([]float64, len(m.Who)) // winning probabilities
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
				// Add one round with the variance of the model, as a few equal rounds would
				// otherwise look certain.
				scatter[a][b] += m.Games / float64(m.Rounds) * curve
			}
		}
	}
	for i := range r {
		if prior > 0 { // one game drawn against the mean
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

// invert returns the inverse of a positive semidefinite symmetric matrix by Gauss-Jordan
// elimination, and overwrites a. If a is singular, entrants without games get zeros.
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
