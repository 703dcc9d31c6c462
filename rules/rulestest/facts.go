package rulestest

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"boardstudio/rules"
)

// Occasion is a legal move in a position, with the facts reported about it.
type Occasion struct {
	Rules    rules.Rules
	Position rules.Position
	Move     rules.Move
	After    rules.Position
	Facts    []rules.Fact
}

// Me returns the player who moves.
func (o *Occasion) Me() rules.Player { return o.Position.Turn() }

// String returns the position and the move.
func (o *Occasion) String() string { return o.Position.String() + ", " + o.Rules.FormatMove(o.Move) }

// Fact returns the fact whose kind has the given name. If name is a common kind, it may return a
// fact of a kind that the game uses instead.
func (o *Occasion) Fact(name string) (rules.Fact, bool) {
	i := slices.IndexFunc(o.Facts, func(f rules.Fact) bool { return f.Kind.Name == name })
	common := rules.Catalogue(nil)
	if k := slices.IndexFunc(common, func(k *rules.FactKind) bool { return k.Name == name }); i < 0 && k >= 0 {
		root := common[k]
		if root.Of != nil {
			root = root.Of
		}
		i = slices.IndexFunc(o.Facts, func(f rules.Fact) bool { return f.Kind.Of == root })
	}
	if i < 0 {
		return rules.Fact{}, false
	}
	return o.Facts[i], true
}

// kinds returns the sorted names of the facts, each with its numbers.
func (o *Occasion) kinds() (names []string) {
	for _, f := range o.Facts {
		name := f.Kind.Name
		for _, a := range f.Text.Args {
			if n, ok := a.(int); ok {
				name += " " + strconv.Itoa(n)
			}
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Says is the verdict of a Proof.
type Says int8

// Verdicts: the fact must not be reported, it must be reported, or the proof does not know.
const (
	No Says = iota
	Yes
	Unknown
)

// YesIf returns Yes if yes is true, and No otherwise.
func YesIf(yes bool) Says {
	if yes {
		return Yes
	}
	return No
}

// A Proof determines by playing whether a fact is true of the move of o. The argument told is the
// fact reported for o, or the zero Fact. A Proof fails t if the number or the cells of told are
// wrong.
type Proof func(t *testing.T, o *Occasion, told rules.Fact) Says

// Facts checks the reported facts against proofs, which are indexed by the names of their kinds.
// Each fact must be reported exactly when its proof says so. Facts calls more for new occasions
// until each proof has said Yes and No at least the given number of times. It fails t at the first
// error, or if that does not happen within 40,000 calls.
func Facts(t *testing.T, least int, proofs map[string]Proof, more func(*rand.Rand) []*Occasion) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(7, 11))
	yes, no := map[string]int{}, map[string]int{}
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range proofs {
			if !yield(name) {
				return
			}
		}
	})
	enough := func() bool {
		return !slices.ContainsFunc(names, func(n string) bool { return yes[n] < least || no[n] < least })
	}
	const patience = 40_000
	seen := map[string]bool{}
	for i := 0; !enough() && i < patience && !t.Failed(); i++ {
		for _, o := range more(rnd) {
			if id := o.String(); seen[id] {
				continue
			} else {
				seen[id] = true
			}
			for _, name := range names {
				if yes[name] >= 4*least && no[name] >= 4*least {
					continue
				}
				f, told := o.Fact(name)
				switch says := proofs[name](t, o, f); {
				case says == Unknown:
					continue
				case says == Yes && !told:
					t.Errorf("%s: %s is true and not told: %v", o, name, o.Facts)
				case says == No && told && f.Kind.Name == name:
					t.Errorf("%s: %s is told and not true: %v", o, name, f)
				case says == Yes:
					yes[name]++
				default:
					no[name]++
				}
			}
		}
	}
	for _, name := range names {
		t.Logf("%s: %d times true, %d times not", name, yes[name], no[name])
		if yes[name] < least || no[name] < least {
			t.Errorf("%s: %d times true, %d times not", name, yes[name], no[name])
		}
	}
}

// Known checks that each fact reported is in the catalogue, that its cells are on the board, and
// that the facts are in order of weight.
func Known(t testing.TB, o *Occasion) {
	t.Helper()
	all := rules.Catalogue(o.Rules)
	last := 1 << 30
	for _, f := range o.Facts {
		if !slices.Contains(all, f.Kind) {
			t.Errorf("%s: %s is not in the catalogue", o, f.Kind.Name)
		}
		if f.Kind.Weight > last {
			t.Errorf("%s: %s comes too late", o, f.Kind.Name)
		}
		last = f.Kind.Weight
		for _, c := range f.Cells {
			if !o.Rules.Board().Has(c) {
				t.Errorf("%s: %s is shown by cell %d", o, f.Kind.Name, c)
			}
		}
	}
}

// Drawable checks the notes of all overlays for p, with the pointer at the given cell or NoCell.
// Each note must have cells of the board, a text, and a label exactly if it is a Label. Only
// overlays that are Pointed may depend on the pointer.
func Drawable(t testing.TB, r rules.Rules, p rules.Position, at rules.Cell) {
	t.Helper()
	for _, k := range rules.Overlays(r) {
		notes := rules.Overlay(r, k.Name, p, at)
		if !k.Pointed && !reflect.DeepEqual(notes, rules.Overlay(r, k.Name, p, rules.NoCell)) {
			t.Errorf("%s: overlay %s hangs on where the pointer is, and does not say so", p, k.Name)
		}
		for _, n := range notes {
			if len(n.Cells) == 0 || n.Text.One == "" || (n.Draw == rules.Label) != (n.Label != "") || int(n.Who) >= r.Players() ||
				slices.ContainsFunc(n.Cells, func(c rules.Cell) bool { return !r.Board().Has(c) }) {
				t.Errorf("%s: overlay %s has the note %+v", p, k.Name, n)
			}
		}
	}
}

// Meet returns the occasion of m in p, or nil if m is illegal.
func Meet(r rules.Rules, p rules.Position, m rules.Move) *Occasion {
	after, err := p.Play(m)
	if err != nil {
		return nil
	}
	return &Occasion{Rules: r, Position: p, Move: m, After: after, Facts: rules.Reasons(r, p, m)}
}

// Playout plays a random game of at most plies moves. It returns an occasion for each position.
func Playout(r rules.Rules, rnd *rand.Rand, plies int) (list []*Occasion) {
	for p := r.Start(); len(list) < plies; {
		moves := slices.Collect(p.Moves())
		if len(moves) == 0 {
			break
		}
		o := Meet(r, p, moves[rnd.IntN(len(moves))])
		list = append(list, o)
		p = o.After
	}
	return list
}

// InTurn returns p with who to move, or nil if no position with that player to move exists.
func InTurn(r rules.Rules, p rules.Position, who rules.Player) rules.Position {
	if p.Turn() == who {
		return p
	}
	s := rules.SetupOf(r, p)
	s.Turn = who
	if q, err := r.SetUp(s); err == nil && q.Turn() == who {
		return q
	}
	return nil
}

// ReasonTexts returns the texts of rules.Reasons for a move.
func ReasonTexts(r rules.Rules, p rules.Position, m rules.Move) (texts []string) {
	for _, f := range rules.Reasons(r, p, m) {
		texts = append(texts, f.Text.String())
	}
	return texts
}
