-- What coroutines do; beside it what lua5.1 prints for it.
print(coroutine.resume(coroutine.create(function(a, b) local c, d = coroutine.yield(a + b) print(c, d) local e = coroutine.yield() print(e) return 1, 2, 3 end), 3, 4))
local co = coroutine.create(function(a, b) local c, d = coroutine.yield(a + b) print(c, d) local e = coroutine.yield() print(e) return 1, 2, 3 end)
print(coroutine.status(co)) print(coroutine.resume(co, 3, 4)) print(coroutine.status(co)) print(coroutine.resume(co, 'c')) print(coroutine.resume(co)) print(coroutine.status(co)) print(coroutine.resume(co))
local function gen(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end end) end
for i, j in gen(3) do print(i, j) end
-- permutations, recursively
local function perms(t, n) n = n or #t if n <= 1 then coroutine.yield(t) else for i = 1, n do t[n], t[i] = t[i], t[n] perms(t, n - 1) t[n], t[i] = t[i], t[n] end end end
for p in coroutine.wrap(function() perms { 'a', 'b', 'c' } end) do print(table.concat(p)) end
-- trees of generators
local function walk(t) return coroutine.wrap(function() if t[1] then for x in walk(t[1]) do coroutine.yield(x) end end coroutine.yield(t.v) if t[2] then for x in walk(t[2]) do coroutine.yield(x) end end end) end
for v in walk { v = 2, { v = 1 }, { v = 3, nil, { v = 4 } } } do print(v) end
print(pcall(coroutine.wrap(function() error('so') end)))
print(pcall(coroutine.wrap(function() error({}) end)) == false)
print(coroutine.resume(coroutine.create(function() local x = nil; x() end)) == false)
print(coroutine.running())
co = coroutine.create(function() print(coroutine.running() == co, coroutine.status(co)) end) coroutine.resume(co)
local a, b a = coroutine.create(function() print(coroutine.resume(b)) end) b = coroutine.create(function() print(coroutine.status(a)) print((coroutine.resume(a))) end) coroutine.resume(a)
print(select('#', coroutine.resume(coroutine.create(function() end))))
print(select('#', coroutine.resume(coroutine.create(function() return nil, nil end))))
print(select('#', coroutine.resume(coroutine.create(function() coroutine.yield(nil, nil) end))))
-- in argument lists, tables and tails
local w = coroutine.wrap(function(...) local t = { coroutine.yield(...) } print(#t, unpack(t)) print(1, coroutine.yield('x')) return coroutine.yield('tail') end)
print(w(1, 2)) print(w(5, 6, 7)) print(w(8, 9)) print(w('end', 'of', 'it')) print(pcall(w) == false)
-- locals survive, closures see them
local n = 0 local inc = coroutine.wrap(function() local k = 0 while true do k = k + 1 n = n + k coroutine.yield(function() return k end) end end)
local f1 = inc() local f2 = inc() print(f1(), f2(), n)
print(pcall(coroutine.resume, 5) == false, pcall(coroutine.create) == false)
print(pcall(coroutine.create, print) == false, pcall(coroutine.yield) == false)
-- an error goes through two coroutines, and leaves them dead
local inner = coroutine.create(function() coroutine.wrap(function() error({ code = 7 }) end)() end)
local ok, e = coroutine.resume(inner) print(ok, e.code, coroutine.status(inner))
-- pcall inside a coroutine, without a yield
print(coroutine.wrap(function() local ok, e = pcall(error, 'x', 0) coroutine.yield(ok, e) return 'never' end)())
-- a coroutine resumed in a sort, a metamethod and pcall
local g = coroutine.wrap(function() for i = 1, 100 do coroutine.yield(i % 2 == 0) end end)
local t = { 3, 1, 2 } table.sort(t, function(a, b) g() return a < b end) print(t[1], t[3])
print(setmetatable({}, { __index = function(_, k) return coroutine.wrap(function() coroutine.yield(k .. '!') end)() end }).key)
print(pcall(coroutine.wrap(function() return 'fine', 2 end)))
