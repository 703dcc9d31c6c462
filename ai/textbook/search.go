package textbook

import (
	"boardstudio/ai"
	"boardstudio/ai/search"
)

// Minimax returns the engine type that searches every line: the player chooses the highest value,
// the opponent the lowest.
func Minimax(text Text, families ...search.Family) *ai.Kind {
	return kind("minimax", "Minimax", "Searches every line some moves deep, and assumes best play by both players.",
		ai.Two, minimax, text, families)
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

// Negamax returns the engine type that is equivalent to Minimax but uses one rule for both sides:
// the value for one side is the negative of the value for the other.
func Negamax(text Text, families ...search.Family) *ai.Kind {
	return kind("negamax", "Negamax", "A shorter form of minimax: a good score for one player is an equally bad score for the other.",
		ai.Two, func(t *tree, depth, ply, _, _ int) int { return -negamax(t, depth, ply) }, text, families)
}

// negamax returns the value of the position for the side to move.
func negamax(t *tree, depth, ply int) int {
	if v, ends := t.leaf(depth, ply); ends {
		if ply%2 != 0 { // v is from the root player's view, but the opponent is to move
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

// AlphaBeta returns the engine type that finds the same value as Minimax, but skips lines that
// cannot change it.
func AlphaBeta(text Text, families ...search.Family) *ai.Kind {
	return kind("plain-alphabeta", "Plain alpha-beta", "Gives the same result as minimax, but prunes lines that cannot change it.",
		ai.Two, alphabeta, text, families)
}

// Paranoid returns the engine type for three or more players that assumes all others to play
// against it.
//
// Sturtevant and Korf: On Pruning Techniques for Multi-Player Games, AAAI 2000.
func Paranoid(families ...search.Family) *ai.Kind {
	return kind("paranoid", "Paranoid", "Searches some moves ahead, and assumes that all opponents play together against it.",
		ai.Several, alphabeta, nil, families)
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
			break // one of the players has a better move elsewhere
		}
	}
	return best
}
