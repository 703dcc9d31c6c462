package connect4

// steps are arrays as long as a step from a cell to the next in some direction, in bits: what is compiled for one shifts by constants.
type steps interface {
	[1]struct{} | [4]struct{} | [5]struct{} | [6]struct{} | [7]struct{} | [8]struct{} | [9]struct{} | [10]struct{} | [11]struct{} | [12]struct{}
}

// way is what sets of two words know of four in a row in one direction.
type way struct {
	rows  func(x set) bool           // whether the set holds a row
	gaps  func(x set) set            // the cells that complete a row of the set
	worth func(pieces, area set) int // what the rows within an area are worth to whose pieces stand in them
}

func wayOf[S steps]() way { return way{rowsOf[S], gapsOf[S], worthOf[S]} }

// fours are the ways, by the step.
var fours = map[int]way{
	1: wayOf[[1]struct{}](), 4: wayOf[[4]struct{}](), 5: wayOf[[5]struct{}](), 6: wayOf[[6]struct{}](), 7: wayOf[[7]struct{}](),
	8: wayOf[[8]struct{}](), 9: wayOf[[9]struct{}](), 10: wayOf[[10]struct{}](), 11: wayOf[[11]struct{}](), 12: wayOf[[12]struct{}](),
}

func rowsOf[S steps](x set) bool {
	var step S
	x = x.and(x.right(len(step)))
	return !x.and(x.right(2 * len(step))).empty()
}

func gapsOf[S steps](x set) set {
	var step S
	near, far := x.right(len(step)), x.left(len(step))
	pair := x.and(near)
	return far.and(pair.left(3 * len(step)).or(pair.right(len(step)))).or(near.and(pair.right(2 * len(step)).or(pair.left(2 * len(step)))))
}

// What a row is worth, in hundredths, that one side alone has pieces in: one, two or three of them.
const (
	worthOne   = 2
	worthTwo   = 9
	worthThree = 33
)

func worthOf[S steps](pieces, area set) int {
	var step S
	second := pieces.right(len(step))
	inside := area.and(area.right(len(step)))
	inside = inside.and(inside.right(2 * len(step)))
	// Of each two of the four cells, whether one or both have a piece.
	some, both := pieces.or(second), pieces.and(second)
	some2, both2 := some.right(2*len(step)), both.right(2*len(step))
	one, one2 := some.minus(both), some2.minus(both2)
	return worthOne*inside.and(one.minus(some2).or(one2.minus(some))).count() +
		worthTwo*inside.and(one.and(one2).or(both.minus(some2)).or(both2.minus(some))).count() +
		worthThree*inside.and(one.and(both2).or(both.and(one2))).count()
}
