package record

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Pente is the text of the site Pente.org: a move record with the tags of the site, in its order, and coordinates as on a Go board: columns from
// A without I, rows from the bottom. It is read as every move record is. It is written without comments and variations, which
// the site does not know.
var Pente = codec.Format{
	Name: "pente", Title: "Games of Pente.org",
	Ext:    []string{".pente", ".txt", ".pgn"},
	Sniff:  sniffPente,
	Decode: Decode,
	Games:  Games,
	Encode: EncodePente,
	Join:   codec.Concat(EncodePente, ""),
	Holds:  holdsPente,
}

// holdsPente refuses other rules than those that the site calls Pente.
func holdsPente(r rules.Rules) error {
	s := r.Spec()
	for name, value := range map[string]string{
		"rows": "19", "cols": "19", "k": "5", "players": "2", "captures": "5", "centreFirst": "on", "adjacent": "off", "breakable": "off",
		"doubleThree": "allowed", "foul": "none", "misere": "off", "overline": "wins", "drop": "off", "topology": "plane",
	} {
		if s.Game != "line" || s.Params[name] != value {
			return msg.Errorf("the text of Pente.org holds games of pente on 19×19 only")
		}
	}
	return nil
}

var pente = regexp.MustCompile(`^\[\s*Game\s+"[^\n]*\n(?:\[[^\n]*\n)*?\[\s*(?:Player [12] Name|Site\s+"(?i:pente\.org)"|(?i:Variant))`)

func sniffPente(head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	m := pente.Find(head[:min(len(head), codec.MaxWord)])
	return m != nil && !bytes.EqualFold(m[len(m)-len(tagVariant):], []byte(tagVariant))
}

// penteTags are the tags of the site that model.Document.Info has under their own names, in the order of writing.
var penteTags = []string{"Section", tagDate, "Time", "TimeControl", "Rated"}

// isoDate is how dates are kept.
var isoDate = regexp.MustCompile(`^([0-9]{4})-([0-9]{2})-([0-9]{2})$`)

// EncodePente writes the tags and the main line.
func EncodePente(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	if err := holdsPente(d.Tree.Rules()); err != nil {
		return err
	}
	out := &writer{Writer: bufio.NewWriter(codec.Limited(w))}
	or := func(value, unknown string) string {
		if value == "" {
			return unknown
		}
		return value
	}
	out.tag(tagGame, "Pente")
	out.tag(tagSite, d.Info[model.InfoPlace])
	out.tag("Event", d.Info[model.InfoEvent])
	out.tag("Round", or(d.Info[model.InfoRound], "-"))
	var own []string
	for _, name := range penteTags {
		value := d.Info[name]
		if name == tagDate {
			if value = d.Info[model.InfoDate]; isoDate.MatchString(value) {
				value = isoDate.ReplaceAllString(value, "$2/$3/$1")
			}
		}
		out.tag(name, value)
		own = append(own, name)
	}
	for i, p := range d.Players {
		out.tag("Player "+strconv.Itoa(i+1)+" Name", or(p.Name, "?"))
	}
	for i := range d.Players {
		name := "Player " + strconv.Itoa(i+1) + " Rating"
		out.tag(name, d.Info[name])
		own = append(own, name)
	}
	for i, p := range d.Players {
		if p.Kind == model.Human {
			out.tag("Player "+strconv.Itoa(i+1)+" Type", "Human")
		}
	}
	out.players(d, "name")
	out.tag("Result", d.Info[model.InfoResult])
	out.tag(tagStart, d.Tree.Root().Setup())
	out.tag("Title", d.Info[model.InfoTitle])
	out.tag("Annotator", d.Info[model.InfoAnnotator])
	out.free(d, func(key string) bool { return slices.Contains(own, key) })
	out.WriteByte('\n')
	return out.game(ctx, d, newGoBoard(d.Tree.Rules()), nil, p)
}

// siteDate returns a date of the site as it is kept.
func siteDate(value string) string {
	if m := usDate.FindStringSubmatch(value); m != nil {
		return strings.Join([]string{m[3], m[1], m[2]}, "-")
	}
	return value
}
