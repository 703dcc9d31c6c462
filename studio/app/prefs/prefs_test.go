package prefs

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"

	"boardstudio/studio/app/settings"
	"boardstudio/text/msg"
)

func TestRows(t *testing.T) {
	seen := map[msg.Key]bool{}
	for _, r := range Rows {
		if r.Title == "" || seen[r.Title] {
			t.Errorf("two rows are called %q", r.Title)
		}
		seen[r.Title] = true
		if !slices.Contains(Pages, r.Page) {
			t.Errorf("%q stands on the page %q", r.Title, r.Page)
		}
	}
	for _, p := range Pages {
		if len(On(p)) == 0 {
			t.Errorf("the page %q is empty", p)
		}
	}
}

// TestEveryRowIsSaved checks that each setting changed through its row is saved and read back.
func TestEveryRowIsSaved(t *testing.T) {
	for _, r := range Rows {
		path := filepath.Join(t.TempDir(), "settings.json")
		st, err := settings.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		change := func(st *settings.Settings) {}
		value := func(st *settings.Settings) any { return nil }
		switch k := r.Kind.(type) {
		case Switch:
			change = func(st *settings.Settings) { *k(st) = !*k(st) }
			value = func(st *settings.Settings) any { return *k(st) }
		case Choice:
			options := k.Options()
			if !slices.ContainsFunc(options, func(o Option) bool { return o.Value == *k.Of(st) }) {
				t.Errorf("%q has no option for %q, which is the default", r.Title, *k.Of(st))
			}
			change = func(st *settings.Settings) { k.Put(st, options[len(options)-1].Value) }
			value = func(st *settings.Settings) any { return *k.Of(st) }
		case Number:
			if now := k.Shown(st); now < k.Min || now > k.Max || k.Step <= 0 {
				t.Errorf("%q is %v, of %v to %v", r.Title, now, k.Min, k.Max)
			}
			change = func(st *settings.Settings) { *k.Of(st) = int(k.Max) * k.Per }
			value = func(st *settings.Settings) any { return *k.Of(st) }
		case Level:
			change = func(st *settings.Settings) { *k(st) = 35 }
			value = func(st *settings.Settings) any { return *k(st) }
		case Action:
			continue
		}
		before := value(st)
		if change(st); value(st) == before {
			t.Errorf("%q stays %v", r.Title, before)
		}
		if err := st.Save(); err != nil {
			t.Fatal(err)
		}
		again, err := settings.Load(path)
		if err != nil || value(again) != value(st) {
			a, _ := json.Marshal(value(again))
			t.Errorf("%q is %s after a new start, %v (%v)", r.Title, a, value(st), err)
		}
	}
}
