package command

import (
	"slices"
	"strings"
	"testing"

	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

func TestTable(t *testing.T) {
	names, keys := map[string]bool{}, map[string]string{}
	for id, c := range All {
		if c.Name == "" || c.Title == "" || !slices.Contains(Menus, c.Menu) {
			t.Fatalf("command %d is incomplete: %+v", id, c)
		}
		if got, ok := Named(c.Name); names[c.Name] || !ok || got != ID(id) {
			t.Errorf("two commands are called %s", c.Name)
		}
		names[c.Name] = true
		for k := range strings.FieldsSeq(c.Keys) {
			if keys[k] != "" {
				t.Errorf("%s belongs to %s and %s", k, keys[k], c.Name)
			}
			keys[k] = c.Name
		}
		if id > 0 && slices.Index(Menus, All[id-1].Menu) > slices.Index(Menus, c.Menu) {
			t.Errorf("%s stands after a command of a later menu", c.Name)
		}
	}
	if _, ok := Named("fly"); ok {
		t.Error("a command that does not exist is found")
	}
}

func TestAllows(t *testing.T) {
	for _, x := range []struct {
		c    Condition
		id   ID
		want bool
	}{
		{0, Help, true},
		{0, Undo, false},
		{Undoable, Undo, true},
		{Settled, Cut, false},
		{HasParent, Cut, false},
		{Settled | HasParent | HasFile, Cut, true},
	} {
		if got := x.c.Allows(x.id); got != x.want {
			t.Errorf("%b allows %s: %v", x.c, x.id, got)
		}
	}
}

func TestLetters(t *testing.T) {
	locale.Use("fr")
	defer locale.Use("en")
	for want, menus := range map[string][]msg.Key{
		"p d a l n t f i": Menus,                             // Partie, Édition, Arbre, Aller, Annoter, Étude, Affichage, Aide
		"s d l a":         {"Script", "Edit", "Run", "Help"}, // Script, Édition, Lancer, Aide
		"p a":             {MenuGame, MenuGame},
	} {
		if got := strings.Join(Letters(menus), " "); got != want {
			t.Errorf("the letters of the French menus %v are %s, want %s", menus, got, want)
		}
	}
}

// TestResign checks that the commands for resigning and for quitting are not adjacent in the menu.
func TestResign(t *testing.T) {
	if n := Quit - Resign; n < 3 && n > -3 {
		t.Errorf("Resign stands %d commands before Quit", n)
	}
}
