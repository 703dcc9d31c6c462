package sgf

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// maxInfo is the largest number of our own properties about a game.
const maxInfo = 10_000

// readGameProperty reads a property of the root about the game. It returns false for properties of the
// position.
func (r *reader) readGameProperty(p property) (done bool, err error) {
	d := r.doc
	switch p.name {
	case "FF", "GM", "CA", "SZ", ownGame, ownParam:
		return true, nil
	case "PB", "PW":
		if s := int(seatOf(p.name[1])); s < len(d.Players) {
			r.setPlayer(p, s, "name", simple(p.first()))
		}
		return true, nil
	case ownPlayer:
		for _, v := range p.values {
			a, b, _ := compose(v)
			what, value, ok := compose(b)
			if s, err := strconv.Atoi(string(a)); ok && err == nil && 0 < s && s <= len(d.Players) {
				r.setPlayer(p, s-1, string(what), text(value))
			}
		}
		return true, nil
	case ownInfo:
		for _, v := range p.values {
			a, b, ok := compose(v)
			key := text(a)
			switch {
			case !ok || key == "":
				continue
			case len(v) > codec.MaxText || len(key) > codec.MaxWord:
				return true, r.o.Errorf(p.line, "a text is longer than %d bytes", codec.MaxText)
			case len(d.Info) >= maxInfo:
				return true, r.o.Errorf(p.line, "there are more than %d items of information", maxInfo)
			}
			if d.Info[key] = text(b); d.Info[key] == "" {
				delete(d.Info, key)
			}
		}
		return true, nil
	}
	if p.name == "AP" && simple(p.first()) == program {
		return true, nil
	}
	if foreignOfGame[p.name] {
		r.keep(&d.Foreign, p)
		return true, nil
	}
	key, ok := infoKeys[p.name]
	if !ok {
		return false, nil
	}
	if len(p.first()) > codec.MaxText {
		return true, r.o.Errorf(p.line, "a text is longer than %d bytes", codec.MaxText)
	}
	value := readInfo(p.name, p.first())
	switch {
	case p.name == "TM" && value == "":
		r.keep(&d.Foreign, p)
		return true, nil
	case p.name == "TM":
		t, _ := seconds(p.first())
		r.left = [2]int64{int64(t), int64(t)}
	case p.name == "RU" && canonical(r.dialect, value):
		return true, nil
	}
	if value != "" {
		d.Info[key] = value
	}
	return true, nil
}

// ofGame reports whether a property in the root concerns the whole game.
func ofGame(prop string) bool {
	return infoKeys[prop] != "" || foreignOfGame[prop] || slices.Contains([]string{"FF", "GM", "CA", "SZ", "PB", "PW", ownGame, ownParam, ownPlayer, ownInfo}, prop)
}

// canonical reports whether RU is a word that is written for documents of a family without a text
// about the rules.
func canonical(d *rules.SGF, ru string) bool {
	if d == nil {
		return false
	}
	for _, v := range d.Variants {
		if v.Words[0] == ru {
			return true
		}
	}
	return false
}

func (r *reader) setPlayer(p property, seat int, what, value string) {
	if err := r.doc.Players[seat].Set(what, value); err != nil {
		r.warnf(p.line, "the property %s was left out: %v", p.name, err)
	}
}

// readInfo returns the document's text for the value of a property, or "".
func readInfo(prop string, v []byte) string {
	switch prop {
	case "GC":
		return text(v)
	case "RE":
		return readResult(simple(v))
	case "TM":
		d, ok := seconds(v)
		if !ok || d == 0 {
			return ""
		}
		return codec.Short(d)
	}
	return simple(v)
}

// results are game results in SGF and in documents.
var results = []struct{ sgf, doc string }{{"B+", "1-0"}, {"W+", "0-1"}, {"0", "1/2-1/2"}}

func readResult(re string) string {
	switch strings.ToLower(strings.TrimSpace(re)) {
	case "draw", "jigo":
		re = "0"
	case "b", "w": // LittleGolem writes it this way
		re = strings.ToUpper(strings.TrimSpace(re)) + "+"
	}
	for _, r := range results {
		if r.sgf == re {
			return r.doc
		}
	}
	return re
}

// writeInfo returns the value of a property for a document's text, or "" if the property cannot
// express it.
func writeInfo(prop, value string) string {
	switch prop {
	case "RE":
		for _, r := range results {
			if r.doc == value {
				return r.sgf
			}
		}
		if a, b, ok := strings.Cut(value, "-"); ok { // points of both players
			m, err1 := strconv.Atoi(a)
			n, err2 := strconv.Atoi(b)
			switch {
			case err1 != nil || err2 != nil:
			case m > n:
				return "B+" + strconv.Itoa(m-n)
			case m < n:
				return "W+" + strconv.Itoa(n-m)
			default:
				return "0"
			}
		}
	case "TM":
		d, err := time.ParseDuration(value)
		if err != nil || d <= 0 {
			return ""
		}
		return formatSeconds(d)
	}
	return value
}

// head returns the list entry for a game with these root properties.
func (h *header) head(props []property) codec.Head {
	head := codec.Head{Players: []string{"", ""}, Game: h.title(), Plies: -1}
	for _, p := range props {
		switch v := p.first(); p.name {
		case "PB":
			head.Players[0] = simple(v)
		case "PW":
			head.Players[1] = simple(v)
		case "GN":
			head.Title = simple(v)
		case "EV":
			head.Event = simple(v)
		case "DT":
			head.Date = simple(v)
		case "RE":
			head.Result = readInfo("RE", v)
		}
	}
	for _, p := range props {
		if p.name != ownInfo {
			continue
		}
		for _, v := range p.values {
			a, b, _ := compose(v)
			for key, to := range map[string]*string{
				model.InfoTitle: &head.Title, model.InfoEvent: &head.Event, model.InfoDate: &head.Date, model.InfoResult: &head.Result,
			} {
				if string(a) == key {
					*to = text(b)
				}
			}
		}
	}
	return head
}
