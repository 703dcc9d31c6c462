-- 68: the game is over, and it goes on
-- verdict: T
-- values: while true do end ;; while true do pcall(function() while true do end end) end ;; coroutine.wrap(function() while true do end end)() ;; return finish(result) ;; while true do print(("x"):rep(1000)) end
function finish(result)
  while true do
    pcall(function() @VALUE@ end)
  end
end
return { name = "Hostile", finish = finish, choose = function(pos, moves) return moves[1] end }
