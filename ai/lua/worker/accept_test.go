package worker

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// filler fills messages with random values, mostly near limits.
type filler struct {
	*rand.Rand
	big int // number of long values left, since more would only take time
}

func (f *filler) size(sizes ...int) int {
	n := sizes[f.IntN(len(sizes))]
	if n > 2000 {
		if f.big--; f.big < 0 {
			return f.IntN(5)
		}
	}
	return n
}

func (f *filler) text() string {
	n := f.size(0, 1, f.IntN(50), maxName-1, maxName, maxName+1, maxMessage, maxMessage+1, maxText, maxText+1, script.MaxSource, script.MaxSource+1)
	piece := []string{"a", "é", "\x00", "\xff", "%", "\n", "\u202e", string(rune('a' + f.IntN(26)))}[f.IntN(8)]
	return strings.Repeat(piece, n/len(piece)+1)[:n]
}

func (f *filler) number() int64 {
	n := []int64{0, 1, 2, 25, 26, 127, maxStack, maxLines, maxMoves, math.MaxInt16, math.MaxInt32, math.MaxUint32, math.MaxInt64, math.MinInt64, f.Int64()}[f.IntN(15)]
	return n + int64(f.IntN(3)-1)
}

// fill sets v and everything in it.
func (f *filler) fill(v reflect.Value) {
	if !v.CanSet() { // an unexported field
		v = reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 1)
	case reflect.String:
		v.SetString(f.text())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(f.number())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(f.number()))
	case reflect.Float64:
		v.SetFloat([]float64{0, 1.5, -1e300, math.Inf(1), math.NaN()}[f.IntN(5)])
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Interface:
		v.Set(reflect.ValueOf(f.error(0)))
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(f.text()))
			return
		}
		n := f.size(0, 1, f.IntN(6), rules.MaxPlayers, rules.MaxPlayers+1, maxStack+1, maxLocals+1, maxLines+1, maxMoves, maxMoves+1)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range min(n, 6) {
			f.fill(v.Index(i))
		}
		if n > 6 {
			f.fill(v.Index(n - 1))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for i := range f.size(0, 1, 3, maxValues-1, maxValues, maxValues+1, 300) {
			key := string(rune('a'+i%26)) + strings.Repeat("x", i/26)
			if f.IntN(100) == 0 {
				key += f.text()
			}
			value := "1"
			if f.IntN(50) == 0 {
				value = f.text()
			}
			v.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(value))
		}
	default:
		panic(v.Type().String() + " is not filled")
	}
}

func (f *filler) error(depth int) error {
	if f.IntN(3) == 0 || depth > 6 {
		return errors.New(f.text())
	}
	var args []any
	for range f.IntN(maxArgs + 2) {
		args = append(args, []any{f.text(), int(f.number()), f.error(depth + 1), f.number(), nil, []byte{1}}[f.IntN(6)])
	}
	return &msg.Error{Format: msg.Key(f.text()), Args: args}
}

// brief returns a short text of a message.
func brief(v any) string {
	text := fmt.Sprintf("%+v", v)
	return text[:min(len(text), 500)]
}

// TestChildAccepts checks that the child accepts every request that the client sends, without
// changes. The client refuses other requests with a translatable error.
func TestChildAccepts(t *testing.T) {
	race.Skip(t)
	requests := 2_000
	if testing.Short() {
		requests = 600
	}
	f := &filler{Rand: rand.New(rand.NewPCG(1, 2))}
	sent := map[byte]int{}
	refused := map[string]int{}
	for range requests {
		var q request
		f.big = 1
		f.fill(reflect.ValueOf(&q).Elem())
		q.kind = byte(f.IntN(int(askProfile))) + askLoad
		b, err := q.encode(nil)
		if err != nil {
			var e *msg.Error
			if !errors.As(err, &e) || len(err.Error()) > 300 {
				t.Fatalf("%s: refused with %q", brief(q), err)
			}
			refused[string(e.Format)]++
			continue
		}
		sent[q.kind]++
		frame := bytes.Clone(b[4:])
		got, err := decodeRequest(frame)
		clear(frame) // like the next frame
		if err != nil {
			t.Fatalf("kind %d, %s: the child does not take it: %v", q.kind, brief(q), err)
		}
		if again, err := got.encode(nil); err != nil || !bytes.Equal(again, b) {
			t.Fatalf("%s arrives as %s, %v", brief(q), brief(got), err)
		}
	}
	t.Log(sent, refused)
	for kind := askLoad; kind <= askProfile; kind++ {
		if sent[kind] == 0 {
			t.Errorf("no request of kind %d was sent", kind)
		}
	}
	if len(refused) < 6 {
		t.Errorf("only these were refused: %v", refused)
	}
}

// TestStudioAccepts checks that the client accepts every response of the child. Values that are too
// long are shortened.
func TestStudioAccepts(t *testing.T) {
	race.Skip(t)
	f := &filler{Rand: rand.New(rand.NewPCG(3, 4))}
	sent := map[byte]int{}
	for range 600 {
		var r response
		f.big = 1
		f.fill(reflect.ValueOf(&r).Elem())
		r.kind = byte(f.IntN(int(tellProfile))) + tellHello
		if r.fault != nil {
			r.fault.Budget = stdlib.TimeBudget
		}
		if r.about != nil {
			for i := range r.about.Options {
				o := &r.about.Options[i]
				o.Kind %= rules.Text + 1
				// If all were as long as possible, the frame would be too long.
				o.Options = o.Options[:min(len(o.Options), 3)]
			}
		}
		b, err := r.encode(nil)
		if err != nil {
			t.Fatalf("kind %d, %s: %v", r.kind, brief(r), err)
		}
		sent[r.kind]++
		if _, err := decodeResponse(b[4:]); err != nil {
			t.Fatalf("kind %d, %s: the studio does not take it: %v", r.kind, brief(r), err)
		}
	}
	for kind := tellHello; kind <= tellProfile; kind++ {
		if sent[kind] == 0 {
			t.Errorf("no response of kind %d was sent", kind)
		}
	}
}
