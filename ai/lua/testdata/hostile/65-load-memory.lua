-- 65: takes all memory before the table is returned
-- verdict: M|D|T|E
-- limit: 10s
-- values: t[#t + 1] = ("x"):rep(100000) .. #t ;; t[#t + 1] = { 1, 2, 3 } ;; t[n * 300000] = n
-- full: t["k" .. n] = n ;; local f = t t = function() return f end
local t, n = {}, 0
while true do
  n = n + 1
  @VALUE@
end
return { name = "Hostile", choose = function(pos, moves) return moves[1] end }
