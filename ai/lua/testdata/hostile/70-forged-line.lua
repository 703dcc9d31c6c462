-- 70: errors that say themselves where they are
-- verdict: E
-- values: 2147483648 ;; 9223372036854775807 ;; 9223372036854775808 ;; -1 ;; 0 ;; "1e3" ;; "0x10" ;; "+3" ;; "00000000000000000003" ;; "" ;; "3:3" ;; ("9"):rep(1000)
local name = select(2, pcall(function() error("!") end)):match("^(.*):%d+: !$")
return { name = "Hostile", choose = function(pos, moves)
  error(name .. ":" .. tostring(@VALUE@) .. ": forged", 0)
end }
