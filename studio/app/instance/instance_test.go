package instance

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bus starts a session bus for the test and returns its address.
func bus(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("dbus-daemon", "--session", "--nofork", "--print-address", "--nopidfile")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip("no dbus-daemon: ", err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	b := make([]byte, 1000)
	n, err := out.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.TrimSpace(string(b[:n]))
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", at)
	return at
}

// TestClaim checks that the first instance receives the request of the second, and that another can
// take its place after Release.
func TestClaim(t *testing.T) {
	bus(t)
	got := make(chan Request, 4)
	first, handed := Claim(Request{}, func(r Request) { got <- r })
	if first == nil || handed {
		t.Fatalf("the first did not get the place: %v %v", first, handed)
	}
	for name, r := range map[string]Request{
		"files":      {Files: []string{"/tmp/a b.studio", "/tmp/é#?.studio"}, Startup: "x_TIME12"},
		"new window": {NewWindow: true},
		"game":       {Game: "some game"},
		"nothing":    {},
	} {
		t.Run(name, func(t *testing.T) {
			if in, handed := Claim(r, nil); in != nil || !handed {
				t.Fatalf("%+v was not handed over", r)
			}
			if g := <-got; !reflect.DeepEqual(g, r) {
				t.Errorf("the first got %+v, want %+v", g, r)
			}
		})
	}
	first.Release()
	next, handed := Claim(Request{}, nil)
	if next == nil || handed {
		t.Fatal("nobody has the place, and it cannot be had")
	}
	next.Release()
}

// TestAlone checks that Studio runs independently without a bus, or if the other instance hangs.
func TestAlone(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	if in, handed := Claim(Request{}, nil); in != nil || handed {
		t.Error("there is a place without a bus")
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
	if in, handed := Claim(Request{}, nil); in != nil || handed {
		t.Error("there is a place on a bus that is gone")
	}
	hung, err := dbus.Connect(bus(t))
	if err != nil {
		t.Fatal(err)
	}
	defer hung.Close()
	wait := make(chan bool)
	defer close(wait)
	if err := hung.Export(server{func(Request) { <-wait }}, path, iface); err != nil {
		t.Fatal(err)
	}
	if _, err := hung.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if in, handed := Claim(Request{}, nil); in != nil || handed {
		t.Error("a hung studio took what was handed over")
	}
	if d := time.Since(began); d < answerTimeout {
		t.Errorf("gave up after %v", d)
	}
}

func TestFiles(t *testing.T) {
	got := Files([]string{"file:///a%20b", " file:///c\r", "https://x/y", "%", "file:rel"})
	if want := []string{"/a b", "/c"}; !reflect.DeepEqual(got, want) {
		t.Errorf("Files: %q, want %q", got, want)
	}
}
