-- A command for game trees: it numbers the captures along each line.
--
-- Each cell in which a move captures gets a label with the number of the capture, from 1.
-- A variation continues the count of the line that it branches off.

-- needCaptures stops the command if the game has no captures.
local function needCaptures()
  if game.family == "awale" or (game:param("captures") or 0) > 0 then
    return
  end
  if game.family == "othello" then
    error("discs are turned in this game, and not captured: there is nothing to number", 0)
  end
  error("this game has no captures: there is nothing to number", 0)
end

return {
  name = "Captures",

  commands = {
    {
      name = "number",
      title = "Number the Captures",
      run = function(tree, here)
        needCaptures()
        local before = {} -- the number of captures up to each node
        local all = 0
        for node in tree:nodes() do
          local parent = node:parent()
          local count = parent and before[parent] or 0
          local pos = parent and node:position() and parent:position()
          if pos and node:move() then
            local cells = pos:captures(node:move())
            if #cells > 0 then
              count = count + 1
              all = all + 1
            end
            for _, cell in ipairs(cells) do
              tree:mark(node, cell, "label", tostring(count))
            end
          end
          before[node] = count
        end
        log("captures: " .. all)
      end,
    },
  },
}
