package api

// positionMethods are the methods that the positions of all games have.
var positionMethods = []method{
	{Entry{
		"pos:turn", positions, "pos:turn() → player",
		"The player to move: 1, 2 and so on, `nil` when the game is over.",
		"nothing to speak of", "tictactoe",
		"print(pos:turn())                                  --> 1\n" +
			"print(pos:play(\"a1\"):turn())                       --> 2\n",
	}, turn},
	{Entry{
		"pos:players", positions, "pos:players() → number",
		"How many players there are.",
		"nothing to speak of", "tictactoe",
		"print(pos:players())                               --> 2\n",
	}, players},
	{Entry{
		"pos:moves", positions, "pos:moves() → list of moves",
		"The legal moves, always in the same order; an empty list when the game is over. The second argument of `choose` is this list.",
		"a few steps for each cell", "othello",
		"print(table.concat(pos:moves(), \" \"))              --> d3 c4 f5 e6\n" +
			"print(#moves)                                      --> 4\n",
	}, moveList},
	{Entry{
		"pos:legal", positions, "pos:legal(move) → true or false",
		"Whether a move may be played.",
		"as `pos:moves`, without the list", "othello",
		"print(pos:legal(\"f5\"), pos:legal(\"a1\"))            --> true\tfalse\n",
	}, legal},
	{Entry{
		"pos:play", positions, "pos:play(move) → position",
		"The position after a move. `pos` itself does not change. A move that is not legal is an error.",
		"a copy of the board: a microsecond or two", "tictactoe",
		"local after = pos:play(\"b2\")\n" +
			"print(after:at(\"b2\"))                              --> 1\t1\n" +
			"print(pos:at(\"b2\"))                                --> nil\t0\n",
	}, play},
	{Entry{
		"pos:at", positions, "pos:at(cell) → player, number",
		"Whose piece lies in a cell, and how many pieces: `nil` and 0 for an empty cell. In awale it is the player who owns the pit, and the " +
			"seeds in it. A cell is written by its name, or by its number in the list of `pos:cells()`. Where pieces fall, the name of a " +
			"column stands for its top cell.",
		"nothing to speak of", "othello",
		"print(pos:at(\"e4\"))                                --> 1\t1\n" +
			"print(pos:at(\"a1\"))                                --> nil\t0\n" +
			"print(pos:at(29))                                  --> 1\t1\n",
	}, at},
	{Entry{
		"pos:board", positions, "pos:board() → list of numbers",
		"What lies in all cells, in the order of `pos:cells()`: the player, 0 for nobody; in awale the seeds. It is the fastest way to look at " +
			"the whole board.",
		"a step for each cell", "tictactoe",
		"print(table.concat(pos:play(\"b2\"):board(), \" \"))   --> 0 0 0 0 1 0 0 0 0\n",
	}, board},
	{Entry{
		"pos:cells", positions, "pos:cells() → list of cells",
		"The names of all cells, row by row.",
		"a step for each cell", "tictactoe",
		"print(table.concat(pos:cells(), \" \"))              --> a1 b1 c1 a2 b2 c2 a3 b3 c3\n",
	}, cellList},
	{Entry{
		"pos:size", positions, "pos:size() → columns, rows",
		"The size of the board.",
		"a step for each cell", "awale",
		"print(pos:size())                                  --> 6\t2\n",
	}, size},
	{Entry{
		"pos:neighbours", positions, "pos:neighbours(cell) → list of cells",
		"The cells around a cell. On boards without edges it goes on at the other side. Pits have none.",
		"8 steps", "tictactoe",
		"print(table.concat(pos:neighbours(\"a1\"), \" \"))     --> b1 b2 a2\n" +
			"print(#pos:neighbours(\"b2\"))                       --> 8\n",
	}, neighbours},
	{Entry{
		"pos:captures", positions, "pos:captures(move) → list of cells",
		"The cells whose pieces or seeds a move would take from other players.",
		"a `pos:play`, and a step for each cell", "pente",
		"local p = pos\n" +
			"for _, m in ipairs { \"j10\", \"j11\", \"a1\", \"j12\" } do p = p:play(m) end\n" +
			"print(table.concat(p:captures(\"j13\"), \" \"))        --> j11 j12\n",
	}, captures},
	{Entry{
		"pos:over", positions, "pos:over() → true or false",
		"Whether the game is over.",
		"nothing to speak of", "tictactoe",
		"print(pos:over())                                  --> false\n",
	}, over},
	{Entry{
		"pos:winners", positions, "pos:winners() → list of players",
		"Who has won: an empty list in a draw, and while nobody has.",
		"nothing to speak of", "tictactoe",
		"local p = pos\n" +
			"for _, m in ipairs { \"a1\", \"a2\", \"b1\", \"b2\", \"c1\" } do p = p:play(m) end\n" +
			"print(p:over(), p:winners()[1])                    --> true\t1\n",
	}, winners},
	{Entry{
		"pos:result", positions, "pos:result(player) → number, reason",
		"1 when the player has won, 0 in a draw, -1 when another has won, and why; `nil` while nothing is decided.",
		"nothing to speak of", "tictactoe",
		"local p = pos\n" +
			"for _, m in ipairs { \"a1\", \"a2\", \"b1\", \"b2\", \"c1\" } do p = p:play(m) end\n" +
			"print(p:result(1))                                 --> 1\trow\n" +
			"print(p:result(2))                                 --> -1\trow\n" +
			"print(pos:result(1))                               --> nil\n",
	}, result},
	{Entry{
		"pos:score", positions, "pos:score(player) → number",
		"What a player has counted so far: discs, pairs, seeds in the store. `nil` in games that count nothing.",
		"a step for each cell", "othello",
		"print(pos:score(1), pos:play(\"f5\"):score(1))       --> 2\t4\n",
	}, score},
	{Entry{
		"pos:hash", positions, "pos:hash() → number",
		"A whole number that is the same for the same position, and differs for others: a key for tables.",
		"nothing to speak of", "tictactoe",
		"local one = pos:play(\"a1\"):play(\"b2\"):play(\"c3\")\n" +
			"local two = pos:play(\"c3\"):play(\"b2\"):play(\"a1\")\n" +
			"print(one:hash() == two:hash(), one == two)        --> true\ttrue\n",
	}, hash},
	{Entry{
		"pos:text", positions, "pos:text() → string",
		"The position as text, as `--from` of `studioctl` reads it.",
		"a step for each 16 cells", "othello",
		"print(pos:text():sub(25, 42))                      --> ---OX------XO-----\n",
	}, asText},
	{Entry{
		"pos:symmetries", positions, "pos:symmetries() → list of positions",
		"The positions that look like this one turned, mirrored, or shifted on a board without edges: each once, this one first, 64 at most. " +
			"Boards of pits have no others.",
		"a copy of the board for each symmetry", "tictactoe",
		"print(#pos:symmetries())                           --> 1\n" +
			"print(#pos:play(\"a1\"):symmetries())                --> 4\n",
	}, symmetries},
	{Entry{
		"pos:canonical", positions, "pos:canonical() → number",
		"Like `pos:hash()`, but also equal for positions that are symmetric.",
		"a copy of the board for each symmetry: 8, or thousands on a board without edges", "tictactoe",
		"print(pos:play(\"a1\"):canonical() == pos:play(\"c3\"):canonical())  --> true\n",
	}, canonical},
}

// lineMethods are those of alignment games.
var lineMethods = []method{
	{Entry{
		"pos:lines", lines, "pos:lines(k) → list of lists of cells",
		"All rows of `k` cells, each once; without `k`, the rows that win. On boards without edges they go on at the other side. The list " +
			"is the same all game long: ask for it once, and keep it.",
		"high: some 600 lists on a board of 15×15", "tictactoe",
		"local rows = pos:lines()\n" +
			"print(#rows, table.concat(rows[1], \" \"))           --> 8\ta1 b1 c1\n" +
			"print(#pos:lines(2))                               --> 20\n",
	}, rowList},
	{Entry{
		"pos:tuples", lines, "pos:tuples(player, k) → list of numbers",
		"In how many rows of `k` cells the player has 1, 2, … stones and nobody else has any: these rows can still be completed. Without " +
			"`k`, the rows that win.",
		"a sixteenth of a step for each cell of each row: 10 microseconds on 15×15", "tictactoe",
		"print(table.concat(pos:play(\"b2\"):tuples(1), \" \"))  --> 4 0 0\n",
	}, tuples},
	{Entry{
		"pos:threats", lines, "pos:threats(player, n) → list of cells",
		"The empty cells where a stone of the player would be the `n`-th in a row that can still win; without `n`, the stone that completes it.",
		"as `pos:tuples`", "tictactoe",
		"local p = pos:play(\"a1\"):play(\"b2\"):play(\"b1\")\n" +
			"print(table.concat(p:threats(1), \" \"))             --> c1\n" +
			"print(table.concat(p:threats(2, 2), \" \"))          --> c1 a2 c2 a3\n",
	}, threats},
	{Entry{
		"pos:wins", lines, "pos:wins(player) → list of moves",
		"The moves with which the player would win at once, were it this player's turn. Unlike `pos:threats` it knows all rules: where pieces fall, " +
			"captures, forbidden moves.",
		"as `pos:tuples`, and a `pos:play` for each candidate; in games with captures for each move", "connect4",
		"local p = pos\n" +
			"for _, m in ipairs { \"a\", \"b\", \"a\", \"b\", \"a\", \"b\" } do p = p:play(m) end\n" +
			"print(table.concat(p:wins(1), \" \"), table.concat(p:wins(2), \" \"))  --> a\tb\n",
	}, wins},
}

// discMethods are those of Othello.
var discMethods = []method{
	{Entry{
		"pos:flips", discs, "pos:flips(move) → list of cells",
		"The discs that a move turns.",
		"a `pos:play`, and a step for each cell", "othello",
		"print(table.concat(pos:flips(\"f5\"), \" \"))          --> e5\n",
	}, flips},
	{Entry{
		"pos:mobility", discs, "pos:mobility(player) → number",
		"How many moves the player would have, whoever is to move.",
		"a step for each cell: 1 to 2 microseconds", "othello",
		"print(pos:mobility(1), pos:play(\"f5\"):mobility(2)) --> 4\t3\n",
	}, mobility},
	{Entry{
		"pos:stable", discs, "pos:stable(player) → number",
		"How many discs of the player can be seen never to be turned again, such as one in a corner. There may be more.",
		"some steps for each cell", "othello",
		"print(pos:stable(1))                               --> 0\n",
	}, stable},
	{Entry{
		"pos:corners", discs, "pos:corners() → list of cells",
		"The four corners.",
		"a step for each cell", "othello",
		"print(table.concat(pos:corners(), \" \"))            --> a1 h1 a8 h8\n",
	}, corners},
	{Entry{
		"pos:edges", discs, "pos:edges() → list of cells",
		"The cells of the edges, without the corners.",
		"a step for each cell", "othello",
		"print(#pos:edges())                                --> 24\n",
	}, edges},
}

// seedMethods are those of awale.
var seedMethods = []method{
	{Entry{
		"pos:sow", seeds, "pos:sow(move) → number, cell",
		"How many seeds a move takes, and the pit into which its last seed falls.",
		"a `pos:play`", "awale",
		"print(pos:sow(\"C\"))                                --> 0\ta\n",
	}, sow},
	{Entry{
		"pos:seeds", seeds, "pos:seeds(pit) → number",
		"The seeds in a pit.",
		"nothing to speak of", "awale",
		"print(pos:seeds(\"C\"), pos:play(\"C\"):seeds(\"C\"))    --> 4\t0\n",
	}, seedsIn},
	{Entry{
		"pos:store", seeds, "pos:store(player) → number",
		"The seeds that a player has taken.",
		"nothing to speak of", "awale",
		"print(pos:store(1))                                --> 0\n",
	}, store},
	{Entry{
		"pos:attacked", seeds, "pos:attacked(player) → list of pits",
		"The pits of the player whose seeds some move of the other would take, whoever is to move.",
		"a sowing for each pit", "awale",
		"print(#pos:attacked(1))                            --> 0\n",
	}, attacked},
	{Entry{
		"pos:exposed", seeds, "pos:exposed(player) → list of pits",
		"The pits of the player that hold one or two seeds: one more, and the other may take them.",
		"a step for each pit", "awale",
		"local after = pos:play(\"C\")\n" +
			"print(#pos:exposed(1), #after:exposed(1))          --> 0\t0\n",
	}, exposed},
}
