package scripts

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"boardstudio/ai/lua"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/rules"
	"boardstudio/store/safe"
	"boardstudio/studio/app/jobs"
)

// Host is the program that uses the library. Its methods are called on its loop, except Post, which
// is called on any goroutine.
type Host interface {
	jobs.Loop
	// Changed is called when the list of scripts or a description has changed. The path of a script
	// that was just written is saved, otherwise "".
	Changed(saved string)
}

// Library is the list of scripts, with their descriptions. It must be used on the host's loop only.
type Library struct {
	Folders
	host    Host
	games   rules.Catalog // that scripts can refer to
	known   map[string]described
	busy    bool
	writing sync.WaitGroup // counts drafts being written
}

// described is the description of a script whose file had this time and size.
type described struct {
	time  time.Time
	size  int64
	about *script.Description
}

// New returns the library with the user's scripts and the included ones, for scripts that play the
// given games. It returns an error if a folder cannot be written. The library can be used anyway.
func New(host Host, games rules.Catalog) (*Library, error) {
	l := &Library{host: host, games: games, known: map[string]described{}}
	var err error
	if l.Folders, err = FindFolders(); err != nil {
		return l, nil // Studio reports a missing home folder when it starts
	}
	return l, l.Ship()
}

// Wait waits until all drafts are written.
func (l *Library) Wait() { l.writing.Wait() }

// List returns the user's scripts, followed by the included ones. Scripts without a known
// description are run in the background to obtain it. Host.Changed is called afterwards.
func (l *Library) List() []Script {
	list := l.list()
	var ask []string
	for i := range list {
		s := &list[i]
		info, err := os.Stat(s.Path)
		if err != nil {
			continue
		}
		if k, ok := l.known[s.Path]; ok && k.size == info.Size() && k.time.Equal(info.ModTime()) {
			s.About = k.about
			continue
		}
		ask = append(ask, s.Path)
	}
	l.ask(ask)
	return list
}

// Find returns the script at path. It returns false if the script is not listed.
func (l *Library) Find(path string) (Script, bool) {
	for _, s := range l.List() {
		if s.Path == path {
			return s, true
		}
	}
	return Script{}, false
}

// For returns the scripts known to play the game.
func (l *Library) For(r rules.Rules) []Script {
	var list []Script
	for _, s := range l.List() {
		if s.About != nil && s.About.Plays(r, l.games) {
			list = append(list, s)
		}
	}
	return list
}

// ask obtains the descriptions of scripts in the background.
func (l *Library) ask(paths []string) {
	if len(paths) == 0 || l.busy {
		return
	}
	l.busy = true
	go func() {
		found := map[string]described{}
		for _, path := range paths {
			found[path] = describeFile(path)
		}
		l.host.Post(func() {
			l.busy = false
			for path, a := range found {
				l.known[path] = a
			}
			l.host.Changed("")
		})
	}()
}

func describeFile(path string) described {
	info, err := os.Stat(path)
	if err != nil {
		return described{}
	}
	a := described{time: info.ModTime(), size: info.Size()}
	if text, err := lua.Source(context.Background(), path, safe.ReadFile); err == nil {
		a.about, _ = describe(context.Background(), filepath.Base(path), string(text))
	}
	return a
}

// describe runs a script in a separate process and returns its description. If the process cannot
// be started, it checks only the syntax.
func describe(ctx context.Context, name, text string) (*script.Description, error) {
	w, err := worker.Open(ctx, worker.Config{})
	if err != nil {
		if _, wrong := script.Compile(name, []byte(text)); wrong != nil {
			err = wrong
		}
		return nil, err
	}
	defer w.Close()
	return w.Load(ctx, worker.Load{Name: name, Source: []byte(text)})
}

// FaultOf returns the error in a script that err reports. It returns nil for any other error.
func FaultOf(err error) *script.Fault {
	var f *script.Fault
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// Containment returns the layers of containment available on this system. It returns an error if
// scripts cannot run.
func Containment(ctx context.Context) (worker.Containment, error) {
	w, err := worker.Open(ctx, worker.Config{})
	if err != nil {
		return worker.Containment{}, err
	}
	defer w.Close()
	return w.Containment(), nil
}
