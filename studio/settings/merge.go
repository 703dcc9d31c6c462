package settings

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
)

// tree is the settings as they stand in the file: values that JSON knows, by field.
type tree map[string]any

// tree returns the settings as they would stand in the file.
func (st *Settings) tree() tree {
	data, err := json.Marshal(st)
	t := tree{}
	if err == nil {
		err = json.Unmarshal(data, &t)
	}
	if err != nil {
		panic("studio: " + err.Error()) // every field has a form in JSON
	}
	return t
}

// fieldMerges are the fields that are merged otherwise than by mergeValues.
var fieldMerges = map[string]func(base, ours, theirs any) any{
	"recent":  func(base, ours, theirs any) any { return mergeNewest(base, ours, theirs, maxRecent) },
	"used":    func(base, ours, theirs any) any { return mergeNewest(base, ours, theirs, maxUsed) },
	"scores":  mergeSums,
	"newGame": mergeChoices,
}

// mergeAll returns theirs with the changes that lead from base to ours. Fields that
// only theirs has stay.
func mergeAll(base, ours, theirs tree) tree {
	return mergeFields(base, ours, theirs, func(key string, base, ours, theirs any) any {
		if merge := fieldMerges[key]; merge != nil && !reflect.DeepEqual(base, ours) {
			return merge(base, ours, theirs)
		}
		return mergeValues(base, ours, theirs)
	})
}

// mergeFields merges the fields one by one; a field that is nil then is left out.
func mergeFields(base, ours, theirs map[string]any, merge func(key string, base, ours, theirs any) any) map[string]any {
	out := maps.Clone(theirs)
	if out == nil {
		out = map[string]any{}
	}
	for _, m := range []map[string]any{base, ours} {
		for key := range m {
			if out[key] = merge(key, base[key], ours[key], theirs[key]); out[key] == nil {
				delete(out, key)
			}
		}
	}
	return out
}

// mergeValues returns theirs with what differs between base and ours: objects field by
// field, of all else the whole.
func mergeValues(base, ours, theirs any) any {
	if reflect.DeepEqual(base, ours) {
		return theirs
	}
	b, isB := object(base)
	o, isO := object(ours)
	t, isT := object(theirs)
	if isB && isO && isT {
		return mergeFields(b, o, t, func(_ string, b, o, t any) any { return mergeValues(b, o, t) })
	}
	return ours
}

// object returns v as an object; nil is an empty one.
func object(v any) (map[string]any, bool) {
	m, ok := v.(map[string]any)
	return m, ok || v == nil
}

// mergeSums adds to each number of theirs what was added from base to ours. What is not
// above 0 is left out.
func mergeSums(base, ours, theirs any) any {
	b, _ := object(base)
	o, _ := object(ours)
	t, _ := object(theirs)
	return mergeFields(b, o, t, func(_ string, b, o, t any) any {
		is := func(v any) float64 { n, _ := v.(float64); return n }
		if n := is(t) + is(o) - is(b); n > 0 {
			return n
		}
		return nil
	})
}

// mergeNewest merges lists that have what was used last in front: what came to the front
// of ours since base is put before theirs, and what was taken out is taken out there.
func mergeNewest(base, ours, theirs any, limit int) any {
	b, _ := base.([]any)
	o, _ := ours.([]any)
	t, _ := theirs.([]any)
	came := 0
	for !follows(o[came:], b) {
		came++
	}
	front := o[:came]
	gone := slices.DeleteFunc(slices.Clone(b), func(v any) bool { return slices.Contains(o, v) })
	if len(o) == limit { // rather pushed out at the end than taken out
		gone = nil
	}
	out := slices.Clone(front)
	for _, v := range t {
		if !slices.Contains(front, v) && !slices.Contains(gone, v) {
			out = append(out, v)
		}
	}
	return out[:min(len(out), limit)]
}

// follows reports whether all of part stands in whole, in the same order.
func follows(part, whole []any) bool {
	for _, v := range part {
		i := slices.Index(whole, v)
		if i < 0 {
			return false
		}
		whole = whole[i+1:]
	}
	return true
}

// mergeChoices merges what was chosen in the dialog of a new game. Game, preset and
// players belong together; the changed rules and the past players of each preset stand for themselves.
func mergeChoices(base, ours, theirs any) any {
	b, _ := object(base)
	o, _ := object(ours)
	t, _ := object(theirs)
	apart := []string{"over", "past"}
	rest := func(m map[string]any) map[string]any {
		m = maps.Clone(m)
		for _, key := range apart {
			delete(m, key)
		}
		return m
	}
	out := rest(t)
	if !reflect.DeepEqual(rest(b), rest(o)) || out == nil {
		out = rest(o)
	}
	for _, key := range apart {
		if v := mergeValues(b[key], o[key], t[key]); v != nil {
			out[key] = v
		}
	}
	return out
}
