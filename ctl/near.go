package ctl

import (
	"slices"
	"strings"

	"boardstudio/internal/near"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Suggest adds the known names similar to name to an error.
func Suggest(err error, name string, known []string) error {
	names := similarNames(name, known)
	if len(names) == 0 {
		return err
	}
	return msg.Errorf("%v; did you mean %s?", err, strings.Join(names, " "+locale.T("or")+" "))
}

// similarNames returns the known names nearest to name, at most three.
func similarNames(name string, known []string) []string {
	name = strings.ToLower(name)
	least := max(1, len(name)/3)
	var names []string
	for _, k := range known {
		d := near.Distance(name, strings.ToLower(k))
		if len(name) >= 3 && strings.HasPrefix(strings.ToLower(k), name) {
			d = min(d, 1)
		}
		if d < least {
			least, names = d, nil
		}
		if d == least {
			names = append(names, k)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), 3)]
}
