// Package externs is what the window of engines from elsewhere does, without a toolkit: the list of the programs of others that a person
// has added, and the test of one of them in the background.
package externs

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	aiall "boardstudio/ai/all"
	"boardstudio/ai/extern"
	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/rules"
	rulesall "boardstudio/rules/all"
	"boardstudio/studio/jobs"
)

// Item is a program of the list, or one that is to be added when its test has shown that it plays.
type Item struct {
	extern.Entry
	Added bool
}

// Desk has the list, and tests one program at a time. It belongs to the loop's goroutine.
type Desk struct {
	// Changed is called after all that can be seen changes, Added when the list does; they may be nil.
	Changed, Added func()

	loop   jobs.Loop
	list   []extern.Entry
	draft  *draft
	failed map[string]error // the last failures of this run, which can be put into any language
	test   *test
}

// draft is a program that is to be added, in place of the entry was unless that is "".
type draft struct {
	extern.Entry
	was string
}

// test is one under way.
type test struct {
	name      string
	draft     bool
	done, all int
	cancel    context.CancelFunc
	ended     chan struct{}
}

// New returns a desk with the list as it is saved. The error says why that cannot be read.
func New(loop jobs.Loop) (*Desk, error) {
	d := &Desk{loop: loop, failed: map[string]error{}}
	return d, d.load()
}

func (d *Desk) load() error {
	l, err := extern.Load(extern.File())
	d.list = l.Engines
	return err
}

// Items returns the list by name, with what is to be added at its end.
func (d *Desk) Items() []Item {
	var all []Item
	for _, e := range d.list {
		if d.draft == nil || d.draft.was != e.Name {
			all = append(all, Item{e, true})
		}
	}
	if d.draft != nil {
		all = append(all, Item{d.draft.Entry, false})
	}
	return all
}

// find returns an item by its name. That of what is to be added is no other's.
func (d *Desk) find(name string) (Item, bool) {
	all := d.Items()
	i := slices.IndexFunc(all, func(x Item) bool { return x.Name == name })
	if i < 0 {
		return Item{}, false
	}
	return all[i], true
}

// games returns the games to test an entry with.
func games(e extern.Entry) ([]extern.Sample, error) {
	if e.Game == nil {
		return extern.Find(e.Protocol, aiall.Protocols).Samples(), nil
	}
	r, err := rulesall.FromSpec(*e.Game)
	if err != nil {
		return nil, err
	}
	name := e.Game.Game
	for _, g := range rulesall.Games {
		if p, ok := g.PresetOf(e.Game.Params); ok && g.Name == e.Game.Game {
			name = p.Name
		}
	}
	return []extern.Sample{{Name: name, Rules: r}}, nil
}

// Add tests a program, and adds it if it plays a game: in place of the one called was, unless that is "". The error says what is wrong
// with what was typed.
func (d *Desk) Add(e extern.Entry, was string) error {
	if err := e.Check(aiall.Protocols...); err != nil {
		return err
	}
	taken := func(x extern.Entry) bool { return x.Name == e.Name && x.Name != was }
	if slices.ContainsFunc(d.list, taken) {
		return msg.Errorf("there is an engine %q already", e.Name)
	}
	if d.test != nil {
		return msg.Errorf("another program is being tested")
	}
	if d.draft != nil && was == d.draft.Name { // it was no entry of the list yet
		was = d.draft.was
	}
	d.draft = &draft{e, was}
	return d.Test(e.Name)
}

// Test tests a program of Items, in the background.
func (d *Desk) Test(name string) error {
	it, ok := d.find(name)
	if !ok || d.test != nil {
		return nil
	}
	list, err := games(it.Entry)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	t := &test{name: name, draft: !it.Added, all: len(list), cancel: cancel, ended: make(chan struct{})}
	d.test = t
	delete(d.failed, name)
	go func() {
		defer close(t.ended)
		e, _, err := extern.Try(ctx, it.Entry, list, extern.Bounds{}, func(extern.Sample, error) {
			d.loop.Post(func() { t.done++; d.changed() })
		}, aiall.Protocols...)
		stopped := ctx.Err() != nil
		d.loop.Post(func() { cancel(); d.ended(t, e, err, stopped) })
	}()
	d.changed()
	return nil
}

// ended keeps what a test has found.
func (d *Desk) ended(t *test, e extern.Entry, err error, stopped bool) {
	if d.test != t {
		return
	}
	d.test = nil
	if err != nil {
		d.failed[t.name] = err
	}
	switch {
	case stopped:
	case !t.draft:
		err = extern.Update(extern.File(), func(l *extern.List) error { l.Verdict(e); return nil })
	case err != nil:
		d.draft.Entry = e
	default:
		d.draft.Entry = e
		err = d.put()
	}
	if err != nil && d.failed[t.name] == nil {
		d.failed[t.name] = err
	}
	d.reload()
}

// put adds what is to be added.
func (d *Desk) put() error {
	x := *d.draft
	err := extern.Update(extern.File(), func(l *extern.List) error {
		if x.was != "" {
			l.Remove(x.was)
		}
		l.Put(x.Entry)
		return nil
	})
	if err == nil {
		d.draft = nil
	}
	return err
}

// AddUntested adds what is to be added although its test has failed.
func (d *Desk) AddUntested() error {
	if d.draft == nil || d.test != nil {
		return nil
	}
	err := d.put()
	d.reload()
	return err
}

// Cancel ends the test.
func (d *Desk) Cancel() {
	if d.test != nil {
		d.test.cancel()
	}
}

// Close ends the test, and returns when its program has ended.
func (d *Desk) Close() {
	d.Changed, d.Added = nil, nil
	if t := d.test; t != nil {
		t.cancel()
		<-t.ended
	}
}

// Remove takes a program off the list, or gives up what was to be added.
func (d *Desk) Remove(name string) error {
	if d.test != nil && d.test.name == name {
		return nil
	}
	var err error
	if d.draft != nil && d.draft.Name == name {
		d.draft = nil
	} else {
		err = extern.Update(extern.File(), func(l *extern.List) error { l.Remove(name); return nil })
	}
	delete(d.failed, name)
	d.reload()
	return err
}

// reload reads the list again, which others may have changed too, and tells.
func (d *Desk) reload() {
	_ = d.load()
	if d.Added != nil {
		d.Added()
	}
	d.changed()
}

func (d *Desk) changed() {
	if d.Changed != nil {
		d.Changed()
	}
}

// Testing returns the name of the program that is being tested, and with how many games it was so far.
func (d *Desk) Testing() (name string, done, all int) {
	if d.test == nil {
		return "", 0, 0
	}
	return d.test.name, min(d.test.done, d.test.all), d.test.all
}

// The options that all programs have. Their names cannot be those of a program's own.
const (
	memoryOption = " memory"
	othersOption = " others"
)

// The memory that can be granted, in MB.
const minMemory, maxMemory = 16, 1 << 24

// Options returns the options of a program, and their values now.
func (d *Desk) Options(name string) (list []rules.Param, now map[string]string) {
	it, _ := d.find(name)
	list = it.Params(aiall.Protocols...)
	now = map[string]string{}
	others := map[string]string{}
	for key, value := range it.Entry.Options {
		if slices.ContainsFunc(list, func(p rules.Param) bool { return p.Name == key }) {
			now[key] = value
		} else {
			others[key] = value
		}
	}
	if it.Memory > 0 {
		now[memoryOption] = strconv.Itoa(it.Memory)
	}
	now[othersOption] = pairs(others)
	return append(list,
		rules.Param{Name: othersOption, Title: "Others, as NAME=VALUE", Kind: rules.Text},
		rules.Param{Name: memoryOption, Title: "Memory in MB", Kind: rules.Int, Min: minMemory, Max: maxMemory, Default: strconv.Itoa(int(extern.DefaultBounds.Memory >> 20))},
	), now
}

// pairs writes options as a line.
func pairs(options map[string]string) string {
	var all []string
	for _, name := range rules.Params(options).Names() {
		all = append(all, name+"="+options[name])
	}
	return extern.Join(all)
}

// Set says which options of a program were set.
func (d *Desk) Set(it Item) string {
	text := pairs(it.Entry.Options)
	if it.Memory > 0 {
		text = strings.TrimSpace(text + " " + locale.T("memory: %d MB", it.Memory))
	}
	return text
}

// SetOptions saves the values of the options of a program: of those in Options the ones that differ from the default.
func (d *Desk) SetOptions(name string, values map[string]string) error {
	it, ok := d.find(name)
	if !ok {
		return nil
	}
	e := it.Entry
	e.Options = maps.Clone(values)
	delete(e.Options, memoryOption)
	delete(e.Options, othersOption)
	e.Memory = rules.Params(values).Int(memoryOption)
	words, err := extern.Split(values[othersOption])
	if err != nil {
		return err
	}
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok || key == "" {
			return msg.Errorf("%q is not of the form name=value", w)
		}
		e.Options[key] = value
	}
	for _, p := range e.Params(aiall.Protocols...) {
		if v, ok := e.Options[p.Name]; ok {
			if _, err := p.Check(v); err != nil {
				return err
			}
		}
	}
	if err := e.Check(aiall.Protocols...); err != nil {
		return err
	}
	if !it.Added {
		d.draft.Entry = e
		d.changed()
		return nil
	}
	err = extern.Update(extern.File(), func(l *extern.List) error {
		now, ok := l.Find(name)
		if !ok {
			return msg.Errorf("there is no engine %q", name)
		}
		now.Options, now.Memory = e.Options, e.Memory
		l.Put(now)
		return nil
	})
	d.reload()
	return err
}

// Failure returns why the last test of a program failed, nil where it did not.
func (d *Desk) Failure(it Item) error {
	if err := d.failed[it.Name]; err != nil {
		return err
	}
	if it.Tested != nil && it.Tested.Failed != "" {
		return msg.Errorf("the program plays no game: %v", reason(it, it.Tested.Failed))
	}
	return nil
}

// reason returns why a program did not play, as it was saved in English, in the person's language if it is known there.
func reason(it Item, saved string) string {
	return locale.T(msg.Key(strings.TrimPrefix(saved, it.Name+": ")))
}

// Short says in a few words how the last test of a program went.
func (d *Desk) Short(it Item) string {
	name, done, all := d.Testing()
	err := d.Failure(it)
	switch {
	case name == it.Name:
		return locale.T("being tested: %d of %d", done, all)
	case errors.Is(err, context.Canceled):
		return locale.T("test cancelled")
	case err != nil && !it.Added:
		return locale.T("not added")
	case err != nil:
		return locale.T("the test failed")
	case it.Tested == nil:
		return locale.T("not tested")
	}
	n := len(it.Tested.Plays)
	return locale.N("plays %d game", "plays %d games", n, n)
}

// Verdict says how the last test of a program went, in sentences, a line each.
func (d *Desk) Verdict(it Item) (lines []string) {
	err := d.Failure(it)
	name, _, _ := d.Testing()
	switch {
	case name == it.Name:
		return []string{locale.T("The program is started, and asked for a move of each game.")}
	case errors.Is(err, context.Canceled):
		lines = append(lines, locale.T("The test was cancelled."))
	case err != nil:
		lines = append(lines, sentence(locale.Err(err)))
		if it.Added {
			return lines
		}
	case it.Tested == nil:
		return []string{locale.T("It was not tested.")}
	}
	if !it.Added {
		return append(lines, locale.T("It is not added. Change the command and test it again, or add it as it is."))
	}
	t := it.Tested
	if t == nil || len(t.Plays) == 0 {
		return lines
	}
	titles := make([]string, len(t.Plays))
	for i, name := range t.Plays {
		titles[i] = gameTitle(name)
	}
	lines = append(lines, locale.T("Plays %s.", strings.Join(titles, between)))
	by := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(it.Refused)) {
		why := reason(it, it.Refused[name])
		by[why] = append(by[why], gameTitle(name))
	}
	for _, why := range slices.Sorted(maps.Keys(by)) {
		lines = append(lines, sentence(locale.T("Does not play %s: %s", strings.Join(by[why], between), why)))
	}
	return append(lines, locale.T("Tested on %s, in %.1f s.", t.At.Local().Format("2006-01-02 15:04"), t.Took.Seconds()))
}

// between stands between the titles of games, which may have commas.
const between = " · "

// sentence returns a text that begins with a capital letter and ends with a full stop.
func sentence(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[n:]
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// gameTitle returns the title of a preset.
func gameTitle(name string) string {
	for _, g := range rulesall.Games {
		if p, ok := g.Preset(name); ok {
			return locale.T(p.Title)
		}
	}
	return name
}

// Protocols returns the protocols that can be chosen.
func Protocols() []*extern.Protocol { return aiall.Protocols }

// ProtocolTitle returns the name of a protocol for people.
func ProtocolTitle(name string) string {
	if k := extern.Find(name, aiall.Protocols); k != nil {
		return locale.T(k.Title)
	}
	return name
}

// Free returns a name for a program that no other has, made from its file.
func (d *Desk) Free(file string) string {
	keep := func(r rune) rune {
		if extern.NameRune(r) {
			return r
		}
		return -1
	}
	base := file[strings.LastIndexByte(file, '/')+1:]
	base = strings.TrimPrefix(strings.TrimSuffix(base, ".sh"), "pbrain-")
	base = strings.TrimLeft(strings.Map(keep, base), "_.+-")
	if base == "" {
		return ""
	}
	name := base
	for n := 2; slices.ContainsFunc(d.list, func(e extern.Entry) bool { return e.Name == name }); n++ {
		name = base + "-" + strconv.Itoa(n)
	}
	return name
}
