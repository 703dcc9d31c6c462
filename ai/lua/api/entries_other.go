package api

// gameFunctions are the functions of the table game.
var gameFunctions = []function{
	{Entry{
		"game:players", games, "game:players() → number",
		"How many players there are. `game.family` is the family of the game, `game.name` its preset, or else its family. `game` is given to " +
			"`start`, and is a variable that all functions can use; it is `nil` while the script is loaded.",
		"nothing to speak of", "tictactoe",
		"print(game:players(), game.family, game.name)      --> 2\tline\ttictactoe\n",
	}, gamePlayers},
	{Entry{
		"game:param", games, "game:param(name) → value",
		"A parameter of the game: a number, true or false, or a word. `studioctl games` lists them.",
		"nothing to speak of", "connect4",
		"print(game:param(\"k\"), game:param(\"drop\"), game:param(\"topology\"))  --> 4\ttrue\tplane\n",
	}, gameParam},
	{Entry{
		"game:start", games, "game:start() → position",
		"The first position of the game by its rules. A game may have begun elsewhere.",
		"nothing to speak of", "tictactoe",
		"print(game:start() == pos)                         --> true\n",
	}, gameStart},
	{Entry{
		"game:random", games, "game:random(n) → position",
		"A position after `n` random moves in which the game is not over; `nil` when none is found.",
		"`n` times `pos:moves` and `pos:play`", "tictactoe",
		"print(game:random(2):turn())                       --> 1\n",
	}, gameRandom},
	{Entry{
		"game:left", games, "game:left() → seconds",
		"The time that is left: for the game if it is played with clocks, else for this move.",
		"nothing to speak of", "tictactoe",
		"print(game:left() > 0.1)                           --> true\n",
	}, gameLeft},
}

// searchFunctions are the functions of the table search.
var searchFunctions = []function{
	{Entry{
		"search.alphabeta", searches, "search.alphabeta(pos, depth, evaluate, order) → move, value",
		"Looks `depth` moves ahead, and returns the best move, and the score of the position for the player to move. " +
			"`evaluate(pos, player)` returns the score of a position for `player`, with two players the one to move: higher is better. " +
			"The score of a won position is 1000000 less one for each move until then, that of a lost one the opposite, that of a draw 0: " +
			"that needs no help of `evaluate`, whose answers are cut at 100000. `order(pos, moves)`, if given, returns the moves with the most " +
			"promising first, which makes the search faster. With two players it is alpha-beta with a table of positions, which it keeps for " +
			"the same functions until your move; with more, each player is taken to play for himself.",
		"a `pos:play` for each position, and a call of `evaluate` for each where it stops", "tictactoe",
		"local p = pos:play(\"a1\"):play(\"b2\"):play(\"b1\"):play(\"a2\")\n" +
			"print(search.alphabeta(p, 3, function() return 0 end))  --> c1\t999999\n",
	}, searchAlphabeta},
	{Entry{
		"search.table", searches, "search.table(n) → table of positions",
		"A table that remembers something for each of up to `n` positions, 16384 without `n`, and forgets others when it is full.",
		"a quarter of a step for each place", "tictactoe",
		"local known = search.table(1000)\n" +
			"known:put(pos, \"here we began\")\n" +
			"print(known:get(pos), known:get(pos:play(\"b2\")))   --> here we began\tnil\n",
	}, searchTable},
}

// tableFunctionsOfSearch are the methods of tables of positions.
var tableFunctionsOfSearch = []function{
	{Entry{
		"known:get", searches, "known:get(pos) → value",
		"What was put for a position; `nil` if nothing was, or it is forgotten.",
		"nothing to speak of", "tictactoe",
		"local known = search.table()\n" +
			"print(known:get(pos))                              --> nil\n",
	}, memoGet},
	{Entry{
		"known:put", searches, "known:put(pos, value)",
		"Remembers a value for a position.",
		"nothing to speak of", "tictactoe",
		"local known = search.table()\n" +
			"known:put(pos, { depth = 3 })\n" +
			"print(known:get(pos).depth)                        --> 3\n",
	}, memoPut},
}

// basicEntries tell of what differs from the Lua that books describe, or is not in it.
var basicEntries = []Entry{
	{
		"log", basics, "log(…)",
		"Writes values to the log, one line for each call; `print` does the same. What is logged while a move is chosen is shown with " +
			"it, up to 4 KB.",
		"a step for each 64 bytes", "tictactoe",
		"log(\"moves:\", #moves)                              --> moves:\t9\n",
	},
	{
		"options", basics, "options.NAME",
		"The value of an option of your script: a number, true or false, or a string.",
		"nothing to speak of", "tictactoe",
		"print(options.depth)                               --> nil\n",
	},
	{
		"math.random", basics, "math.random(m, n) → number",
		"A random number: from 0 up to 1; with `n` alone a whole number from 1 to `n`, with both from `m` to `n`. A game played again with the " +
			"same seed gets the same numbers. `math.randomseed(n)` starts a sequence of your own.",
		"nothing to speak of", "tictactoe",
		"print(math.random(6) <= 6, math.random(7, 9) >= 7) --> true\ttrue\n",
	},
	{
		"pairs", basics, "pairs(table)",
		"Goes through a table: first the list in it, then the other keys in the order in which they came: always the same.",
		"as in Lua", "tictactoe",
		"for key, value in pairs { 7, b = 1, a = 2 } do print(key, value) end\n" +
			"--> 1\t7\n--> b\t1\n--> a\t2\n",
	},
	{
		"tostring", basics, "tostring(value) → string",
		"As in Lua, but a table is just `table`, and a function `function`.",
		"as in Lua", "tictactoe",
		"print(tostring({}), tostring(12))                  --> table\t12\n",
	},
	{
		"coroutine.wrap", basics, "coroutine.wrap(function) → function",
		"The coroutines of Lua: `create`, `resume`, `yield`, `status`, `running` and `wrap`. One of them may be kept for the next move. It cannot " +
			"yield inside `pcall`, `table.sort`, a metamethod or a loop's own iterator.",
		"64 steps, and some 10 KB until it is dropped", "tictactoe",
		"local corners = coroutine.wrap(function()\n" +
			"  for _, cell in ipairs { \"a1\", \"c1\", \"a3\", \"c3\" } do coroutine.yield(cell) end\n" +
			"end)\n" +
			"print(corners(), corners())                        --> a1\tc1\n",
	},
	{
		"string.format", basics, "string.format(text, …) → string",
		"As in Lua, with widths up to 99. `string.upper` and `string.lower` change the letters a to z only. A string has 1 MB at most, a pattern " +
			"1000 characters, and a match ends with an error after a million tries.",
		"a step for each 64 bytes, for patterns one for each try", "tictactoe",
		"print((\"%s has %d\"):format(\"b2\", 3))               --> b2 has 3\n" +
			"print((\"a,b\"):gsub(\",\", \"+\"))                      --> a+b\t1\n",
	},
}
