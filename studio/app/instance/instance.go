// Package instance limits Studio to one instance per user and desktop. A second instance hands over
// its request and ends.
//
// The first instance owns a name on the session bus and implements org.freedesktop.Application,
// like any desktop application, so the desktop can call it too
// (https://specifications.freedesktop.org/desktop-entry-spec/latest/dbus.html).
package instance

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	name  = "org.boardstudio.Studio"
	path  = dbus.ObjectPath("/org/boardstudio/Studio")
	iface = "org.freedesktop.Application"

	// The actions. showGame has the name of a game as its argument.
	newWindow = "new-window"
	showGame  = "show-game"
	// answerTimeout is the time that a running instance has to answer. After that it is assumed to hang,
	// and another instance starts.
	answerTimeout = 3 * time.Second
)

// Request is the request that a second instance hands over.
type Request struct {
	Files     []string // absolute paths
	NewWindow bool
	Game      string // the game to show, or ""
	// Startup is the startup notification ID of the desktop, which allows the window to be raised.
	Startup string
}

// Instance is the single instance of Studio.
type Instance struct{ conn *dbus.Conn }

// Claim makes this process the single instance. If another instance exists, it hands r over and
// returns nil and true. heard is called, on any goroutine, with the requests of later instances.
// Without a session bus, or if the other instance does not answer, Claim returns nil and false, and
// this process runs independently.
func Claim(r Request, heard func(Request)) (in *Instance, handed bool) {
	conn := connect()
	if conn == nil {
		return nil, false
	}
	// Export before requesting the name, so no call is lost.
	err := conn.Export(server{heard}, path, iface)
	if err == nil {
		var reply dbus.RequestNameReply
		reply, err = conn.RequestName(name, dbus.NameFlagDoNotQueue)
		if err == nil && reply == dbus.RequestNameReplyPrimaryOwner {
			return &Instance{conn}, false
		}
	}
	handed = err == nil && hand(conn, r) == nil
	conn.Close()
	return nil, handed
}

// Release releases the name on the bus.
func (in *Instance) Release() {
	if in != nil {
		in.conn.Close()
	}
}

// connect returns a connection to the session bus, or nil if no bus is running. The library would
// start one.
func connect() *dbus.Conn {
	at := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
	if at == "" {
		socket := filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "bus")
		if !filepath.IsAbs(socket) {
			return nil
		}
		if _, err := os.Stat(socket); err != nil {
			return nil
		}
		at = "unix:path=" + socket
	}
	conn, err := dbus.Connect(at)
	if err != nil {
		return nil
	}
	return conn
}

// hand sends r to the instance that owns the name.
func hand(conn *dbus.Conn, r Request) error {
	ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
	defer cancel()
	data := map[string]dbus.Variant{"desktop-startup-id": dbus.MakeVariant(r.Startup)}
	call := func(method string, args ...any) error {
		return conn.Object(name, path).CallWithContext(ctx, iface+"."+method, 0, args...).Err
	}
	if r.NewWindow {
		if err := call("ActivateAction", newWindow, []dbus.Variant{}, data); err != nil {
			return err
		}
	}
	if r.Game != "" {
		if err := call("ActivateAction", showGame, []dbus.Variant{dbus.MakeVariant(r.Game)}, data); err != nil {
			return err
		}
	}
	if len(r.Files) == 0 {
		if r.NewWindow || r.Game != "" {
			return nil
		}
		return call("Activate", data)
	}
	uris := make([]string, len(r.Files))
	for i, f := range r.Files {
		uris[i] = (&url.URL{Scheme: "file", Path: f}).String()
	}
	return call("Open", uris, data)
}

// server implements org.freedesktop.Application.
type server struct{ heard func(Request) }

// Activate shows Studio.
func (s server) Activate(data map[string]dbus.Variant) *dbus.Error {
	s.heard(Request{Startup: startup(data)})
	return nil
}

// Open opens files.
func (s server) Open(uris []string, data map[string]dbus.Variant) *dbus.Error {
	s.heard(Request{Files: Files(uris), Startup: startup(data)})
	return nil
}

// ActivateAction runs an action from the desktop's menu. It returns an error if the action is
// unknown.
func (s server) ActivateAction(action string, args []dbus.Variant, data map[string]dbus.Variant) *dbus.Error {
	r := Request{Startup: startup(data)}
	switch {
	case action == newWindow:
		r.NewWindow = true
	case action == showGame && len(args) == 1:
		r.Game, _ = args[0].Value().(string)
	default:
		return dbus.MakeFailedError(errAction)
	}
	s.heard(r)
	return nil
}

type actionError string

func (e actionError) Error() string { return string(e) }

const errAction = actionError("there is no such action")

// startup returns the startup notification ID passed by a caller.
func startup(data map[string]dbus.Variant) string {
	s, _ := data["desktop-startup-id"].Value().(string)
	return s
}

// Files returns the paths of the local files among uris.
func Files(uris []string) []string {
	var files []string
	for _, text := range uris {
		if u, err := url.Parse(strings.TrimSpace(text)); err == nil && u.Scheme == "file" && filepath.IsAbs(u.Path) {
			files = append(files, u.Path)
		}
	}
	return files
}
