package record

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Transcript is a file of Othello games. Each line has the moves of one game without spaces, as in
// "f5d6c3". Reading is the same as for all move records and accepts all spellings. It is written in
// lower case, without forced passes. It only stores the main line.
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
			return msg.Errorf("a transcript supports only games of Othello from the usual start")
		}
		return nil
	},
}

// openings are the first two moves of Othello from the usual start position.
var openings = map[string]string{"d3": "c3 c5 e3", "c4": "c3 c5 e3", "f5": "f6 d6 f4", "e6": "f6 d6 f4"}

// sniffTranscript reports whether the first line consists of moves without spaces that begin like a
// game of Othello.
func sniffTranscript(head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	line, _, _ := bytes.Cut(head[:min(len(head), codec.MaxWord)], []byte("\n"))
	line = bytes.ToLower(bytes.TrimSpace(line))
	if runOf(line) == 0 || len(line) < 2 {
		return false
	}
	second, ok := openings[string(line[:2])]
	return ok && (len(line) == 2 || len(line) >= 4 && strings.Contains(second, string(line[2:4])))
}

// EncodeRun writes the main line without spaces, on one line. It returns an error for a document
// with a set-up start position.
func EncodeRun(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	t := d.Tree
	if t.Root().Setup() != "" {
		return msg.Errorf("the format cannot store a set-up position")
	}
	out := bufio.NewWriter(codec.Limited(w))
	words := newNotation(t.Rules())
	count, apart, pos := 0, false, t.Rules().Start()
	for n := range t.Main() {
		if count%1024 == 0 {
			p.Report(int64(count), int64(t.Len()))
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
				continue // the reader adds the pass again
			}
		}
		// Words that are not moves are separated by spaces, since their ends would be unknown.
		was := apart
		apart = runOf(text) == 0
		if (apart || was) && count > 2 {
			out.WriteByte(' ')
		}
		out.WriteString(text)
	}
	out.WriteByte('\n')
	return out.Flush()
}
