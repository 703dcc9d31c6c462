package model_test

import (
	"fmt"
	"slices"

	"boardstudio"
	"boardstudio/model"
)

// newGame returns a document with the given moves as its main line.
func newGame(preset string, moves ...string) *model.Document {
	r, err := boardstudio.Games.Build(preset, nil)
	if err != nil {
		panic(err)
	}
	d := model.NewDocument(r)
	n := d.Tree.Root()
	for _, text := range moves {
		m, err := r.ParseMove(text)
		if err != nil {
			panic(err)
		}
		n = d.Tree.Add(n, m)
	}
	return d
}

func ExampleTree_Add() {
	d := newGame("tictactoe", "b2", "a1", "c1")
	first := d.Tree.Root().First()
	m, err := d.Tree.Rules().ParseMove("c3")
	if err != nil {
		fmt.Println(err)
		return
	}
	d.Tree.Add(first, m) // a variation to a1
	fmt.Println(d.Tree.Len(), "nodes,", len(slices.Collect(first.Children())), "answers to b2")
	// Output: 5 nodes, 2 answers to b2
}

func ExampleTree_Main() {
	d := newGame("tictactoe", "b2", "a1", "c1")
	r := d.Tree.Rules()
	for n := range d.Tree.Main() {
		if m, ok := n.Move(); ok {
			fmt.Printf("%d. %s\n", d.Tree.Ply(n), r.FormatMove(m))
		}
	}
	// Output:
	// 1. b2
	// 2. a1
	// 3. c1
}

func ExampleTree_Do() {
	d := newGame("tictactoe", "b2", "a1")
	root := d.Tree.Root()
	err := d.Tree.Do("Comment", model.SetComment{Node: root, Text: "The centre is best."})
	fmt.Println(root.Comment(), err)
	d.Tree.Undo()
	fmt.Printf("%q\n", root.Comment())
	d.Tree.Redo()
	fmt.Println(root.Comment())
	// Output:
	// The centre is best. <nil>
	// ""
	// The centre is best.
}

func ExampleTree_Position() {
	d := newGame("tictactoe", "b2", "a1", "c1", "b1", "a3")
	var last *model.Node
	for n := range d.Tree.Main() {
		last = n
	}
	p, err := d.Tree.Position(last)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("over:", p.Result().Over, "first player wins:", p.Result().Winners.Has(0))
	// Output: over: true first player wins: true
}
