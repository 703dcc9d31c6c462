package record

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// OGN is the Oware Game Notation of the programs Aualé and Aalina. It is a move record with the
// tags Variant, South and North, and FEN for another start position. A move that captures includes
// the number of seeds, as in "c+2". Reading is the same as for all move records, and checks the
// numbers.
//
// Games with other than the tournament rules name their rules as move records do.
var OGN = codec.Format{
	Name: "ogn", Title: "Oware game notation (OGN)",
	Ext:    []string{".ogn", ".txt"},
	Sniff:  sniffOGN,
	Decode: Decode,
	Games:  Games,
	Encode: EncodeOGN,
	Join:   codec.Concat(EncodeOGN, "\n"),
	Holds:  holdsOGN,
}

// Tags of OGN, and the preset of the rules that OGN calls variantOGN.
const (
	tagSouth   = "South"
	tagNorth   = "North"
	tagFEN     = "FEN"
	abapa      = "awale-abapa"
	variantOGN = "Oware Abapa"
)

func holdsOGN(r rules.Rules) error {
	if r.Spec().Game != "awale" {
		return msg.Errorf("OGN supports only games of awale")
	}
	return nil
}

// isAbapa reports whether the rules are the tournament rules.
func isAbapa(p rules.Params) bool {
	for name, value := range map[string]string{
		"pits": "6", "seeds": "4", "grandSlam": "noCapture", "mustFeed": "on", "repetition": "ownSide", "quietLimit": "0", "starvedEnd": "opponentTakes",
	} {
		if p[name] != value {
			return false
		}
	}
	return true
}

var ogn = regexp.MustCompile(`^(?:\[[^\n]*\]\s*)*?\[\s*(?:Variant\s+"(?i:oware|abapa)|South\s+"|North\s+")`)

func sniffOGN(head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	return sniffTag.Match(head) && ogn.Match(head[:min(len(head), codec.MaxWord)])
}

// fromFEN converts a position of OGN, such as 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S, to the notation of the
// rules.
func fromFEN(text string) string {
	parts := strings.Split(strings.TrimSpace(text), "-")
	if n := len(parts); n > 3 {
		return strings.Join(parts[:n-3], "-") + " " + strings.Join(parts[n-3:n-1], "-") + " " + parts[n-1]
	}
	return text
}

// EncodeOGN writes the tags, and the moves with their captures. It returns an error in the same
// cases as Encode, and if the rules do not fit the format.
func EncodeOGN(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	out := &writer{Writer: bufio.NewWriter(codec.Limited(w))}
	spec := d.Tree.Rules().Spec()
	if err := holdsOGN(d.Tree.Rules()); err != nil {
		return err
	}
	variant := variantOGN
	if !isAbapa(spec.Params) {
		variant = spec.Game
	}
	roster := []struct{ tag, value, unknown string }{
		{tagVariant, variant, ""},
		{"Event", d.Info[model.InfoEvent], "?"},
		{tagSite, d.Info[model.InfoPlace], "?"},
		{tagDate, d.Info[model.InfoDate], "?"},
		{"Round", d.Info[model.InfoRound], "?"},
		{tagSouth, d.Players[0].Name, "?"},
		{tagNorth, d.Players[1].Name, "?"},
		{"Result", d.Info[model.InfoResult], "*"},
	}
	for _, t := range roster {
		if t.value == "" {
			t.value = t.unknown
		}
		out.tag(t.tag, t.value)
	}
	if text := d.Tree.Root().Setup(); text != "" {
		out.tag(tagFEN, strings.ReplaceAll(text, " ", "-"))
	}
	if variant != variantOGN {
		for _, name := range spec.Params.Names() {
			out.tag(tagParam+name, spec.Params[name])
		}
	}
	out.tag("Title", d.Info[model.InfoTitle])
	out.tag("Annotator", d.Info[model.InfoAnnotator])
	out.players(d, "name")
	out.freeTags(d, func(key string) bool { return strings.EqualFold(key, tagFEN) })
	out.WriteByte('\n')
	return out.game(ctx, d, newNotation(d.Tree.Rules()), captured(ctx, d.Tree), p)
}

// players writes the information about the players, except the items named in but.
func (w *writer) players(d *model.Document, but ...string) {
	for i, p := range d.Players {
		for what, value := range p.Words() {
			if !slices.Contains(but, what) {
				w.tag("Player "+strconv.Itoa(i+1)+" "+strings.ToUpper(what[:1])+what[1:], value)
			}
		}
	}
}

// freeTags writes the tags without a special meaning, except those for which but returns true.
func (w *writer) freeTags(d *model.Document, but func(key string) bool) {
	for _, key := range slices.Sorted(maps.Keys(d.Info)) {
		if !reserved(key) && freeTag.MatchString(key) && (but == nil || !but(key)) {
			w.tag(key, d.Info[key])
		}
	}
}

// captured returns the number of seeds captured by each move.
func captured(ctx context.Context, t *model.Tree) map[*model.Node]int {
	list := map[*model.Node]int{}
	for v := range t.Visits(true) {
		if ctx.Err() != nil {
			break
		}
		before, ok := v.Before.(rules.Holder)
		after, _ := v.Pos.(rules.Holder)
		if _, isMove := v.Node.Move(); !ok || after == nil || !isMove || v.Before.Turn() == rules.NoPlayer {
			continue
		}
		if n := after.Held(v.Before.Turn()) - before.Held(v.Before.Turn()); n > 0 {
			list[v.Node] = n
		}
	}
	return list
}

// check warns if the record gives a wrong number of captured seeds for the last move. At the end of
// the game, the record may include the seeds left on the board.
func (g *game) check(move, taken []byte, line int) {
	before, ok := g.from.(rules.Holder)
	after, ok2 := g.pos.(rules.Holder)
	if !ok || !ok2 || g.from.Turn() == rules.NoPlayer {
		return
	}
	said, err := strconv.Atoi(string(taken))
	mover := g.from.Turn()
	if !rules.Legal(g.from, mustMove(g.node)) { // a pass was added
		mover = (mover + 1) % rules.Player(g.notation.rules.Players())
	}
	is := after.Held(mover) - before.Held(mover)
	if err != nil || said == is {
		return
	}
	if r := g.pos.Result(); r.Over && int(mover) < len(r.Final) && said == r.Final[mover]-before.Held(mover) {
		return
	}
	if len(g.warn) < codec.MaxWarnings {
		g.warn = append(g.warn, g.l.o.Errorf(line, "move %d (%s) captures %d in the record, but %d by the rules", g.ply, move, said, is))
	}
}

// mustMove returns the move of a node, which must have one.
func mustMove(n *model.Node) rules.Move {
	m, _ := n.Move()
	return m
}
