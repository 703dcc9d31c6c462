package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"boardstudio"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/store/journal"
	"boardstudio/store/safe"
	"boardstudio/studio/app"
	"boardstudio/studio/app/settings"
	"boardstudio/text/msg"
)

// loop is an event loop that runs only in until.
type loop chan func()

func (l loop) Post(f func()) { l <- f }

func (l loop) After(time.Duration, func()) (stop func()) { return func() {} }

// testSession is a session of Studio without a window.
type testSession struct {
	*app.Session
	loop loop
	said []string
	rng  *rand.Rand
}

// games are the games of the sessions.
var games = []settings.Choice{
	{Game: "line", Preset: "gomoku"},
	{Game: "othello", Preset: "othello"},
	{Game: "line", Preset: "pente"},
	{Game: "awale", Preset: "awale"},
}

// newSession starts a session that stores its state in dir. The seed chooses the game.
func newSession(dir string, seed uint64) *testSession {
	d := &testSession{loop: make(loop, 1024), rng: rand.New(rand.NewPCG(seed, 1))}
	st := settings.Defaults()
	a := app.New(boardstudio.All, d.loop, st)
	a.Store = journal.New(filepath.Join(dir, "state"))
	d.Session = a.NewSession()
	d.Say = func(_ app.Level, text string) { d.said = append(d.said, text) }
	c := games[seed%uint64(len(games))]
	check(d.NewGame(c))
	return d
}

// until runs the loop until ok returns true. It returns an error after 60 seconds.
func (d *testSession) until(ok func() bool) error {
	deadline := time.After(60 * time.Second)
	for !ok() {
		select {
		case f := <-d.loop:
			f()
		case <-deadline:
			return errors.New("it never ended")
		}
	}
	return nil
}

func (d *testSession) wait(start func(done func(error))) (err error) {
	over := false
	start(func(e error) { over, err = true, e })
	if e := d.until(func() bool { return over }); e != nil {
		return e
	}
	return err
}

func (d *testSession) save(path string) error {
	return d.wait(func(done func(error)) { d.File.Save(path, done) })
}

// saveOver saves to path like a user who replaces the file whenever another program has changed it.
func (d *testSession) saveOver(path string) error {
	for {
		err := d.save(path)
		if !errors.Is(err, safe.ErrChanged) {
			return err
		}
		seen := false
		d.File.State(func(journal.Change) { seen = true })
		if err := d.until(func() bool { return seen }); err != nil {
			return err
		}
	}
}

func (d *testSession) open(path string) error {
	return d.wait(func(done func(error)) { d.File.Open(path, done) })
}

func (d *testSession) recover(id string) error {
	return d.wait(func(done func(error)) { d.File.Recover(id, done) })
}

// step makes a random edit, which depends only on the seed and the document. It writes exactly one
// record to the journal.
func (d *testSession) step() {
	t := d.View.Tree()
	for was := t.Revision(); t.Revision() == was; {
		d.try(t)
	}
}

func (d *testSession) try(t *model.Tree) {
	all := slices.Collect(t.All())
	n := all[d.rng.IntN(len(all))]
	do := func(label msg.Key, edits ...model.Edit) { _ = t.Do(label, edits...) }
	switch k := d.rng.IntN(20); {
	case k < 10:
		pos, err := t.Position(n)
		if err != nil {
			return
		}
		var moves []rules.Move
		for m := range pos.Moves() {
			moves = append(moves, m)
		}
		if len(moves) > 0 {
			do("Move", model.Insert{Parent: n, Index: -1, Node: model.NewNode(moves[d.rng.IntN(len(moves))])})
		}
	case k < 12:
		text := fmt.Sprintf("%s %x", n.Comment(), d.rng.Uint64())
		_ = t.Amend("Comment", model.SetComment{Node: n, Text: text})
	case k == 12:
		do("Mark", model.SetMarks{Node: n, Marks: []model.Mark{{Cell: 1, Kind: model.MarkLabel, Text: fmt.Sprint(d.rng.IntN(999))}}})
	case k == 13:
		do("Name", model.SetName{Node: n, Name: fmt.Sprint(d.rng.IntN(999))})
	case k == 14:
		do("Bookmark", model.SetBookmark{Node: n, On: !n.Bookmarked()})
	case k == 15 && n.Parent() != nil && len(all) > 60:
		do("Delete", model.Remove{Node: n})
	case k == 16 && n.Prev() != nil:
		do("Up", model.Reorder{Node: n, Index: n.Index() - 1})
	case k == 17:
		t.Undo()
	case k == 18:
		t.Redo()
	case k == 19:
		do("Information", model.SetInfo{Doc: d.View.Document(), Key: "event", Value: fmt.Sprint(d.rng.IntN(9999))})
	}
}

var times = regexp.MustCompile(`<time [^>]*/>\s*`)

// fingerprint returns a short hash of a document's saved content.
func fingerprint(d *model.Document) string {
	sum := sha256.Sum256(times.ReplaceAll(encode(d), nil))
	return hex.EncodeToString(sum[:12])
}

func encode(d *model.Document) []byte {
	var b bytes.Buffer
	check(boardstudio.Documents.Formats[0].Encode(context.Background(), &b, d, nil))
	return b.Bytes()
}

// fileFingerprint returns the fingerprint of the document in a file.
func fileFingerprint(path string) (string, error) {
	d, _, err := boardstudio.Documents.Open(context.Background(), path, codec.Options{})
	if err != nil {
		return "", err
	}
	return fingerprint(d), nil
}

// sequence computes the fingerprints of the documents that result from a seed.
type sequence struct {
	d            *testSession
	fingerprints []string // after 0, 1, … steps
}

func newSequence(d *testSession) *sequence {
	return &sequence{d, []string{fingerprint(d.View.Document())}}
}

func (s *sequence) after(steps int) string {
	for len(s.fingerprints) <= steps {
		s.d.step()
		s.fingerprints = append(s.fingerprints, fingerprint(s.d.View.Document()))
	}
	return s.fingerprints[steps]
}

// leftovers returns the number of temporary files in dir, after Studio was started there.
func leftovers(dir string) (n int) {
	entries, err := os.ReadDir(dir)
	check(err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".studio-") {
			n++
		}
	}
	return n
}

// report writes lines for the parent, unaffected by injected errors.
type report struct {
	f  *os.File
	at int64
}

func (r *report) line(format string, args ...any) {
	text := fmt.Sprintf(format+"\n", args...)
	n, err := r.f.WriteAt([]byte(text), r.at)
	check(err)
	r.at += int64(n)
}
