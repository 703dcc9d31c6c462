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
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Pente is the text format of the site Pente.org: a move record with the site's tags in their
// order. Coordinates are as on a Go board: columns from A without I, rows from the bottom. Reading
// is the same as for all move records. Comments and variations are not written, since the site does
// not support them.
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

// holdsPente returns an error if the site does not call the rules Pente.
func holdsPente(r rules.Rules) error {
	s := r.Spec()
	for name, value := range map[string]string{
		"rows": "19", "cols": "19", "k": "5", "players": "2", "captures": "5", "centreFirst": "on", "adjacent": "off", "breakable": "off",
		"doubleThree": "allowed", "foul": "none", "misere": "off", "overline": "wins", "drop": "off", "topology": "plane",
	} {
		if s.Game != "line" || s.Params[name] != value {
			return msg.Errorf("the text of Pente.org supports only games of pente on 19×19")
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

// penteTags are the site's tags that model.Document.Info stores under the same names, in the order
// of writing.
var penteTags = []string{"Section", tagDate, "Time", "TimeControl", "Rated"}

// isoDate matches dates as documents store them.
var isoDate = regexp.MustCompile(`^([0-9]{4})-([0-9]{2})-([0-9]{2})$`)

// EncodePente writes the tags and the main line. It returns an error if the site does not have the
// rules.
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
	out.freeTags(d, func(key string) bool { return slices.Contains(own, key) })
	out.WriteByte('\n')
	return out.game(ctx, d, newGoBoard(d.Tree.Rules()), nil, p)
}

// siteDate converts a date of the site to the form stored in documents.
func siteDate(value string) string {
	if m := usDate.FindStringSubmatch(value); m != nil {
		return strings.Join([]string{m[3], m[1], m[2]}, "-")
	}
	return value
}
