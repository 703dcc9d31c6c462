package ai_test

import (
	"context"
	"fmt"

	"boardstudio"
	"boardstudio/ai"
	"boardstudio/rules"
)

func ExampleEngine() {
	r, err := boardstudio.Games.Build("tictactoe", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := boardstudio.Engines.New("alphabeta", r)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ai.Close(e)
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 100_000}}
	for _, text := range []string{"b2", "a1", "c1"} { // the first player threatens to win at a3
		m, err := r.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		q.Moves = append(q.Moves, m)
	}
	info, err := e.Think(context.Background(), q, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, _ := info.Move()
	fmt.Println(r.FormatMove(m))
	// Output: a3
}

func ExampleAdviser() {
	r, err := boardstudio.Games.Build("connect4", rules.Params{"rows": "4", "cols": "4"})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := boardstudio.Engines.Strongest(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ai.Close(e)
	lines, err := e.(ai.Adviser).Advise(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 10_000}})
	fmt.Println(len(lines), "moves", err)
	// Output: 4 moves <nil>
}
