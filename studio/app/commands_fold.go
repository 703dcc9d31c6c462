package app

// foldCommands are about what of the tree is drawn.
var foldCommands = []Command{
	{ID: "fold", Title: "Collapse here", Menu: MenuView, Keys: []string{"<Primary>bracketleft"}, Section: true, Do: (*Session).Fold},
	{ID: "unfold", Title: "Expand here", Menu: MenuView, Keys: []string{"<Primary>bracketright"}, Do: func(s *Session) { s.Unfold(s.node) }},
	{ID: "unfold-all", Title: "Expand all below", Menu: MenuView, Keys: []string{"<Primary>braceright"}, Do: (*Session).UnfoldAll},
	{ID: "fold-others", Title: "Collapse all others", Menu: MenuView, Keys: []string{"<Primary>braceleft"}, Do: (*Session).FoldOthers},
}
