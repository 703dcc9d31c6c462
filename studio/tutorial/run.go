package tutorial

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/scripts"
)

// Session is the document that a lesson is done at.
type Session interface {
	Document() *model.Document
	Node() *model.Node
	// Mover returns who made the move of a node, Over whether the game is over at the current one, Playing whether a
	// game that was begun goes on there.
	Mover(*model.Node) rules.Player
	Over() bool
	Playing() bool
	Scripts() *scripts.Library
}

// File is that of the document.
type File interface {
	Path() string
	Dirty() bool
}

// Happening is what happens beside the document.
type Happening int

// What can happen.
const (
	GridPrinted Happening = iota // on paper or to a file
	PictureWritten
	PictureCopied
	ScriptsShown

	happenings int = iota
)

// Run is a lesson that is being done.
type Run struct {
	Lesson *Lesson
	s      Session
	file   File
	at     int    // the step, after the last one at the end
	done   []bool // by step
	// were is for each step how much there was of what it counts: at the beginning, when the person came back to
	// the step, or the least that there was since.
	were []int

	// What was seen last, and what was counted so.
	tree                            *model.Tree
	node                            *model.Node
	main                            []*model.Node
	most                            int // moves in the game that goes on
	far                             int // how far the person went back from the end of the line
	taken, stepped, promoted, tried int
	happened                        [happenings]int
}

// Begin begins a lesson at a document.
func Begin(l *Lesson, s Session, f File) *Run {
	r := &Run{Lesson: l, done: make([]bool, len(l.Steps)), were: make([]int, len(l.Steps))}
	r.Follow(s, f)
	for i := range l.Steps {
		r.were[i] = r.count(i)
	}
	return r
}

// Follow has the lesson go on at another document.
func (r *Run) Follow(s Session, f File) {
	r.s, r.file = s, f
	r.tree, r.node, r.main, r.most, r.far = s.Document().Tree, s.Node(), mainLine(s.Document().Tree), 0, below(s.Node())
}

func (r *Run) count(step int) int { return r.Lesson.Steps[step].count(r) }

// At returns the number of the step, from 0; that after the last one means that the lesson is over.
func (r *Run) At() int { return r.at }

// Over reports whether no step is left.
func (r *Run) Over() bool { return r.at == len(r.done) }

// Skipped returns how many steps were gone past without doing them.
func (r *Run) Skipped() int {
	sum := 0
	for _, done := range r.done[:r.at] {
		sum += one(!done)
	}
	return sum
}

// Step returns the step that is to be done, nil at the end.
func (r *Run) Step() *Step {
	if r.Over() {
		return nil
	}
	return &r.Lesson.Steps[r.at]
}

// Done reports whether a step was done.
func (r *Run) Done(step int) bool { return r.done[step] }

// Skip goes to the next step.
func (r *Run) Skip() { r.at = min(r.at+1, len(r.done)) }

// Back goes to the step before, to do it once more if it was done.
func (r *Run) Back() {
	r.at = max(r.at-1, 0)
	if r.done[r.at] {
		r.were[r.at] = r.count(r.at)
	}
}

// Happened tells of what happened beside the document. Look notices it.
func (r *Run) Happened(h Happening) { r.happened[h]++ }

// Look is called after every change. It notices what was done, goes on to the next step that was not, and reports
// whether it did. What a later step asks for is noticed as well, and does not have to be done again.
func (r *Run) Look() bool {
	r.see()
	for i := range r.were {
		if !r.done[i] || i == r.at {
			r.were[i] = min(r.were[i], r.count(i))
		}
	}
	from := r.at
	for !r.Over() && r.count(r.at) > r.were[r.at] {
		r.done[r.at] = true
		for r.at++; !r.Over() && r.done[r.at]; r.at++ {
		}
	}
	return r.at != from
}

// see counts what can be seen only while it happens.
func (r *Run) see() {
	t, n := r.s.Document().Tree, r.s.Node()
	main := mainLine(t)
	if t != r.tree {
		r.most = 0
		if r.scripted() {
			r.tried++
		}
	} else {
		if n != r.node && n.Parent() != nil && n.Parent() == r.node.Parent() {
			r.stepped++
		}
		for i := range min(len(main), len(r.main)) {
			if main[i] != r.main[i] {
				if t.Contains(r.main[i]) {
					r.promoted++
				}
				break
			}
		}
	}
	if r.s.Playing() {
		moves := r.moves()
		if moves < r.most {
			r.taken++
		}
		r.most = moves
	}
	if far := below(n); n != r.node || far < r.far { // a line that grows leads nobody back
		r.far = far
	}
	r.tree, r.node, r.main = t, n, main
}

// below returns how many moves follow a node.
func below(n *model.Node) int {
	sum := 0
	for n = n.First(); n != nil && sum < enough; n = n.First() {
		sum++
	}
	return sum
}

// enough is how many nodes are looked at: the documents of lessons are small.
const enough = 10000

func mainLine(t *model.Tree) []*model.Node {
	var list []*model.Node
	for n := range t.Main() {
		if len(list) == enough {
			break
		}
		list = append(list, n)
	}
	return list
}

// each adds up a number of each node.
func (r *Run) each(of func(*model.Node) int) int {
	sum, seen := 0, 0
	for n := range r.s.Document().Tree.All() {
		if seen++; seen > enough {
			break
		}
		sum += of(n)
	}
	return sum
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (r *Run) playing() int { return one(r.s.Playing()) }
func (r *Run) over() int    { return one(r.s.Over()) }
func (r *Run) saved() int   { return one(r.file.Path() != "" && !r.file.Dirty()) }

// moves counts those of persons on the line to the current node.
func (r *Run) moves() int {
	players, sum := r.s.Document().Players, 0
	for n, seen := r.s.Node(), 0; n.Parent() != nil && seen < enough; n, seen = n.Parent(), seen+1 {
		p := r.s.Mover(n)
		sum += one(p != rules.NoPlayer && players[p].Kind == model.Human)
	}
	return sum
}

func (r *Run) variations() int {
	return r.each(func(n *model.Node) int { return one(n.Parent() != nil && n.Parent().First() != n) })
}

func (r *Run) comments() int {
	return r.each(func(n *model.Node) int { return one(n.Comment() != "") })
}

func (r *Run) marks() int {
	return r.each(func(n *model.Node) int { return len(n.Marks()) + len(n.Lines()) })
}
func (r *Run) glyphs() int { return r.each(func(n *model.Node) int { return len(n.Glyphs()) }) }

// scripts counts those of the person.
func (r *Run) scripts() int {
	sum := 0
	for _, s := range r.s.Scripts().List() {
		sum += one(!s.Shipped)
	}
	return sum
}

// scripted reports whether a script plays in the game.
func (r *Run) scripted() bool {
	for _, p := range r.s.Document().Players {
		if scripts.Path(p.Kind) != "" {
			return true
		}
	}
	return false
}

// against counts the moves of persons in a game against a script.
func (r *Run) against() int { return r.moves() * one(r.scripted()) }
