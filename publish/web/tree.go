package web

import (
	"context"
	"maps"
	"slices"
	"strings"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/analysis"
	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// list assigns numbers to texts.
type list struct {
	ids   map[string]int32
	texts []string
}

// of returns the number of a text.
func (l *list) of(text string) int32 {
	id, ok := l.ids[text]
	if !ok {
		if l.ids == nil {
			l.ids = map[string]int32{}
		}
		id = int32(len(l.texts))
		l.ids[text] = id
		l.texts = append(l.texts, text)
	}
	return id
}

// sparse is a list of values for a few nodes, with the numbers of the nodes.
type sparse[T any] struct {
	at     []int32
	values []T
}

func (s *sparse[T]) put(at int, v T) {
	s.at, s.values = append(s.at, int32(at)), append(s.values, v)
}

// tree is the data of the nodes, numbered in the order of model.Tree.All. Positions are stored as
// changes of slots. The first slots are the cells of the board, whose values are numbers of
// contents. They are followed by each player's held pieces and scores, if the game has them.
type tree struct {
	up      []int32 // pairs of a node and its parent, unless that is the previous node
	setups  []int32 // nodes whose position is stored completely, relative to an empty board
	labels  list
	moves   []int32 // by node, indexes of labels
	status  list
	stands  []int32 // by node, indexes of status
	turns   []int8  // by node
	lasts   []rules.Cell
	counts  []int32 // by node, number of changes
	changes []int32 // pairs of a slot and its value

	glyphs    sparse[string]
	meanings  sparse[string] // names of the glyphs
	comments  sparse[[]any]
	names     sparse[string]
	illegal   sparse[string]
	times     sparse[string]
	evals     sparse[[]string]
	shares    sparse[[]int]
	markTexts sparse[string]         // descriptions of marks
	over      sparse[[]int32]        // pairs of a cell and a sprite
	won       sparse[[][]rules.Cell] // cells of winning rows, followed by each row
	bookmarks []int32                // bookmarked nodes

	contents []key // the first is an empty cell
	lastly   []int32
	inside   map[key]int32
	sprites  []sprite
	ids      map[key]int32
	bars     [][]rules.Cell      // by player: a winning row
	cells    map[rules.Cell]bool // cells used at any node
	stores   []map[int]int32     // by player: sprites by number of held pieces
}

// collector collects the data of a tree.
type collector struct {
	tree
	engines *player.Catalog
	doc     *model.Document
	rules   rules.Rules
	board   *rules.Board
	layout  diagram.Layout // layout of the whole board
	name    words.Namer
	engine  [2]string // name and version of the engine whose evaluations the graph shows
	scales  map[string]ai.Scale
	held    int // number of players with held pieces: all or none
	scored  int
}

// ancestor is a node on the path from the root to the current node.
type ancestor struct {
	n     *model.Node
	id    int
	shown rules.Position // position of the nearest ancestor with a legal position, nil if n has one
}

// read collects the data of a document. It does not change the document. It returns ctx.Err() if
// ctx ends.
func read(ctx context.Context, engines *player.Catalog, d *model.Document) (*collector, error) {
	r := d.Tree.Rules()
	g := &collector{
		engines: engines, doc: d, rules: r, board: r.Board(), scales: map[string]ai.Scale{},
		name: func(p rules.Player) string { return words.Player(engines, d, p) },
	}
	g.layout = diagram.New(r, nil).Layout(draw.Rect{W: boardSize, H: boardSize})
	g.inside, g.ids, g.cells = map[key]int32{}, map[key]int32{}, map[rules.Cell]bool{}
	g.bars = make([][]rules.Cell, r.Players())
	if _, ok := r.Start().(rules.Holder); ok && g.board.Hold != nil {
		g.held = r.Players()
		for range g.held {
			g.stores = append(g.stores, map[int]int32{})
		}
	}
	if _, ok := r.Start().(rules.Scorer); ok && g.board.Score != nil {
		g.scored = r.Players()
	}
	g.contents, g.lastly = []key{{in: rules.Empty, cell: rules.NoCell}}, []int32{-1}
	engine, version := mainEngine(d.Tree)
	g.engine = [2]string{engine, version}
	var way []ancestor
	id := -1
	for v := range d.Tree.Visits(true) {
		if id++; id%1024 == 1023 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		for len(way) > 0 && way[len(way)-1].n != v.Node.Parent() {
			way = way[:len(way)-1]
		}
		at := ancestor{n: v.Node, id: id}
		if len(way) > 0 {
			p := &way[len(way)-1]
			if p.id != id-1 {
				g.up = append(g.up, int32(id), int32(p.id))
			}
			if at.shown = p.shown; v.Before != nil {
				at.shown = v.Before
			}
		}
		g.node(id, v, at.shown)
		if v.Pos != nil {
			at.shown = nil
		}
		way = append(way, at)
	}
	return g, nil
}

// mainEngine returns the engine with the most evaluations in a tree.
func mainEngine(t *model.Tree) (engine, version string) {
	var all []*model.Node
	for n := range t.All() {
		if len(n.Evals()) > 0 {
			all = append(all, n)
		}
	}
	return analysis.MostUsedEngine(all)
}

// node adds a node. shown is the position that the page shows instead of the one after an illegal
// move.
func (g *collector) node(id int, v *model.Visit, shown rules.Position) {
	n, r := v.Node, g.rules
	from := len(g.changes)
	turn, status, at := rules.NoPlayer, "", rules.NoCell
	pos := v.Pos
	if pos != nil {
		if n.Parent() == nil || n.Setup() != "" {
			g.setups = append(g.setups, int32(id))
			g.whole(pos)
		} else {
			g.differ(v.Before, pos)
			if m, ok := n.Move(); ok {
				at = rules.Landing(g.board, v.Before, pos, m)
			}
		}
		turn, status = pos.Turn(), words.Status(r, pos, g.name)
		g.wins(id, pos)
		shown = pos
	} else {
		if n.Parent() == nil {
			g.setups = append(g.setups, int32(id))
		}
		if status = locale.T("after an illegal move"); v.Err != nil {
			status = locale.Err(v.Err)
			g.illegal.put(id, status)
		}
	}
	if at != rules.NoCell {
		g.lastOn(at, pos.At(at))
	}
	g.moves = append(g.moves, g.labels.of(words.Move(r, n)))
	g.stands = append(g.stands, g.status.of(status))
	g.turns = append(g.turns, int8(turn))
	g.lasts = append(g.lasts, at)
	g.counts = append(g.counts, int32(len(g.changes)-from)/2)
	if !n.Plain() {
		g.notes(id, n, pos, shown, at)
	}
	if pos != nil && (g.engine[0] != "" || pos.Result().Over && len(g.shares.at) > 0) {
		g.share(id, n, pos)
	}
}

// slot records the new value of a slot.
func (g *collector) slot(slot int, value int32) { g.changes = append(g.changes, int32(slot), value) }

// whole adds all slots of a position.
func (g *collector) whole(pos rules.Position) {
	for c := range g.board.Cells {
		if in := pos.At(rules.Cell(c)); in != rules.Empty || g.board.Piles {
			g.slot(c, g.content(rules.Cell(c), in))
		}
	}
	for p := range g.held {
		g.slot(len(g.board.Cells)+p, g.holding(p, pos.(rules.Holder).Held(rules.Player(p))))
	}
	for p := range g.scored {
		g.slot(len(g.board.Cells)+g.held+p, int32(pos.(rules.Scorer).Score(rules.Player(p))))
	}
}

// differ adds the slots that differ between two positions.
func (g *collector) differ(before, pos rules.Position) {
	for c := range g.board.Cells {
		if in := pos.At(rules.Cell(c)); in != before.At(rules.Cell(c)) {
			g.slot(c, g.content(rules.Cell(c), in))
		}
	}
	if g.held > 0 {
		a, b := before.(rules.Holder), pos.(rules.Holder)
		for p := range g.held {
			if n := b.Held(rules.Player(p)); n != a.Held(rules.Player(p)) {
				g.slot(len(g.board.Cells)+p, g.holding(p, n))
			}
		}
	}
	if g.scored > 0 {
		a, b := before.(rules.Scorer), pos.(rules.Scorer)
		for p := range g.scored {
			if n := b.Score(rules.Player(p)); n != a.Score(rules.Player(p)) {
				g.slot(len(g.board.Cells)+g.held+p, int32(n))
			}
		}
	}
}

// local returns the cell for a sprite key. On boards with pits the cell matters: counts are above
// or below the pit, and marks near the edge are moved inwards.
func (g *collector) local(c rules.Cell) rules.Cell {
	if g.board.Piles {
		return c
	}
	return rules.NoCell
}

// content returns the number of a cell's content.
func (g *collector) content(c rules.Cell, in rules.Content) int32 {
	if in == rules.Empty && !g.board.Piles {
		return 0
	}
	k := key{aspect: content, in: in, cell: g.local(c)}
	id, ok := g.inside[k]
	if !ok {
		id = int32(len(g.contents))
		g.inside[k] = id
		g.contents, g.lastly = append(g.contents, k), append(g.lastly, -1)
		g.sprite(k, c)
	}
	g.cells[c] = true
	return id
}

// holding records that player p holds n pieces, and returns n as a slot value.
func (g *collector) holding(p, n int) int32 {
	if _, ok := g.stores[p][n]; !ok && g.board.Piles {
		g.stores[p][n] = g.sprite(key{aspect: store, cell: rules.NoCell, seat: rules.Player(p), held: n}, rules.NoCell)
	}
	return int32(n)
}

// lastOn records that a last move ended on a cell with the given content.
func (g *collector) lastOn(c rules.Cell, in rules.Content) {
	if id := g.content(c, in); g.lastly[id] < 0 {
		g.lastly[id] = g.sprite(key{aspect: last, in: in, cell: g.local(c)}, c)
	}
}

// sprite returns the number of a sprite that is needed in cell at.
func (g *collector) sprite(k key, at rules.Cell) int32 {
	id, ok := g.ids[k]
	if !ok {
		id = int32(len(g.sprites))
		g.ids[k] = id
		g.sprites = append(g.sprites, sprite{k, at})
	}
	return id
}

// wins records the winning rows of a position.
func (g *collector) wins(id int, pos rules.Position) {
	res := pos.Result()
	if len(res.Cells) == 0 {
		return
	}
	d := diagram.New(g.rules, pos)
	d.Win = res.Cells
	g.won.put(id, append([][]rules.Cell{res.Cells}, d.Rows(g.layout)...))
	for _, c := range res.Cells {
		in := pos.At(c)
		if in.Owner == rules.NoPlayer {
			continue
		}
		g.sprite(key{aspect: ring, in: in, cell: g.local(c)}, c)
		if g.bars[in.Owner] == nil {
			g.bars[in.Owner] = res.Cells
		}
	}
}

// notes records the annotations of a node.
func (g *collector) notes(id int, n *model.Node, pos, shown rules.Position, at rules.Cell) {
	var over []int32
	put := func(c rules.Cell, k key) {
		over = append(over, int32(c), g.sprite(k, c))
		g.cells[c] = true
	}
	for _, l := range n.Lines() {
		if l.From != l.To {
			put(l.From, key{aspect: line, cell: rules.NoCell, line: l})
			put(l.To, key{aspect: line, cell: rules.NoCell, line: l})
			over = over[:len(over)-2]
		}
	}
	for _, m := range n.Marks() {
		in := rules.Empty
		if shown != nil && !g.board.Piles {
			in = shown.At(m.Cell)
		}
		put(m.Cell, key{aspect: mark, in: in, cell: g.local(m.Cell), mark: model.Mark{Kind: m.Kind, Text: m.Text}})
	}
	var meanings []string
	for _, gl := range n.Glyphs() {
		if title, ok := glyphTitles[gl]; ok {
			if at != rules.NoCell && len(meanings) == 0 {
				put(at, key{aspect: moveGlyph, in: rules.Empty, cell: at, glyph: gl})
			}
			meanings = append(meanings, locale.T(title))
			continue
		}
		meanings = append(meanings, words.GlyphMeaning(gl, g.name))
	}
	if len(over) > 0 {
		g.over.put(id, over)
	}
	if len(meanings) > 0 {
		g.glyphs.put(id, words.Glyphs(g.rules, n))
		g.meanings.put(id, strings.Join(meanings, ", "))
	}
	if text := words.Marks(g.rules, n); text != "" {
		g.markTexts.put(id, text)
	}
	if text := n.Comment(); strings.TrimSpace(text) != "" {
		g.comments.put(id, comment(text))
	}
	if n.Name() != "" {
		g.names.put(id, n.Name())
	}
	if d := n.Used(); d > 0 {
		g.times.put(id, words.Duration(d))
	}
	if n.Bookmarked() {
		g.bookmarks = append(g.bookmarks, int32(id))
	}
	if pos != nil && pos.Turn() != rules.NoPlayer {
		var texts []string
		for _, v := range n.Evals() {
			texts = append(texts, g.eval(v, pos.Turn()))
		}
		if texts != nil {
			g.evals.put(id, texts)
		}
	}
}

// maxPVMoves is the maximum number of moves shown of a principal variation.
const maxPVMoves = 12

// eval describes an engine's evaluation.
func (g *collector) eval(v model.Eval, turn rules.Player) string {
	var parts []string
	for p, share := range g.scale(v.Engine).Shares(analysis.Score(v), turn) {
		parts = append(parts, g.name(rules.Player(p))+" "+words.Percent(share))
	}
	text := analysis.EngineTitle(g.engines, v.Engine, v.Version) + " – " + strings.Join(parts, ", ")
	if len(v.PV) > 0 {
		var moves []string
		for _, m := range v.PV[:min(len(v.PV), maxPVMoves)] {
			moves = append(moves, g.rules.FormatMove(m))
		}
		text += " · " + strings.Join(moves, " ")
	}
	return text
}

// scale returns the scale that converts an engine's scores to winning chances.
func (g *collector) scale(engine string) ai.Scale {
	s, ok := g.scales[engine]
	if !ok {
		s = analysis.ScaleOf(g.engines, g.rules, engine)
		g.scales[engine] = s
	}
	return s
}

// share records the winning chances of all seats, in thousandths.
func (g *collector) share(id int, n *model.Node, pos rules.Position) {
	var shares []float64
	if res := pos.Result(); res.Over {
		shares = analysis.Final(res, g.rules.Players())
	} else if v, ok := analysis.Stored(n, g.engine[0], g.engine[1]); ok && pos.Turn() != rules.NoPlayer {
		shares = g.scale(g.engine[0]).Shares(analysis.Score(v), pos.Turn())
	}
	if shares == nil {
		return
	}
	parts := make([]int, len(shares))
	for i, v := range shares {
		parts[i] = int(1000*v + 0.5)
	}
	g.shares.put(id, parts)
}

// used returns the cells used at any node, in order.
func (g *collector) used() []rules.Cell { return slices.Sorted(maps.Keys(g.cells)) }

// stored returns the numbers of pieces that a player held at any node, in order, and their sprites.
func (g *collector) stored(p int) (held []int, sprites []int32) {
	for n := range g.stores[p] {
		held = append(held, n)
	}
	slices.Sort(held)
	for _, n := range held {
		sprites = append(sprites, g.stores[p][n])
	}
	return held, sprites
}
