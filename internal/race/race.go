// Package race skips tests that need no race detector.
package race

import "testing"

// Skip skips a test or benchmark if the race detector is on, because all its work is in one
// goroutine, and would take about ten times as long. make test runs it again without the detector.
func Skip(t testing.TB) {
	t.Helper()
	if enabled {
		t.Skip("uses one goroutine, so it runs without the race detector")
	}
}
