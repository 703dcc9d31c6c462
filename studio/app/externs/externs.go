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

// Manager contains the list and tests one engine at a time. It must be used on the main loop only.
type Manager struct {
	// Changed is called after any visible change, Added after a change of the list. They may be
	// nil.
	Changed, Added func()

	games     rules.Catalog
	protocols []*extern.Protocol
	logs      *extern.Logs
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

// New returns a Manager with the saved list, for engines that play some of games and use one of protocols. Tests record
// the lines exchanged in logs. New returns an error, and a usable Manager, if the list cannot be read.
func New(games rules.Catalog, protocols []*extern.Protocol, logs *extern.Logs, loop jobs.Loop) (*Manager, error) {
	m := &Manager{games: games, protocols: protocols, logs: logs, loop: loop, failed: map[string]error{}}
	return m, m.load()
}

func (m *Manager) load() error {
	l, err := extern.Load(extern.File())
	m.list = l.Engines
	return err
}

// Items returns the list, sorted by name, followed by the engine to be added.
func (m *Manager) Items() []Item {
	var all []Item
	for _, e := range m.list {
		if m.draft == nil || m.draft.was != e.Name {
			all = append(all, Item{e, true})
		}
	}
	if m.draft != nil {
		all = append(all, Item{m.draft.Entry, false})
	}
	return all
}

// find returns an item by name. Names are unique, even with the engine to be
// added.
func (m *Manager) find(name string) (Item, bool) {
	all := m.Items()
	i := slices.IndexFunc(all, func(x Item) bool { return x.Name == name })
	if i < 0 {
		return Item{}, false
	}
	return all[i], true
}

// testGames returns the games for testing an entry. It returns an error if its game is invalid.
func (m *Manager) testGames(e extern.Entry) ([]extern.Sample, error) {
	if e.Game == nil {
		return extern.Find(e.Protocol, m.protocols).Samples(m.games), nil
	}
	r, err := m.games.FromSpec(*e.Game)
	if err != nil {
		return nil, err
	}
	return []extern.Sample{{Name: m.games.Name(*e.Game), Rules: r}}, nil
}

// Add tests an engine and adds it if it plays a game. It replaces the entry was, unless that is "".
// It returns an error if the entry is invalid, its name is taken or another test is running.
func (m *Manager) Add(e extern.Entry, was string) error {
	if err := e.Check(m.protocols...); err != nil {
		return err
	}
	taken := func(x extern.Entry) bool { return x.Name == e.Name && x.Name != was }
	if slices.ContainsFunc(m.list, taken) {
		return msg.Errorf("there is an engine %q already", e.Name)
	}
	if m.test != nil {
		return msg.Errorf("another program is being tested")
	}
	if m.draft != nil && was == m.draft.Name { // that one was not in the list yet
		was = m.draft.was
	}
	m.draft = &draft{e, was}
	return m.Test(e.Name)
}

// Test tests an engine of Items in the background. It returns an error if its game is invalid.
func (m *Manager) Test(name string) error {
	it, ok := m.find(name)
	if !ok || m.test != nil {
		return nil
	}
	list, err := m.testGames(it.Entry)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	t := &test{name: name, draft: !it.Added, all: len(list), cancel: cancel, ended: make(chan struct{})}
	m.test = t
	delete(m.failed, name)
	go func() {
		defer close(t.ended)
		e, _, err := extern.TestGames(ctx, it.Entry, list, extern.Bounds{}, func(extern.Sample, error) {
			m.loop.Post(func() { t.done++; m.changed() })
		}, m.logs, m.protocols...)
		stopped := ctx.Err() != nil
		m.loop.Post(func() { cancel(); m.ended(t, e, err, stopped) })
	}()
	m.changed()
	return nil
}

// ended saves the result of a test.
func (m *Manager) ended(t *test, e extern.Entry, err error, stopped bool) {
	if m.test != t {
		return
	}
	m.test = nil
	if err != nil {
		m.failed[t.name] = err
	}
	switch {
	case stopped:
	case !t.draft:
		err = extern.Update(extern.File(), func(l *extern.List) error { l.SetResult(e); return nil })
	case err != nil:
		m.draft.Entry = e
	default:
		m.draft.Entry = e
		err = m.put()
	}
	if err != nil && m.failed[t.name] == nil {
		m.failed[t.name] = err
	}
	m.reload()
}

// put adds the draft to the list.
func (m *Manager) put() error {
	x := *m.draft
	err := extern.Update(extern.File(), func(l *extern.List) error {
		if x.was != "" {
			l.Remove(x.was)
		}
		l.Put(x.Entry)
		return nil
	})
	if err == nil {
		m.draft = nil
	}
	return err
}

// AddUntested adds the draft although its test has failed. It returns an error if the list cannot
// be saved.
func (m *Manager) AddUntested() error {
	if m.draft == nil || m.test != nil {
		return nil
	}
	err := m.put()
	m.reload()
	return err
}

// Cancel cancels the running test.
func (m *Manager) Cancel() {
	if m.test != nil {
		m.test.cancel()
	}
}

// Close cancels the running test and waits until its engine has exited.
func (m *Manager) Close() {
	m.Changed, m.Added = nil, nil
	if t := m.test; t != nil {
		t.cancel()
		<-t.ended
	}
}

// Remove removes an engine from the list, or discards the draft. It returns an error if the list
// cannot be saved.
func (m *Manager) Remove(name string) error {
	if m.test != nil && m.test.name == name {
		return nil
	}
	var err error
	if m.draft != nil && m.draft.Name == name {
		m.draft = nil
	} else {
		err = extern.Update(extern.File(), func(l *extern.List) error { l.Remove(name); return nil })
	}
	delete(m.failed, name)
	m.reload()
	return err
}

// reload reads the list again, because other programs may have changed it, and calls Added.
func (m *Manager) reload() {
	_ = m.load()
	if m.Added != nil {
		m.Added()
	}
	m.changed()
}

func (m *Manager) changed() {
	if m.Changed != nil {
		m.Changed()
	}
}

// Testing returns the name of the engine being tested, the number of games tested so far, and the
// total.
func (m *Manager) Testing() (name string, done, all int) {
	if m.test == nil {
		return "", 0, 0
	}
	return m.test.name, min(m.test.done, m.test.all), m.test.all
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
func (m *Manager) Options(name string) (list []rules.Param, now map[string]string) {
	it, _ := m.find(name)
	list = it.Params(m.protocols...)
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
func (m *Manager) Set(it Item) string {
	text := pairs(it.Entry.Options)
	if it.Memory > 0 {
		text = strings.TrimSpace(text + " " + locale.T("memory: %d MB", it.Memory))
	}
	return text
}

// SetOptions saves the option values of an engine. Options
// with their default value must be missing from values. It returns an error if they are invalid or
// cannot be saved.
func (m *Manager) SetOptions(name string, values map[string]string) error {
	it, ok := m.find(name)
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
	for _, p := range e.Params(m.protocols...) {
		if v, ok := e.Options[p.Name]; ok {
			if _, err := p.Check(v); err != nil {
				return err
			}
		}
	}
	if err := e.Check(m.protocols...); err != nil {
		return err
	}
	if !it.Added {
		m.draft.Entry = e
		m.changed()
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
	m.reload()
	return err
}

// Failure returns the reason why the last test of an engine failed, or nil if it did not fail.
func (m *Manager) Failure(it Item) error {
	if err := m.failed[it.Name]; err != nil {
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
func (m *Manager) Short(it Item) string {
	name, done, all := m.Testing()
	err := m.Failure(it)
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
func (m *Manager) Verdict(it Item) (lines []string) {
	err := m.Failure(it)
	name, _, _ := m.Testing()
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
		titles[i] = m.gameTitle(name)
	}
	lines = append(lines, locale.T("Plays %s.", strings.Join(titles, between)))
	by := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(it.Refused)) {
		why := reason(it, it.Refused[name])
		by[why] = append(by[why], m.gameTitle(name))
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
func (m *Manager) gameTitle(name string) string {
	for _, g := range m.games {
		if p, ok := g.Preset(name); ok {
			return locale.T(p.Title)
		}
	}
	return name
}

// Protocols returns the supported protocols.
func (m *Manager) Protocols() []*extern.Protocol { return m.protocols }

// ProtocolTitle returns the translated title of a protocol.
func (m *Manager) ProtocolTitle(name string) string {
	if k := extern.Find(name, m.protocols); k != nil {
		return locale.T(k.Title)
	}
	return name
}

// Free returns an unused name for an engine, derived from its file name. It returns "" if that has
// no usable characters.
func (m *Manager) Free(file string) string {
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
	for n := 2; slices.ContainsFunc(m.list, func(e extern.Entry) bool { return e.Name == name }); n++ {
		name = base + "-" + strconv.Itoa(n)
	}
	return name
}
