// Package effort determines how much a test does. make test does less than make torture, which sets
// the flag -full.
package effort

import "flag"

var full = flag.Bool("full", false, "test as much as make torture")

// Full reports whether the flag -full is set.
func Full() bool { return *full }

// Amount returns most with -full, few if short is true, and usual otherwise.
func Amount(short bool, most, usual, few int) int {
	switch {
	case *full:
		return most
	case short:
		return few
	}
	return usual
}
