package connect4

// steps are array types whose length is the distance in bits between adjacent cells in some
// direction, so that functions are compiled with constant shifts.
type steps interface {
	[1]struct{} | [4]struct{} | [5]struct{} | [6]struct{} | [7]struct{} | [8]struct{} | [9]struct{} | [10]struct{} | [11]struct{} | [12]struct{}
}

// rowOps are the operations on two-word sets for four in a row in one direction.
type rowOps struct {
	rows  func(x set) bool           // reports whether the set contains a row
	gaps  func(x set) set            // returns the cells that complete a row of the set
	worth func(pieces, area set) int // returns the worth of the rows within an area for the owner of the pieces in them
}

func rowOpsOf[S steps]() rowOps { return rowOps{rowsOf[S], gapsOf[S], worthOf[S]} }

// fourOps are the operations by step.
var fourOps = map[int]rowOps{
	1: rowOpsOf[[1]struct{}](), 4: rowOpsOf[[4]struct{}](), 5: rowOpsOf[[5]struct{}](), 6: rowOpsOf[[6]struct{}](), 7: rowOpsOf[[7]struct{}](),
	8: rowOpsOf[[8]struct{}](), 9: rowOpsOf[[9]struct{}](), 10: rowOpsOf[[10]struct{}](), 11: rowOpsOf[[11]struct{}](), 12: rowOpsOf[[12]struct{}](),
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

// Worth of a row that only one side has pieces in, in hundredths, by the number of pieces.
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
	// For each two of the four cells, whether one or both have a piece.
	some, both := pieces.or(second), pieces.and(second)
	some2, both2 := some.right(2*len(step)), both.right(2*len(step))
	one, one2 := some.minus(both), some2.minus(both2)
	return worthOne*inside.and(one.minus(some2).or(one2.minus(some))).count() +
		worthTwo*inside.and(one.and(one2).or(both.minus(some2)).or(both2.minus(some))).count() +
		worthThree*inside.and(one.and(both2).or(both.and(one2))).count()
}
