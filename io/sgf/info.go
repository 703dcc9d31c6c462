package sgf

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"boardstudio/io/codec"
	"boardstudio/model"
)

// maxInfo is how many properties of our own can say something about a game.
const maxInfo = 10_000

// inform takes in a property of the root that says something about the game; done is false for one of the position.
func (r *reader) inform(p property) (done bool, err error) {
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
	if keptOfGame[p.name] {
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
	case p.name == "RU" && canonical(value):
		return true, nil
	}
	if value != "" {
		d.Info[key] = value
	}
	return true, nil
}

// ofGame reports whether a property says something about the game when it stands in the root.
func ofGame(prop string) bool {
	return infoKeys[prop] != "" || keptOfGame[prop] || slices.Contains([]string{"FF", "GM", "CA", "SZ", "PB", "PW", ownGame, ownParam, ownPlayer, ownInfo}, prop)
}

// canonical reports whether RU is a word that we write where a document says nothing about its rules.
func canonical(ru string) bool {
	for _, w := range ruleWords {
		if w.words[0] == ru {
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

// readInfo returns what a document has of a property, "" for nothing.
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

// results are results in the words of SGF and of documents.
var results = []struct{ sgf, doc string }{{"B+", "1-0"}, {"W+", "0-1"}, {"0", "1/2-1/2"}}

func readResult(re string) string {
	switch strings.ToLower(strings.TrimSpace(re)) {
	case "draw", "jigo":
		re = "0"
	}
	for _, r := range results {
		if r.sgf == re {
			return r.doc
		}
	}
	return re
}

// writeInfo returns the value of a property, "" where it has none for what the document has.
func writeInfo(prop, value string) string {
	switch prop {
	case "RE":
		for _, r := range results {
			if r.doc == value {
				return r.sgf
			}
		}
		if a, b, ok := strings.Cut(value, "-"); ok { // what each player has
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

// head returns what a list shows of the game that the properties of a root tell of.
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
