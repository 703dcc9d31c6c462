package main

import (
	"slices"
	"strings"

	"boardstudio/internal/near"
	"boardstudio/locale"
	"boardstudio/msg"
)

// suggest adds the names that are like the unknown one to an error.
func suggest(err error, name string, known []string) error {
	names := alike(name, known)
	if len(names) == 0 {
		return err
	}
	return msg.Errorf("%v; did you mean %s?", err, strings.Join(names, " "+locale.T("or")+" "))
}

// alike returns the known names that are like name, those that are nearest: at most three.
func alike(name string, known []string) []string {
	name = strings.ToLower(name)
	best := map[string]int{}
	for _, k := range known {
		d := near.Distance(name, strings.ToLower(k))
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
