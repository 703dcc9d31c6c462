// Package instance keeps to one studio for each person and desktop: who comes second hands over what it was asked to open, and ends.
//
// The first one has a name on the session bus and answers there as any desktop application does
// (https://specifications.freedesktop.org/desktop-entry-spec/latest/dbus.html), so that the desktop may call it too.
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

	// The actions; that of a game is called with its name.
	newWindow = "new-window"
	showGame  = "show-game"
	// patience is how long a running studio may take to answer; after that it counts as hung, and the
	// person gets another one.
	patience = 3 * time.Second
)

// Request is what a studio that came second was asked for.
type Request struct {
	Files     []string // absolute paths
	NewWindow bool
	Game      string // whose board is asked for, "" for none
	// Startup is the desktop's startup notification: with it a window may come to the front.
	Startup string
}

// Instance is the place of the one studio.
type Instance struct{ conn *dbus.Conn }

// Claim takes the place of the one studio, or hands r to the studio that has it: then it returns nil
// and true. heard is called, on any goroutine, with what later ones hand over. Where there
// is no session bus, or the other one does not answer, this studio stands by itself.
func Claim(r Request, heard func(Request)) (in *Instance, handed bool) {
	conn := connect()
	if conn == nil {
		return nil, false
	}
	// Exported before the name is taken: a call cannot come too early.
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

// Release gives the place up.
func (in *Instance) Release() {
	if in != nil {
		in.conn.Close()
	}
}

// connect returns a connection to the session bus, nil where none runs: the library would start one.
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

// hand gives r to the studio that has the name.
func hand(conn *dbus.Conn, r Request) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
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

// server answers on the bus; its methods are those of org.freedesktop.Application.
type server struct{ heard func(Request) }

// Activate shows the studio.
func (s server) Activate(data map[string]dbus.Variant) *dbus.Error {
	s.heard(Request{Startup: startup(data)})
	return nil
}

// Open opens files.
func (s server) Open(uris []string, data map[string]dbus.Variant) *dbus.Error {
	s.heard(Request{Files: Files(uris), Startup: startup(data)})
	return nil
}

// ActivateAction does what the menu of the desktop offers.
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

// startup returns the startup notification that a caller passed.
func startup(data map[string]dbus.Variant) string {
	s, _ := data["desktop-startup-id"].Value().(string)
	return s
}

// Files returns the paths of those addresses that are files of this machine.
func Files(uris []string) []string {
	var files []string
	for _, text := range uris {
		if u, err := url.Parse(strings.TrimSpace(text)); err == nil && u.Scheme == "file" && filepath.IsAbs(u.Path) {
			files = append(files, u.Path)
		}
	}
	return files
}
