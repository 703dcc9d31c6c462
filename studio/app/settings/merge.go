package settings

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
)

// tree is the content of a settings file as JSON values, by field.
type tree map[string]any

// tree returns the settings in the form of the file.
func (st *Settings) tree() tree {
	data, err := json.Marshal(st)
	t := tree{}
	if err == nil {
		err = json.Unmarshal(data, &t)
	}
	if err != nil {
		panic("studio: " + err.Error()) // every field can be encoded
	}
	return t
}

// fieldMerges are special merge functions for some fields. Other fields use mergeValues.
var fieldMerges = map[string]func(base, ours, theirs any) any{
	"recent":  func(base, ours, theirs any) any { return mergeNewest(base, ours, theirs, maxRecent) },
	"used":    func(base, ours, theirs any) any { return mergeNewest(base, ours, theirs, maxUsed) },
	"newGame": mergeChoices,
}

// mergeAll applies the changes from base to ours to theirs. Fields that only theirs has are kept.
func mergeAll(base, ours, theirs tree) tree {
	return mergeFields(base, ours, theirs, func(key string, base, ours, theirs any) any {
		if merge := fieldMerges[key]; merge != nil && !reflect.DeepEqual(base, ours) {
			return merge(base, ours, theirs)
		}
		return mergeValues(base, ours, theirs)
	})
}

// mergeFields merges each field. Fields whose merged value is nil are omitted.
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

// mergeValues applies the change from base to ours to theirs. Objects are merged by field; other
// values are replaced.
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

// object returns v as an object. nil is an empty object.
func object(v any) (map[string]any, bool) {
	m, ok := v.(map[string]any)
	return m, ok || v == nil
}

// mergeNewest merges lists sorted by last use. Values that moved to the front of ours since base
// are put before theirs, and values removed from ours are removed from theirs.
func mergeNewest(base, ours, theirs any, limit int) any {
	b, _ := base.([]any)
	o, _ := ours.([]any)
	t, _ := theirs.([]any)
	added := 0
	for !follows(o[added:], b) {
		added++
	}
	front := o[:added]
	removed := slices.DeleteFunc(slices.Clone(b), func(v any) bool { return slices.Contains(o, v) })
	if len(o) == limit { // values may have been dropped at the end rather than removed
		removed = nil
	}
	out := slices.Clone(front)
	for _, v := range t {
		if !slices.Contains(front, v) && !slices.Contains(removed, v) {
			out = append(out, v)
		}
	}
	return out[:min(len(out), limit)]
}

// follows reports whether part is a subsequence of whole.
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

// mergeChoices merges the choices of the new-game dialog. Game, preset and players are merged
// together. The changed rules and the past players of each preset are merged separately.
func mergeChoices(base, ours, theirs any) any {
	b, _ := object(base)
	o, _ := object(ours)
	t, _ := object(theirs)
	separate := []string{"over", "past"}
	rest := func(m map[string]any) map[string]any {
		m = maps.Clone(m)
		for _, key := range separate {
			delete(m, key)
		}
		return m
	}
	out := rest(t)
	if !reflect.DeepEqual(rest(b), rest(o)) || out == nil {
		out = rest(o)
	}
	for _, key := range separate {
		if v := mergeValues(b[key], o[key], t[key]); v != nil {
			out[key] = v
		}
	}
	return out
}
