package lua

import (
	"context"
	"path/filepath"
	"time"

	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/io/safe"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// CommandTime is what a command may take, with the engines that it asks.
const CommandTime = 10 * time.Second

// Describe returns what the script at path says of itself; its commands are in there. An error of the script is a *script.Fault.
func Describe(ctx context.Context, path string) (*script.Description, error) {
	w, about, err := load(ctx, path, nil)
	if err == nil {
		w.Close()
	}
	return about, err
}

// Run calls a command of the script at path in a process of its own, and returns the edits that it asks for, which are made as one step with
// model.Tree.Do, and what it has logged, also with an error. Time is CommandTime where q names none.
func Run(ctx context.Context, path string, q worker.Command) ([]model.Edit, string, error) {
	r := q.Tree.Rules()
	w, about, err := load(ctx, path, r)
	if err != nil {
		return nil, "", err
	}
	defer w.Close()
	if len(about.Commands) == 0 {
		return nil, "", &script.Fault{Script: filepath.Base(path), Why: msg.Errorf("the script has no commands")}
	}
	w.Play(r)
	if q.Time <= 0 {
		q.Time = CommandTime
	}
	edits, err := w.Command(ctx, q)
	return edits, w.Log(), err
}

// load starts a process with the script at path, for a game or, without rules, only to describe itself.
func load(ctx context.Context, path string, r rules.Rules) (*worker.Client, *script.Description, error) {
	text, err := Source(ctx, path, safe.ReadFile)
	if err != nil {
		return nil, nil, err
	}
	l := worker.Load{Name: filepath.Base(path), Source: text}
	if r != nil {
		l.Game = r.Spec()
	}
	w, err := worker.Open(ctx, worker.Config{})
	if err != nil {
		return nil, nil, err
	}
	about, err := w.Load(ctx, l)
	if err != nil {
		w.Close()
		return nil, nil, err
	}
	return w, about, nil
}
