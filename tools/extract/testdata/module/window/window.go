// Package window shows texts.
package window

import (
	"strings"

	"boardstudio/game"
	"boardstudio/locale"
	"boardstudio/rules"

	"example.org/unknown/gui"
)

const saved = "key: constant" + " in two parts"

var seats = [...][2]string{{"key: first seat", "key: second seat"}, {"key: third seat"}}

var reasons = map[string]string{"no key: a map's key": "key: a map's value"}

var units = [][2]string{{"key: %d pair", "key: %d pairs"}, {"key: %d seed", "key: %d seeds"}}

var tr = locale.T

type sayer interface{ say(text string) }

type window struct {
	title string
	label *gui.Label
}

func (w *window) say(text string) { w.label.SetText(locale.T(text)) }

func reason(code int) string {
	if code == 1 {
		return "key: a result"
	}
	var text string
	switch code {
	case 2:
		text = "key: an assignment"
	default:
		text = "key: another assignment"
	}
	return text
}

func show(s sayer, w *window, n int, text string) {
	w.label.SetText(locale.T(saved) + "no key: plain")
	for _, t := range []string{"key: in a loop"} {
		w.label.SetText(locale.T(t))
	}
	w.label.SetText(locale.T(seats[n][0]))
	w.label.SetText(locale.T(reasons["x"]))
	w.label.SetText(locale.T(game.Game.Title) + locale.T(game.Game.Options[0].Title))
	w.label.SetText(tr("key: through another name"))
	w.label.SetText(locale.N("key: %d move", "key: %d moves", n, n))
	w.label.SetText(locale.N(units[n][0], units[n][1], n, n))
	w.label.SetText(locale.C("tool", "key: in context"))
	w.label.SetText(locale.T(reason(n)))
	s.say("key: through an interface")
	describe(locale.T)
	w.title = "key: a field"
	w.label.SetText(locale.T(w.title))
	w.label.SetText(locale.T(strings.ToUpper(text)))
	w.label.SetText(locale.T("%d: %s", n, text) + locale.T("×"))
	w.label.SetText(locale.T("key: too many arguments %d", n, n))
	w.label.SetText(locale.T("key: 100% without arguments"))
	w.label.SetText(locale.N("key: one", "key: %d of several", n, n))
}

func describe(say func(string, ...any) string) { say("key: through a function value %d", 1) }

var _ = rules.Errorf
