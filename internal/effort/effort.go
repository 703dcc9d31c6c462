// Package effort determines how much a test does. make test does less than make torture, which sets
// the flag -full.
package effort

import "flag"

var full = flag.Bool("full", false, "test as much as make torture")

// Full reports whether the flag -full is set.
func Full() bool { return *full }

// Amount returns most with -full, and usual otherwise.
func Amount(most, usual int) int {
	if *full {
		return most
	}
	return usual
}

// ShortAmount is like Amount for a test with a short form: without -full, it returns few if short is
// true.
func ShortAmount(short bool, most, usual, few int) int {
	if short {
		usual = few
	}
	return Amount(most, usual)
}
