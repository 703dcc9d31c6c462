package model

import (
	"strings"
	"testing"
)

// TestCommonEnds checks that prefix and suffix are exact to the byte and do not overlap.
func TestCommonEnds(t *testing.T) {
	long := strings.Repeat("0123456789", 20_000)
	for _, tt := range []struct {
		a, b       string
		head, tail int
	}{
		{"", "", 0, 0},
		{"", "x", 0, 0},
		{"x", "", 0, 0},
		{"same", "same", 4, 0},
		{"aa", "aaa", 2, 0},
		{"aaa", "aa", 2, 0},
		{"abc", "abXc", 2, 1},
		{"abXc", "abc", 2, 1},
		{"aXc", "aYc", 1, 1},
		{"Xbc", "Ybc", 0, 2},
		{"abab", "ab", 2, 0},
		{"tea", "pea", 0, 2},
		{long, long + "x", len(long), 0},
		{long, "x" + long, 0, len(long)},
		{"x" + long, long, 0, len(long)},
		{long + "a" + long, long + "b" + long, len(long), len(long)},
		{long + "a" + long[:77], long + "bb" + long[:77], len(long), 77},
		{long[3:] + "a" + long, long[3:] + long, len(long) - 3, len(long)},
	} {
		if head, tail := commonEnds(tt.a, tt.b); head != tt.head || tail != tt.tail {
			t.Errorf("%.9q and %.9q of %d and %d bytes keep %d and %d, want %d and %d", tt.a, tt.b, len(tt.a), len(tt.b), head, tail, tt.head, tt.tail)
		}
	}
}
