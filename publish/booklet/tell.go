package booklet

import (
	"slices"
	"strconv"
	"strings"

	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/publish/flow"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// chapterWriter lays out one document.
type chapterWriter struct {
	*maker
	*model.Document
	*game
	runs     []flow.Run // runs of the current paragraph
	depth    int        // variation depth of the current paragraph
	pictures []flow.Picture
	diagrams int // number of diagrams so far
}

// line is the main line or a variation.
type line struct {
	depth int
	base  rules.Position // position at the last diagram, or nil if unknown
	moves []playedMove   // moves since base
	drawn bool           // has at least one diagram
}

// mostNumbered is the maximum number of moves that a diagram numbers.
const mostNumbered = 150

// add appends a move to the line.
func (l *line) add(m playedMove) {
	if l.moves = append(l.moves, m); len(l.moves) > mostNumbered {
		l.base, l.moves = l.moves[0].after, l.moves[1:]
	}
}

// restart begins the moves of the next diagram at position p.
func (l *line) restart(p rules.Position) { l.base, l.moves = p, nil }

// step is a node to write, or the end of a line.
type step struct {
	node   *model.Node // nil for the end of a line
	before rules.Position
	number int // number of the previous move
	in     *line
	begins bool // first node of a variation
}

// heading writes the title of a document and its information, with a rule above it unless it is at
// the top of a page.
func (t *chapterWriter) heading(title string) {
	size := t.Size()
	t.Line(0, 1.1*size, true)
	runs := []flow.Run{{Text: title, Bold: true, Sans: true}}
	t.Text(flow.Paragraph{Runs: runs, Size: 1.35 * size, After: 0.3 * size, KeepWithNext: true})
	if t.figures || t.named(t.Document) != t.maker.opponents(t.Document) {
		t.Text(flow.Paragraph{Runs: t.game.opponents(), After: 0.2 * size, KeepWithNext: true})
	}
	facts := about(t.Document, model.InfoEvent, model.InfoRound, model.InfoPlace, model.InfoDate)
	if g := words.Game(t.rules); len(t.docs) > 1 && g != "" {
		facts = strings.TrimPrefix(facts+" · "+g, " · ")
	}
	t.Text(flow.Paragraph{Runs: []flow.Run{{Text: facts, Italic: true}}, After: 0.5 * size, KeepWithNext: true})
	t.Skip(0.7 * size)
}

// write writes the moves of the main line, each followed by its variations.
func (t *chapterWriter) write() {
	root := t.Tree.Root()
	pos := t.start()
	main := &line{base: pos}
	if root.Comment() != "" {
		t.comment(root.Comment(), 0)
	}
	if root.Setup() != "" || marked(root) {
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
			if t.endParagraph(); t.depth == 0 {
				t.flushPictures()
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
	t.endParagraph()
	t.flushPictures()
}

// indent returns the indentation of a paragraph at the given variation depth.
func (t *chapterWriter) indent(depth int) float64 {
	const deepest = 5
	return float64(min(depth, deepest)) * 1.15 * t.Size()
}

// endParagraph adds the current paragraph to the page.
func (t *chapterWriter) endParagraph() {
	if len(t.runs) == 0 {
		return
	}
	p := flow.Paragraph{Runs: t.runs, Indent: t.indent(t.depth), Before: 0.4 * t.Size()}
	if t.runs = nil; t.depth > 0 {
		p.Size, p.Before = 0.94*t.Size(), 0.25*t.Size()
	} else {
		t.flushPictures()
	}
	t.Text(p)
}

// flushPictures adds the pending diagrams to the page. The variation diagrams of a move are placed
// together.
func (t *chapterWriter) flushPictures() {
	t.Pictures(gap*t.Size(), t.pictures...)
	t.pictures = nil
}

// say appends runs to the current paragraph.
func (t *chapterWriter) say(runs ...flow.Run) { t.runs = append(t.runs, runs...) }

// problem writes an error message about a node.
func (t *chapterWriter) problem(text string, depth int) {
	t.endParagraph()
	t.flushPictures()
	t.Text(flow.Paragraph{Runs: []flow.Run{{Text: text, Italic: true}}, Indent: t.indent(depth), Before: 0.4 * t.Size()})
}

// marked reports whether n gets a diagram: it has a bookmark, a name, marks or lines.
func marked(n *model.Node) bool {
	return n.Bookmarked() || n.Name() != "" || len(n.Marks()) > 0 || len(n.Lines()) > 0
}

// node writes a node. It returns the position after it and the number of its move.
func (t *chapterWriter) node(s step) (rules.Position, int) {
	n := s.node
	if name := strings.TrimSpace(n.Name()); name != "" {
		if s.in.depth == 0 {
			t.endParagraph()
			t.flushPictures()
			t.Mark(name, 1)
			t.Text(flow.Paragraph{Runs: []flow.Run{{Text: name, Bold: true, Sans: true}}, Before: 1.1 * t.Size(), After: 0.2 * t.Size(), KeepWithNext: true})
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
	counts := !ok || m != rules.Pass && m.GivesUp() == ""
	switch {
	case n.Number() != 0:
		number = n.Number()
	case counts:
		number++
	}
	t.move(s, number, counts, why)
	if after != nil {
		x := playedMove{move: m, before: s.before, after: after}
		if counts {
			x.number = number
		}
		s.in.add(x)
	} else {
		if why != nil && s.in.depth == 0 && len(s.in.moves) > 0 { // show the last legal position
			t.figure(s.in, n.Parent(), s.before)
		}
		s.in.restart(nil)
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

// apart writes a comment as separate paragraphs.
func (t *chapterWriter) apart(comment string, depth int) {
	if t.endParagraph(); depth == 0 {
		t.flushPictures()
	}
	t.comment(comment, t.indent(depth))
	t.Skip(0.3 * t.Size())
}

// move writes a move: its number, its player if there are more than two, and its annotation
// symbols.
func (t *chapterWriter) move(s step, number int, counts bool, why error) {
	n := s.node
	main := s.in.depth == 0
	text := words.Move(t.rules, n)
	if counts {
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

// setup writes a set-up node and returns its position, or nil if it is invalid.
func (t *chapterWriter) setup(s step) rules.Position {
	pos, err := t.rules.Parse(s.node.Setup())
	if err != nil {
		s.in.restart(nil)
		t.problem(locale.T("Set-up position")+": "+locale.Err(err), s.in.depth)
		pos = nil
	} else {
		s.in.restart(pos)
		t.figure(s.in, s.node, pos)
	}
	if c := strings.TrimSpace(s.node.Comment()); c != "" {
		t.apart(c, s.in.depth)
	}
	return pos
}

// figure adds a diagram of node n with the moves since the previous diagram.
func (t *chapterWriter) figure(l *line, n *model.Node, pos rules.Position) {
	if l.depth == 0 {
		t.endParagraph()
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
	t.addPicture(d, t.caption(title, t.what(l, n), legend), l.depth > 0)
	if l.depth > 0 {
		t.say(flow.Run{Text: "(" + strings.ReplaceAll(title, " ", "\u00a0") + ") ", Italic: true})
	}
	l.restart(pos)
	l.drawn = true
}

// what describes the contents of a diagram, such as "moves 4–6".
func (t *chapterWriter) what(l *line, n *model.Node) string {
	first, last := 0, 0
	for _, m := range l.moves {
		if m.number > 0 && first == 0 {
			first = m.number
		}
		last = max(last, m.number)
	}
	switch {
	case last > 0 && t.rules.Board().Piles:
		return locale.T("after %d. %s", last, t.rules.FormatMove(lastNumbered(l.moves).move))
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

// addPicture queues a diagram and its caption. Diagrams of variations are smaller, and are placed
// side by side in a wide column.
func (t *chapterWriter) addPicture(d *diagram.Diagram, below []flow.Paragraph, variation bool) {
	width, cell := min(t.Width(), 0.62*t.sheet.Size.X), t.cell(t.Size())
	if variation {
		if width *= 0.8; t.sheet.Columns == 1 {
			width = (t.Width() - gap*t.Size()) / 2
		}
		cell *= 0.8
	}
	p := fit(d, width, 0.5*t.Height(), cell)
	p.Below, p.Least, p.Float = below, min(width, 15*t.Size()), true
	if t.pictures = append(t.pictures, p); len(t.pictures) >= mostPending {
		t.endParagraph()
		t.flushPictures()
	}
}

// mostPending is the maximum number of queued diagrams.
const mostPending = 6

// gap is the space between adjacent diagrams, as a multiple of the text size.
const gap = 1.5

// close ends a line. A variation gets a final diagram if the options ask for it. The main line gets
// one with the result of the game.
func (t *chapterWriter) close(l *line, end rules.Position) {
	if end != nil && len(l.moves) > 0 && (l.depth == 0 || t.Variations == Diagrams) || l.depth == 0 && end != nil && !l.drawn {
		t.figure(l, t.Tree.Root(), end)
	}
	if l.depth > 0 {
		return
	}
	t.endParagraph()
	t.flushPictures()
	t.Text(flow.Paragraph{Runs: []flow.Run{{Text: t.outcome(end), Bold: true}}, Before: 0.6 * t.Size(), Centre: true})
}

// transcript adds one board with all moves of the main line, as is usual in books about Othello.
// Cells show move numbers, and only the discs of the starting position are drawn.
func (t *chapterWriter) transcript() {
	if d, what, legend := t.game.transcript(); d != nil {
		t.addPicture(d, t.caption(locale.T("Transcript"), what, legend), false)
		t.flushPictures()
	}
}

// transcript returns the diagram of all moves, a description of the result, and a legend of the
// passes. The diagram is nil unless the game is played with discs that flip.
func (g *game) transcript() (d *diagram.Diagram, what string, legend []string) {
	b, t := g.rules.Board(), g.doc.Tree
	pos := g.start()
	if b.Pieces != rules.Discs {
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
