package all

import (
	"context"
	"testing"

	"boardstudio/internal/effort"
)

// TestWorks checks the numbers of positions of the short benchmarks.
func TestWorks(t *testing.T) {
	for _, k := range Engines.Kinds() {
		for i, w := range k.Works {
			if i > 0 && testing.Short() {
				break
			}
			if w.Nodes > uint64(effort.Amount(3_000_000, 400_000)) {
				continue
			}
			n, err := w.Do(context.Background(), build(t, w.Game.Game, w.Game.Params))
			if err != nil || n != w.Nodes {
				t.Errorf("%s, %s: %d positions, not %d (%v)", k.Name, w.Name, n, w.Nodes, err)
			}
		}
	}
}
