package settings

import (
	"cmp"
	"slices"
	"unicode"

	"boardstudio/internal/fold"
	"boardstudio/studio/app/command"
	"boardstudio/text/locale"
)

// maxUsed is the number of recently used commands stored.
const maxUsed = 12

// Palette returns the commands that match what was typed, best first. The letters must occur in the
// title in the same order, but need not be adjacent. A letter at the start of a word counts more,
// and so do adjacent letters. The title may be in the user's language or in English. If it does not
// match, it may be followed by its menu. Case and accents are ignored. Of equal matches, recently used commands are
// first. It costs a step per letter of the titles.
func (st *Settings) Palette(typed string) []command.ID {
	type hit struct {
		id          command.ID
		score, used int
	}
	var hits []hit
	for id, c := range command.All {
		title := locale.T(c.Title)
		score := max(Fits(typed, title), Fits(typed, string(c.Title)))
		if score < 0 {
			score = Fits(typed, title+" "+locale.T(c.Menu))
		}
		if score < 0 {
			continue
		}
		used := slices.Index(st.Used, c.Name)
		if used < 0 {
			used = maxUsed
		}
		hits = append(hits, hit{command.ID(id), score, used})
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.used, b.used))
	})
	list := make([]command.ID, len(hits))
	for i, h := range hits {
		list[i] = h.id
	}
	return list
}

// Use records that a command was chosen in the palette.
func (st *Settings) Use(id command.ID) {
	st.Used = newest(st.Used, id.String(), maxUsed)
}

// The scores of a letter found in a title.
const (
	scoreLetter = 1
	scoreNext   = 5  // after the previous letter
	scoreWord   = 8  // at the start of a word
	scoreFirst  = 12 // at the start of the title
)

// Fits returns how well the typed text matches a title, or -1 if it does not match. Higher is
// better. Spaces are ignored. An empty text matches every title equally.
func Fits(typed, title string) int {
	var want []rune
	for _, r := range fold.Text(typed) {
		if !unicode.IsSpace(r) {
			want = append(want, r)
		}
	}
	if len(want) == 0 {
		return 0
	}
	text := []rune(fold.Text(title))
	// best[j] is the best score of the letters so far, with the last one at j.
	best := make([]int, len(text))
	next := make([]int, len(text))
	for i, r := range want {
		before := -1 // the best score with the previous letter anywhere before j
		for j, c := range text {
			next[j] = -1
			if c == r && (i == 0 || before >= 0) {
				next[j] = max(before, 0) + letterScore(text, j)
				if i > 0 && j > 0 && best[j-1] >= 0 {
					next[j] = max(next[j], best[j-1]+max(scoreNext, letterScore(text, j)))
				}
			}
			if i > 0 {
				before = max(before, best[j])
			}
		}
		best, next = next, best
	}
	score := slices.Max(append(best, -1))
	if score < 0 {
		return -1
	}
	return score*100 + max(99-len(text), 0) // prefer the shorter title of equal matches
}

// letterScore returns the score of the letter at j, which depends on its position in the word.
func letterScore(text []rune, j int) int {
	switch {
	case j == 0:
		return scoreFirst
	case !unicode.IsLetter(text[j-1]) && !unicode.IsDigit(text[j-1]):
		return scoreWord
	}
	return scoreLetter
}
