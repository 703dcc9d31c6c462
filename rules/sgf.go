package rules

import "regexp"

// SGF states how the Smart Game Format, the common format of game records, identifies the games of a
// family and writes their moves.
type SGF struct {
	// Number is the value of the property GM.
	Number int
	// LittleGolem matches the events (EV) of games on that server. Their files have no GM, and White
	// has the first seat. It is nil if the server does not have the game.
	LittleGolem *regexp.Regexp
	// Size is the number of rows and of columns if a file does not state them. If moves lie outside
	// a board of that size and Larger is not 0, the numbers are at least Larger instead.
	Size, Larger int
	// Params are the parameters of games that the number and the size describe completely, without
	// the size.
	Params Params
	// Fixed lists the parameters that have the value of Params in all games with this number.
	Fixed []string
	// Variants are the values of the property RU. The last one applies if RU has no known value. It
	// is nil if RU does not concern the parameters.
	Variants []SGFVariant
	// Fit changes the parameters for a board whose longer side has the given number of cells. It may
	// be nil.
	Fit func(p Params, side int)
	// Labels is true if moves are labels of cells, instead of points such as "aa".
	Labels bool
	// Words is true if moves that name no cell are words, such as "swap-sides".
	Words bool
	// Passes is true if a pass is written as a move. Otherwise, a pass in a file only changes the turn.
	Passes bool
}

// SGFVariant is a set of rules that the property RU names.
type SGFVariant struct {
	// Words are parts of RU in lower case, or all of RU if the word is a number. The first word is
	// written.
	Words  []string
	Preset string
	Params Params // differences from SGF.Params
}
