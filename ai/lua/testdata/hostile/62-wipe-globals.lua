-- 62: the next script has its globals
-- verdict: OK
return { name = "Hostile", choose = function(pos, moves)
local first, G = moves[1], _G
local names = {}
for k in pairs(G) do names[#names + 1] = k end
for i = 1, #names do G[names[i]] = nil end
moves[1] = first
return moves[1] end }
