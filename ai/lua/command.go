package lua

import (
	"context"
	"path/filepath"
	"time"

	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/store/safe"
	"boardstudio/text/msg"
)

// CommandTime is the time limit of a command, including the engines that it asks.
const CommandTime = 10 * time.Second

// Describe returns the description of the script at path, including its commands. An error of the
// script is a *script.Fault.
func Describe(ctx context.Context, path string) (*script.Description, error) {
	w, about, err := load(ctx, path, nil)
	if err == nil {
		w.Close()
	}
	return about, err
}

// Run calls a command of the script at path in a new process. It returns the edits that the command
// requests, for model.Tree.Do to make as one step, and the script's log, even with an error. If
// q.Time is 0, the limit is CommandTime.
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

// load starts a process with the script at path for a game. Without rules, the script only
// describes itself.
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
