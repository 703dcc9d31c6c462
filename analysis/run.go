package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"runtime"
	"sync"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/io/safe"
	"boardstudio/rules"
)

// mostStored bounds the size of a store.
const mostStored = 1 << 30

// Store keeps results in a file, a line for each as it is found, so that work which was interrupted goes on where it was. It may be
// used by several goroutines.
type Store struct {
	path  string
	mutex sync.Mutex
	known map[string]Result
}

// entry is a line of a store.
type entry struct {
	Job    string `json:"job"` // its hash
	Result Result `json:"result"`
}

// OpenStore returns the store in a file, an empty one when there is none. Lines that are no results, as one that was cut short, are left out.
func OpenStore(ctx context.Context, path string) (*Store, error) {
	s := &Store{path: path, known: map[string]Result{}}
	data, err := safe.ReadFile(ctx, path, mostStored)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	s.read(data)
	return s, err
}

func (s *Store) read(data []byte) {
	for line := range bytes.Lines(data) {
		var x entry
		if json.Unmarshal(line, &x) == nil && x.Job != "" {
			s.known[x.Job] = x.Result
		}
	}
}

func (s *Store) get(hash string) (Result, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	x, ok := s.known[hash]
	return x, ok
}

func (s *Store) put(hash string, x Result) error {
	line, err := json.Marshal(entry{hash, x})
	if err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.known[hash] = x
	return safe.Append(s.path, line)
}

// Options say how to do jobs.
type Options struct {
	Jobs  int    // goroutines, no more than processors; with limits of nodes the results are the same
	Store *Store // what it has is not done again; nil for none
	// Progress, if not nil, is told how many jobs are done, one call at a time.
	Progress func(done, of int)
}

// mostMute is how many positions an engine may leave without a judgement before it has judged one.
const mostMute = 8

// Run does jobs, all by one engine for positions of the rules, and returns their results in the same order. The error is that of ctx, of
// the engine or of the store; what was found before is in the store. A program of somebody else may say nothing of some positions, as of
// those with a single move: their results are empty. One that judges none of the first few is refused.
func Run(ctx context.Context, r rules.Rules, jobs []Job, o Options) ([]Result, error) {
	results := make([]Result, len(jobs))
	var todo []int
	hashes := make([]string, len(jobs))
	for i := range jobs {
		hashes[i] = jobs[i].Hash()
		known := false
		if o.Store != nil {
			results[i], known = o.Store.get(hashes[i])
		}
		if !known {
			todo = append(todo, i)
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mutex sync.Mutex // of done, mute and the call of Progress
	mute := 0
	done := len(jobs) - len(todo)
	tell := func() {
		if o.Progress != nil {
			o.Progress(done, len(jobs))
		}
	}
	tell()
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(max(o.Jobs, 1), runtime.GOMAXPROCS(0), len(todo)) {
		workers.Go(func() {
			var e ai.Engine
			var err error
			for i := range next {
				if e == nil && err == nil {
					e, err = aiall.New(jobs[i].Engine, r)
				}
				if err == nil {
					results[i], err = jobs[i].Do(ctx, r, e)
				}
				if errors.Is(err, errMute) {
					mutex.Lock()
					if mute++; mute < min(mostMute, len(jobs)) || done >= mute {
						err = nil
					}
					mutex.Unlock()
				}
				if err == nil && o.Store != nil {
					err = o.Store.put(hashes[i], results[i])
				}
				if err != nil {
					cancel(err)
					continue
				}
				mutex.Lock()
				done++
				tell()
				mutex.Unlock()
			}
			if e != nil {
				ai.Close(e)
			}
		})
	}
	for _, i := range todo {
		if ctx.Err() != nil {
			break
		}
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	return results, context.Cause(ctx)
}
