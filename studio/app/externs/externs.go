// Package externs implements the window of external engines, independent of the toolkit: the list
// of engines added by the user, and tests of an engine in the background.
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

	"boardstudio/ai/extern"
	"boardstudio/rules"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Item is an engine of the list, or an engine that is added once its test succeeds.
type Item struct {
	extern.Entry
	Added bool
}

// Desk contains the list and tests one engine at a time. It must be used on the main loop only.
type Desk struct {
	// Changed is called after any visible change, Added after a change of the list. They may be
	// nil.
	Changed, Added func()

	games     rules.Catalog
	protocols []*extern.Protocol
	loop      jobs.Loop
	list      []extern.Entry
	draft     *draft
	failed    map[string]error // last failures in this run, as errors that can be translated
	test      *test
}

// draft is an engine to be added. It replaces the entry was, unless that is "".
type draft struct {
	extern.Entry
	was string
}

// test is a running test.
type test struct {
	name      string
	draft     bool
	done, all int
	cancel    context.CancelFunc
	ended     chan struct{}
}

// New returns a desk with the saved list, for engines that play some of games and use one of protocols. It returns an
// error, and a usable desk, if the list cannot be read.
func New(games rules.Catalog, protocols []*extern.Protocol, loop jobs.Loop) (*Desk, error) {
	d := &Desk{games: games, protocols: protocols, loop: loop, failed: map[string]error{}}
	return d, d.load()
}

func (d *Desk) load() error {
	l, err := extern.Load(extern.File())
	d.list = l.Engines
	return err
}

// Items returns the list, sorted by name, followed by the engine to be added.
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

// find returns an item by name. Names are unique, even with the engine to be
// added.
func (d *Desk) find(name string) (Item, bool) {
	all := d.Items()
	i := slices.IndexFunc(all, func(x Item) bool { return x.Name == name })
	if i < 0 {
		return Item{}, false
	}
	return all[i], true
}

// testGames returns the games for testing an entry. It returns an error if its game is invalid.
func (d *Desk) testGames(e extern.Entry) ([]extern.Sample, error) {
	if e.Game == nil {
		return extern.Find(e.Protocol, d.protocols).Samples(d.games), nil
	}
	r, err := d.games.FromSpec(*e.Game)
	if err != nil {
		return nil, err
	}
	name := e.Game.Game
	for _, g := range d.games {
		if p, ok := g.PresetOf(e.Game.Params); ok && g.Name == e.Game.Game {
			name = p.Name
		}
	}
	return []extern.Sample{{Name: name, Rules: r}}, nil
}

// Add tests an engine and adds it if it plays a game. It replaces the entry was, unless that is "".
// It returns an error if the entry is invalid, its name is taken or another test is running.
func (d *Desk) Add(e extern.Entry, was string) error {
	if err := e.Check(d.protocols...); err != nil {
		return err
	}
	taken := func(x extern.Entry) bool { return x.Name == e.Name && x.Name != was }
	if slices.ContainsFunc(d.list, taken) {
		return msg.Errorf("there is an engine %q already", e.Name)
	}
	if d.test != nil {
		return msg.Errorf("another program is being tested")
	}
	if d.draft != nil && was == d.draft.Name { // that one was not in the list yet
		was = d.draft.was
	}
	d.draft = &draft{e, was}
	return d.Test(e.Name)
}

// Test tests an engine of Items in the background. It returns an error if its game is invalid.
func (d *Desk) Test(name string) error {
	it, ok := d.find(name)
	if !ok || d.test != nil {
		return nil
	}
	list, err := d.testGames(it.Entry)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	t := &test{name: name, draft: !it.Added, all: len(list), cancel: cancel, ended: make(chan struct{})}
	d.test = t
	delete(d.failed, name)
	go func() {
		defer close(t.ended)
		e, _, err := extern.TestGames(ctx, it.Entry, list, extern.Bounds{}, func(extern.Sample, error) {
			d.loop.Post(func() { t.done++; d.changed() })
		}, d.protocols...)
		stopped := ctx.Err() != nil
		d.loop.Post(func() { cancel(); d.ended(t, e, err, stopped) })
	}()
	d.changed()
	return nil
}

// ended saves the result of a test.
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
		err = extern.Update(extern.File(), func(l *extern.List) error { l.SetResult(e); return nil })
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

// put adds the draft to the list.
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

// AddUntested adds the draft although its test has failed. It returns an error if the list cannot
// be saved.
func (d *Desk) AddUntested() error {
	if d.draft == nil || d.test != nil {
		return nil
	}
	err := d.put()
	d.reload()
	return err
}

// Cancel cancels the running test.
func (d *Desk) Cancel() {
	if d.test != nil {
		d.test.cancel()
	}
}

// Close cancels the running test and waits until its engine has exited.
func (d *Desk) Close() {
	d.Changed, d.Added = nil, nil
	if t := d.test; t != nil {
		t.cancel()
		<-t.ended
	}
}

// Remove removes an engine from the list, or discards the draft. It returns an error if the list
// cannot be saved.
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

// reload reads the list again, because other programs may have changed it, and calls Added.
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

// Testing returns the name of the engine being tested, the number of games tested so far, and the
// total.
func (d *Desk) Testing() (name string, done, all int) {
	if d.test == nil {
		return "", 0, 0
	}
	return d.test.name, min(d.test.done, d.test.all), d.test.all
}

// Options common to all engines. They start with a blank, so they cannot clash with options of the
// engine.
const (
	memoryOption = " memory"
	othersOption = " others"
)

// The limits of the memory option, in MB.
const minMemory, maxMemory = 16, 1 << 24

// Options returns the options of an engine and their current values.
func (d *Desk) Options(name string) (list []rules.Param, now map[string]string) {
	it, _ := d.find(name)
	list = it.Params(d.protocols...)
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

// pairs formats options as a line of text.
func pairs(options map[string]string) string {
	var all []string
	for _, name := range rules.Params(options).Names() {
		all = append(all, name+"="+options[name])
	}
	return extern.Join(all)
}

// Set describes the options of an engine that have been set.
func (d *Desk) Set(it Item) string {
	text := pairs(it.Entry.Options)
	if it.Memory > 0 {
		text = strings.TrimSpace(text + " " + locale.T("memory: %d MB", it.Memory))
	}
	return text
}

// SetOptions saves the option values of an engine. Options
// with their default value must be missing from values. It returns an error if they are invalid or
// cannot be saved.
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
	for _, p := range e.Params(d.protocols...) {
		if v, ok := e.Options[p.Name]; ok {
			if _, err := p.Check(v); err != nil {
				return err
			}
		}
	}
	if err := e.Check(d.protocols...); err != nil {
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

// Failure returns the reason why the last test of an engine failed, or nil if it did not fail.
func (d *Desk) Failure(it Item) error {
	if err := d.failed[it.Name]; err != nil {
		return err
	}
	if it.Tested != nil && it.Tested.Failed != "" {
		return msg.Errorf("the program does not play any game: %v", reason(it, it.Tested.Failed))
	}
	return nil
}

// reason translates a failure that was saved in English, if a translation exists.
func reason(it Item, saved string) string {
	return locale.T(msg.Key(strings.TrimPrefix(saved, it.Name+": ")))
}

// Short describes the state of an engine's last test in a few words.
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

// Verdict describes the result of an engine's last test, with one sentence per line.
func (d *Desk) Verdict(it Item) (lines []string) {
	err := d.Failure(it)
	name, _, _ := d.Testing()
	switch {
	case name == it.Name:
		return []string{locale.T("The program is started and asked for a move in each game.")}
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
		return append(lines, locale.T("The engine was not added. Change the command and test it again, or add it as it is."))
	}
	t := it.Tested
	if t == nil || len(t.Plays) == 0 {
		return lines
	}
	titles := make([]string, len(t.Plays))
	for i, name := range t.Plays {
		titles[i] = d.gameTitle(name)
	}
	lines = append(lines, locale.T("Plays %s.", strings.Join(titles, between)))
	by := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(it.Refused)) {
		why := reason(it, it.Refused[name])
		by[why] = append(by[why], d.gameTitle(name))
	}
	for _, why := range slices.Sorted(maps.Keys(by)) {
		lines = append(lines, sentence(locale.T("Does not play %s: %s", strings.Join(by[why], between), why)))
	}
	return append(lines, locale.T("Tested on %s, in %.1f s.", t.At.Local().Format("2006-01-02 15:04"), t.Took.Seconds()))
}

// between separates titles of games, which may contain commas.
const between = " · "

// sentence returns a text with an initial capital and a final full stop.
func sentence(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[n:]
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// gameTitle returns the translated title of a preset.
func (d *Desk) gameTitle(name string) string {
	for _, g := range d.games {
		if p, ok := g.Preset(name); ok {
			return locale.T(p.Title)
		}
	}
	return name
}

// Protocols returns the supported protocols.
func (d *Desk) Protocols() []*extern.Protocol { return d.protocols }

// ProtocolTitle returns the translated title of a protocol.
func (d *Desk) ProtocolTitle(name string) string {
	if k := extern.Find(name, d.protocols); k != nil {
		return locale.T(k.Title)
	}
	return name
}

// Free returns an unused name for an engine, derived from its file name. It returns "" if that has
// no usable characters.
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
