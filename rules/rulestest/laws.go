package rulestest

import (
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// checker is the state of the checks of one set of parameters.
type checker struct {
	testing.TB
	effort
	r    rules.Rules
	sym  *rules.Symmetries
	rnd  *rand.Rand
	hash map[string]uint64 // hash of each position met, by its text
	text map[uint64]string // the inverse of hash
}

// playout plays a random game. It makes the cheap checks on every position, and all checks on the
// last and on some others.
func (c *checker) playout() {
	p := c.r.Start()
	length := c.length()
	for ply := 0; ply <= maxPlies; ply++ {
		moves := slices.Collect(p.Moves())
		c.cheap(p, moves)
		if len(moves) == 0 || ply < 2 || c.rnd.IntN(length) < c.deep {
			c.all(p, moves)
		}
		if len(moves) == 0 || c.Failed() {
			return
		}
		p = c.step(p, moves)
	}
}

// step plays a random move of those listed for p.
func (c *checker) step(p rules.Position, moves []rules.Move) rules.Position {
	m := moves[c.rnd.IntN(len(moves))]
	q, err := p.Play(m)
	if err != nil {
		c.Fatalf("%s: Play refuses %s, which is listed: %v", p, c.r.FormatMove(m), err)
	}
	return q
}

// length plays a random game without checks and returns its length.
func (c *checker) length() int {
	n := 1
	for p := c.r.Start(); n < maxPlies; n++ {
		moves := slices.Collect(p.Moves())
		if len(moves) == 0 {
			break
		}
		p = c.step(p, moves)
	}
	return n
}

// cheap makes the checks that are done at every ply.
func (c *checker) cheap(p rules.Position, moves []rules.Move) {
	res := p.Result()
	if over := len(moves) == 0; over != res.Over || over != (p.Turn() == rules.NoPlayer) {
		c.Fatalf("%s: %d moves, Turn %d, Over %v do not agree", p, len(moves), p.Turn(), res.Over)
	}
	if res.Over && res.Reason == "" {
		c.Errorf("%s: over without a Reason", p)
	}
	if b := c.r.Board(); res.Over && b.Why(res.Reason) == "" && (res.Final == nil || b.Score == nil || !b.Score.Decides) {
		c.Errorf("%s: no text tells why the game ended: %s", p, res.Reason)
	}
	all := rules.Players(1)<<c.r.Players() - 1
	if res.Winners&^all != 0 {
		c.Errorf("%s: Winners %b includes a seat that does not play", p, res.Winners)
	}
	if res.Final != nil && len(res.Final) != c.r.Players() {
		c.Errorf("%s: Final %v has not one count for each seat", p, res.Final)
	}
	for _, cell := range res.Cells {
		if cell < 0 || int(cell) >= len(c.r.Board().Cells) {
			c.Errorf("%s: Result names cell %d", p, cell)
		}
	}
	text, hash := p.String(), p.Hash()
	if h, ok := c.hash[text]; ok && h != hash {
		c.Errorf("%s: two hashes, %x and %x", text, h, hash)
	}
	if s, ok := c.text[hash]; ok && s != text {
		c.Errorf("%s and %s: one hash", text, s)
	}
	c.hash[text], c.text[hash] = hash, text
}

// all makes the expensive checks.
func (c *checker) all(p rules.Position, moves []rules.Move) {
	c.contents(p)
	c.texts(p)
	c.list(p, moves)
	c.refusals(p, moves)
	c.resign(p)
	c.transpose(p, moves)
	c.images(p)
	c.facts(p, moves)
	if w, ok := c.r.(rules.Warner); ok {
		if err := w.Warn(p); err != nil {
			c.Errorf("%s was reached by play, but Warn says: %v", p, err)
		}
	}
}

// contents checks that cells have valid contents and that holdings and scores are not negative.
func (c *checker) contents(p rules.Position) {
	b := c.r.Board()
	for i := range b.Cells {
		x := p.At(rules.Cell(i))
		if x.Owner < rules.NoPlayer || int(x.Owner) >= c.r.Players() || (x.Owner == rules.NoPlayer) != (x.Count == 0) || x.Count < 0 {
			c.Fatalf("%s: cell %s holds %+v", p, b.Cells[i].Label, x)
		}
	}
	holder, holds := p.(rules.Holder)
	scorer, scores := p.(rules.Scorer)
	if b.Hold != nil && !holds || b.Score != nil && !scores {
		c.Fatalf("%T is no Holder or Scorer, but its board names the unit", p)
	}
	for i := range c.r.Players() {
		if holds && holder.Held(rules.Player(i)) < 0 || scores && scorer.Score(rules.Player(i)) < 0 {
			c.Errorf("%s: seat %d holds or scores less than nothing", p, i)
		}
	}
}

// forgotten reports whether p ended because of its history, which its text does not contain.
func forgotten(p rules.Position) bool {
	why := p.Result().Reason
	_, ok := p.(rules.Historian)
	return ok && p.Result().Over && (why == rules.Repetition || why == rules.Quiet)
}

// texts checks that the text and the set-up of p give the same position, and that damaged texts are
// handled.
func (c *checker) texts(p rules.Position) {
	q, err := c.r.Parse(p.String())
	if err != nil {
		c.Fatalf("Parse(%q): %v", p, err)
	}
	c.same("Parse", p, q)
	s, q, err := c.laidOut(p)
	if err != nil || q.String() != p.String() {
		c.Errorf("%s: SetUp leads to %v, %v", p, q, err)
	} else {
		c.same("SetUp", p, q)
	}
	for s.Turn = range rules.Player(c.r.Players()) {
		if q, err := c.r.SetUp(s); err == nil && q.String() != p.String() && q.Hash() == p.Hash() {
			c.Errorf("%s and %s: one hash", p, q)
		}
	}
	for range c.damage {
		Text(c, c.r, c.damaged(p.String()))
	}
}

// laidOut returns the Setup of p and the position that SetUp makes of it. A finished game has no
// player to move, so laidOut tries all of them.
func (c *checker) laidOut(p rules.Position) (s rules.Setup, q rules.Position, err error) {
	s = rules.SetupOf(c.r, p)
	turns := []rules.Player{s.Turn}
	for i := 0; s.Turn == rules.NoPlayer && i < c.r.Players(); i++ {
		turns = append(turns, rules.Player(i))
	}
	for _, s.Turn = range turns {
		if q, err = c.r.SetUp(s); err == nil && q.String() == p.String() {
			break
		}
	}
	return s, q, err
}

// images checks that a finished game has the same winners on a turned or mirrored board.
func (c *checker) images(p rules.Position) {
	res := p.Result()
	if !res.Over || forgotten(p) {
		return
	}
	s, _, _ := c.laidOut(p)
	for i := range min(c.sym.Len(), c.sample) {
		if c.sym.Len() > c.sample {
			i = c.rnd.IntN(c.sym.Len())
		}
		perm := c.sym.At(i)
		q, err := c.r.SetUp(perm.Setup(s))
		if err != nil {
			c.Fatalf("%s: SetUp refuses it turned by symmetry %d: %v", p, i, err)
		}
		if got := q.Result(); !got.Over || got.Winners != res.Winners {
			c.Errorf("%s: winners %b, but %b turned to %s", p, res.Winners, got.Winners, q)
		}
	}
}

// facts checks the notes and the facts about a random move. A turned or mirrored board must have
// the same number of facts of each kind. Boards with falling pieces, moves without a cell and
// positions with a history are not turned.
func (c *checker) facts(p rules.Position, moves []rules.Move) {
	for _, at := range []rules.Cell{rules.NoCell, rules.Cell(c.rnd.IntN(len(c.r.Board().Cells)))} {
		Drawable(c.TB, c.r, p, at)
	}
	if len(moves) == 0 {
		return
	}
	o := Meet(c.r, p, moves[c.rnd.IntN(len(moves))])
	Known(c.TB, o)
	if _, looksBack := p.(rules.Historian); looksBack || c.r.Board().Drops() || o.Move.From == rules.NoCell && o.Move.To == rules.NoCell {
		return
	}
	i := c.rnd.IntN(c.sym.Len())
	perm := c.sym.At(i)
	q, err := c.r.SetUp(perm.Setup(rules.SetupOf(c.r, p)))
	if err != nil || !rules.Legal(q, perm.Move(o.Move)) {
		return // for example, if the cell of the first piece is prescribed
	}
	if a, b := o.kinds(), Meet(c.r, q, perm.Move(o.Move)).kinds(); !slices.Equal(a, b) {
		c.Errorf("%s: the facts are %v, turned by symmetry %d to %s they are %v", o, a, i, q, b)
	}
}

// same checks that q, which was rebuilt from p, equals p.
func (c *checker) same(how string, p, q rules.Position) {
	c.Helper()
	if forgotten(p) {
		if p.String() != q.String() || p.Hash() != q.Hash() {
			c.Errorf("%s: %s gives %s", p, how, q)
		}
		return
	}
	if d := Difference(p, q); d != "" {
		c.Errorf("%s: %s gives another %s", p, how, d)
	}
	for i := range c.r.Board().Cells {
		if i := rules.Cell(i); p.At(i) != q.At(i) {
			c.Errorf("%s: %s gives %v at cell %d, want %v", p, how, q.At(i), i, p.At(i))
		}
	}
}

// damaged returns text with one character deleted, doubled or replaced.
func (c *checker) damaged(text string) string {
	if text == "" {
		return "?"
	}
	i := c.rnd.IntN(len(text))
	switch c.rnd.IntN(3) {
	case 0:
		return text[:i] + text[i+1:]
	case 1:
		return text[:i] + text[i:i+1] + text[i:]
	}
	return text[:i] + string("XO-. 09aB/\x00\xff"[c.rnd.IntN(12)]) + text[i+1:]
}

// list checks that the legal moves are distinct and in a fixed order, that their notation can be
// parsed, and that playing them does not change p.
func (c *checker) list(p rules.Position, moves []rules.Move) {
	if !slices.Equal(moves, slices.Collect(p.Moves())) {
		c.Errorf("%s: two calls of Moves differ", p)
	}
	for range p.Moves() {
		break // an iterator that continues after this panics
	}
	seen, written := map[rules.Move]bool{}, map[string]bool{}
	for _, m := range append(slices.Clone(moves), rules.Resign, rules.Timeout) {
		text := c.r.FormatMove(m)
		if seen[m] || written[text] {
			c.Errorf("%s: move %s (%v) is listed twice, or written as another is", p, text, m)
		}
		seen[m], written[text] = true, true
		if back, err := c.r.ParseMove(text); err != nil || back != m {
			c.Errorf("%s: move %v is written %q, which reads as %v, %v", p, m, text, back, err)
		}
		Move(c, c.r, c.damaged(text))
	}
	if len(moves) > 1 && slices.Contains(moves, rules.Pass) {
		c.Errorf("%s: Pass is listed beside other moves", p)
	}
	before := snapshot(c.r, p)
	for _, m := range c.some(moves) {
		q, err := p.Play(m)
		if err != nil {
			c.Fatalf("%s: Play refuses %s, which is listed: %v", p, c.r.FormatMove(m), err)
		}
		again, err := p.Play(m)
		if d := "error"; err != nil || Difference(q, again) != "" {
			if err == nil {
				d = Difference(q, again)
			}
			c.Errorf("%s: playing %s twice gives another %s", p, c.r.FormatMove(m), d)
		}
		if h, ok := q.(rules.Historian); ok && err == nil && h.History() != again.(rules.Historian).History() {
			c.Errorf("%s: playing %s twice gives another History", p, c.r.FormatMove(m))
		}
		c.landing(p, q, m)
	}
	if after := snapshot(c.r, p); !reflect.DeepEqual(before, after) {
		c.Errorf("Play changed its receiver from\n%+v to\n%+v", before, after)
	}
}

// landing checks that each move has a cell on the board, except a pass and a swap that does not
// change the board.
func (c *checker) landing(p, q rules.Position, m rules.Move) {
	at := rules.Landing(c.r.Board(), p, q, m)
	switch {
	case m == rules.Swap && at == rules.NoCell:
		if !reflect.DeepEqual(rules.SetupOf(c.r, p).Cells, rules.SetupOf(c.r, q).Cells) {
			c.Errorf("%s: a swap changes the board to %s, but Landing says that it has no place", p, q)
		}
	case m == rules.Pass:
		if at != rules.NoCell {
			c.Errorf("%s: Landing of a pass is cell %d", p, at)
		}
	case at < 0 || int(at) >= len(c.r.Board().Cells):
		c.Errorf("%s: Landing of %s is cell %d", p, c.r.FormatMove(m), at)
	case m.From == rules.NoCell && q.At(at).Owner != p.Turn():
		c.Errorf("%s: Landing of %s is %s, where there is no piece of the mover", p, c.r.FormatMove(m), c.r.Board().Cells[at].Label)
	}
}

// state is the observable state of a position.
type state struct {
	Text   string
	Hash   uint64
	Setup  rules.Setup
	Moves  []rules.Move
	Result rules.Result
}

func snapshot(r rules.Rules, p rules.Position) state {
	return state{p.String(), p.Hash(), rules.SetupOf(r, p), slices.Collect(p.Moves()), p.Result()}
}

// some returns a random sample of ms.
func (c *checker) some(ms []rules.Move) []rules.Move {
	ms = slices.Clone(ms)
	c.rnd.Shuffle(len(ms), func(i, j int) { ms[i], ms[j] = ms[j], ms[i] })
	return ms[:min(len(ms), c.sample)]
}

// refusals checks that Play rejects unlisted moves with a *MoveError.
func (c *checker) refusals(p rules.Position, moves []rules.Move) {
	n := len(c.r.Board().Cells)
	legal := map[rules.Move]bool{}
	for _, m := range moves {
		legal[m] = true
	}
	var others []rules.Move
	for i := range n {
		others = append(others, rules.Place(rules.Cell(i)), rules.Take(rules.Cell(i)))
	}
	others = c.some(others)
	at := func() rules.Cell { return rules.Cell(c.rnd.IntN(n)) }
	others = append(others, rules.Move{}, rules.Pass, rules.Swap, rules.Place(rules.Cell(n)), rules.Take(rules.Cell(n)),
		rules.Place(-2), rules.Take(-2), rules.Place(rules.NoCell), rules.Move{From: at(), To: at()},
		rules.Move{From: rules.NoCell, To: at(), Aux: 1}, rules.Move{From: at(), To: rules.NoCell, Aux: 2},
		rules.Move{From: rules.NoCell, To: rules.NoCell, Aux: 5})
	if p.Turn() == rules.NoPlayer {
		others = append(others, rules.Resign, rules.Timeout)
	}
	for _, m := range others {
		if legal[m] {
			continue
		}
		q, err := p.Play(m)
		var me *rules.MoveError
		if !errors.As(err, &me) || me.Move != m {
			c.Fatalf("%s: Play(%v), which is not listed: got %v, error %v; want a *MoveError for it", p, m, q, err)
		}
		wantError(c, "Play", err)
	}
}

// resign checks that giving up ends the game without changing the board. All other players win,
// unless a count decides.
func (c *checker) resign(p rules.Position) {
	if p.Turn() == rules.NoPlayer {
		return
	}
	for _, m := range []rules.Move{rules.Resign, rules.Timeout} {
		name := c.r.FormatMove(m)
		q, err := p.Play(m)
		if err != nil {
			c.Fatalf("%s: %s: %v", p, name, err)
		}
		want := (rules.Players(1)<<c.r.Players() - 1) &^ rules.Of(p.Turn())
		res := q.Result()
		if m == rules.Resign && len(res.Final) == 2 && res.Winners != want { // the count decides
			want = 0
			switch f := res.Final; {
			case f[0] > f[1]:
				want = rules.Of(0)
			case f[1] > f[0]:
				want = rules.Of(1)
			}
		}
		if !res.Over || res.Reason != m.GivesUp() || res.Winners != want {
			c.Errorf("%s: after %s: %+v, want winners %b", p, name, res, want)
		}
		c.refusals(q, nil)
		if len(slices.Collect(q.Moves())) != 0 || q.Turn() != rules.NoPlayer {
			c.Errorf("%s: the game goes on after %s", p, name)
		}
		if _, err := c.r.Parse(q.String()); err != nil {
			c.Errorf("%s: Parse refuses %q, written after %s: %v", p, q, name, err)
		}
		a, b := rules.SetupOf(c.r, p), rules.SetupOf(c.r, q)
		if !slices.Equal(a.Cells, b.Cells) || !slices.Equal(a.Held, b.Held) {
			c.Errorf("%s: %s changed the board: %s", p, name, q)
		}
	}
}

// transpose checks that exchanging two moves of a player, with moves of opponents between them,
// leads to equal hashes if and only if it leads to equal positions.
func (c *checker) transpose(p rules.Position, moves []rules.Move) {
	for range 4 {
		if len(moves) < 2 {
			return
		}
		a, b := moves[c.rnd.IntN(len(moves))], moves[c.rnd.IntN(len(moves))]
		line := []rules.Move{a}
		q, _ := p.Play(a)
		for i := 1; i < c.r.Players() && q != nil; i++ {
			replies := slices.Collect(q.Moves())
			if len(replies) == 0 {
				break
			}
			line = append(line, replies[c.rnd.IntN(len(replies))])
			q, _ = q.Play(line[i])
		}
		line = append(line, b)
		x := c.follow(p, line)
		line[0], line[len(line)-1] = b, a
		y := c.follow(p, line)
		if x != nil && y != nil && (x.String() == y.String()) != (x.Hash() == y.Hash()) {
			c.Errorf("%s and %s: hashes %x and %x", x, y, x.Hash(), y.Hash())
		}
	}
}

// follow plays the moves of line from p. It returns nil if one is illegal.
func (c *checker) follow(p rules.Position, line []rules.Move) rules.Position {
	for _, m := range line {
		var err error
		if p, err = p.Play(m); err != nil {
			return nil
		}
	}
	return p
}

// wantError fails t unless err contains an *msg.Error, which can be translated.
func wantError(t testing.TB, what string, err error) {
	t.Helper()
	var e *msg.Error
	if !errors.As(err, &e) || e.Format == "" || err.Error() == "" {
		t.Errorf("%s: error %v (%T) holds no *msg.Error", what, err, err)
	}
}

// spec checks that the parameters are complete and that equal rules can be built from them.
func (c *checker) spec(g *rules.Game) {
	s := c.r.Spec()
	full, err := rules.Resolve(g.Params, s.Params)
	if s.Game != g.Name || err != nil || !full.Equal(s.Params) {
		c.Fatalf("Spec() = %v, which resolves to %v, %v", s, full, err)
	}
	given := maps.Clone(s.Params)
	again, err := g.New(given)
	if err != nil {
		c.Fatalf("New(%v): %v", s.Params, err)
	}
	clear(given) // the rules must not refer to the caller's map
	if x := again.Spec(); x.Game != s.Game || !x.Params.Equal(s.Params) || again.Players() != c.r.Players() ||
		again.Start().String() != c.r.Start().String() || again.Start().Hash() != c.r.Start().Hash() ||
		!reflect.DeepEqual(again.Board(), c.r.Board()) {
		c.Errorf("rules built again from %v differ", s)
	}
	if n := c.r.Players(); n < 1 || n > rules.MaxPlayers {
		c.Errorf("Players() = %d", n)
	}
}
