// Package startpage says what a new tab offers: games to play, files and work to go on with, samples.
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
	"sync"

	"boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/diagram"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	rulesall "boardstudio/rules/all"
	"boardstudio/samples"
	"boardstudio/studio/docfile"
	"boardstudio/studio/guess"
	"boardstudio/studio/newgame"
	"boardstudio/studio/settings"
	"boardstudio/words"
)

// Games returns the games that have a card: variants of others are in the dialog for new games only.
func Games() []newgame.Item {
	var list []newgame.Item
	for _, it := range newgame.Items() {
		if it.Preset.Of == "" {
			list = append(list, it)
		}
	}
	return list
}

// Entry is something to go on with.
type Entry struct{ Title, Detail, Path string }

// maxRecent is how many files the page shows.
const maxRecent = 7

// Recent returns the files that were open last, as far as they are there.
func Recent(st *settings.Settings) []Entry {
	var list []Entry
	for _, path := range st.Recent {
		info, err := os.Stat(path)
		if err != nil || len(list) == maxRecent {
			continue
		}
		list = append(list, Entry{filepath.Base(path), short(filepath.Dir(path)) + " · " + docfile.Since(info.ModTime()), path})
	}
	return list
}

// short writes a folder with a tilde for the home folder.
func short(dir string) string {
	home, err := os.UserHomeDir()
	if rest, ok := strings.CutPrefix(dir, home); err == nil && ok && home != "/" && (rest == "" || rest[0] == filepath.Separator) {
		return "~" + rest
	}
	return dir
}

// Again describes the game that was begun last, with those who played it.
func Again(c settings.Choice) (Entry, bool) {
	r, err := newgame.Build(c)
	if err != nil || len(c.Players) == 0 {
		return Entry{}, false
	}
	var who []string
	list := newgame.Opponents()
	for i, p := range newgame.Seats(c, r.Players()) {
		name := p.Name
		if at := newgame.Index(list, p); name == "" && at >= 0 {
			name = list[at].Title
		}
		if name == "" {
			name = locale.T("Player %d", i+1)
		}
		who = append(who, name)
	}
	const most = 3 // who are named
	if len(who) > most {
		who = append(who[:most], "…")
	}
	return Entry{Title: words.Game(r.Spec()), Detail: strings.Join(who, " – ")}, true
}

// maxRead is the largest file that is read for its picture.
const maxRead = 2 << 20

var errLarge = errors.New("too large for a picture")

// Picture returns a drawing of the end of the main line of a file.
func Picture(ctx context.Context, path string) (*diagram.Diagram, error) {
	if info, err := os.Stat(path); err != nil || info.Size() > maxRead {
		return nil, errors.Join(err, errLarge)
	}
	d, _, err := all.Open(ctx, path, codec.Options{})
	if err != nil {
		return nil, err
	}
	return PictureOf(d), nil
}

// PictureOf returns a drawing of the end of the main line.
func PictureOf(d *model.Document) *diagram.Diagram {
	r := d.Tree.Rules()
	var at rules.Position
	last := rules.NoCell
	for n := range d.Tree.Main() {
		next, err := d.Tree.Position(n)
		if err != nil { // an illegal move: the last position before it
			break
		}
		if m, ok := n.Move(); ok && at != nil {
			last = rules.Landing(r.Board(), at, next, m)
		}
		at = next
		if guess.IsPuzzle(n) { // not how it is solved
			break
		}
	}
	p := diagram.New(r, at)
	p.Last = last
	p.Seats = diagram.SeatsOf(d.Players)
	return p
}

// Sample is a game to look at.
type Sample struct {
	Name, Title, Detail string
}

// titles are those of samples that are words, and not names.
var titles = []msg.Key{"A classroom game", "Three players on 10×10"}

// Samples lists the games that come with the studio.
func Samples() []Sample {
	var list []Sample
	for _, x := range shipped() {
		title := x.title
		if i := slices.Index(titles, msg.Key(title)); i >= 0 {
			title = locale.T(titles[i])
		}
		list = append(list, Sample{x.name, title, words.Game(x.spec)})
	}
	return list
}

// shipped is what is known of the samples in any language. Each start page asks for it whenever files change.
var shipped = sync.OnceValue(func() (list []shippedSample) {
	names, _ := fs.Glob(samples.FS, "*"+docfile.Extension)
	for _, name := range names {
		if d, err := Load(name); err == nil {
			list = append(list, shippedSample{name, title(d), d.Tree.Rules().Spec()})
		}
	}
	return list
})

type shippedSample struct {
	name, title string
	spec        rules.Spec
}

// title returns the title of a document, or who plays.
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

// Puzzles returns the collections of puzzles, each with its game.
func Puzzles() (list []Sample) {
	names, _ := fs.Glob(samples.Puzzles, "puzzles/*"+docfile.Extension)
	for _, name := range names { // they are named after presets, so that none need be read to show them
		r, err := rulesall.Build(strings.TrimSuffix(path.Base(name), docfile.Extension), nil)
		if err == nil {
			list = append(list, Sample{name, locale.T("Puzzles: %s", words.Game(r.Spec())), locale.T("Find the only move that wins")})
		}
	}
	return list
}

// Load returns a sample, or a collection of puzzles.
func Load(name string) (*model.Document, error) {
	from := samples.FS
	if path.Dir(name) != "." {
		from = samples.Puzzles
	}
	data, err := from.ReadFile(name)
	if err != nil {
		return nil, err
	}
	d, _, err := all.Decode(context.Background(), name, data, codec.Options{})
	return d, err
}
