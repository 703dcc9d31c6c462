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

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/settings"
)

// loop is an event loop that is turned by hand.
type loop chan func()

func (l loop) Post(f func()) { l <- f }

func (l loop) After(time.Duration, func()) (stop func()) { return func() {} }

// desk is a session of the studio without a window.
type desk struct {
	*app.Session
	loop loop
	said []string
	rng  *rand.Rand
}

// games are what is played on the desks.
var games = []settings.Choice{
	{Game: "line", Preset: "gomoku"},
	{Game: "othello", Preset: "othello"},
	{Game: "line", Preset: "pente"},
	{Game: "awale", Preset: "awale"},
}

// newDesk opens a session that keeps its state in dir, on a game that the seed chooses.
func newDesk(dir string, seed uint64) *desk {
	d := &desk{loop: make(loop, 1024), rng: rand.New(rand.NewPCG(seed, 1))}
	st := settings.Defaults()
	a := app.New(d.loop, st)
	a.Store = journal.New(filepath.Join(dir, "state"))
	d.Session = a.NewSession()
	d.Say = func(_ app.Level, text string) { d.said = append(d.said, text) }
	c := games[seed%uint64(len(games))]
	check(d.NewGame(c))
	return d
}

// until turns the loop until ok holds.
func (d *desk) until(ok func() bool) error {
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

func (d *desk) wait(start func(done func(error))) (err error) {
	over := false
	start(func(e error) { over, err = true, e })
	if e := d.until(func() bool { return over }); e != nil {
		return e
	}
	return err
}

func (d *desk) save(path string) error {
	return d.wait(func(done func(error)) { d.File.Save(path, done) })
}

func (d *desk) open(path string) error {
	return d.wait(func(done func(error)) { d.File.Open(path, done) })
}

func (d *desk) recover(id string) error {
	return d.wait(func(done func(error)) { d.File.Recover(id, done) })
}

// step makes one random edit, the same for the same seed and document, whatever
// the time. It makes exactly one record in the journal.
func (d *desk) step() {
	t := d.Tree()
	for was := t.Revision(); t.Revision() == was; {
		d.try(t)
	}
}

func (d *desk) try(t *model.Tree) {
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
		do("Information", model.SetInfo{Doc: d.Document(), Key: "event", Value: fmt.Sprint(d.rng.IntN(9999))})
	}
}

var times = regexp.MustCompile(`<time [^>]*/>\s*`)

// fingerprint returns a short sum of what is saved of a document.
func fingerprint(d *model.Document) string {
	sum := sha256.Sum256(times.ReplaceAll(encode(d), nil))
	return hex.EncodeToString(sum[:12])
}

func encode(d *model.Document) []byte {
	var b bytes.Buffer
	check(ioall.Formats[0].Encode(context.Background(), &b, d, nil))
	return b.Bytes()
}

// fileprint returns the fingerprint of the document in a file.
func fileprint(path string) (string, error) {
	d, _, err := ioall.Open(context.Background(), path, codec.Options{})
	if err != nil {
		return "", err
	}
	return fingerprint(d), nil
}

// sequence gives the fingerprints of the documents that a seed leads to.
type sequence struct {
	d      *desk
	prints []string // after 0, 1, … steps
}

func newSequence(d *desk) *sequence { return &sequence{d, []string{fingerprint(d.Document())}} }

func (s *sequence) after(steps int) string {
	for len(s.prints) <= steps {
		s.d.step()
		s.prints = append(s.prints, fingerprint(s.d.Document()))
	}
	return s.prints[steps]
}

// leftovers counts temporary files of saves in dir, after a studio was started there.
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

// report writes a line for the parent, where no injected error hits it.
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
