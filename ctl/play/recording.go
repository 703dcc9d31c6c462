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
	"boardstudio/ctl"
	"boardstudio/document"
	"boardstudio/draw/term"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/model/wire"
	"boardstudio/rules"
	"boardstudio/store/journal"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// recording is the record of a game in progress. Each move is written to a journal as soon as it is
// made, so an interrupted game can be recovered.
type recording struct {
	*ctl.Tool
	doc  *model.Document
	node *model.Node // node of the last move
	// control is the time control of a new game.
	control clock.TimeControl
	// The file written at the end, or "".
	file    string
	format  *codec.Format
	replace bool // even if something is lost with the old file

	journal    *journal.Journal
	detach     func()
	recovered  bool
	journalErr chan error
}

// newRecording returns a recording that is saved in file at the end, if file is not empty. It returns an
// error for an unknown format.
func newRecording(t *ctl.Tool, file string, replace bool) (*recording, error) {
	r := &recording{Tool: t, file: file, replace: replace, journalErr: make(chan error, 1)}
	var err error
	if file != "" {
		r.format, err = t.OutFormat(file, "")
	}
	return r, err
}

// begin starts the record of a new game.
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
	first := r.Documents.Formats[0]
	var base bytes.Buffer
	if err := first.Encode(context.Background(), &base, r.doc, nil); err != nil {
		return err
	}
	title := r.file
	if title == "" {
		title = words.Game(g)
	}
	r.attach(r.Store.Start(journal.Origin{Format: first.Name, Title: title}, base.Bytes(), r.failed))
	return nil
}

// check returns an error if it is already clear that the game cannot be saved at the end.
func (r *recording) check() error {
	if r.file == "" {
		return nil
	}
	data, err := document.Encode(context.Background(), r.file, r.format, r.doc, nil)
	if err != nil {
		return err
	}
	return r.TryFile(r.file, data, r.replace)
}

// attach connects the record to a journal.
func (r *recording) attach(j *journal.Journal) {
	r.journal, r.detach = j, wire.Journal(r.doc, j.Append)
}

// failed stores the first error of the journal. It is called on another goroutine.
func (r *recording) failed(err error) {
	if err == nil {
		return
	}
	select {
	case r.journalErr <- err:
	default:
	}
}

// warnJournal prints a warning if the journal cannot be written.
func (r *recording) warnJournal() {
	select {
	case err := <-r.journalErr:
		r.Note(locale.T("Your moves are not being saved and would be lost in a crash: %s", locale.Err(err)))
	default:
	}
}

// move adds a move with the time that the player used and the advice given. The zero advice means
// none.
func (r *recording) move(m rules.Move, used time.Duration, advice model.Advice) error {
	n := r.doc.Tree.Find(r.node, m) // the record may have begun in a window and have variations
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

// end saves the game if a file was given, and decides whether to keep the journal. why is the error
// that ended the game, or nil if the game is over or the user quit.
func (r *recording) end(ctx context.Context, why error) error {
	if r.file != "" {
		err := r.save()
		if err != nil {
			r.Note(locale.Err(err))
			r.show()
			r.keepForRecovery()
			return ctl.ErrFailed
		}
		r.Printf("%s\n", locale.T("Saved %s", term.Clean(r.file)))
		return why
	}
	var by ctl.Stopped
	left := why == nil || errors.As(context.Cause(ctx), &by) && by.Interrupt()
	switch {
	case r.journal.Info().Unsaved > 0 && (r.recovered || !left):
		r.keepForRecovery()
	default:
		r.warnEnd(r.journal.Shelve())
	}
	return why
}

// save writes the document to the file, after saving the old content as a version, and ends the
// journal.
func (r *recording) save() error {
	data, err := document.Encode(context.Background(), r.file, r.format, r.doc, nil)
	if err != nil {
		return err
	}
	r.warnEnd(r.Store.SaveOldVersion(r.file, true)) // the file may contain another game
	if err := r.WriteFile(r.file, data, r.replace); err != nil {
		return err
	}
	r.detach()
	end := (*journal.Journal).Shelve
	// If the file stores everything, the journal becomes its undo history.
	if file, err := journal.FingerprintData(r.file, data); err == nil && r.format.Lossless {
		r.journal.Saved(file)
		end = (*journal.Journal).Close
	}
	r.warnEnd(end(r.journal))
	return nil
}

// warnEnd prints a problem that does not affect the saved game.
func (r *recording) warnEnd(err error) {
	if err != nil {
		r.Note(locale.T("warning: %s", locale.Err(err)))
	}
}

// show prints the record, since it cannot be saved to a file.
func (r *recording) show() {
	var b bytes.Buffer
	if err := r.format.Encode(context.Background(), &b, r.doc, nil); err != nil {
		r.Note(locale.Err(err))
		return
	}
	r.Printf("\n%s", b.Bytes())
}

// keepForRecovery keeps the game for recovery and prints the command to resume it.
func (r *recording) keepForRecovery() {
	r.detach()
	err := r.journal.Abandon()
	if id := r.journal.Info().ID; id != "" && err == nil {
		r.Note(locale.T("the game is saved; to resume it: %s", "studioctl play --recover "+shortID(id)))
	} else {
		r.warnEnd(err)
	}
}

// interruptedGames returns the interrupted games, latest first. It omits documents that have a file, since Studio
// offers to recover them. A damaged game has an Err.
func interruptedGames(t *ctl.Tool) ([]journal.Info, error) {
	all, err := t.Store.Orphans()
	var games []journal.Info
	for _, i := range all {
		if i.File.Path() == "" {
			games = append(games, i)
		}
	}
	return games, err
}

// shortID returns the part of a journal's ID that is shown to the user.
func shortID(id string) string { return id[:min(len(id), 8)] }

// maxOffers is the number of games that are offered at once.
const maxOffers = 3

// offer lists the interrupted games.
func offer(t *ctl.Tool) {
	games, _ := interruptedGames(t) // unreadable games cannot be offered
	for _, i := range games[:min(len(games), maxOffers)] {
		when := i.Last.Local().Format("2006-01-02 15:04")
		if i.Err != nil {
			t.Note(locale.T("an interrupted game cannot be recovered: %s; to delete it: %s", locale.Err(i.Err), "studioctl play --forget "+shortID(i.ID)))
		} else {
			t.Note(locale.T("“%s” of %s was interrupted; to resume it: %s", i.Title, when, "studioctl play --recover "+shortID(i.ID)))
		}
	}
}

// interruptedID returns the ID of the interrupted game whose ID begins with start, or of the latest one if
// start is "last". It returns an error unless exactly one game matches.
func interruptedID(t *ctl.Tool, start string) (string, error) {
	games, err := interruptedGames(t)
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
		return "", msg.Errorf("there is no interrupted game %q", start)
	case len(fit) > 1:
		return "", msg.Errorf("%q is ambiguous: it is the start of several game IDs", start)
	}
	return fit[0], nil
}

// last is the name for the latest interrupted game.
const last = "last"

// recover continues the record of an interrupted game.
func (r *recording) recover(ctx context.Context, id string) error {
	id, err := interruptedID(r.Tool, id)
	if err != nil {
		return err
	}
	past, err := r.Store.Open(id)
	if err != nil {
		return err
	}
	if past.Info().Lost > 0 {
		r.Note(locale.T("warning: %s", locale.T("everything after %s is damaged and cannot be read", past.Info().Last.Local().Format(time.DateTime))))
	}
	d, err := r.Documents.Replay(ctx, past, nil)
	if err == nil {
		r.doc, r.recovered = d.Doc, true
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
	r.attach(past.Continue(r.failed))
	return nil
}

// forget deletes an interrupted game.
func forget(t *ctl.Tool, id string) error {
	id, err := interruptedID(t, id)
	if err != nil {
		return err
	}
	return t.Store.Discard(id)
}

// completeLost completes the IDs of interrupted games.
func completeLost(t *ctl.Tool) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		games, _ := interruptedGames(t)
		for _, i := range games {
			names = append(names, cobra.CompletionWithDesc(shortID(i.ID), fmt.Sprintf("%s, %s", i.Title, i.Last.Local().Format("2006-01-02 15:04"))))
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}
