package xml

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// legacyRules are the parameters that the old format does not store, with the only value that it
// supports.
var legacyRules = rules.Params{
	"drop": "off", "topology": "plane", "overline": "wins", "captures": "0", "breakable": "off",
	"doubleThree": "allowed", "adjacent": "off", "centreFirst": "off", "foul": "none", "misere": "off", "view": "whole",
}

// legacySettings are the parameters that the old format stores, with their attributes.
var legacySettings = map[string]string{"cols": "nbCols", "players": "nbPlayers", "rows": "nbRows", "k": "nbSymbs"}

// dropped lists the information items that are omitted without an error, like the times of moves.
var dropped = []string{model.InfoClock, model.InfoDate}

// EncodeLegacy writes a document in version 1.0 of the format. It returns an error unless the
// document is an alignment game without variations and annotations. It omits thinking times.
func EncodeLegacy(ctx context.Context, w io.Writer, d *model.Document, _ codec.Progress) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	settings := etree.NewElement("settings")
	setAttr(settings, "version", legacyVersion)
	if err := legacyGame(settings, d); err != nil {
		return err
	}
	all, turn, err := legacyCases(d)
	if err != nil {
		return err
	}
	setAttr(settings, "numPlayer", strconv.Itoa(int(turn)))
	settings.SortAttrs()
	root := etree.NewElement("save")
	root.AddChild(settings)
	players := root.CreateElement("players")
	for i := range legacySeats {
		if err := legacyPlayer(players.CreateElement("player"), d.Players, i); err != nil {
			return err
		}
	}
	cases := root.CreateElement("cases")
	cells := d.Tree.Rules().Board().Cells
	for _, p := range all {
		e := cases.CreateElement("case")
		setAttr(e, "col", strconv.Itoa(cells[p.cell].Col))
		setAttr(e, "row", strconv.Itoa(cells[p.cell].Row))
		e.SetText(strconv.Itoa(int(p.owner)))
	}
	doc := etree.NewDocument()
	doc.WriteSettings = *canonical
	doc.CreateProcInst("xml", `version="1.0" encoding="UTF-8"`)
	doc.AddChild(root)
	doc.Indent(2)
	_, err = doc.WriteTo(w)
	return err
}

// cannot returns an error that names what the old format does not support.
func cannot(what error) error {
	return msg.Errorf("version 1.0 of the format cannot store this document: %v", what)
}

// legacyHolds returns an error if the old format does not support the rules.
func legacyHolds(r rules.Rules) error {
	spec := r.Spec()
	if spec.Game != "line" {
		return cannot(msg.Errorf("it has no game %q", spec.Game))
	}
	for _, name := range spec.Params.Names() {
		if v := spec.Params[name]; legacySettings[name] == "" && legacyRules[name] != v {
			return cannot(msg.Errorf("it has no parameter %s, which is %q", name, v))
		}
	}
	return nil
}

// legacyGame writes the parameters of the game. It returns an error if the document contains other
// information.
func legacyGame(settings *etree.Element, d *model.Document) error {
	if err := legacyHolds(d.Tree.Rules()); err != nil {
		return err
	}
	for name, attr := range legacySettings {
		setAttr(settings, attr, d.Tree.Rules().Spec().Params[name])
	}
	for _, name := range slices.Sorted(maps.Keys(d.Info)) {
		if d.Info[name] != "" && !slices.Contains(dropped, name) {
			return cannot(msg.Errorf("it cannot store %q", name))
		}
	}
	if len(d.Foreign) > 0 {
		return cannot(msg.Errorf("it cannot store elements of a newer program"))
	}
	return nil
}

// legacyPlayer writes the player with index i. Players beyond the number of seats do not play.
func legacyPlayer(e *etree.Element, seats []model.Player, i int) error {
	p := model.Player{Kind: model.Human}
	if i < len(seats) {
		p = seats[i]
	}
	symb, kind := i, slices.Index(legacyKinds, p.Kind)
	if p.Kind == "alphabeta" && p.Level > 0 { // old name of the computer player
		kind = 1
	}
	switch {
	case len(seats) == 2 && i < 2:
		symb = 1 - i // cross begins
		if p.Symbol != "" {
			symb = slices.Index(legacySymbols, p.Symbol)
		}
	case len(p.Symbol) == 1 && p.Symbol[0] >= 'A' && p.Symbol[0] <= 'Z':
		symb = int(p.Symbol[0] - 'A')
	case p.Symbol != "":
		symb = -1
	}
	switch {
	case symb < 0:
		return cannot(msg.Errorf("it has no symbol %q", p.Symbol))
	case kind < 0:
		return cannot(msg.Errorf("it has no player %q", p.Kind))
	case p.Color != "":
		return cannot(msg.Errorf("it has no colours of players"))
	case p.Level < 0 || p.Level > maxLevel:
		return cannot(msg.Errorf("it has no level %d", p.Level))
	case !codec.InXML(p.Name):
		return cannot(msg.Errorf("the name %q has characters that XML lacks", p.Name))
	}
	setAttr(e, "difficulty", strconv.Itoa(cmp.Or(p.Level, usualLevel)-1))
	setAttr(e, "name", p.Name)
	setAttr(e, "score", strconv.Itoa(p.Score))
	setAttr(e, "symb", strconv.Itoa(symb))
	setAttr(e, "type", strconv.Itoa(kind))
	return nil
}

// legacyCases returns the pieces and the player to move. The order of the pieces allows readers to
// distinguish a game from a position.
func legacyCases(d *model.Document) ([]placed, rules.Player, error) {
	tree := d.Tree
	for n := range tree.All() {
		if err := legacyNode(tree, n); err != nil {
			return nil, 0, err
		}
	}
	start, pos, moves, err := playLine(tree)
	if err != nil {
		return nil, 0, cannot(err)
	}
	setup := rules.SetupOf(tree.Rules(), start)
	all := stones(setup)
	players := rules.Player(len(d.Players))
	switch {
	case len(moves) == 0:
		turn, err := turnOf(tree.Rules(), start)
		if err != nil {
			return nil, 0, err
		}
		if inOrder(all, players) {
			slices.Reverse(all)
		}
		if len(all) > 0 && inOrder(all, players) {
			return nil, 0, cannot(msg.Errorf("it would read this position as the moves of a game"))
		}
		return all, turn, nil
	case len(all) > 0:
		return nil, 0, cannot(msg.Errorf("it has no moves after a set-up position"))
	}
	for i, m := range moves {
		all = append(all, placed{cell: m.To, owner: (setup.Turn + rules.Player(i)) % players})
	}
	turn := (setup.Turn + rules.Player(len(moves))) % players
	if pos.Turn() != rules.NoPlayer {
		turn = pos.Turn()
	}
	return all, turn, nil
}

// playLine returns the moves of the tree's only line, and the positions before and after them. It
// does not use Tree.Position, which would change the tree.
func playLine(t *model.Tree) (start, end rules.Position, moves []rules.Move, err error) {
	for v := range t.Visits(true) {
		text := ""
		if m, isMove := v.Node.Move(); isMove {
			moves, text = append(moves, m), t.Rules().FormatMove(m)
		} else {
			start = v.Pos
		}
		if v.Err != nil {
			return nil, nil, nil, &model.NodeError{Node: v.Node, Ply: v.Ply, Move: text, Err: v.Err}
		}
		end = v.Pos
	}
	return start, end, moves, nil
}

// legacyNode returns an error if the old format does not support a node.
func legacyNode(t *model.Tree, n *model.Node) error {
	m, ok := n.Move()
	switch {
	case n.Next() != nil:
		return cannot(msg.Errorf("it has no variations"))
	case n != t.Root() && (!ok || m != rules.Place(m.To)):
		return cannot(msg.Errorf("it only supports placing pieces"))
	case n.Comment() != "":
		return cannot(msg.Errorf("it has no comments"))
	case len(n.Marks())+len(n.Glyphs())+len(n.Evals())+len(n.Foreign()) > 0:
		return cannot(msg.Errorf("it has no marks, annotation symbols and evaluations"))
	case n.Name() != "" || n.Bookmarked() || n.Advice() != (model.Advice{}) || n.Color() != "" || n.Number() != 0 || len(n.Lines()) > 0:
		return cannot(msg.Errorf("it has no names, bookmarks, colours, numbers and lines"))
	}
	return nil
}

// stones returns the pieces of a position, sorted by owner.
func stones(s rules.Setup) []placed {
	var all []placed
	for c, x := range s.Cells {
		if x != rules.Empty {
			all = append(all, placed{cell: rules.Cell(c), owner: x.Owner})
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.owner, b.owner) })
	return all
}

// inOrder reports whether a reader interprets the pieces as moves.
func inOrder(all []placed, players rules.Player) bool {
	for i, p := range all {
		if p.owner != (all[0].owner+rules.Player(i))%players {
			return false
		}
	}
	return true
}

// turnOf returns the player to move at p. If the game is over, it is the player named in the text
// form of the position.
func turnOf(r rules.Rules, p rules.Position) (rules.Player, error) {
	s := rules.SetupOf(r, p)
	for turn := range rules.Player(r.Players()) {
		s.Turn = turn
		if q, err := r.SetUp(s); err == nil && q.String() == p.String() {
			return turn, nil
		}
	}
	return 0, cannot(msg.Errorf("it has no resignations"))
}
