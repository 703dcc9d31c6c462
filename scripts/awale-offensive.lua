-- An awale player that attacks. It compares its moves by three criteria:
--   1. The move captures as many seeds as possible.
--   2. As many pits of the opponent as possible have one or two seeds, so that they
--      can be captured next time.
--   3. As few of its own pits as possible have one or two seeds.

-- better compares two lists of numbers: the first number that differs decides.
local function better(a, b)
  for i = 1, #a do
    if a[i] ~= b[i] then
      return a[i] > b[i]
    end
  end
  return false
end

return {
  name = "Awale, offensive",
  games = { "awale" },

  choose = function(pos, moves)
    local me = pos:turn()
    local best, marks
    for _, move in ipairs(moves) do
      local taken = pos:sow(move)
      local after = pos:play(move)
      local new = { taken, #after:exposed(3 - me), -#after:exposed(me) }
      if not best or better(new, marks) then
        best, marks = move, new
      end
    end
    log(best .. " takes " .. marks[1])
    return best
  end,
}
