package app

import (
	"context"
	"strings"

	"boardstudio/ai/lua"
	"boardstudio/ai/lua/worker"
	"boardstudio/analysis"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/scripts"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// toolProgress is the number of steps in which a tool reports progress.
const toolProgress = 1000

// RunTool runs a script command on the tree in the background, with the current node. Its edits are
// applied as one undo step, or not at all if they no longer fit the tree. Its last line of output
// is shown to the user.
func (s *Session) RunTool(t scripts.Tool) {
	tree := worker.TreeOf(s.View.doc, s.View.node)
	var edits []model.Edit
	var log string
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Study, Title: t.Title(),
		First: func(ctx context.Context, p codec.Progress) (err error) {
			c := s.App.Engines.NewEnginePool(tree.Rules())
			defer c.Close()
			edits, log, err = lua.Run(ctx, t.Path, worker.Command{
				Name: t.Command.Name, Tree: tree, Units: analysis.Units(s.App.Engines, tree.Rules(), tree.Engines()), AskEngine: c.Ask, Progress: func(done float64) { p(int64(toolProgress*done), toolProgress) },
			})
			return err
		},
		Then: s.unlessFailed(func() {
			lines := strings.Split(strings.TrimSpace(log), "\n")
			report := func() {
				if last := lines[len(lines)-1]; last != "" {
					s.Say(Note, last)
				}
			}
			if len(edits) == 0 {
				s.Say(Note, locale.T("The script did not change anything"))
				report()
				return
			}
			s.change(msg.Key(t.Title()), edits, nil, report)
		}),
	})
}
