-- A command for game trees: it colours the branches by their result.
--
-- Only lines that are played to the end count. A move gets the colour of a player if that
-- player wins all lines through it, and grey if all of them are drawn.

local COLOURS = { "#3465a4", "#cc0000", "#4e9a06", "#f57900", "#75507b", "#c17d11" }
local DRAWN = "#888a85"

local ours = { [DRAWN] = true }
for _, colour in ipairs(COLOURS) do
  ours[colour] = true
end

-- colourOf returns the colour of the result of a position, or nil if the game is not over.
local function colourOf(pos)
  if not pos or not pos:over() then
    return nil
  end
  local winners = pos:winners()
  if #winners == 1 then
    return COLOURS[(winners[1] - 1) % #COLOURS + 1]
  end
  return DRAWN
end

return {
  name = "Colours",

  commands = {
    {
      name = "results",
      title = "Colour Branches by Result",
      run = function(tree, here)
        local list = {}
        for node in tree:nodes() do
          table.insert(list, node)
        end
        local colour, mixed = {}, {}
        local ended = 0
        for i = #list, 1, -1 do -- descendants first
          local node = list[i]
          local own = colourOf(node:position())
          if own then
            ended = ended + 1
            colour[node] = own
          end
          local parent = node:parent()
          if parent and mixed[node] then
            mixed[parent] = true
          elseif parent and colour[node] then
            if colour[parent] and colour[parent] ~= colour[node] then
              mixed[parent] = true
            end
            colour[parent] = colour[node]
          end
        end
        if ended == 0 then
          error("no line of this tree is played to its end: there is no result to colour", 0)
        end
        for _, node in ipairs(list) do
          local now = not mixed[node] and colour[node] or nil
          if now and node:move() then
            tree:colour(node, now)
          elseif ours[node:colour()] then
            tree:colour(node, "")
          end
        end
        log("lines played to their end: " .. ended)
      end,
    },
  },
}
