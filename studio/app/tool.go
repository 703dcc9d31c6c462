package app

import (
	"context"
	"strings"

	aiall "boardstudio/ai/all"
	"boardstudio/ai/lua"
	"boardstudio/ai/lua/worker"
	"boardstudio/analysis"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/studio/jobs"
	"boardstudio/studio/scripts"
)

// toolProgress is how finely the progress of a tool is told.
const toolProgress = 1000

// RunTool has a command of a script work on the tree in the background, from the current node on. What it asks for is made as one step of
// undo, or not at all, also where the tree has changed meanwhile in a way that does not fit. What it logged last is said.
func (s *Session) RunTool(t scripts.Tool) {
	tree := worker.TreeOf(s.doc, s.node)
	var edits []model.Edit
	var log string
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Study, Title: t.Title(),
		First: func(ctx context.Context, p codec.Progress) (err error) {
			c := aiall.NewConsultant(tree.Rules())
			defer c.Close()
			edits, log, err = lua.Run(ctx, t.Path, worker.Command{
				Name: t.Command.Name, Tree: tree, Units: analysis.Units(tree.Rules(), tree.Engines()), Consult: c.Ask, Progress: func(done float64) { p(int64(toolProgress*done), toolProgress) },
			})
			return err
		},
		Then: s.unlessFailed(func() {
			lines := strings.Split(strings.TrimSpace(log), "\n")
			told := func() {
				if last := lines[len(lines)-1]; last != "" {
					s.Say(Note, last)
				}
			}
			if len(edits) == 0 {
				s.Say(Note, locale.T("The script has changed nothing"))
				told()
				return
			}
			s.change(msg.Key(t.Title()), edits, nil, told)
		}),
	})
}
