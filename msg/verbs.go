package msg

import (
	"regexp"
	"strconv"
)

// Verb is a verb of a format.
var Verb = regexp.MustCompile(`%[-+#0]*[0-9]*(?:\.[0-9]*)?(?:\[(\d+)\])?([a-zA-Z%])`)

// Verbs returns the verb for each argument of a format, by the argument's number from 1. A translation has the same
// ones as its key.
func Verbs(format string) map[int]string {
	found := map[int]string{}
	next := 1
	for _, m := range Verb.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		if n, err := strconv.Atoi(m[1]); err == nil {
			next = n
		}
		found[next] = m[2]
		next++
	}
	return found
}
