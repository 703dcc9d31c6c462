//go:build !race

package line

// deep says whether tests go deep; under the race detector that takes too long.
const deep = true
