package gate

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// site is a gate in front of a server that counts its requests.
type site struct {
	*Gate
	t    *testing.T
	addr string
	seen atomic.Int32
	last atomic.Pointer[http.Request]
}

// frame is the data that the server sends to each WebSocket.
const frame = "a picture of the window"

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{t: t}
	unix := filepath.Join(t.TempDir(), "http")
	behind, err := net.Listen("unix", unix)
	if err != nil {
		t.Fatal(err)
	}
	front, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.addr = front.Addr().String()
	s.Gate = New(front.Addr().(*net.TCPAddr).Port, unix)
	s.Refusal = Refusal{"Closed", "Use the <address>.", "Again"}
	for l, h := range map[net.Listener]http.Handler{behind: http.HandlerFunc(s.serve), front: s.Gate} {
		server := &http.Server{Handler: h}
		go func() { _ = server.Serve(l) }()
		t.Cleanup(func() { server.Close() })
	}
	return s
}

// serve is the handler of the server. It answers like broadwayd.
func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	s.seen.Add(1)
	s.last.Store(r)
	if r.URL.Path != "/socket" {
		fmt.Fprint(w, "content of ", r.URL.Path)
		return
	}
	conn, rw, err := w.(http.Hijacker).Hijack()
	if err != nil {
		s.t.Error(err)
		return
	}
	defer conn.Close()
	fmt.Fprint(rw, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: broadway\r\n\r\n", frame)
	rw.Flush()
	line, _ := rw.ReadString('\n')
	fmt.Fprint(rw, "heard ", line)
	rw.Flush()
}

// send sends a request and returns the response. The connection stays open until the test ends.
func (s *site) send(lines ...string) (*http.Response, net.Conn, *bufio.Reader) {
	s.t.Helper()
	conn, err := net.Dial("tcp4", s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		s.t.Fatal(err)
	}
	fmt.Fprint(conn, strings.Join(lines, "\r\n")+"\r\n\r\n")
	r := bufio.NewReader(conn)
	resp, err := http.ReadResponse(r, nil)
	if err != nil {
		s.t.Fatalf("%q: %v", lines, err)
	}
	return resp, conn, r
}

// upgrade returns the lines of a WebSocket handshake for a path, followed by more.
func upgrade(path string, more ...string) []string {
	return append([]string{
		"GET " + path + " HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade",
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: broadway",
	}, more...)
}

// signIn opens the printed address. It returns the cookie header and the path of the redirect.
func (s *site) signIn() (cookie, path string) {
	s.t.Helper()
	resp, _, _ := s.send("GET /?token="+s.token+" HTTP/1.1", "Host: "+s.addr)
	if resp.StatusCode != http.StatusSeeOther || len(resp.Cookies()) != 1 {
		s.t.Fatalf("%v, cookies %v", resp.Status, resp.Cookies())
	}
	c := resp.Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Domain != "" || c.Path == "/" || !strings.Contains(c.Name, s.addr[strings.LastIndex(s.addr, ":")+1:]) {
		s.t.Errorf("cookie %v", c)
	}
	path = resp.Header.Get("Location")
	if path != c.Path || strings.Contains(path+c.Value, s.token) || resp.Header.Get("Referrer-Policy") != "no-referrer" {
		s.t.Errorf("leads to %s with %v", path, c)
	}
	return "Cookie: " + c.Name + "=" + c.Value, path
}

// TestAdmitted checks that the printed address gives access to the page, the script and the
// WebSocket, by each name of the loopback interface.
func TestAdmitted(t *testing.T) {
	s := newSite(t)
	if want := "http://" + s.addr + "/?token="; !strings.HasPrefix(s.URL(), want) || len(s.URL()) < len(want)+26 {
		t.Fatalf("address %s", s.URL())
	}
	cookie, path := s.signIn()
	_, port, _ := net.SplitHostPort(s.addr)
	for _, host := range []string{s.addr, "localhost:" + port, "[::1]:" + port} {
		for name, want := range map[string]string{"": "content of /", "broadway.js": "content of /broadway.js"} {
			resp, _, _ := s.send("GET "+path+name+" HTTP/1.1", "Host: "+host, cookie)
			if body, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusOK || string(body) != want {
				t.Errorf("%s of %s: %s %q", name, host, resp.Status, body)
			}
			for name, want := range map[string]string{"X-Frame-Options": "DENY", "Content-Security-Policy": "frame-ancestors 'none'", "Cache-Control": "no-store"} {
				if got := resp.Header.Get(name); !strings.Contains(got, want) {
					t.Errorf("%s: %q", name, got)
				}
			}
		}
		resp, conn, r := s.send(upgrade(path+"socket", "Host: "+host, "Origin: http://"+host, "Cookie: "+"other=1; "+strings.TrimPrefix(cookie, "Cookie: "), "User-Agent: me", "X-Forwarded-For: x")...)
		if resp.StatusCode != http.StatusSwitchingProtocols || resp.Header.Get("Sec-Websocket-Protocol") != "broadway" {
			t.Fatalf("socket: %s %v", resp.Status, resp.Header)
		}
		fmt.Fprint(conn, "a key\n")
		if got, err := io.ReadAll(r); string(got) != frame+"heard a key\n" {
			t.Errorf("the socket sends %q, %v", got, err)
		}
		// The server receives neither the secrets nor anything about the browser.
		in := s.last.Load()
		if h := in.Header; in.Host != host || in.RequestURI != "/socket" || h.Get("Cookie")+h.Get("User-Agent")+h.Get("X-Forwarded-For") != "" || h.Get("Sec-Websocket-Key") == "" {
			t.Errorf("the server gets %s %s %v", in.Host, in.RequestURI, h)
		}
	}
}

// TestRefused checks that all other requests are refused and do not reach the server.
func TestRefused(t *testing.T) {
	s := newSite(t)
	cookie, path := s.signIn()
	name, value, _ := strings.Cut(strings.TrimPrefix(cookie, "Cookie: "), "=")
	_, port, _ := net.SplitHostPort(s.addr)
	host, origin := "Host: "+s.addr, "Origin: http://"+s.addr
	get := func(target string, more ...string) []string {
		return append([]string{"GET " + target + " HTTP/1.1"}, more...)
	}
	for what, lines := range map[string][]string{
		"page without cookie":         get(path, host),
		"root without cookie":         get("/", host),
		"root with cookie":            get("/", host, cookie),
		"script without cookie":       get(path+"broadway.js", host),
		"wrong token":                 get("/?token="+strings.Repeat("A", len(s.token)), host),
		"beginning of the token":      get("/?token="+s.token[:len(s.token)-1], host),
		"no token":                    get("/?token=", host),
		"token of another path":       get("/x?token="+s.token, host),
		"token with more":             get("/?token="+s.token+"&x", host),
		"token from an evil page":     get("/?token="+s.token, host, "Origin: http://evil.example"),
		"token by a rebound name":     get("/?token="+s.token, "Host: evil.example:"+port),
		"token in the cookie":         get(path, host, "Cookie: "+name+"="+s.token),
		"empty cookie":                get(path, host, "Cookie: "+name+"="),
		"cookie of another name":      get(path, host, "Cookie: x="+value),
		"beginning of the cookie":     get(path, host, "Cookie: "+name+"="+value[:len(value)-1]),
		"page by a rebound name":      get(path, "Host: evil.example:"+port, cookie),
		"page of another port":        get(path, "Host: 127.0.0.1:1", cookie),
		"page without port":           get(path, "Host: 127.0.0.1", cookie),
		"page of 127.0.0.2":           get(path, "Host: 127.0.0.2:"+port, cookie),
		"page of 0.0.0.0":             get(path, "Host: 0.0.0.0:"+port, cookie),
		"page of localhost.evil":      get(path, "Host: localhost.evil.example:"+port, cookie),
		"page of no host":             {"GET " + path + " HTTP/1.0", cookie},
		"absolute address":            get("http://evil.example"+path, host, cookie),
		"absolute address of ours":    get("http://"+s.addr+path, host, cookie),
		"another page":                get(path+"client.html", host, cookie),
		"query":                       get(path+"?debug=decoding", host, cookie),
		"path outside":                get("/socket", host, cookie),
		"dots":                        get(path+"../socket", host, cookie),
		"slashes":                     get(path+"/broadway.js", host, cookie),
		"escaped":                     get(path+"%62roadway.js", host, cookie),
		"path without its end":        get(strings.TrimSuffix(path, "/"), host, cookie),
		"POST":                        {"POST " + path + " HTTP/1.1", host, cookie, "Content-Length: 0"},
		"body":                        get(path, host, cookie, "Content-Length: 5", "", "hello"),
		"body in chunks":              get(path, host, cookie, "Transfer-Encoding: chunked", "", "0"),
		"body of a socket":            upgrade(path+"socket", host, origin, cookie, "Content-Length: 5", "", "hello"),
		"CONNECT":                     {"CONNECT " + s.addr + " HTTP/1.1", host, cookie},
		"page for an evil origin":     get(path, host, cookie, "Origin: http://evil.example"),
		"socket without cookie":       upgrade(path+"socket", host, origin),
		"socket at the root":          upgrade("/socket", host, origin, cookie),
		"socket, evil origin":         upgrade(path+"socket", host, cookie, "Origin: http://evil.example"),
		"socket, origin null":         upgrade(path+"socket", host, cookie, "Origin: null"),
		"socket, empty origin":        upgrade(path+"socket", host, cookie, "Origin: "),
		"socket, no origin":           upgrade(path+"socket", host, cookie),
		"socket, two origins":         upgrade(path+"socket", host, cookie, origin, "Origin: http://evil.example"),
		"socket, origin of a port":    upgrade(path+"socket", host, cookie, "Origin: http://127.0.0.1:1"),
		"socket, origin of localhost": upgrade(path+"socket", host, cookie, "Origin: http://localhost:"+port),
		"socket, origin of https":     upgrade(path+"socket", host, cookie, "Origin: https://"+s.addr),
		"socket, longer origin":       upgrade(path+"socket", host, cookie, origin+".evil.example"),
		"socket by a rebound name":    upgrade(path+"socket", "Host: evil.example:"+port, cookie, "Origin: http://evil.example:"+port),
	} {
		t.Run(what, func(t *testing.T) {
			before := s.seen.Load()
			resp, _, _ := s.send(lines...)
			if resp.StatusCode < 400 || len(resp.Cookies()) > 0 {
				t.Errorf("%s, cookies %v", resp.Status, resp.Cookies())
				return
			}
			body, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Error(err)
			}
			if s.seen.Load() != before {
				t.Error("the server behind got a request")
			}
			if all := fmt.Sprint(resp.Header) + string(body); strings.Contains(all, s.token) || strings.Contains(all, value) || strings.Contains(all, path) {
				t.Errorf("the answer holds a secret: %s", all)
			}
		})
	}
}

// TestRefusal checks that the refusal page explains what to do and links to the same address. Its
// texts are escaped.
func TestRefusal(t *testing.T) {
	s := newSite(t)
	resp, _, _ := s.send("GET / HTTP/1.1", "Host: "+s.addr, "Connection: close")
	body, _ := io.ReadAll(resp.Body)
	for _, want := range []string{"<title>Closed</title>", "Use the &lt;address&gt;.", `<a href="">Again</a>`} {
		if !strings.Contains(string(body), want) {
			t.Errorf("%q is not in %s", want, body)
		}
	}
}

// TestSecrets checks that two gates have different secrets.
func TestSecrets(t *testing.T) {
	a, b := New(1, ""), New(1, "")
	all := map[string]bool{}
	for _, s := range []string{a.token, a.cookie.Value, a.cookie.Path, b.token, b.cookie.Value, b.cookie.Path} {
		if len(s) < 26 || all[s] {
			t.Errorf("%q is no secret", s)
		}
		all[s] = true
	}
}
