package uitest

import (
	"slices"
	"strings"
	"sync"

	"github.com/godbus/dbus/v5"
)

// Heard collects the announcements of the program to screen readers.
type Heard struct {
	s  *Session
	mu sync.Mutex
	// texts are in the order of their arrival.
	texts []string
}

// Listen starts to collect announcements to screen readers.
func (s *Session) Listen() *Heard {
	s.t.Helper()
	h := &Heard{s: s}
	if err := s.bus.AddMatchSignal(dbus.WithMatchInterface("org.a11y.atspi.Event.Object"), dbus.WithMatchMember("Announcement")); err != nil {
		s.fail("%v", err)
	}
	signals := make(chan *dbus.Signal, 1000)
	s.bus.Signal(signals)
	go func() {
		for x := range signals {
			if !strings.HasSuffix(x.Name, ".Announcement") || len(x.Body) < 4 {
				continue
			}
			v, _ := x.Body[3].(dbus.Variant)
			text, ok := v.Value().(string)
			if !ok || text == "" {
				text, _ = x.Body[0].(string)
			}
			h.mu.Lock()
			h.texts = append(h.texts, text)
			h.mu.Unlock()
		}
	}()
	return h
}

// All returns the announcements so far.
func (h *Heard) All() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.texts)
}

// Forget discards the announcements so far.
func (h *Heard) Forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.texts = nil
}

// Wait waits for an announcement of the text after the one that the last call of Wait found.
func (h *Heard) Wait(text string) {
	h.s.t.Helper()
	h.wait(text, func(s string) bool { return s == text })
}

// WaitPart is like Wait, for an announcement that contains the words.
func (h *Heard) WaitPart(words string) {
	h.s.t.Helper()
	h.wait(words, func(s string) bool { return strings.Contains(s, words) })
}

func (h *Heard) wait(text string, is func(string) bool) {
	h.s.t.Helper()
	h.s.Wait("announcement “"+text+"”, only "+strings.Join(h.All(), " | "), func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		i := slices.IndexFunc(h.texts, is)
		if i >= 0 {
			h.texts = h.texts[i+1:]
		}
		return i >= 0
	})
}
