// Package startpage provides the content of a new tab: games to play, recent files and samples.
package startpage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"boardstudio/ai/player"
	"boardstudio/document"
	"boardstudio/draw/diagram"
	"boardstudio/internal/memo"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/samples"
	"boardstudio/store/xdg"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/guess"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// Games returns the games with a card on the page. Variants are only in the new-game dialog.
func Games(games rules.Catalog) []newgame.Item {
	var list []newgame.Item
	for _, it := range newgame.Items(games) {
		if it.Preset.Of == "" {
			list = append(list, it)
		}
	}
	return list
}

// Entry is an item to continue with.
type Entry struct{ Title, Detail, Path string }

// maxRecent is the number of files shown.
const maxRecent = 7

// Recent returns the recent files that exist.
func Recent(st *settings.Settings) []Entry {
	var list []Entry
	for _, path := range st.Recent {
		info, err := os.Stat(path)
		if err != nil || len(list) == maxRecent {
			continue
		}
		list = append(list, Entry{locale.FileName(path), locale.Shown(tildePath(filepath.Dir(path))) + " · " + docfile.Since(info.ModTime()), path})
	}
	return list
}

// tildePath replaces the home folder in a path by a tilde.
func tildePath(dir string) string {
	home, err := xdg.Home()
	if rest, ok := strings.CutPrefix(dir, home); err == nil && ok && home != "/" && (rest == "" || rest[0] == filepath.Separator) {
		return "~" + rest
	}
	return dir
}

// Again returns the game started last, with its players. ok is false if that game cannot be started
// again.
func Again(games rules.Catalog, engines *player.Catalog, c settings.Choice) (Entry, bool) {
	r, err := newgame.Build(games, c)
	if err != nil || len(c.Players) == 0 {
		return Entry{}, false
	}
	who := words.Seated(engines, newgame.Seats(c, r.Players()), func(rules.Player) string { return locale.T("Human") })
	const most = 3 // maximum number of names
	if len(who) > most {
		who = append(who[:most], "…")
	}
	return Entry{Title: words.Game(r), Detail: strings.Join(who, " – ")}, true
}

// maxRead is the maximum size of a file that is read to draw its picture.
const maxRead = 2 << 20

var errLarge = errors.New("too large for a picture")

// Picture returns a diagram of the last main-line position in a file. It returns an error if the
// file cannot be read or is too large.
func Picture(ctx context.Context, documents *document.Library, path string) (*diagram.Diagram, error) {
	if info, err := os.Stat(path); err != nil || info.Size() > maxRead {
		return nil, errors.Join(err, errLarge)
	}
	d, _, err := documents.Open(ctx, path, codec.Options{})
	if err != nil {
		return nil, err
	}
	return PictureOf(d), nil
}

// PictureOf returns a diagram of the last main-line position.
func PictureOf(d *model.Document) *diagram.Diagram {
	r := d.Tree.Rules()
	var at rules.Position
	last := rules.NoCell
	for n := range d.Tree.Main() {
		next, err := d.Tree.Position(n)
		if err != nil { // an illegal move: use the position before it
			break
		}
		if m, ok := n.Move(); ok && at != nil {
			last = rules.Landing(r.Board(), at, next, m)
		}
		at = next
		if guess.IsPuzzle(n) { // do not show the solution
			break
		}
	}
	p := diagram.New(r, at)
	p.Last = last
	p.Seats = diagram.SeatsOf(d.Players)
	return p
}

// Sample is a sample game or a collection of puzzles.
type Sample struct {
	Name, Title, Detail string
}

// titles are the titles of samples that must be translated, because they are not names.
var titles = []msg.Key{"A classroom game", "Three players on 10×10"}

// Samples returns the sample games of Studio.
func Samples(documents *document.Library) []Sample {
	var list []Sample
	for _, x := range shipped(documents) {
		title := x.title
		if i := slices.Index(titles, msg.Key(title)); i >= 0 {
			title = locale.T(titles[i])
		}
		list = append(list, Sample{x.name, title, words.Game(x.rules)})
	}
	return list
}

// shipped returns the data of the samples that does not depend on the language. It is cached,
// because each start page requests it whenever files change.
var shipped = memo.Func(func(documents *document.Library) (list []shippedSample) {
	names, _ := fs.Glob(samples.FS, "*"+docfile.Extension)
	for _, name := range names {
		if d, err := Load(documents, name); err == nil {
			list = append(list, shippedSample{name, title(d), d.Tree.Rules()})
		}
	}
	return list
})

type shippedSample struct {
	name, title string
	rules       rules.Rules
}

// title returns the title of a document, or the names of the players.
func title(d *model.Document) string {
	if t := d.Info[model.InfoTitle]; t != "" {
		return t
	}
	var names []string
	for _, p := range d.Players {
		names = append(names, p.Name)
	}
	return strings.Join(names, " – ")
}

// Puzzles returns the collections of puzzles, one per game.
func Puzzles(games rules.Catalog) (list []Sample) {
	names, _ := fs.Glob(samples.Puzzles, "puzzles/*"+docfile.Extension)
	for _, name := range names { // files named after presets need not be read for the list
		r, err := games.Build(strings.TrimSuffix(path.Base(name), docfile.Extension), nil)
		if err == nil {
			list = append(list, Sample{name, locale.T("Puzzles: %s", words.Game(r)), locale.T("Find the only move that wins")})
		}
	}
	return list
}

// Load returns a sample or a collection of puzzles. It returns an error if name does not exist.
func Load(documents *document.Library, name string) (*model.Document, error) {
	from := samples.FS
	if path.Dir(name) != "." {
		from = samples.Puzzles
	}
	data, err := from.ReadFile(name)
	if err != nil {
		return nil, err
	}
	d, _, err := documents.Decode(context.Background(), name, data, codec.Options{})
	return d, err
}
