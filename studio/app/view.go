package app

import (
	"errors"
	"slices"
	"sort"
	"strings"

	"boardstudio/ai/player"
	"boardstudio/draw/treelayout"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/numbering"
	"boardstudio/studio/app/settings"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// View reads the open document at the current node: positions, names, the layout of the tree. It
// changes nothing. All parts of a session share its view.
type View struct {
	settings *settings.Settings
	engines  *player.Catalog
	check    func() // called by methods that must run on the loop; tests detect calls from other goroutines

	doc       *model.Document
	node      *model.Node
	layout    *treelayout.Layout // nil until first used
	numbers   *numbering.Numbers
	bookmarks model.Cache[*model.Node, []*model.Node]
	playing   model.Cache[*model.Node, rules.Position] // the last legal position above an illegal move
	title     struct {                                 // last result of GameTitle
		tree       *model.Tree
		lang, text string
	}
}

// open makes d the document, at its root.
func (v *View) open(d *model.Document) {
	*v = View{settings: v.settings, engines: v.engines, check: v.check, doc: d, node: d.Tree.Root(), numbers: numbering.New(d.Tree)}
}

// heard updates what is derived from the document.
func (v *View) heard(c model.Change) {
	v.numbers.Heard(c)
	if v.layout != nil {
		v.layout.Apply(c)
	}
}

// Document returns the open document. It must only be changed through the session.
func (v *View) Document() *model.Document { v.check(); return v.doc }

// Tree returns the tree of the document.
func (v *View) Tree() *model.Tree { v.check(); return v.doc.Tree }

// Rules returns the rules of the document's game.
func (v *View) Rules() rules.Rules { v.check(); return v.doc.Tree.Rules() }

// Node returns the current node.
func (v *View) Node() *model.Node { v.check(); return v.node }

// GameTitle returns the name of the game, such as "Pente" or "Othello 12×12".
func (v *View) GameTitle() string {
	// cached, as computing it builds the rules
	if lang := locale.Current(); v.title.tree != v.doc.Tree || v.title.lang != lang {
		v.title.tree, v.title.lang, v.title.text = v.doc.Tree, lang, words.Game(v.Rules())
	}
	return v.title.text
}

// Position returns the position at the current node. If the node is illegal, it returns the last
// legal position above it and an error with the reason.
func (v *View) Position() (rules.Position, error) { return v.PositionAt(v.node) }

// PositionAt is like Position, for any node.
func (v *View) PositionAt(n *model.Node) (rules.Position, error) {
	v.check()
	p, err := v.doc.Tree.Position(n)
	if err == nil {
		return p, nil
	}
	return v.playable(n), err
}

// playable returns the last legal position above the illegal node n, or the start position. The
// result is cached: it is needed several times for each frame, and the illegal part of the line may
// be long.
func (v *View) playable(n *model.Node) rules.Position {
	return v.playing.Get(v.doc.Tree, n, func() rules.Position { return v.findPlayable(n) })
}

// findPlayable searches the moves since a set-up for the last legal one. All moves above it are
// legal, and all moves below it are illegal.
func (v *View) findPlayable(n *model.Node) rules.Position {
	for line := []*model.Node(nil); n.Parent() != nil; line = line[:0] {
		for n = n.Parent(); n.Parent() != nil && n.Setup() == ""; n = n.Parent() {
			line = append(line, n)
		}
		line = append(line, n)
		i := sort.Search(len(line), func(i int) bool {
			_, err := v.doc.Tree.Position(line[i])
			return err == nil
		})
		if i < len(line) {
			pos, _ := v.doc.Tree.Position(line[i])
			return pos
		}
	}
	return v.Rules().Start()
}

// illegal returns the first illegal node on the path to n, or nil if n is legal.
func (v *View) illegal(n *model.Node) *model.Node {
	var e *model.NodeError
	if _, err := v.doc.Tree.Position(n); errors.As(err, &e) {
		return e.Node
	}
	return nil
}

// along follows the moves of a line in the open document as far as they exist, and returns the last
// node. The line starts with the root of this or another document.
func (v *View) along(way []*model.Node) *model.Node {
	n := v.doc.Tree.Root()
	for _, old := range way[1:] {
		next := v.twin(n, old)
		if next == nil {
			break
		}
		n = next
	}
	return n
}

// twin returns the child of parent that is old or has the same move or set-up as old, or nil.
func (v *View) twin(parent, old *model.Node) *model.Node {
	if old.Parent() == parent {
		return old
	}
	if m, ok := old.Move(); ok {
		return v.doc.Tree.Find(parent, m)
	}
	for c := range parent.Children() {
		if _, is := c.Move(); !is && c.Setup() == old.Setup() && c.Raw() == old.Raw() {
			return c
		}
	}
	return nil
}

// LandedAt returns the cell that the move of n filled, or NoCell.
func (v *View) LandedAt(n *model.Node) rules.Cell {
	if m, ok := n.Move(); ok && n.Parent() != nil {
		return v.landing(n.Parent(), m)
	}
	return rules.NoCell
}

// landing returns the cell that m fills if played at n, or NoCell.
func (v *View) landing(n *model.Node, m rules.Move) rules.Cell {
	before, err := v.doc.Tree.Position(n)
	if err != nil {
		return rules.NoCell
	}
	after, err := before.Play(m)
	if err != nil {
		return rules.NoCell
	}
	return rules.Landing(v.Rules().Board(), before, after, m)
}

// Like returns the node of the open document that is reached by the moves to n, a node of another
// document of the same game. If the moves do not all exist, it returns the last node reached.
func (v *View) Like(n *model.Node) *model.Node { return v.along(v.doc.Tree.Line(n)) }

// Layout returns the layout of the tree. The current node is visible in it.
func (v *View) Layout() *treelayout.Layout {
	if v.layout == nil {
		v.layout = treelayout.New(v.doc.Tree)
	}
	v.layout.Show(v.node)
	return v.layout
}

// Bookmarks returns the nodes with bookmarks in tree order. The result must not be modified. The
// cost after an edit is one step for each node of the tree.
func (v *View) Bookmarks() []*model.Node {
	return v.bookmarks.Get(v.doc.Tree, nil, func() []*model.Node {
		var nodes []*model.Node
		for n := range v.doc.Tree.All() {
			if n.Bookmarked() {
				nodes = append(nodes, n)
			}
		}
		return nodes
	})
}

// StoneNumbers returns the move numbers to show on stones at the current node.
func (v *View) StoneNumbers() map[rules.Cell]int {
	return v.numbers.Of(v.node, numbering.Mode(v.settings.Numbers))
}

// read returns the legal move that text names, exactly or ignoring case. It returns an error if the
// move is unknown or illegal.
func (v *View) read(text string) (rules.Move, error) {
	pos, err := v.Position()
	if err != nil {
		return rules.Move{}, err
	}
	r := v.Rules()
	var found []rules.Move
	for m := range pos.Moves() {
		name := r.FormatMove(m)
		if name == text {
			return m, nil
		}
		if strings.EqualFold(name, strings.TrimSpace(text)) {
			found = append(found, m)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	m, err := r.ParseMove(text)
	if err != nil {
		return m, err
	}
	_, err = pos.Play(m)
	return m, err
}

// person reports whether any player is human.
func (v *View) person() bool {
	for _, p := range v.doc.Players {
		if p.Kind == Human {
			return true
		}
	}
	return false
}

// Over reports whether the game is over at the current node. Session.ScriptCall then refers to an
// earlier node.
func (v *View) Over() bool {
	p, err := v.Position()
	return err == nil && p.Turn() == rules.NoPlayer
}

// Mover returns the player who made the move of n, or NoPlayer for the root or a set-up.
func (v *View) Mover(n *model.Node) rules.Player {
	if n.Parent() == nil || n.Setup() != "" {
		return rules.NoPlayer
	}
	pos, err := v.doc.Tree.Position(n.Parent())
	if err != nil {
		return rules.NoPlayer
	}
	return pos.Turn()
}

// Plays reports whether n and all its ancestors are legal.
func (v *View) Plays(n *model.Node) bool { _, err := v.doc.Tree.Position(n); return err == nil }

// persons reports whether a human player is to move.
func (v *View) persons(pos rules.Position) bool {
	return pos.Turn() != rules.NoPlayer && v.doc.Players[pos.Turn()].Kind == Human
}

// before returns the nearest node above the current one at which a human player had a choice, or
// nil.
func (v *View) before() *model.Node {
	if !slices.ContainsFunc(v.doc.Players, func(p model.Player) bool { return p.Kind == Human }) {
		return nil // avoids a search of the whole line each time the commands are updated
	}
	for n := v.node.Parent(); n != nil; n = n.Parent() {
		if pos, err := v.doc.Tree.Position(n); err == nil && v.persons(pos) && !rules.MustPass(pos) {
			return n
		}
	}
	return nil
}
