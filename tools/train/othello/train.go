// Package othello learns the weights of the evaluation of Othello from games of the engine against itself, and how far its shallow searches
// are from its deep ones.
package othello

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"time"

	"boardstudio/ai/othello/deep"
	"boardstudio/ai/othello/pattern"
	"boardstudio/io/safe"
)

// generations are played one after the other; the weights of the last are written. Samples of earlier generations are not used again.
var generations = []generation{
	{games: 20_000, depth: 0, solve: 12},
	{games: 30_000, depth: 2, solve: 13},
	{games: 12_000, depth: 4, solve: 14},
	{games: 12_000, depth: 4, solve: 14},
}

// Run learns and writes the files.
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
	var known *pattern.Weights
	var phases [][]int16
	deviation := pattern.Deviation{8, 0, 0.1, -0.4}
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
		samples := g.play(*seed+uint64(i)<<32, known)
		fmt.Printf("generation %d: %d games, %d positions, %.0f s\n", i, g.games, len(samples), time.Since(began).Seconds())
		phases = learn(samples, phases)
		var err error
		if known, err = write(*weights, phases, deviation); err != nil {
			return err
		}
		fmt.Printf("%.0f s\n", time.Since(began).Seconds())
	}
	deviation = compare(*seed, known, *scale)
	_, err := write(*weights, phases, deviation)
	return err
}

// write writes a file of weights, and returns them as they are read again.
func write(path string, phases [][]int16, d pattern.Deviation) (*pattern.Weights, error) {
	var file bytes.Buffer
	if err := pattern.Write(&file, phases, d); err != nil {
		return nil, err
	}
	data := file.Bytes()
	fmt.Printf("%d bytes\n", len(data))
	if err := safe.Write(path, func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	}); err != nil {
		return nil, err
	}
	w, _, err := pattern.Read(bytes.NewReader(data))
	return w, err
}

// play plays the games of a generation.
func (g generation) play(seed uint64, weights *pattern.Weights) (samples []sample) {
	s := deep.NewSearcher(8, weights)
	for i := range g.games {
		s.Forget()
		samples = g.game(s, rand.New(rand.NewPCG(seed, uint64(i))), samples)
	}
	return samples
}

// smoothings is how often the weights are mixed with those of the phases beside.
const smoothings = 3

// learn fits the weights of all phases, from those of the generation before, and prints how large the errors are: on what they were fitted to, and on a tenth that was held out.
func learn(samples []sample, before [][]int16) (phases [][]int16) {
	const parts = 10
	held := samples[len(samples)-len(samples)/parts:]
	samples = samples[:len(samples)-len(held)]
	var w []float32
	fmt.Println("phase  positions  error  held out  of all 0")
	for phase := range pattern.Phases {
		var mine []sample
		for _, s := range samples {
			if near(s, phase, 2) {
				mine = append(mine, s)
			}
		}
		if before != nil {
			w = floats(before[phase])
		}
		w = fit(mine, w, 30)
		by := round(w)
		phases = append(phases, by)
		fitted, _ := errors(mine, by, phase)
		out, spread := errors(held, by, phase)
		fmt.Printf("%5d  %9d  %5.2f  %8.2f  %8.2f\n", phase, len(mine), fitted, out, spread)
	}
	for range smoothings {
		phases = smooth(phases)
	}
	fmt.Println("smoothed\nphase  held out")
	for phase, by := range phases {
		out, _ := errors(held, by, phase)
		fmt.Printf("%5d  %8.2f\n", phase, out)
	}
	return phases
}

// errors returns the root of the mean square of the errors on the samples of a phase, in discs, and of the scores themselves.
func errors(samples []sample, by []int16, phase int) (e, spread float64) {
	n := 0.0
	var numbers []uint32
	for _, s := range samples {
		if pattern.Phase(bits.OnesCount64(s.board.Empty())) != phase {
			continue
		}
		sum := int(by[len(by)-1])
		numbers = pattern.Numbers(numbers[:0], s.board)
		for _, k := range numbers {
			sum += int(by[k])
		}
		d := float64(s.score) - float64(sum)/pattern.Unit
		e += d * d
		spread += float64(s.score) * float64(s.score)
		n++
	}
	n = max(n, 1)
	return math.Sqrt(e / n), math.Sqrt(spread / n)
}
