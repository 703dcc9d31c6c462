// Package puzzle collects positions with exactly one winning move, and proves that they are such.
//
// A collection is an ordinary document: below its root each puzzle is a set-up node, and the main line below that is the solution. It opens
// in the window, prints and converts as every other record.
package puzzle

import (
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Puzzle is a position in which exactly one move wins.
type Puzzle struct {
	At rules.Position // without a past, as a set-up is
	// Line is the solution: the winning move, and then the fastest win against the longest defence, until the rules know the winner. Where a count at
	// the end decides, it may be the best play of both for the margin as well.
	Line []rules.Move
	// Ever says that no other move wins however long it takes; else none wins within as many plies.
	Ever bool
	// From says where the position was found, "" for nothing.
	From string
}

// Moves returns how many moves of the line are the solver's, where the players take turns.
func (p *Puzzle) Moves() int { return (len(p.Line) + 1) / 2 }

// Grade is how hard a puzzle is, by the depth of its solution.
type Grade uint8

// The grades.
const (
	Easy Grade = iota
	Medium
	Hard
	VeryHard
)

// Grades are the titles of the grades, the easiest first.
var Grades = [...]msg.Key{Easy: "Easy", Medium: "Medium", Hard: "Hard", VeryHard: "Very hard"}

// Title returns the word for a grade.
func (g Grade) Title() msg.Key { return Grades[g] }

// GradeOf returns the grade of a solution of so many plies. Up to 2 moves of the solver are easy, 3 medium, 4 hard. Where games are
// played until something is counted, most moves of a line matter less, and each grade has twice as many.
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
	Node *model.Node // the set-up
	Puzzle
	Err error // why its position cannot be read; At is nil then
}

// Of returns the puzzles of a tree: its set-ups with a move below, in the order of the tree, not yet proved. It makes no move of their lines,
// which may be illegal.
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

// Collect returns a document of puzzles, in their order.
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
