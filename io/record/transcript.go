package record

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Transcript is a file of Othello games with the moves of each run together on a line, "f5d6c3". It is read as every move record is, in all
// spellings. It is written in small letters, without the passes that a player had to make, and holds nothing but the main line.
var Transcript = codec.Format{
	Name: "transcript", Title: "Othello transcript",
	Ext:    []string{".transcript", ".txt"},
	Sniff:  sniffTranscript,
	Decode: Decode,
	Games:  Games,
	Encode: EncodeRun,
	Join:   codec.Concat(EncodeRun, ""),
	Holds: func(r rules.Rules) error {
		if s := r.Spec(); s.Game != "othello" || s.Params["start"] != "standard" {
			return msg.Errorf("a transcript holds games of Othello only, from the usual start")
		}
		return nil
	},
}

// openings are the first two moves of Othello on the usual board.
var openings = map[string]string{"d3": "c3 c5 e3", "c4": "c3 c5 e3", "f5": "f6 d6 f4", "e6": "f6 d6 f4"}

// sniffTranscript looks at the first line: moves that are run together, and begin as games of Othello do.
func sniffTranscript(head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	line, _, _ := bytes.Cut(head[:min(len(head), codec.MaxWord)], []byte("\n"))
	line = bytes.ToLower(bytes.TrimSpace(line))
	if !runs.Match(line) || len(line) < 2 {
		return false
	}
	second, ok := openings[string(line[:2])]
	return ok && (len(line) == 2 || len(line) >= 4 && strings.Contains(second, string(line[2:4])))
}

// EncodeRun writes the main line with the moves run together, on a line of the file. It refuses a document with another start position.
func EncodeRun(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	t := d.Tree
	if t.Root().Setup() != "" {
		return msg.Errorf("the format cannot hold a position that is set up")
	}
	out := bufio.NewWriter(codec.Limited(w))
	words := newNotation(t.Rules())
	count, apart, pos := 0, false, t.Rules().Start()
	for n := range t.Main() {
		if count%1024 == 0 {
			p.Tell(int64(count), int64(t.Len()))
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if count++; n == t.Root() {
			continue
		}
		text, err := words.moveText(n)
		if err != nil {
			return err
		}
		m, ok := n.Move()
		forced := pos != nil && m == rules.Pass && rules.MustPass(pos)
		if pos != nil && ok {
			if pos, err = pos.Play(m); err != nil {
				pos = nil
			}
		} else {
			pos = nil
		}
		if m == rules.Pass {
			text = "--"
		}
		if forced && n.First() != nil {
			if next, ok := n.First().Move(); ok && rules.Legal(pos, next) {
				continue // the reader puts it in again
			}
		}
		// Words that are not moves stand apart, since nothing tells where they end.
		was := apart
		apart = !runs.MatchString(text)
		if (apart || was) && count > 2 {
			out.WriteByte(' ')
		}
		out.WriteString(text)
	}
	out.WriteByte('\n')
	return out.Flush()
}
