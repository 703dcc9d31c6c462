package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/clock"
	"boardstudio/internal/ctl"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/words"
)

// recording is the record of a game while it is played. Each move is in a journal as
// soon as it is made, so that a game that is cut off can be recovered.
type recording struct {
	*ctl.Tool
	doc  *model.Document
	node *model.Node // of the last move
	// control is the time that players of a new game have.
	control clock.TimeControl
	// The file that is written at the end, "" for none.
	file    string
	format  *codec.Format
	replace bool // whatever gets lost with the old one

	journal *journal.Journal
	unlog   func()
	again   bool // the game was recovered
	trouble chan error
}

// target says where the game is saved.
func target(t *ctl.Tool, file string, replace bool) (*recording, error) {
	r := &recording{Tool: t, file: file, replace: replace, trouble: make(chan error, 1)}
	var err error
	if file != "" {
		r.format, err = ctl.OutFormat(file, "")
	}
	return r, err
}

// begin begins the record of a new game.
func (r *recording) begin(g rules.Rules, start rules.Position, players []model.Player) error {
	r.doc = model.NewDocument(g)
	r.node = r.doc.Tree.Root()
	copy(r.doc.Players, players)
	if r.control.Limits() {
		r.doc.Info[model.InfoClock] = r.control.String()
	}
	r.doc.Info[model.InfoDate] = time.Now().Format(time.DateOnly)
	if text := start.String(); text != g.Start().String() {
		if err := r.doc.Tree.SetStart(text); err != nil {
			return err
		}
	}
	if err := r.check(); err != nil {
		return err
	}
	first := ioall.Formats[0]
	var base bytes.Buffer
	if err := first.Encode(context.Background(), &base, r.doc, nil); err != nil {
		return err
	}
	title := r.file
	if title == "" {
		title = words.Game(g.Spec())
	}
	r.keep(r.Store.Start(journal.Origin{Format: first.Name, Title: title}, base.Bytes(), r.failed))
	return nil
}

// check tells whether the game can be saved at the end, as far as that can be
// known at the beginning.
func (r *recording) check() error {
	if r.file == "" {
		return nil
	}
	data, err := ioall.Encode(context.Background(), r.file, r.format, r.doc, nil)
	if err != nil {
		return err
	}
	return ctl.TryFile(r.file, data, r.replace)
}

// keep has the journal follow the record.
func (r *recording) keep(j *journal.Journal) { r.journal, r.unlog = j, r.doc.Journal(j.Append) }

// failed hears that the journal cannot be written, on another goroutine. Once is enough.
func (r *recording) failed(err error) {
	if err == nil {
		return
	}
	select {
	case r.trouble <- err:
	default:
	}
}

// warnJournal tells of a journal that cannot be written.
func (r *recording) warnJournal() {
	select {
	case err := <-r.trouble:
		r.Note(locale.T("What you do now would be lost in a crash: %s", locale.Err(err)))
	default:
	}
}

// move adds a move, for which the player took so long, and what was advised, the zero value for nothing.
func (r *recording) move(m rules.Move, used time.Duration, advice model.Advice) error {
	n := r.doc.Tree.Find(r.node, m) // a variation of a record that a window began
	edits := []model.Edit{model.Reorder{Node: n}}
	if n == nil {
		n = model.NewNode(m)
		edits = []model.Edit{model.Insert{Parent: r.node, Node: n}}
	}
	edits = append(edits, model.SetUsed{Node: n, Used: used.Round(time.Second / 10)})
	if advice.By != "" {
		edits = append(edits, model.SetAdvice{Node: n, Advice: advice})
	}
	if err := r.doc.Tree.Do("Move", edits...); err != nil {
		return err
	}
	r.node = n
	r.warnJournal()
	return nil
}

// back takes back the last n moves.
func (r *recording) back(n int) error {
	first := r.node
	for range n - 1 {
		first = first.Parent()
	}
	r.node = first.Parent()
	return r.doc.Tree.Do("Delete Branch", model.Remove{Node: first})
}

// end saves the game, if that was asked for, and settles what becomes of the journal.
// why is what ended the game, nil when it is over or the person left.
func (r *recording) end(ctx context.Context, why error) error {
	if r.file != "" {
		err := r.save()
		if err != nil {
			r.Note(locale.Err(err))
			r.show()
			r.leave()
			return ctl.ErrFailed
		}
		r.Printf("%s\n", locale.T("Saved %s", term.Clean(r.file)))
		return why
	}
	var by ctl.Stopped
	left := why == nil || errors.As(context.Cause(ctx), &by) && by.Interrupt()
	switch {
	case r.journal.Info().Unsaved > 0 && (r.again || !left):
		r.leave()
	default:
		r.warnEnd(r.journal.Shelve())
	}
	return why
}

// save writes the file.
func (r *recording) save() error {
	data, err := ioall.Encode(context.Background(), r.file, r.format, r.doc, nil)
	if err != nil {
		return err
	}
	r.warnEnd(r.Store.KeepOld(r.file, true)) // another game may be in it
	if err := ctl.WriteFile(r.file, data, r.replace); err != nil {
		return err
	}
	r.unlog()
	end := (*journal.Journal).Shelve
	// The journal of a file that holds all becomes its undo history.
	if file, err := journal.FingerprintData(r.file, data); err == nil && r.format.Lossless {
		r.journal.Saved(file)
		end = (*journal.Journal).Close
	}
	r.warnEnd(end(r.journal))
	return nil
}

// warnEnd tells what went wrong beside a game that is not lost.
func (r *recording) warnEnd(err error) {
	if err != nil {
		r.Note(locale.T("warning: %s", locale.Err(err)))
	}
}

// show writes the record to the standard output, as there is no file to write it to.
func (r *recording) show() {
	var b bytes.Buffer
	if err := r.format.Encode(context.Background(), &b, r.doc, nil); err != nil {
		r.Note(locale.Err(err))
		return
	}
	r.Printf("\n%s", b.Bytes())
}

// leave leaves the game to be recovered, and tells how.
func (r *recording) leave() {
	r.unlog()
	err := r.journal.Leave()
	if id := r.journal.Info().ID; id != "" && err == nil {
		r.Note(locale.T("the game is not lost; to go on with it: %s", "studioctl play --recover "+short(id)))
	} else {
		r.warnEnd(err)
	}
}

// lost returns the games that were cut off, the latest first. Documents with a file were
// open in a window, which offers them. Of a damaged one Err tells why it cannot be read.
func lost(t *ctl.Tool) ([]journal.Info, error) {
	all, err := t.Store.Orphans()
	var games []journal.Info
	for _, i := range all {
		if i.File.Path() == "" {
			games = append(games, i)
		}
	}
	return games, err
}

// short is as much of the name of a journal as a person types.
func short(id string) string { return id[:min(len(id), 8)] }

// shown is how many games are offered at a time.
const shown = 3

// offer tells of games that were cut off.
func offer(t *ctl.Tool) {
	games, _ := lost(t) // what cannot be read cannot be offered
	for _, i := range games[:min(len(games), shown)] {
		when := i.Last.Local().Format("2006-01-02 15:04")
		if i.Err != nil {
			t.Note(locale.T("a game that was cut off cannot be recovered: %s; to delete it: %s", locale.Err(i.Err), "studioctl play --forget "+short(i.ID)))
		} else {
			t.Note(locale.T("“%s” of %s was cut off; to go on with it: %s", i.Title, when, "studioctl play --recover "+short(i.ID)))
		}
	}
}

// orphan returns the ID of the game that was cut off with an ID that begins with start,
// or of the latest for "last".
func orphan(t *ctl.Tool, start string) (string, error) {
	games, err := lost(t)
	if err != nil {
		return "", err
	}
	var fit []string
	for _, i := range games {
		if start == last && len(fit) == 0 || strings.HasPrefix(i.ID, start) {
			fit = append(fit, i.ID)
		}
	}
	switch {
	case len(fit) == 0:
		return "", msg.Errorf("there is no game %q to recover", start)
	case len(fit) > 1:
		return "", msg.Errorf("more than one game begins with %q", start)
	}
	return fit[0], nil
}

// last names the game that was cut off last.
const last = "last"

// recover takes up the record of a game that was cut off.
func (r *recording) recover(ctx context.Context, id string) error {
	id, err := orphan(r.Tool, id)
	if err != nil {
		return err
	}
	past, err := r.Store.Open(id)
	if err != nil {
		return err
	}
	if past.Info().Lost > 0 {
		r.Note(locale.T("warning: %s", locale.T("what came after %s is damaged and cannot be read", past.Info().Last.Local().Format(time.DateTime))))
	}
	d, err := ioall.Replay(ctx, past, nil)
	if err == nil {
		r.doc, r.again = d.Doc, true
		for n := range r.doc.Tree.Main() {
			r.node = n
		}
		_, err = r.doc.Tree.Position(r.node)
	}
	if err == nil {
		err = r.check()
	}
	if err != nil {
		past.Close()
		return err
	}
	r.keep(past.Continue(r.failed))
	return nil
}

// forget deletes a game that was cut off.
func forget(t *ctl.Tool, id string) error {
	id, err := orphan(t, id)
	if err != nil {
		return err
	}
	return t.Store.Discard(id)
}

// completeLost completes the names of games that were cut off.
func completeLost(t *ctl.Tool) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		games, _ := lost(t)
		for _, i := range games {
			names = append(names, cobra.CompletionWithDesc(short(i.ID), fmt.Sprintf("%s, %s", i.Title, i.Last.Local().Format("2006-01-02 15:04"))))
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}
