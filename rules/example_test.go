package rules_test

import (
	"fmt"

	"boardstudio"
	"boardstudio/rules"
)

func ExampleCatalog_Build() {
	r, err := boardstudio.Games.Build("tictactoe", rules.Params{"rows": "4", "cols": "4"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Players(), "players,", len(r.Board().Cells), "cells")
	_, err = boardstudio.Games.Build("tictactoe", rules.Params{"rows": "0"})
	fmt.Println(err)
	// Output:
	// 2 players, 16 cells
	// parameter rows: "0" is not a whole number from 1 to 64
}

func ExamplePosition() {
	r, err := boardstudio.Games.Build("othello", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := r.Start()
	for m := range p.Moves() {
		fmt.Println(r.FormatMove(m))
	}
	m, err := r.ParseMove("d3")
	if err != nil {
		fmt.Println(err)
		return
	}
	next, err := p.Play(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("the same player moves:", next.Turn() == p.Turn())
	// Output:
	// d3
	// c4
	// f5
	// e6
	// the same player moves: false
}

func ExamplePerft() {
	r, err := boardstudio.Games.Build("connect4", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rules.Perft(r.Start(), 4))
	// Output: 2401
}
