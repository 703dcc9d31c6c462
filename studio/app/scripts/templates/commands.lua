-- Commands that work on a game tree.

return {
  name = "NAME",

  commands = {
    {
      name = "number-moves",
      title = "Number the moves",

      -- run gets the tree and the current node. Its changes are one step of undo. After an
      -- error, nothing is changed.
      run = function(tree, here)
        for node in tree:nodes(here) do
          if node:move() and node:comment() == "" then
            tree:comment(node, "Move " .. node:ply())
          end
        end
        log("done below move", here:ply())
      end,
    },
  },
}
