package app

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"boardstudio/ai/lua"
	"boardstudio/ai/lua/script"
	ioall "boardstudio/io/all"
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/msg"
)

// How long nothing must be typed before the text is checked, and how long it may
// stand nowhere but in memory.
const (
	checkPause = 250 * time.Millisecond
	draftPause = 500 * time.Millisecond
)

// ScriptText is a script that is edited. What is typed is kept as a draft within a second,
// until it is saved or given up.
type ScriptText struct {
	Lua LuaText
	// Drafted says that the text is that of a draft from an earlier session.
	Drafted bool
	// Checked is told what the check of the text came to: an error, nil for a script that is
	// right. What it says of itself is nil with an error.
	Checked func(about *script.Description, err error)

	lib     *Library
	path    string
	name    string
	own     bool
	saved   string
	disk    []byte // what was in the file when it was read or saved
	history TextHistory
	waits   struct{ check, draft func() }
	run     int // counts changes of the text

	mu    sync.Mutex // held while a draft is written, and while path and name change
	draft int        // the change whose draft may be written, -1 for none any more
}

// OpenText reads the script at path to be edited, in the background, and gives it to done. A draft of it
// that an earlier session left is the text then, and undo leads to what was saved. The error is
// context.Canceled when the person cancelled that or another script was asked for.
func (l *Library) OpenText(path string, done func(*ScriptText, error)) {
	ctx, _, end := l.s.begin(jobScript, locale.T("Reading %s", filepath.Base(path)))
	go func() {
		t, err := l.readText(ctx, path)
		l.s.Loop.Post(func() {
			if ctx.Err() != nil {
				t, err = nil, context.Canceled
			}
			end()
			done(t, err)
		})
	}()
}

func (l *Library) readText(ctx context.Context, path string) (*ScriptText, error) {
	data, err := lua.Source(ctx, path)
	if err != nil {
		return nil, err
	}
	text := string(data)
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, msg.Errorf("the script %s is no text in UTF-8", filepath.Base(path))
	}
	t := &ScriptText{lib: l, path: path, saved: plainLines(text), disk: data}
	name, err := l.own(path)
	t.own = err == nil
	t.name = strings.TrimSuffix(filepath.Base(path), scriptEnd)
	t.Lua.Update(t.saved)
	if t.own {
		if data, err := lua.Source(ctx, l.draft(name)); err == nil && utf8.Valid(data) && !bytes.ContainsRune(data, 0) {
			if draft := plainLines(string(data)); draft == t.saved {
				_ = os.Remove(l.draft(name))
			} else {
				t.history.Did(Differ(t.saved, draft))
				t.Lua.Update(draft)
				t.Drafted = true
			}
		}
	}
	return t, nil
}

// plainLines ends lines as editors of this system do.
func plainLines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), "\r", "\n")
}

// Path returns where the script lies.
func (t *ScriptText) Path() string { return t.path }

// Name returns the name of its file without the ending.
func (t *ScriptText) Name() string { return t.name }

// Own reports whether it is a script of the person, which can be changed.
func (t *ScriptText) Own() bool { return t.own }

// Unsaved reports whether the text is another than that of the file.
func (t *ScriptText) Unsaved() bool { return t.own && t.Lua.Text() != t.saved }

// Typed makes text the text, as a step to undo, and returns the lines whose look may have changed.
func (t *ScriptText) Typed(text string) (from, to int) {
	t.history.Did(Differ(t.Lua.Text(), text))
	return t.changed(text)
}

// Moved ends a step of undo: the cursor was put elsewhere.
func (t *ScriptText) Moved() { t.history.Close() }

// Undo returns the edit that takes the last step back: make it in the text, and tell
// Undone.
func (t *ScriptText) Undo() (TextEdit, bool) { return t.history.Undo() }

// Redo is Undo for a step that was taken back.
func (t *ScriptText) Redo() (TextEdit, bool) { return t.history.Redo() }

// Undone makes text the text without a step of undo.
func (t *ScriptText) Undone(text string) (from, to int) { return t.changed(text) }

func (t *ScriptText) changed(text string) (from, to int) {
	from, to = t.Lua.Update(text)
	t.run++
	if t.own && t.waits.draft == nil {
		t.waits.draft = t.lib.s.Loop.After(draftPause, func() {
			t.waits.draft = nil
			t.keepDraft()
		})
	}
	t.Check(checkPause)
	return from, to
}

// Check checks the text when nothing was typed for so long.
func (t *ScriptText) Check(after time.Duration) {
	if t.waits.check != nil {
		t.waits.check()
	}
	t.waits.check = t.lib.s.Loop.After(after, func() {
		t.waits.check = nil
		run, file, text := t.run, t.name+scriptEnd, t.Lua.Text()
		go func() {
			about, err := describe(context.Background(), file, text)
			t.lib.s.Loop.Post(func() {
				if run == t.run && t.Checked != nil {
					t.Checked(about, err)
				}
			})
		}()
	})
}

// keepDraft writes what is not saved in the background.
func (t *ScriptText) keepDraft() {
	run, text, unsaved := t.run, t.Lua.Text(), t.Unsaved()
	t.mu.Lock()
	t.draft = run
	t.mu.Unlock()
	t.lib.s.leaving.Add(1)
	go func() {
		defer t.lib.s.leaving.Done()
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.draft != run { // saved or given up, or there is a newer one
			return
		}
		path := t.lib.draft(t.name)
		if !unsaved {
			if os.Remove(path) == nil {
				t.lib.s.Loop.Post(func() { t.lib.s.changed(TopicScripts) })
			}
			return
		}
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = writeFile(path, []byte(text))
		}
		if err != nil {
			err = msg.Errorf("what you type in the script is not kept until it is saved: %v", safe.Cause(err))
		}
		t.lib.s.Loop.Post(func() {
			t.lib.s.fail(err)
			t.lib.s.changed(TopicScripts)
		})
	}()
}

// dropDraft deletes the draft, also one that is being written.
func (t *ScriptText) dropDraft() {
	if t.waits.draft != nil {
		t.waits.draft()
		t.waits.draft = nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.draft = -1
	if t.own {
		_ = os.Remove(t.lib.ScriptFolders.draft(t.name))
	}
}

// ErrScriptChanged says that the file is no longer what it was when it was read.
var ErrScriptChanged = errors.New("another program has changed the file of the script")

// Save writes the text to its file; the draft goes. Unless over, a file that somebody else
// has changed stays as it is: ErrScriptChanged. So does, in any case, one of which something
// else than the text would get lost: *safe.Loss.
func (t *ScriptText) Save(over bool) error { return t.save(over, ioall.Write) }

// Replace is Save for a file that is replaced whatever gets lost with it.
func (t *ScriptText) Replace() error { return t.save(true, ioall.Replace) }

func (t *ScriptText) save(over bool, write func(path string, data []byte) error) error {
	if !t.own {
		return msg.Errorf("a script of the studio is not changed: duplicate it")
	}
	text := t.Lua.Text()
	if len(text) > script.MaxSource {
		return msg.Errorf("the script %s is longer than %d KB", t.name, script.MaxSource>>10)
	}
	now, err := safe.ReadFile(context.Background(), t.path, script.MaxSource)
	switch {
	case over, errors.Is(err, fs.ErrNotExist):
	case err != nil || !bytes.Equal(now, t.disk):
		return ErrScriptChanged
	}
	if err := os.MkdirAll(filepath.Dir(t.path), 0o755); err != nil {
		return err
	}
	if err := write(t.path, []byte(text)); err != nil {
		return err
	}
	t.saved, t.disk, t.Drafted = text, []byte(text), false
	t.history.Close()
	t.dropDraft()
	t.lib.s.changed(TopicScripts)
	t.lib.s.scriptSaved(t.path)
	return nil
}

// Rename gives the script another name, see ScriptFolders.Rename. A draft that is being
// written meanwhile comes before it or after it.
func (t *ScriptText) Rename(name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	path, err := t.lib.Rename(t.path, name)
	t.path, t.name = path, strings.TrimSuffix(filepath.Base(path), scriptEnd)
	return err
}

// Discard gives up what is not saved.
func (t *ScriptText) Discard() {
	t.run++
	t.dropDraft()
	t.stopWaiting()
}

// Close ends editing. What is not saved stays as a draft.
func (t *ScriptText) Close() {
	if t.waits.draft != nil {
		t.waits.draft()
		t.waits.draft = nil
		t.keepDraft()
	}
	t.run++
	t.stopWaiting()
}

func (t *ScriptText) stopWaiting() {
	if t.waits.check != nil {
		t.waits.check()
		t.waits.check = nil
	}
}
