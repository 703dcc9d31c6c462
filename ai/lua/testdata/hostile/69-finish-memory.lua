-- 69: the game is over, and it takes all memory
-- verdict: M
-- limit: 20s
return { name = "Hostile", finish = function(result)
  local t = {}
  while true do t[#t + 1] = ("x"):rep(100000) .. #t end
end, choose = function(pos, moves) return moves[1] end }
