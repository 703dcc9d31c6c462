-- A command for game trees: it marks each new open three.
--
-- An open three is three stones that one more stone makes into an open four. Three of four
-- cells in a row have stones of one player, and the fourth cell and the cells at both ends
-- are empty. (With another winning length, it has two stones fewer than that length.)

-- rowsAt returns, for each cell, the rows of the given length through it.
local function rowsAt(pos, length)
  local rows = {}
  for _, row in ipairs(pos:lines(length)) do
    for _, cell in ipairs(row) do
      rows[cell] = rows[cell] or {}
      table.insert(rows[cell], row)
    end
  end
  return rows
end

-- threeIn returns the stones of a player if the row is an open three, or nil.
local function threeIn(pos, row, player)
  if pos:at(row[1]) or pos:at(row[#row]) then
    return nil
  end
  local stones, empty = {}, 0
  for i = 2, #row - 1 do
    local owner = pos:at(row[i])
    if owner == player then
      table.insert(stones, row[i])
    elseif owner or empty > 0 then
      return nil
    else
      empty = empty + 1
    end
  end
  return empty == 1 and stones or nil
end

return {
  name = "Open threes",
  games = { "line" },

  commands = {
    {
      name = "mark",
      title = "Mark Every Open Three",
      run = function(tree, here)
        local k = game:param("k")
        if k < 5 or game:param("drop") then
          error("an open three needs a game of five in a row, in which a stone can be put into any cell", 0)
        end
        local rows
        local found = 0
        for node in tree:nodes() do
          local pos, move = node:position(), node:move()
          rows = rows or pos and rowsAt(pos, k + 1)
          if pos and move and rows[move] then
            local player = pos:at(move)
            local stones = {}
            for _, row in ipairs(player and rows[move] or {}) do
              for _, cell in ipairs(threeIn(pos, row, player) or {}) do
                stones[cell] = true
              end
            end
            if next(stones) then
              found = found + 1
            end
            for cell in pairs(stones) do
              tree:mark(node, cell, "triangle")
            end
          end
        end
        log("moves that make an open three: " .. found)
      end,
    },
  },
}
