-- 31: upper reverse
-- verdict: M|D
-- without the sandbox: D
-- limit: 10s
return { name = "Hostile", choose = function(pos, moves)
local s = ("x"):rep(1e6)
local all = {}
while true do all[#all + 1] = s:upper():reverse() end
return moves[1] end }
