package tournament

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"boardstudio/ai/player"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/store/safe"
	"boardstudio/text/msg"
)

// Files in the folder of a tournament. There is also a record of each game, named by its number.
const (
	DescriptionFile = "tournament.txt"
	ResultsFile     = "games.jsonl"
	lockFile        = "lock"
)

// maxResults is the maximum size of the results file in bytes.
const maxResults = 1 << 30

// folder is the folder of a stored tournament.
type folder struct {
	dir         string
	fingerprint string // identifies the description and the openings
	games       map[int]Game
	// damaged is the number of damaged lines in the file of results.
	damaged int
}

// within returns the path of file, which may be relative to dir.
func within(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}

// Create creates a tournament in the folder dir, which is created if necessary. A file of openings
// is copied to the folder. It returns an error if the description is invalid or the folder already
// contains a tournament.
func Create(ctx context.Context, engines *player.Catalog, docs *document.Library, dir string, d Description) (*Tournament, error) {
	_, openings, err := open(ctx, engines, docs, d, "")
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, msg.Errorf("the folder %s cannot be created: %v", dir, safe.Cause(err))
	}
	if err := (&folder{dir: dir}).locked(func() error { return writeDescription(dir, d, openings) }); err != nil {
		return nil, err
	}
	return Open(ctx, engines, docs, dir)
}

// writeDescription writes the description of a tournament and its openings, if any. The caller must
// hold the lock of the folder.
func writeDescription(dir string, d Description, openings []byte) error {
	path := filepath.Join(dir, DescriptionFile)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return msg.Errorf("there is a tournament in %s already", dir)
	}
	if openings != nil {
		d.Openings = "openings" + filepath.Ext(d.Openings)
		if err := document.Write(filepath.Join(dir, d.Openings), openings); err != nil {
			return err
		}
	}
	return document.Write(path, []byte(d.String()))
}

// Open returns the tournament in a folder, including the games played so far. Errors in a file are
// of type *codec.Error and contain its name and the line.
func Open(ctx context.Context, engines *player.Catalog, docs *document.Library, dir string) (*Tournament, error) {
	path := filepath.Join(dir, DescriptionFile)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, msg.Errorf("there is no tournament in %s", dir)
	}
	data, err := document.Read(ctx, path)
	if err != nil {
		return nil, err
	}
	d, err := Parse(docs.Rules, engines, data, DescriptionFile)
	if err != nil {
		return nil, err
	}
	t, openings, err := open(ctx, engines, docs, *d, dir)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append([]byte(d.String()), openings...))
	t.folder = &folder{dir: dir, fingerprint: hex.EncodeToString(sum[:8])}
	return t, t.load(ctx, false)
}

// locked calls f with the folder locked. It returns an error if another program is playing the
// tournament.
func (x *folder) locked(f func() error) error {
	for _, name := range []string{lockFile, ResultsFile} {
		if err := x.within(name); err != nil {
			return err
		}
	}
	begun := false
	err := safe.Locked(filepath.Join(x.dir, lockFile), func() error {
		begun = true
		return f()
	})
	switch {
	case begun || err == nil:
		return err
	case errors.As(err, new(*msg.Error)):
		return msg.Errorf("the tournament in %s is being played by another program", x.dir)
	}
	return msg.Errorf("%s cannot be written: %v", filepath.Join(x.dir, lockFile), safe.Cause(err))
}

// within returns an error if a symbolic link at name leads out of the folder.
func (x *folder) within(name string) error {
	if err := safe.Within(x.dir, name); err != nil {
		return msg.Errorf("%s: %v", filepath.Join(x.dir, name), err)
	}
	return nil
}

// header is the first line of the results file.
type header struct {
	Description string `json:"description"` // fingerprint of the description
}

// load reads the results file. If begin is set and the file is missing or empty, it writes the
// header.
func (t *Tournament) load(ctx context.Context, begin bool) error {
	x := t.folder
	path := filepath.Join(x.dir, ResultsFile)
	data, err := safe.ReadFile(ctx, path, maxResults)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return msg.Errorf("%s cannot be read: %v", path, safe.Cause(err))
	}
	of, games, damaged, err := ParseResults(data, t.rules.Players(), len(t.Entrants))
	if err != nil {
		return err
	}
	if of != "" && of != x.fingerprint {
		return &codec.Error{File: DescriptionFile, Why: msg.Errorf("it was changed after the first game was played")}
	}
	t.mu.Lock()
	x.games, x.damaged = games, damaged
	err = t.replay()
	t.mu.Unlock()
	if err == nil && begin && of == "" {
		line, _ := json.Marshal(header{x.fingerprint}) // a string always encodes
		err = safe.AppendSync(path, line)
	}
	return err
}

// replay adds the stored games to the state, up to the first missing one.
func (t *Tournament) replay() error {
	t.state = newState(&t.Description, t.rules.Players())
	for {
		g := t.state.current()
		if g == nil {
			return nil
		}
		at := g.at(t.state.at)
		x, ok := t.folder.games[at.number+1]
		if !ok {
			return nil
		}
		if !slices.Equal(x.Seats, at.seating()) {
			return &codec.Error{File: ResultsFile, Why: msg.Errorf("game %d was played by other engines than the description says", x.Number)}
		}
		t.state.add(&x)
	}
}

// GamesFrom returns the games played so far in order, without the first skip ones. It returns no
// games if the tournament has no folder.
func (t *Tournament) GamesFrom(skip int) []Game {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []Game
	if t.folder != nil {
		for n := max(skip, 0); n < t.state.games; n++ {
			list = append(list, t.folder.games[n+1])
		}
	}
	return list
}

// Faults returns the games that ended with an engine error or an illegal move, in order. It returns
// no games if the tournament has no folder.
func (t *Tournament) Faults() []Game {
	return slices.DeleteFunc(t.GamesFrom(0), func(g Game) bool { return g.Error == "" })
}

// Damaged returns the number of damaged lines in the results file, left by a crash. Their games are
// played again. It returns 0 once the tournament is over.
func (t *Tournament) Damaged() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.folder == nil || t.state.over || t.state.decision != Undecided {
		return 0
	}
	return t.folder.damaged
}

// ParseResults reads a results file for games with the given number of seats and a tournament with
// the given number of entrants. The first line has the fingerprint of the description ("" if it is
// missing); each further line is a game in JSON. Lines that safe.Records reports as damaged are
// skipped and counted. Other errors are of type *codec.Error and contain the line.
func ParseResults(data []byte, seats, entrants int) (description string, games map[int]Game, damaged int, err error) {
	games = map[int]Game{}
	at := codec.Options{File: ResultsFile}
	damaged, err = safe.Records(data, func(line int, text []byte) error {
		var x struct {
			header
			Game
		}
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&x); err != nil || !json.Valid(text) {
			return at.Errorf(line, "%q is not a result", codec.Cut(string(text)))
		}
		switch _, twice := games[x.Number]; {
		case x.Description != "":
			if description != "" || len(games) > 0 || x.Number != 0 {
				return at.Errorf(line, "%q is not a result", codec.Cut(string(text)))
			}
			description = x.Description
		case description == "":
			return at.Errorf(line, "the results do not name their tournament")
		case twice:
			return at.Errorf(line, "game %d was already played", x.Number)
		case !x.valid(seats, entrants):
			return at.Errorf(line, "%q is not a result", codec.Cut(string(text)))
		default:
			games[x.Number] = x.Game
		}
		return nil
	})
	if err != nil {
		return "", nil, 0, err
	}
	return description, games, damaged, nil
}

// valid reports whether the fields of a game are consistent.
func (g *Game) valid(seats, entrants int) bool {
	if g.Number < 1 || g.Moves < 0 || len(g.Seats) != seats {
		return false
	}
	for i, who := range g.Seats {
		if who < 0 || who >= entrants || slices.Contains(g.Seats[:i], who) {
			return false
		}
	}
	for letter := range g.FinishErrors {
		if !lettered(letter, seats) || len(letter) != 1 {
			return false
		}
	}
	return lettered(g.Winners, seats) && lettered(g.Culprit, seats) && len(g.Culprit) <= 1
}

// lettered reports whether all letters denote seats.
func lettered(letters string, seats int) bool {
	for _, l := range []byte(letters) {
		if l < 'A' || int(l-'A') >= seats {
			return false
		}
	}
	return true
}

// save writes the record of a game and then its result. If the program stops in between, the game
// is played again.
func (x *folder) save(ctx context.Context, docs *document.Library, g Game, d *model.Document) error {
	f := docs.Formats[0]
	if err := x.within(RecordName(docs, g.Number)); err != nil {
		return err
	}
	file := filepath.Join(x.dir, RecordName(docs, g.Number))
	data, err := document.Encode(ctx, file, f, d, nil)
	if err == nil {
		err = document.Replace(file, data)
	}
	if err != nil {
		return cmp.Or(ctx.Err(), error(msg.Errorf("%s: %v", file, err)))
	}
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return safe.AppendSync(filepath.Join(x.dir, ResultsFile), line)
}

// RecordName returns the name of the file with the record of game number, which is in the first
// format of docs.
func RecordName(docs *document.Library, number int) string {
	return fmt.Sprintf("%04d%s", number, docs.Formats[0].Ext[0])
}
