package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"runtime"
	"sync"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/rules"
	"boardstudio/store/safe"
)

// maxStoreSize is the maximum size of a store, in bytes.
const maxStoreSize = 1 << 30

// Store stores results in a file, one per line, as soon as possible. Interrupted work can therefore
// be resumed. A Store may be used concurrently.
type Store struct {
	path  string
	mutex sync.Mutex
	known map[string]Result
	// damaged is the number of lines of the file that are not results, and were not noted.
	damaged int
}

// entry is a line of a store.
type entry struct {
	Job    string `json:"job"` // hash of the job
	Result Result `json:"result"`
}

// OpenStore opens the store in a file. If the file does not exist, the store is empty. Invalid
// lines are skipped and counted by Damaged. OpenStore returns an error if the file cannot be read
// or is too large.
func OpenStore(ctx context.Context, path string) (*Store, error) {
	s := &Store{path: path, known: map[string]Result{}}
	data, err := safe.ReadFile(ctx, path, maxStoreSize)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	s.read(data)
	return s, err
}

func (s *Store) read(data []byte) {
	s.damaged, _ = safe.Records(data, func(_ int, line []byte) error {
		var x entry
		if json.Unmarshal(line, &x) != nil || x.Job == "" {
			return safe.ErrDamaged
		}
		s.known[x.Job] = x.Result
		return nil
	})
}

// Damaged returns the number of invalid lines in the file, which a crash may leave. Their positions
// are analysed again.
func (s *Store) Damaged() int { return s.damaged }

// NoteDamaged notes in the file that the damaged lines were reported. A store that is opened later does not count them.
func (s *Store) NoteDamaged() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.damaged == 0 {
		return nil
	}
	err := safe.NoteDamaged(s.path, s.damaged)
	if err == nil {
		s.damaged = 0
	}
	return err
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

// Options are the options of Run.
type Options struct {
	// Maximum number of goroutines, limited to the number of processors; results with node limits
	// do not depend on it.
	Jobs  int
	Store *Store // source of known results and destination of new ones; may be nil
	// Progress, if not nil, is called with the number of completed jobs. Calls are not concurrent.
	Progress func(done, of int)
}

// maxMute is the number of positions that an engine may leave without an evaluation before its
// first evaluation.
const maxMute = 8

// Run executes jobs and returns their results in the same order. All jobs must have the same engine
// and be for positions of r. It returns the error of ctx, of the engine or of the store. Results
// found before an error are in the store. An external program may return no evaluation for some
// positions, such as positions with a single move; their results are empty. Run returns an error if
// an engine evaluates none of the first positions.
func Run(ctx context.Context, engines *player.Catalog, r rules.Rules, jobs []Job, o Options) ([]Result, error) {
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
	var mutex sync.Mutex // protects done, mute and calls of Progress
	mute := 0
	done := len(jobs) - len(todo)
	report := func() {
		if o.Progress != nil {
			o.Progress(done, len(jobs))
		}
	}
	report()
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(max(o.Jobs, 1), runtime.GOMAXPROCS(0), len(todo)) {
		workers.Go(func() {
			var e ai.Engine
			var err error
			for i := range next {
				if e == nil && err == nil {
					e, err = engines.New(jobs[i].Engine, r)
				}
				if err == nil {
					results[i], err = jobs[i].Do(ctx, r, e)
				}
				if errors.Is(err, errMute) {
					mutex.Lock()
					if mute++; mute < min(maxMute, len(jobs)) || done >= mute {
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
				report()
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
