// Package puzzle finds and proves positions with exactly one winning move.
//
// A collection is an ordinary document. Each puzzle is a set-up node below the root, and the main
// line below it is the solution. A collection can be opened, printed and converted like any other
// document.
package puzzle

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Puzzle is a position in which exactly one move wins.
type Puzzle struct {
	At rules.Position // without history, like a set-up position
	// Line is the solution: the winning move, then the fastest win against the longest defence,
	// until the rules know the winner. If a count decides the game, it may instead be the line with
	// the best margin for both players.
	Line []rules.Move
	// Ever reports that no other move wins, however slowly. If false, no other move wins within the
	// length of Line.
	Ever bool
	// From is the origin of the position, or "".
	From string
}

// Moves returns the number of moves of the solver, if the players alternate.
func (p *Puzzle) Moves() int { return (len(p.Line) + 1) / 2 }

// Grade is the difficulty of a puzzle, derived from the length of its solution.
type Grade uint8

// Grades, from easy to very hard.
const (
	Easy Grade = iota
	Medium
	Hard
	VeryHard
)

// Grades has the titles of the grades, easiest first.
var Grades = [...]msg.Key{Easy: "Easy", Medium: "Medium", Hard: "Hard", VeryHard: "Very hard"}

// Title returns the title of a grade.
func (g Grade) Title() msg.Key { return Grades[g] }

// GradeOf returns the grade of a solution with the given number of plies. Up to 2 moves of the
// solver are easy, 3 medium, 4 hard. If a count decides the game, the limits are twice as high, as
// single moves matter less.
func GradeOf(r rules.Rules, plies int) Grade {
	moves := (plies + 1) / 2
	if r.Board().Counted() {
		moves = (moves + 1) / 2
		return Grade(min(max(moves-1, 0), int(VeryHard)))
	}
	return Grade(min(max(moves-2, 0), int(VeryHard)))
}

// Entry is a puzzle in a document.
type Entry struct {
	Node *model.Node // the set-up node
	Puzzle
	Err error // set if the position cannot be parsed; At is nil in that case
}

// Of returns the puzzles of a tree, in tree order: its set-up nodes that have a move below. The
// puzzles are not proved, and the moves of their lines may be illegal.
func Of(t *model.Tree) (list []Entry) {
	for n := range t.All() {
		text := n.Setup()
		if text == "" {
			continue
		}
		e := Entry{Node: n, Puzzle: Puzzle{From: n.Name()}}
		for c := n.First(); c != nil; c = c.First() {
			m, ok := c.Move()
			if !ok {
				break
			}
			e.Line = append(e.Line, m)
		}
		if e.Line == nil {
			continue
		}
		if e.At, e.Err = t.Rules().Parse(text); e.Err != nil {
			e.At = nil
		}
		list = append(list, e)
	}
	return list
}

// Collect returns a document with the given puzzles.
func Collect(r rules.Rules, puzzles []Puzzle) *model.Document {
	d := model.NewDocument(r)
	for _, p := range puzzles {
		n := d.Tree.AddSetup(d.Tree.Root(), p.At.String())
		if p.From != "" {
			d.Tree.Annotate(n, model.Annotation{Name: p.From})
		}
		for _, m := range p.Line {
			n = d.Tree.Add(n, m)
		}
	}
	return d
}
