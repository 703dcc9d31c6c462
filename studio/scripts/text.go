package scripts

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
	"boardstudio/msg"
)

// The pause in typing after which the text is checked, and the longest time until a draft of it
// is on disk.
const (
	checkPause = 250 * time.Millisecond
	draftPause = 500 * time.Millisecond
)

// Text is a script that is edited. What is typed is kept as a draft within a second, until it is
// saved or given up.
type Text struct {
	// Drafted says that the text is that of a draft from an earlier session.
	Drafted bool
	// Checked is called with the result of each check of the text: what the script says of itself,
	// or an error.
	Checked func(about *script.Description, err error)

	lib    *Library
	failed func(error) // is told why a draft cannot be kept
	path   string
	name   string
	own    bool
	text   string
	saved  string
	disk   []byte // what was in the file when it was read or saved
	waits  struct{ check, draft func() }
	run    int // counts changes of the text

	mu    sync.Mutex // held while a draft is written, and while path and name change
	draft int        // the change whose draft may be written, -1 for none any more
}

// OpenText reads the script at path to be edited, in the background, and calls done on the loop. If an earlier
// session left a draft, that is the text. The error is context.Canceled when ctx was done before. failed is
// told later on when a draft cannot be kept.
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

// plainLines ends lines as editors of this system do.
func plainLines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), "\r", "\n")
}

// Path returns where the script lies.
func (t *Text) Path() string { return t.path }

// Name returns the name of its file without the ending.
func (t *Text) Name() string { return t.name }

// Own reports whether it is a script of the person, which can be changed.
func (t *Text) Own() bool { return t.own }

// Unsaved reports whether the text differs from that of the file.
func (t *Text) Unsaved() bool { return t.own && t.text != t.saved }

// Text returns the text.
func (t *Text) Text() string { return t.text }

// Saved returns the text of the file, as it was read or saved.
func (t *Text) Saved() string { return t.saved }

// Change sets the text. A draft and a check follow when nothing was typed for a moment.
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

// Check checks the text when nothing was typed for so long.
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

// keepDraft writes what is not saved in the background.
func (t *Text) keepDraft() {
	run, text, unsaved := t.run, t.text, t.Unsaved()
	t.mu.Lock()
	t.draft = run
	t.mu.Unlock()
	t.lib.writing.Go(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.draft != run { // saved or given up, or there is a newer one
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
			err = msg.Errorf("what you type in the script is not kept until it is saved: %v", safe.Cause(err))
		}
		t.lib.host.Post(func() {
			if err != nil {
				t.failed(err)
			}
			t.lib.host.Changed("")
		})
	})
}

// dropDraft deletes the draft, also one that is being written.
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

// ErrChanged says that the file is no longer what it was when it was read.
var ErrChanged = errors.New("another program has changed the file of the script")

// Save writes the text to its file; the draft goes. Unless over, a file that somebody else
// has changed stays as it is: ErrChanged. So does, in any case, one of which something
// else than the text would get lost: *safe.Loss.
func (t *Text) Save(over bool) error { return t.save(over, ioall.Write) }

// Replace is Save for a file that is replaced whatever gets lost with it.
func (t *Text) Replace() error { return t.save(true, ioall.Replace) }

func (t *Text) save(over bool, write func(path string, data []byte) error) error {
	if !t.own {
		return msg.Errorf("a script of the studio is not changed: duplicate it")
	}
	text := t.text
	if len(text) > script.MaxSource {
		return &script.Fault{Script: filepath.Base(t.path), Why: script.ErrTooLong}
	}
	now, err := safe.ReadFile(context.Background(), t.path, script.MaxSource)
	switch {
	case over, errors.Is(err, fs.ErrNotExist):
	case err != nil || !bytes.Equal(now, t.disk):
		return ErrChanged
	}
	if err := os.MkdirAll(filepath.Dir(t.path), 0o755); err != nil {
		return err
	}
	if err := write(t.path, []byte(text)); err != nil {
		return err
	}
	t.saved, t.disk, t.Drafted = text, []byte(text), false
	t.dropDraft()
	t.lib.host.Changed(t.path)
	return nil
}

// Rename gives the script another name, see Folders.Rename. A draft that is being
// written meanwhile comes before it or after it.
func (t *Text) Rename(name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	path, err := t.lib.Rename(t.path, name)
	t.path, t.name = path, strings.TrimSuffix(filepath.Base(path), extension)
	return err
}

// Discard gives up what is not saved.
func (t *Text) Discard() {
	t.run++
	t.dropDraft()
	t.stopWaiting()
}

// Close ends editing. What is not saved stays as a draft.
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
