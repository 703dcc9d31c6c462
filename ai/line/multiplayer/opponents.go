package multiplayer

import (
	"math"
	"math/rand/v2"
	"slices"

	"boardstudio/ai/line/board"
	"boardstudio/ai/line/tuple"
	"boardstudio/rules"
)

// opponentModel predicts the moves of other players. It assumes that each has one of several
// styles, and infers the style from the moves played (opponent models: Carmel and Markovitch 1996).
type opponentModel struct {
	policy policy
	// weights of own rows and of other rows, by the number of symbols, for the styles that count
	// rows
	weights    [][2][]float64
	probs      [][numStyles]float64 // probability of each style for each player
	duties     [rules.MaxPlayers]dutyStats
	dutyRate   [rules.MaxPlayers]float32 // probability that each player makes a required move
	lists      [numStyles][]candidate
	candidates []candidate
	ranked     []candidate
	empty      []rules.Cell
	cells      []rules.Cell
	gains      []int32                // value of each cell for the next player
	damage     []int32                // value that the player to move loses if another player takes the cell
	killers    [numKillers]rules.Cell // replies that are tried first
	// bit set of the killers that share a row with each cell, in the current generation
	sharedRows  []uint8
	generations []uint32
	generation  uint32      // marks the cells that share a row with the move examined
	trial       board.Trial // the move examined
	losses      [rules.MaxPlayers]int32
	combined    [rules.MaxPlayers][numStyles]float64
	maxEqual    int           // maximum number of equally good moves listed
	best        int32         // value found by searchTwoPlies, above lossValue if it had to search
	guards      rules.Players // players who also block rows of players other than the next one
}

const allPlayers rules.Players = 1<<rules.MaxPlayers - 1

// Styles of play.
const (
	careful   = iota // blocks if later players cannot, and otherwise takes the cell with the best rows
	searching        // searches two plies against all others together, like the engine "paranoid"
	counting         // takes the cell with the highest count, like the engine "ktuple"
	eager            // the same with a preference for own rows, like level Expert on many boards
	numStyles
)

const (
	perStyle = 3 // maximum number of moves considered for each style
	// ratio of the probabilities of a careful player's move and the move before it
	carefulDecay   = 0.5
	strayRate      = 0.15 // probability of a move that does not fit the style
	evidenceWeight = 0.6  // weight of one move as evidence, since a move may fit by chance
	minProb        = 0.04 // styles and moves below this probability are ignored
)

// defaultProbs are the prior probabilities of the styles.
var defaultProbs = [numStyles]float64{0.4, 0.25, 0.2, 0.15}

// dutyStats counts how often a player could win or was the last who could prevent a row (all), and
// how often it did neither (missed). It also counts the player's moves, with more weight on recent
// ones, and the moves that do not fit any style (odd).
type dutyStats struct{ all, missed, moves, odd float64 }

// Parameters of the estimate of missed duties. It assumes that there were priorDuties earlier
// duties. The part of them that was missed grows with the share of odd moves. The duties of the
// other opponents count in part.
const (
	priorDuties  = 2.0
	oddWeight    = 1.5 // ratio of missed duties to odd moves
	moveDecay    = 0.8 // weight of a move relative to the next one
	othersWeight = 0.5
	minMissRate  = 0.03 // lower rates are ignored
	minDutyRate  = 0.05 // minimum probability that a duty is done
)

// reset prepares the model for a game on boards like b.
func (o *opponentModel) reset(b *board.Board) {
	if o.weights == nil {
		k := b.Options.K
		own, block := tuple.Standard(k)
		o.weights = make([][2][]float64, numStyles)
		o.weights[counting] = [2][]float64{own, block}
		o.weights[eager] = [2][]float64{tuple.Rising(8, 16, 1e12, k), tuple.Rising(1, 8, 1e9, k)}
		o.empty, o.cells = make([]rules.Cell, 0, b.Cells), make([]rules.Cell, 0, b.Cells)
		o.candidates = make([]candidate, 0, numStyles*perStyle)
		for i := range o.lists {
			o.lists[i] = make([]candidate, 0, b.Cells)
		}
		o.ranked = make([]candidate, 0, b.Cells)
		o.gains, o.damage, o.generations = make([]int32, b.Cells), make([]int32, b.Cells), make([]uint32, b.Cells)
		o.sharedRows = make([]uint8, b.Cells)
	}
	o.policy, o.maxEqual, o.guards = policyFor(b.Options.Players), perStyle, allPlayers
	o.duties = [rules.MaxPlayers]dutyStats{}
	for p := range o.dutyRate {
		o.dutyRate[p] = 1
	}
	o.probs = o.probs[:0]
	for range b.Options.Players {
		o.probs = append(o.probs, defaultProbs)
	}
}

// learn updates the model with the moves of a game, starting on board b. It stops early if out
// returns true.
func (o *opponentModel) learn(b *board.Board, moves []rules.Move, out func() bool) {
	o.reset(b)
	o.maxEqual = math.MaxInt // list all equally good moves
	for _, m := range moves {
		if out() {
			break
		}
		if c := b.Landing(m); c != rules.NoCell {
			o.list(b)
			o.addEqual(b, c)
			if !o.policy.many {
				o.countDuties(b, c)
			}
			one := 1 / float64(len(o.empty))
			for i, list := range o.lists {
				p := one
				if len(list) > 0 {
					p *= strayRate
					if k := slices.IndexFunc(list, func(x candidate) bool { return x.cell == c }); k >= 0 {
						p += (1 - strayRate) * float64(list[k].prior)
					}
				}
				o.probs[b.Turn()][i] *= math.Pow(p/one, evidenceWeight)
			}
			normalise(&o.probs[b.Turn()])
		}
		b.Play(m)
	}
	o.maxEqual = perStyle
}

// countDuties updates the statistics of the player to move with its move c. The lists must contain
// the moves predicted for each style.
func (o *opponentModel) countDuties(b *board.Board, c rules.Cell) {
	d, fits := &o.duties[b.Turn()], 0.0
	for i, list := range o.lists {
		if len(list) == 0 || slices.ContainsFunc(list, func(x candidate) bool { return x.cell == c }) {
			fits += o.probs[b.Turn()][i]
		}
	}
	d.moves, d.odd = moveDecay*d.moves+1, moveDecay*d.odd+1-fits
	if must := o.obligations(b); len(must) > 0 {
		if d.all++; !slices.Contains(must, c) {
			d.missed++
		}
	}
}

// obligations returns the cells to choose from for the player to move: winning cells, or else the
// cells that prevent a row that later players cannot prevent. It returns nil if that is hopeless.
func (o *opponentModel) obligations(b *board.Board) []rules.Cell {
	o.cells = b.Completing(o.cells[:0], b.Turn())
	if len(o.cells) > 0 {
		return o.cells
	}
	if must, lost := requiredBlocks(b, o.cells, allPlayers, false); !lost {
		return must
	}
	return nil
}

// addEqual adds the moves as good as c to the list of the searching style, if c is as good as those
// listed. On a large board there can be many more of them than were searched.
func (o *opponentModel) addEqual(b *board.Board, c rules.Cell) {
	list := o.lists[searching]
	if !o.policy.many || o.best == lossValue || slices.ContainsFunc(list, func(x candidate) bool { return x.cell == c }) {
		return
	}
	o.trial.Place(b, c)
	v := o.reply(b, b.Turn(), (int(b.Turn())+1)%b.Options.Players, c, o.best)
	o.trial.Remove(b, c)
	if v < o.best {
		return
	}
	for _, x := range o.ranked {
		if x.worth >= o.best && len(list) < cap(list) {
			list = append(list, candidate{cell: x.cell})
		}
	}
	setPriors(list, 1, 1)
	o.lists[searching] = list
}

// normalise scales the probabilities to a sum of about 1, with a lower bound for each.
func normalise(l *[numStyles]float64) {
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

// combine adjusts the probabilities, because opponents in the same game often have the same style.
func (o *opponentModel) combine(me rules.Player) {
	for p := range o.probs {
		o.combined[p] = o.probs[p]
		if p == int(me) {
			continue
		}
		prior, n := defaultProbs, 1.0
		for q, l := range o.probs {
			if q != p && q != int(me) {
				for i := range l {
					prior[i] += l[i]
				}
				n++
			}
		}
		for i := range prior {
			o.combined[p][i] *= prior[i] / n / defaultProbs[i]
		}
		normalise(&o.combined[p])
	}
	copy(o.probs, o.combined[:])
	for p, l := range o.probs {
		if o.policy.many { // with many players, leaving a row to others is not a mistake
			if p != int(me) && l[searching] > 0.5 {
				o.guards &^= rules.Of(rules.Player(p))
			}
			continue
		}
		all, missed := priorDuties, priorDuties*oddWeight*o.duties[p].odd/max(o.duties[p].moves, 1)
		for q, d := range o.duties[:len(o.probs)] {
			part := othersWeight
			switch q {
			case p:
				part = 1
			case int(me):
				part = 0
			}
			all, missed = all+part*d.all, missed+part*d.missed
		}
		if o.dutyRate[p] = 1; missed/all >= minMissRate {
			o.dutyRate[p] = float32(max(1-missed/all, minDutyRate))
		}
	}
}

// list computes the predicted moves of the player to move for each style. A list is empty if the
// style does not prefer any move.
func (o *opponentModel) list(b *board.Board) {
	o.listEmpty(b)
	for i := range o.lists {
		o.lists[i] = o.lists[i][:0]
	}
	for i := range numStyles {
		o.predictStyle(b, i)
	}
}

// listEmpty lists the cells that may be played.
func (o *opponentModel) listEmpty(b *board.Board) {
	o.empty = o.empty[:0]
	if b.Options.Drop {
		for col := range rules.Cell(b.Options.Cols) {
			if c := b.Bottom(col); c != rules.NoCell {
				o.empty = append(o.empty, c)
			}
		}
		return
	}
	for c := range rules.Cell(b.Cells) {
		if b.At(c) == rules.NoPlayer && b.Allowed(c) {
			o.empty = append(o.empty, c)
		}
	}
}

// predictStyle computes the moves that a player of the given style would play.
func (o *opponentModel) predictStyle(b *board.Board, style int) {
	list := o.lists[style][:0]
	switch style {
	case careful:
		must := b.Completing(o.cells[:0], b.Turn())
		if len(must) == 0 {
			must = o.policy.mustBlock(b, must, o.guards)
		}
		if len(must) > 0 {
			for _, c := range must {
				list = insert(list, candidate{cell: c, worth: b.Rate(c)}) // where pieces fall, Completing returns only reachable cells
			}
			o.cells = must[:0]
		} else {
			for _, c := range o.empty {
				list = insert(list, candidate{cell: c, worth: o.policy.ownWorth(b, c)})
			}
		}
		setPriors(list, carefulDecay, 1)
	case searching:
		list = o.searchTwoPlies(b, list)
		setPriors(list, 1, 1)
	default:
		own, other := o.weights[style][0], o.weights[style][1]
		owner, stones := b.TupleOwners(), b.TupleStones()
		top := -1.0
		for _, c := range o.empty {
			w := 0.0
			for _, t := range b.Touching(c) {
				switch who, n := owner[t], stones[t]; who {
				case int8(b.Turn()):
					w += own[n]
				case board.Mixed:
				default:
					w += other[n]
				}
			}
			if w > top {
				top, list = w, list[:0]
			}
			if w == top && len(list) < o.maxEqual {
				list = append(list, candidate{cell: c})
			}
		}
		setPriors(list, 1, 1)
	}
	o.lists[style] = list
}

// lossValue is the value of a position that lets the next player complete a row.
const lossValue = -1 << 30

// searchTwoPlies appends the best moves of a two-ply search that regards all others as opponents.
// The value of a move is the minimum over the replies of the next player. searchTwoPlies appends no
// moves if all lose.
func (o *opponentModel) searchTwoPlies(b *board.Board, list []candidate) []candidate {
	o.best = lossValue
	me, next := b.Turn(), (int(b.Turn())+1)%b.Options.Players
	if o.cells = b.Completing(o.cells[:0], me); len(o.cells) > 0 {
		for _, c := range o.cells {
			list = append(list, candidate{cell: c})
		}
		return list
	}
	o.cells = b.Completing(o.cells[:0], rules.Player(next))
	if !b.Options.Drop {
		switch len(o.cells) {
		case 0:
		case 1:
			return append(list, candidate{cell: o.cells[0]})
		default:
			return list
		}
	}
	o.rankMoves(b, next)
	best := int32(lossValue)
	defer func() { o.best = best }()
	for range maxSearched {
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
		o.ranked[i].worth = lossValue - 1
		o.trial.Place(b, c)
		v := o.reply(b, me, next, c, best)
		o.trial.Remove(b, c)
		switch {
		case v > best:
			best, list = v, append(list[:0], candidate{cell: c})
		case v == best && v > lossValue && len(list) < o.maxEqual:
			list = append(list, candidate{cell: c})
		}
	}
	return list
}

// numKillers is the number of replies that are tried before all others.
const numKillers = 3

// maxSearched is the maximum number of promising moves that are searched.
const maxSearched = 24

// rankMoves orders the moves by upper bounds on their values after the next player's reply, and
// determines the most harmful replies.
func (o *opponentModel) rankMoves(b *board.Board, next int) {
	me, turn := int(b.Turn()), (int(b.Turn())+2)%b.Options.Players
	row, owner, stones := b.RowScores(), b.TupleOwners(), b.TupleStones()
	top, who := int32(0), me
	for p, v := range b.Scores() {
		if p == turn {
			v += v * b.Tempo() / 8
		}
		if p != me && v > top {
			top, who = v, p
		}
	}
	// the replies, and upper bounds on the value after them if the move does not affect other
	// replies
	var worst [numKillers]candidate
	for i := range worst {
		worst[i] = candidate{cell: rules.NoCell, worth: math.MaxInt32}
	}
	o.ranked = o.ranked[:0]
	for _, c := range o.empty {
		var own, gain, damage int32
		harm := int32(0)
		for _, t := range b.Touching(c) {
			switch w, n := owner[t], stones[t]; w {
			case board.Mixed:
			case board.Free:
				own += row[1]
				gain += row[1]
			case int8(me):
				own += row[n+1] - row[n]
				damage += row[n]
			default:
				if int(w) == next {
					gain += row[n+1] - row[n]
					harm |= 2
				}
				if int(w) == who {
					harm |= 1
				}
			}
		}
		o.gains[c], o.damage[c] = gain, damage
		o.ranked = append(o.ranked, candidate{cell: c, worth: own, prior: float32(harm)})
		left := b.Scores()[me] - damage - max(top, b.Scores()[next]+gain)
		for i := range worst {
			if left < worst[i].worth {
				copy(worst[i+1:], worst[i:])
				worst[i] = candidate{cell: c, worth: left}
				break
			}
		}
	}
	o.generation++
	for i, d := range worst {
		o.killers[i] = d.cell
		if d.cell == rules.NoCell {
			continue
		}
		less := top
		for _, t := range b.Touching(d.cell) {
			if int(owner[t]) == who {
				less -= row[stones[t]] + row[stones[t]]*b.Tempo()/8 // upper bound
			}
			for _, c := range b.Tuple(t) {
				if o.generations[c] != o.generation {
					o.generations[c], o.sharedRows[c] = o.generation, 0
				}
				o.sharedRows[c] |= 1 << i
			}
		}
		worst[i].worth = b.Scores()[me] - o.damage[d.cell] - max(less, b.Scores()[next]+o.gains[d.cell])
	}
	for k := range o.ranked {
		x := &o.ranked[k]
		harm := int32(x.prior)
		own := x.worth
		if harm&1 == 0 {
			x.worth = b.Scores()[me] + own - top
		} else {
			o.trial.Place(b, x.cell)
			x.worth = o.balance(b, b.Turn(), nil)
			o.trial.Remove(b, x.cell)
		}
		if harm == 0 && !b.Options.Drop {
			for i, d := range worst {
				if d.cell != rules.NoCell && (o.generations[x.cell] != o.generation || o.sharedRows[x.cell]>>i&1 == 0) {
					x.worth = min(x.worth, own+d.worth)
				}
			}
		}
	}
}

// reply returns the minimum value for me over the replies of the next player to the temporary move
// c. It may stop as soon as the value is below best.
func (o *opponentModel) reply(b *board.Board, me rules.Player, next int, c rules.Cell, best int32) (least int32) {
	least = math.MaxInt32
	for i, d := range o.killers {
		if d != rules.NoCell && b.At(d) == rules.NoPlayer && b.Open(d) {
			if least = min(least, o.after(b, me, next, d)); least < best {
				if i > 0 {
					o.killers[0], o.killers[i] = d, o.killers[0]
				}
				return least
			}
		}
	}
	if b.Options.Drop {
		for col := range rules.Cell(b.Options.Cols) {
			if d := b.Bottom(col); d != rules.NoCell {
				least = min(least, o.after(b, me, next, d))
			}
		}
		return least
	}
	o.generation++
	for _, t := range b.Touching(c) {
		for _, d := range b.Tuple(t) {
			o.generations[d] = o.generation
		}
	}
	turn := (int(me) + 2) % b.Options.Players
	top := int32(0) // maximum over the players who do not move
	for p, v := range o.trial.Scores[:b.Options.Players] {
		if p == int(me) || p == next {
			continue
		}
		if p == turn {
			v += v * b.Tempo() / 8
		}
		top = max(top, v)
	}
	for _, d := range o.empty {
		if least < best {
			break
		}
		if o.generations[d] != o.generation {
			// Only the next player's rows gain value by its move, so this is a lower bound.
			if o.trial.Scores[me]-o.damage[d]-max(top, o.trial.Scores[next]+o.gains[d]) >= least {
				continue
			}
		}
		if b.At(d) == rules.NoPlayer {
			if v := o.after(b, me, next, d); v < least {
				least, o.killers[numKillers-1] = v, d
			}
		}
	}
	return least
}

// after returns the value for me after the reply d of the next player.
func (o *opponentModel) after(b *board.Board, me rules.Player, next int, d rules.Cell) int32 {
	clear(o.losses[:b.Options.Players])
	row, owner, stones := b.RowScores(), b.TupleOwners(), b.TupleStones()
	for _, t := range b.Touching(d) {
		n := stones[t]
		switch who := owner[t]; who {
		case board.Mixed:
		case board.Free:
			o.losses[next] -= row[1]
		case int8(next):
			if int(n) == b.Options.K-1 && b.Counts(t, rules.Player(next)) {
				return lossValue
			}
			o.losses[next] -= row[n+1] - row[n]
		default:
			o.losses[who] += row[n]
		}
	}
	return o.balance(b, me, o.losses[:])
}

// balance returns the value of me minus the value of its best opponent after two moves.
func (o *opponentModel) balance(b *board.Board, me rules.Player, less []int32) int32 {
	turn := (int(me) + 2) % b.Options.Players
	own, other := int32(0), int32(0)
	for p, v := range o.trial.Scores[:b.Options.Players] {
		if less != nil {
			v -= less[p]
		}
		if p == int(me) {
			own = v
			continue
		}
		if p == turn {
			v += v * b.Tempo() / 8
		}
		other = max(other, v)
	}
	return own - other
}

// predict returns the likely moves of the player to move with their probabilities. The result is
// valid until the next call.
func (o *opponentModel) predict(b *board.Board) []candidate {
	o.candidates = o.candidates[:0]
	if o.cells = b.Completing(o.cells[:0], b.Turn()); len(o.cells) > 0 {
		o.candidates = append(o.candidates, candidate{cell: o.cells[0], prior: 1})
		return o.candidates
	}
	o.listEmpty(b)
	l := &o.probs[b.Turn()]
	for i, p := range l {
		if p < minProb {
			continue
		}
		o.predictStyle(b, i)
		if len(o.lists[i]) == 0 {
			o.addWeakMove(b, i)
		}
		for _, x := range o.lists[i] {
			w := x.prior * float32(p)
			if k := slices.IndexFunc(o.candidates, func(y candidate) bool { return x.cell == y.cell }); k >= 0 {
				o.candidates[k].prior += w
			} else {
				o.candidates = append(o.candidates, candidate{cell: x.cell, prior: w})
			}
		}
	}
	slices.SortStableFunc(o.candidates, func(x, y candidate) int {
		switch {
		case x.prior > y.prior:
			return -1
		case x.prior < y.prior:
			return 1
		}
		return int(x.cell) - int(y.cell)
	})
	sum := float32(0)
	for k, x := range o.candidates {
		if x.prior < minProb && k > 0 || k >= maxPredictions {
			o.candidates = o.candidates[:k]
			break
		}
		sum += x.prior
	}
	dutyRate := o.dutyRate[b.Turn()]
	if dutyRate < 1 && len(o.obligations(b)) == 0 {
		dutyRate = 1
	}
	for k := range o.candidates {
		o.candidates[k].prior *= dutyRate / sum
	}
	if dutyRate < 1 {
		if c := o.weakMove(b); !slices.ContainsFunc(o.candidates, func(x candidate) bool { return x.cell == c }) {
			o.candidates = append(o.candidates, candidate{cell: c, prior: 1 - dutyRate})
		}
	}
	return o.candidates
}

// maxPredictions is the maximum number of moves predicted for an opponent.
const maxPredictions = 6

// addWeakMove adds a move for a style without a preference.
func (o *opponentModel) addWeakMove(b *board.Board, style int) {
	o.lists[style] = append(o.lists[style][:0], candidate{cell: o.weakMove(b), prior: 1})
}

// weakMove returns a move of low value: the worst of a sample spread over the board.
func (o *opponentModel) weakMove(b *board.Board) rules.Cell {
	x := candidate{cell: o.empty[0], worth: 1 << 30}
	for i := 0; i < len(o.empty); i += 1 + len(o.empty)/weakSamples {
		if w := b.Rate(o.empty[i]); w < x.worth {
			x.cell, x.worth = o.empty[i], w
		}
	}
	return x.cell
}

// weakSamples is the approximate number of cells that weakMove compares.
const weakSamples = 16

// insert inserts x into an ordered list of at most perStyle candidates.
func insert(list []candidate, x candidate) []candidate {
	if len(list) < perStyle {
		list = append(list, x)
	} else if byWorth(x, list[perStyle-1]) < 0 {
		list[perStyle-1] = x
	}
	for i := len(list) - 1; i > 0 && byWorth(list[i], list[i-1]) < 0; i-- {
		list[i], list[i-1] = list[i-1], list[i]
	}
	return list
}

// draw returns a random move of the player to move, according to the prediction.
func (o *opponentModel) draw(b *board.Board, rnd *rand.PCG) rules.Cell {
	x := float32(rnd.Uint64()>>40) / (1 << 24)
	var list []candidate
	if !o.policy.many {
		list = o.predict(b)
	} else {
		list, x = o.drawStyle(b, x)
	}
	for _, p := range list {
		if x -= p.prior; x < 0 {
			return p.cell
		}
	}
	return list[0].cell
}

// drawStyle selects a style by the random number x and returns its predicted moves, and the
// remainder of x for selecting one of them. This is faster than predicting the moves of all styles.
func (o *opponentModel) drawStyle(b *board.Board, x float32) ([]candidate, float32) {
	if o.cells = b.Completing(o.cells[:0], b.Turn()); len(o.cells) > 0 {
		o.candidates = append(o.candidates[:0], candidate{cell: o.cells[0], prior: 1})
		return o.candidates, 0
	}
	o.listEmpty(b)
	style, l := 0, &o.probs[b.Turn()]
	sum := float32(0)
	for _, p := range l {
		if p >= minProb {
			sum += float32(p)
		}
	}
	x *= sum
	for i, p := range l {
		if p < minProb {
			continue
		}
		if style = i; x < float32(p) {
			break
		}
		x -= float32(p)
	}
	o.predictStyle(b, style)
	if len(o.lists[style]) == 0 {
		o.addWeakMove(b, style)
	}
	return o.lists[style], min(x/float32(l[style]), 1)
}

// forCandidates calls f for each legal cell worth considering: the columns, the cells near symbols,
// or all cells if there are few.
func (p policy) forCandidates(b *board.Board, f func(rules.Cell)) {
	switch {
	case b.Options.Drop:
		for col := range rules.Cell(b.Options.Cols) {
			if c := b.Bottom(col); c != rules.NoCell {
				f(c)
			}
		}
		return
	case b.Stones() == 0:
		f(b.Centre)
		return
	case b.Cells-b.Stones() > board.AllCandidates && len(b.Close()) > 0 && !p.many:
		for _, c := range b.Close() {
			if b.Allowed(c) {
				f(c)
			}
		}
		return
	}
	for c := range rules.Cell(b.Cells) {
		if b.At(c) == rules.NoPlayer && b.Allowed(c) {
			f(c)
		}
	}
}
