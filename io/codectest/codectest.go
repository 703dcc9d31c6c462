// Package codectest tests properties that all file formats share.
package codectest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"boardstudio/internal/cpu"
	"boardstudio/internal/effort"
	"boardstudio/io/codec"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// Options returns options for a file with the given name and all games.
func Options(file string) codec.Options { return codec.Options{Games: games.Games, File: file} }

// Spec returns the spec of a preset.
func Spec(t testing.TB, preset string) *rules.Spec {
	t.Helper()
	r, err := games.Games.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := r.Spec()
	return &s
}

// Folder returns a folder of test files that may not be redistributed. It is a subfolder of the
// folder in the environment variable STUDIO_DATA. If the variable is not set, the test is skipped.
func Folder(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("STUDIO_DATA")
	if dir == "" {
		t.Skip("STUDIO_DATA names no folder of files")
	}
	return dir + "/" + name
}

// Decode reads data, or fails the test.
func Decode(t testing.TB, f *codec.Format, data []byte, o codec.Options) *model.Document {
	t.Helper()
	d, err := f.Decode(context.Background(), data, o)
	if err != nil {
		t.Fatalf("%s: %v", o.File, err)
	}
	return d
}

// Encode writes d, or fails the test.
func Encode(t testing.TB, f *codec.Format, d *model.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Encode(context.Background(), &b, d, nil); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return b.Bytes()
}

// Warnings returns the warnings of a document, one per line.
func Warnings(d *model.Document) string {
	var b strings.Builder
	for _, w := range d.Warnings {
		b.WriteString(w.Error() + "\n")
	}
	return b.String()
}

// Line returns the main line as words. Unreadable moves are in quotation marks.
func Line(d *model.Document) string {
	var words []string
	for n := range d.Tree.Main() {
		if m, ok := n.Move(); ok {
			words = append(words, d.Tree.Rules().FormatMove(m))
		} else if n.Raw() != "" {
			words = append(words, "'"+n.Raw()+"'")
		}
	}
	return strings.Join(words, " ")
}

// Same checks that d is preserved in a .studio file and, if the format can write it, in the format
// itself. Writing it again must give the same bytes.
func Same(t testing.TB, f *codec.Format, d *model.Document) {
	t.Helper()
	if err := d.Tree.Check(); err != nil {
		t.Error(err)
	}
	if err := model.Equal(d, Decode(t, &xml.Format, Encode(t, &xml.Format, d), Options("a.studio"))); err != nil {
		t.Errorf("through a studio document: %v", err)
	}
	if f.Writes(d.Tree.Rules()) != nil {
		return
	}
	data := Encode(t, f, d)
	o := Options("written")
	spec := d.Tree.Rules().Spec()
	o.Spec = &spec
	back := Decode(t, f, data, o)
	if err := model.Equal(d, back); err != nil {
		t.Errorf("through %s: %v\n%.2000s", f.Name, err, data)
	}
	if again := Encode(t, f, back); !bytes.Equal(data, again) {
		t.Errorf("%s has other bytes when it is written again:\n%.2000s\n%.2000s", f.Name, data, again)
	}
}

// All decodes all games of a file and calls each for them, if it is not nil. It checks each game
// with Same, and its entry in Games.Heads. It returns the number of games.
func All(t testing.TB, f *codec.Format, data []byte, o codec.Options, each func(*model.Document)) int {
	t.Helper()
	g, err := f.Games(context.Background(), data, o)
	if err != nil {
		t.Fatalf("%s: %v", o.File, err)
	}
	for i := range g.Heads {
		d, err := g.Decode(context.Background(), i)
		if err != nil {
			t.Fatalf("%s: game %d: %v", o.File, i+1, err)
		}
		Same(t, f, d)
		if each != nil {
			each(d)
		}
		h, want := g.Heads[i], codec.HeadOf(d)
		if h.Title != want.Title || h.Event != want.Event || h.Date != want.Date || h.Result != want.Result {
			t.Errorf("%s: game %d is listed as %+v, it is %+v", o.File, i+1, h, want)
		}
		for seat, name := range h.Players {
			if seat >= len(d.Players) || d.Players[seat].Name != name {
				t.Errorf("%s: game %d is listed with the player %q", o.File, i+1, name)
			}
		}
	}
	return len(g.Heads)
}

// Cut decodes data truncated at every byte. Each result must be a document or an error of the
// format, without panics.
func Cut(t *testing.T, f *codec.Format, data []byte, o codec.Options) {
	t.Helper()
	for i := range data {
		one(t, f, data[:i], o)
	}
}

// one reads data with all functions of the format.
func one(t testing.TB, f *codec.Format, data []byte, o codec.Options) (d *model.Document) {
	t.Helper()
	if f.Sniff != nil {
		f.Sniff(data)
	}
	d, err := f.Decode(context.Background(), data, o)
	asError(t, d == nil, err)
	if f.Games == nil {
		return d
	}
	g, err := f.Games(context.Background(), data, o)
	asError(t, g == nil, err)
	if g == nil {
		return d
	}
	for i := range min(len(g.Heads), 20) {
		d, err := g.Decode(context.Background(), i)
		asError(t, d == nil, err)
	}
	return d
}

// asError checks that there is either a result or an error of a format.
func asError(t testing.TB, none bool, err error) {
	t.Helper()
	var e *codec.Error
	if none != (err != nil) || err != nil && !errors.As(err, &e) {
		t.Fatalf("there is no result: %v, and the error %v", none, err)
	}
}

// Fuzz decodes arbitrary data. The result must be an error, or a document that passes Same. Each
// seed is also added in halves.
func Fuzz(f *testing.F, format *codec.Format, o codec.Options, seeds ...[]byte) {
	for _, s := range seeds {
		f.Add(s)
		f.Add(s[:len(s)/2])
		f.Add(s[len(s)/2:])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if d := one(t, format, data, o); d != nil {
			Same(t, format, d)
		}
	})
}

// Repeated is a text that is repeated to generate a large file.
type Repeated struct{ Before, Text, After string }

// Heavy reads large generated files with the time limits of Quick. The repeated part takes a quarter
// of a megabyte, or two megabytes with -full. The result may take up to 30 times the memory of the
// file, plus 16 MB, or plus 64 MB with -full.
func Heavy(t *testing.T, f *codec.Format, o codec.Options, texts ...Repeated) {
	t.Helper()
	large := effort.Amount(2<<20, 1<<18)
	for _, r := range texts {
		name := fmt.Sprintf("%.40q", r.Before+r.Text)
		text := func(n int) []byte { return []byte(r.Before + strings.Repeat(r.Text, n/len(r.Text)) + r.After) }
		size := len(text(large))
		before := live()
		var d *model.Document
		var err error
		Quick(t, name, large, func(n int) {
			got, failed := f.Decode(context.Background(), text(n), o)
			asError(t, got == nil, failed)
			if n == large {
				d, err = got, failed
			}
		})
		if used := live() - before; used > 30*int64(size)+int64(effort.Amount(64<<20, 16<<20)) {
			t.Errorf("%s: %d MB of memory for %d kB", name, used>>20, size>>10)
		}
		if d != nil {
			for _, w := range d.Warnings {
				if len(w.Error()) > 1000 {
					t.Errorf("%s: a warning of %d bytes", name, len(w.Error()))
				}
			}
		} else if len(err.Error()) > 1000 {
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
		runtime.KeepAlive(d)
		if f.Games != nil {
			Quick(t, name+", the list", large, func(size int) {
				g, err := f.Games(context.Background(), text(size), o)
				asError(t, g == nil, err)
			})
		}
	}
}

// live returns the number of bytes in use.
func live() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Quick checks that the time to read grows no faster than the file. read must read a file of the
// given size. The check uses processor time, so other load does not count. It compares with a
// quarter of the file, so it is independent of the machine's speed. Less than a second per megabyte
// always passes.
func Quick(t *testing.T, what string, size int, read func(size int)) {
	t.Helper()
	var whole, quarter time.Duration
	for range 3 { // garbage collection may disturb a measurement
		if whole = processors(func() { read(size) }); whole <= time.Duration(size)*time.Second>>20 {
			return
		}
		// Linear time gives 4, quadratic time 16.
		if quarter = processors(func() { read(size / 4) }); whole <= 8*quarter {
			return
		}
	}
	t.Errorf("%s: %v for %d kB, %v for a quarter of it", what, whole, size>>10, quarter)
}

// processors returns the processor time used by f.
func processors(f func()) time.Duration {
	start := cpu.Used()
	f()
	return cpu.Used() - start
}

// Stops checks that read stops within a second of processor time after its context is cancelled, 20
// ms after the start. On an idle machine it takes at most 200 ms.
func Stops(t *testing.T, what string, read func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan time.Duration, 1)
	time.AfterFunc(20*time.Millisecond, func() { stopped <- cpu.Used(); cancel() })
	err := read(ctx)
	end := cpu.Used()
	if took := end - <-stopped; took > time.Second {
		t.Errorf("%s: stopped after %v: %v", what, took, err)
	}
}
