package booklet

import (
	"strings"

	"boardstudio/publish/flow"
	"boardstudio/text/markup"
)

// commentRuns splits a comment into lines and returns the runs and the look of each:
// markup.Heading, markup.Item, or "" for ordinary text.
func commentRuns(text string) (lines [][]flow.Run, looks []markup.Look) {
	for _, l := range strings.Split(text, "\n") {
		l = strings.TrimRight(l, " \t\r")
		runs, look := lineRuns(l)
		lines, looks = append(lines, runs), append(looks, look)
	}
	return lines, looks
}

// lineRuns returns the runs and the look of one line of a comment.
func lineRuns(l string) (runs []flow.Run, look markup.Look) {
	spans := markup.Parse(l)
	if len(spans) == 0 {
		return []flow.Run{{Text: l}}, ""
	}
	text := []rune(l)
	const bold, italic, code, sign = 1, 2, 4, 8
	at := make([]uint8, len(text))
	for _, s := range spans {
		var bit uint8
		switch s.Look {
		case markup.Bold:
			bit = bold
		case markup.Italic:
			bit = italic
		case markup.Code:
			bit = code
		case markup.Sign:
			bit = sign
		default:
			look = s.Look
		}
		for i := s.From; i < s.To; i++ {
			at[i] |= bit
		}
	}
	for i := 0; i < len(text); {
		from := i
		for i < len(text) && at[i] == at[from] {
			i++
		}
		if at[from]&sign != 0 {
			continue
		}
		r := flow.Run{Text: string(text[from:i]), Bold: at[from]&bold != 0, Italic: at[from]&italic != 0}
		if at[from]&code != 0 {
			r.Sans, r.Size = true, 0.88
		}
		runs = append(runs, r)
	}
	return runs, look
}

// comment adds a comment as separate paragraphs.
func (t *chapterWriter) comment(text string, indent float64) {
	size := t.Size()
	lines, looks := commentRuns(text)
	space := 0.0
	for i, runs := range lines {
		p := flow.Paragraph{Runs: runs, Indent: indent, Before: space}
		space = 0.25 * size
		switch looks[i] {
		case markup.Heading:
			for k := range p.Runs {
				p.Runs[k].Bold, p.Runs[k].Sans, p.Runs[k].Size = true, true, 1
			}
			p.Before, p.KeepWithNext = 0.8*size, true
		case markup.Item:
			p.Indent += 1.3 * size
			p.First = -1.1 * size
			p.Runs = append([]flow.Run{{Text: "•\u2002"}}, p.Runs...)
		}
		t.Text(p)
	}
}

// brief returns a comment as runs for use within a paragraph. It reports false if the comment needs
// separate paragraphs.
func brief(text string) ([]flow.Run, bool) {
	text = strings.TrimSpace(text)
	if strings.Contains(text, "\n") {
		return nil, false
	}
	runs, look := lineRuns(text)
	return runs, look == ""
}
