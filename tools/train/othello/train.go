// Package othello learns the weights of the Othello evaluation from games of the engine against
// itself. It also measures the deviation of shallow from deep searches.
//
// The phases of the game are learnt from the last to the first. Positions near the end are solved.
// Earlier positions get the score of a short search, whose leaves are in phases already learnt,
// mixed with the result of the game. So the evaluation is based on exact results, through many
// short steps with small errors, rather than on the results of weak play.
package othello

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"boardstudio/ai/othello/deep"
	"boardstudio/ai/othello/pattern"
	"boardstudio/store/safe"
)

// generations are played in order. Each uses only its own samples, and the weights of the last one
// are written.
var generations = []generation{
	{games: 12_000, depth: 0, solve: 12, label: 4, ridge: 6},
	{games: 24_000, depth: 2, solve: 13, label: 4, ridge: 6, numbers: 1},
	{games: 250_000, depth: 4, solve: 14, label: 4, ridge: 6, numbers: 2},
	{games: 40_000, depth: 4, solve: 14, label: 6, ridge: 40, numbers: 2, refines: true},
}

// Run parses the flags in args, learns, and writes the file of weights. It returns an error if the
// flags are invalid, or if the file cannot be read or written.
func Run(args []string) error {
	f := flag.NewFlagSet("othello", flag.ContinueOnError)
	seed := f.Uint64("seed", 1, "seed of the games")
	weights := f.String("weights", "ai/othello/pattern/weights.bin", "file to write the weights to")
	scale := f.Float64("scale", 1, "share of the games to play")
	from := f.Int("from", 0, "generation to begin with; above 0 it begins with the weights in the file")
	to := f.Int("to", len(generations)-1, "generation to end with")
	if err := f.Parse(args); err != nil {
		return err
	}
	known := &pattern.Weights{}
	phases := make([][]int16, pattern.Phases)
	for i := range phases {
		phases[i] = make([]int16, pattern.Size())
		known.Fill(i, phases[i])
	}
	if *from > 0 {
		data, err := os.ReadFile(*weights)
		if err != nil {
			return err
		}
		if known, phases, err = pattern.Read(bytes.NewReader(data)); err != nil {
			return err
		}
	}
	for i := *from; i <= min(*to, len(generations)-1); i++ {
		g := generations[i]
		g.games = int(float64(g.games) * *scale)
		began := time.Now()
		var by *pattern.Weights
		if i > 0 {
			by = known
		}
		samples := g.play(*seed+g.numbers<<32, by)
		fmt.Printf("generation %d: %d games, %d positions, %.0f s\n", i, g.games, len(samples), time.Since(began).Seconds())
		g.learn(samples, known, phases)
		if err := write(*weights, phases, known.Deviation); err != nil {
			return err
		}
		fmt.Printf("%.0f s\n", time.Since(began).Seconds())
	}
	return write(*weights, phases, compare(*seed, known, *scale))
}

// write writes the file of weights.
func write(path string, phases [][]int16, d pattern.Deviation) error {
	var file bytes.Buffer
	if err := pattern.Write(&file, phases, d); err != nil {
		return err
	}
	fmt.Printf("%d bytes\n", file.Len())
	return safe.Write(path, func(to io.Writer) error {
		_, err := to.Write(file.Bytes())
		return err
	})
}

// portion is the number of games or positions per work item. The results do not depend on the
// number of processors.
const portion = 50

// share processes n items on all processors, in portions. Each processor has its own searcher,
// which is cleared before each portion.
func share(n int, weights *pattern.Weights, do func(s *deep.Searcher, from, to int)) {
	var wait sync.WaitGroup
	portions := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			s := deep.NewSearcher(1, weights)
			for from := range portions {
				s.Forget()
				do(s, from, min(from+portion, n))
			}
		})
	}
	for from := 0; from < n; from += portion {
		portions <- from
	}
	close(portions)
	wait.Wait()
}

func (g generation) play(seed uint64, weights *pattern.Weights) []sample {
	games := make([][]sample, (g.games+portion-1)/portion)
	share(g.games, weights, func(s *deep.Searcher, from, to int) {
		for i := from; i < to; i++ {
			games[from/portion] = g.game(s, rand.New(rand.NewPCG(seed, uint64(i))), games[from/portion])
		}
	})
	return slices.Concat(games...)
}

func (g generation) setScores(samples []*sample, weights *pattern.Weights) {
	// outcome is the weight of the game result against the search. It keeps errors of the search
	// from accumulating from phase to phase.
	const outcome = 0.25
	share(len(samples), weights, func(s *deep.Searcher, from, to int) {
		for _, x := range samples[from:to] {
			v, _ := s.Search(x.board, g.label)
			if x.known == ended {
				x.score += (1 - outcome) * (float32(v) - x.score)
			} else {
				x.score = float32(v)
			}
		}
	})
}

// learn sets the scores of the samples and fits the weights of all phases. It prints the errors on
// the fitted samples, and on a tenth held out.
func (g generation) learn(samples []sample, known *pattern.Weights, phases [][]int16) {
	const parts = 10
	first := len(samples) - len(samples)/parts // the first sample held out
	var fitting, held [pattern.Phases][]*sample
	for i := range samples {
		x := &samples[i]
		p := pattern.Phase(x.empty())
		if i < first {
			fitting[p] = append(fitting[p], x)
		} else {
			held[p] = append(held[p], x)
		}
	}
	fmt.Println("phase  positions  error  held out  of all 0")
	after := make([]int16, pattern.Size())
	for p := pattern.Phases - 1; p >= 0; p-- {
		// Without weights of an earlier generation, order moves by the weights of the next phase.
		before := after
		if g.refines {
			before = phases[p]
		}
		known.Fill(p, before)
		all := slices.Concat(fitting[p], held[p])
		g.setScores(slices.DeleteFunc(all, func(x *sample) bool { return x.known == solved }), known)
		selected := fitting[p]
		if p+1 < pattern.Phases {
			selected = slices.Concat(selected, fitting[p+1])
		}
		phases[p] = round(fit(selected, floats(before), g.ridge))
		known.Fill(p, phases[p])
		after = phases[p]
		fitted, _ := errors(fitting[p], after)
		out, spread := errors(held[p], after)
		fmt.Printf("%5d  %9d  %5.2f  %8.2f  %8.2f\n", p, len(fitting[p]), fitted, out, spread)
	}
	// When all samples have scores, fit each phase again with samples of its neighbours.
	fmt.Println("phase  held out")
	for p := range phases {
		var selected []*sample
		for q := max(p-1, 0); q <= min(p+1, pattern.Phases-1); q++ {
			for _, x := range fitting[q] {
				if near(x, p) {
					selected = append(selected, x)
				}
			}
		}
		phases[p] = round(fit(selected, floats(phases[p]), g.ridge))
		known.Fill(p, phases[p])
		out, _ := errors(held[p], phases[p])
		fmt.Printf("%5d  %8.2f\n", p, out)
	}
}

// errors returns the root mean square of the errors on samples of one phase, and of the scores
// themselves, in discs.
func errors(samples []*sample, by []int16) (e, spread float64) {
	var numbers []uint32
	for _, s := range samples {
		sum := 0
		numbers = pattern.Numbers(numbers[:0], s.board)
		for _, k := range numbers {
			sum += int(by[k])
		}
		d := float64(s.score) - float64(sum)/pattern.Unit
		e += d * d
		spread += float64(s.score) * float64(s.score)
	}
	n := max(float64(len(samples)), 1)
	return math.Sqrt(e / n), math.Sqrt(spread / n)
}
