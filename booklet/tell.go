package booklet

import (
	"slices"
	"strconv"
	"strings"

	"boardstudio/io/diagram"
	"boardstudio/io/flow"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/words"
)

// teller tells a document.
type teller struct {
	*maker
	*model.Document
	*game
	runs     []flow.Run // of the paragraph in the making
	depth    int        // of that
	pictures []flow.Picture
	diagrams int // how many there are
}

// line is the main line or a variation.
type line struct {
	depth int
	base  rules.Position // after the last diagram, nil when it is not known
	moves []made         // since then
	drawn bool           // it has a diagram
}

// mostNumbered is how many moves a diagram numbers at most.
const mostNumbered = 150

// add puts a move into the line.
func (l *line) add(m made) {
	if l.moves = append(l.moves, m); len(l.moves) > mostNumbered {
		l.base, l.moves = l.moves[0].after, l.moves[1:]
	}
}

// since forgets the moves before a position.
func (l *line) since(p rules.Position) { l.base, l.moves = p, nil }

// step is a node to tell, or the end of a line.
type step struct {
	node   *model.Node // nil at the end of a line
	before rules.Position
	number int // of the move before
	in     *line
	begins bool // a variation
}

// heading writes the title of a document, and what is known about it.
func (t *teller) heading(title string, ruled bool) {
	size := t.Size()
	if ruled {
		t.Line(0, 1.1*size, true)
	}
	runs := []flow.Run{{Text: title, Bold: true, Sans: true}}
	t.Text(flow.Paragraph{Runs: runs, Size: 1.35 * size, After: 0.3 * size, Keep: true})
	if t.figures || named(t.Document) != opponents(t.Document) {
		t.Text(flow.Paragraph{Runs: t.opponents(), After: 0.2 * size, Keep: true})
	}
	facts := about(t.Document, model.InfoEvent, model.InfoRound, model.InfoPlace, model.InfoDate)
	if g := words.Game(t.rules.Spec()); len(t.docs) > 1 && g != "" {
		facts = strings.TrimPrefix(facts+" · "+g, " · ")
	}
	t.Text(flow.Paragraph{Runs: []flow.Run{{Text: facts, Italic: true}}, After: 0.5 * size, Keep: true})
	t.Skip(0.7 * size)
}

// tell tells the moves: the main line, and the variations of each of its moves behind it.
func (t *teller) tell() {
	root := t.Tree.Root()
	pos, err := t.start()
	if err != nil {
		pos = nil
		t.problem(locale.Err(err), 0)
	}
	main := &line{base: pos}
	if root.Comment() != "" {
		t.comment(root.Comment(), 0)
	}
	if pos != nil && (root.Setup() != "" || marked(root)) {
		t.figure(main, root, pos)
	}
	stack := []step{{in: main, before: pos}}
	if c := root.First(); c != nil {
		stack[0] = step{node: c, before: pos, in: main}
	}
	for len(stack) > 0 && t.Err() == nil {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.begins || t.depth != s.in.depth {
			if t.end(); t.depth == 0 {
				t.show()
			}
			t.depth = s.in.depth
		}
		if s.node == nil {
			t.close(s.in, s.before)
			continue
		}
		pos, number := t.node(s)
		n := s.node
		next := step{before: pos, number: number, in: s.in, node: n.First()}
		stack = append(stack, next)
		if t.Variations == None || n.Parent().First() != n {
			continue
		}
		from := len(stack)
		for v := n.Next(); v != nil; v = v.Next() {
			stack = append(stack, step{node: v, before: s.before, number: s.number, in: &line{depth: s.in.depth + 1, base: s.before}, begins: true})
		}
		slices.Reverse(stack[from:])
	}
	t.end()
	t.show()
}

// indent returns how far in a paragraph of that depth stands.
func (t *teller) indent(depth int) float64 {
	const deepest = 5
	return float64(min(depth, deepest)) * 1.15 * t.Size()
}

// end puts the paragraph in the making behind the others.
func (t *teller) end() {
	if len(t.runs) == 0 {
		return
	}
	p := flow.Paragraph{Runs: t.runs, Indent: t.indent(t.depth), Before: 0.4 * t.Size()}
	if t.runs = nil; t.depth > 0 {
		p.Size, p.Before = 0.94*t.Size(), 0.25*t.Size()
	} else {
		t.show()
	}
	t.Text(p)
}

// show puts the diagrams that were kept behind what is there: those of the variations of a move stand together.
func (t *teller) show() {
	t.Pictures(gap*t.Size(), t.pictures...)
	t.pictures = nil
}

// say adds to the paragraph in the making.
func (t *teller) say(runs ...flow.Run) { t.runs = append(t.runs, runs...) }

// problem writes what is wrong with a node.
func (t *teller) problem(text string, depth int) {
	t.end()
	t.show()
	t.Text(flow.Paragraph{Runs: []flow.Run{{Text: text, Italic: true}}, Indent: t.indent(depth), Before: 0.4 * t.Size()})
}

// marked reports whether a node is one that has a diagram.
func marked(n *model.Node) bool {
	return n.Bookmarked() || n.Name() != "" || len(n.Marks()) > 0 || len(n.Lines()) > 0
}

// node tells a node, and returns the position and the number of the last move there.
func (t *teller) node(s step) (rules.Position, int) {
	n := s.node
	if name := strings.TrimSpace(n.Name()); name != "" {
		if s.in.depth == 0 {
			t.end()
			t.show()
			t.Mark(name, 1)
			t.Text(flow.Paragraph{Runs: []flow.Run{{Text: name, Bold: true, Sans: true}}, Before: 1.1 * t.Size(), After: 0.2 * t.Size(), Keep: true})
		} else {
			t.say(flow.Run{Text: name + ": ", Italic: true, Bold: true})
		}
	}
	if n.Setup() != "" {
		return t.setup(s), 0
	}
	m, ok := n.Move()
	var after rules.Position
	var why error
	switch {
	case s.before == nil: // after an illegal move
	case ok:
		after, why = s.before.Play(m)
	default:
		why = msg.Errorf("the move could not be read")
	}
	if why != nil {
		after = nil
	}
	number := s.number
	counts := !ok || m != rules.Pass
	switch {
	case n.Number() != 0:
		number = n.Number()
	case counts:
		number++
	}
	t.move(s, number, counts, why)
	if after != nil {
		x := made{move: m, before: s.before, after: after}
		if counts {
			x.number = number
		}
		s.in.add(x)
	} else {
		if why != nil && s.in.depth == 0 && len(s.in.moves) > 0 { // the last position that there is
			t.figure(s.in, n.Parent(), s.before)
		}
		s.in.since(nil)
	}
	comment := strings.TrimSpace(n.Comment())
	if after != nil && (marked(n) || s.in.depth == 0 && t.Every > 0 && len(s.in.moves) >= t.Every) {
		t.figure(s.in, n, after)
	}
	if comment == "" {
		return after, number
	}
	if runs, short := brief(comment); short && s.in.depth > 0 {
		t.say(runs...)
		t.say(flow.Run{Text: " "})
		return after, number
	}
	t.apart(comment, s.in.depth)
	return after, number
}

// apart puts a comment into paragraphs of its own.
func (t *teller) apart(comment string, depth int) {
	if t.end(); depth == 0 {
		t.show()
	}
	t.comment(comment, t.indent(depth))
	t.Skip(0.3 * t.Size())
}

// move writes a move: its number, who made it where that is not plain, and the symbols behind it.
func (t *teller) move(s step, number int, counts bool, why error) {
	n := s.node
	m, ok := n.Move()
	main := s.in.depth == 0
	text := words.Move(t.rules, n)
	if ok && m.GivesUp() == "" && counts || !ok {
		t.say(flow.Run{Text: strconv.Itoa(number) + ".\u00a0"})
	}
	if t.figures && t.rules.Players() > 2 && s.before != nil && s.before.Turn() != rules.NoPlayer {
		t.say(flow.Run{Figure: t.swatch(s.before.Turn())}, flow.Run{Text: "\u00a0"})
	}
	t.say(flow.Run{Text: text, Bold: main}, flow.Run{Text: words.Glyphs(t.rules, n), Bold: main})
	if why != nil {
		t.say(flow.Run{Text: " (" + locale.T("illegal: %s", locale.Err(why)) + ")", Italic: true})
	}
	t.say(flow.Run{Text: " "})
}

// setup tells a set-up node, and returns its position.
func (t *teller) setup(s step) rules.Position {
	pos, err := t.rules.Parse(s.node.Setup())
	if err != nil {
		s.in.since(nil)
		t.problem(locale.T("Set-up position")+": "+locale.Err(err), s.in.depth)
		pos = nil
	} else {
		s.in.since(pos)
		t.figure(s.in, s.node, pos)
	}
	if c := strings.TrimSpace(s.node.Comment()); c != "" {
		t.apart(c, s.in.depth)
	}
	return pos
}

// figure puts a diagram of a node behind what is there, with the moves since the last one.
func (t *teller) figure(l *line, n *model.Node, pos rules.Position) {
	if l.depth == 0 {
		t.end()
	}
	base := l.base
	if base == nil {
		base, l.moves = pos, nil
	}
	d, legend := t.game.moves(base, l.moves, pos)
	d.Marks, d.Lines = n.Marks(), n.Lines()
	d.Win = pos.Result().Cells
	t.diagrams++
	title := locale.T("Diagram %d", t.diagrams)
	t.keep(d, t.caption(title, t.what(l, n), legend), l.depth > 0)
	if l.depth > 0 {
		t.say(flow.Run{Text: "(" + strings.ReplaceAll(title, " ", "\u00a0") + ") ", Italic: true})
	}
	l.since(pos)
	l.drawn = true
}

// what returns what a diagram of a node shows.
func (t *teller) what(l *line, n *model.Node) string {
	first, last := 0, 0
	for _, m := range l.moves {
		if m.number > 0 && first == 0 {
			first = m.number
		}
		last = max(last, m.number)
	}
	switch {
	case last > 0 && t.rules.Board().Style == rules.Pits:
		return locale.T("after %d. %s", last, t.rules.FormatMove(l.moves[len(l.moves)-1].move))
	case last > 0 && first == last:
		return locale.T("move %d", last)
	case last > 0:
		return locale.T("moves %d–%d", first, last)
	case n.Setup() != "":
		return locale.T("set-up position")
	case n.Parent() == nil:
		return locale.T("start")
	}
	return ""
}

// keep keeps a diagram with what stands below it. Those of variations are smaller, and stand beside each other where the column is wide.
func (t *teller) keep(d *diagram.Diagram, below []flow.Paragraph, variation bool) {
	width, cell := min(t.Width(), 0.62*t.sheet.Size.X), t.cell(t.Size())
	if variation {
		if width *= 0.8; t.sheet.Columns == 1 {
			width = (t.Width() - gap*t.Size()) / 2
		}
		cell *= 0.8
	}
	p := fit(d, width, 0.5*t.Height(), cell)
	p.Below, p.Least, p.Float = below, min(width, 15*t.Size()), true
	if t.pictures = append(t.pictures, p); len(t.pictures) >= mostKept {
		t.end()
		t.show()
	}
}

// mostKept is how many diagrams are kept until they are shown.
const mostKept = 6

// gap is the room between diagrams beside each other, as a multiple of the size of texts.
const gap = 1.5

// close ends a line: a variation with its diagram where variations have one, the main line with that of its end and how the game ended.
func (t *teller) close(l *line, end rules.Position) {
	if end != nil && len(l.moves) > 0 && (l.depth == 0 || t.Variations == Diagrams) || l.depth == 0 && end != nil && !l.drawn {
		t.figure(l, t.Tree.Root(), end)
	}
	if l.depth > 0 {
		return
	}
	t.end()
	t.show()
	t.Text(flow.Paragraph{Runs: []flow.Run{{Text: t.outcome(end), Bold: true}}, Before: 0.6 * t.Size(), Centre: true})
}

// transcript shows all moves of the main line on one board, as books do where each cell is filled once and pieces are turned over: the numbers of the
// moves stand in the cells, and only what lay there at the start is drawn.
func (t *teller) transcript() {
	if d, what, legend := t.game.transcript(); d != nil {
		t.keep(d, t.caption(locale.T("Transcript"), what, legend), false)
		t.show()
	}
}

// transcript returns the diagram of all moves, nil for a game that books show otherwise, and its result and passes in words.
func (g *game) transcript() (d *diagram.Diagram, what string, legend []string) {
	b, t := g.rules.Board(), g.doc.Tree
	pos, err := g.start()
	if b.Pieces != rules.Discs || err != nil {
		return nil, "", nil
	}
	d = g.board(pos)
	d.Numbers = map[rules.Cell]int{}
	n := 0
	for node := t.Root().First(); node != nil; node = node.First() {
		m, ok := node.Move()
		if !ok {
			break
		}
		next, err := pos.Play(m)
		if err != nil {
			break
		}
		switch c := m.To; {
		case m == rules.Pass:
			legend = append(legend, locale.T("%s passes after %d", g.name(pos.Turn()), n))
		case b.Has(c):
			if n++; node.Number() != 0 {
				n = node.Number()
			}
			d.Numbers[c] = n
		}
		pos = next
	}
	if len(d.Numbers) == 0 {
		return nil, "", nil
	}
	if s, ok := pos.(rules.Scorer); ok && pos.Result().Over {
		var counts []int
		for p := range g.rules.Players() {
			counts = append(counts, s.Score(rules.Player(p)))
		}
		what = words.Counts(counts)
	}
	return d, what, legend
}
