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
	"boardstudio/io/safe"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
)

// Host is the program that the scripts belong to. Its methods are called on its loop, but Post
// on any goroutine.
type Host interface {
	jobs.Loop
	// Changed tells that the list of scripts, or what one says of itself, is another now. saved is
	// the path of a script that was written, "" for none.
	Changed(saved string)
}

// Library is the list of scripts, with what they say of themselves. It belongs to the host's loop.
type Library struct {
	Folders
	host    Host
	games   []*rules.Game // that scripts may name
	known   map[string]described
	busy    bool
	writing sync.WaitGroup // drafts
}

// described is what a script said when its file had this time and size.
type described struct {
	time  time.Time
	size  int64
	about *script.Description
}

// New returns the library of the person, with the scripts that come with the studio. Scripts name the
// games that they play. With an error, which says why a folder cannot be used, the library can be used all the same.
func New(host Host, games []*rules.Game) (*Library, error) {
	l := &Library{host: host, games: games, known: map[string]described{}}
	var err error
	if l.Folders, err = FindFolders(); err == nil {
		err = l.Ship()
	}
	return l, err
}

// Wait returns when all drafts are written.
func (l *Library) Wait() { l.writing.Wait() }

// List returns the scripts: those of the person, and then the others. Scripts whose description is
// not known yet are run in the background to get it; Host.Changed follows.
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

// Find returns the script at path; false when it is not listed.
func (l *Library) Find(path string) (Script, bool) {
	for _, s := range l.List() {
		if s.Path == path {
			return s, true
		}
	}
	return Script{}, false
}

// For returns the scripts that are known to play the game.
func (l *Library) For(r rules.Rules) []Script {
	var list []Script
	for _, s := range l.List() {
		if s.About != nil && s.About.Plays(r, l.games) {
			list = append(list, s)
		}
	}
	return list
}

// ask has scripts describe themselves in the background.
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

// describe runs a script in a process of its own, and returns what it says of itself. Where no
// process can be started, the syntax alone is checked.
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

// FaultOf returns what is wrong with a script, nil for other errors.
func FaultOf(err error) *script.Fault {
	var f *script.Fault
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// Containment returns which layers hold a script on this machine. The error says why none
// can run.
func Containment(ctx context.Context) (worker.Containment, error) {
	w, err := worker.Open(ctx, worker.Config{})
	if err != nil {
		return worker.Containment{}, err
	}
	defer w.Close()
	return w.Containment(), nil
}
