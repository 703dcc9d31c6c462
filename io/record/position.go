package record

import (
	"bytes"
	"context"
	"regexp"
	"slices"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Position is a file of positions of gomoku and renju. Each line has the moves that lead to a
// position, as in "h8h7g10". It only stores the main line.
var Position = codec.Format{
	Name: "position", Title: "Position string",
	Ext:   []string{".pos", ".txt"},
	Sniff: sniffPosition,
	Decode: func(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
		return decode(ctx, data, o, true)
	},
	Games: func(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
		return list(ctx, data, o, true)
	},
	Encode: EncodeRun,
	Join:   codec.Concat(EncodeRun, ""),
	Holds: func(r rules.Rules) error {
		if s := r.Spec(); s.Game != "line" || s.Params["drop"] != "off" {
			return msg.Errorf("the format supports only gomoku, renju and similar games")
		}
		return nil
	},
}

// sniffedLines is the number of lines examined to recognise the format.
const sniffedLines = 20

// moved matches at least two moves without spaces.
var moved = regexp.MustCompile(`^(?:[a-z]{1,2}[0-9]{1,2}){2,}$`)

// sniffPosition examines the first lines. If the second line could continue the moves of the first,
// both may be one game broken into lines.
func sniffPosition(head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	var first []string
	lines := 0
	for line := range bytes.Lines(head) {
		if line = bytes.ToLower(bytes.TrimSpace(line)); len(line) == 0 {
			continue
		}
		if len(line) > codec.MaxWord || !moved.Match(line) {
			return false
		}
		var moves []string
		for _, m := range piece.FindAll(line, -1) {
			moves = append(moves, string(m))
		}
		switch lines++; {
		case lines == 1:
			first = moves
		case lines == 2 && !slices.ContainsFunc(moves, func(m string) bool { return slices.Contains(first, m) }):
			return false
		case lines == sniffedLines:
			return true
		}
	}
	return lines > 0
}
