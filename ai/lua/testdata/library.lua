-- Checks of the functions that stand in for those of the machine.
local function same(name, got, want)
  if got ~= want then
    error(name .. ": " .. tostring(got) .. ", want " .. tostring(want), 2)
  end
end

-- all joins its arguments, so that several results compare at once.
local function all(...)
  local t = { ... }
  for i = 1, select("#", ...) do
    t[i] = tostring(t[i])
  end
  return table.concat(t, "|")
end

-- fails checks that a call fails with a message.
local function fails(message, f, ...)
  local ok, err = pcall(f, ...)
  if ok or not tostring(err):find(message, 1, true) then
    error("want " .. message .. ", got " .. tostring(err), 2)
  end
end

local function strings()
  same("find", all(("hello world"):find("wor")), "7|9")
  same("find", all(("hello"):find("l+")), "3|4")
  same("find", all(("hello"):find("xyz")), "nil")
  same("find", all(("hello"):find("")), "1|0")
  same("find", all(("hello"):find("", 10)), "6|5")
  same("find", all(("hello"):find("l", -2)), "4|4")
  same("find", all(("a.b"):find(".", 2, true)), "2|2")
  same("find", all(("a+b"):find("+", 1, true)), "2|2")
  same("find", all(("hello"):find("^h")), "1|1")
  same("find", all(("hello"):find("^e")), "nil")
  same("find", all(("hello"):find("o$")), "5|5")
  same("find", all(("key = value"):find("(%w+)%s*=%s*(%w+)")), "1|11|key|value")
  same("match", all(("2026-11-21"):match("(%d+)-(%d+)-(%d+)")), "2026|11|21")
  same("match", all(("  trim  "):match("^%s*(.-)%s*$")), "trim")
  same("match", all(("hello"):match("()ll()")), "3|5")
  same("match", all(("x"):match("y")), "nil")
  same("match", all(("f(a(b)c)d"):match("%b()")), "(a(b)c)")
  same("match", all(("THE (quick) fox"):find("%((%a+)%)")), "5|11|quick")
  same("match", all(([[say "hi" or 'ho']]):match([[(["'])(.-)%1]])), '"|hi')
  same("match", all(("abc"):match("a?b?c?d?")), "abc")
  same("match", all(("aaa"):match("a-")), "")
  same("match", all(("aaab"):match("a-b")), "aaab")
  same("match", all(("[x]"):match("%[(.)%]")), "x")
  same("match", all(("a]b"):match("[]]")), "]")
  same("match", all(("a-b"):match("[a%-]+")), "a-")
  same("match", all(("a^b"):match("[b^]+")), "^b")
  same("match", all(("abc"):match("[^a]+")), "bc")
  same("match", all(("x-z"):match("[x-]+")), "x-")
  same("match", all(("THE (quick) fox"):gsub("%f[%a]%a+", "W")), "W (W) W|3")
  same("match", all(("\0a"):match("%z")), "\0")
  same("match", all(("Ab1 _\t"):gsub("%a", "a")), "aa1 _\t|2")
  same("match", all(("Ab1 _\t"):gsub("%W", "-")), "Ab1---|3")
  same("match", all(("Ab1 _\t"):gsub("%p", "-")), "Ab1 -\t|1")
  same("match", all(("aFg9"):gsub("%x", "-")), "--g-|3")
  same("match", all(("a\nb\127"):gsub("%c", "-")), "a-b-|2")
  same("match", all(("AbC"):gsub("%l", "-")), "A-C|1")
  same("match", all(("AbC"):gsub("%u", "-")), "-b-|2")
  same("match", all(("a%b"):gsub("%%", "-")), "a-b|1")
  same("match", all(("a{b"):gsub("%{", "-")), "a-b|1")
  same("match", all(("abcd"):match("[a-c]+")), "abc")
  same("match", all(("abcd"):match("[^a-c]+")), "d")
  same("match", all(("x0129y"):match("[0-9]+")), "0129")
  same("match", all(("x-9"):match("[%a-]+")), "x-")
  same("match", all(("a%b"):match("[%%a]+")), "a%")
  same("match", all(("a^"):match("[%^]")), "^")
  same("match", all(("a$b"):match("a$b")), "a$b")
  same("match", all(("a^b"):match("a^b")), "a^b")
  same("match", all(("ab"):match("a$")), "nil")
  same("match", all(("abab"):match("^(ab)%1$")), "ab")
  same("match", all(("abac"):match("^(ab)%1$")), "nil")
  same("match", all(("<a><b>"):match("<.->")), "<a>")
  same("match", all(("<a><b>"):match("<.*>")), "<a><b>")
  same("match", all(("a(b(c)"):match("^a%b()")), "nil")
  same("match", all(("a 'b' c"):match("%b''")), "'b'")
  same("match", all(("ab12"):match("%a+(%d?)(%d?)(%d?)")), "1|2|")
  same("match", all(("hello"):match("l.", -2)), "lo")
  same("match", all(("hello"):match(".", 6)), "nil")
  same("match", all(("hello"):match("()", 6)), "6")
  same("find", all(("ab"):find("%f[%z]")), "3|2")
  same("find", all(("a1 2b"):find("%f[%d]%d%f[%a]")), "4|4")
  same("gsub", all(("color colour"):gsub("colou?r", "x")), "x x|2")
  same("gsub", all(("aaa"):gsub("a", "b", 0)), "aaa|0")
  same("gsub", all(("aaa"):gsub("a", "b", -1)), "aaa|0")
  same("gsub", all(("baa"):gsub("^a", "x")), "baa|0")
  same("gsub", all(("ab"):gsub("%a", "<%1>")), "<a><b>|2")
  same("gsub", all(("a=1 b=2"):gsub("(%a)=(%d)", { a = "x" })), "x b=2|2")
  same("gsub", all(("a=1 b=2"):gsub("(%a)=(%d)", function(k, v) return v .. k end)), "1a 2b|2")
  same("gsub", all(("ab"):gsub("()b", "%1")), "a2|1")
  same("gsub", all(("hello world"):gsub("o", "0")), "hell0 w0rld|2")
  same("gsub", all(("hello world"):gsub("o", "0", 1)), "hell0 world|1")
  same("gsub", all(("hello"):gsub("", "-")), "-h-e-l-l-o-|6")
  same("gsub", all(("abc"):gsub("%w", "%0%0")), "aabbcc|3")
  same("gsub", all(("hello world"):gsub("(%w+) (%w+)", "%2 %1")), "world hello|1")
  same("gsub", all(("abc"):gsub("b", "%%")), "a%c|1")
  same("gsub", all(("abc"):gsub("b", { b = "x" })), "axc|1")
  same("gsub", all(("abc"):gsub("%w", { b = false })), "abc|3")
  same("gsub", all(("abc"):gsub("%w", function(c) if c == "b" then return 7 end end)), "a7c|3")
  same("gsub", all(("aaa"):gsub("^a", "b")), "baa|1")
  same("gsub", all(("abc"):gsub("b*", "-")), "-a--c-|4")
  same("gsub", all(("abc"):gsub("c", 5)), "ab5|1")
  local words = {}
  for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do
    words[#words + 1] = k .. v
  end
  for w in ("one two"):gmatch("%a+") do
    words[#words + 1] = w
  end
  for w in ("ab"):gmatch("") do
    words[#words + 1] = "."
  end
  same("gmatch", table.concat(words, " "), "a1 b2 one two . . .")
  words = {}
  for w in ("ab cd"):gmatch("%a*") do
    words[#words + 1] = w .. "."
  end
  same("gmatch", table.concat(words, " "), "ab. . cd. .")
  same("rep", ("ab"):rep(3), "ababab")
  same("rep", ("ab"):rep(-1), "")
  same("rep", ("ab"):rep(0) .. (""):rep(5), "")
  same("upper", ("aZ1é`{"):upper(), "AZ1é`{")
  same("lower", ("aZA1É@["):lower(), "aza1É@[")
  same("reverse", ("abc"):reverse(), "cba")
  same("byte", all(("abc"):byte()), "97")
  same("byte", all(("abc"):byte(2)), "98")
  same("byte", all(("abc"):byte(-1)), "99")
  same("byte", all(("abc"):byte(1, -1)), "97|98|99")
  same("byte", all(("abc"):byte(4)), "")
  same("byte", all(("abc"):byte(0)), "")
  same("byte", all(("abc"):byte(-9)), "")
  same("byte", all(("abc"):byte(-9, 2)), "97|98")
  same("byte", all(("abc"):byte(0, 1)), "97")
  same("byte", all(("abc"):byte(-2, -1)), "98|99")
  same("byte", all(("abc"):byte(2, 9)), "98|99")
  same("byte", all(("abc"):byte(3, 2)), "")
  same("sub", ("hello"):sub(2, -2), "ell")
  same("format", ("%d %5d|%-5d|%05d|%+d"):format(1, 2, 3, 4, 5), "1     2|3    |00004|+5")
  same("format", ("%.2f %g %g %e"):format(1 / 3, 0.1, 1e20, 12345), "0.33 0.1 1e+20 1.234500e+04")
  same("format", ("%s %10s|%-10s|%.2s"):format("a", "b", "c", "defg"), "a          b|c         |de")
  same("format", ("%x %X %o %c %%"):format(255, 255, 8, 65), "ff FF 10 A %")
  same("format", ("%q"):format('a "b"\n\\'), '"a \\"b\\"\\\n\\\\"')
  same("format", ("%s %s %s"):format(nil, true, {}), "nil true table")
  same("format", ("%q"):format("\0\r"), '"\\000\\r"')
  same("format", ("%i %u %E %G"):format(3.9, 4, 1, 1e-10), "3 4 1.000000E+00 1E-10")
  same("format", ("%#x|% d|%#o|%-+5d|%05.1f|%.0f"):format(255, 5, 8, 3, 2.5, 1), "0xff| 5|010|+3   |002.5|1")
  same("format", ("%99d"):format(7), (" "):rep(98) .. "7")
  same("format", #("%.99f"):format(0), 101)
  same("format", ("a%sb%%"):format(1), "a1b%")
  fails("unknown directive", string.format, "%100d", 1)
  fails("unknown directive", string.format, "%.100f", 1)
  fails("value expected", string.format, "%s")
  fails("unknown directive", string.format, "%y", 1)
  fails("unknown directive", string.format, "%")
  fails("ends with '%'", string.find, "a", "%")
  fails("']' is missing", string.find, "a", "[a")
  fails("']' is missing", string.find, "a", "[a%]")
  fails("')' without '('", string.match, "a", "a)")
  fails("')' is missing", string.find, "a", "(a")
  fails("capture that is not there", string.find, "a", "%1")
  fails("missing '['", string.find, "a", "%fa")
  fails("are missing after '%b'", string.find, "a", "%b(")
  fails("no capture 2", string.gsub, "a", "(a)", "%2")
  fails("the replacement ends", string.gsub, "a", "a", "%")
  fails("invalid replacement value", string.gsub, "a", "a", function() return {} end)
end

local function tables()
  same("concat", table.concat({ 1, "b", 3 }, ", "), "1, b, 3")
  same("concat", table.concat({ 1, 2, 3, 4 }, "-", 2, 3), "2-3")
  same("concat", table.concat({}), "")
  same("concat", table.concat({ 1.5, 2 }), "1.52")
  same("concat", table.concat({ 1, 2, 3 }, "-", 3, 2), "")
  same("concat", table.concat({ 1 }, ",", 2), "")
  local long = {}
  for i = 1, 50000 do
    long[i] = "x"
  end
  same("concat", #table.concat(long, ","), 99999)
  fails("invalid value (a table) at index 1", table.concat, { {} })
  local t = { 5, 2, 4, 1, 3 }
  table.sort(t)
  same("sort", table.concat(t), "12345")
  table.sort(t, function(a, b) return a > b end)
  same("sort", table.concat(t), "54321")
  table.sort(t, nil)
  same("sort", table.concat(t), "12345")
  fails("", table.sort, t, 1)
  t = { "b", "c", "a" }
  table.sort(t)
  same("sort", table.concat(t), "abc")
  fails("attempt to compare", table.sort, { 1, "a" })
  same("unpack", all(unpack({ 1, 2, 3 })), "1|2|3")
  same("unpack", all(unpack({ 1, 2, 3 }, 2)), "2|3")
  same("unpack", all(unpack({ 1, 2, 3 }, 2, 5)), "2|3|nil|nil")
  same("unpack", all(unpack({ 1 }, 2, 1)), "")
  local many = {}
  for i = 1, 300000 do
    many[#many + 1] = i
    if i == 200000 then
      break
    end
  end
  same("length", #many, 200000)
end

local function numbers()
  local seen = {}
  for i = 1, 300 do
    local r = math.random()
    same("random", r >= 0 and r < 1, true)
    seen[math.floor(r * 2)] = true
    seen["to " .. math.random(3.9)] = true
    seen["between " .. math.random(-1, 1)] = true
  end
  local found = {}
  for k in pairs(seen) do
    found[#found + 1] = tostring(k)
  end
  table.sort(found)
  same("random", table.concat(found, ", "), "0, 1, between -1, between 0, between 1, to 1, to 2, to 3")
  math.randomseed(7)
  local first = all(math.random(), math.random(1000))
  math.randomseed(8)
  same("randomseed", all(math.random(), math.random(1000)) ~= first, true)
  math.randomseed(7)
  same("randomseed", all(math.random(), math.random(1000)), first)
end

local function base()
  same("xpcall", all(xpcall(function() return 1, 2 end, print)), "true|1|2")
  same("xpcall", all(xpcall(function() error("x", 0) end, function(e) return "got " .. e end)), "false|got x")
  same("pcall", all(pcall(error, "x", 0)), "false|x")
  same("tostring", tostring(setmetatable({}, { __tostring = function() return "me" end })), "me")
  fails("__tostring must return a string", tostring, setmetatable({}, { __tostring = function() return {} end }))
  same("tostring", all(1, 1.5, nil, false, "s"), "1|1.5|nil|false|s")
  same("huge", math.huge > 1e308, true)
  for _, name in ipairs({ "load", "loadstring", "dofile", "loadfile", "require", "module", "newproxy",
    "collectgarbage", "getfenv", "setfenv", "_printregs", "os", "io", "debug", "package", "channel" }) do
    same(name, _G[name], nil)
  end
  same("math", math.floor(math.sqrt(17)), 4)
  local function sum(n, acc) -- a call in return position is a call like others
    if n == 0 then
      return acc
    end
    return sum(n - 1, acc + n)
  end
  same("recursion", sum(100, 0), 5050)
end

return {
  name = "Library",
  choose = function(pos, moves)
    strings()
    tables()
    numbers()
    base()
    print("done")
    return moves[1]
  end,
}
