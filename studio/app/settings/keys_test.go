package settings

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/studio/app/command"
	"boardstudio/text/locale"
)

func TestParseKey(t *testing.T) {
	for text, want := range map[string]string{
		"<Primary><Shift>p": "<Primary><Shift>p",
		"<shift><CTRL>P":    "<Primary><Shift>p",
		" <Control>Return ": "<Primary>Return",
		"<Alt><Mod1>F4":     "<Alt>F4",
		"Page_Up":           "Page_Up",
		"<Primary>eacute":   "<Primary>eacute",
		"7":                 "7",
	} {
		k, err := ParseKey(text)
		if err != nil || k.String() != want {
			t.Errorf("%q is read as %q, %v; want %q", text, k.String(), err, want)
		}
	}
	for _, text := range []string{"", "<Primary>", "<Primary", "<Hyper>a", "a b", "<Primary>?", "é", "<>a", "Ctrl+A"} {
		if k, err := ParseKey(text); err == nil {
			t.Errorf("%q is read as %q", text, k)
		}
	}
}

func FuzzParseKey(f *testing.F) {
	for _, c := range command.All {
		for k := range strings.FieldsSeq(c.Keys) {
			f.Add(k)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		k, err := ParseKey(text)
		if err != nil {
			return
		}
		if again, err := ParseKey(k.String()); err != nil || again != k {
			t.Errorf("%q is read as %q and then as %q, %v", text, k, again, err)
		}
		_ = k.Title()
		_ = k.Refused()
	})
}

// TestKeysGoTogether checks the default keys and the presets. Keys must be valid and in normal
// form, and must not be used twice. Commands must exist.
func TestKeysGoTogether(t *testing.T) {
	check := func(where string, keys map[command.ID]string) {
		has := map[string]command.ID{}
		for id, list := range keys {
			for text := range strings.FieldsSeq(list) {
				k, err := ParseKey(text)
				if err != nil || k.String() != text {
					t.Errorf("%s: %s has the key %q, which is %q, %v", where, id, text, k, err)
				} else if err := k.Refused(); err != nil {
					t.Errorf("%s: %s cannot have the key %s: %v", where, id, text, err)
				}
				if other, ok := has[text]; ok {
					t.Errorf("%s: %s and %s have the key %s", where, other, id, text)
				}
				has[text] = id
			}
		}
	}
	table := map[command.ID]string{}
	for id, c := range command.All {
		table[command.ID(id)] = c.Keys
	}
	check("table", table)
	for _, p := range KeyPresets {
		check(string(p.Title), p.Keys)
	}
}

// TestPresetsLeaveKeysToWhatIsDoneAllTheTime checks that a preset does not take all keys of a
// frequently used command.
func TestPresetsLeaveKeysToWhatIsDoneAllTheTime(t *testing.T) {
	for _, p := range KeyPresets {
		st := Defaults()
		st.UsePreset(p.Name)
		for _, id := range []command.ID{
			command.New, command.Open, command.Save, command.Undo, command.Redo, command.Delete, command.Back, command.Forward, command.Home, command.End, command.PreviousVariation, command.NextVariation, command.PreviousFork, command.NextFork, command.Comment, command.Main, command.Palette, command.Keys, command.Help,
		} {
			if keysOf(st, id) == "" {
				t.Errorf("with the keys of %s, %s has none", p.Title, id)
			}
		}
	}
}

func TestRefusedKeys(t *testing.T) {
	for text, word := range map[string]string{
		"a": "typing", "<Shift>a": "typing", "7": "typing", "minus": "typing", "question": "typing", "Cyrillic_ka": "typing",
		"Return": "Enter", "space": "Enter", "BackSpace": "Backspace", "Escape": "Escape", "<Primary>Escape": "Escape",
		"Tab": "Tab", "<Shift>ISO_Left_Tab": "Tab", "F10": "menus", "<Alt>F4": "desktop", "<Shift>Left": "cursor", "<Alt>g": "Game", "<Alt><Shift>h": "Help",
	} {
		t.Run(text, func(t *testing.T) {
			k, err := ParseKey(text)
			if err != nil {
				t.Fatal(err)
			}
			if err := k.Refused(); err == nil || !strings.Contains(err.Error(), word) {
				t.Error(err)
			}
		})
	}
	for _, text := range []string{"<Primary>a", "<Primary>Return", "<Alt>1", "<Alt>q", "<Primary><Alt>g", "F5", "<Shift>F3", "Left", "Delete", "<Shift>Home", "<Primary>eacute"} {
		if k, _ := ParseKey(text); k.Refused() != nil {
			t.Errorf("%s: %v", text, k.Refused())
		}
	}
	locale.Use("fr")
	defer locale.Use("en")
	if k, _ := ParseKey("<Alt>p"); k.Refused() == nil {
		t.Error("the letter of the French menu Partie is free")
	}
	// Partie, Édition, Arbre, Aller, Annoter, Étude, Affichage, Aide
	if got := strings.Join(command.Letters(command.Menus), " "); got != "p d a l n t f i" {
		t.Errorf("the letters of the French menus are %s", got)
	}
}

func keysOf(st *Settings, id command.ID) string { return strings.Join(st.KeysOf(id), " ") }

func key(t *testing.T, text string) Key {
	t.Helper()
	k, err := ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestChangingKeys(t *testing.T) {
	st := Defaults()
	redo, save := command.Redo, command.Save
	if got := keysOf(st, command.Redo); got != "<Primary><Shift>z <Primary>y" {
		t.Fatalf("redo has %s", got)
	}
	st.SetKeys(save, key(t, "F5"), key(t, "<Primary>y")) // the second was a key of redo
	if got := keysOf(st, command.Save); got != "F5 <Primary>y" {
		t.Errorf("save has %s", got)
	}
	if got := keysOf(st, command.Redo); got != "<Primary><Shift>z" {
		t.Errorf("redo has %s", got)
	}
	if c, _ := st.WithKey(key(t, "<Primary>y")); c != save {
		t.Errorf("the key belongs to %v", c)
	}
	if c, ok := st.WithKey(key(t, "<Primary>s")); ok {
		t.Errorf("the old key of save belongs to %s", c)
	}
	st.ResetKeys(save)
	st.ResetKeys(redo)
	if got := keysOf(st, command.Save) + " " + keysOf(st, command.Redo); got != "<Primary>s <Primary><Shift>z <Primary>y" {
		t.Errorf("reset they have %s", got)
	}
	st.SetKeys(save)
	if got := st.KeysOf(save); len(got) != 0 || !st.Changed(save) {
		t.Errorf("without keys save has %v", got)
	}
	st.SetKeys(save, key(t, "<Primary>s")) // the default
	if st.Changed(save) {
		t.Error("keys that are as they were count as changed")
	}
	st.SetKeys(save, key(t, "F5"))
	st.SetKeys(redo, key(t, "F6"))
	st.ResetAllKeys()
	if len(st.Keys) != 0 || keysOf(st, command.Save) != "<Primary>s" {
		t.Errorf("%v", st.Keys)
	}
}

func TestPresetsAndChanges(t *testing.T) {
	st := Defaults()
	st.UsePreset("sabaki")
	if got := keysOf(st, command.Back) + " " + keysOf(st, command.PreviousVariation) + " " + keysOf(st, command.Pass); got != "Up Left <Primary>p" {
		t.Errorf("%s", got)
	}
	if got := keysOf(st, command.Grid); got == "<Primary>p" {
		t.Error("the grid has kept the key of passing")
	}
	if got := keysOf(st, command.Legal); got != "<Primary>h" {
		t.Errorf("a command that is not in the preset has %s", got)
	}
	st.SetKeys(command.Legal, key(t, "Up"))
	if got := keysOf(st, command.Back) + "," + keysOf(st, command.Legal); got != ",Up" {
		t.Errorf("a key of the preset was not taken over: %s", got)
	}
	st.UsePreset("")
	if got := keysOf(st, command.Legal); got != "Up" {
		t.Errorf("with another preset the changed key is %s", got)
	}
	for id, c := range command.All { // no key may have two commands, whatever was changed
		for _, k := range st.KeysOf(command.ID(id)) {
			if other, _ := st.WithKey(key(t, k)); other != command.ID(id) {
				t.Errorf("%s belongs to %s and %s", k, c.Name, other)
			}
		}
	}
}

func TestKeysAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	st, _ := Load(path)
	st.UsePreset("renlib")
	st.SetKeys(command.Save, key(t, "F5"))
	st.SetKeys(command.Undo)
	if err := st.Save(); err != nil {
		t.Fatal(err)
	}
	again, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.CheckKeys(func(Key) bool { return true }); err != nil {
		t.Fatal(err)
	}
	for id, c := range command.All {
		if a, b := st.KeysOf(command.ID(id)), again.KeysOf(command.ID(id)); !slices.Equal(a, b) {
			t.Errorf("%s had %v and has %v", c.Name, a, b)
		}
	}
	if keysOf(again, command.Save) != "F5" || keysOf(again, command.Undo) != "" || keysOf(again, command.PreviousVariation) != "Up Page_Up" {
		t.Errorf("%v", again.Keys)
	}
}

func TestInvalidKeysAreIgnored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	data, _ := json.Marshal(map[string]any{
		"keyPreset": "vim",
		"keys": map[string][]string{
			"fly": {"F5"}, "save": {"<Foo>x"}, "open": {"<ctrl>L", "a", "<Primary>nosuchkey"}, "redo": {"<Primary>y"},
		},
	})
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	st, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	err = st.CheckKeys(func(k Key) bool { return k.Name != "nosuchkey" })
	if err == nil {
		t.Fatal("nothing is said about it")
	}
	for _, bad := range []string{"fly", "save: <Foo>x", "open: a", "open: <Primary>nosuchkey", "vim"} {
		if !strings.Contains(err.Error(), bad) {
			t.Errorf("%v does not name %s", err, bad)
		}
	}
	if got := keysOf(st, command.Save) + "," + keysOf(st, command.Open) + "," + keysOf(st, command.Redo); got != "<Primary>s,<Primary>l,<Primary>y" {
		t.Errorf("the keys are %s", got)
	}
	if err := st.CheckKeys(func(Key) bool { return true }); err != nil {
		t.Errorf("it is said again: %v", err)
	}
}

func TestKeyNow(t *testing.T) {
	st := Defaults()
	for id, own := range map[command.ID]string{command.Save: "Ctrl+S", command.PreviousFork: "Page Up", command.Faster: "Ctrl++", command.Redo: "Ctrl+Y", command.Delete: "Delete"} {
		if got := st.KeyNow(id, own); got != own {
			t.Errorf("%s is %s now", own, got)
		}
	}
	st.SetKeys(command.Save, key(t, "<Primary>Page_Up"))
	st.SetKeys(command.Undo)
	st.SetKeys(command.Redo, key(t, "F3"), key(t, "F4"))
	got := []string{st.KeyNow(command.Save, "Ctrl+S"), st.KeyNow(command.Undo, "Ctrl+Z"), st.KeyNow(command.Redo, "Ctrl+Shift+Z"), st.KeyNow(command.Redo, "Ctrl+Y")}
	if want := []string{"Ctrl+Page Up", "", "F3", "F4"}; !slices.Equal(got, want) {
		t.Errorf("they are %q now, want %q", got, want)
	}
	st = Defaults()
	st.UsePreset("sabaki")
	if got := st.KeyNow(command.Delete, "Delete"); got != "Ctrl+Delete" {
		t.Errorf("with the keys of Sabaki it is %q", got)
	}
}
