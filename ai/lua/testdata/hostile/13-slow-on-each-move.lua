-- 13: busy in each move: the clock runs over all of them
-- verdict: T
-- asks: 10
-- clock: 1s
-- game: gomoku
return { name = "Hostile", choose = function(pos, moves)
for i = 1, 1e7 do local x = i * i end
return moves[1] end }
