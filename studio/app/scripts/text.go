package scripts

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"boardstudio/ai/lua"
	"boardstudio/ai/lua/script"
	"boardstudio/store/safe"
	"boardstudio/text/msg"
)

// The delay after the last key before the text is checked, and the longest delay before a draft is
// saved.
const (
	checkPause = 250 * time.Millisecond
	draftPause = 500 * time.Millisecond
)

// Text is a script being edited. Unsaved text is saved as a draft within a second, until it is
// saved or discarded.
type Text struct {
	// Drafted reports whether the text is a draft of an earlier session.
	Drafted bool
	// Checked is called with the result of each text check: the description, or an error.
	Checked func(about *script.Description, err error)

	lib    *Library
	failed func(error) // called if a draft cannot be saved
	path   string
	name   string
	own    bool
	text   string
	saved  string
	disk   []byte // content of the file when it was read or saved
	waits  struct{ check, draft func() }
	run    int // number of changes of the text

	mu    sync.Mutex // held while a draft is written, and while path and name change
	draft int        // latest value of run to write a draft for, or -1
}

// OpenText opens the script at path for editing, in the background, and calls done on the loop. If
// an earlier session left a draft, it becomes the text. The error is context.Canceled if ctx was
// cancelled. OpenText calls failed later whenever a draft cannot be saved.
func (l *Library) OpenText(ctx context.Context, path string, failed func(error), done func(*Text, error)) {
	go func() {
		t, err := l.readText(ctx, path)
		l.host.Post(func() {
			if ctx.Err() != nil {
				t, err = nil, context.Canceled
			}
			if t != nil {
				t.failed = failed
			}
			done(t, err)
		})
	}()
}

func (l *Library) readText(ctx context.Context, path string) (*Text, error) {
	data, err := lua.Source(ctx, path, safe.ReadFile)
	if err != nil {
		return nil, err
	}
	text := string(data)
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, msg.Errorf("the script %s is not UTF-8 text", filepath.Base(path))
	}
	t := &Text{lib: l, path: path, saved: plainLines(text), disk: data}
	name, err := l.own(path)
	t.own = err == nil
	t.name = strings.TrimSuffix(filepath.Base(path), extension)
	t.text = t.saved
	if t.own {
		if data, err := lua.Source(ctx, l.draft(name), safe.ReadFile); err == nil && utf8.Valid(data) && !bytes.ContainsRune(data, 0) {
			if draft := plainLines(string(data)); draft == t.saved {
				_ = os.Remove(l.draft(name))
			} else {
				t.text, t.Drafted = draft, true
			}
		}
	}
	return t, nil
}

// plainLines removes a byte order mark and converts line ends to newlines.
func plainLines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), "\r", "\n")
}

// Path returns the path of the script.
func (t *Text) Path() string { return t.path }

// Name returns the name of the file, without extension.
func (t *Text) Name() string { return t.name }

// Own reports whether the script belongs to the user and can be changed.
func (t *Text) Own() bool { return t.own }

// Unsaved reports whether the text differs from the saved one.
func (t *Text) Unsaved() bool { return t.own && t.text != t.saved }

// Text returns the current text, including unsaved changes.
func (t *Text) Text() string { return t.text }

// Saved returns the text of the file when it was read or saved last.
func (t *Text) Saved() string { return t.saved }

// Change sets the text. It schedules a draft and a check.
func (t *Text) Change(text string) {
	t.text = text
	t.run++
	if t.own && t.waits.draft == nil {
		t.waits.draft = t.lib.host.After(draftPause, func() {
			t.waits.draft = nil
			t.keepDraft()
		})
	}
	t.Check(checkPause)
}

// Check checks the text after a delay, in the background. It replaces a pending check.
func (t *Text) Check(after time.Duration) {
	if t.waits.check != nil {
		t.waits.check()
	}
	t.waits.check = t.lib.host.After(after, func() {
		t.waits.check = nil
		run, file, text := t.run, t.name+extension, t.text
		go func() {
			about, err := describe(context.Background(), file, text)
			t.lib.host.Post(func() {
				if run == t.run && t.Checked != nil {
					t.Checked(about, err)
				}
			})
		}()
	})
}

// keepDraft saves the draft in the background. If the text is saved, it deletes the draft.
func (t *Text) keepDraft() {
	run, text, unsaved := t.run, t.text, t.Unsaved()
	t.mu.Lock()
	t.draft = run
	t.mu.Unlock()
	t.lib.writing.Go(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.draft != run { // saved, discarded or replaced by a newer draft
			return
		}
		path := t.lib.draft(t.name)
		if !unsaved {
			if os.Remove(path) == nil {
				t.lib.host.Post(func() { t.lib.host.Changed("") })
			}
			return
		}
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = writeFile(path, []byte(text))
		}
		if err != nil {
			err = msg.Errorf("the unsaved text of the script is not protected from a crash: %v", safe.Cause(err))
		}
		t.lib.host.Post(func() {
			if err != nil {
				t.failed(err)
			}
			t.lib.host.Changed("")
		})
	})
}

// dropDraft deletes the draft, even one being written.
func (t *Text) dropDraft() {
	if t.waits.draft != nil {
		t.waits.draft()
		t.waits.draft = nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.draft = -1
	if t.own {
		_ = os.Remove(t.lib.draft(t.name))
	}
}

// ErrChanged is returned if the file has changed since it was read.
var ErrChanged = safe.ErrChanged

// Save writes the text to its file and deletes the draft. If another program has changed the file,
// it returns ErrChanged unless over is set. If replacing the file would lose data other than the
// text, it returns a *safe.Loss.
func (t *Text) Save(over bool) error { return t.save(over, safe.WriteIf) }

// Replace is like Save, but replaces the file in any case.
func (t *Text) Replace() error { return t.save(true, safe.ReplaceIf) }

// patience limits how long a save waits for another program to unlock the file.
const patience = 10 * time.Second

func (t *Text) save(over bool, write func(path string, write func(io.Writer) error, still func() error) error) error {
	if !t.own {
		return msg.Errorf("scripts of Studio cannot be changed: duplicate the script first")
	}
	text := t.text
	if len(text) > script.MaxSource {
		return &script.Fault{Script: filepath.Base(t.path), Why: script.ErrTooLong}
	}
	still := func() error {
		now, err := safe.ReadFile(context.Background(), t.path, script.MaxSource)
		switch {
		case over, errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil || !bytes.Equal(now, t.disk):
			return ErrChanged
		}
		return nil
	}
	err := safe.Hold(t.path, patience, func() error {
		if err := still(); err != nil { // before writing
			return err
		}
		if err := os.MkdirAll(filepath.Dir(t.path), 0o755); err != nil {
			return err
		}
		return write(t.path, safe.Data([]byte(text)), still)
	})
	if err != nil {
		return err
	}
	t.saved, t.disk, t.Drafted = text, []byte(text), false
	t.dropDraft()
	t.lib.host.Changed(t.path)
	return nil
}

// Rename renames the script; see Folders.Rename. It is serialised with the writing of drafts.
func (t *Text) Rename(name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	path, err := t.lib.Rename(t.path, name)
	t.path, t.name = path, strings.TrimSuffix(filepath.Base(path), extension)
	return err
}

// Discard discards unsaved changes.
func (t *Text) Discard() {
	t.run++
	t.dropDraft()
	t.stopWaiting()
}

// Close ends editing. Unsaved text is saved as a draft.
func (t *Text) Close() {
	if t.waits.draft != nil {
		t.waits.draft()
		t.waits.draft = nil
		t.keepDraft()
	}
	t.run++
	t.stopWaiting()
}

func (t *Text) stopWaiting() {
	if t.waits.check != nil {
		t.waits.check()
		t.waits.check = nil
	}
}
