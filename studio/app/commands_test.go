package app

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
)

func TestEveryCommandHasAKeyOfItsOwn(t *testing.T) {
	seen, ids := map[string]string{}, map[string]bool{}
	for _, c := range Commands {
		if ids[c.ID] {
			t.Errorf("%s stands twice", c.ID)
		}
		ids[c.ID] = true
		for _, k := range c.Keys {
			if o := seen[k]; o != "" {
				t.Errorf("%s is the key of %s and %s", k, o, c.ID)
			}
			seen[k] = c.ID
		}
		if !slices.Contains(Menus, c.Menu) {
			t.Errorf("%s stands in no menu", c.ID)
		}
	}
}

func TestRealGamesOpen(t *testing.T) {
	for _, name := range []string{"penloup-juhem.studio", "pente.studio", "awale.studio", "three-players.studio", "legacy.xml"} {
		path := filepath.Join("..", "..", "samples", name)
		d, f, err := ioall.Open(context.Background(), path, codec.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(d.Warnings) > 0 || d.Tree.Len() < 9 || f == nil {
			t.Errorf("%s: %d nodes, %v", name, d.Tree.Len(), d.Warnings)
		}
	}
}

// Where seeds are sown there is nothing to write a number on.
func TestNumbersNeedStones(t *testing.T) {
	d := newDesk(t)
	for game, want := range map[string]bool{"line/gomoku": true, "othello/othello": true, "awale/awale": false} {
		name, preset, _ := strings.Cut(game, "/")
		d.start(name, preset)
		for _, c := range noteCommands {
			if (c.ID == "numbers" || c.ID == "number-here") && c.Can(d.Session) != want {
				t.Errorf("%s: %s can be used: %v", game, c.ID, !want)
			}
		}
	}
}
