package board

import "boardstudio/rules"

// pairs appends the pairs that a symbol of p on c captures. As in the rules, a pair reached in two
// directions counts once.
func (b *Board) pairs(list [][2]rules.Cell, c rules.Cell, p rules.Player) [][2]rules.Cell {
	for d := range 8 {
		l := b.links[c][d]
		if l.Cell == rules.NoCell {
			continue
		}
		o := b.owner[l.Cell]
		if o == rules.NoPlayer || o == p {
			continue
		}
		m := b.links[l.Cell][l.Dir]
		if m.Cell == rules.NoCell || b.owner[m.Cell] != o || m.Cell == l.Cell {
			continue
		}
		end := b.links[m.Cell][m.Dir].Cell
		if end == rules.NoCell || b.owner[end] != p || end == c {
			continue
		}
		pair := [2]rules.Cell{min(l.Cell, m.Cell), max(l.Cell, m.Cell)}
		known := false
		for _, x := range list {
			known = known || x == pair
		}
		if !known {
			list = append(list, pair)
		}
	}
	return list
}

// roomFor reports whether there are enough symbols around c for a capture of n pairs there. Each
// pair is within two steps. This is much cheaper than a search for the pairs.
func (b *Board) roomFor(c rules.Cell, n int) bool {
	return int(b.around[c]) >= 2*n || b.Options.Topology != "plane"
}

// takes returns the number of pairs that a symbol of the player to move on c would capture.
func (b *Board) takes(c rules.Cell) int {
	var buf [8][2]rules.Cell
	return len(b.pairs(buf[:0], c, b.turn))
}

// capture makes the captures of the symbol just placed on c. It returns the numbers of cells and
// pairs captured.
func (b *Board) capture(c rules.Cell) (taken, pairs int) {
	var buf [8][2]rules.Cell
	list := b.pairs(buf[:0], c, b.turn)
	for _, pair := range list {
		for _, x := range pair {
			if o := b.owner[x]; o != rules.NoPlayer {
				b.taken = append(b.taken, x, rules.Cell(o))
				b.remove(x)
				taken++
			}
		}
	}
	if len(list) > 0 {
		b.hold(b.turn, len(list))
	}
	return taken, len(list)
}

// undoCaptures takes back the captures of a step.
func (b *Board) undoCaptures(s step) {
	for range s.taken {
		n := len(b.taken)
		b.put(b.taken[n-2], rules.Player(b.taken[n-1]))
		b.taken = b.taken[:n-2]
	}
	if s.pairs > 0 {
		b.hold(s.turn, -s.pairs)
	}
}

func (b *Board) hold(p rules.Player, n int) {
	b.hash ^= pairKey(p, b.held[p])
	b.held[p] += n
	b.hash ^= pairKey(p, b.held[p])
}

func stoneKey(c rules.Cell, p rules.Player) uint64 { return mix(uint64(c)<<8 | uint64(p) + 1) }
func pairKey(p rules.Player, n int) uint64         { return mix(1<<40 | uint64(n)<<8 | uint64(p)) }

// mix is the mixing function of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
