// Package all lists the games. To add a game, add its package here.
package all

import (
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/hex"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// Games lists the families in menu order.
var Games = rules.Catalog{
	&line.Game,
	&othello.Game,
	&awale.Game,
	&hex.Game,
}
