// Package window shows texts.
package window

import (
	"boardstudio/game"
	"boardstudio/text/locale"
	"boardstudio/text/msg"

	"example.org/unknown/gui"
)

const saved = "key: constant" + " in two parts"

var seats = [...][2]msg.Key{{"key: first seat", "key: second seat"}, {"key: third seat"}}

var reasons = map[string]msg.Key{"no key: a map's key": "key: a map's value"}

var units = []msg.Plural{{"key: %d pair", "key: %d pairs"}, {Many: "key: %d seeds", One: "key: %d seed"}}

var tr = locale.T

type sayer interface{ say(text msg.Key) }

type window struct {
	title msg.Key
	label *gui.Label
}

func (w *window) say(text msg.Key) { w.label.SetText(locale.T(text)) }

func reason(code int) msg.Key {
	if code == 1 {
		return "key: a result"
	}
	var text msg.Key
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
	for _, t := range []msg.Key{"key: in a loop"} {
		w.label.SetText(locale.T(t))
	}
	w.label.SetText(locale.T(seats[n][0]))
	w.label.SetText(locale.T(reasons["x"]))
	w.label.SetText(locale.T(game.Game.Title) + locale.T(game.Game.Options[0].Title))
	w.label.SetText(tr("key: through another name"))
	w.label.SetText(locale.N("key: %d move", "key: %d moves", n, n))
	w.label.SetText(locale.N(units[n].One, units[n].Many, n, n))
	w.label.SetText(locale.C("tool", "key: in context"))
	w.label.SetText(locale.T(reason(n)))
	s.say("key: through an interface")
	describe(locale.T)
	w.title = "key: a field"
	w.label.SetText(locale.T(w.title))
	w.label.SetText(locale.T(msg.Key(text)))
	w.label.SetText(locale.T("%d: %s", n, text) + locale.T("×") + locale.T("“%s”", text))
	w.label.SetText(locale.T("key: too many arguments %d", n, n))
	w.label.SetText(locale.T("key: 100% without arguments"))
	w.label.SetText(locale.N("key: one", "key: %d of several", n, n))
	w.label.SetText(locale.N("key: once", "key: often", n, n))

	w.label.SetText(locale.T("%d, %s", n, text))
}

func describe(say func(msg.Key, ...any) string) { say("key: through a function value %d", 1) }
