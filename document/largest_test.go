package document

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardstudio/internal/cpu"
	"boardstudio/io/codec"
	"boardstudio/io/codectest"
)

// Limits that FORMAT.md promises for every accepted file: memory, and time on one processor.
// Millions of legal moves may take longer.
const (
	promisedMemory = 1500 << 20
	promisedTime   = 10 * time.Second
	promisedLegal  = 15 * time.Second
)

// peak runs f. It returns the peak heap size in bytes and the processor time.
func peak(f func()) (memory uint64, busy time.Duration) {
	debug.FreeOSMemory()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	stop, stopped := make(chan struct{}), make(chan struct{})
	var most atomic.Uint64
	go func() {
		defer close(stopped)
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			metrics.Read(sample)
			most.Store(max(most.Load(), sample[0].Value.Uint64()+sample[1].Value.Uint64()))
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	}()
	begun := cpu.Used()
	f()
	busy = cpu.Used() - begun
	close(stop)
	<-stopped
	return most.Load(), busy
}

// largest returns the largest accepted files: the maximum number of short games for multi-game formats, and the maximum
// number of moves and notes for the others. game is the preset, if the file does not name it.
func largest() map[string]func() (text, file, game string) {
	list := map[string]func() (text, file, game string){}
	for name, of := range several {
		list[name+"/games"] = func() (string, string, string) { return of(codec.MaxGames) }
	}
	one := func(name, limit string, n int, studio bool) {
		list[name] = func() (string, string, string) {
			doc, rec := limitFiles[limit](n)
			if studio {
				return doc, "a.studio", ""
			}
			return rec, "a.txt", ""
		}
	}
	one("xml/nodes", "nodes", codec.MaxNodes, true)
	one("xml/notes", "notes", codec.MaxNotes, true)
	one("xml/variations", "variations", codec.MaxVariations, true)
	one("record/nodes", "nodes", codec.MaxNodes, false)
	one("record/notes", "notes", codec.MaxNotes, false)
	one("record/variations", "variations", codec.MaxVariations, false)
	// Legal moves in nested variations, which continue after each variation.
	list["record/nested"] = func() (string, string, string) {
		const depth = 70
		cell := func(i int) string { return string(rune('a'+i%15)) + strconv.Itoa(i/15+1) }
		var group strings.Builder
		for i := range depth {
			fmt.Fprintf(&group, " %s (%s", cell(3*i), cell(3*i+1))
		}
		for i := depth - 1; i >= 0; i-- {
			fmt.Fprintf(&group, " %s)", cell(3*i+2))
		}
		board := "[Variant \"line\"]\n[Param.rows \"15\"]\n[Param.cols \"15\"]\n[Param.k \"15\"]\no15"
		return board + times(codec.MaxNodes/(3*depth+1)-1, "(n15"+group.String()+")"), "a.txt", ""
	}
	list["sgf/nodes"] = func() (string, string, string) {
		return "(;GM[4]SZ[15]" + times(codec.MaxNodes-1, ";B[hh];W[hi]")[:12/2*(codec.MaxNodes-1)] + ")", "a.sgf", ""
	}
	list["sgf/notes"] = func() (string, string, string) {
		return "(;GM[4]SZ[15]" + times(codec.MaxNotes/2, ";B[hh]C[x];W[hi]C[x]") + ")", "a.sgf", ""
	}
	list["psq/nodes"] = func() (string, string, string) {
		return "Piskvorky 20x20, 11:11, 0\n" + times(codec.MaxNodes-1, "10,10,0\n") + "a\nb\n-1\n", "a.psq", ""
	}
	list["psq/notes"] = func() (string, string, string) {
		return "Piskvorky 20x20, 11:11, 0\n" + times(codec.MaxNotes, "10,10,9\n") + "a\nb\n-1\n", "a.psq", ""
	}
	list["renlib/nodes"] = func() (string, string, string) {
		head := "\xffRenLib\xff\x03\x04" + times(10, "\xff")
		return head + times(codec.MaxNodes-2, "\x78\x00") + "\x78\x40", "a.lib", ""
	}
	list["json/nodes"] = func() (string, string, string) {
		return `{"format":"boardstudio","version":1,"game":{"name":"line","params":{}},"lines":[{"moves":["b2"` + times(codec.MaxNodes-2, `,"b2"`) + `]}]}`, "a.json", ""
	}
	return list
}

// BenchmarkLargest lists the games of the largest accepted files and reads the first. It reports
// the processor time and the peak heap size, including the file. Run each in a separate process:
//
//	go test ./document -run - -bench 'Largest/sgf/games' -benchtime 1x
func BenchmarkLargest(b *testing.B) {
	for name, of := range largest() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				text, file, game := of()
				o := codec.Options{}
				if game != "" {
					o.Spec = codectest.Spec(b, game)
				}
				data := []byte(text)
				text = ""
				runtime.GC()
				memory, busy := peak(func() {
					defer codec.LimitGarbage(len(data))()
					codec.BoundMemory()
					g, _, err := library.Games(context.Background(), file, data, o)
					if err != nil {
						b.Fatal(err)
					}
					d, err := g.Decode(context.Background(), 0)
					if err != nil {
						b.Fatal(err)
					}
					runtime.KeepAlive(d)
					runtime.KeepAlive(g)
				})
				promised := promisedTime
				if name == "record/nested" {
					promised = promisedLegal
				}
				if memory > promisedMemory || busy > promised {
					b.Errorf("it takes %d MB and %.1f s of one processor", memory>>20, busy.Seconds())
				}
				b.ReportMetric(float64(memory)/1e6, "peak-MB")
				b.ReportMetric(busy.Seconds(), "cpu-s")
				b.ReportMetric(float64(len(data))/1e6, "file-MB")
			}
		})
	}
}
