package msg

import (
	"regexp"
	"strconv"
)

// Verb matches a formatting verb of package fmt.
var Verb = regexp.MustCompile(`%[-+#0]*[0-9]*(?:\.[0-9]*)?(?:\[(\d+)\])?([a-zA-Z%])`)

// Verbs returns the verb for each argument of a format, by the number of the argument from 1. A
// translation must have the same verbs as its key.
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
