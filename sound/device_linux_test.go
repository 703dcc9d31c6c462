//go:build cgo

package sound

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// samplePipe is a pipe that the sound system of this process writes samples to, instead of a sound card.
// A process opens the sound system only once, so all runs of a test read the same pipe.
var samplePipe *os.File

// withoutDevice is set in a process that must not find a sound card.
const withoutDevice = "SOUND_TEST_WITHOUT_DEVICE"

func TestMain(m *testing.M) {
	if os.Getenv(withoutDevice) != "" {
		os.Exit(m.Run())
	}
	os.Exit(withTape(m.Run))
}

func withTape(run func() int) int {
	dir, err := os.MkdirTemp("", "sound")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	pipe, conf := filepath.Join(dir, "tape"), filepath.Join(dir, "conf")
	text := `
pcm.nowhere { type null }
pcm.!default { type file slave.pcm "nowhere" file "` + pipe + `" format "raw" }
`
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		panic(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		panic(err)
	}
	if samplePipe, err = os.OpenFile(pipe, os.O_RDWR|syscall.O_NONBLOCK, 0); err != nil {
		panic(err)
	}
	if err := os.Setenv("ALSA_CONFIG_PATH", conf); err != nil {
		panic(err)
	}
	return run()
}

// TestNoDevice checks, in a process without a sound card, that the player ends by itself and
// libasound prints no errors.
func TestNoDevice(t *testing.T) {
	if os.Getenv(withoutDevice) != "" {
		p := New()
		p.Win()
		select {
		case <-p.ended:
		case <-time.After(20 * time.Second):
			t.Fatal("the player waits for a device")
		}
		p.Draw()
		p.Close()
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestNoDevice$")
	cmd.Env = append(os.Environ(), withoutDevice+"=1", "ALSA_CONFIG_PATH=/dev/null")
	out, err := cmd.CombinedOutput()
	if err != nil || bytes.Contains(out, []byte("ALSA")) {
		t.Errorf("%v, and on the terminal:\n%s", err, out)
	}
}

// heardSound reads the pipe until it contains sound. It returns false if there is only silence for the
// given time.
func heardSound(t *testing.T, within time.Duration) bool {
	t.Helper()
	if err := samplePipe.SetReadDeadline(time.Now().Add(within)); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 1<<16)
	for {
		n, err := samplePipe.Read(buf)
		if len(bytes.Trim(buf[:n], "\x00")) > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
}

// TestDevice checks the real sound system in this order: sound, rest, sound after a rest, end.
func TestDevice(t *testing.T) {
	p := newPlayer(openDevice, time.Second)
	for i := range 2 {
		p.Win()
		if !heardSound(t, 20*time.Second) {
			t.Fatalf("sound %d does not reach the device", i+1)
		}
		for end := time.Now().Add(20 * time.Second); heardSound(t, 100*time.Millisecond); {
			if time.Now().After(end) {
				t.Fatal("there is no end to the sound")
			}
		}
		// A device at rest receives no samples, not even silence.
		for end := time.Now().Add(20 * time.Second); ; {
			_ = samplePipe.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
			if n, _ := samplePipe.Read(make([]byte, 1<<16)); n == 0 {
				break
			}
			if time.Now().After(end) {
				t.Fatal("the device gets no rest")
			}
		}
	}
	p.Close()
	select {
	case <-p.ended:
	case <-time.After(20 * time.Second):
		t.Error("Close does not end the goroutine")
	}
}
