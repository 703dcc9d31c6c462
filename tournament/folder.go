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

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/safe"
	"boardstudio/model"
	"boardstudio/msg"
)

// The files in the folder of a tournament. Beside them stands a record of each game, named by its number.
const (
	DescriptionFile = "tournament.txt"
	ResultsFile     = "games.jsonl"
	lockFile        = "lock"
)

// maxResults bounds the size of the file of results.
const maxResults = 1 << 30

// folder is where a tournament is kept.
type folder struct {
	dir   string
	print string // tells the description and the openings apart from others
	games map[int]Game
}

// within returns the path of a file that is named relative to dir.
func within(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}

// Create begins a tournament in the folder dir, which is made when there is none. The file of openings, if any, is copied
// there. A folder in which there is one already is refused.
func Create(ctx context.Context, dir string, d Description) (*Tournament, error) {
	_, openings, err := open(ctx, d, "")
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, msg.Errorf("the folder %s cannot be made: %v", dir, safe.Cause(err))
	}
	path := filepath.Join(dir, DescriptionFile)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil, msg.Errorf("there is a tournament in %s already", dir)
	}
	if openings != nil {
		d.Openings = "openings" + filepath.Ext(d.Openings)
		if err := ioall.Write(filepath.Join(dir, d.Openings), openings); err != nil {
			return nil, err
		}
	}
	if err := ioall.Write(path, []byte(d.String())); err != nil {
		return nil, err
	}
	return Open(ctx, dir)
}

// Open returns the tournament in a folder with the games that were played. What is wrong with a file is a *codec.Error with its name and
// line.
func Open(ctx context.Context, dir string) (*Tournament, error) {
	data, err := ioall.Read(ctx, filepath.Join(dir, DescriptionFile))
	if err != nil {
		return nil, err
	}
	d, err := Parse(data, DescriptionFile)
	if err != nil {
		return nil, err
	}
	t, openings, err := open(ctx, *d, dir)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append([]byte(d.String()), openings...))
	t.folder = &folder{dir: dir, print: hex.EncodeToString(sum[:8])}
	return t, t.load(ctx, false)
}

// locked calls f while no other program plays the tournament.
func (x *folder) locked(f func() error) error {
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

// header is the first line of the results.
type header struct {
	Description string `json:"description"` // which one they are of
}

// load takes over the games that were played, and begins the file of results if that is wanted.
func (t *Tournament) load(ctx context.Context, begin bool) error {
	x := t.folder
	path := filepath.Join(x.dir, ResultsFile)
	data, err := safe.ReadFile(ctx, path, maxResults)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return msg.Errorf("%s cannot be read: %v", path, safe.Cause(err))
	}
	of, games, err := ParseResults(data, t.rules.Players(), len(t.Entrants))
	if err != nil {
		return err
	}
	if of != "" && of != x.print {
		return &codec.Error{File: DescriptionFile, Why: msg.Errorf("it was changed after the first game was played")}
	}
	t.mu.Lock()
	x.games = games
	err = t.replay()
	t.mu.Unlock()
	if err == nil && begin && of == "" {
		line, _ := json.Marshal(header{x.print}) // which has no error
		err = safe.AppendSync(path, line)
	}
	return err
}

// replay counts the games that were played, from the first one to that before the first one that is missing.
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
			return &codec.Error{File: ResultsFile, Why: msg.Errorf("game %d was played by others than the description says", x.Number)}
		}
		t.state.add(&x)
	}
}

// GamesFrom returns the games that were played, in their order, without the first so many, as far as a folder keeps them.
func (t *Tournament) GamesFrom(without int) []Game {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []Game
	if t.folder != nil {
		for n := max(without, 0); n < t.state.games; n++ {
			list = append(list, t.folder.games[n+1])
		}
	}
	return list
}

// Faults returns the games that were lost by an error or an illegal move, in their order, as far as a folder keeps them.
func (t *Tournament) Faults() []Game {
	return slices.DeleteFunc(t.GamesFrom(0), func(g Game) bool { return g.Error == "" })
}

// ParseResults reads results: a line for each game in JSON, after one that tells which description they are of ("" when it is missing). Lines that were cut
// short are left out: the machine stopped while they were written. What is wrong is a *codec.Error with the line.
func ParseResults(data []byte, seats, entrants int) (description string, games map[int]Game, err error) {
	games = map[int]Game{}
	at := codec.Options{File: ResultsFile}
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		var x struct {
			header
			Game
		}
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		var syntax *json.SyntaxError
		switch err := dec.Decode(&x); {
		case err == nil && dec.More():
			return "", nil, at.Errorf(line, "%q is not a result", codec.Cut(string(text)))
		case errors.As(json.Unmarshal(text, new(any)), &syntax) && syntax.Offset >= int64(len(text)):
			continue // cut short
		case err != nil:
			return "", nil, at.Errorf(line, "%q is not a result", codec.Cut(string(text)))
		}
		switch _, twice := games[x.Number]; {
		case x.Description != "":
			if description != "" || len(games) > 0 || x.Number != 0 {
				return "", nil, at.Errorf(line, "%q is not a result", codec.Cut(string(text)))
			}
			description = x.Description
		case description == "":
			return "", nil, at.Errorf(line, "it is not said which tournament the results are of")
		case twice:
			return "", nil, at.Errorf(line, "game %d was played before", x.Number)
		case !x.sound(seats, entrants):
			return "", nil, at.Errorf(line, "%q is not a result", codec.Cut(string(text)))
		default:
			games[x.Number] = x.Game
		}
	}
	return description, games, nil
}

// sound reports whether a game can have been.
func (g *Game) sound(seats, entrants int) bool {
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

// lettered reports whether all letters are those of seats.
func lettered(letters string, seats int) bool {
	for _, l := range []byte(letters) {
		if l < 'A' || int(l-'A') >= seats {
			return false
		}
	}
	return true
}

// keep writes the record of a game and then its result, which is what counts: what is killed in between is played again.
func (x *folder) keep(ctx context.Context, g Game, d *model.Document) error {
	f := ioall.Formats[0]
	file := filepath.Join(x.dir, RecordName(g.Number))
	data, err := ioall.Encode(ctx, file, f, d, nil)
	if err == nil {
		err = ioall.Replace(file, data)
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

// RecordName returns the name of the file with the record of a game.
func RecordName(number int) string { return fmt.Sprintf("%04d%s", number, ioall.Formats[0].Ext[0]) }
