-- 63: each of these values as the answer
-- verdict: I
-- values: nil ;; true ;; "e4" ;; {} ;; -1 ;; 0 ;; 1.5 ;; 0/0 ;; 1/0 ;; -1/0 ;; 2^53+1 ;; "b2" ;; "q9" ;; ("x"):rep(1000000) ;; (function() local t = {} t.t = t return t end)() ;; setmetatable({}, {__index = function() while true do end end, __tostring = function() while true do end end}) ;; function() end ;; print ;; pos
-- played: b2
-- limit: 20s
return { name = "Hostile", choose = function(pos, moves)
  return @VALUE@
end }
