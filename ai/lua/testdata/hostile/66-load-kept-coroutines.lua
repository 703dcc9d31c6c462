-- 66: coroutines that are kept before the table is returned, and resumed in choose
-- verdict: M|T
-- limit: 20s
kept = {}
for i = 1, 100000 do
  kept[i] = coroutine.wrap(function() coroutine.yield() while true do end end)
  kept[i]()
end
return { name = "Hostile", choose = function(pos, moves) return moves[1] end }
