package app

import (
	"context"
	"embed"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"boardstudio/ai/lua"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

//go:embed templates/*.lua
var templates embed.FS

// ScriptTemplate is what a new script begins with.
type ScriptTemplate struct {
	Name  string
	Title msg.Key
}

// ScriptTemplates are the templates, in the order of the menu.
var ScriptTemplates = []ScriptTemplate{
	{"any", "For any game"},
	{"line", "For games with rows"},
	{"othello", "For Othello"},
	{"awale", "For awale"},
}

// Text returns the text of a new script with that name.
func (t ScriptTemplate) Text(name string) string {
	data, _ := templates.ReadFile("templates/" + t.Name + scriptEnd)
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' || r == '\\' {
			return -1
		}
		return r
	}, name)
	return strings.Replace(string(data), "NAME", plain, 1)
}

// Library is the list of scripts, with what they say of themselves.
type Library struct {
	ScriptFolders
	s     *Session
	known map[string]aboutScript
	busy  bool
}

// aboutScript is what a file said when it was as described.
type aboutScript struct {
	time  time.Time
	size  int64
	about *script.Description
}

// Scripts returns the scripts that there are; the same library at every call.
func (s *Session) Scripts() *Library {
	if s.library == nil {
		l := &Library{s: s, known: map[string]aboutScript{}}
		var err error
		if l.ScriptFolders, err = FindScriptFolders(); err == nil {
			err = l.Ship()
		}
		if err != nil {
			s.fail(err)
		}
		s.library = l
	}
	return s.library
}

// List returns the scripts: those of the person, and then the others. What is not known of one
// yet is asked for in the background; TopicScripts tells when it is.
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

// For returns the scripts that play the game, as far as that is known.
func (l *Library) For(r rules.Rules) []Script {
	var list []Script
	for _, s := range l.List() {
		if s.About != nil && s.About.Plays(r, all.Games) {
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
		found := map[string]aboutScript{}
		for _, path := range paths {
			found[path] = describeFile(path)
		}
		l.s.Loop.Post(func() {
			l.busy = false
			for path, a := range found {
				l.known[path] = a
			}
			l.s.changed(TopicScripts)
		})
	}()
}

func describeFile(path string) aboutScript {
	info, err := os.Stat(path)
	if err != nil {
		return aboutScript{}
	}
	a := aboutScript{time: info.ModTime(), size: info.Size()}
	if text, err := lua.Source(context.Background(), path); err == nil {
		a.about, _ = describe(context.Background(), filepath.Base(path), string(text))
	}
	return a
}

// describe returns what a script says of itself, run in a process of its own. Where there
// is none, its text is checked alone.
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
