package tutorial

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/scripts"
)

// File is the file of the document.
type File interface {
	Path() string
	Dirty() bool
}

// Happening is an event outside the document.
type Happening int

// The events.
const (
	GridPrinted Happening = iota // on paper or to a file
	PictureWritten
	PictureCopied
	ScriptsShown

	happenings int = iota
)

// Run is a lesson in progress.
type Run struct {
	Lesson *Lesson
	s      *app.Session
	file   File
	at     int    // index of the current step; len(Steps) at the end
	done   []bool // by step
	// reference is the reference count of each step: the count at the start, when the user returned to
	// the step, or the minimum since then.
	reference []int

	// The state at the last call of Look, and the events counted so far.
	tree                            *model.Tree
	node                            *model.Node
	main                            []*model.Node
	maxMoves                        int // moves in the running game
	distance                        int // moves between the current node and the end of the line
	taken, stepped, promoted, tried int
	happened                        [happenings]int
}

// Begin starts a lesson with a document.
func Begin(l *Lesson, s *app.Session, f File) *Run {
	r := &Run{Lesson: l, done: make([]bool, len(l.Steps)), reference: make([]int, len(l.Steps))}
	r.Follow(s, f)
	for i := range l.Steps {
		r.reference[i] = r.count(i)
	}
	return r
}

// Follow continues the lesson with another document.
func (r *Run) Follow(s *app.Session, f File) {
	r.s, r.file = s, f
	r.tree, r.node, r.main, r.maxMoves, r.distance = s.View.Document().Tree, s.View.Node(), mainLine(s.View.Document().Tree), 0, below(s.View.Node())
}

func (r *Run) count(step int) int { return r.Lesson.Steps[step].count(r) }

// At returns the index of the current step. It is the number of steps if the lesson is over.
func (r *Run) At() int { return r.at }

// Over reports whether all steps are done or skipped.
func (r *Run) Over() bool { return r.at == len(r.done) }

// Skipped returns the number of steps that were skipped.
func (r *Run) Skipped() int {
	sum := 0
	for _, done := range r.done[:r.at] {
		sum += boolInt(!done)
	}
	return sum
}

// Step returns the current step, or nil at the end.
func (r *Run) Step() *Step {
	if r.Over() {
		return nil
	}
	return &r.Lesson.Steps[r.at]
}

// Done reports whether a step was done.
func (r *Run) Done(step int) bool { return r.done[step] }

// Skip moves to the next step.
func (r *Run) Skip() { r.at = min(r.at+1, len(r.done)) }

// Back moves to the previous step. If it was done, it must be done again.
func (r *Run) Back() {
	r.at = max(r.at-1, 0)
	if r.done[r.at] {
		r.reference[r.at] = r.count(r.at)
	}
}

// Happened records an event outside the document. Look must be called afterwards.
func (r *Run) Happened(h Happening) { r.happened[h]++ }

// Look must be called after every change. If the current step is done, Look moves to the next step
// that is not done and returns true. Steps done ahead of time are recognised, and need not be done
// again.
func (r *Run) Look() bool {
	r.observe()
	for i := range r.reference {
		if !r.done[i] || i == r.at {
			r.reference[i] = min(r.reference[i], r.count(i))
		}
	}
	from := r.at
	for !r.Over() && r.count(r.at) > r.reference[r.at] {
		r.done[r.at] = true
		for r.at++; !r.Over() && r.done[r.at]; r.at++ {
		}
	}
	return r.at != from
}

// observe counts the events that are visible only as changes.
func (r *Run) observe() {
	t, n := r.s.View.Document().Tree, r.s.View.Node()
	main := mainLine(t)
	if t != r.tree {
		r.maxMoves = 0
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
		if moves < r.maxMoves {
			r.taken++
		}
		r.maxMoves = moves
	}
	if far := below(n); n != r.node || far < r.distance { // a growing line does not count as going back
		r.distance = far
	}
	r.tree, r.node, r.main = t, n, main
}

// below returns the number of moves after a node, up to enough.
func below(n *model.Node) int {
	sum := 0
	for n = n.First(); n != nil && sum < maxNodes; n = n.First() {
		sum++
	}
	return sum
}

// maxNodes is the maximum number of nodes visited. The documents of lessons are small.
const maxNodes = 10000

func mainLine(t *model.Tree) []*model.Node {
	var list []*model.Node
	for n := range t.Main() {
		if len(list) == maxNodes {
			break
		}
		list = append(list, n)
	}
	return list
}

// sum returns the sum of count(n) over all nodes n.
func (r *Run) sum(count func(*model.Node) int) int {
	sum, seen := 0, 0
	for n := range r.s.View.Document().Tree.All() {
		if seen++; seen > maxNodes {
			break
		}
		sum += count(n)
	}
	return sum
}

func boolInt(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (r *Run) playing() int { return boolInt(r.s.Playing()) }
func (r *Run) over() int    { return boolInt(r.s.View.Over()) }
func (r *Run) saved() int   { return boolInt(r.file.Path() != "" && !r.file.Dirty()) }

// moves returns the number of moves by humans on the line to the current node.
func (r *Run) moves() int {
	players, sum := r.s.View.Document().Players, 0
	for n, seen := r.s.View.Node(), 0; n.Parent() != nil && seen < maxNodes; n, seen = n.Parent(), seen+1 {
		p := r.s.View.Mover(n)
		sum += boolInt(p != rules.NoPlayer && players[p].Kind == model.Human)
	}
	return sum
}

func (r *Run) variations() int {
	return r.sum(func(n *model.Node) int { return boolInt(n.Parent() != nil && n.Parent().First() != n) })
}

func (r *Run) comments() int {
	return r.sum(func(n *model.Node) int { return boolInt(n.Comment() != "") })
}

func (r *Run) marks() int {
	return r.sum(func(n *model.Node) int { return len(n.Marks()) + len(n.Lines()) })
}
func (r *Run) glyphs() int { return r.sum(func(n *model.Node) int { return len(n.Glyphs()) }) }

// scripts returns the number of scripts of the user.
func (r *Run) scripts() int {
	sum := 0
	for _, s := range r.s.Scripts().List() {
		sum += boolInt(!s.Shipped)
	}
	return sum
}

// scripted reports whether a script plays in the game.
func (r *Run) scripted() bool {
	for _, p := range r.s.View.Document().Players {
		if scripts.Path(p.Kind) != "" {
			return true
		}
	}
	return false
}

// against returns the number of moves by humans in a game against a script.
func (r *Run) against() int { return r.moves() * boolInt(r.scripted()) }
