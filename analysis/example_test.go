package analysis_test

import (
	"context"
	"fmt"

	"boardstudio"
	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

func ExampleRun() {
	ctx := context.Background()
	r, err := boardstudio.Games.Build("tictactoe", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := r.Spec()
	d, err := boardstudio.Documents.FromText(ctx, "b2 b1 a1 a2", codec.Options{Spec: &spec}) // b1 and a2 lose
	if err != nil {
		fmt.Println(err)
		return
	}
	var last *model.Node
	for n := range d.Tree.Main() {
		last = n
	}
	plan, err := analysis.NewPlan(aiall.Engines, d, last, analysis.Game, "alphabeta", ai.Limit{Nodes: 100_000}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	results, err := analysis.Run(ctx, aiall.Engines, r, plan.Jobs, analysis.Options{Jobs: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := d.Tree.Do("Analysis", plan.Edits(results, analysis.Marking{}, nil)...); err != nil {
		fmt.Println(err)
		return
	}
	report := analysis.ReportOn(aiall.Engines, d, last, analysis.Marking{})
	for _, j := range report.Mistakes(analysis.Marking{}, rules.NoPlayer) {
		m, _ := j.Node.Move()
		fmt.Printf("%d. %s loses %.0f %%\n", j.Ply, r.FormatMove(m), 100*j.Loss())
	}
	// Output: 2. b1 loses 50 %
}
