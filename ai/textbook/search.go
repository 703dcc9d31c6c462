package textbook

import (
	"boardstudio/ai"
	"boardstudio/ai/search"
)

// Minimax returns the engine type that looks at every line: I play what is best for me, the opponent what is worst.
func Minimax(families ...search.Family) *ai.Kind {
	return kind("minimax", "Minimax", "Looks at every line of some moves, and supposes that both play their best.",
		ai.Two, minimax, families)
}

func minimax(t *tree, depth, ply, _, _ int) int {
	if v, ends := t.leaf(depth, ply); ends {
		return v
	}
	mine := t.b.Turn() == t.me
	best := infinite
	if mine {
		best = -infinite
	}
	for _, m := range t.moves(ply) {
		if !t.play(m) {
			continue
		}
		v := minimax(t, depth-1, ply+1, 0, 0)
		t.b.Undo()
		if mine {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
	}
	return best
}

// Negamax returns the engine type that does the same with one rule for both: what is good for one is bad for the other.
func Negamax(families ...search.Family) *ai.Kind {
	return kind("negamax", "Negamax", "Minimax in fewer words: what is good for one player is as bad for the other.",
		ai.Two, func(t *tree, depth, ply, _, _ int) int { return -negamax(t, depth, ply) }, families)
}

// negamax returns what the position is worth for the player to move.
func negamax(t *tree, depth, ply int) int {
	if v, ends := t.leaf(depth, ply); ends {
		if ply%2 != 0 { // the opponent is to move, or would be
			return -v
		}
		return v
	}
	best := -infinite
	for _, m := range t.moves(ply) {
		if !t.play(m) {
			continue
		}
		best = max(best, -negamax(t, depth-1, ply+1))
		t.b.Undo()
	}
	return best
}

// AlphaBeta returns the engine type that finds what minimax finds, and leaves out the lines that cannot change it.
func AlphaBeta(families ...search.Family) *ai.Kind {
	return kind("plain-alphabeta", "Plain alpha-beta", "Finds the same as minimax, and leaves out the lines that cannot change it.",
		ai.Two, alphabeta, families)
}

// Paranoid returns the engine type for three and more players that takes all others to play against it.
//
// Sturtevant and Korf: On Pruning Techniques for Multi-Player Games, AAAI 2000.
func Paranoid(families ...search.Family) *ai.Kind {
	return kind("paranoid", "Paranoid", "Looks some moves ahead, and supposes that all others play together against it.",
		ai.Several, alphabeta, families)
}

func alphabeta(t *tree, depth, ply, alpha, beta int) int {
	if v, ends := t.leaf(depth, ply); ends {
		return v
	}
	mine := t.b.Turn() == t.me
	best := infinite
	if mine {
		best = -infinite
	}
	for _, m := range t.moves(ply) {
		if !t.play(m) {
			continue
		}
		v := alphabeta(t, depth-1, ply+1, alpha, beta)
		t.b.Undo()
		if mine {
			best = max(best, v)
			alpha = max(alpha, v)
		} else {
			best = min(best, v)
			beta = min(beta, v)
		}
		if alpha >= beta {
			break // one of the two has something better elsewhere
		}
	}
	return best
}
