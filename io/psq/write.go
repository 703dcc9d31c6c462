package psq

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Encode writes the stones of the main line up to the first other node, with times, players, result
// and event. It returns an error if the start position is set up, and ctx.Err() if ctx ends.
func Encode(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	if d.Tree.Root().Setup() != "" {
		return msg.Errorf("the format cannot store a set-up position")
	}
	kept, other := map[string]string{}, []string{}
	for _, f := range d.Foreign {
		switch key, values, ok := codec.ParseForeign(f, name); {
		case !ok || len(values) != 1:
		case key == keptLine:
			other = append(other, values[0])
		default:
			kept[key] = values[0]
		}
	}
	first := 0
	if kept[keptFirst] == "1" {
		first = 1
	}
	lv := kept[keptLevels]
	if lv == "" {
		lv = levels(d)
	}
	out := bufio.NewWriter(codec.Limited(w))
	b := d.Tree.Rules().Board()
	out.WriteString("Piskvorky " + strconv.Itoa(len(b.Columns)) + "x" + strconv.Itoa(len(b.Rows)) + ", " + lv + ", " + strconv.Itoa(first) + "\n")
	done := 0
	for n := range d.Tree.Main() {
		if done%1024 == 0 {
			p.Report(int64(done), int64(d.Tree.Len()))
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		done++
		if n.Parent() == nil {
			continue
		}
		place := n.Raw()
		if m, ok := n.Move(); ok && b.Has(m.To) && m == rules.Place(m.To) {
			c := b.Cells[m.To]
			place = strconv.Itoa(c.Col+1) + "," + strconv.Itoa(c.Row+1)
		} else if _, ok := stone([]byte(place)); !ok || strings.Count(place, ",") != 1 {
			break
		}
		out.WriteString(place + "," + strconv.FormatInt(int64(n.Used()/time.Millisecond), 10) + "\n")
	}
	for i := range 2 {
		out.WriteString(playerName(d, i^first, i) + "\n")
	}
	code := kept[keptCode]
	if code == "" {
		code = noCode
	}
	out.WriteString(code + "\n")
	event := oneLine(d.Info[model.InfoEvent])
	result := slices.Index(results[:], d.Info[model.InfoResult])
	if result >= 0 {
		out.WriteString(strconv.Itoa(result) + "," + event + "\n")
	} else {
		event = ""
	}
	if r := ruleOf(d.Tree.Rules()); r != rulesNamedBy(event)&^ruleCaro {
		out.WriteString("INFO rule " + strconv.Itoa(r) + "\n")
	}
	for _, line := range other {
		out.WriteString(line + "\n")
	}
	return out.Flush()
}

// playerName returns a player's name as a line that is read as a name. place is the index of the
// line.
func playerName(d *model.Document, seat, place int) string {
	name := oneLine(d.Players[seat].Name)
	_, isStone := stone([]byte(name))
	switch {
	case name == "":
		return "homo-" + strconv.Itoa(place+1)
	case place == 0 && (number.MatchString(name) || isStone):
		return name + "."
	}
	return name
}

// oneLine returns s without line breaks.
func oneLine(s string) string {
	return strings.TrimSpace(strings.NewReplacer("\n", " ", "\r", " ").Replace(s))
}
