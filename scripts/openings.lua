-- A command for game trees: it counts the results of the lines by opening.
--
-- An opening is the position after the first four moves. Rotated and mirrored positions are
-- the same opening. Only lines that are played to the end count. The last line of the comment
-- shows the numbers. If the command runs again, it replaces this line.

local LENGTH = 4
local MARK = "Results: "

-- withLine returns a comment with a last line, which replaces the one of an earlier run.
local function withLine(comment, line)
  local kept = {}
  for text in (comment .. "\n"):gmatch("(.-)\n") do
    if text:sub(1, #MARK) ~= MARK and (text ~= "" or #kept > 0) then
      table.insert(kept, text)
    end
  end
  table.insert(kept, MARK .. line)
  return table.concat(kept, "\n")
end

-- names returns the names of the players.
local function names(tree)
  local list = {}
  for seat, player in ipairs(tree:players()) do
    list[seat] = player.name ~= "" and player.name or "player " .. seat
  end
  return list
end

-- told returns the results of an opening as text.
local function told(o, players)
  local parts = { o.games == 1 and "1 game" or o.games .. " games" }
  for seat, name in ipairs(players) do
    if o.wins[seat] then
      table.insert(parts, name .. " won " .. o.wins[seat])
    end
  end
  if o.draws > 0 then
    table.insert(parts, "drawn " .. o.draws)
  end
  return table.concat(parts, ", ")
end

return {
  name = "Openings",

  commands = {
    {
      name = "results",
      title = "Results by Opening",
      run = function(tree, here)
        local opening = {} -- of each node in or after an opening
        local known, order = {}, {}
        local ended = 0
        for node in tree:nodes() do
          local parent, pos = node:parent(), node:position()
          local o = parent and opening[parent]
          if pos and not o and node:ply() == LENGTH then
            local key = pos:canonical()
            o = known[key]
            if not o then
              o = { games = 0, draws = 0, wins = {}, nodes = {} }
              known[key] = o
              table.insert(order, o)
            end
            table.insert(o.nodes, node)
          end
          opening[node] = o
          if o and pos and pos:over() then
            ended = ended + 1
            o.games = o.games + 1
            local winners = pos:winners()
            if #winners == 0 then
              o.draws = o.draws + 1
            end
            for _, seat in ipairs(winners) do
              o.wins[seat] = (o.wins[seat] or 0) + 1
            end
          end
        end
        if ended == 0 then
          error("no line of this tree is played to its end: there are no results to count", 0)
        end
        local players = names(tree)
        for _, o in ipairs(order) do
          if o.games > 0 then
            local text = told(o, players)
            for _, node in ipairs(o.nodes) do
              tree:comment(node, withLine(node:comment(), text))
            end
            local line, node = {}, o.nodes[1]
            while node:parent() do
              table.insert(line, 1, node:move() or "?")
              node = node:parent()
            end
            log(table.concat(line, " ") .. ": " .. text)
          end
        end
      end,
    },
  },
}
