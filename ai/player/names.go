package player

import (
	"strings"

	"boardstudio/ai/level"
)

// NameInRecords returns the name in records for an engine specification: "Computer, medium" for
// "computer:3". Other specifications are returned unchanged.
func (c *Catalog) NameInRecords(kind string) string {
	name, at := c.CurrentName(kind, 0)
	if name != level.Name || at < 1 || at > level.Count {
		return kind
	}
	return "Computer, " + strings.ToLower(string(level.Titles[at-1]))
}
