//go:build race

package line

// deep says whether tests count the deepest trees; not under the race detector.
const deep = false
