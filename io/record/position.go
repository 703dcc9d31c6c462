package record

import (
	"bytes"
	"context"
	"regexp"
	"slices"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Position is a file of positions of gomoku and renju, each on a line of its own as the moves that lead to it, "h8h7g10". It holds nothing but
// the main line.
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
			return msg.Errorf("the format is for gomoku, renju and their kin")
		}
		return nil
	},
}

// sniffedLines is how many lines tell whether each is a position.
const sniffedLines = 20

// moved matches moves that are run together, two at least.
var moved = regexp.MustCompile(`^(?:[a-z]{1,2}[0-9]{1,2}){2,}$`)

// sniffPosition looks at the first lines. Where the second could go on with the moves of the first, both may be one game that is broken into lines.
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
