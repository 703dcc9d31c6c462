package line

import (
	"math"
	"math/rand/v2"
	"slices"

	"boardstudio/rules"
)

// others foretells what other players play. Each is taken for one of several manners, and to which it belongs follows from what it has played (opponent
// models: Carmel and Markovitch 1996).
type others struct {
	table   table
	weights [][2][]float64     // of those who count rows: own rows and those of others, by how many symbols are in them
	likely  [][manners]float64 // how likely it is that each player has each manner
	duties  [rules.MaxPlayers]duties
	heeds   [rules.MaxPlayers]float32 // how likely it is that each player does what it has to
	lists   [manners][]pick
	picks   []pick
	ranked  []pick
	empty   []rules.Cell
	cells   []rules.Cell
	before  []tupleState
	gains   []int32           // what the next player gains at each cell
	spoils  []int32           // what the player to move loses there to another
	sharp   [sharp]rules.Cell // the replies that are tried first
	with    []uint8           // in a round: the replies that lie in a row with each cell
	rounds  []uint32
	round   uint32 // of the cells that lie in a row with the move looked at
	value   [rules.MaxPlayers]int32
	lost    [rules.MaxPlayers]int32
	alike   [rules.MaxPlayers][manners]float64
	width   int           // how many of the moves that are as good as each other are listed
	best    int32         // what look found, above lost where it had to search
	guards  rules.Players // who blocks rows of others than the next player
}

// everyone are all players.
const everyone rules.Players = 1<<rules.MaxPlayers - 1

// The manners of playing.
const (
	careful  = iota // blocks what those who come later cannot, else takes the cell with the best rows
	looking         // looks two moves ahead as if all played against it: the engine "paranoid"
	counting        // takes the cell that counts most: the engine "ktuple"
	eager           // the same, its own rows first: the Expert of many boards
	manners
)

const (
	branches = 3    // how many moves of each manner are thought of
	halves   = 0.5  // each of the moves of the careful is so many times as likely as the one before
	stray    = 0.15 // how likely it is that one plays otherwise than its manner says
	telling  = 0.6  // how much of what one move tells is believed, since some fit by chance
	unlikely = 0.04 // manners and moves below that are not thought of
)

// usual is how likely each manner is where nothing is known.
var usual = [manners]float64{0.4, 0.25, 0.2, 0.15}

// duties counts how often a player could win or was the last to prevent another's row, and how often it did neither; and its moves, the late ones more,
// and those of them that no manner would play.
type duties struct{ all, missed, moves, odd float64 }

// What is expected of a player: as many duties as before are taken to lie behind it, of which it has missed a part, the larger the more of its moves are
// odd; those of the others at the table count in part.
const (
	duty    = 2.0
	odd     = 1.5 // of duties are missed where all moves are odd
	recent  = 0.8 // what a move counts beside the next one
	atTable = 0.5
	missing = 0.03 // less is not thought of
	doubt   = 0.05 // how likely it is at least that a duty is done
)

// tupleState is what Board notes of a tuple.
type tupleState struct {
	total uint8
	who   int8
}

// reset gets ready for a game on boards like b.
func (o *others) reset(b *Board) {
	if o.weights == nil {
		plain := newKTuple(b.tables)
		o.weights = make([][2][]float64, manners)
		o.weights[counting] = [2][]float64{plain.own, plain.other}
		own, _ := weights("", rising(8, 16, 1e12, b.opt.K), b.opt.K)
		block, _ := weights("", rising(1, 8, 1e9, b.opt.K), b.opt.K)
		o.weights[eager] = [2][]float64{own, block}
		o.empty, o.cells = make([]rules.Cell, 0, b.cells), make([]rules.Cell, 0, b.cells)
		o.picks = make([]pick, 0, manners*branches)
		for i := range o.lists {
			o.lists[i] = make([]pick, 0, b.cells)
		}
		o.ranked = make([]pick, 0, b.cells)
		o.before = make([]tupleState, 0, 64)
		o.gains, o.spoils, o.rounds = make([]int32, b.cells), make([]int32, b.cells), make([]uint32, b.cells)
		o.with = make([]uint8, b.cells)
	}
	o.table, o.width, o.guards = b.table, branches, everyone
	o.duties = [rules.MaxPlayers]duties{}
	for p := range o.heeds {
		o.heeds[p] = 1
	}
	o.likely = o.likely[:0]
	for range b.opt.Players {
		o.likely = append(o.likely, usual)
	}
}

// learn looks at the moves of a game on the board of its start. It may be told to stop, and knows less then.
func (o *others) learn(b *Board, moves []rules.Move, out func() bool) {
	o.reset(b)
	o.width = math.MaxInt // however many moves are as good as each other
	for _, m := range moves {
		if out() {
			break
		}
		if c := b.landing(m); c != rules.NoCell {
			o.list(b)
			o.another(b, c)
			if !b.table.many {
				o.watch(b, c)
			}
			one := 1 / float64(len(o.empty))
			for i, list := range o.lists {
				p := one
				if len(list) > 0 {
					p *= stray
					if k := slices.IndexFunc(list, func(x pick) bool { return x.cell == c }); k >= 0 {
						p += (1 - stray) * float64(list[k].prior)
					}
				}
				o.likely[b.turn][i] *= math.Pow(p/one, telling)
			}
			even(&o.likely[b.turn])
		}
		b.Play(m)
	}
	o.width = branches
}

// watch counts the move c of the player to move, of which the lists say what the manners would play.
func (o *others) watch(b *Board, c rules.Cell) {
	d, fits := &o.duties[b.turn], 0.0
	for i, list := range o.lists {
		if len(list) == 0 || slices.ContainsFunc(list, func(x pick) bool { return x.cell == c }) {
			fits += o.likely[b.turn][i]
		}
	}
	d.moves, d.odd = recent*d.moves+1, recent*d.odd+1-fits
	if must := o.due(b); len(must) > 0 {
		if d.all++; !slices.Contains(must, c) {
			d.missed++
		}
	}
}

// due returns the cells of which the player to move has to take one: those that win, or else prevent a row that nobody who comes later can; none where
// that is hopeless.
func (o *others) due(b *Board) []rules.Cell {
	o.cells = b.completes(o.cells[:0], b.turn)
	if len(o.cells) > 0 {
		return o.cells
	}
	if must, lost := b.due(o.cells, everyone, false); !lost {
		return must
	}
	return nil
}

// another adds the move c to those of the looking, if it is as good as they are: on a large board these can be many more than were looked at.
func (o *others) another(b *Board, c rules.Cell) {
	list := o.lists[looking]
	if !b.table.many || o.best == lost || slices.ContainsFunc(list, func(x pick) bool { return x.cell == c }) {
		return
	}
	o.mark(b, c)
	v := o.reply(b, b.turn, (int(b.turn)+1)%b.opt.Players, c, o.best)
	o.unmark(b, c)
	if v < o.best {
		return
	}
	for _, x := range o.ranked {
		if x.worth >= o.best && len(list) < cap(list) {
			list = append(list, pick{cell: x.cell})
		}
	}
	weigh(list, 1, 1)
	o.lists[looking] = list
}

// even makes what is likely sum up to 1, and leaves a doubt.
func even(l *[manners]float64) {
	for range 2 {
		sum := 0.0
		for _, x := range l {
			sum += x
		}
		for i := range l {
			l[i] = max(l[i]/sum, 0.005)
		}
	}
}

// gather takes into account that others at the same table are often of the same manner.
func (o *others) gather(me rules.Player) {
	for p := range o.likely {
		o.alike[p] = o.likely[p]
		if p == int(me) {
			continue
		}
		prior, n := usual, 1.0
		for q, l := range o.likely {
			if q != p && q != int(me) {
				for i := range l {
					prior[i] += l[i]
				}
				n++
			}
		}
		for i := range prior {
			o.alike[p][i] *= prior[i] / n / usual[i]
		}
		even(&o.alike[p])
	}
	copy(o.likely, o.alike[:])
	for p, l := range o.likely {
		if o.table.many { // there it is no mistake to leave a row to others
			if p != int(me) && l[looking] > 0.5 {
				o.guards &^= rules.Of(rules.Player(p))
			}
			continue
		}
		all, missed := duty, duty*odd*o.duties[p].odd/max(o.duties[p].moves, 1)
		for q, d := range o.duties[:len(o.likely)] {
			part := atTable
			switch q {
			case p:
				part = 1
			case int(me):
				part = 0
			}
			all, missed = all+part*d.all, missed+part*d.missed
		}
		if o.heeds[p] = 1; missed/all >= missing {
			o.heeds[p] = float32(max(1-missed/all, doubt))
		}
	}
}

// list notes for each manner what the player to move would play. A list is empty where it would be anything.
func (o *others) list(b *Board) {
	o.empties(b)
	for i := range o.lists {
		o.lists[i] = o.lists[i][:0]
	}
	for i := range manners {
		o.foresee(b, i)
	}
}

// empties lists the cells that may be played.
func (o *others) empties(b *Board) {
	o.empty = o.empty[:0]
	if b.opt.Drop {
		for col := range rules.Cell(b.opt.Cols) {
			if c := b.bottom(col); c != rules.NoCell {
				o.empty = append(o.empty, c)
			}
		}
		return
	}
	for c, p := range b.owner {
		if c := rules.Cell(c); p == rules.NoPlayer && b.allowed(c) {
			o.empty = append(o.empty, c)
		}
	}
}

// foresee notes what a player of the manner plays of the cells listed.
func (o *others) foresee(b *Board, manner int) {
	list := o.lists[manner][:0]
	switch manner {
	case careful:
		must := b.completes(o.cells[:0], b.turn)
		if len(must) == 0 {
			must = b.duty(must, o.guards)
		}
		if len(must) > 0 {
			for _, c := range must {
				list = insert(list, pick{cell: c, worth: b.rate(c)}) // of what falls, all can be played
			}
			o.cells = must[:0]
		} else {
			for _, c := range o.empty {
				list = insert(list, pick{cell: c, worth: b.wish(c)})
			}
		}
		weigh(list, halves, 1)
	case looking:
		list = o.look(b, list)
		weigh(list, 1, 1)
	default:
		own, other := o.weights[manner][0], o.weights[manner][1]
		top := -1.0
		for _, c := range o.empty {
			w := 0.0
			for _, t := range b.touching(c) {
				switch who, n := b.who[t], b.total[t]; who {
				case int8(b.turn):
					w += own[n]
				case mixed:
				default:
					w += other[n]
				}
			}
			if w > top {
				top, list = w, list[:0]
			}
			if w == top && len(list) < o.width {
				list = append(list, pick{cell: c})
			}
		}
		weigh(list, 1, 1)
	}
	o.lists[manner] = list
}

// lost is the value of a position in which the next player can complete a row.
const lost = -1 << 30

// look appends the best moves of the search of two plies that takes all for its opponents: of what the best reply of the next player leaves it. It appends
// nothing where all lose alike.
func (o *others) look(b *Board, list []pick) []pick {
	o.best = lost
	me, next := b.turn, (int(b.turn)+1)%b.opt.Players
	if o.cells = b.completes(o.cells[:0], me); len(o.cells) > 0 {
		for _, c := range o.cells {
			list = append(list, pick{cell: c})
		}
		return list
	}
	o.cells = b.completes(o.cells[:0], rules.Player(next))
	if !b.opt.Drop {
		switch len(o.cells) {
		case 0:
		case 1:
			return append(list, pick{cell: o.cells[0]})
		default:
			return list
		}
	}
	o.survey(b, next)
	best := int32(lost)
	defer func() { o.best = best }()
	for range enough {
		i, top := -1, best
		for k, x := range o.ranked {
			if x.worth > top || x.worth == top && i < 0 {
				i, top = k, x.worth
			}
		}
		if i < 0 {
			break
		}
		c := o.ranked[i].cell
		o.ranked[i].worth = lost - 1
		o.mark(b, c)
		v := o.reply(b, me, next, c, best)
		o.unmark(b, c)
		switch {
		case v > best:
			best, list = v, append(list[:0], pick{cell: c})
		case v == best && v > lost && len(list) < o.width:
			list = append(list, pick{cell: c})
		}
	}
	return list
}

// sharp is how many replies are tried before all others.
const sharp = 3

// enough is how many moves are looked at of those that can be the best of two plies.
const enough = 24

// survey ranks the moves by the most that they can be worth after the next player's reply, and notes the replies that do most harm now.
func (o *others) survey(b *Board, next int) {
	me, turn := int(b.turn), (int(b.turn)+2)%b.opt.Players
	copy(o.value[:], b.value)
	top, who := int32(0), me
	for p, v := range b.value {
		if p == turn {
			v += v * b.tempo / 8
		}
		if p != me && v > top {
			top, who = v, p
		}
	}
	var worst [sharp]pick // the replies, and what they leave at most to who has changed nothing of what the others have
	for i := range worst {
		worst[i] = pick{cell: rules.NoCell, worth: math.MaxInt32}
	}
	o.ranked = o.ranked[:0]
	for _, c := range o.empty {
		var own, gain, spoils int32
		harm := int32(0)
		for _, t := range b.touching(c) {
			switch w, n := b.who[t], b.total[t]; w {
			case mixed:
			case free:
				own += b.row[1]
				gain += b.row[1]
			case int8(me):
				own += b.row[n+1] - b.row[n]
				spoils += b.row[n]
			default:
				if int(w) == next {
					gain += b.row[n+1] - b.row[n]
					harm |= 2
				}
				if int(w) == who {
					harm |= 1
				}
			}
		}
		o.gains[c], o.spoils[c] = gain, spoils
		o.ranked = append(o.ranked, pick{cell: c, worth: own, prior: float32(harm)})
		left := b.value[me] - spoils - max(top, b.value[next]+gain)
		for i := range worst {
			if left < worst[i].worth {
				copy(worst[i+1:], worst[i:])
				worst[i] = pick{cell: c, worth: left}
				break
			}
		}
	}
	o.round++
	for i, d := range worst {
		o.sharp[i] = d.cell
		if d.cell == rules.NoCell {
			continue
		}
		less := top
		for _, t := range b.touching(d.cell) {
			if int(b.who[t]) == who {
				less -= b.row[b.total[t]] + b.row[b.total[t]]*b.tempo/8 // at most
			}
			for _, c := range b.tuple(t) {
				if o.rounds[c] != o.round {
					o.rounds[c], o.with[c] = o.round, 0
				}
				o.with[c] |= 1 << i
			}
		}
		worst[i].worth = b.value[me] - o.spoils[d.cell] - max(less, b.value[next]+o.gains[d.cell])
	}
	for k := range o.ranked {
		x := &o.ranked[k]
		harm := int32(x.prior)
		own := x.worth
		if harm&1 == 0 {
			x.worth = b.value[me] + own - top
		} else {
			o.mark(b, x.cell)
			x.worth = o.balance(b, b.turn, nil)
			o.unmark(b, x.cell)
		}
		if harm == 0 && !b.opt.Drop {
			for i, d := range worst {
				if d.cell != rules.NoCell && (o.rounds[x.cell] != o.round || o.with[x.cell]>>i&1 == 0) {
					x.worth = min(x.worth, own+d.worth)
				}
			}
		}
	}
}

// mark places a symbol of the player to move in the tuples, and nowhere else.
func (o *others) mark(b *Board, c rules.Cell) {
	me := int8(b.turn)
	copy(o.value[:], b.value)
	o.before = o.before[:0]
	b.owner[c] = b.turn
	for _, t := range b.touching(c) {
		n, who := b.total[t], b.who[t]
		o.before = append(o.before, tupleState{n, who})
		switch who {
		case free:
			b.who[t] = me
			o.value[me] += b.row[1]
		case me:
			o.value[me] += b.row[n+1] - b.row[n]
		case mixed:
		default:
			o.value[who] -= b.row[n]
			b.who[t] = mixed
		}
		b.total[t]++
	}
}

func (o *others) unmark(b *Board, c rules.Cell) {
	b.owner[c] = rules.NoPlayer
	for i, t := range b.touching(c) {
		b.total[t], b.who[t] = o.before[i].total, o.before[i].who
	}
}

// reply returns the least that a reply of the next player leaves to me after the marked move c; it may stop below best.
func (o *others) reply(b *Board, me rules.Player, next int, c rules.Cell, best int32) (least int32) {
	least = math.MaxInt32
	for i, d := range o.sharp {
		if d != rules.NoCell && b.owner[d] == rules.NoPlayer && b.open(d) {
			if least = min(least, o.after(b, me, next, d)); least < best {
				if i > 0 {
					o.sharp[0], o.sharp[i] = d, o.sharp[0]
				}
				return least
			}
		}
	}
	if b.opt.Drop {
		for col := range rules.Cell(b.opt.Cols) {
			if d := b.bottom(col); d != rules.NoCell {
				least = min(least, o.after(b, me, next, d))
			}
		}
		return least
	}
	o.round++
	for _, t := range b.touching(c) {
		for _, d := range b.tuple(t) {
			o.rounds[d] = o.round
		}
	}
	turn := (int(me) + 2) % b.opt.Players
	top := int32(0) // of those who do not move
	for p, v := range o.value[:b.opt.Players] {
		if p == int(me) || p == next {
			continue
		}
		if p == turn {
			v += v * b.tempo / 8
		}
		top = max(top, v)
	}
	for _, d := range o.empty {
		if least < best {
			break
		}
		if o.rounds[d] != o.round {
			// Nobody's rows but those of the next player are worth more after its move, so this is a lower bound.
			if o.value[me]-o.spoils[d]-max(top, o.value[next]+o.gains[d]) >= least {
				continue
			}
		}
		if b.owner[d] == rules.NoPlayer {
			if v := o.after(b, me, next, d); v < least {
				least, o.sharp[sharp-1] = v, d
			}
		}
	}
	return least
}

// after returns what the move d of the next player leaves to me.
func (o *others) after(b *Board, me rules.Player, next int, d rules.Cell) int32 {
	clear(o.lost[:b.opt.Players])
	for _, t := range b.touching(d) {
		n := b.total[t]
		switch who := b.who[t]; who {
		case mixed:
		case free:
			o.lost[next] -= b.row[1]
		case int8(next):
			if int(n) == b.opt.K-1 && b.counts(t, rules.Player(next)) {
				return lost
			}
			o.lost[next] -= b.row[n+1] - b.row[n]
		default:
			o.lost[who] += b.row[n]
		}
	}
	return o.balance(b, me, o.lost[:])
}

// balance returns what me has more than the best of the others, when two moves have been made.
func (o *others) balance(b *Board, me rules.Player, less []int32) int32 {
	turn := (int(me) + 2) % b.opt.Players
	own, other := int32(0), int32(0)
	for p, v := range o.value[:b.opt.Players] {
		if less != nil {
			v -= less[p]
		}
		if p == int(me) {
			own = v
			continue
		}
		if p == turn {
			v += v * b.tempo / 8
		}
		other = max(other, v)
	}
	return own - other
}

// foretell returns what the player to move may play, with how likely it is. The list holds until the next call.
func (o *others) foretell(b *Board) []pick {
	o.picks = o.picks[:0]
	if o.cells = b.completes(o.cells[:0], b.turn); len(o.cells) > 0 {
		o.picks = append(o.picks, pick{cell: o.cells[0], prior: 1})
		return o.picks
	}
	o.empties(b)
	l := &o.likely[b.turn]
	for i, p := range l {
		if p < unlikely {
			continue
		}
		o.foresee(b, i)
		if len(o.lists[i]) == 0 {
			o.anything(b, i)
		}
		for _, x := range o.lists[i] {
			w := x.prior * float32(p)
			if k := slices.IndexFunc(o.picks, func(y pick) bool { return x.cell == y.cell }); k >= 0 {
				o.picks[k].prior += w
			} else {
				o.picks = append(o.picks, pick{cell: x.cell, prior: w})
			}
		}
	}
	slices.SortStableFunc(o.picks, func(x, y pick) int {
		switch {
		case x.prior > y.prior:
			return -1
		case x.prior < y.prior:
			return 1
		}
		return int(x.cell) - int(y.cell)
	})
	sum := float32(0)
	for k, x := range o.picks {
		if x.prior < unlikely && k > 0 || k >= most {
			o.picks = o.picks[:k]
			break
		}
		sum += x.prior
	}
	heeds := o.heeds[b.turn]
	if heeds < 1 && len(o.due(b)) == 0 {
		heeds = 1
	}
	for k := range o.picks {
		o.picks[k].prior *= heeds / sum
	}
	if heeds < 1 {
		if c := o.idle(b); !slices.ContainsFunc(o.picks, func(x pick) bool { return x.cell == c }) {
			o.picks = append(o.picks, pick{cell: c, prior: 1 - heeds})
		}
	}
	return o.picks
}

// most is how many moves of another are thought of at most.
const most = 6

// anything notes a move for one who sees no difference.
func (o *others) anything(b *Board, manner int) {
	o.lists[manner] = append(o.lists[manner][:0], pick{cell: o.idle(b), prior: 1})
}

// idle returns a move that is worth little: the least of some that lie all over the board.
func (o *others) idle(b *Board) rules.Cell {
	x := pick{cell: o.empty[0], worth: 1 << 30}
	for i := 0; i < len(o.empty); i += 1 + len(o.empty)/idlers {
		if w := b.rate(o.empty[i]); w < x.worth {
			x.cell, x.worth = o.empty[i], w
		}
	}
	return x.cell
}

// idlers is how many of them.
const idlers = 16

// insert keeps the likely ones of a list in order.
func insert(list []pick, x pick) []pick {
	if len(list) < branches {
		list = append(list, x)
	} else if before(x, list[branches-1]) < 0 {
		list[branches-1] = x
	}
	for i := len(list) - 1; i > 0 && before(list[i], list[i-1]) < 0; i-- {
		list[i], list[i-1] = list[i-1], list[i]
	}
	return list
}

// draw returns a cell that the player to move may play, by chance.
func (o *others) draw(b *Board, rnd *rand.PCG) rules.Cell {
	x := float32(rnd.Uint64()>>40) / (1 << 24)
	var list []pick
	if !b.table.many {
		list = o.foretell(b)
	} else {
		list, x = o.one(b, x)
	}
	for _, p := range list {
		if x -= p.prior; x < 0 {
			return p.cell
		}
	}
	return list[0].cell
}

// one returns what the player to move plays of a manner that x draws, and what is left of x to draw of it. To work out one manner takes less than to work out all.
func (o *others) one(b *Board, x float32) ([]pick, float32) {
	if o.cells = b.completes(o.cells[:0], b.turn); len(o.cells) > 0 {
		o.picks = append(o.picks[:0], pick{cell: o.cells[0], prior: 1})
		return o.picks, 0
	}
	o.empties(b)
	manner, l := 0, &o.likely[b.turn]
	sum := float32(0)
	for _, p := range l {
		if p >= unlikely {
			sum += float32(p)
		}
	}
	x *= sum
	for i, p := range l {
		if p < unlikely {
			continue
		}
		if manner = i; x < float32(p) {
			break
		}
		x -= float32(p)
	}
	o.foresee(b, manner)
	if len(o.lists[manner]) == 0 {
		o.anything(b, manner)
	}
	return o.lists[manner], min(x/float32(l[manner]), 1)
}

// each calls f for the cells that are worth a thought and may be played: the columns, the cells near symbols, or all where they are few.
func (b *Board) each(f func(rules.Cell)) {
	switch {
	case b.opt.Drop:
		for col := range rules.Cell(b.opt.Cols) {
			if c := b.bottom(col); c != rules.NoCell {
				f(c)
			}
		}
		return
	case b.stones == 0:
		f(b.centre)
		return
	case b.cells-b.stones > few && len(b.close) > 0 && !b.table.many:
		for _, c := range b.close {
			if b.allowed(c) {
				f(c)
			}
		}
		return
	}
	for c, o := range b.owner {
		if c := rules.Cell(c); o == rules.NoPlayer && b.allowed(c) {
			f(c)
		}
	}
}
