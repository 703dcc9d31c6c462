package main

import (
	"slices"
	"strings"

	"boardstudio/locale"
	"boardstudio/rules"
)

// suggest adds the names that are like the unknown one to an error.
func suggest(err error, name string, known []string) error {
	names := near(name, known)
	if len(names) == 0 {
		return err
	}
	return rules.Errorf("%v; did you mean %s?", err, strings.Join(names, " "+locale.T("or")+" "))
}

// near returns the known names that are like name, those that are nearest: at most three.
func near(name string, known []string) []string {
	name = strings.ToLower(name)
	best := map[string]int{}
	for _, k := range known {
		d := distance(name, strings.ToLower(k))
		if len(name) >= 3 && strings.HasPrefix(strings.ToLower(k), name) {
			d = min(d, 1)
		}
		if d <= max(1, len(name)/3) {
			best[k] = d
		}
	}
	var names []string
	for k := range best {
		names = append(names, k)
	}
	slices.SortFunc(names, func(a, b string) int {
		if best[a] != best[b] {
			return best[a] - best[b]
		}
		return strings.Compare(a, b)
	})
	n := 0
	for n < min(len(names), 3) && best[names[n]] == best[names[0]] {
		n++
	}
	return names[:n]
}

// distance counts the letters to insert, delete, replace or swap with the next
// to make b of a.
func distance(a, b string) int {
	older, old := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(old[j]+cost, old[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], older[j-1]+1)
			}
		}
		older, old = old, row
	}
	return old[len(b)]
}
