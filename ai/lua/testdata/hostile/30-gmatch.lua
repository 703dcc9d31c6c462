-- 30: gmatch
-- verdict: T|M|E
-- without the sandbox: T
return { name = "Hostile", choose = function(pos, moves)
local s = ("ab "):rep(340000)
local all = {}
while true do for w in s:gmatch("%a+") do all[#all + 1] = w end end
return moves[1] end }
