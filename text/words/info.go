package words

import (
	"slices"
	"strings"

	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// InfoFields are the standard fields of a document, with their titles.
var InfoFields = []struct {
	Key   string
	Title msg.Key
}{
	{model.InfoTitle, "Title"},
	{model.InfoEvent, "Event"},
	{model.InfoRound, "Round"},
	{model.InfoDate, "Date"},
	{model.InfoPlace, "Place"},
	{model.InfoResult, "Result"},
	{model.InfoAnnotator, "Annotator"},
	{model.InfoClock, "Time control"},
}

// Fact is a field of a game record with its title and value.
type Fact struct{ Key, Title, Value string }

// Facts returns the information about a document: the standard fields in order, then free tags by
// name. Empty fields are omitted.
func Facts(d *model.Document) []Fact {
	var list []Fact
	known := map[string]bool{}
	for _, f := range InfoFields {
		known[f.Key] = true
		v := strings.TrimSpace(d.Info[f.Key])
		if v == "" {
			continue
		}
		if c, err := clock.Parse(v); err == nil && f.Key == model.InfoClock {
			v = Clock(c)
		}
		list = append(list, Fact{f.Key, locale.T(f.Title), v})
	}
	fixed := len(list)
	for k, v := range d.Info {
		if !known[k] && strings.TrimSpace(v) != "" {
			list = append(list, Fact{k, k, v})
		}
	}
	slices.SortFunc(list[fixed:], func(a, b Fact) int { return strings.Compare(a.Key, b.Key) })
	return list
}
